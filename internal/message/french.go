package message

import (
	"fmt"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
)

var french = &dictionary{
	tag:         language.French,
	hello:       "Bonjour {name},",
	helloNobody: "Bonjour,",

	places:     locale.Counted{plural.One: "{n} billet", plural.Other: "{n} billets"},
	guests:     locale.Counted{plural.One: "vous et {n} invité", plural.Other: "vous et {n} invités"},
	minutes:    locale.Counted{plural.One: "{n} minute", plural.Other: "{n} minutes"},
	hours:      locale.Counted{plural.One: "{n} heure", plural.Other: "{n} heures"},
	days:       locale.Counted{plural.One: "{n} jour", plural.Other: "{n} jours"},
	placesHeld: locale.Counted{plural.One: "{n} billet vous est réservé", plural.Other: "{n} billets vous sont réservés"},

	when: "Quand", where: "Où", what: "Billet", with: "Invités",
	until: "À accepter avant", cancelUntil: "Annulation avant",
	amount: "Montant", reference: "Référence", payBefore: "À payer avant", howToPay: "Comment payer",
	cost: "Prix", order: "Votre commande", discount: "Réduction", tax: "Taxes", taxIncluded: "Taxes incluses", rounding: "Arrondi", total: "Total",
	point: ",", thousands: "\u202f",
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
		groundFollows:  "Vous recevez cet e-mail parce que vous suivez {organization}.",
	},
	footerLog:     "Lors de l’envoi, le journal public de l’événement comptait {n} entrées et avait l’empreinte {root}.",
	footerOther:   "Ce n’était pas vous ? Quelqu’un s’est sans doute trompé d’adresse, et vous pouvez ignorer cet e-mail.",
	footerFollows: "Vous pouvez cesser de suivre à tout moment.",
	footerOffered: "Ce n’est pas pour vous ? Quelqu’un s’est sans doute trompé d’adresse, et vous pouvez ignorer cet e-mail.",
	somebody:      "Quelqu’un",
	moreGuests:    "{names} et {count} de plus",
	and:           " et ",

	weekdays: [7]string{"dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"},
	months: [12]string{"janvier", "février", "mars", "avril", "mai", "juin",
		"juillet", "août", "septembre", "octobre", "novembre", "décembre"},
	date: func(d *dictionary, t time.Time) string {
		return fmt.Sprintf("%s %d %s %d", d.weekdays[t.Weekday()], t.Day(), d.months[t.Month()-1], t.Year())
	},
	shortDate: func(_ *dictionary, t time.Time) string { return t.Format("02/01") },
	clock:     "15:04", between: "–",

	wordings: map[wordingKey]wording{
		{inv.MsgConfirmed, ""}: {
			subject: "Confirmé : {title}",
			heading: "C’est confirmé !",
			body:    []string{"Votre inscription pour {title} est confirmée : {places}.", "Présentez le code QR à l’entrée, sur votre téléphone ou sur papier. Le bouton ouvre tous vos billets."},
			action:  "Voir ou annuler les billets",
			after:   []string{"Vous ne pouvez pas venir ? Annulez sur cette page, pour que la personne suivante sur la liste d’attente puisse avoir votre billet."},
		},
		{inv.MsgConfirmed, inv.ReasonPromoted}: {
			subject: "Vous avez un billet : {title}",
			heading: "C’est confirmé !",
			body:    []string{"Un billet s’est libéré, et c’était votre tour : votre inscription pour {title} est confirmée, {places}.", "Présentez le code QR à l’entrée, sur votre téléphone ou sur papier. Le bouton ouvre tous vos billets."},
			action:  "Voir ou annuler les billets",
			after:   []string{"Vous ne pouvez plus venir ? Annulez sur cette page, pour que la personne suivante sur la liste d’attente puisse avoir votre billet."},
		},
		{inv.MsgWaitlisted, ""}: {
			subject: "Vous êtes sur la liste d’attente : {title}",
			heading: "Vous êtes sur la liste d’attente.",
			body: []string{
				"Vous êtes sur la liste d’attente pour {title}, pour {places}.",
				"Vous n’avez rien d’autre à faire. Quand viendra votre tour, nous vous écrirons et réserverons vos billets pendant {window}, pour que vous puissiez les accepter.",
			},
			action: "Voir votre position",
			after:  []string{"Cette page montre votre position et la raison de chaque changement. Vous pouvez aussi y quitter la liste d’attente."},
		},
		{inv.MsgWaitlisted, inv.ReasonPromoted}: {
			subject: "Vous êtes sur la liste d’attente : {title}",
			heading: "Vous êtes sur la liste d’attente.",
			body: []string{
				"Vous êtes sur la liste d’attente pour {title}, pour {places}.",
				"Vous n’avez rien d’autre à faire. Quand viendra votre tour, vos billets seront aussitôt confirmés, et nous vous écrirons.",
			},
			action: "Voir votre position",
			after:  []string{"Cette page montre votre position et la raison de chaque changement. Vous pouvez aussi y quitter la liste d’attente."},
		},
		{inv.MsgOffer, ""}: {
			subject: "C’est votre tour : acceptez avant le {deadline_short} – {title}",
			heading: "C’est votre tour !",
			body: []string{
				"Un billet pour {title} s’est libéré, et c’est votre tour : {held}.",
				"Acceptez avant le {deadline}. Ensuite, il passe à la personne suivante sur la liste d’attente.",
			},
			action: "Accepter ou refuser",
			after:  []string{"Vous ne pouvez pas venir ? Refusez sur cette page, pour que la personne suivante n’ait pas à attendre."},
		},
		{inv.MsgOfferExtended, ""}: {
			subject: "Plus de temps pour accepter, jusqu’au {deadline_short} – {title}",
			heading: "Vous avez plus de temps.",
			body: []string{
				"L’organisateur vous a accordé plus de temps pour {title} : {held}.",
				"Acceptez avant le {deadline}.",
			},
			action: "Accepter ou refuser",
		},
		{inv.MsgOfferExpired, ""}: {
			subject: "Votre offre a expiré : {title}",
			heading: "Votre offre a expiré.",
			body:    []string{"Nous vous avions réservé {places} pour {title}. Le délai pour accepter est passé, et la personne suivante sur la liste d’attente reçoit une offre."},
			action:  "Voir les détails",
			after:   []string{"Vous souhaitez toujours venir ? Vous pouvez rejoindre à nouveau la liste d’attente tant que les inscriptions sont ouvertes."},
		},
		{inv.MsgCancelled, ""}: {
			subject: "Annulé : {title}",
			heading: "Votre inscription est annulée.",
			body:    []string{"Vous avez annulé {places} pour {title}. Merci de nous avoir prévenus : quelqu’un d’autre peut maintenant venir."},
			action:  "Voir votre inscription",
		},
		{inv.MsgCancelled, inv.ReasonCancelledByStaff}: {
			subject: "Votre inscription a été annulée : {title}",
			heading: "Votre inscription a été annulée.",
			body:    []string{"L’organisateur a annulé votre inscription pour {title} ({places}). Si vous pensez que c’est une erreur, contactez l’organisateur."},
			action:  "Voir votre inscription",
		},
		{inv.MsgGuestCancelled, ""}: {
			subject: "Un billet de moins : {title}",
			heading: "Un billet a été annulé.",
			body:    []string{"Un billet de votre inscription pour {title} a été annulé : {other}. Son code ne fonctionne plus, et quelqu’un d’autre peut maintenant venir.", "Vos autres billets gardent leurs codes : {places}."},
			action:  "Voir votre inscription",
			after:   []string{"Vous ne vous y attendiez pas ? Contactez l’organisateur."},
		},
		{inv.MsgEntryRemoved, ""}: {
			subject: "Vous n’êtes plus sur la liste d’attente : {title}",
			heading: "Vous n’êtes plus sur la liste d’attente.",
			body:    []string{"L’organisateur a retiré votre nom de la liste d’attente pour {title}. Si vous pensez que c’est une erreur, contactez l’organisateur."},
			action:  "Voir les détails",
		},
		{inv.MsgWaitlistClosed, ""}: {
			subject: "La liste d’attente est close : {title}",
			heading: "La liste d’attente est close.",
			body:    []string{"Les inscriptions pour {title} sont closes, et aucun billet ne s’est libéré pour vous à temps. Nous en sommes désolés."},
			action:  "Voir les détails",
		},
		{inv.MsgWaitlistClosed, inv.ReasonPartyTooLarge}: {
			subject: "Votre groupe est maintenant trop grand : {title}",
			heading: "Votre groupe est maintenant trop grand.",
			body:    []string{"La capacité de {title} a été réduite et ne suffit plus pour un groupe de votre taille ({places}). Vous n’êtes donc plus sur la liste d’attente. Vous pouvez la rejoindre à nouveau avec moins d’invités."},
			action:  "Voir les détails",
		},
		{inv.MsgOrderPending, ""}: {
			subject: "À payer avant le {deadline_short} : {title}",
			heading: "Vos billets attendent votre paiement.",
			body:    []string{"Merci pour votre commande pour {title} : {held}.", "Payez {total} avant le {deadline} en indiquant la référence {reference}, pour que nous puissions retrouver votre paiement."},
			action:  "Voir la commande",
			after:   []string{"Vous recevrez vos billets dès que l’organisateur aura enregistré votre paiement. Les billets non payés sont libérés."},
		},
		{inv.MsgOrderConfirmed, ""}: {
			subject: "Vos billets : {title}",
			heading: "C’est confirmé !",
			body:    []string{"Votre commande pour {title} est confirmée : {places}, {total} au total.", "Présentez le code QR à l’entrée, sur votre téléphone ou sur papier. Le bouton ouvre tous vos billets."},
			action:  "Voir les billets",
		},
		{inv.MsgOrderExpired, ""}: {
			subject: "Votre commande a expiré : {title}",
			heading: "Votre commande a expiré.",
			body:    []string{"Nous vous avions réservé {places} pour {title}. Le délai pour payer est passé, et les billets ont été libérés."},
			action:  "Voir la commande",
			after:   []string{"Si vous avez payé entre-temps, vous recevrez vos billets s’ils sont encore disponibles, sinon un remboursement. Dans les deux cas, nous vous écrirons."},
		},
		{inv.MsgOrderCancelled, ""}: {
			subject: "Annulé : {title}",
			heading: "Des billets de votre commande ont été annulés.",
			body:    []string{"Des billets de votre commande pour {title} ont été annulés et ne sont plus valables."},
			action:  "Voir la commande",
		},
		{inv.MsgOrderRefunded, ""}: {
			subject: "Votre remboursement : {title}",
			heading: "Vous recevez un remboursement.",
			body:    []string{"Pour votre commande pour {title}, nous remboursons {refund} sur votre moyen de paiement d’origine. Les billets rendus ne sont plus valables."},
			action:  "Voir la commande",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentLate}: {
			subject: "Votre remboursement : {title}",
			heading: "Votre paiement est arrivé trop tard.",
			body:    []string{"Votre paiement de {refund} pour {title} est arrivé après la fin de votre commande, et les billets n’étaient plus disponibles. Vous recevrez un remboursement intégral sur votre moyen de paiement d’origine. Nous en sommes désolés."},
			action:  "Voir la commande",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentMismatch}: {
			subject: "Votre remboursement : {title}",
			heading: "Votre paiement ne correspondait pas à votre commande.",
			body:    []string{"Votre commande pour {title} coûte {total}, et votre paiement était de {refund}. Vous recevrez un remboursement intégral sur votre moyen de paiement d’origine. Tant que votre commande est ouverte, vous pouvez payer à nouveau."},
			action:  "Voir la commande",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentAgain}: {
			subject: "Votre remboursement : {title}",
			heading: "Vous avez payé deux fois.",
			body:    []string{"Votre commande pour {title} était déjà payée. Votre second paiement de {refund} est remboursé sur votre moyen de paiement d’origine. Vos billets restent valables."},
			action:  "Voir la commande",
		},
		{Announcement, ""}: {
			subject: "{title}",
			heading: "{title}",
			action:  "Voir vos billets",
		},
		{NewEvent, ""}: {
			subject: "Nouveau chez {organization} : {title}, {starts_short}",
			heading: "{title}",
			body:    []string{"{organization} a annoncé un nouvel événement : {title}, le {starts}."},
			action:  "Voir l’événement",
		},
		{NewEvent, newDates}: {
			subject: "Nouveau chez {organization} : {series}",
			heading: "{series}",
			body:    []string{"{organization} a annoncé de nouvelles dates de {series}, à partir du {starts}."},
			action:  "Voir toutes les dates",
		},
		{Reminder, ""}: {
			subject: "Rappel : {title}, {starts_short}",
			heading: "À bientôt.",
			body:    []string{"{title} commence le {starts}. Vous avez {places}."},
			action:  "Voir ou annuler les billets",
			after:   []string{"Vous ne pouvez pas venir ? Annulez sur cette page, pour que quelqu’un d’autre puisse venir."},
		},
		{Reminder, inv.ReasonTicketReceived}: {
			subject: "Rappel : {title}, {starts_short}",
			heading: "À bientôt.",
			body:    []string{"{title} commence le {starts}. Vous avez le billet que {other} vous a donné."},
			action:  "Voir le billet",
		},
		{EventChanged, ""}: {
			subject: "Modifié : {title}, {starts_short}",
			heading: "L’heure ou le lieu a changé.",
			body:    []string{"L’organisateur a modifié l’heure ou le lieu de {title}. Nouveau début : {starts}.", "Votre inscription reste valable : {places}. L’entrée de calendrier jointe remplace l’ancienne."},
			action:  "Voir ou annuler les billets",
			after:   []string{"Si vous ne pouvez plus venir, annulez sur cette page."},
		},
		{EventChanged, inv.ReasonTicketReceived}: {
			subject: "Modifié : {title}, {starts_short}",
			heading: "L’heure ou le lieu a changé.",
			body:    []string{"L’organisateur a modifié l’heure ou le lieu de {title}. Nouveau début : {starts}.", "Le billet que {other} vous a donné reste valable. L’entrée de calendrier jointe remplace l’ancienne."},
			action:  "Voir le billet",
		},
		{inv.MsgEventCancelled, ""}: {
			subject: "Annulé : {title}",
			heading: "Cet événement est annulé.",
			body:    []string{"L’organisateur a annulé {title}. Votre inscription ({places}) n’est plus valable, et vous n’avez rien à faire."},
		},
		{inv.MsgEventCancelled, inv.ReasonTicketReceived}: {
			subject: "Annulé : {title}",
			heading: "Cet événement est annulé.",
			body:    []string{"L’organisateur a annulé {title}. Le billet que {other} vous a donné n’est plus valable, et vous n’avez rien à faire. Un éventuel remboursement va à la personne qui a payé."},
		},
		{inv.MsgTransferOffered, ""}: {
			subject: "{other} a un billet pour vous : {title}",
			heading: "Un billet pour vous.",
			body:    []string{"{other} vous envoie un billet pour {title}. Acceptez-le avec le bouton ci-dessous : il sera à vous, et vous le présenterez à l’entrée."},
			action:  "Accepter ou refuser",
			after:   []string{"Vous ne vous y attendiez pas ? Vous n’avez rien à faire : tant que vous n’acceptez pas, {other} garde le billet."},
		},
		{inv.MsgTransferAccepted, ""}: {
			subject: "{other} a accepté votre billet : {title}",
			heading: "Votre billet a été transféré.",
			body:    []string{"{other} a accepté votre billet pour {title}. Votre code pour ce billet ne fonctionne plus."},
			action:  "Voir le transfert",
		},
		{inv.MsgTicketReceived, ""}: {
			subject: "Votre billet : {title}",
			heading: "Le billet est à vous.",
			body:    []string{"Le billet de {other} pour {title} est maintenant à vous, avec un nouveau code. L’ancien ne fonctionne plus.", "Ouvrez-le avec le bouton ci-dessous, et présentez-le à l’entrée, sur votre téléphone ou sur papier."},
			action:  "Voir le billet",
		},
		{inv.MsgTransferDeclined, ""}: {
			subject: "{other} a refusé votre billet : {title}",
			heading: "Le billet est toujours à vous.",
			body:    []string{"{other} a refusé votre billet pour {title}. Il est toujours à vous, et son code fonctionne toujours."},
			action:  "Voir les détails",
		},
		{inv.MsgTicketReissued, ""}: {
			subject: "Votre nouveau billet : {title}",
			heading: "Votre billet a un nouveau code.",
			body:    []string{"L’un de vos billets pour {title} a été réémis. Son ancien code ne fonctionne plus, ni sur papier ni sur votre téléphone.", "Ouvrez le nouveau avec le bouton ci-dessous, et présentez-le à l’entrée."},
			action:  "Voir le billet",
			after:   []string{"Vous n’avez rien demandé ? Contactez l’organisateur."},
		},
		{inv.MsgTicketVoided, ""}: {
			subject: "Votre billet a été annulé : {title}",
			heading: "Votre billet a été annulé.",
			body:    []string{"Le billet pour {title} que {other} vous a donné a été annulé. Son code ne fonctionne plus.", "Un éventuel remboursement va à la personne qui a payé."},
			action:  "Voir les détails",
			after:   []string{"Ce n’est pas ce que vous attendiez ? Adressez-vous à {other} ou à l’organisateur."},
		},
		{inv.MsgExchanged, ""}: {
			subject: "Votre billet a été vendu : {title}",
			heading: "Votre billet a été vendu.",
			body:    []string{"Une personne de la liste d’attente a acheté votre billet pour {title}. Nous remboursons {refund} sur votre moyen de paiement d’origine.", "Votre code pour ce billet ne fonctionne plus."},
			action:  "Voir la commande",
		},
		{inv.MsgExchanged, inv.ReasonItemsCancelled}: {
			subject: "Votre billet a été vendu : {title}",
			heading: "Votre billet a été vendu.",
			body:    []string{"Une personne de la liste d’attente a pris votre billet pour {title}. Vous aviez déjà reçu un remboursement intégral.", "Votre code pour ce billet ne fonctionne plus."},
			action:  "Voir la commande",
		},
		{inv.MsgExchangeClosed, ""}: {
			subject: "Vous gardez votre billet : {title}",
			heading: "Le billet est toujours à vous.",
			body:    []string{"Personne sur la liste d’attente n’a acheté votre billet pour {title} avant la clôture des inscriptions. Il est toujours à vous, et son code fonctionne."},
			action:  "Voir la commande",
		},
		{inv.MsgTransferCancelled, ""}: {
			subject: "Transfert de billet annulé : {title}",
			heading: "Le transfert a été annulé.",
			body:    []string{"{other} a annulé le transfert d’un billet pour {title}. Vous n’avez rien à faire."},
			action:  "Voir les détails",
		},
	},

	account: accountMailWords{
		wordings: map[AccountMailKind]wording{
			SignInMail: {
				subject: "Votre lien de connexion",
				heading: "Se connecter",
				body:    []string{"Ce lien vous connecte. Il fonctionne une seule fois, pendant {life}."},
				action:  "Se connecter",
				after:   []string{"Personne chez nous ne vous demandera jamais ce lien."},
			},
			InvitationMail: {
				subject: "Invitation : {name}",
				heading: "Bienvenue chez {name}",
				body:    []string{"Vous pouvez maintenant aider à gérer les événements de {name}. Votre rôle : {role}.", "Connectez-vous avec cette adresse e-mail. Il n’y a pas de mot de passe : vous recevez un lien à chaque fois."},
				action:  "Se connecter",
			},
			ConfirmAddressMail: {
				subject: "Confirmez votre adresse : {name}",
				heading: "{name} : encore une étape",
				body:    []string{"Pour participer à {name}, confirmez que cette adresse est la vôtre. Ce lien le fait et vous ramène à l’événement. Il fonctionne une seule fois, pendant {life}.", "Vous n’avez pas encore de place : vous l’obtiendrez en terminant là-bas."},
				action:  "Confirmer et continuer",
			},
			FreshLinkMail: {
				subject: "Votre nouveau lien : {name}",
				heading: "Votre nouveau lien pour {name}",
				body:    []string{"Avec ce lien, vous pouvez tout faire avec vos billets pour {name} : les transférer, les revendre ou vous faire rembourser. Il fonctionne pendant {life}."},
				action:  "Ouvrir",
				after:   []string{"Ne le transférez pas. Personne chez nous ne vous demandera jamais ce lien."},
			},
			RegisteredAlreadyMail: {
				subject: "Vous avez déjà une inscription : {name}",
				heading: "Vous avez déjà une inscription pour {name}",
				body:    []string{"Quelqu’un vient de s’inscrire à {name} avec cette adresse. Vous avez votre place, rien n’a donc été modifié : ce qui vient d’être saisi, invités compris, ne compte pas.", "Ce lien mène à votre inscription. Il fonctionne pendant {life}."},
				action:  "Ouvrir mon inscription",
				after:   []string{"Ne le transférez pas. Personne chez nous ne vous demandera jamais ce lien."},
			},
			WaitingAlreadyMail: {
				subject: "Vous êtes déjà sur la liste d’attente : {name}",
				heading: "Vous êtes déjà sur la liste d’attente pour {name}",
				body:    []string{"Quelqu’un vient de demander une place pour {name} avec cette adresse. Vous gardez votre position sur la liste d’attente ; rien n’a été modifié.", "Ce lien montre votre position. Il fonctionne pendant {life}."},
				action:  "Voir ma position",
				after:   []string{"Ne le transférez pas. Personne chez nous ne vous demandera jamais ce lien."},
			},
			LimitReachedMail: {
				subject: "Vous ne pouvez pas avoir plus de billets : {name}",
				heading: "Vous avez tous les billets possibles pour {name}",
				body:    []string{"Quelqu’un vient de demander d’autres places pour {name} avec cette adresse. Avec ce que vous avez, ce serait plus qu’une personne ne peut avoir : rien n’a donc été ajouté.", "Ce lien mène à ce que vous avez. Il fonctionne pendant {life}."},
				action:  "Ouvrir",
				after:   []string{"Ne le transférez pas. Personne chez nous ne vous demandera jamais ce lien."},
			},
			EndpointDisabledMail: {
				subject: "Les webhooks vers {name} sont arrêtés",
				heading: "Les webhooks sont arrêtés",
				body:    []string{"{name} n’accepte plus nos webhooks depuis longtemps : nous n’y en envoyons donc plus.", "Rien n’est perdu : ce qui s’est passé depuis attend, et sera envoyé dans l’ordre dès que le point de terminaison sera réactivé."},
				action:  "Voir le point de terminaison",
			},
			RefundAtProviderMail: {
				subject: "{name} : un remboursement de {amount} hors de Holdfast",
				heading: "Un remboursement de {amount} a été fait ailleurs",
				body: []string{"{amount} d’une commande pour {name} ont été remboursés dans le tableau de bord du prestataire de paiement. Les billets de cette commande sont toujours valables, et sa vente figure toujours dans les comptes.",
					"Les billets doivent-ils être annulés ? Remboursez-les alors sur la page de la commande. Ce qui a déjà été remboursé ne l’est pas une seconde fois."},
				action: "Voir la commande",
			},
			ProviderDeniesMail: {
				subject: "{name} refuse l’accès : paiements ou remboursements à l’arrêt",
				heading: "{name} refuse l’accès",
				body: []string{"{name} n’accepte pas la clé configurée ici, ou ne permet pas ce qui a été demandé avec elle. Tant que cela n’est pas modifié, les commandes ne peuvent pas être payées avec {name}, ou les remboursements ne sont pas effectués.",
					"Demandez à l’exploitant de ce serveur de vérifier la clé. Le journal du serveur indique ce que {name} a répondu. Les remboursements dus attendent, et sont effectués dès que la clé est correcte."},
				action: "Voir les événements",
			},
		},
		minutes: locale.Counted{plural.One: "{n} minute", plural.Other: "{n} minutes"},
		hours:   locale.Counted{plural.One: "{n} heure", plural.Other: "{n} heures"},
		roles:   map[string]string{"owner": "propriétaire", "organizer": "organisateur", "box_office": "billetterie", "door": "contrôle", "viewer": "lecteur"},
		footer:  "Vous recevez ce message parce que quelqu’un a saisi cette adresse.",
		other:   "Ce n’était pas vous ? Ignorez ce message, et il ne se passera rien.",
		owners:  "Vous recevez ce message en tant que propriétaire d’une organisation ici.",
	},
}
