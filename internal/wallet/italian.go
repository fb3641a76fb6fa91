package wallet

var italian = map[string]string{
	"label.event": "Evento", "label.when": "Quando", "label.where": "Dove", "label.name": "Nome", "label.tier": "Biglietto",
	"label.seat": "Posto", "label.number": "Numero del biglietto", "label.by": "Organizzatore",
}
