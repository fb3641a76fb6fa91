import { loadTexts } from '$lib/i18n/translations';
import { guestlist } from '$lib/translations/guestlist';
import { saleimport } from '$lib/translations/saleimport';
import { refusals } from '$lib/translations/refusals';

export async function load({ parent }) {
	await Promise.all([parent(), loadTexts(guestlist, saleimport, refusals)]);
}
