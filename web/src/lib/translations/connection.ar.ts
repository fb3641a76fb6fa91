import type { Translation } from '$lib/i18n/translations';
import type english from './connection.en';

export default {
	reconnecting: 'جارٍ إعادة الاتصال… قد لا يكون المعروض محدَّثًا.'
} satisfies Translation<typeof english>;
