package message

import (
	"golang.org/x/text/feature/plural"

	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/message/wordings"
)

var italian = &dictionary{
	Language:   mailkit.Italian,
	wordings:   wordings.Italian,
	places:     locale.Counted{plural.One: "1 biglietto", plural.Other: "{n} biglietti"},
	guests:     locale.Counted{plural.One: "tu e 1 ospite", plural.Other: "tu e {n} ospiti"},
	placesHeld: locale.Counted{plural.One: "1 biglietto è riservato per te", plural.Other: "{n} biglietti sono riservati per te"},

	when: "Quando", where: "Dove", online: "Online", what: "Biglietto", with: "Ospiti",
	until: "Da accettare entro", cancelUntil: "Annullabile fino a",
	openDate: "Nuova data da definire",
	cost:     "Prezzo", payAny: "Offerta libera", payFrom: "Offerta libera, da {amount}", order: "Il tuo ordine", discount: "Sconto", tax: "Imposte", taxIncluded: "Imposte incluse", donation: "Donazione, fuori campo IVA", rounding: "Arrotondamento", total: "Totale",
	ticketOf: "Biglietto {n} di {of}", codeAlt: "Codice QR: {ticket}.", shortCode: "Codice da digitare:", seat: "{section}, fila {row}, posto {number}",

	preferences:     "Non ricevere più promemoria",
	noAnnouncements: "Non ricevere più messaggi come questo",
	unfollow:        "Non seguire più {organization}",
	grounds: [grounds]string{
		groundKnown:    "Ricevi questa email perché questo indirizzo è stato indicato per {title}.",
		groundOrder:    "Ricevi questa email perché con questo indirizzo sono stati ordinati biglietti per {title}.",
		groundWaitlist: "Ricevi questa email perché questo indirizzo è in lista d’attesa per {title}.",
		groundOffered:  "Ricevi questa email perché qualcuno invia a questo indirizzo un biglietto per {title}.",
		groundReceived: "Ricevi questa email perché un biglietto per {title} è stato trasferito a questo indirizzo.",
		groundHeld:     "Ricevi questa email perché questo indirizzo ha un biglietto per {title}.",
		groundGiven:    "Ricevi questa email perché un biglietto per {title} è stato trasferito da questo indirizzo.",
		groundReturned: "Ricevi questa email perché un biglietto di questo indirizzo per {title} è stato messo in vendita alla lista d’attesa.",
		groundInvited:  "Ricevi questa email perché {organization} ha invitato questo indirizzo a {title}.",
		groundFollows:  "Ricevi questa email perché segui {organization}.",
	},
	footerOther:   "Non eri tu? Forse qualcuno ha sbagliato indirizzo, e puoi ignorare questa email.",
	footerFollows: "Puoi smettere di seguire in qualsiasi momento.",
	footerOffered: "Non è per te? Forse qualcuno ha sbagliato indirizzo, e puoi ignorare questa email.",
	somebody:      "Qualcuno",
	moreGuests:    "{names} e altri {count}",
	and:           " e ",
}
