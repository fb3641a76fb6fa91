import type { Translation } from '$lib/i18n/translations';
import type english from './website.en';

export default {
	title: 'Auf deiner Website',
	text: 'Gäste melden sich auf einer Seite von dir an, kaufen dort Tickets und setzen sich auf die Warteliste.',
	draft: 'Veröffentliche die Veranstaltung zuerst. Bis dahin sieht sie auf anderen Websites niemand.',
	invited: 'Diese Veranstaltung ist nur für Eingeladene und lässt sich nicht auf einer Website zeigen.',
	none: 'Noch darf keine Website deine Veranstaltungen zeigen.',
	allowed: 'Diese Websites dürfen deine Veranstaltungen zeigen: {websites}.',
	owner: 'Die Websites legen Inhaber deiner Organisation fest, unter „API-Schlüssel“.',
	'copy.title': 'Das kommt auf deine Seite',
	'copy.text': 'Überall, wo du HTML einfügen kannst: in WordPress als Block „Individuelles HTML“.',
	'copy.button': 'Kopieren',
	'copy.label': 'HTML für deine Seite',
	link: 'Teilnehmen',
	theme: 'Farben',
	'theme.auto': 'Wie auf dem jeweiligen Gerät',
	'theme.light': 'Hell',
	'theme.dark': 'Dunkel',
	language: 'Sprache',
	'language.page': 'Wie auf deiner Seite',
	'policy.title': 'Wenn deine Website eine Content Security Policy hat',
	'policy.text': 'Erlaube diese beiden Quellen. Mehr ist nicht nötig.',
	'policy.label': 'Content Security Policy',
	'preview.title': 'Vorschau',
	'preview.text': 'Das ist das echte Formular: Wer sich hier anmeldet, steht auf deiner Gästeliste.'
} satisfies Translation<typeof english>;
