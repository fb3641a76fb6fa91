import { office } from '$lib/words/office';

export async function load({ parent }) {
	await Promise.all([parent(), office.load()]);
}
