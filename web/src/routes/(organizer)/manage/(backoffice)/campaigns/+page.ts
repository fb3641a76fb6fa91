import { loadTexts } from '$lib/i18n/translations';
import { backoffice } from '$lib/translations/backoffice';
import { campaigns } from '$lib/translations/campaigns';
import { messages } from '$lib/translations/messages';

export async function load({ parent }) {
	await Promise.all([parent(), loadTexts(campaigns, backoffice, messages)]);
}
