package message

import (
	"golang.org/x/text/feature/plural"

	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/message/wordings"
)

var arabic = &dictionary{
	Language:   mailkit.Arabic,
	wordings:   wordings.Arabic,
	places:     locale.Counted{plural.Zero: "{n} تذكرة", plural.One: "تذكرة واحدة", plural.Two: "تذكرتان", plural.Few: "{n} تذاكر", plural.Many: "{n} تذكرة", plural.Other: "{n} تذكرة"},
	guests:     locale.Counted{plural.Zero: "أنت و{n} مرافق", plural.One: "أنت ومرافق واحد", plural.Two: "أنت ومرافقان", plural.Few: "أنت و{n} مرافقين", plural.Many: "أنت و{n} مرافقًا", plural.Other: "أنت و{n} مرافق"},
	placesHeld: locale.Counted{plural.Zero: "هناك {n} تذكرة محجوزة لك", plural.One: "هناك تذكرة محجوزة لك", plural.Two: "هناك تذكرتان محجوزتان لك", plural.Few: "هناك {n} تذاكر محجوزة لك", plural.Many: "هناك {n} تذكرة محجوزة لك", plural.Other: "هناك {n} تذكرة محجوزة لك"},

	when: "الموعد", where: "المكان", online: "عبر الإنترنت", what: "التذكرة", with: "المرافقون",
	until: "القبول قبل", cancelUntil: "الإلغاء قبل",
	openDate: "يُعلن الموعد الجديد لاحقًا",
	cost:     "السعر", payAny: "ادفع ما تستطيع", payFrom: "ادفع ما تستطيع، ابتداءً من {amount}", order: "طلبك", discount: "الخصم", tax: "الضريبة", taxIncluded: "الضريبة المشمولة", donation: "تبرّع، خارج ضريبة القيمة المضافة", rounding: "التقريب", total: "الإجمالي",
	ticketOf: "التذكرة {n} من {of}", codeAlt: "رمز QR: {ticket}.", shortCode: "الرمز للكتابة:", seat: "{section}، الصف {row}، المقعد {number}",

	preferences:     "إلغاء الاشتراك في التذكيرات",
	noAnnouncements: "إلغاء الاشتراك في مثل هذه الرسائل",
	unfollow:        "إلغاء متابعة {organization}",
	grounds: [grounds]string{
		groundKnown:    "وصلتك هذه الرسالة لأن هذا العنوان أُعطي من أجل {title}.",
		groundOrder:    "وصلتك هذه الرسالة لأن تذاكر {title} طُلبت بهذا العنوان.",
		groundWaitlist: "وصلتك هذه الرسالة لأن هذا العنوان في قائمة انتظار {title}.",
		groundOffered:  "وصلتك هذه الرسالة لأن شخصًا ما يرسل تذكرة {title} إلى هذا العنوان.",
		groundReceived: "وصلتك هذه الرسالة لأن تذكرة {title} نُقلت إلى هذا العنوان.",
		groundHeld:     "وصلتك هذه الرسالة لأن لدى هذا العنوان تذكرة {title}.",
		groundGiven:    "وصلتك هذه الرسالة لأن تذكرة {title} نُقلت من هذا العنوان.",
		groundReturned: "وصلتك هذه الرسالة لأن تذكرة {title} من هذا العنوان عُرضت للبيع لقائمة الانتظار.",
		groundInvited:  "وصلتك هذه الرسالة لأن {organization} دعت هذا العنوان إلى {title}.",
		groundFollows:  "وصلتك هذه الرسالة بسبب متابعتك لـ {organization}.",
	},
	footerOther:   "هل وصلتك بالخطأ؟ ربما أخطأ شخص ما في كتابة عنوانه، ويمكنك تجاهل هذه الرسالة.",
	footerFollows: "يمكنك إيقاف المتابعة في أي وقت.",
	footerOffered: "هل هذه الرسالة ليست لك؟ ربما أخطأ شخص ما في كتابة عنوان، ويمكنك تجاهل هذه الرسالة.",
	somebody:      "شخص ما",
	moreGuests:    "{names} و{count} آخرون",
	and:           " و",
}
