import { checkout } from '$lib/words/checkout';
import { seats } from '$lib/words/seats';

export async function load({ parent }) {
	await Promise.all([parent(), seats.load(), checkout.load()]);
}
