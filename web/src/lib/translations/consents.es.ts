import type { Translation } from '$lib/i18n/translations';
import type english from './consents.en';

export default {
	optional: 'Opcional',
	withdrawable: 'Puedes retirar tu consentimiento en cualquier momento.',
	sponsor: '{name} recibe tu nombre y tu correo electrónico.',
	privacy: 'Política de privacidad de {name}',
	title: 'A qué has dado tu consentimiento',
	since: 'Aceptado el {time}',
	withdraw: 'Retirar el consentimiento',
	withdrawn: 'Consentimiento retirado.'
} satisfies Translation<typeof english>;
