import { loadTexts } from '$lib/i18n/translations';
import { bank } from '$lib/translations/bank';

export async function load({ parent }) {
	await Promise.all([parent(), loadTexts(bank)]);
}
