import { loadTexts } from '$lib/i18n/translations';
import { feedback } from '$lib/translations/feedback';

export async function load({ parent }) {
	await Promise.all([parent(), loadTexts(feedback)]);
}
