package message

import (
	"golang.org/x/text/feature/plural"

	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/message/wordings"
)

var french = &dictionary{
	Language:   mailkit.French,
	wordings:   wordings.French,
	places:     locale.Counted{plural.One: "{n} billet", plural.Other: "{n} billets"},
	guests:     locale.Counted{plural.One: "vous et {n} invité", plural.Other: "vous et {n} invités"},
	placesHeld: locale.Counted{plural.One: "{n} billet vous est réservé", plural.Other: "{n} billets vous sont réservés"},

	when: "Quand", where: "Où", online: "En ligne", what: "Billet", with: "Invités",
	until: "À accepter avant", cancelUntil: "Annulation avant",
	openDate: "Nouvelle date à venir",
	cost:     "Prix", payAny: "Prix libre", payFrom: "Prix libre, à partir de {amount}", order: "Votre commande", discount: "Réduction", tax: "Taxes", taxIncluded: "Taxes incluses", donation: "Don, hors TVA", rounding: "Arrondi", total: "Total",
	ticketOf: "Billet {n} sur {of}", codeAlt: "Code QR : {ticket}.", shortCode: "Code à saisir :", seat: "{section}, rang {row}, place {number}",

	preferences:     "Ne plus recevoir de rappels",
	noAnnouncements: "Ne plus recevoir de messages comme celui-ci",
	unfollow:        "Ne plus suivre {organization}",
	grounds: [grounds]string{
		groundKnown:    "Vous recevez cet e-mail parce que cette adresse a été donnée pour {title}.",
		groundOrder:    "Vous recevez cet e-mail parce que des billets pour {title} ont été commandés avec cette adresse.",
		groundWaitlist: "Vous recevez cet e-mail parce que cette adresse est sur la liste d’attente pour {title}.",
		groundOffered:  "Vous recevez cet e-mail parce que quelqu’un envoie un billet pour {title} à cette adresse.",
		groundReceived: "Vous recevez cet e-mail parce qu’un billet pour {title} a été transféré à cette adresse.",
		groundHeld:     "Vous recevez cet e-mail parce que cette adresse a un billet pour {title}.",
		groundGiven:    "Vous recevez cet e-mail parce qu’un billet pour {title} a été transféré depuis cette adresse.",
		groundReturned: "Vous recevez cet e-mail parce qu’un billet de cette adresse pour {title} a été mis en vente auprès de la liste d’attente.",
		groundInvited:  "Vous recevez cet e-mail parce que {organization} a invité cette adresse à {title}.",
		groundFollows:  "Vous recevez cet e-mail parce que vous suivez {organization}.",
	},
	footerOther:   "Ce n’était pas vous ? Quelqu’un s’est sans doute trompé d’adresse, et vous pouvez ignorer cet e-mail.",
	footerFollows: "Vous pouvez cesser de suivre à tout moment.",
	footerOffered: "Ce n’est pas pour vous ? Quelqu’un s’est sans doute trompé d’adresse, et vous pouvez ignorer cet e-mail.",
	somebody:      "Quelqu’un",
	moreGuests:    "{names} et {count} de plus",
	and:           " et ",
}
