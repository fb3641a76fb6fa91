package wallet

var portuguese = map[string]string{
	"label.event": "Evento", "label.when": "Quando", "label.where": "Onde", "label.name": "Nome", "label.tier": "Bilhete",
	"label.seat": "Lugar", "label.number": "Número do bilhete", "label.by": "Organizador",
}
