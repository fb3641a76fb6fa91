import type { Translation } from '$lib/i18n/translations';
import type english from './embed.en';

export default {
	by: 'od Holdfast',
	whole: 'Otwórz stronę wydarzenia',
	'pay.tab': 'Płatność otworzy się w nowej karcie. Nie zamykaj tej strony: pokaże, kiedy zapłacisz.'
} satisfies Translation<typeof english>;
