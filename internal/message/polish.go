package message

import (
	"golang.org/x/text/feature/plural"

	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/message/wordings"
)

var polish = &dictionary{
	Language: mailkit.Polish,
	wordings: wordings.Polish,
	places:   locale.Counted{plural.One: "1 bilet", plural.Few: "{n} bilety", plural.Many: "{n} biletów", plural.Other: "{n} biletu"},
	guests:   locale.Counted{plural.One: "Ty i 1 gość", plural.Few: "Ty i {n} gości", plural.Many: "Ty i {n} gości", plural.Other: "Ty i {n} gościa"},
	placesHeld: locale.Counted{plural.One: "1 bilet jest zarezerwowany dla Ciebie", plural.Few: "{n} bilety są zarezerwowane dla Ciebie",
		plural.Many: "{n} biletów jest zarezerwowanych dla Ciebie", plural.Other: "{n} biletu jest zarezerwowane dla Ciebie"},

	when: "Kiedy", where: "Gdzie", online: "Online", what: "Bilet", with: "Goście",
	until: "Odbierz do", cancelUntil: "Anuluj do",
	openDate: "Nowy termin wkrótce",
	cost:     "Cena", payAny: "Zapłać, ile możesz", payFrom: "Zapłać, ile możesz, od {amount}", order: "Twoje zamówienie", discount: "Zniżka", tax: "Podatek", taxIncluded: "W tym podatek", donation: "Darowizna, bez VAT", rounding: "Zaokrąglenie", total: "Suma",
	ticketOf: "Bilet {n} z {of}", codeAlt: "Kod QR: {ticket}.", shortCode: "Kod do wpisania:", seat: "{section}, rząd {row}, miejsce {number}",

	preferences:     "Zrezygnuj z przypomnień",
	noAnnouncements: "Zrezygnuj z takich wiadomości",
	unfollow:        "Przestań obserwować: {organization}",
	grounds: [grounds]string{
		groundKnown:    "Dostajesz ten e-mail, bo ten adres podano przy wydarzeniu {title}.",
		groundOrder:    "Dostajesz ten e-mail, bo z tym adresem zamówiono bilety na wydarzenie {title}.",
		groundWaitlist: "Dostajesz ten e-mail, bo ten adres jest na liście oczekujących na wydarzenie {title}.",
		groundOffered:  "Dostajesz ten e-mail, bo ktoś wysyła na ten adres bilet na wydarzenie {title}.",
		groundReceived: "Dostajesz ten e-mail, bo na ten adres przekazano bilet na wydarzenie {title}.",
		groundHeld:     "Dostajesz ten e-mail, bo ten adres ma bilet na wydarzenie {title}.",
		groundGiven:    "Dostajesz ten e-mail, bo z tego adresu przekazano bilet na wydarzenie {title}.",
		groundReturned: "Dostajesz ten e-mail, bo z tego adresu wystawiono dla listy oczekujących bilet na wydarzenie {title}.",
		groundInvited:  "Otrzymujesz tę wiadomość, ponieważ {organization} zaprasza ten adres na wydarzenie {title}.",
		groundFollows:  "Dostajesz ten e-mail, bo obserwujesz organizatora {organization}.",
	},
	footerOther:   "To nie Ty? Ktoś mógł pomylić się przy wpisywaniu adresu; możesz zignorować ten e-mail.",
	footerFollows: "W każdej chwili możesz przestać obserwować.",
	footerOffered: "To nie do Ciebie? Ktoś mógł pomylić się przy wpisywaniu adresu; możesz zignorować ten e-mail.",
	somebody:      "Ktoś",
	moreGuests:    "{names} i jeszcze {count}",
	and:           " i ",
}
