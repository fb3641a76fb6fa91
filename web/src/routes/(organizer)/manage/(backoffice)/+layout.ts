import { letters } from '$lib/translations/letters';
import { office } from '$lib/translations/office';

export async function load({ parent }) {
	await Promise.all([parent(), letters.load(), office.load()]);
}
