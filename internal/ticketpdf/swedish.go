package ticketpdf

import "golang.org/x/text/language"

var swedish = &words{
	tag: language.Swedish, ticket: "Biljett", when: "När", where: "Var", name: "Namn", tier: "Biljett", seat: "Plats",
	number: "Biljettnummer", order: "Beställning", code: "Biljettens QR-kod",
	ask:     "Visa den här koden i entrén, på papper eller på en skärm. Den släpper in en person, en gång. Dela den inte.",
	squares: "□ står för ett tecken som inte kan skrivas ut här. Koden är fullständig, och det är den som räknas i entrén.",
	log:     "När det här skrevs ut hade evenemangets offentliga logg {n} poster och fingeravtrycket {root}.",
}
