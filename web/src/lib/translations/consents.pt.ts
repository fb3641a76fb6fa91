import type { Translation } from '$lib/i18n/translations';
import type english from './consents.en';

export default {
	optional: 'Opcional',
	withdrawable: 'Pode retirar o consentimento a qualquer momento.',
	sponsor: '{name} recebe o seu nome e endereço de e-mail.',
	privacy: 'Política de privacidade de {name}',
	title: 'Aquilo em que consentiu',
	since: 'Consentimento dado em {time}',
	withdraw: 'Retirar o consentimento',
	withdrawn: 'Consentimento retirado.'
} satisfies Translation<typeof english>;
