import type { Translation } from '$lib/i18n/translations';
import type english from './billing.en';

export default {
	title: 'Fatura',
	invoice: 'Fatura {number}',
	credit: 'İade faturası {number}',
	soon: 'Faturanız birazdan burada olacak.',
	change: 'Şirkete fatura',
	text: 'Fatura zaten düzenlendiyse iptal edilir ve yenisi düzenlenir: en fazla beş kez, 30 gün içinde ve iadeden sonra değil.',
	company: 'Şirket',
	street: 'Cadde ve numara',
	postal: 'Posta kodu',
	city: 'Şehir',
	country: 'Ülke kodu',
	'country.hint': 'İki harf: DE, FR, GB',
	vat: 'KDV numarası',
	save: 'Fatura için kaydet',
	saved: 'Kaydedildi',
	none: 'Organizatör bu sipariş için fatura düzenlemiyor.',
	final: 'Fatura artık değiştirilemez. Lütfen organizatöre başvurun.'
} satisfies Translation<typeof english>;
