import { countries } from '$lib/api/countries';

/** The country that a VAT ID is of, which Greece writes otherwise; empty: none is written before it. */
export function countryOf(vat: string): string {
	const letters = vat.trim().slice(0, 2).toUpperCase();
	const code = letters === 'EL' ? 'GR' : letters;
	return countries.includes(code) ? code : '';
}

/** All countries by their names in a language, behind an empty one. */
export function countryChoices(locale: string): { value: string; label: string }[] {
	const names = new Intl.DisplayNames([locale], { type: 'region' });
	const order = new Intl.Collator(locale);
	const list = countries.map((value) => ({ value, label: names.of(value) ?? value }));
	return [{ value: '', label: '' }, ...list.sort((a, b) => order.compare(a.label, b.label))];
}
