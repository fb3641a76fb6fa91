import type { Translation } from '$lib/i18n/translations';
import type english from './consents.en';

export default {
	optional: 'Optioneel',
	withdrawable: 'Je kunt je toestemming op elk moment intrekken.',
	sponsor: '{name} krijgt je naam en e-mailadres.',
	privacy: 'Privacyverklaring van {name}',
	title: 'Waar je toestemming voor hebt gegeven',
	since: 'Toestemming gegeven op {time}',
	withdraw: 'Toestemming intrekken',
	withdrawn: 'Toestemming ingetrokken.'
} satisfies Translation<typeof english>;
