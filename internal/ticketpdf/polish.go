package ticketpdf

import "golang.org/x/text/language"

var polish = &words{
	tag: language.Polish, ticket: "Bilet", when: "Kiedy", where: "Gdzie", name: "Imię i nazwisko", tier: "Bilet", seat: "Miejsce",
	number: "Numer biletu", order: "Zamówienie", code: "Kod QR biletu",
	ask:     "Pokaż ten kod przy wejściu, na papierze lub na ekranie. Wpuszcza jedną osobę, jeden raz. Nie udostępniaj go.",
	squares: "□ zastępuje znak, którego nie można tu wydrukować. Kod jest kompletny, a przy wejściu liczy się kod.",
	log:     "W chwili wydruku publiczny dziennik wydarzenia miał tyle wpisów: {n}, i odcisk {root}.",
}
