import type { Translation } from '$lib/i18n/translations';
import type english from './embed.en';

export default {
	by: 'por Holdfast',
	whole: 'Abrir la página del evento',
	'pay.tab': 'El pago se abre en una pestaña nueva. Deja esta página abierta: mostrará cuándo has pagado.'
} satisfies Translation<typeof english>;
