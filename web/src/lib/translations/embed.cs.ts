import type { Translation } from '$lib/i18n/translations';
import type english from './embed.en';

export default {
	by: 'od Holdfast',
	whole: 'Otevřít stránku akce',
	'pay.tab': 'Platba se otevře na nové kartě. Nechte tuto stránku otevřenou: ukáže, až zaplatíte.'
} satisfies Translation<typeof english>;
