import type { Translation } from '$lib/i18n/translations';
import type english from './embed.en';

export default {
	by: 'door Holdfast',
	whole: 'Open de pagina van het evenement',
	'pay.tab': 'De betaling opent in een nieuw tabblad. Houd deze pagina open: je ziet hier wanneer je betaald hebt.'
} satisfies Translation<typeof english>;
