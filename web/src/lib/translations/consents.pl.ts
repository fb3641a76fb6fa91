import type { Translation } from '$lib/i18n/translations';
import type english from './consents.en';

export default {
	optional: 'Opcjonalnie',
	withdrawable: 'Zgodę możesz wycofać w każdej chwili.',
	sponsor: '{name} otrzymuje Twoje imię i nazwisko oraz adres e-mail.',
	privacy: 'Polityka prywatności: {name}',
	title: 'Twoje zgody',
	since: 'Zgoda udzielona {time}',
	withdraw: 'Wycofaj zgodę',
	withdrawn: 'Zgoda wycofana.'
} satisfies Translation<typeof english>;
