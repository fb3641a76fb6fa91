package accountmail

import (
	"golang.org/x/text/feature/plural"

	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
)

var turkish = &accountWords{
	wordings: map[Kind]mailkit.Wording{
		SignInMail: {
			Subject: "Oturum açma bağlantınız",
			Heading: "Oturum açın",
			Body:    []string{"Bu bağlantı oturumunuzu açar. Bir kez ve {life} boyunca çalışır."},
			Action:  "Oturum aç",
			After:   []string{"Bizim için çalışan hiç kimse sizden bu bağlantıyı asla istemez."},
		},
		InvitationMail: {
			Subject: "Davetlisiniz: {name}",
			Heading: "{name}: hoş geldiniz",
			Body:    []string{"Artık {name} etkinliklerinin yürütülmesine yardım edebilirsiniz, rolünüz: {role}.", "Bu e-posta adresiyle oturum açın. Şifre yok: her seferinde bir bağlantı alırsınız."},
			Action:  "Oturum aç",
		},
		ConfirmAddressMail: {
			Subject: "Adresinizi onaylayın: {name}",
			Heading: "{name}: bir adım daha",
			Body:    []string{"{name} etkinliğine katılmak için bu adresin sizin olduğunu onaylayın. Bu bağlantı bunu yapar ve sizi etkinliğe geri götürür. Bir kez ve {life} boyunca çalışır.", "Henüz yeriniz yok: orada tamamladığınızda alırsınız."},
			Action:  "Onayla ve devam et",
		},
		FreshLinkMail: {
			Subject: "Yeni bağlantınız: {name}",
			Heading: "{name} için yeni bağlantınız",
			Body:    []string{"Bu bağlantıyla {name} biletlerinizle ilgili her şeyi yapabilirsiniz: devretmek, geri satmak veya paranızı geri almak. {life} boyunca çalışır."},
			Action:  "Aç",
			After:   []string{"Lütfen başkasına iletmeyin. Bizim için çalışan hiç kimse sizden bu bağlantıyı asla istemez."},
		},
		FoundMail: {
			Subject: "Biletleriniz",
			Heading: "Biletleriniz",
			Body:    []string{"Bu adresle ayrılanlar: yaklaşanlar ve son haftalarda olanlar. Her bağlantı {life} boyunca çalışır."},
			Action:  "Oturum açıp hepsini görün",
			After:   []string{"Lütfen bu e-postayı başkasına iletmeyin. Bizim için çalışan hiç kimse sizden bu bağlantıları asla istemez."},
		},
		NothingFoundMail: {
			Subject: "Bu adresle bilet yok",
			Heading: "Bu adresle bilet yok",
			Body:    []string{"Yaklaşan hiçbir etkinlik için bu adresle yer ayrılmamış. Belki başka bir adres kullandınız: biletlerinizle ilgili ilk e-postamızı arayın."},
			Action:  "Başka bir adresle ara",
		},
		RegisteredAlreadyMail: {
			Subject: "Zaten kayıtlısınız: {name}",
			Heading: "{name} için zaten kayıtlısınız",
			Body:    []string{"Az önce biri bu adresle {name} etkinliğine kayıt yaptı. Yeriniz zaten var, bu yüzden hiçbir şey değişmedi: şimdi girilenler, misafirler dahil, dikkate alınmaz.", "Bu bağlantı kaydınıza götürür. {life} boyunca çalışır."},
			Action:  "Kaydımı aç",
			After:   []string{"Lütfen başkasına iletmeyin. Bizim için çalışan hiç kimse sizden bu bağlantıyı asla istemez."},
		},
		WaitingAlreadyMail: {
			Subject: "Zaten bekleme listesindesiniz: {name}",
			Heading: "Zaten {name} bekleme listesindesiniz",
			Body:    []string{"Az önce biri bu adresle {name} etkinliğinde bir yer istedi. Bekleme listesindeki yeriniz korunur; hiçbir şey değişmedi.", "Bu bağlantı sıranızı gösterir. {life} boyunca çalışır."},
			Action:  "Sıramı gör",
			After:   []string{"Lütfen başkasına iletmeyin. Bizim için çalışan hiç kimse sizden bu bağlantıyı asla istemez."},
		},
		LimitReachedMail: {
			Subject: "Daha fazla bilet alamazsınız: {name}",
			Heading: "{name} için alabileceğiniz tüm biletler sizde",
			Body:    []string{"Az önce biri bu adresle {name} etkinliğinde daha fazla yer istedi. Sizde olanlarla birlikte bu, bir kişinin alabileceğinden fazla olurdu, bu yüzden bir şey eklenmedi.", "Bu bağlantı sizde olanlara götürür. {life} boyunca çalışır."},
			Action:  "Aç",
			After:   []string{"Lütfen başkasına iletmeyin. Bizim için çalışan hiç kimse sizden bu bağlantıyı asla istemez."},
		},
		EndpointDisabledMail: {
			Subject: "Webhook gönderimi durdu: {name}",
			Heading: "Webhook gönderimi durdu",
			Body:    []string{"{name} uzun süredir webhook’larımızı almıyor, bu yüzden artık oraya göndermiyoruz.", "Hiçbir şey kaybolmaz: o zamandan beri olanlar bekler ve uç nokta yeniden etkinleştirilir etkinleştirilmez sırayla gönderilir."},
			Action:  "Uç noktaya bak",
		},
		RefundAtProviderMail: {
			Subject: "{name}: Holdfast dışında {amount} iade",
			Heading: "Başka bir yerde {amount} iade edildi",
			Body: []string{"Ödeme sağlayıcısının panelinde {name} siparişlerinden birinin {amount} tutarı iade edildi. O siparişin biletleri hâlâ geçerli ve satışı hâlâ kayıtlarda.",
				"Biletler iptal edilsin mi? O halde siparişin sayfasında parasını iade edin. Zaten geri ödenen bir daha ödenmez."},
			Action: "Siparişe bak",
		},
		ProviderDeniesMail: {
			Subject: "{name} erişimi reddediyor: ödemeler veya iadeler durdu",
			Heading: "{name} erişimi reddediyor",
			Body: []string{"{name} burada ayarlanan anahtarı kabul etmiyor veya onunla istenene izin vermiyor. Bu değişene kadar {name} ile sipariş ödenemez veya iadeler yapılmaz.",
				"Lütfen bu sunucuyu işletenden anahtarı kontrol etmesini isteyin. Gelen yanıt ({name}) sunucunun günlüğünde. Yapılması gereken iadeler bekler ve anahtar doğru olunca yapılır."},
			Action: "Etkinliklere bak",
		},
	},
	minutes: locale.Counted{plural.One: "1 dakika", plural.Other: "{n} dakika"},
	hours:   locale.Counted{plural.One: "1 saat", plural.Other: "{n} saat"},
	roles:   map[string]string{"owner": "sahip", "organizer": "organizatör", "box_office": "gişe", "door": "kapı görevlisi", "viewer": "görüntüleyici", "events": "tek etkinlikler"},
	owners:  "Bu mesajı, buradaki bir kuruluşun sahibi olarak alıyorsunuz.",
}
