import { account } from '$lib/words/account';
import { guest } from '$lib/words/guest';
import { privacy } from '$lib/words/privacy';

export async function load({ parent }) {
	await Promise.all([parent(), account.load(), guest.load(), privacy.load()]);
}
