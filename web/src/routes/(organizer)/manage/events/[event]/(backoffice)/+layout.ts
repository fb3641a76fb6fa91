import { letters } from '$lib/words/letters';
import { office } from '$lib/words/office';

export async function load({ parent }) {
	await Promise.all([parent(), letters.load(), office.load()]);
}
