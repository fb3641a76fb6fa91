package testpay

import "github.com/holdfast-events/holdfast/internal/payment"

var italian = words{
	Tag: "it", Heading: "Pagamento di prova", Lead: "Questo è il fornitore di prova integrato. Non si muove denaro: scegli che cosa deve succedere.",
	What: "Per", Sum: "Importo", Card: "Numero di carta (a scelta)", Pay: "Paga {amount}", Slow: "Paga {amount} con un bonifico lento", Fail: "Fai fallire il pagamento", Back: "Torna senza pagare",
	Arrived: "Il bonifico è arrivato", Lost: "Il bonifico non è riuscito",
	Error: "Qualcosa è andato storto da parte nostra. Riprova.", Gone: "Questo pagamento non esiste.",
	States: map[payment.Kind]string{
		payment.Captured: "È pagato.", payment.Expired: "Il tempo per pagare è scaduto.",
		payment.Pending: "Il bonifico è in corso. Che cosa deve succedere?", payment.Failed: "L’ultimo tentativo non è riuscito. Puoi riprovare.",
	},
}
