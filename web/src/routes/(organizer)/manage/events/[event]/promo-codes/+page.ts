import { loadTexts } from '$lib/i18n/translations';
import { promocodes } from '$lib/translations/promocodes';

export async function load({ parent }) {
	await Promise.all([parent(), loadTexts(promocodes)]);
}
