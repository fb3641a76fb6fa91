import type { Translation } from '$lib/i18n/translations';
import type english from './consents.en';

export default {
	optional: 'İsteğe bağlı',
	withdrawable: 'Onayınızı istediğiniz zaman geri çekebilirsiniz.',
	sponsor: '{name} adınızı ve e-posta adresinizi alır.',
	privacy: 'Gizlilik politikası: {name}',
	title: 'Onay verdikleriniz',
	since: 'Onay tarihi: {time}',
	withdraw: 'Onayı geri çek',
	withdrawn: 'Onay geri çekildi.'
} satisfies Translation<typeof english>;
