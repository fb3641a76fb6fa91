package message

import (
	"golang.org/x/text/feature/plural"

	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/message/wordings"
)

var turkish = &dictionary{
	Language:   mailkit.Turkish,
	wordings:   wordings.Turkish,
	places:     locale.Counted{plural.One: "1 bilet", plural.Other: "{n} bilet"},
	guests:     locale.Counted{plural.One: "siz ve 1 misafir", plural.Other: "siz ve {n} misafir"},
	placesHeld: locale.Counted{plural.One: "sizin için 1 bilet ayrıldı", plural.Other: "sizin için {n} bilet ayrıldı"},

	when: "Ne zaman", where: "Nerede", online: "Çevrim içi", what: "Bilet", with: "Misafirler",
	until: "Son kabul", cancelUntil: "Son iptal",
	openDate: "Yeni tarih duyurulacak",
	cost:     "Fiyat", payAny: "Dilediğin kadar öde", payFrom: "Dilediğin kadar öde, en az {amount}", order: "Siparişiniz", discount: "İndirim", tax: "Vergi", taxIncluded: "Vergi dahil", donation: "Bağış, KDV dışı", rounding: "Yuvarlama", total: "Toplam",
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
	footerOther:   "Siz değil miydiniz? Biri adresini yanlış yazmış olabilir, bu e-postayı yok sayabilirsiniz.",
	footerFollows: "İstediğiniz zaman takibi bırakabilirsiniz.",
	footerOffered: "Bu size yönelik değil mi? Biri bir adresi yanlış yazmış olabilir, bu e-postayı yok sayabilirsiniz.",
	somebody:      "Biri",
	moreGuests:    "{names} ve {count} kişi daha",
	and:           " ve ",
}
