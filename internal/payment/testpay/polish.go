package testpay

import "github.com/holdfast-events/holdfast/internal/payment"

var polish = words{
	Tag: "pl", Heading: "Płatność testowa", Lead: "To wbudowany operator testowy. Żadne pieniądze nie płyną: wybierz, co ma się stać.",
	What: "Za", Sum: "Kwota", Card: "Numer karty (dowolny)", Pay: "Zapłać {amount}", Slow: "Zapłać {amount} powolnym przelewem", Fail: "Niech płatność się nie powiedzie", Back: "Wróć bez płacenia",
	Arrived: "Przelew dotarł", Lost: "Przelew się nie powiódł",
	Error: "Coś poszło nie tak po naszej stronie. Spróbuj ponownie.", Gone: "Nie ma takiej płatności.",
	States: map[payment.Kind]string{
		payment.Captured: "To jest opłacone.", payment.Expired: "Czas na zapłatę minął.",
		payment.Pending: "Przelew jest w drodze. Co ma się z nim stać?", payment.Failed: "Ostatnia próba się nie powiodła. Możesz spróbować ponownie.",
	},
}
