import { loadForStaff } from '$lib/i18n/translations';
import { resources } from '$lib/translations/resources';

export async function load({ parent }) {
	await Promise.all([parent(), loadForStaff(resources)]);
}
