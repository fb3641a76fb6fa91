import { loadTexts } from '$lib/i18n/translations';
import { boxoffice } from '$lib/translations/boxoffice';

export async function load({ parent }) {
	await Promise.all([parent(), loadTexts(boxoffice)]);
}
