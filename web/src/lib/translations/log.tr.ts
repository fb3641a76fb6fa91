import type { Translation } from '$lib/i18n/translations';
import type english from './log.en';

export default {
	title: 'Kendiniz doğrulayın',
	lead: 'Burada olan her şey bir günlüğe yazılır: her sipariş, her iptal, bekleme listesindeki her adım. Parmak izi imzalanır. Kapsadığı hiçbir şey fark edilmeden değiştirilemez; ne organizatör ne de bu siteyi işleten bunu yapabilir.',
	'head.title': 'Günlük şu anda',
	'head.entries': 'Kayıtlar',
	'head.root': 'Parmak izi',
	'head.signed': 'İmzalandı',
	'head.key': 'Anahtar',
	keep: 'Kayıt sayısını ve parmak izini saklayın. E-postalarınızda da var (parmak izinin ilk 16 karakteri). Aynı kayıt sayısı için size bir gün başka bir parmak izi gösterilirse geçmiş yeniden yazılmıştır ve bunu kanıtlayabilirsiniz.',
	'copy.head': 'Sayıyı ve parmak izini kopyala',
	'copy.key': 'Anahtarı kopyala',
	'own.title': 'Kendi kayıtlarınız',
	'own.text':
		'Siparişinizi veya bekleme listesindeki yerinizi açın ve “Kanıtı indir”i seçin. Kanıt hangi kaydın sizin olduğunu, ne dediğini ve imzalanan parmak izinin onu kapsadığını gösterir.',
	'all.title': 'Tüm kayıtlar',
	'all.public': 'Herkes okuyabilir. Kimsenin adını vermezler: kişiler kod olarak görünür.',
	'all.people': 'Organizatör bunları yayımlamıyor. Yine de parmak izi değişmeden kimse onları değiştiremez.',
	'how.title': 'Nasıl doğrulanır',
	'how.text': '200 satırlık bir program kanıtları ve günlükleri doğrular. Bu siteden hiçbir şey kullanmaz. Okuyun, sonra Python ile çalıştırın:',
	'how.proof': 'İndirdiğiniz bir kanıt:',
	'how.log': 'Günlüğün tamamı:',
	'how.get': 'Programı indir',
	'how.checkpoint': 'İmzalanan parmak izi',
	'how.formats': 'Biçimler herkese açıktır (C2SP tlog-tiles ve tlog-proof), bu yüzden başkalarının programları da okur.',
	'site.title': 'Tüm site için tek günlük',
	'site.text':
		'Her on saniyede bir, tüm etkinliklerin en yeni imzalı parmak izleri tek bir günlüğe yazılır. Bu günlüğü takip ederseniz kimse size bir etkinliğin geçmişini başkalarına gösterdiğinden farklı gösteremez. Bu etkinliğin kanıtını ve günlüğün tamamını başka bir program doğrular:',
	'site.witnesses': 'Bağımsız tanıklar bu günlüğün yalnızca büyüdüğünü denetler ve onu ayrıca imzalar. Şu anki durumu imzalayanlar:',
	'site.proof': 'Bu etkinliğin kanıtını indir',
	'site.get': 'Programı indir (installation.py)',
	'site.checkpoint': 'Tüm sitenin imzalı parmak izi',
	'off.title': 'Bu etkinlik herkese açık günlük tutmuyor',
	'off.text': 'Bu yüzden burada olanları dışarıdan kimse doğrulayamaz.',
	'pending.title': 'Günlük başlamak üzere',
	'pending.text': 'Bir şey olduktan birkaç saniye sonra imzalanır.',
	'stopped.title': 'Günlük durdu',
	'stopped.text':
		'Veritabanı daha önce imzalananla aynı değil veya anahtar eksik. Bu açıklığa kavuşana kadar hiçbir şey imzalanmaz. Daha eski bir parmak iziniz veya kanıtınız varsa saklayın.'
} satisfies Translation<typeof english>;
