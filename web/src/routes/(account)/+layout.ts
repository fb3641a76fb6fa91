import { account } from '$lib/translations/account';
import { guest } from '$lib/translations/guest';
import { privacy } from '$lib/translations/privacy';

export async function load({ parent }) {
	await Promise.all([parent(), account.load(), guest.load(), privacy.load()]);
}
