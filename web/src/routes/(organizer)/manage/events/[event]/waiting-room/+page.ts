import { rehearsal } from '$lib/translations/rehearsal';
import { takers } from '$lib/translations/takers';

export async function load({ parent }) {
	await Promise.all([parent(), rehearsal.load(), takers.load()]);
}
