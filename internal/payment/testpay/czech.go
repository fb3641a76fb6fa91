package testpay

import "github.com/holdfast-events/holdfast/internal/payment"

var czech = words{
	Tag: "cs", Heading: "Zkušební platba", Lead: "Toto je vestavěný zkušební poskytovatel. Žádné peníze se nepřevádějí: vyberte, co se má stát.",
	What: "Za", Sum: "Částka", Card: "Číslo karty (libovolné)", Pay: "Zaplatit {amount}", Slow: "Zaplatit {amount} pomalým převodem", Fail: "Nechat platbu selhat", Back: "Zpět bez placení",
	Arrived: "Převod dorazil", Lost: "Převod selhal",
	Error: "Něco se pokazilo na naší straně. Zkuste to prosím znovu.", Gone: "Taková platba neexistuje.",
	States: map[payment.Kind]string{
		payment.Captured: "Toto je zaplacené.", payment.Expired: "Čas na zaplacení vypršel.",
		payment.Pending: "Bankovní převod je na cestě. Jak má dopadnout?", payment.Failed: "Poslední pokus selhal. Můžete to zkusit znovu.",
	},
}
