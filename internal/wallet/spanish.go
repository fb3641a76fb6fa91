package wallet

var spanish = map[string]string{
	"label.event": "Evento", "label.when": "Cuándo", "label.where": "Dónde", "label.name": "Nombre", "label.tier": "Entrada",
	"label.seat": "Asiento", "label.number": "Número de entrada", "label.by": "Organizador",
}
