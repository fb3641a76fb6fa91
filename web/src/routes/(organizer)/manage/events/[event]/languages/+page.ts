import { loadTexts } from '$lib/i18n/translations';
import { languages } from '$lib/translations/languages';

export async function load({ parent }) {
	await Promise.all([parent(), loadTexts(languages)]);
}
