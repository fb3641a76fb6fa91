import { loadTexts } from '$lib/i18n/translations';
import { website } from '$lib/translations/website';

export async function load({ parent }) {
	await Promise.all([parent(), loadTexts(website)]);
}
