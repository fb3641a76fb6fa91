import type { Translation } from '$lib/i18n/translations';
import type english from './connection.en';

export default {
	reconnecting: 'Reconectando… Puede que lo que ves no esté actualizado.'
} satisfies Translation<typeof english>;
