import { rehearsal } from '$lib/translations/rehearsal';

export async function load({ parent }) {
	await Promise.all([parent(), rehearsal.load()]);
}
