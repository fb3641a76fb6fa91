import { promise } from '$lib/translations/promise';

export async function load({ parent }) {
	await Promise.all([parent(), promise.load()]);
}
