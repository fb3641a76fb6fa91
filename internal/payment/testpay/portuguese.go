package testpay

import "github.com/holdfast-events/holdfast/internal/payment"

var portuguese = words{
	Tag: "pt", Heading: "Pagamento de teste", Lead: "Este é o prestador de testes integrado. Nenhum dinheiro circula: escolha o que deve acontecer.",
	What: "Para", Sum: "Montante", Card: "Número do cartão (qualquer)", Pay: "Pagar {amount}", Slow: "Pagar {amount} por uma transferência lenta", Fail: "Fazer falhar o pagamento", Back: "Voltar sem pagar",
	Arrived: "A transferência chegou", Lost: "A transferência falhou",
	Error: "Algo correu mal do nosso lado. Tente novamente.", Gone: "Esse pagamento não existe.",
	States: map[payment.Kind]string{
		payment.Captured: "Está pago.", payment.Expired: "O prazo para pagar terminou.",
		payment.Pending: "A transferência está a caminho. O que deve acontecer-lhe?", payment.Failed: "A última tentativa falhou. Pode tentar novamente.",
	},
}
