package testpay

import "github.com/holdfast-events/holdfast/internal/payment"

var turkish = words{
	Tag: "tr", Heading: "Deneme ödemesi", Lead: "Bu, yerleşik deneme sağlayıcısıdır. Para aktarılmaz: ne olması gerektiğini seçin.",
	What: "Ne için", Sum: "Tutar", Card: "Kart numarası (herhangi)", Pay: "{amount} öde", Slow: "{amount} tutarını yavaş bir havaleyle öde", Fail: "Ödemeyi başarısız kıl", Back: "Ödemeden geri dön",
	Arrived: "Havale ulaştı", Lost: "Havale başarısız oldu",
	Error: "Bizim tarafımızda bir şeyler ters gitti. Lütfen tekrar deneyin.", Gone: "Böyle bir ödeme yok.",
	States: map[payment.Kind]string{
		payment.Captured: "Bu ödendi.", payment.Expired: "Bunu ödeme süresi doldu.",
		payment.Pending: "Havale yolda. Sonucu ne olsun?", payment.Failed: "Son deneme başarısız oldu. Tekrar deneyebilirsiniz.",
	},
}
