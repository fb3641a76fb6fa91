import type { Translation } from '$lib/i18n/translations';
import type english from './billing.en';

export default {
	title: 'Factuur',
	invoice: 'Factuur {number}',
	credit: 'Creditfactuur {number}',
	soon: 'Je factuur staat hier zo.',
	change: 'Factuur op een bedrijf',
	text: 'Is de factuur al gemaakt, dan vervalt die en komt er een nieuwe: tot vijf keer, binnen 30 dagen en niet na een terugbetaling.',
	company: 'Bedrijf',
	street: 'Straat en nummer',
	postal: 'Postcode',
	city: 'Plaats',
	country: 'Landcode',
	'country.hint': 'Twee letters: DE, FR, GB',
	vat: 'Btw-nummer',
	save: 'Bewaren voor de factuur',
	saved: 'Bewaard',
	none: 'De organisator maakt voor deze bestelling geen factuur.',
	final: 'De factuur kan niet meer worden gewijzigd. Neem contact op met de organisator.'
} satisfies Translation<typeof english>;
