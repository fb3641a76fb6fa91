import { loadForStaff } from '$lib/i18n/translations';
import { security } from '$lib/translations/security';

export async function load({ parent }) {
	await Promise.all([parent(), loadForStaff(security)]);
}
