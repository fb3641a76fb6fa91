import type { Translation } from '$lib/i18n/translations';
import type english from './billing.en';

export default {
	title: 'الفاتورة',
	invoice: 'فاتورة {number}',
	credit: 'إشعار دائن {number}',
	soon: 'ستظهر فاتورتك هنا بعد لحظات.',
	change: 'فاتورة باسم شركة',
	text: 'إذا كانت الفاتورة قد صدرت فستُلغى وتصدر أخرى بدلًا منها: خمس مرات على الأكثر، خلال 30 يومًا، وليس بعد استرداد مبلغ.',
	company: 'الشركة',
	street: 'الشارع والرقم',
	postal: 'الرمز البريدي',
	city: 'المدينة',
	country: 'رمز البلد',
	'country.hint': 'حرفان: DE أو FR أو GB',
	vat: 'رقم ضريبة القيمة المضافة',
	save: 'حفظ للفاتورة',
	saved: 'تم الحفظ',
	none: 'لا يصدر المنظم فاتورة لهذا الطلب.',
	final: 'لم يعد من الممكن تغيير الفاتورة. تواصل مع المنظم.'
} satisfies Translation<typeof english>;
