package testpay

import "github.com/holdfast-events/holdfast/internal/payment"

var swedish = words{
	Tag: "sv", Heading: "Testbetalning", Lead: "Det här är den inbyggda testtjänsten. Inga pengar flyttas: välj vad som ska hända.",
	What: "För", Sum: "Belopp", Card: "Kortnummer (valfritt)", Pay: "Betala {amount}", Slow: "Betala {amount} med en långsam banköverföring", Fail: "Låt betalningen misslyckas", Back: "Gå tillbaka utan att betala",
	Arrived: "Överföringen har kommit in", Lost: "Överföringen misslyckades",
	Error: "Något gick fel hos oss. Försök igen.", Gone: "Det finns ingen sådan betalning.",
	States: map[payment.Kind]string{
		payment.Captured: "Det här är betalt.", payment.Expired: "Tiden att betala det här är ute.",
		payment.Pending: "Banköverföringen är på väg. Vad ska hända med den?", payment.Failed: "Det senaste försöket misslyckades. Du kan försöka igen.",
	},
}
