package wallet

var dutch = map[string]string{
	"label.event": "Evenement", "label.when": "Wanneer", "label.where": "Waar", "label.name": "Naam", "label.tier": "Ticket",
	"label.seat": "Stoel", "label.number": "Ticketnummer", "label.by": "Organisator",
}
