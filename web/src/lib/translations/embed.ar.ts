import type { Translation } from '$lib/i18n/translations';
import type english from './embed.en';

export default {
	by: 'بواسطة Holdfast',
	whole: 'افتح صفحة الفعالية',
	'pay.tab': 'يُفتح الدفع في علامة تبويب جديدة. أبقِ هذه الصفحة مفتوحة: ستعرض أنك دفعت.'
} satisfies Translation<typeof english>;
