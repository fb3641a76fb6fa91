import type { Translation } from '$lib/i18n/translations';
import type english from './consents.en';

export default {
	optional: 'Freiwillig',
	withdrawable: 'Du kannst das jederzeit widerrufen.',
	sponsor: '{name} erhält deinen Namen und deine E-Mail-Adresse.',
	privacy: 'Datenschutzerklärung von {name}',
	title: 'Wozu du eingewilligt hast',
	since: 'Eingewilligt am {time}',
	withdraw: 'Einwilligung widerrufen',
	withdrawn: 'Einwilligung widerrufen.'
} satisfies Translation<typeof english>;
