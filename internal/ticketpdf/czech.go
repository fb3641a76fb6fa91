package ticketpdf

import "golang.org/x/text/language"

var czech = &words{
	tag: language.Czech, ticket: "Vstupenka", when: "Kdy", where: "Kde", name: "Jméno", tier: "Vstupenka", seat: "Místo",
	number: "Číslo vstupenky", order: "Objednávka", code: "QR kód vstupenky",
	ask:     "Ukažte tento kód u vstupu, na papíře nebo na displeji. Pustí dovnitř jednu osobu, jednou. Nikomu ho neposílejte.",
	squares: "□ zastupuje znak, který zde nelze vytisknout. Kód je úplný a u vstupu rozhoduje kód.",
	log:     "Při tisku měl veřejný protokol akce tento počet záznamů: {n}, a otisk {root}.",
}
