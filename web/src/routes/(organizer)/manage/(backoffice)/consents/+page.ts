import { loadTexts } from '$lib/i18n/translations';
import { purposes } from '$lib/translations/purposes';

export async function load({ parent }) {
	await Promise.all([parent(), loadTexts(purposes)]);
}
