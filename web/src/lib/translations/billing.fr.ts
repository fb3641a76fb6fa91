import type { Translation } from '$lib/i18n/translations';
import type english from './billing.en';

export default {
	title: 'Facture',
	invoice: 'Facture {number}',
	credit: 'Avoir {number}',
	soon: 'Votre facture sera là dans un instant.',
	change: 'Facturer à une entreprise',
	text: 'Si la facture est déjà établie, elle est annulée et remplacée : cinq fois au plus, sous 30 jours, et pas après un remboursement.',
	company: 'Entreprise',
	street: 'Rue et numéro',
	postal: 'Code postal',
	city: 'Ville',
	country: 'Code du pays',
	'country.hint': 'Deux lettres : DE, FR, GB',
	vat: 'N° de TVA',
	save: 'Enregistrer pour la facture',
	saved: 'Enregistré',
	none: 'L’organisateur n’établit pas de facture pour cette commande.',
	final: 'La facture ne peut plus être modifiée. Contactez l’organisateur.'
} satisfies Translation<typeof english>;
