import type { Translation } from '$lib/i18n/translations';
import type english from './log.en';

export default {
	title: 'Selbst nachprüfen',
	lead: 'Alles, was hier geschieht, steht in einem Protokoll: jede Bestellung, jede Absage, jeder Schritt auf der Warteliste. Sein Fingerabdruck ist signiert. Was er umfasst, lässt sich nicht unbemerkt ändern, weder vom Veranstalter noch vom Betreiber dieser Seite.',
	'head.title': 'Das Protokoll jetzt',
	'head.entries': 'Einträge',
	'head.root': 'Fingerabdruck',
	'head.signed': 'Signiert',
	'head.key': 'Schlüssel',
	keep: 'Bewahre die Zahl der Einträge und den Fingerabdruck auf. Sie stehen auch in deinen E-Mails (vom Fingerabdruck die ersten 16 Zeichen). Zeigt dir jemals jemand zu derselben Zahl von Einträgen einen anderen Fingerabdruck, wurde die Geschichte umgeschrieben, und du kannst es beweisen.',
	'copy.head': 'Zahl und Fingerabdruck kopieren',
	'copy.key': 'Schlüssel kopieren',
	'own.title': 'Deine eigenen Einträge',
	'own.text':
		'Öffne deine Bestellung oder deinen Platz auf der Warteliste und wähle „Beweis herunterladen“. Der Beweis zeigt, welcher Eintrag deiner ist, was darin steht und dass der signierte Fingerabdruck ihn umfasst.',
	'all.title': 'Alle Einträge',
	'all.public': 'Alle können sie lesen. Sie nennen niemanden: Personen erscheinen als Codes.',
	'all.people': 'Der Veranstalter veröffentlicht sie nicht. Ändern kann sie trotzdem niemand, ohne dass sich der Fingerabdruck ändert.',
	'how.title': 'So prüfst du es',
	'how.text': 'Ein Programm mit 200 Zeilen prüft Beweise und Protokolle. Es benutzt nichts von dieser Seite. Lies es und starte es dann mit Python:',
	'how.proof': 'Ein Beweis, den du heruntergeladen hast:',
	'how.log': 'Das ganze Protokoll:',
	'how.get': 'Programm herunterladen',
	'how.checkpoint': 'Der signierte Fingerabdruck',
	'how.formats': 'Die Formate sind öffentlich (C2SP tlog-tiles und tlog-proof). Auch fremde Programme lesen sie.',
	'site.title': 'Ein Protokoll für die ganze Website',
	'site.text':
		'Alle zehn Sekunden kommen die neuesten signierten Fingerabdrücke aller Veranstaltungen in ein gemeinsames Protokoll. Wer es verfolgt, dem kann niemand eine andere Geschichte einer Veranstaltung zeigen als anderen. Den Beweis für diese Veranstaltung und das ganze Protokoll prüft ein weiteres Programm:',
	'site.witnesses': 'Unabhängige Zeugen achten darauf, dass dieses Protokoll nur wächst, und signieren es mit. Diese haben den aktuellen Stand signiert:',
	'site.proof': 'Beweis für diese Veranstaltung herunterladen',
	'site.get': 'Programm herunterladen (installation.py)',
	'site.checkpoint': 'Der signierte Fingerabdruck der ganzen Website',
	'off.title': 'Diese Veranstaltung führt kein öffentliches Protokoll',
	'off.text': 'Deshalb kann niemand von außen prüfen, was hier geschehen ist.',
	'pending.title': 'Das Protokoll beginnt gleich',
	'pending.text': 'Es wird wenige Sekunden, nachdem etwas geschehen ist, signiert.',
	'stopped.title': 'Das Protokoll ist angehalten',
	'stopped.text':
		'Die Datenbank ist nicht die, die signiert wurde, oder der Schlüssel fehlt. Bis das geklärt ist, wird nichts signiert. Wenn du einen früheren Fingerabdruck oder einen Beweis hast, bewahre ihn auf.'
} satisfies Translation<typeof english>;
