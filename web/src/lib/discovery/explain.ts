import { explainField } from '$lib/api/explain';
import type { Problem } from '$lib/api/problem';
import { guest } from '$lib/translations/guest';
import type { Search } from './search';

/** What the API did not understand of a search, in the reader's language, by the field of the form that it stands at. */
export function explainSearch(problem: Problem): Partial<Search> {
	const errors: Partial<Record<keyof Search, string>> = {};
	for (const { field, code } of problem.fields) {
		if (field === 'q') errors.q = explainField(problem, 'q');
		else if (field === 'from' || field === 'to') errors[field] = guest(code === 'out_of_range' ? 'search.order' : 'search.day');
		else if (field === 'price_max' || field === 'currency') errors.price_max = guest('search.price.wrong');
		else if (field === 'category' || field === 'language' || field === 'age') errors[field] = guest('search.wrong', { name: field });
		else errors.q ??= guest('search.wrong', { name: field });
	}
	return errors;
}
