import type { Translation } from '$lib/i18n/translations';
import type english from './billing.en';

export default {
	title: 'Fatura',
	invoice: 'Fatura {number}',
	credit: 'Nota de crédito {number}',
	soon: 'A sua fatura estará aqui dentro de instantes.',
	change: 'Faturar a uma empresa',
	text: 'Se a fatura já foi emitida, é anulada e é emitida outra: até cinco vezes, no prazo de 30 dias e não depois de um reembolso.',
	company: 'Empresa',
	street: 'Rua e número',
	postal: 'Código postal',
	city: 'Cidade',
	country: 'Código do país',
	'country.hint': 'Duas letras: DE, FR, GB',
	vat: 'NIF (IVA)',
	save: 'Guardar para a fatura',
	saved: 'Guardado',
	none: 'O organizador não emite fatura para esta encomenda.',
	final: 'A fatura já não pode ser alterada. Contacte o organizador.'
} satisfies Translation<typeof english>;
