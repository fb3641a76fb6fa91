import type { Translation } from '$lib/i18n/translations';
import type english from './address.en';

export default {
	'address.title': 'خطوة أخرى',
	'address.text': 'تطلب هذه الفعالية من الجميع تأكيد عنوان بريدهم الإلكتروني أولًا. سنرسل رابطًا إلى {email}. يبقى ما أدخلته هنا.',
	'address.send': 'أرسلوا إليّ الرابط',
	'address.sent.title': 'يُرجى التحقق من بريدك',
	'address.sent.text': 'الرابط المرسل إلى {email} صالح لمدة 10 دقائق. لم يتم تسجيلك بعد: يُرجى فتح الرابط على هذا الجهاز وإتمام التسجيل هنا.',
	'address.mailbox':
		'هذا خادم تجريبي: الرابط المرسل إلى {email} في صندوق بريده، وهو صالح لمدة 10 دقائق. لم يتم تسجيلك بعد: يُرجى فتح الرابط على هذا الجهاز وإتمام التسجيل هنا.',
	'address.mailbox.kept': 'هذا خادم تجريبي: لا تُرسَل الرسائل، بل تُحفظ هنا.',
	'address.mailbox.open': 'فتح صندوق البريد',
	'address.none.title': 'لا يرسل هذا الخادم بريدًا إلكترونيًا',
	'address.none.text': 'تتطلب هذه الفعالية عنوان بريد إلكتروني مؤكَّدًا، وهذا غير ممكن هنا حاليًا. يُرجى التواصل مع الجهة المنظّمة.',
	'address.again': 'إرساله مرة أخرى',
	'address.change': 'استخدام عنوان آخر',
	'address.confirmed': 'تم تأكيد {email}.'
} satisfies Translation<typeof english>;
