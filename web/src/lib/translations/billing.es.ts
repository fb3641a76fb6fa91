import type { Translation } from '$lib/i18n/translations';
import type english from './billing.en';

export default {
	title: 'Factura',
	invoice: 'Factura {number}',
	credit: 'Factura rectificativa {number}',
	soon: 'Tu factura estará aquí en un momento.',
	change: 'Facturar a una empresa',
	text: 'Si la factura ya está emitida, se anula y se emite otra: hasta cinco veces, en un plazo de 30 días y no después de un reembolso.',
	company: 'Empresa',
	street: 'Calle y número',
	postal: 'Código postal',
	city: 'Ciudad',
	country: 'Código de país',
	'country.hint': 'Dos letras: DE, FR, GB',
	vat: 'NIF-IVA',
	save: 'Guardar para la factura',
	saved: 'Guardado',
	none: 'El organizador no emite factura para este pedido.',
	final: 'La factura ya no se puede cambiar. Contacta con el organizador.'
} satisfies Translation<typeof english>;
