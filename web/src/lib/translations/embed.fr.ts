import type { Translation } from '$lib/i18n/translations';
import type english from './embed.en';

export default {
	by: 'par Holdfast',
	whole: 'Ouvrir la page de l’événement',
	'pay.tab': 'Le paiement s’ouvre dans un nouvel onglet. Gardez cette page ouverte : elle indiquera quand vous aurez payé.'
} satisfies Translation<typeof english>;
