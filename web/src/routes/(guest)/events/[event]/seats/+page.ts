import { checkout } from '$lib/translations/checkout';
import { seats } from '$lib/translations/seats';

export async function load({ parent }) {
	await Promise.all([parent(), seats.load(), checkout.load()]);
}
