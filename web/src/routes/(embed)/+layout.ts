import { embed } from '$lib/translations/embed';

export async function load({ parent }) {
	await Promise.all([parent(), embed.load()]);
	return { bare: true };
}
