import { loadForStaff } from '$lib/i18n/translations';
import { merchant } from '$lib/translations/merchant';

export async function load({ parent }) {
	await Promise.all([parent(), loadForStaff(merchant)]);
}
