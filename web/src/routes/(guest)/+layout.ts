import { guest } from '$lib/translations/guest';

export async function load({ parent }) {
	await Promise.all([parent(), guest.load()]);
}
