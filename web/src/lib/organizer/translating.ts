import type { Schema } from '$lib/api/client';
import type { languages } from '$lib/translations/languages';

/** What a text of an event is called: by its kind, and by what it is of. */
export function labelOf(text: Schema['TranslatedText'], words: typeof languages): string {
	const [part, , what] = text.field.split('.');
	if (part === 'tiers') return words(what === 'name' ? 'field.tiers.name' : 'field.tiers.description', { of: text.main });
	if (part === 'questions') {
		const key = what === 'label' ? 'field.questions.label' : what === 'help' ? 'field.questions.help' : 'field.questions.options';
		return words(key, { of: text.main });
	}
	const key = `field.${text.field}`;
	return words.has(key) ? words(key) : text.field;
}
