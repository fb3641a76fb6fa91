import type { Translation } from '$lib/i18n/translations';
import type english from './connection.en';

export default {
	reconnecting: 'Verbindung wird wiederhergestellt … Die Anzeige ist vielleicht nicht aktuell.'
} satisfies Translation<typeof english>;
