import type { Translation } from '$lib/i18n/translations';
import type english from './connection.en';

export default {
	reconnecting: 'Ponowne łączenie… To, co widzisz, może być nieaktualne.'
} satisfies Translation<typeof english>;
