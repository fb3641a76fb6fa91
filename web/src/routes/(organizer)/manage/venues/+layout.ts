import { loadTexts } from '$lib/i18n/translations';
import { seats } from '$lib/translations/seats';
import { venues } from '$lib/translations/venues';

export async function load({ parent }) {
	await Promise.all([parent(), loadTexts(seats, venues)]);
}
