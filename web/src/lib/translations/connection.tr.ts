import type { Translation } from '$lib/i18n/translations';
import type english from './connection.en';

export default {
	reconnecting: 'Yeniden bağlanılıyor… Gördükleriniz güncel olmayabilir.'
} satisfies Translation<typeof english>;
