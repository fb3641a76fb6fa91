import type { Translation } from '$lib/i18n/translations';
import type english from './consents.en';

export default {
	optional: 'Facultatif',
	withdrawable: 'Vous pouvez retirer votre consentement à tout moment.',
	sponsor: '{name} reçoit votre nom et votre adresse e-mail.',
	privacy: 'Politique de confidentialité de {name}',
	title: 'Ce à quoi vous avez consenti',
	since: 'Consenti le {time}',
	withdraw: 'Retirer le consentement',
	withdrawn: 'Consentement retiré.'
} satisfies Translation<typeof english>;
