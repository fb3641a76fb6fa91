package accountmail

import (
	"golang.org/x/text/feature/plural"

	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
)

var french = &accountWords{
	wordings: map[Kind]mailkit.Wording{
		SignInMail: {
			Subject: "Votre lien de connexion",
			Heading: "Se connecter",
			Body:    []string{"Ce lien vous connecte. Il fonctionne une seule fois, pendant {life}."},
			Action:  "Se connecter",
			After:   []string{"Personne chez nous ne vous demandera jamais ce lien."},
		},
		InvitationMail: {
			Subject: "Invitation : {name}",
			Heading: "Bienvenue chez {name}",
			Body:    []string{"Vous pouvez maintenant aider à gérer les événements de {name}. Votre rôle : {role}.", "Connectez-vous avec cette adresse e-mail. Il n’y a pas de mot de passe : vous recevez un lien à chaque fois."},
			Action:  "Se connecter",
		},
		ConfirmAddressMail: {
			Subject: "Confirmez votre adresse : {name}",
			Heading: "{name} : encore une étape",
			Body:    []string{"Pour participer à {name}, confirmez que cette adresse est la vôtre. Ce lien le fait et vous ramène à l’événement. Il fonctionne une seule fois, pendant {life}.", "Vous n’avez pas encore de place : vous l’obtiendrez en terminant là-bas."},
			Action:  "Confirmer et continuer",
		},
		FreshLinkMail: {
			Subject: "Votre nouveau lien : {name}",
			Heading: "Votre nouveau lien pour {name}",
			Body:    []string{"Avec ce lien, vous pouvez tout faire avec vos billets pour {name} : les transférer, les revendre ou vous faire rembourser. Il fonctionne pendant {life}."},
			Action:  "Ouvrir",
			After:   []string{"Ne le transférez pas. Personne chez nous ne vous demandera jamais ce lien."},
		},
		FoundMail: {
			Subject: "Vos billets",
			Heading: "Vos billets",
			Body:    []string{"Voici ce qui est réservé avec cette adresse : ce qui est à venir et ce qui a eu lieu ces dernières semaines. Chaque lien fonctionne pendant {life}."},
			Action:  "Se connecter pour tout voir",
			After:   []string{"Ne transférez pas cet e-mail. Personne chez nous ne vous demandera jamais ces liens."},
		},
		NothingFoundMail: {
			Subject: "Aucun billet avec cette adresse",
			Heading: "Aucun billet avec cette adresse",
			Body:    []string{"Rien de ce qui est à venir n’est réservé avec cette adresse. Peut-être en avez-vous utilisé une autre : cherchez notre premier e-mail au sujet de vos billets."},
			Action:  "Chercher avec une autre adresse",
		},
		RegisteredAlreadyMail: {
			Subject: "Vous avez déjà une inscription : {name}",
			Heading: "Vous avez déjà une inscription pour {name}",
			Body:    []string{"Quelqu’un vient de s’inscrire à {name} avec cette adresse. Vous avez votre place, rien n’a donc été modifié : ce qui vient d’être saisi, invités compris, ne compte pas.", "Ce lien mène à votre inscription. Il fonctionne pendant {life}."},
			Action:  "Ouvrir mon inscription",
			After:   []string{"Ne le transférez pas. Personne chez nous ne vous demandera jamais ce lien."},
		},
		WaitingAlreadyMail: {
			Subject: "Vous êtes déjà sur la liste d’attente : {name}",
			Heading: "Vous êtes déjà sur la liste d’attente pour {name}",
			Body:    []string{"Quelqu’un vient de demander une place pour {name} avec cette adresse. Vous gardez votre position sur la liste d’attente ; rien n’a été modifié.", "Ce lien montre votre position. Il fonctionne pendant {life}."},
			Action:  "Voir ma position",
			After:   []string{"Ne le transférez pas. Personne chez nous ne vous demandera jamais ce lien."},
		},
		LimitReachedMail: {
			Subject: "Vous ne pouvez pas avoir plus de billets : {name}",
			Heading: "Vous avez tous les billets possibles pour {name}",
			Body:    []string{"Quelqu’un vient de demander d’autres places pour {name} avec cette adresse. Avec ce que vous avez, ce serait plus qu’une personne ne peut avoir : rien n’a donc été ajouté.", "Ce lien mène à ce que vous avez. Il fonctionne pendant {life}."},
			Action:  "Ouvrir",
			After:   []string{"Ne le transférez pas. Personne chez nous ne vous demandera jamais ce lien."},
		},
		EndpointDisabledMail: {
			Subject: "Les webhooks vers {name} sont arrêtés",
			Heading: "Les webhooks sont arrêtés",
			Body:    []string{"{name} n’accepte plus nos webhooks depuis longtemps : nous n’y en envoyons donc plus.", "Rien n’est perdu : ce qui s’est passé depuis attend, et sera envoyé dans l’ordre dès que le point de terminaison sera réactivé."},
			Action:  "Voir le point de terminaison",
		},
		RefundAtProviderMail: {
			Subject: "{name} : un remboursement de {amount} hors de Holdfast",
			Heading: "Un remboursement de {amount} a été fait ailleurs",
			Body: []string{"{amount} d’une commande pour {name} ont été remboursés dans le tableau de bord du prestataire de paiement. Les billets de cette commande sont toujours valables, et sa vente figure toujours dans les comptes.",
				"Les billets doivent-ils être annulés ? Remboursez-les alors sur la page de la commande. Ce qui a déjà été remboursé ne l’est pas une seconde fois."},
			Action: "Voir la commande",
		},
		ProviderDeniesMail: {
			Subject: "{name} refuse l’accès : paiements ou remboursements à l’arrêt",
			Heading: "{name} refuse l’accès",
			Body: []string{"{name} n’accepte pas la clé configurée ici, ou ne permet pas ce qui a été demandé avec elle. Tant que cela n’est pas modifié, les commandes ne peuvent pas être payées avec {name}, ou les remboursements ne sont pas effectués.",
				"Demandez à l’exploitant de ce serveur de vérifier la clé. Le journal du serveur indique ce que {name} a répondu. Les remboursements dus attendent, et sont effectués dès que la clé est correcte."},
			Action: "Voir les événements",
		},
	},
	minutes: locale.Counted{plural.One: "{n} minute", plural.Other: "{n} minutes"},
	hours:   locale.Counted{plural.One: "{n} heure", plural.Other: "{n} heures"},
	roles:   map[string]string{"owner": "propriétaire", "organizer": "organisateur", "box_office": "billetterie", "door": "contrôle", "viewer": "lecteur", "events": "événements particuliers"},
	owners:  "Vous recevez ce message en tant que propriétaire d’une organisation ici.",
}
