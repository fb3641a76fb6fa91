import { loadTexts } from '$lib/i18n/translations';
import { invitations } from '$lib/translations/invitations';

export async function load({ parent }) {
	await Promise.all([parent(), loadTexts(invitations)]);
}
