import { transfer } from '$lib/words/transfer';

export async function load({ parent }) {
	await Promise.all([parent(), transfer.load()]);
}
