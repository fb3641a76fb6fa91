import type { Translation } from '$lib/i18n/translations';
import type english from './connection.en';

export default {
	reconnecting: 'Opnieuw verbinden… Wat je ziet is misschien niet actueel.'
} satisfies Translation<typeof english>;
