import type { Translation } from '$lib/i18n/translations';
import type english from './embed.en';

export default {
	by: 'di Holdfast',
	whole: 'Apri la pagina dell’evento',
	'pay.tab': 'Il pagamento si apre in una nuova scheda. Tieni aperta questa pagina: mostrerà quando avrai pagato.'
} satisfies Translation<typeof english>;
