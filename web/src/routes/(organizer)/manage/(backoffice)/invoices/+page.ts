import { invoicing } from '$lib/translations/invoicing';

export async function load({ parent }) {
	await Promise.all([parent(), invoicing.load()]);
}
