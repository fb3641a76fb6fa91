import type { Translation } from '$lib/i18n/translations';
import type english from './consents.en';

export default {
	optional: 'Frivilligt',
	withdrawable: 'Du kan återkalla ditt samtycke när som helst.',
	sponsor: '{name} får ditt namn och din e-postadress.',
	privacy: 'Integritetspolicy för {name}',
	title: 'Vad du har samtyckt till',
	since: 'Samtycke gavs {time}',
	withdraw: 'Återkalla samtycke',
	withdrawn: 'Samtycket har återkallats.'
} satisfies Translation<typeof english>;
