package wallet

var arabic = map[string]string{
	"label.event": "الفعالية", "label.when": "الموعد", "label.where": "المكان", "label.name": "الاسم", "label.tier": "التذكرة",
	"label.seat": "المقعد", "label.number": "رقم التذكرة", "label.by": "الجهة المنظّمة",
}
