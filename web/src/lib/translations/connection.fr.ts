import type { Translation } from '$lib/i18n/translations';
import type english from './connection.en';

export default {
	reconnecting: 'Reconnexion… Ce que vous voyez n’est peut-être pas à jour.'
} satisfies Translation<typeof english>;
