import { loadTexts } from '$lib/i18n/translations';
import { applications } from '$lib/translations/applications';

export async function load({ parent }) {
	await Promise.all([parent(), loadTexts(applications)]);
}
