import { account } from '$lib/translations/account';
import { desk } from '$lib/translations/desk';
import { guest } from '$lib/translations/guest';
import { refusals } from '$lib/translations/refusals';

export async function load({ parent }) {
	await Promise.all([parent(), account.load(), desk.load(), guest.load(), refusals.load()]);
}
