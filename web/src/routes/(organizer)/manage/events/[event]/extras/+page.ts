import { loadForStaff } from '$lib/i18n/translations';
import { extras } from '$lib/translations/extras';

export async function load({ parent }) {
	await Promise.all([parent(), loadForStaff(extras)]);
}
