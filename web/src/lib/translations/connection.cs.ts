import type { Translation } from '$lib/i18n/translations';
import type english from './connection.en';

export default {
	reconnecting: 'Obnovuje se připojení… Co vidíte, nemusí být aktuální.'
} satisfies Translation<typeof english>;
