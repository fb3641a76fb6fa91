import type { Translation } from '$lib/i18n/translations';
import type english from './consents.en';

export default {
	optional: 'اختياري',
	withdrawable: 'يمكنك سحب موافقتك في أي وقت.',
	sponsor: 'يحصل {name} على اسمك وعنوان بريدك الإلكتروني.',
	privacy: 'سياسة خصوصية {name}',
	title: 'ما وافقت عليه',
	since: 'تمت الموافقة في {time}',
	withdraw: 'سحب الموافقة',
	withdrawn: 'تم سحب الموافقة.'
} satisfies Translation<typeof english>;
