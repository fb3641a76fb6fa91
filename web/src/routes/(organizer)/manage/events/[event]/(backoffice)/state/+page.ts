import { stood } from '$lib/translations/stood';

export async function load({ parent }) {
	await Promise.all([parent(), stood.load()]);
}
