import { failedRefunds } from '$lib/translations/failedrefunds';

export async function load({ parent }) {
	await Promise.all([parent(), failedRefunds.load()]);
}
