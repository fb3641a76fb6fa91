import { importing } from '$lib/words/importing';

export async function load({ parent }) {
	await Promise.all([parent(), importing.load()]);
}
