import { log } from '$lib/translations/log';

export async function load({ parent }) {
	await Promise.all([parent(), log.load()]);
}
