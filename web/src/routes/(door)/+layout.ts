import { door } from '$lib/translations/door';

export async function load({ parent }) {
	await Promise.all([parent(), door.load()]);
	return { bare: true };
}
