import type { Translation } from '$lib/i18n/translations';
import type english from './address.en';

export default {
	'address.title': 'Encore une étape',
	'address.text': 'Pour cet événement, chacun doit d’abord confirmer son adresse e-mail. Nous enverrons un lien à {email}. Ce que vous avez saisi reste ici.',
	'address.send': 'M’envoyer le lien',
	'address.sent.title': 'Consultez votre messagerie',
	'address.sent.text':
		'Le lien envoyé à {email} fonctionne pendant 10 minutes. Votre inscription n’est pas encore faite : ouvrez le lien sur cet appareil et terminez ici.',
	'address.mailbox':
		'Ceci est un serveur de démonstration : le lien pour {email} se trouve dans sa boîte aux lettres et fonctionne pendant 10 minutes. Votre inscription n’est pas encore faite : ouvrez le lien sur cet appareil et terminez ici.',
	'address.mailbox.kept': 'Ceci est un serveur de démonstration : les e-mails ne sont pas envoyés, ils sont conservés ici.',
	'address.mailbox.open': 'Ouvrir la boîte aux lettres',
	'address.none.title': 'Ce serveur n’envoie pas d’e-mails',
	'address.none.text': 'Cet événement exige une adresse e-mail confirmée, ce qui n’est pas possible ici pour le moment. Contactez l’organisateur.',
	'address.again': 'Renvoyer le lien',
	'address.change': 'Utiliser une autre adresse',
	'address.confirmed': 'L’adresse {email} est confirmée.'
} satisfies Translation<typeof english>;
