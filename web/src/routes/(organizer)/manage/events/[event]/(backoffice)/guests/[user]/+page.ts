import { loadTexts } from '$lib/i18n/translations';
import { transfer } from '$lib/translations/transfer';

export async function load({ parent }) {
	await Promise.all([parent(), loadTexts(transfer)]);
}
