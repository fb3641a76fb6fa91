import { guest } from '$lib/words/guest';

export async function load({ parent }) {
	await Promise.all([parent(), guest.load()]);
}
