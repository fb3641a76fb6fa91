import { retention } from '$lib/translations/retention';

export async function load({ parent }) {
	await Promise.all([parent(), retention.load()]);
}
