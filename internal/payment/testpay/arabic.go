package testpay

import "github.com/holdfast-events/holdfast/internal/payment"

var arabic = words{
	Tag: "ar", Heading: "دفع تجريبي", Lead: "هذا مزوّد الدفع التجريبي المدمج. لا يُنقل أي مال: يُرجى اختيار ما ينبغي أن يحدث.",
	What: "من أجل", Sum: "المبلغ", Card: "رقم البطاقة (أي رقم)", Pay: "دفع {amount}", Slow: "دفع {amount} بتحويل مصرفي بطيء", Fail: "إفشال الدفع", Back: "العودة دون دفع",
	Arrived: "وصل التحويل", Lost: "فشل التحويل",
	Error: "حدث خطأ من جانبنا. يُرجى المحاولة مرة أخرى.", Gone: "لا توجد دفعة كهذه.",
	States: map[payment.Kind]string{
		payment.Captured: "تم دفع هذا.", payment.Expired: "انقضت مهلة الدفع.",
		payment.Pending: "التحويل المصرفي في الطريق. ماذا ينبغي أن يحدث له؟", payment.Failed: "فشلت المحاولة الأخيرة. يمكنك المحاولة مرة أخرى.",
	},
}
