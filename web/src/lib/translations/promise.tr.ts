import type { Translation } from '$lib/i18n/translations';
import type english from './promise.en';

export default {
	title: 'Ne söz verildi',
	text: 'Satıştan önce yayımlandı ve herkese açık günlükte mühürlendi. Satış açıldıktan sonra kimse değiştiremez.',
	'text.off': 'Satıştan önce yayımlandı ve denetim günlüğünde mühürlendi. Satış açıldıktan sonra kimse değiştiremez.',
	log: 'Herkese açık günlükte doğrula',
	'none.title': 'Söz verilmedi',
	'none.text': 'Organizatör bu etkinlik için bir beyan yayımlamadı.',
	announced: 'Satış henüz açılmadı. Şimdiye kadar her şey söz verildiği gibi.',
	kept: 'Şimdiye kadar tutuldu',
	'kept.text': 'Günlük söz verileni gösteriyor.',
	differs: 'Günlük başka bir şey gösteriyor',
	opens: 'Geçerlilik başlangıcı',
	places: 'Toplam bilet',
	public: 'Açılıştan itibaren satışta',
	held: 'Genel satışa sunulmayan',
	'held.none': 'Yok',
	later: 'Sonra satışa sunulacak',
	prices: 'Fiyatlar',
	free: 'Ücretsiz',
	versions: 'Sürümler',
	version: 'Sürüm {n}, {time}',
	row: 'Günlüğün {n}. satırı',
	'for.artists': 'Sanatçılar',
	'for.guests': 'Misafir listesi',
	'for.partners': 'Ortaklar ve sponsorlar',
	'for.press': 'Basın',
	'for.staff': 'Ekip',
	'for.accessibility': 'Erişilebilirlik',
	'for.box_office': 'Gişe',
	'for.reserve': 'Yedek',
	'code.more_held': {
		one: '{n} bilet genel satışa sunulmadı; söz verilen en fazla {promised} idi.',
		other: '{n} bilet genel satışa sunulmadı; söz verilen en fazla {promised} idi.'
	},
	'code.sold_early': {
		one: '{n} bilet, satışın açılacağı zamandan ({time}) önce satıldı.',
		other: '{n} bilet, satışın açılacağı zamandan ({time}) önce satıldı.'
	},
	'code.price_changed': '{tier}: {promised} yerine {shown}.',
	'code.tier_added': '{tier} eklendi, fiyatı {shown}.',
	'code.places_changed': 'Etkinliğin {promised} yerine {shown} bileti var.',
	'code.release_withdrawn': {
		one: '{time} için planlanan {n} bilet o zaman satışa sunulmadı.',
		other: '{time} için planlanan {n} bilet o zaman satışa sunulmadı.'
	},
	'code.release_late': { one: '{time} için planlanan {n} bilet {shown} dakika geç geldi.', other: '{time} için planlanan {n} bilet {shown} dakika geç geldi.' },
	'code.release_missing': { one: '{time} için planlanan {n} bilet henüz satışa sunulmadı.', other: '{time} için planlanan {n} bilet henüz satışa sunulmadı.' },
	tier: 'Bir bilet türü',
	incomplete: 'Günlük uzun ve hâlâ okunuyor. Birazdan yeniden bakın.',
	toEvent: 'Etkinliğe dön',
	'publish.title': 'Satıştan önce söz verin',
	'publish.text':
		'Kaç biletin genel satışa sunulmayacağını ve kimin için olduğunu belirtin. Fiyatlar ve sonraki satışa sunuşlar etkinlikten alınır. Herkes görür ve satış açıldıktan sonra değiştirilemez.',
	'publish.button': 'Beyanı yayımla',
	'publish.again': 'Yeni sürüm yayımla',
	'publish.done': 'Yayımlandı.',
	'publish.hint': 'Geçerli olmayanları boş bırakın.',
	'publish.see': 'Herkesin gördüğü gibi gör'
} satisfies Translation<typeof english>;
