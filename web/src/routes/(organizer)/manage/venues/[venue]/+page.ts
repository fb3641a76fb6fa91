import { calendar } from '$lib/translations/calendar';

export async function load({ parent }) {
	await Promise.all([parent(), calendar.load()]);
}
