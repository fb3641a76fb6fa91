import { loadForStaff } from '$lib/i18n/translations';
import { boxoffice } from '$lib/translations/boxoffice';

export async function load({ parent }) {
	await Promise.all([parent(), loadForStaff(boxoffice)]);
}
