import type { Translation } from '$lib/i18n/translations';
import type english from './connection.en';

export default {
	reconnecting: 'Återansluter… Det du ser kan vara inaktuellt.'
} satisfies Translation<typeof english>;
