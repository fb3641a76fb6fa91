import type { Translation } from '$lib/i18n/translations';
import type english from './promise.en';

export default {
	title: 'Ce qui a été promis',
	text: 'Publié avant la vente et scellé dans le journal public. Une fois la vente ouverte, personne ne peut le modifier.',
	'text.off': 'Publié avant la vente et scellé dans le journal d’audit. Une fois la vente ouverte, personne ne peut le modifier.',
	log: 'Le vérifier dans le journal public',
	'none.title': 'Rien n’a été promis',
	'none.text': 'L’organisateur n’a pas publié de déclaration pour cet événement.',
	announced: 'La vente n’a pas encore ouvert. Jusqu’ici, tout est conforme à ce qui a été promis.',
	kept: 'Tenu jusqu’ici',
	'kept.text': 'Le journal montre ce qui a été promis.',
	differs: 'Le journal montre autre chose',
	opens: 'En vigueur à partir de',
	places: 'Billets en tout',
	public: 'En vente dès l’ouverture',
	held: 'Non proposés au public',
	'held.none': 'Aucun',
	later: 'Mis en vente plus tard',
	prices: 'Prix',
	free: 'Gratuit',
	versions: 'Versions',
	version: 'Version {n}, {time}',
	row: 'Ligne {n} du journal',
	'for.artists': 'Artistes',
	'for.guests': 'Liste d’invités',
	'for.partners': 'Partenaires et sponsors',
	'for.press': 'Presse',
	'for.staff': 'Équipe',
	'for.accessibility': 'Accessibilité',
	'for.box_office': 'Billetterie',
	'for.reserve': 'Réserve',
	'code.more_held': {
		one: '{n} billet n’a pas été proposé au public ; la promesse était de {promised} au maximum.',
		other: '{n} billets n’ont pas été proposés au public ; la promesse était de {promised} au maximum.'
	},
	'code.sold_early': {
		one: '{n} billet a été vendu avant l’ouverture prévue de la vente ({time}).',
		other: '{n} billets ont été vendus avant l’ouverture prévue de la vente ({time}).'
	},
	'code.price_changed': 'Le prix de {tier} est de {shown} au lieu de {promised}.',
	'code.tier_added': '{tier} a été ajouté, à {shown}.',
	'code.places_changed': 'L’événement compte {shown} billets au lieu de {promised}.',
	'code.release_withdrawn': {
		one: '{n} billet prévu pour le {time} n’a pas été mis en vente à ce moment-là.',
		other: '{n} billets prévus pour le {time} n’ont pas été mis en vente à ce moment-là.'
	},
	'code.release_late': {
		one: '{n} billet prévu pour le {time} est arrivé avec {shown} minutes de retard.',
		other: '{n} billets prévus pour le {time} sont arrivés avec {shown} minutes de retard.'
	},
	'code.release_missing': {
		one: '{n} billet prévu pour le {time} n’a pas été mis en vente.',
		other: '{n} billets prévus pour le {time} n’ont pas été mis en vente.'
	},
	tier: 'Un type de billet',
	incomplete: 'Le journal est long et la lecture n’est pas terminée. Revenez dans un instant.',
	toEvent: 'Retour à l’événement',
	'publish.title': 'Promettre avant la vente',
	'publish.text':
		'Dites combien de billets ne sont pas proposés au public, et pour qui. Les prix et les mises en vente ultérieures sont repris de l’événement. Tout le monde le voit, et une fois la vente ouverte, cela ne peut plus être modifié.',
	'publish.button': 'Publier la déclaration',
	'publish.again': 'Publier une nouvelle version',
	'publish.done': 'Publié.',
	'publish.hint': 'Laissez vide ce qui ne s’applique pas.',
	'publish.see': 'La voir comme tout le monde'
} satisfies Translation<typeof english>;
