package ticketpdf

import "golang.org/x/text/language"

var arabic = &words{
	tag: language.Arabic, ticket: "تذكرة", when: "الموعد", where: "المكان", name: "الاسم", tier: "التذكرة", seat: "المقعد",
	number: "رقم التذكرة", order: "الطلب", code: "رمز QR للتذكرة",
	ask:     "يُرجى إبراز هذا الرمز عند المدخل، على الورق أو على الشاشة. يُدخل شخصًا واحدًا مرة واحدة. لا تشاركه مع أحد.",
	squares: "□ بدل حرف لا يمكن طباعته هنا. الرمز كامل، وهو المعتمد عند المدخل.",
	log:     "عند الطباعة كان في السجل العام للفعالية {n} من القيود، وبصمته {root}.",
}
