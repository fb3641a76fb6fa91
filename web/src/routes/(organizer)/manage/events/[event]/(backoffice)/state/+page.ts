import { eventstate } from '$lib/translations/eventstate';

export async function load({ parent }) {
	await Promise.all([parent(), eventstate.load()]);
}
