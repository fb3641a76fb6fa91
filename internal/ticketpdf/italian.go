package ticketpdf

import "golang.org/x/text/language"

var italian = &words{
	tag: language.Italian, ticket: "Biglietto", when: "Quando", where: "Dove", name: "Nome", tier: "Biglietto", seat: "Posto",
	number: "Numero del biglietto", order: "Ordine", code: "Codice QR del biglietto",
	ask:     "Mostra questo codice all’ingresso, su carta o su uno schermo. Fa entrare una persona, una sola volta. Non condividerlo.",
	squares: "□ indica un carattere che qui non si può stampare. Il codice è completo, ed è ciò che conta all’ingresso.",
	log:     "Al momento della stampa, il registro pubblico dell’evento aveva {n} voci e l’impronta {root}.",
}
