import { merchant } from '$lib/translations/merchant';

export async function load({ parent }) {
	await Promise.all([parent(), merchant.load()]);
}
