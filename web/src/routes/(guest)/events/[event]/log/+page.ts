import { log } from '$lib/translations/log';
import { turns } from '$lib/translations/turns';

export async function load({ parent }) {
	await Promise.all([parent(), log.load(), turns.load()]);
}
