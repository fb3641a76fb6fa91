import { account } from '$lib/words/account';
import { desk } from '$lib/words/desk';
import { guest } from '$lib/words/guest';
import { refusals } from '$lib/words/refusals';

export async function load({ parent }) {
	await Promise.all([parent(), account.load(), desk.load(), guest.load(), refusals.load()]);
}
