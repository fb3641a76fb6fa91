package ticketpdf

import "golang.org/x/text/language"

var dutch = &words{
	tag: language.Dutch, ticket: "Ticket", when: "Wanneer", where: "Waar", name: "Naam", tier: "Ticket", seat: "Stoel",
	number: "Ticketnummer", order: "Bestelling", code: "QR-code van het ticket",
	ask:     "Laat deze code zien bij de ingang, op papier of op een scherm. Er komt één persoon één keer mee binnen. Deel hem niet.",
	squares: "□ staat voor een teken dat hier niet kan worden afgedrukt. De code is volledig, en die telt bij de ingang.",
	log:     "Toen dit werd afgedrukt, had het openbare logboek van het evenement {n} vermeldingen en de vingerafdruk {root}.",
}
