import { room } from '$lib/translations/room';

export async function load({ parent }) {
	await Promise.all([parent(), room.load()]);
}
