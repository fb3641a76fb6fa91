import type { Translation } from '$lib/i18n/translations';
import type english from './embed.en';

export default {
	by: 'por Holdfast',
	whole: 'Abrir a página do evento',
	'pay.tab': 'O pagamento abre num novo separador. Mantenha esta página aberta: mostra quando o pagamento estiver feito.'
} satisfies Translation<typeof english>;
