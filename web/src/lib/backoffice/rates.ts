/** Rates of tax by country, in basis points, as people type them: "FR 20" in a line. */
export const typedRates = (rates: Record<string, number>) =>
	Object.keys(rates)
		.sort()
		.map((country) => `${country} ${(rates[country] ?? 0) / 100}`)
		.join('\n');

/** What was typed, as it is sent. What cannot be a rate is sent as −1, so that the field is named. */
export const ratesIn = (text: string): Record<string, number> =>
	Object.fromEntries(
		text
			.split('\n')
			.map((line) => line.trim())
			.filter(Boolean)
			.map((line) => {
				const [country = '', rate = ''] = line.split(/[\s=:]+/);
				const percent = Number(rate.replace(',', '.').replace('%', ''));
				return [country.toUpperCase(), rate && Number.isFinite(percent) ? Math.round(percent * 100) : -1];
			})
	);
