import { seats } from '$lib/words/seats';
import { venues } from '$lib/words/venues';

export async function load({ parent }) {
	await Promise.all([parent(), seats.load(), venues.load()]);
}
