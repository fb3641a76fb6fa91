package message

import (
	"fmt"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
)

var turkish = &dictionary{
	tag:         language.Turkish,
	hello:       "Merhaba {name},",
	helloNobody: "Merhaba,",

	places:     locale.Counted{plural.One: "1 bilet", plural.Other: "{n} bilet"},
	guests:     locale.Counted{plural.One: "siz ve 1 misafir", plural.Other: "siz ve {n} misafir"},
	minutes:    locale.Counted{plural.One: "1 dakika", plural.Other: "{n} dakika"},
	hours:      locale.Counted{plural.One: "1 saat", plural.Other: "{n} saat"},
	days:       locale.Counted{plural.One: "1 gün", plural.Other: "{n} gün"},
	placesHeld: locale.Counted{plural.One: "sizin için 1 bilet ayrıldı", plural.Other: "sizin için {n} bilet ayrıldı"},

	when: "Ne zaman", where: "Nerede", what: "Bilet", with: "Misafirler",
	until: "Son kabul", cancelUntil: "Son iptal",
	amount: "Tutar", reference: "Açıklama", payBefore: "Son ödeme", howToPay: "Nasıl ödenir",
	cost: "Fiyat", order: "Siparişiniz", discount: "İndirim", tax: "Vergi", taxIncluded: "Vergi dahil", rounding: "Yuvarlama", total: "Toplam",
	point: ",", thousands: ".", euroFirst: true,
	ticketOf: "Bilet {n} / {of}", codeAlt: "QR kod: {ticket}.", shortCode: "Yazılacak kod:", seat: "{section}, sıra {row}, koltuk {number}",

	preferences:     "Hatırlatma aboneliğinden çık",
	noAnnouncements: "Bu tür mesajların aboneliğinden çık",
	unfollow:        "Takibi bırak: {organization}",
	grounds: [grounds]string{
		groundKnown:    "Bu e-postayı, {title} için bu adres verildiğinden alıyorsunuz.",
		groundOrder:    "Bu e-postayı, {title} biletleri bu adresle sipariş edildiğinden alıyorsunuz.",
		groundWaitlist: "Bu e-postayı, bu adres {title} bekleme listesinde olduğundan alıyorsunuz.",
		groundOffered:  "Bu e-postayı, biri bu adrese bir {title} bileti gönderdiğinden alıyorsunuz.",
		groundReceived: "Bu e-postayı, bir {title} bileti bu adrese devredildiğinden alıyorsunuz.",
		groundHeld:     "Bu e-postayı, bu adresin bir {title} bileti olduğundan alıyorsunuz.",
		groundGiven:    "Bu e-postayı, bir {title} bileti bu adresten devredildiğinden alıyorsunuz.",
		groundReturned: "Bu e-postayı, bu adresteki bir {title} bileti bekleme listesine satışa çıkarıldığından alıyorsunuz.",
		groundInvited:  "Bu e-postayı, {organization} bu adresi {title} etkinliğine davet ettiği için alıyorsunuz.",
		groundFollows:  "Bu e-postayı, takip ettiğiniz için alıyorsunuz: {organization}.",
	},
	footerLog:     "Bu gönderildiğinde etkinliğin herkese açık günlüğünde {n} kayıt vardı ve parmak izi {root} idi.",
	footerOther:   "Siz değil miydiniz? Biri adresini yanlış yazmış olabilir, bu e-postayı yok sayabilirsiniz.",
	footerFollows: "İstediğiniz zaman takibi bırakabilirsiniz.",
	footerOffered: "Bu size yönelik değil mi? Biri bir adresi yanlış yazmış olabilir, bu e-postayı yok sayabilirsiniz.",
	somebody:      "Biri",
	moreGuests:    "{names} ve {count} kişi daha",
	and:           " ve ",

	weekdays: [7]string{"Pazar", "Pazartesi", "Salı", "Çarşamba", "Perşembe", "Cuma", "Cumartesi"},
	months: [12]string{"Ocak", "Şubat", "Mart", "Nisan", "Mayıs", "Haziran",
		"Temmuz", "Ağustos", "Eylül", "Ekim", "Kasım", "Aralık"},
	date: func(d *dictionary, t time.Time) string {
		return fmt.Sprintf("%d %s %d %s", t.Day(), d.months[t.Month()-1], t.Year(), d.weekdays[t.Weekday()])
	},
	shortDate: func(d *dictionary, t time.Time) string {
		return fmt.Sprintf("%d %s", t.Day(), d.months[t.Month()-1])
	},
	clock: "15:04", between: "–",

	wordings: map[wordingKey]wording{
		{inv.MsgConfirmed, ""}: {
			subject: "Onaylandı: {title}",
			heading: "Kaydınız tamam!",
			body:    []string{"{title} kaydınız onaylandı: {places}.", "QR kodu girişte telefonunuzda veya kâğıt üzerinde gösterin. Düğme tüm biletlerinizi açar."},
			action:  "Biletleri gör veya iptal et",
			after:   []string{"Gelemiyor musunuz? Lütfen o sayfada iptal edin, biletiniz bekleme listesinde sıradaki kişiye gitsin."},
		},
		{inv.MsgConfirmed, inv.ReasonPromoted}: {
			subject: "Bekleme listesinden sıra size geldi: {title}",
			heading: "Kaydınız tamam!",
			body:    []string{"Bir bilet boşaldı ve sıra sizdeydi: {title} kaydınız onaylandı, {places}.", "QR kodu girişte telefonunuzda veya kâğıt üzerinde gösterin. Düğme tüm biletlerinizi açar."},
			action:  "Biletleri gör veya iptal et",
			after:   []string{"Artık gelemiyor musunuz? Lütfen o sayfada iptal edin, biletiniz bekleme listesinde sıradaki kişiye gitsin."},
		},
		{inv.MsgWaitlisted, ""}: {
			subject: "Bekleme listesindesiniz: {title}",
			heading: "Bekleme listesindesiniz.",
			body: []string{
				"{title} bekleme listesindesiniz: {places}.",
				"Yapmanız gereken başka bir şey yok. Sıra size geldiğinde e-posta gönderir ve kabul edebilmeniz için biletlerinizi {window} boyunca ayırırız.",
			},
			action: "Sıramı gör",
			after:  []string{"O sayfa sıranızı ve her değişikliğin nedenini gösterir. Bekleme listesinden oradan da ayrılabilirsiniz."},
		},
		{inv.MsgWaitlisted, inv.ReasonPromoted}: {
			subject: "Bekleme listesindesiniz: {title}",
			heading: "Bekleme listesindesiniz.",
			body: []string{
				"{title} bekleme listesindesiniz: {places}.",
				"Yapmanız gereken başka bir şey yok. Sıra size geldiğinde biletleriniz hemen onaylanır ve size e-posta göndeririz.",
			},
			action: "Sıramı gör",
			after:  []string{"O sayfa sıranızı ve her değişikliğin nedenini gösterir. Bekleme listesinden oradan da ayrılabilirsiniz."},
		},
		{inv.MsgOffer, ""}: {
			subject: "Sıra sizde, son kabul: {deadline_short} – {title}",
			heading: "Sıra sizde!",
			body: []string{
				"{title} için bir bilet boşaldı ve sıradaki sizsiniz: {held}.",
				"Lütfen şu zamana kadar kabul edin: {deadline}. Sonra bekleme listesinde sıradaki kişiye geçer.",
			},
			action: "Kabul et veya reddet",
			after:  []string{"Gelemiyor musunuz? Lütfen o sayfada reddedin, sıradaki kişi beklemek zorunda kalmasın."},
		},
		{inv.MsgOfferExtended, ""}: {
			subject: "Kabul için daha fazla süre: {deadline_short} – {title}",
			heading: "Daha fazla süreniz var.",
			body: []string{
				"{title} organizatörü size daha fazla süre tanıdı: {held}.",
				"Lütfen şu zamana kadar kabul edin: {deadline}.",
			},
			action: "Kabul et veya reddet",
		},
		{inv.MsgOfferExpired, ""}: {
			subject: "Teklifinizin süresi doldu: {title}",
			heading: "Teklifinizin süresi doldu.",
			body:    []string{"{title} için size ayrılan: {places}. Kabul süresi geçti ve bekleme listesinde sıradaki kişi teklif alıyor."},
			action:  "Ayrıntıları gör",
			after:   []string{"Yine de gelmek ister misiniz? Kayıt açık olduğu sürece bekleme listesine yeniden katılabilirsiniz."},
		},
		{inv.MsgCancelled, ""}: {
			subject: "İptal edildi: {title}",
			heading: "Kaydınız iptal edildi.",
			body:    []string{"{title} için iptal ettiğiniz: {places}. Haber verdiğiniz için teşekkürler: artık başka biri gelebilir."},
			action:  "Kaydımı gör",
		},
		{inv.MsgCancelled, inv.ReasonCancelledByStaff}: {
			subject: "Kaydınız iptal edildi: {title}",
			heading: "Kaydınız iptal edildi.",
			body:    []string{"Organizatör {title} kaydınızı iptal etti ({places}). Bunun bir hata olduğunu düşünüyorsanız lütfen organizatöre başvurun."},
			action:  "Kaydımı gör",
		},
		{inv.MsgGuestCancelled, ""}: {
			subject: "Bir bilet eksik: {title}",
			heading: "Bir bilet iptal edildi.",
			body:    []string{"{title} kaydınızdaki bir bilet iptal edildi: {other}. Kodu artık geçerli değil ve başka biri gelebilir.", "Diğer biletleriniz kodlarını korur: {places}."},
			action:  "Kaydımı gör",
			after:   []string{"Bunu beklemiyor muydunuz? Lütfen organizatöre başvurun."},
		},
		{inv.MsgEntryRemoved, ""}: {
			subject: "Artık bekleme listesinde değilsiniz: {title}",
			heading: "Artık bekleme listesinde değilsiniz.",
			body:    []string{"Organizatör sizi {title} bekleme listesinden çıkardı. Bunun bir hata olduğunu düşünüyorsanız lütfen organizatöre başvurun."},
			action:  "Ayrıntıları gör",
		},
		{inv.MsgWaitlistClosed, ""}: {
			subject: "Bekleme listesi kapandı: {title}",
			heading: "Bekleme listesi kapandı.",
			body:    []string{"{title} kaydı kapandı ve zamanında sizin için bir bilet boşalmadı. Üzgünüz."},
			action:  "Ayrıntıları gör",
		},
		{inv.MsgWaitlistClosed, inv.ReasonPartyTooLarge}: {
			subject: "Grubunuz artık çok büyük: {title}",
			heading: "Grubunuz artık çok büyük.",
			body:    []string{"{title} artık daha küçük bir kapasiteye sahip ve sizin büyüklüğünüzdeki bir gruba ({places}) yetmiyor, bu yüzden artık bekleme listesinde değilsiniz. Daha az misafirle yeniden katılabilirsiniz."},
			action:  "Ayrıntıları gör",
		},
		{inv.MsgOrderPending, ""}: {
			subject: "Lütfen ödeyin, son ödeme {deadline_short}: {title}",
			heading: "Biletleriniz ödeme bekliyor.",
			body:    []string{"{title} siparişiniz için teşekkürler: {held}.", "Ödemenizi bulabilmemiz için lütfen {total} tutarını {reference} açıklamasıyla şu zamana kadar ödeyin: {deadline}."},
			action:  "Siparişi gör",
			after:   []string{"Organizatör ödemenizi kaydeder kaydetmez biletlerinizi alırsınız. Ödenmeyen biletler serbest bırakılır."},
		},
		{inv.MsgOrderConfirmed, ""}: {
			subject: "Biletleriniz: {title}",
			heading: "Katılımınız onaylandı!",
			body:    []string{"{title} siparişiniz onaylandı: {places}, toplam {total}.", "QR kodu girişte telefonunuzda veya kâğıt üzerinde gösterin. Düğme tüm biletlerinizi açar."},
			action:  "Biletleri gör",
		},
		{inv.MsgOrderExpired, ""}: {
			subject: "Siparişinizin süresi doldu: {title}",
			heading: "Siparişinizin süresi doldu.",
			body:    []string{"{title} için size ayrılan: {places}. Ödeme süresi geçti ve biletler serbest bırakıldı."},
			action:  "Siparişi gör",
			after:   []string{"Bu arada ödediyseniz, biletler hâlâ varsa biletlerinizi, yoksa paranızı geri alırsınız. Her iki durumda da size e-posta göndeririz."},
		},
		{inv.MsgOrderCancelled, ""}: {
			subject: "İptal edildi: {title}",
			heading: "Siparişinizdeki biletler iptal edildi.",
			body:    []string{"{title} siparişinizdeki biletler iptal edildi ve artık geçerli değil."},
			action:  "Siparişi gör",
		},
		{inv.MsgOrderRefunded, ""}: {
			subject: "Para iadeniz: {title}",
			heading: "Para iadesi alıyorsunuz.",
			body:    []string{"{title} siparişiniz için {refund} tutarını kullandığınız ödeme yöntemine iade ediyoruz. İade edilen biletler artık geçerli değil."},
			action:  "Siparişi gör",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentLate}: {
			subject: "Para iadeniz: {title}",
			heading: "Ödemeniz çok geç ulaştı.",
			body:    []string{"{title} için {refund} tutarındaki ödemeniz, siparişiniz sona erdikten sonra ulaştı ve biletler artık kalmamıştı. Tamamı kullandığınız ödeme yöntemine iade edilecek. Üzgünüz."},
			action:  "Siparişi gör",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentMismatch}: {
			subject: "Para iadeniz: {title}",
			heading: "Ödemeniz siparişinizle uyuşmadı.",
			body:    []string{"{title} siparişinizin tutarı {total}, ödemeniz ise {refund}. Tamamı kullandığınız ödeme yöntemine iade edilecek. Siparişiniz hâlâ açıkken yeniden ödeyebilirsiniz."},
			action:  "Siparişi gör",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentAgain}: {
			subject: "Para iadeniz: {title}",
			heading: "İki kez ödediniz.",
			body:    []string{"{title} siparişiniz zaten ödenmişti. {refund} tutarındaki ikinci ödemeniz kullandığınız ödeme yöntemine iade ediliyor. Biletleriniz geçerli kalır."},
			action:  "Siparişi gör",
		},
		{Announcement, ""}: {
			subject: "{title}",
			heading: "{title}",
			action:  "Biletlerimi gör",
		},
		{NewEvent, ""}: {
			subject: "{organization} duyurdu: {title}, {starts_short}",
			heading: "{title}",
			body:    []string{"{organization} yeni bir etkinlik duyurdu: {title}, {starts}."},
			action:  "Etkinliği gör",
		},
		{NewEvent, newDates}: {
			subject: "{organization} duyurdu: {series}",
			heading: "{series}",
			body:    []string{"{organization} yeni tarihler duyurdu: {series}, başlangıç {starts}."},
			action:  "Tüm tarihleri gör",
		},
		{inv.MsgInvitation, ""}: {
			subject: "Davet: {title}",
			heading: "Davetlisiniz",
			body:    []string{"{organization} sizi davet ediyor: {title}. Davetteki yer sayısı: {places}."},
			action:  "Daveti gör",
			after:   []string{"Bağlantı yalnızca sizin içindir: bağlantıya sahip olan sizin adınıza yer alabilir. Lütfen iletmeyin."},
		},
		{Feedback, ""}: {
			subject: "{title} nasıldı?",
			heading: "Nasıldı?",
			body:    []string{"{title} etkinliğine katıldığınız için teşekkürler. Nasıl geçtiğini organizatöre anlatır mısınız? Bir dakika sürer ve bir sonraki etkinliği daha iyi yapar."},
			action:  "Etkinliği değerlendir",
		},
		{Reminder, ""}: {
			subject: "Hatırlatma: {title}, {starts_short}",
			heading: "Yakında görüşmek üzere.",
			body:    []string{"{title} başlangıcı: {starts}. Sizde olan: {places}."},
			action:  "Biletleri gör veya iptal et",
			after:   []string{"Gelemiyor musunuz? Lütfen o sayfada iptal edin, başka biri gelebilsin."},
		},
		{Reminder, inv.ReasonTicketReceived}: {
			subject: "Hatırlatma: {title}, {starts_short}",
			heading: "Yakında görüşmek üzere.",
			body:    []string{"{title} başlangıcı: {starts}. {other} tarafından verilen bilet sizde."},
			action:  "Bileti gör",
		},
		{EventChanged, ""}: {
			subject: "Değişti: {title}, {starts_short}",
			heading: "Zaman veya yer değişti.",
			body:    []string{"Organizatör {title} etkinliğinin zamanını veya yerini değiştirdi. Yeni başlangıç: {starts}.", "Kaydınız geçerli kalır: {places}. Ekteki takvim kaydı eskisinin yerini alır."},
			action:  "Biletleri gör veya iptal et",
			after:   []string{"Artık gelemiyorsanız lütfen o sayfada iptal edin."},
		},
		{EventChanged, inv.ReasonTicketReceived}: {
			subject: "Değişti: {title}, {starts_short}",
			heading: "Zaman veya yer değişti.",
			body:    []string{"Organizatör {title} etkinliğinin zamanını veya yerini değiştirdi. Yeni başlangıç: {starts}.", "{other} tarafından verilen bilet geçerli kalır. Ekteki takvim kaydı eskisinin yerini alır."},
			action:  "Bileti gör",
		},
		{inv.MsgEventCancelled, ""}: {
			subject: "İptal edildi: {title}",
			heading: "Bu etkinlik iptal edildi.",
			body:    []string{"Organizatör {title} etkinliğini iptal etti. Kaydınız ({places}) artık geçerli değil ve yapmanız gereken bir şey yok."},
		},
		{inv.MsgEventCancelled, inv.ReasonTicketReceived}: {
			subject: "İptal edildi: {title}",
			heading: "Bu etkinlik iptal edildi.",
			body:    []string{"Organizatör {title} etkinliğini iptal etti. {other} tarafından verilen bilet artık geçerli değil ve yapmanız gereken bir şey yok. Para iadesi varsa ödeyen kişiye yapılır."},
		},
		{inv.MsgTransferOffered, ""}: {
			subject: "{other} size bir bilet gönderiyor: {title}",
			heading: "Size bir bilet var.",
			body:    []string{"{other} size bir {title} bileti gönderiyor. Aşağıdaki düğmeyle kabul edin, girişte göstermek üzere sizin olsun."},
			action:  "Kabul et veya reddet",
			after:   []string{"Bunu beklemiyor muydunuz? Bir şey yapmanız gerekmez: kabul etmedikçe bilet şu kişide kalır: {other}."},
		},
		{inv.MsgTransferAccepted, ""}: {
			subject: "{other} biletinizi kabul etti: {title}",
			heading: "Biletiniz devredildi.",
			body:    []string{"{other} {title} biletinizi kabul etti. Sizin kodunuz artık geçerli değil."},
			action:  "Devri gör",
		},
		{inv.MsgTicketReceived, ""}: {
			subject: "Biletiniz: {title}",
			heading: "Bilet sizin.",
			body:    []string{"{other} tarafından gönderilen {title} bileti artık yeni bir kodla sizin. Eskisi artık geçerli değil.", "Aşağıdaki düğmeyle açın ve girişte telefonunuzda veya kâğıt üzerinde gösterin."},
			action:  "Bileti gör",
		},
		{inv.MsgTransferDeclined, ""}: {
			subject: "{other} biletinizi reddetti: {title}",
			heading: "Bilet hâlâ sizin.",
			body:    []string{"{other} {title} biletinizi reddetti. Bilet hâlâ sizin ve kodu hâlâ geçerli."},
			action:  "Ayrıntıları gör",
		},
		{inv.MsgTicketReissued, ""}: {
			subject: "Yeni biletiniz: {title}",
			heading: "Biletinizin yeni bir kodu var.",
			body:    []string{"{title} biletlerinizden biri yeniden düzenlendi. Eski kodu kâğıtta da telefonunuzda da artık geçerli değil.", "Yenisini aşağıdaki düğmeyle açın ve girişte gösterin."},
			action:  "Bileti gör",
			after:   []string{"Bunu siz istemediniz mi? Lütfen organizatöre başvurun."},
		},
		{inv.MsgTicketVoided, ""}: {
			subject: "Biletiniz iptal edildi: {title}",
			heading: "Biletiniz iptal edildi.",
			body:    []string{"{other} tarafından verilen {title} bileti iptal edildi. Kodu artık geçerli değil.", "Para iadesi varsa ödeyen kişiye yapılır."},
			action:  "Ayrıntıları gör",
			after:   []string{"Bunu beklemiyor muydunuz? Lütfen bileti gönderene ({other}) veya organizatöre sorun."},
		},
		{inv.MsgExchanged, ""}: {
			subject: "Biletiniz satıldı: {title}",
			heading: "Biletiniz satıldı.",
			body:    []string{"Bekleme listesinden biri {title} biletinizi satın aldı. {refund} tutarını kullandığınız ödeme yöntemine iade ediyoruz.", "Sizin kodunuz artık geçerli değil."},
			action:  "Siparişi gör",
		},
		{inv.MsgExchanged, inv.ReasonItemsCancelled}: {
			subject: "Biletiniz satıldı: {title}",
			heading: "Biletiniz satıldı.",
			body:    []string{"Bekleme listesinden biri {title} biletinizi aldı. Paranızın tamamı size daha önce iade edilmişti.", "Sizin kodunuz artık geçerli değil."},
			action:  "Siparişi gör",
		},
		{inv.MsgExchangeClosed, ""}: {
			subject: "Biletiniz sizde kalıyor: {title}",
			heading: "Bilet hâlâ sizin.",
			body:    []string{"Kayıt kapanana kadar bekleme listesinden kimse {title} biletinizi satın almadı. Bilet hâlâ sizin ve kodu geçerli."},
			action:  "Siparişi gör",
		},
		{inv.MsgTransferCancelled, ""}: {
			subject: "Bilet devri iptal edildi: {title}",
			heading: "Devir iptal edildi.",
			body:    []string{"{other} bir {title} biletinin devrini iptal etti. Yapmanız gereken bir şey yok."},
			action:  "Ayrıntıları gör",
		},
	},

	account: accountMailWords{
		wordings: map[AccountMailKind]wording{
			SignInMail: {
				subject: "Oturum açma bağlantınız",
				heading: "Oturum açın",
				body:    []string{"Bu bağlantı oturumunuzu açar. Bir kez ve {life} boyunca çalışır."},
				action:  "Oturum aç",
				after:   []string{"Bizim için çalışan hiç kimse sizden bu bağlantıyı asla istemez."},
			},
			InvitationMail: {
				subject: "Davetlisiniz: {name}",
				heading: "{name}: hoş geldiniz",
				body:    []string{"Artık {name} etkinliklerinin yürütülmesine yardım edebilirsiniz, rolünüz: {role}.", "Bu e-posta adresiyle oturum açın. Şifre yok: her seferinde bir bağlantı alırsınız."},
				action:  "Oturum aç",
			},
			ConfirmAddressMail: {
				subject: "Adresinizi onaylayın: {name}",
				heading: "{name}: bir adım daha",
				body:    []string{"{name} etkinliğine katılmak için bu adresin sizin olduğunu onaylayın. Bu bağlantı bunu yapar ve sizi etkinliğe geri götürür. Bir kez ve {life} boyunca çalışır.", "Henüz yeriniz yok: orada tamamladığınızda alırsınız."},
				action:  "Onayla ve devam et",
			},
			FreshLinkMail: {
				subject: "Yeni bağlantınız: {name}",
				heading: "{name} için yeni bağlantınız",
				body:    []string{"Bu bağlantıyla {name} biletlerinizle ilgili her şeyi yapabilirsiniz: devretmek, geri satmak veya paranızı geri almak. {life} boyunca çalışır."},
				action:  "Aç",
				after:   []string{"Lütfen başkasına iletmeyin. Bizim için çalışan hiç kimse sizden bu bağlantıyı asla istemez."},
			},
			FoundMail: {
				subject: "Biletleriniz",
				heading: "Biletleriniz",
				body:    []string{"Bu adresle ayrılanlar: yaklaşanlar ve son haftalarda olanlar. Her bağlantı {life} boyunca çalışır."},
				action:  "Oturum açıp hepsini görün",
				after:   []string{"Lütfen bu e-postayı başkasına iletmeyin. Bizim için çalışan hiç kimse sizden bu bağlantıları asla istemez."},
			},
			NothingFoundMail: {
				subject: "Bu adresle bilet yok",
				heading: "Bu adresle bilet yok",
				body:    []string{"Yaklaşan hiçbir etkinlik için bu adresle yer ayrılmamış. Belki başka bir adres kullandınız: biletlerinizle ilgili ilk e-postamızı arayın."},
				action:  "Başka bir adresle ara",
			},
			RegisteredAlreadyMail: {
				subject: "Zaten kayıtlısınız: {name}",
				heading: "{name} için zaten kayıtlısınız",
				body:    []string{"Az önce biri bu adresle {name} etkinliğine kayıt yaptı. Yeriniz zaten var, bu yüzden hiçbir şey değişmedi: şimdi girilenler, misafirler dahil, dikkate alınmaz.", "Bu bağlantı kaydınıza götürür. {life} boyunca çalışır."},
				action:  "Kaydımı aç",
				after:   []string{"Lütfen başkasına iletmeyin. Bizim için çalışan hiç kimse sizden bu bağlantıyı asla istemez."},
			},
			WaitingAlreadyMail: {
				subject: "Zaten bekleme listesindesiniz: {name}",
				heading: "Zaten {name} bekleme listesindesiniz",
				body:    []string{"Az önce biri bu adresle {name} etkinliğinde bir yer istedi. Bekleme listesindeki yeriniz korunur; hiçbir şey değişmedi.", "Bu bağlantı sıranızı gösterir. {life} boyunca çalışır."},
				action:  "Sıramı gör",
				after:   []string{"Lütfen başkasına iletmeyin. Bizim için çalışan hiç kimse sizden bu bağlantıyı asla istemez."},
			},
			LimitReachedMail: {
				subject: "Daha fazla bilet alamazsınız: {name}",
				heading: "{name} için alabileceğiniz tüm biletler sizde",
				body:    []string{"Az önce biri bu adresle {name} etkinliğinde daha fazla yer istedi. Sizde olanlarla birlikte bu, bir kişinin alabileceğinden fazla olurdu, bu yüzden bir şey eklenmedi.", "Bu bağlantı sizde olanlara götürür. {life} boyunca çalışır."},
				action:  "Aç",
				after:   []string{"Lütfen başkasına iletmeyin. Bizim için çalışan hiç kimse sizden bu bağlantıyı asla istemez."},
			},
			EndpointDisabledMail: {
				subject: "Webhook gönderimi durdu: {name}",
				heading: "Webhook gönderimi durdu",
				body:    []string{"{name} uzun süredir webhook’larımızı almıyor, bu yüzden artık oraya göndermiyoruz.", "Hiçbir şey kaybolmaz: o zamandan beri olanlar bekler ve uç nokta yeniden etkinleştirilir etkinleştirilmez sırayla gönderilir."},
				action:  "Uç noktaya bak",
			},
			RefundAtProviderMail: {
				subject: "{name}: Holdfast dışında {amount} iade",
				heading: "Başka bir yerde {amount} iade edildi",
				body: []string{"Ödeme sağlayıcısının panelinde {name} siparişlerinden birinin {amount} tutarı iade edildi. O siparişin biletleri hâlâ geçerli ve satışı hâlâ kayıtlarda.",
					"Biletler iptal edilsin mi? O halde siparişin sayfasında parasını iade edin. Zaten geri ödenen bir daha ödenmez."},
				action: "Siparişe bak",
			},
			ProviderDeniesMail: {
				subject: "{name} erişimi reddediyor: ödemeler veya iadeler durdu",
				heading: "{name} erişimi reddediyor",
				body: []string{"{name} burada ayarlanan anahtarı kabul etmiyor veya onunla istenene izin vermiyor. Bu değişene kadar {name} ile sipariş ödenemez veya iadeler yapılmaz.",
					"Lütfen bu sunucuyu işletenden anahtarı kontrol etmesini isteyin. Gelen yanıt ({name}) sunucunun günlüğünde. Yapılması gereken iadeler bekler ve anahtar doğru olunca yapılır."},
				action: "Etkinliklere bak",
			},
		},
		minutes: locale.Counted{plural.One: "1 dakika", plural.Other: "{n} dakika"},
		hours:   locale.Counted{plural.One: "1 saat", plural.Other: "{n} saat"},
		roles:   map[string]string{"owner": "sahip", "organizer": "organizatör", "box_office": "gişe", "door": "kapı görevlisi", "viewer": "görüntüleyici"},
		footer:  "Bu mesajı, biri bu adresi girdiği için alıyorsunuz.",
		other:   "Siz değil miydiniz? Mesajı yok sayın, hiçbir şey olmaz.",
		owners:  "Bu mesajı, buradaki bir kuruluşun sahibi olarak alıyorsunuz.",
	},
}
