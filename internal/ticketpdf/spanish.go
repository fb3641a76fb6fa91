package ticketpdf

import "golang.org/x/text/language"

var spanish = &words{
	tag: language.Spanish, ticket: "Entrada", when: "Cuándo", where: "Dónde", name: "Nombre", tier: "Entrada", seat: "Asiento",
	number: "Número de entrada", order: "Pedido", code: "Código QR de la entrada",
	ask:     "Muestra este código en el acceso, en papel o en una pantalla. Da acceso a una persona, una vez. No lo compartas.",
	squares: "□ representa un carácter que no se puede imprimir aquí. El código está completo, y eso es lo que cuenta en el acceso.",
	log:     "Cuando se imprimió esto, el registro público del evento tenía {n} anotaciones y la huella {root}.",
}
