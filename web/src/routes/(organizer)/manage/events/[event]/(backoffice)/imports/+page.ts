import { importing } from '$lib/translations/importing';

export async function load({ parent }) {
	await Promise.all([parent(), importing.load()]);
}
