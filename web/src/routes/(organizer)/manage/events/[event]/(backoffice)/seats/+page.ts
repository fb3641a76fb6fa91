import { seats } from '$lib/translations/seats';
import { venues } from '$lib/translations/venues';

export async function load({ parent }) {
	await Promise.all([parent(), seats.load(), venues.load()]);
}
