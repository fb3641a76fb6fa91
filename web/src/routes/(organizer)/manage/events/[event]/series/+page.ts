import { loadTexts } from '$lib/i18n/translations';
import { languages } from '$lib/translations/languages';
import { refusals } from '$lib/translations/refusals';
import { rules } from '$lib/translations/rules';
import { series } from '$lib/translations/series';

export async function load({ parent }) {
	await Promise.all([parent(), loadTexts(refusals, series, languages, rules)]);
}
