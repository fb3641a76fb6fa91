package ticketpdf

import "golang.org/x/text/language"

var portuguese = &words{
	tag: language.Portuguese, ticket: "Bilhete", when: "Quando", where: "Onde", name: "Nome", tier: "Bilhete", seat: "Lugar",
	number: "Número do bilhete", order: "Pedido", code: "Código QR do bilhete",
	ask:     "Mostre este código à entrada, em papel ou num ecrã. Dá entrada a uma pessoa, uma vez. Não o partilhe.",
	squares: "□ representa um carácter que não pode ser impresso aqui. O código está completo, e é isso que conta à entrada.",
	log:     "Quando isto foi impresso, o registo público do evento tinha {n} entradas e a impressão digital {root}.",
}
