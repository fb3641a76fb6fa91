import type { Translation } from '$lib/i18n/translations';
import type english from './consents.en';

export default {
	optional: 'Facoltativo',
	withdrawable: 'Puoi revocare il consenso in qualsiasi momento.',
	sponsor: '{name} riceve il tuo nome e il tuo indirizzo email.',
	privacy: 'Informativa sulla privacy di {name}',
	title: 'A cosa hai acconsentito',
	since: 'Consenso dato il {time}',
	withdraw: 'Revoca il consenso',
	withdrawn: 'Consenso revocato.'
} satisfies Translation<typeof english>;
