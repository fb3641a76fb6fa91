import type { Translation } from '$lib/i18n/words';
import type english from './transfer.en';

export default {
	'give.button': 'An jemanden weitergeben',
	'give.title': 'Wer bekommt dieses Ticket?',
	'give.text': 'Wir schreiben der Person. Sobald sie annimmt, gehört ihr das Ticket, und dein Code gilt nicht mehr.',
	'give.email': 'Ihre E-Mail',
	'give.name': 'Ihr Name',
	'give.go': 'Ticket anbieten',
	'give.done': 'Wir haben an {to} geschrieben.',
	'give.offered': 'Angeboten an {to}. Bis es angenommen ist, gehört es dir.',
	'give.back': 'Zurücknehmen',
	'give.backDone': 'Das Angebot ist zurückgenommen. Das Ticket gehört dir.',

	'take.title': 'Ein Ticket für dich',
	'take.text': '{from} bietet dir ein Ticket an. Nimm es an, dann gehört es dir, mit einem eigenen Code.',
	'take.textNobody': 'Dir wird ein Ticket angeboten. Nimm es an, dann gehört es dir, mit einem eigenen Code.',
	'take.accept': 'Ticket annehmen',
	'take.decline': 'Nein, danke',
	'take.decline.title': 'Dieses Ticket ablehnen?',
	'take.decline.text': 'Es bleibt bei der Person, die es angeboten hat. Das lässt sich nicht rückgängig machen.',
	'take.decline.yes': 'Ja, ablehnen',
	'take.decline.no': 'Noch nicht',
	'take.accepted': 'Es gehört dir. Bis dann!',

	'mine.title': 'Dein Ticket',
	'mine.text': 'Zeig am Einlass den Code. Der, den es vorher gab, gilt nicht mehr.',
	'gone.title': 'Dieses Ticket ist weitergegangen',
	'gone.text': 'Du hast es weitergegeben.',
	'declined.title': 'Du hast dieses Ticket abgelehnt',
	'declined.text': 'Es bleibt bei der Person, die es angeboten hat. Danke, dass du Bescheid gegeben hast.',
	'cancelled.title': 'Dieses Angebot wurde zurückgenommen',
	'cancelled.text': 'Das Ticket bleibt, wo es ist. Du musst nichts tun.',
	'void.title': 'Dieses Ticket gilt nicht mehr',
	'void.text': 'Die Bestellung, zu der es gehörte, ist beendet. Aus dem Angebot kann nichts mehr werden.',

	'giving.offered.title': 'Du hast dieses Ticket angeboten',
	'giving.offered.text': 'Wir haben an {to} geschrieben. Bis es angenommen ist, gehört es dir.',
	'giving.accepted.title': 'Dieses Ticket hat jemand anderes',
	'giving.accepted.text': '{to} hat es jetzt. Der Code, den du hattest, gilt nicht mehr.',
	'giving.declined.title': 'Dieses Ticket gehört noch dir',
	'giving.declined.text': '{to} wollte es nicht. Dein Code gilt weiterhin.',
	'giving.cancelled.title': 'Du hast das Angebot zurückgenommen',
	'giving.cancelled.text': 'Das Ticket gehört dir, und sein Code gilt weiterhin.'
} satisfies Translation<typeof english>;
