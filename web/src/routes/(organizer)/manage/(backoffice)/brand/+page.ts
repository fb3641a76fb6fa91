import { brand } from '$lib/translations/brand';

export async function load({ parent }) {
	await Promise.all([parent(), brand.load()]);
}
