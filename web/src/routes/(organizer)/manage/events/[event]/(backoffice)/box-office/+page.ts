import { loadTexts } from '$lib/i18n/translations';
import { boxoffice } from '$lib/translations/boxoffice';
import { checkout } from '$lib/translations/checkout';

export async function load({ parent }) {
	await Promise.all([parent(), loadTexts(boxoffice, checkout)]);
}
