package testpay

import "github.com/holdfast-events/holdfast/internal/payment"

var french = words{
	Tag: "fr", Heading: "Paiement de test", Lead: "Ceci est le prestataire de test intégré. Aucun argent ne circule : choisissez ce qui doit se passer.",
	What: "Pour", Sum: "Montant", Card: "Numéro de carte (au choix)", Pay: "Payer {amount}", Slow: "Payer {amount} par un virement lent", Fail: "Faire échouer le paiement", Back: "Revenir sans payer",
	Arrived: "Le virement est arrivé", Lost: "Le virement a échoué",
	Error: "Une erreur est survenue de notre côté. Veuillez réessayer.", Gone: "Ce paiement n’existe pas.",
	States: map[payment.Kind]string{
		payment.Captured: "C’est payé.", payment.Expired: "Le délai pour payer est écoulé.",
		payment.Pending: "Le virement est en cours. Que doit-il devenir ?", payment.Failed: "Le dernier essai a échoué. Vous pouvez réessayer.",
	},
}
