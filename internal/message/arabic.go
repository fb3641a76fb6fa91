package message

import (
	"fmt"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
)

var arabic = &dictionary{
	tag:         language.Arabic,
	hello:       "مرحبًا {name}،",
	helloNobody: "مرحبًا،",

	places:     locale.Counted{plural.Zero: "{n} تذكرة", plural.One: "تذكرة واحدة", plural.Two: "تذكرتان", plural.Few: "{n} تذاكر", plural.Many: "{n} تذكرة", plural.Other: "{n} تذكرة"},
	guests:     locale.Counted{plural.Zero: "أنت و{n} مرافق", plural.One: "أنت ومرافق واحد", plural.Two: "أنت ومرافقان", plural.Few: "أنت و{n} مرافقين", plural.Many: "أنت و{n} مرافقًا", plural.Other: "أنت و{n} مرافق"},
	minutes:    locale.Counted{plural.Zero: "{n} دقيقة", plural.One: "دقيقة واحدة", plural.Two: "دقيقتين", plural.Few: "{n} دقائق", plural.Many: "{n} دقيقة", plural.Other: "{n} دقيقة"},
	hours:      locale.Counted{plural.Zero: "{n} ساعة", plural.One: "ساعة واحدة", plural.Two: "ساعتين", plural.Few: "{n} ساعات", plural.Many: "{n} ساعة", plural.Other: "{n} ساعة"},
	days:       locale.Counted{plural.Zero: "{n} يوم", plural.One: "يوم واحد", plural.Two: "يومين", plural.Few: "{n} أيام", plural.Many: "{n} يومًا", plural.Other: "{n} يوم"},
	placesHeld: locale.Counted{plural.Zero: "هناك {n} تذكرة محجوزة لك", plural.One: "هناك تذكرة محجوزة لك", plural.Two: "هناك تذكرتان محجوزتان لك", plural.Few: "هناك {n} تذاكر محجوزة لك", plural.Many: "هناك {n} تذكرة محجوزة لك", plural.Other: "هناك {n} تذكرة محجوزة لك"},

	when: "الموعد", where: "المكان", what: "التذكرة", with: "المرافقون",
	until: "القبول قبل", cancelUntil: "الإلغاء قبل",
	amount: "المبلغ", reference: "المرجع", payBefore: "الدفع قبل", howToPay: "طريقة الدفع",
	cost: "السعر", order: "طلبك", discount: "الخصم", tax: "الضريبة", taxIncluded: "الضريبة المشمولة", rounding: "التقريب", total: "الإجمالي",
	point: ".", thousands: ",",
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
	footerLog:     "عند إرسال هذه الرسالة كان في السجل العام للفعالية {n} من القيود، وكانت بصمته {root}.",
	footerOther:   "هل وصلتك بالخطأ؟ ربما أخطأ شخص ما في كتابة عنوانه، ويمكنك تجاهل هذه الرسالة.",
	footerFollows: "يمكنك إيقاف المتابعة في أي وقت.",
	footerOffered: "هل هذه الرسالة ليست لك؟ ربما أخطأ شخص ما في كتابة عنوان، ويمكنك تجاهل هذه الرسالة.",
	somebody:      "شخص ما",
	moreGuests:    "{names} و{count} آخرون",
	and:           " و",

	weekdays: [7]string{"الأحد", "الاثنين", "الثلاثاء", "الأربعاء", "الخميس", "الجمعة", "السبت"},
	months: [12]string{"يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو",
		"يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر"},
	date: func(d *dictionary, t time.Time) string {
		return fmt.Sprintf("%s، %d %s %d", d.weekdays[t.Weekday()], t.Day(), d.months[t.Month()-1], t.Year())
	},
	shortDate: func(d *dictionary, t time.Time) string {
		return fmt.Sprintf("%d %s", t.Day(), d.months[t.Month()-1])
	},
	clock: "15:04", between: "–",

	wordings: map[wordingKey]wording{
		{inv.MsgConfirmed, ""}: {
			subject: "مؤكَّد: {title}",
			heading: "تم تسجيلك!",
			body:    []string{"تسجيلك في {title} مؤكَّد: {places}.", "يُرجى إبراز رمز QR عند المدخل، على الهاتف أو على الورق. يفتح الزر كل تذاكرك."},
			action:  "عرض التذاكر أو إلغاؤها",
			after:   []string{"لا يمكنك الحضور؟ يُرجى الإلغاء في تلك الصفحة، ليحصل الشخص التالي في قائمة الانتظار على تذكرتك."},
		},
		{inv.MsgConfirmed, inv.ReasonPromoted}: {
			subject: "حان دورك من قائمة الانتظار: {title}",
			heading: "تم تسجيلك!",
			body:    []string{"أصبحت تذكرة متاحة، وكان الدور لك: تسجيلك في {title} مؤكَّد، {places}.", "يُرجى إبراز رمز QR عند المدخل، على الهاتف أو على الورق. يفتح الزر كل تذاكرك."},
			action:  "عرض التذاكر أو إلغاؤها",
			after:   []string{"لم يعد الحضور ممكنًا لك؟ يُرجى الإلغاء في تلك الصفحة، ليحصل الشخص التالي في قائمة الانتظار على تذكرتك."},
		},
		{inv.MsgWaitlisted, ""}: {
			subject: "أنت في قائمة الانتظار: {title}",
			heading: "أنت في قائمة الانتظار.",
			body: []string{
				"أنت في قائمة انتظار {title}: {places}.",
				"لا يلزم شيء آخر. عندما يحين دورك سنراسلك ونحجز تذاكرك لمدة {window} ليمكنك قبولها.",
			},
			action: "عرض ترتيبك",
			after:  []string{"تعرض تلك الصفحة ترتيبك وسبب كل تغيير فيه. ويمكنك مغادرة قائمة الانتظار من هناك أيضًا."},
		},
		{inv.MsgWaitlisted, inv.ReasonPromoted}: {
			subject: "أنت في قائمة الانتظار: {title}",
			heading: "أنت في قائمة الانتظار.",
			body: []string{
				"أنت في قائمة انتظار {title}: {places}.",
				"لا يلزم شيء آخر. عندما يحين دورك تصبح تذاكرك مؤكَّدة فورًا، ونراسلك.",
			},
			action: "عرض ترتيبك",
			after:  []string{"تعرض تلك الصفحة ترتيبك وسبب كل تغيير فيه. ويمكنك مغادرة قائمة الانتظار من هناك أيضًا."},
		},
		{inv.MsgOffer, ""}: {
			subject: "حان دورك: قبول التذكرة قبل {deadline_short} – {title}",
			heading: "حان دورك!",
			body: []string{
				"أصبحت تذكرة {title} متاحة، ودورك هو التالي: {held}.",
				"يُرجى القبول قبل {deadline}. بعد ذلك تنتقل إلى الشخص التالي في قائمة الانتظار.",
			},
			action: "قبول أو رفض",
			after:  []string{"لا يمكنك الحضور؟ يُرجى الرفض في تلك الصفحة، حتى لا يضطر الشخص التالي إلى الانتظار."},
		},
		{inv.MsgOfferExtended, ""}: {
			subject: "وقت إضافي للقبول، حتى {deadline_short} – {title}",
			heading: "لديك وقت إضافي.",
			body: []string{
				"منحتك الجهة المنظّمة لفعالية {title} وقتًا إضافيًا: {held}.",
				"يُرجى القبول قبل {deadline}.",
			},
			action: "قبول أو رفض",
		},
		{inv.MsgOfferExpired, ""}: {
			subject: "انتهت صلاحية العرض: {title}",
			heading: "انتهت صلاحية العرض المقدَّم لك.",
			body:    []string{"ما كان محجوزًا لك في {title}: {places}. انقضت مهلة القبول، ويتلقى الشخص التالي في قائمة الانتظار عرضًا."},
			action:  "عرض التفاصيل",
			after:   []string{"ما زالت لديك رغبة في الحضور؟ يمكنك الانضمام إلى قائمة الانتظار مجددًا ما دام التسجيل مفتوحًا."},
		},
		{inv.MsgCancelled, ""}: {
			subject: "أُلغي: {title}",
			heading: "أُلغي تسجيلك.",
			body:    []string{"ما ألغيته في {title}: {places}. شكرًا على إعلامنا: يمكن الآن لشخص آخر الحضور."},
			action:  "عرض تسجيلك",
		},
		{inv.MsgCancelled, inv.ReasonCancelledByStaff}: {
			subject: "أُلغي تسجيلك: {title}",
			heading: "أُلغي تسجيلك.",
			body:    []string{"ألغت الجهة المنظّمة تسجيلك في {title} ({places}). إذا كان هذا خطأً في رأيك، فيُرجى التواصل معها."},
			action:  "عرض تسجيلك",
		},
		{inv.MsgGuestCancelled, ""}: {
			subject: "تذكرة أقل: {title}",
			heading: "أُلغيت تذكرة.",
			body:    []string{"أُلغيت تذكرة من تسجيلك في {title}: {other}. لم يعد رمزها صالحًا، ويمكن الآن لشخص آخر الحضور.", "تحتفظ تذاكرك الأخرى برموزها: {places}."},
			action:  "عرض تسجيلك",
			after:   []string{"هل هذا غير متوقَّع؟ يُرجى التواصل مع الجهة المنظّمة."},
		},
		{inv.MsgEntryRemoved, ""}: {
			subject: "خرجت من قائمة الانتظار: {title}",
			heading: "لم يعد لك مكان في قائمة الانتظار.",
			body:    []string{"أزالتك الجهة المنظّمة من قائمة انتظار {title}. إذا كان هذا خطأً في رأيك، فيُرجى التواصل معها."},
			action:  "عرض التفاصيل",
		},
		{inv.MsgWaitlistClosed, ""}: {
			subject: "أُغلقت قائمة الانتظار: {title}",
			heading: "أُغلقت قائمة الانتظار.",
			body:    []string{"أُغلق التسجيل في {title}، ولم تصبح أي تذكرة متاحة لك في الوقت المناسب. نأسف لذلك."},
			action:  "عرض التفاصيل",
		},
		{inv.MsgWaitlistClosed, inv.ReasonPartyTooLarge}: {
			subject: "مجموعتك أكبر من المتاح الآن: {title}",
			heading: "مجموعتك أكبر من المتاح الآن.",
			body:    []string{"أصبحت سعة {title} أصغر ولا تتسع لمجموعة بحجم مجموعتك ({places})، لذا لم يعد لك مكان في قائمة الانتظار. يمكنك الانضمام مجددًا مع عدد أقل من المرافقين."},
			action:  "عرض التفاصيل",
		},
		{inv.MsgOrderPending, ""}: {
			subject: "يُرجى الدفع قبل {deadline_short}: {title}",
			heading: "تذاكرك بانتظار الدفع.",
			body:    []string{"شكرًا على طلبك في {title}: {held}.", "يُرجى دفع {total} قبل {deadline} مع ذكر المرجع {reference}، لنتمكن من العثور على دفعتك."},
			action:  "عرض الطلب",
			after:   []string{"ستصلك تذاكرك فور أن تُسجِّل الجهة المنظّمة دفعتك. التذاكر غير المدفوعة تُتاح لغيرك."},
		},
		{inv.MsgOrderConfirmed, ""}: {
			subject: "تذاكرك: {title}",
			heading: "حضورك مؤكَّد!",
			body:    []string{"طلبك في {title} مؤكَّد: {places}، بإجمالي {total}.", "يُرجى إبراز رمز QR عند المدخل، على الهاتف أو على الورق. يفتح الزر كل تذاكرك."},
			action:  "عرض التذاكر",
		},
		{inv.MsgOrderExpired, ""}: {
			subject: "انتهت صلاحية طلبك: {title}",
			heading: "انتهت صلاحية طلبك.",
			body:    []string{"ما كان محجوزًا لك في {title}: {places}. انقضت مهلة الدفع، وأُتيحت التذاكر لغيرك."},
			action:  "عرض الطلب",
			after:   []string{"إذا كنت قد دفعت في هذه الأثناء، فستصلك تذاكرك إذا كانت لا تزال متاحة، أو يُعاد إليك المبلغ إذا لم تكن كذلك. سنراسلك في كلتا الحالتين."},
		},
		{inv.MsgOrderCancelled, ""}: {
			subject: "أُلغي: {title}",
			heading: "أُلغيت تذاكر من طلبك.",
			body:    []string{"أُلغيت تذاكر من طلبك في {title} ولم تعد صالحة."},
			action:  "عرض الطلب",
		},
		{inv.MsgOrderRefunded, ""}: {
			subject: "استرداد المبلغ: {title}",
			heading: "سيُعاد إليك مبلغ.",
			body:    []string{"نعيد {refund} من طلبك في {title} إلى طريقة الدفع الأصلية. التذاكر المُعادة لم تعد صالحة."},
			action:  "عرض الطلب",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentLate}: {
			subject: "استرداد المبلغ: {title}",
			heading: "وصلت دفعتك بعد فوات الأوان.",
			body:    []string{"وصلت دفعتك ({refund}) من أجل {title} بعد انتهاء طلبك، ولم تعد التذاكر متاحة. سيُعاد المبلغ كاملًا إلى طريقة الدفع الأصلية. نأسف لذلك."},
			action:  "عرض الطلب",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentMismatch}: {
			subject: "استرداد المبلغ: {title}",
			heading: "لم تطابق دفعتك طلبك.",
			body:    []string{"قيمة طلبك في {title} هي {total}، وكانت دفعتك {refund}. سيُعاد المبلغ كاملًا إلى طريقة الدفع الأصلية. ما دام طلبك مفتوحًا، يمكنك الدفع مجددًا."},
			action:  "عرض الطلب",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentAgain}: {
			subject: "استرداد المبلغ: {title}",
			heading: "دفعت مرتين.",
			body:    []string{"طلبك في {title} كان مدفوعًا بالفعل. تُعاد دفعتك الثانية ({refund}) إلى طريقة الدفع الأصلية. تبقى تذاكرك صالحة."},
			action:  "عرض الطلب",
		},
		{Announcement, ""}: {
			subject: "{title}",
			heading: "{title}",
			action:  "عرض تذاكرك",
		},
		{NewEvent, ""}: {
			subject: "جديد من {organization}: {title}، {starts_short}",
			heading: "{title}",
			body:    []string{"أعلنت {organization} عن فعالية جديدة: {title}، في {starts}."},
			action:  "عرض الفعالية",
		},
		{NewEvent, newDates}: {
			subject: "جديد من {organization}: {series}",
			heading: "{series}",
			body:    []string{"أعلنت {organization} عن مواعيد جديدة لـ {series}، بدءًا من {starts}."},
			action:  "عرض كل المواعيد",
		},
		{inv.MsgInvitation, ""}: {
			subject: "دعوة: {title}",
			heading: "وصلتك دعوة",
			body:    []string{"تدعوك {organization} إلى {title}. عدد الأماكن في الدعوة: {places}."},
			action:  "عرض الدعوة",
			after:   []string{"هذا الرابط لك وحدك: من يملكه يستطيع حجز أماكن باسمك. يُرجى عدم إعادة إرساله."},
		},
		{Feedback, ""}: {
			subject: "كيف كانت فعالية {title}؟",
			heading: "كيف كانت الفعالية؟",
			body:    []string{"شكرًا على حضور {title}. هل تودّ إخبار الجهة المنظّمة برأيك؟ يستغرق ذلك دقيقة واحدة، ويساعد على تحسين الفعالية القادمة."},
			action:  "تقييم الفعالية",
		},
		{Reminder, ""}: {
			subject: "تذكير: {title}، {starts_short}",
			heading: "نراك قريبًا.",
			body:    []string{"موعد بدء {title}: {starts}. لديك: {places}."},
			action:  "عرض التذاكر أو إلغاؤها",
			after:   []string{"لا يمكنك الحضور؟ يُرجى الإلغاء في تلك الصفحة، ليتمكن شخص آخر من الحضور."},
		},
		{Reminder, inv.ReasonTicketReceived}: {
			subject: "تذكير: {title}، {starts_short}",
			heading: "نراك قريبًا.",
			body:    []string{"موعد بدء {title}: {starts}. لديك التذكرة التي أعطاك إياها {other}."},
			action:  "عرض التذكرة",
		},
		{EventChanged, ""}: {
			subject: "تغيير: {title}، {starts_short}",
			heading: "تغيّر الموعد أو المكان.",
			body:    []string{"غيّرت الجهة المنظّمة موعد الفعالية {title} أو مكانها. البداية الآن في {starts}.", "يبقى تسجيلك صالحًا: {places}. يحل بند التقويم المرفق محل البند القديم."},
			action:  "عرض التذاكر أو إلغاؤها",
			after:   []string{"إذا لم يعد الحضور ممكنًا لك، فيُرجى الإلغاء في تلك الصفحة."},
		},
		{EventChanged, inv.ReasonTicketReceived}: {
			subject: "تغيير: {title}، {starts_short}",
			heading: "تغيّر الموعد أو المكان.",
			body:    []string{"غيّرت الجهة المنظّمة موعد الفعالية {title} أو مكانها. البداية الآن في {starts}.", "تبقى التذكرة التي أعطاك إياها {other} صالحة. يحل بند التقويم المرفق محل البند القديم."},
			action:  "عرض التذكرة",
		},
		{inv.MsgEventCancelled, ""}: {
			subject: "إلغاء: {title}",
			heading: "أُلغيت هذه الفعالية.",
			body:    []string{"ألغت الجهة المنظّمة {title}. لم يعد تسجيلك ({places}) صالحًا، وليس عليك فعل أي شيء."},
		},
		{inv.MsgEventCancelled, inv.ReasonTicketReceived}: {
			subject: "إلغاء: {title}",
			heading: "أُلغيت هذه الفعالية.",
			body:    []string{"ألغت الجهة المنظّمة {title}. لم تعد التذكرة التي أعطاك إياها {other} صالحة، وليس عليك فعل أي شيء. أي مبلغ يُسترد يعود إلى من دفع."},
		},
		{inv.MsgTransferOffered, ""}: {
			subject: "لدى {other} تذكرة لك: {title}",
			heading: "تذكرة لك.",
			body:    []string{"يرسل إليك {other} تذكرة {title}. بعد قبولها بالزر أدناه تصبح لك ويمكنك إبرازها عند المدخل."},
			action:  "قبول أو رفض",
			after:   []string{"هل هذا غير متوقَّع؟ ليس عليك فعل أي شيء: ما لم تُقبل، تبقى التذكرة لدى {other}."},
		},
		{inv.MsgTransferAccepted, ""}: {
			subject: "قَبِل {other} تذكرتك: {title}",
			heading: "نُقلت تذكرتك.",
			body:    []string{"قَبِل {other} تذكرتك إلى {title}. لم يعد رمزك لها صالحًا."},
			action:  "عرض النقل",
		},
		{inv.MsgTicketReceived, ""}: {
			subject: "تذكرتك: {title}",
			heading: "التذكرة لك.",
			body:    []string{"تذكرة {title} من {other} أصبحت لك، برمز جديد. لم يعد الرمز القديم صالحًا.", "يمكن فتحها بالزر أدناه، وإبرازها عند المدخل على الهاتف أو على الورق."},
			action:  "عرض التذكرة",
		},
		{inv.MsgTransferDeclined, ""}: {
			subject: "رفض {other} تذكرتك: {title}",
			heading: "ما زالت التذكرة لك.",
			body:    []string{"رفض {other} تذكرتك إلى {title}. ما زالت لك، وما زال رمزها صالحًا."},
			action:  "عرض التفاصيل",
		},
		{inv.MsgTicketReissued, ""}: {
			subject: "تذكرتك الجديدة: {title}",
			heading: "لتذكرتك رمز جديد.",
			body:    []string{"أُعيد إصدار إحدى تذاكرك إلى {title}. لم يعد رمزها القديم صالحًا، لا على الورق ولا على الهاتف.", "يمكن فتح الجديدة بالزر أدناه، وإبرازها عند المدخل."},
			action:  "عرض التذكرة",
			after:   []string{"هل تم ذلك دون طلبك؟ يُرجى التواصل مع الجهة المنظّمة."},
		},
		{inv.MsgTicketVoided, ""}: {
			subject: "أُلغيت تذكرتك: {title}",
			heading: "أُلغيت تذكرتك.",
			body:    []string{"أُلغيت تذكرة {title} التي أعطاك إياها {other}. لم يعد رمزها صالحًا.", "أي مبلغ يُسترد يعود إلى من دفع."},
			action:  "عرض التفاصيل",
			after:   []string{"هل هذا غير متوقَّع؟ يُرجى سؤال {other} أو الجهة المنظّمة."},
		},
		{inv.MsgExchanged, ""}: {
			subject: "بيعت تذكرتك: {title}",
			heading: "بيعت تذكرتك.",
			body:    []string{"اشترى شخص من قائمة الانتظار تذكرتك إلى {title}. نعيد {refund} إلى طريقة الدفع الأصلية.", "لم يعد رمزك لها صالحًا."},
			action:  "عرض الطلب",
		},
		{inv.MsgExchanged, inv.ReasonItemsCancelled}: {
			subject: "بيعت تذكرتك: {title}",
			heading: "بيعت تذكرتك.",
			body:    []string{"أخذ شخص من قائمة الانتظار تذكرتك إلى {title}. سبق أن أُعيد إليك المبلغ كاملًا.", "لم يعد رمزك لها صالحًا."},
			action:  "عرض الطلب",
		},
		{inv.MsgExchangeClosed, ""}: {
			subject: "تبقى تذكرتك لك: {title}",
			heading: "ما زالت التذكرة لك.",
			body:    []string{"لم يشترِ أحد من قائمة الانتظار تذكرتك إلى {title} قبل إغلاق التسجيل. ما زالت لك، ورمزها صالح."},
			action:  "عرض الطلب",
		},
		{inv.MsgTransferCancelled, ""}: {
			subject: "أُلغي نقل التذكرة: {title}",
			heading: "أُلغي النقل.",
			body:    []string{"ألغى {other} نقل تذكرة {title}. ليس عليك فعل أي شيء."},
			action:  "عرض التفاصيل",
		},
	},

	account: accountMailWords{
		wordings: map[AccountMailKind]wording{
			SignInMail: {
				subject: "رابط تسجيل الدخول",
				heading: "تسجيل الدخول",
				body:    []string{"يتيح لك هذا الرابط تسجيل الدخول. يعمل مرة واحدة، لمدة {life}."},
				action:  "تسجيل الدخول",
				after:   []string{"لن يطلب منك أي شخص يعمل لدينا هذا الرابط أبدًا."},
			},
			InvitationMail: {
				subject: "دعوة إلى {name}",
				heading: "مرحبًا بك في {name}",
				body:    []string{"يمكنك الآن المساعدة في إدارة فعاليات {name}، بدور {role}.", "يمكنك تسجيل الدخول بعنوان البريد الإلكتروني هذا. لا توجد كلمة مرور: يصلك رابط في كل مرة."},
				action:  "تسجيل الدخول",
			},
			ConfirmAddressMail: {
				subject: "تأكيد عنوانك: {name}",
				heading: "{name}: خطوة أخرى",
				body:    []string{"للمشاركة في {name} يُرجى تأكيد أن هذا العنوان لك. يقوم هذا الرابط بذلك ويعيدك إلى الفعالية. يعمل مرة واحدة، لمدة {life}.", "ليس لك مكان بعد: يصبح لك عند إتمام التسجيل هناك."},
				action:  "التأكيد والمتابعة",
			},
			FreshLinkMail: {
				subject: "رابطك الجديد: {name}",
				heading: "رابطك الجديد إلى {name}",
				body:    []string{"بهذا الرابط يمكنك فعل كل شيء بتذاكرك إلى {name}: نقلها، أو إعادة بيعها، أو استرداد مالك. يعمل لمدة {life}."},
				action:  "فتح",
				after:   []string{"يُرجى عدم إعادة توجيهه. لن يطلب منك أي شخص يعمل لدينا هذا الرابط أبدًا."},
			},
			FoundMail: {
				subject: "تذاكرك",
				heading: "تذاكرك",
				body:    []string{"هذا ما حُجز بهذا العنوان: ما هو قادم، وما كان في الأسابيع الأخيرة. يعمل كل رابط لمدة {life}."},
				action:  "سجّل الدخول لرؤية كل شيء",
				after:   []string{"يُرجى عدم إعادة توجيه هذه الرسالة. لن يطلب منك أي شخص يعمل لدينا هذه الروابط أبدًا."},
			},
			NothingFoundMail: {
				subject: "لا توجد تذاكر بهذا العنوان",
				heading: "لا توجد تذاكر بهذا العنوان",
				body:    []string{"لا يوجد أي حجز قادم بهذا العنوان. ربما استخدمت عنوانًا آخر: ابحث عن أول رسالة منا بشأن تذاكرك."},
				action:  "البحث بعنوان آخر",
			},
			RegisteredAlreadyMail: {
				subject: "تم تسجيلك من قبل: {name}",
				heading: "تم تسجيلك في {name} من قبل",
				body:    []string{"سجّل شخص ما للتو في {name} بهذا العنوان. لديك مكانك، لذا لم يتغير شيء: ما أُدخل الآن، بما في ذلك المرافقون، لا أثر له.", "يؤدي هذا الرابط إلى تسجيلك. يعمل لمدة {life}."},
				action:  "فتح تسجيلي",
				after:   []string{"يُرجى عدم إعادة توجيهه. لن يطلب منك أي شخص يعمل لدينا هذا الرابط أبدًا."},
			},
			WaitingAlreadyMail: {
				subject: "أنت في قائمة الانتظار بالفعل: {name}",
				heading: "أنت في قائمة انتظار {name} بالفعل",
				body:    []string{"طلب شخص ما للتو مكانًا في {name} بهذا العنوان. مكانك في قائمة الانتظار محفوظ؛ لم يتغير شيء.", "يعرض هذا الرابط ترتيبك. يعمل لمدة {life}."},
				action:  "عرض ترتيبي",
				after:   []string{"يُرجى عدم إعادة توجيهه. لن يطلب منك أي شخص يعمل لدينا هذا الرابط أبدًا."},
			},
			LimitReachedMail: {
				subject: "لا يمكنك الحصول على تذاكر أخرى: {name}",
				heading: "لديك كل التذاكر المتاحة لك في {name}",
				body:    []string{"طلب شخص ما للتو أماكن أخرى في {name} بهذا العنوان. مع ما لديك سيكون ذلك أكثر مما يُسمح به للشخص الواحد، لذا لم يُضَف شيء.", "يؤدي هذا الرابط إلى ما لديك. يعمل لمدة {life}."},
				action:  "فتح",
				after:   []string{"يُرجى عدم إعادة توجيهه. لن يطلب منك أي شخص يعمل لدينا هذا الرابط أبدًا."},
			},
			EndpointDisabledMail: {
				subject: "توقفت إشعارات الويب إلى {name}",
				heading: "توقفت إشعارات الويب",
				body:    []string{"لم يستقبل {name} إشعارات الويب (webhooks) منذ مدة طويلة، لذا لم نعد نرسل أيًّا منها إليه.", "لا يضيع شيء: ما حدث منذ ذلك الحين ينتظر، ويُرسَل بالترتيب فور تفعيل نقطة النهاية مجددًا."},
				action:  "عرض نقطة النهاية",
			},
			RefundAtProviderMail: {
				subject: "{name}: استرداد {amount} خارج Holdfast",
				heading: "أُجري استرداد {amount} في مكان آخر",
				body: []string{"رُدَّ {amount} من طلب في {name} عبر لوحة مزوّد خدمة الدفع. ما زالت تذاكر ذلك الطلب صالحة، وما زال بيعه مقيَّدًا في الدفاتر.",
					"هل ينبغي إلغاء التذاكر؟ يُرجى إذًا رد مبلغها في صفحة الطلب. ما رُدَّ بالفعل لا يُدفع مرة أخرى."},
				action: "عرض الطلب",
			},
			ProviderDeniesMail: {
				subject: "يرفض {name} الوصول: توقفت المدفوعات أو عمليات رد المبالغ",
				heading: "يرفض {name} الوصول",
				body: []string{"لا يقبل {name} المفتاح المضبوط هنا، أو لا يسمح بما طُلب به. وحتى يتغير ذلك لا يمكن دفع الطلبات عبر {name}، أو لا تُجرى عمليات رد المبالغ.",
					"يُرجى أن يتحقق مشغّل هذا الخادم من المفتاح. يذكر سجل الخادم بماذا أجاب {name}. عمليات رد المبالغ المستحقة تنتظر، وتُجرى عندما يصبح المفتاح صحيحًا."},
				action: "عرض الفعاليات",
			},
		},
		minutes: locale.Counted{plural.Zero: "{n} دقيقة", plural.One: "دقيقة واحدة", plural.Two: "دقيقتين", plural.Few: "{n} دقائق", plural.Many: "{n} دقيقة", plural.Other: "{n} دقيقة"},
		hours:   locale.Counted{plural.Zero: "{n} ساعة", plural.One: "ساعة واحدة", plural.Two: "ساعتين", plural.Few: "{n} ساعات", plural.Many: "{n} ساعة", plural.Other: "{n} ساعة"},
		roles:   map[string]string{"owner": "المالك", "organizer": "المنظّم", "box_office": "شباك التذاكر", "door": "المدخل", "viewer": "المشاهد"},
		footer:  "وصلتك هذه الرسالة لأن شخصًا ما أدخل هذا العنوان.",
		other:   "هل وصلتك بالخطأ؟ يمكنك تجاهل هذه الرسالة، ولن يحدث شيء.",
		owners:  "وصلتك هذه الرسالة بصفتك أحد مالكي مؤسسة هنا.",
	},
}
