import { loadTexts } from '$lib/i18n/translations';
import { refusals } from '$lib/translations/refusals';
import { rehearsal } from '$lib/translations/rehearsal';
import { takers } from '$lib/translations/takers';

export async function load({ parent }) {
	await Promise.all([parent(), loadTexts(refusals, rehearsal, takers)]);
}
