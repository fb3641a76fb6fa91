import { loadForStaff } from '$lib/i18n/translations';
import { retention } from '$lib/translations/retention';

export async function load({ parent }) {
	await Promise.all([parent(), loadForStaff(retention)]);
}
