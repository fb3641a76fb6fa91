import { transfer } from '$lib/translations/transfer';

export async function load({ parent }) {
	await Promise.all([parent(), transfer.load()]);
}
