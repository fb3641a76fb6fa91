package wallet

var french = map[string]string{
	"label.event": "Événement", "label.when": "Quand", "label.where": "Où", "label.name": "Nom", "label.tier": "Billet",
	"label.seat": "Place", "label.number": "Numéro de billet", "label.by": "Organisateur",
}
