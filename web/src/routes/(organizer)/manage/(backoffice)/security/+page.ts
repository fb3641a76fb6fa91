import { security } from '$lib/translations/security';

export async function load({ parent }) {
	await Promise.all([parent(), security.load()]);
}
