import { loadTexts } from '$lib/i18n/translations';
import { phones } from '$lib/translations/phones';

export async function load({ parent }) {
	await Promise.all([parent(), loadTexts(phones)]);
}
