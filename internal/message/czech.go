package message

import (
	"golang.org/x/text/feature/plural"

	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/message/wordings"
)

var czech = &dictionary{
	Language:   mailkit.Czech,
	wordings:   wordings.Czech,
	places:     locale.Counted{plural.One: "1 vstupenka", plural.Few: "{n} vstupenky", plural.Many: "{n} vstupenky", plural.Other: "{n} vstupenek"},
	guests:     locale.Counted{plural.One: "vy a 1 host", plural.Few: "vy a {n} hosté", plural.Many: "vy a {n} hosta", plural.Other: "vy a {n} hostů"},
	placesHeld: locale.Counted{plural.One: "máte rezervovanou 1 vstupenku", plural.Few: "máte rezervované {n} vstupenky", plural.Many: "máte rezervováno {n} vstupenky", plural.Other: "máte rezervováno {n} vstupenek"},

	when: "Kdy", where: "Kde", online: "Online", what: "Vstupenka", with: "Hosté",
	until: "Přijmout do", cancelUntil: "Zrušit do",
	openDate: "Nový termín bude oznámen",
	cost:     "Cena", payAny: "Zaplaťte, kolik můžete", payFrom: "Zaplaťte, kolik můžete, od {amount}", order: "Vaše objednávka", discount: "Sleva", tax: "Daň", taxIncluded: "Daň v ceně", donation: "Dar, mimo DPH", rounding: "Zaokrouhlení", total: "Celkem",
	ticketOf: "Vstupenka {n} z {of}", codeAlt: "QR kód: {ticket}.", shortCode: "Kód k opsání:", seat: "{section}, řada {row}, místo {number}",

	preferences:     "Odhlásit připomenutí",
	noAnnouncements: "Odhlásit zprávy tohoto druhu",
	unfollow:        "Přestat sledovat: {organization}",
	grounds: [grounds]string{
		groundKnown:    "Tuto zprávu dostáváte, protože u akce {title} byla uvedena tato adresa.",
		groundOrder:    "Tuto zprávu dostáváte, protože s touto adresou byly objednány vstupenky na akci {title}.",
		groundWaitlist: "Tuto zprávu dostáváte, protože tato adresa je na čekací listině akce {title}.",
		groundOffered:  "Tuto zprávu dostáváte, protože někdo na tuto adresu posílá vstupenku na akci {title}.",
		groundReceived: "Tuto zprávu dostáváte, protože vstupenka na akci {title} byla převedena na tuto adresu.",
		groundHeld:     "Tuto zprávu dostáváte, protože tato adresa má vstupenku na akci {title}.",
		groundGiven:    "Tuto zprávu dostáváte, protože vstupenka na akci {title} byla z této adresy převedena.",
		groundReturned: "Tuto zprávu dostáváte, protože vstupenka na akci {title} z této adresy byla dána do prodeje přes čekací listinu.",
		groundInvited:  "Tuto zprávu dostáváte, protože {organization} zve tuto adresu na akci {title}.",
		groundFollows:  "Tuto zprávu dostáváte, protože sledujete: {organization}.",
	},
	footerOther:   "Nejste to vy? Někdo se nejspíš přepsal v adrese a tuto zprávu můžete ignorovat.",
	footerFollows: "Sledování můžete kdykoli ukončit.",
	footerOffered: "Není to pro vás? Někdo se nejspíš přepsal v adrese a tuto zprávu můžete ignorovat.",
	somebody:      "Někdo",
	moreGuests:    "{names} a další ({count})",
	and:           " a ",
}
