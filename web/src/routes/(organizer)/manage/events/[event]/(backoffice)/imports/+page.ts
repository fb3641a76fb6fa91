import { loadForStaff } from '$lib/i18n/translations';
import { importing } from '$lib/translations/importing';
import { refusals } from '$lib/translations/refusals';

export async function load({ parent }) {
	await Promise.all([parent(), loadForStaff(importing, refusals)]);
}
