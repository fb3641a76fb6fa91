import { loadTexts } from '$lib/i18n/translations';
import { tracking } from '$lib/translations/tracking';

export async function load({ parent }) {
	await Promise.all([parent(), loadTexts(tracking)]);
}
