import { loadTexts } from '$lib/i18n/translations';
import { addons } from '$lib/translations/addons';

export async function load({ parent }) {
	await Promise.all([parent(), loadTexts(addons)]);
}
