package mailkit

import (
	"fmt"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"github.com/holdfast-events/holdfast/internal/locale"
)

// Arabic is that language.
var Arabic = &Language{
	Tag:         language.Arabic,
	Hello:       "مرحبًا {name}،",
	HelloNobody: "مرحبًا،",
	Minutes:     locale.Counted{plural.Zero: "{n} دقيقة", plural.One: "دقيقة واحدة", plural.Two: "دقيقتين", plural.Few: "{n} دقائق", plural.Many: "{n} دقيقة", plural.Other: "{n} دقيقة"},
	Hours:       locale.Counted{plural.Zero: "{n} ساعة", plural.One: "ساعة واحدة", plural.Two: "ساعتين", plural.Few: "{n} ساعات", plural.Many: "{n} ساعة", plural.Other: "{n} ساعة"},
	Days:        locale.Counted{plural.Zero: "{n} يوم", plural.One: "يوم واحد", plural.Two: "يومين", plural.Few: "{n} أيام", plural.Many: "{n} يومًا", plural.Other: "{n} يوم"},
	Amount:      "المبلغ",
	Reference:   "المرجع",
	PayBefore:   "الدفع قبل",
	HowToPay:    "طريقة الدفع",
	Point:       ".",
	Thousands:   ",",
	FooterLog:   "عند إرسال هذه الرسالة كان في السجل العام للفعالية {n} من القيود، وكانت بصمته {root}.",
	Weekdays:    [7]string{"الأحد", "الاثنين", "الثلاثاء", "الأربعاء", "الخميس", "الجمعة", "السبت"},
	Months: [12]string{"يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو",
		"يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر"},
	Date: func(d *Language, t time.Time) string {
		return fmt.Sprintf("%s، %d %s %d", d.Weekdays[t.Weekday()], t.Day(), d.Months[t.Month()-1], t.Year())
	},
	ShortDate: func(d *Language, t time.Time) string {
		return fmt.Sprintf("%d %s", t.Day(), d.Months[t.Month()-1])
	},
	Clock:   "15:04",
	Between: "–",
	Footer:  "وصلتك هذه الرسالة لأن شخصًا ما أدخل هذا العنوان.",
	Other:   "هل وصلتك بالخطأ؟ يمكنك تجاهل هذه الرسالة، ولن يحدث شيء.",
}
