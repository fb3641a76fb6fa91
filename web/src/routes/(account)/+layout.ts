import { account } from '$lib/translations/account';
import { privacy } from '$lib/translations/privacy';

export async function load({ parent }) {
	await Promise.all([parent(), account.load(), privacy.load()]);
}
