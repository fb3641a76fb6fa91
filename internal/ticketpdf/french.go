package ticketpdf

import "golang.org/x/text/language"

var french = &words{
	tag: language.French, ticket: "Billet", when: "Quand", where: "Où", name: "Nom", tier: "Billet", seat: "Place",
	number: "Numéro de billet", order: "Commande", code: "Code QR du billet",
	ask:     "Présentez ce code à l’entrée, sur papier ou sur un écran. Il fait entrer une personne, une seule fois. Ne le partagez pas.",
	squares: "□ remplace un caractère qui ne peut pas être imprimé ici. Le code est complet, et c’est lui qui compte à l’entrée.",
	log:     "Lors de l’impression, le journal public de l’événement comptait {n} entrées et avait l’empreinte {root}.",
}
