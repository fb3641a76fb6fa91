import type { Translation } from '$lib/i18n/translations';
import type english from './log.en';

export default {
	title: 'Controleer het zelf',
	lead: 'Alles wat hier gebeurt, komt in een logboek: elke bestelling, elke annulering, elke stap op de wachtlijst. De vingerafdruk ervan wordt ondertekend. Wat die omvat, kan niet ongemerkt worden gewijzigd, niet door de organisator en niet door wie deze site beheert.',
	'head.title': 'Het logboek nu',
	'head.entries': 'Vermeldingen',
	'head.root': 'Vingerafdruk',
	'head.signed': 'Ondertekend',
	'head.key': 'Sleutel',
	keep: 'Bewaar het aantal vermeldingen en de vingerafdruk. Ze staan ook in je mails (de eerste 16 tekens van de vingerafdruk). Krijg je ooit voor hetzelfde aantal vermeldingen een andere vingerafdruk te zien, dan is de geschiedenis herschreven, en kun je dat bewijzen.',
	'copy.head': 'Aantal en vingerafdruk kopiëren',
	'copy.key': 'Sleutel kopiëren',
	'own.title': 'Jouw eigen vermeldingen',
	'own.text':
		'Open je bestelling of je plek op de wachtlijst, en kies ‘Bewijs downloaden’. Het bewijs laat zien welke vermelding van jou is, wat erin staat, en dat de ondertekende vingerafdruk haar omvat.',
	'all.title': 'Alle vermeldingen',
	'all.public': 'Iedereen kan ze lezen. Ze noemen niemand: mensen staan er als codes in.',
	'all.people': 'De organisator publiceert ze niet. Toch kan niemand ze wijzigen zonder dat de vingerafdruk verandert.',
	'how.title': 'Zo controleer je het',
	'how.text': 'Een programma van 200 regels controleert bewijzen en logboeken. Het gebruikt niets van deze site. Lees het, en voer het daarna uit met Python:',
	'how.proof': 'Een bewijs dat je hebt gedownload:',
	'how.log': 'Het hele logboek:',
	'how.get': 'Programma downloaden',
	'how.checkpoint': 'De ondertekende vingerafdruk',
	'how.formats': 'De formaten zijn openbaar (C2SP tlog-tiles en tlog-proof), dus ook programma’s van anderen lezen ze.',
	'site.title': 'Eén logboek voor de hele site',
	'site.text':
		'Elke tien seconden komen de nieuwste ondertekende vingerafdrukken van alle evenementen in één logboek. Als je dat volgt, kan niemand jou een andere geschiedenis van een evenement laten zien dan anderen. Een ander programma controleert het bewijs voor dit evenement en het hele logboek:',
	'site.witnesses': 'Onafhankelijke getuigen letten erop dat dit logboek alleen groeit, en ondertekenen het ook. Deze hebben de huidige stand ondertekend:',
	'site.proof': 'Bewijs voor dit evenement downloaden',
	'site.get': 'Programma downloaden (installation.py)',
	'site.checkpoint': 'De ondertekende vingerafdruk van de hele site',
	'off.title': 'Dit evenement houdt geen openbaar logboek bij',
	'off.text': 'Daarom kan niemand van buiten controleren wat hier is gebeurd.',
	'pending.title': 'Het logboek begint zo',
	'pending.text': 'Het wordt een paar seconden nadat er iets gebeurt ondertekend.',
	'stopped.title': 'Het logboek is gestopt',
	'stopped.text':
		'De database is niet wat eerder is ondertekend, of de sleutel ontbreekt. Er wordt niets ondertekend tot dat is opgehelderd. Heb je een eerdere vingerafdruk of een bewijs, bewaar die dan.'
} satisfies Translation<typeof english>;
