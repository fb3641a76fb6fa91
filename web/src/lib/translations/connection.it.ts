import type { Translation } from '$lib/i18n/translations';
import type english from './connection.en';

export default {
	reconnecting: 'Riconnessione… Ciò che vedi potrebbe non essere aggiornato.'
} satisfies Translation<typeof english>;
