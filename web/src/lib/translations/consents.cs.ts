import type { Translation } from '$lib/i18n/translations';
import type english from './consents.en';

export default {
	optional: 'Nepovinné',
	withdrawable: 'Souhlas můžete kdykoli odvolat.',
	sponsor: '{name} dostane vaše jméno a e-mailovou adresu.',
	privacy: 'Zásady ochrany soukromí: {name}',
	title: 'K čemu jste dali souhlas',
	since: 'Souhlas udělen {time}',
	withdraw: 'Odvolat souhlas',
	withdrawn: 'Souhlas byl odvolán.'
} satisfies Translation<typeof english>;
