package testpay

import "github.com/holdfast-events/holdfast/internal/payment"

var dutch = words{
	Tag: "nl", Heading: "Testbetaling", Lead: "Dit is de ingebouwde testdienst. Er wordt geen geld verplaatst: kies wat er moet gebeuren.",
	What: "Voor", Sum: "Bedrag", Card: "Kaartnummer (willekeurig)", Pay: "{amount} betalen", Slow: "{amount} betalen met een trage overschrijving", Fail: "De betaling laten mislukken", Back: "Terug zonder te betalen",
	Arrived: "De overschrijving is aangekomen", Lost: "De overschrijving is mislukt",
	Error: "Er ging bij ons iets mis. Probeer het opnieuw.", Gone: "Deze betaling bestaat niet.",
	States: map[payment.Kind]string{
		payment.Captured: "Dit is betaald.", payment.Expired: "De tijd om dit te betalen is voorbij.",
		payment.Pending: "De overschrijving is onderweg. Wat moet ermee gebeuren?", payment.Failed: "De laatste poging is mislukt. Je kunt het opnieuw proberen.",
	},
}
