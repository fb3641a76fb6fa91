import type { Translation } from '$lib/i18n/translations';
import type english from './log.en';

export default {
	title: 'Vérifiez par vous-même',
	lead: 'Tout ce qui se passe ici est inscrit dans un journal : chaque commande, chaque annulation, chaque étape de la liste d’attente. Son empreinte est signée. Ce qu’elle couvre ne peut pas être modifié sans que cela se découvre, ni par l’organisateur, ni par l’exploitant de ce site.',
	'head.title': 'Le journal en ce moment',
	'head.entries': 'Entrées',
	'head.root': 'Empreinte',
	'head.signed': 'Signé',
	'head.key': 'Clé',
	keep: 'Gardez le nombre d’entrées et l’empreinte. Ils figurent aussi dans vos e-mails (les 16 premiers caractères de l’empreinte). Si l’on vous montre un jour une autre empreinte pour le même nombre d’entrées, l’histoire a été réécrite, et vous pouvez le prouver.',
	'copy.head': 'Copier le nombre et l’empreinte',
	'copy.key': 'Copier la clé',
	'own.title': 'Vos propres entrées',
	'own.text':
		'Ouvrez votre commande ou votre position sur la liste d’attente, et choisissez « Télécharger la preuve ». La preuve montre quelle entrée est la vôtre, ce qu’elle dit, et que l’empreinte signée la couvre.',
	'all.title': 'Toutes les entrées',
	'all.public': 'Tout le monde peut les lire. Elles ne nomment personne : les personnes apparaissent sous forme de codes.',
	'all.people': 'L’organisateur ne les publie pas. Personne ne peut pour autant les modifier sans modifier l’empreinte.',
	'how.title': 'Comment vérifier',
	'how.text': 'Un programme de 200 lignes vérifie les preuves et les journaux. Il n’utilise rien de ce site. Lisez-le, puis exécutez-le avec Python :',
	'how.proof': 'Une preuve que vous avez téléchargée :',
	'how.log': 'Le journal entier :',
	'how.get': 'Télécharger le programme',
	'how.checkpoint': 'L’empreinte signée',
	'how.formats': 'Les formats sont publics (C2SP tlog-tiles et tlog-proof) : d’autres programmes les lisent donc aussi.',
	'site.title': 'Un journal pour tout le site',
	'site.text':
		'Toutes les dix secondes, les dernières empreintes signées de tous les événements entrent dans un seul journal. Si vous le suivez, personne ne peut vous montrer une autre histoire d’un événement qu’aux autres. Un autre programme vérifie la preuve pour cet événement et le journal entier :',
	'site.witnesses': 'Des témoins indépendants veillent à ce que ce journal ne fasse que grandir, et le signent aussi. Ceux-ci ont signé l’état actuel :',
	'site.proof': 'Télécharger la preuve pour cet événement',
	'site.get': 'Télécharger le programme (installation.py)',
	'site.checkpoint': 'L’empreinte signée de tout le site',
	'off.title': 'Cet événement ne tient pas de journal public',
	'off.text': 'Personne à l’extérieur ne peut donc vérifier ce qui s’est passé ici.',
	'pending.title': 'Le journal est sur le point de commencer',
	'pending.text': 'Il est signé quelques secondes après chaque événement.',
	'stopped.title': 'Le journal s’est arrêté',
	'stopped.text':
		'La base de données n’est pas celle qui a été signée auparavant, ou la clé manque. Rien n’est signé tant que ce n’est pas éclairci. Si vous avez une empreinte antérieure ou une preuve, gardez-la.'
} satisfies Translation<typeof english>;
