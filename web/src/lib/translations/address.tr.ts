import type { Translation } from '$lib/i18n/translations';
import type english from './address.en';

export default {
	'address.title': 'Bir adım daha',
	'address.text': 'Bu etkinlik herkesten önce e-posta adresini onaylamasını ister. {email} adresine bir bağlantı göndereceğiz. Girdikleriniz burada kalır.',
	'address.send': 'Bağlantıyı bana gönder',
	'address.sent.title': 'Gelen kutunuza bakın',
	'address.sent.text': '{email} adresine giden bağlantı 10 dakika çalışır. Henüz kayıtlı değilsiniz: bağlantıyı bu cihazda açın ve burada tamamlayın.',
	'address.mailbox':
		'Bu bir demo sunucusu: {email} adresine giden bağlantı onun posta kutusunda ve 10 dakika çalışır. Henüz kayıtlı değilsiniz: bağlantıyı bu cihazda açın ve burada tamamlayın.',
	'address.mailbox.kept': 'Bu bir demo sunucusu: e-postalar gönderilmez, burada saklanır.',
	'address.mailbox.open': 'Posta kutusunu aç',
	'address.none.title': 'Bu sunucu e-posta göndermiyor',
	'address.none.text': 'Bu etkinlik onaylanmış bir e-posta adresi ister, bu da şu anda burada mümkün değil. Lütfen organizatöre başvurun.',
	'address.again': 'Tekrar gönder',
	'address.change': 'Başka bir adres kullan',
	'address.confirmed': '{email} onaylandı.'
} satisfies Translation<typeof english>;
