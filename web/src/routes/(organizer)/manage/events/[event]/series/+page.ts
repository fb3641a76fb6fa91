import { series } from '$lib/translations/series';

export async function load({ parent }) {
	await Promise.all([parent(), series.load()]);
}
