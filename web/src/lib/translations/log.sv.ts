import type { Translation } from '$lib/i18n/translations';
import type english from './log.en';

export default {
	title: 'Kontrollera själv',
	lead: 'Allt som händer här skrivs i en logg: varje beställning, varje avbokning, varje steg på väntelistan. Loggens fingeravtryck signeras. Det som det omfattar kan inte ändras utan att det upptäcks, inte av arrangören och inte av den som driver webbplatsen.',
	'head.title': 'Loggen just nu',
	'head.entries': 'Poster',
	'head.root': 'Fingeravtryck',
	'head.signed': 'Signerad',
	'head.key': 'Nyckel',
	keep: 'Spara antalet poster och fingeravtrycket. De finns också i dina mejl (de första 16 tecknen av fingeravtrycket). Om du någon gång får se ett annat fingeravtryck för samma antal poster har historiken skrivits om, och du kan bevisa det.',
	'copy.head': 'Kopiera antal och fingeravtryck',
	'copy.key': 'Kopiera nyckel',
	'own.title': 'Dina egna poster',
	'own.text':
		'Öppna din beställning eller din köplats på väntelistan och välj ”Ladda ner bevis”. Beviset visar vilken post som är din, vad den säger, och att det signerade fingeravtrycket omfattar den.',
	'all.title': 'Alla poster',
	'all.public': 'Alla kan läsa dem. De nämner ingen vid namn: personer syns som koder.',
	'all.people': 'Arrangören publicerar dem inte. Ändå kan ingen ändra dem utan att fingeravtrycket ändras.',
	'how.title': 'Så kontrollerar du',
	'how.text': 'Ett program på 200 rader kontrollerar bevis och loggar. Det använder inget från den här webbplatsen. Läs det, och kör det sedan med Python:',
	'how.proof': 'Ett bevis som du har laddat ner:',
	'how.log': 'Hela loggen:',
	'how.get': 'Ladda ner programmet',
	'how.checkpoint': 'Det signerade fingeravtrycket',
	'how.formats': 'Formaten är offentliga (C2SP tlog-tiles och tlog-proof), så även andras program kan läsa dem.',
	'site.title': 'En logg för hela webbplatsen',
	'site.text':
		'Var tionde sekund tas de nyaste signerade fingeravtrycken av alla evenemang in i en gemensam logg. Om du följer den kan ingen visa dig en annan historia om ett evenemang än den som andra får se. Beviset för det här evenemanget och hela loggen kontrolleras av ett annat program:',
	'site.witnesses': 'Oberoende vittnen ser till att loggen bara växer, och signerar den också. De här har signerat det som visas nu:',
	'site.proof': 'Ladda ner beviset för det här evenemanget',
	'site.get': 'Ladda ner programmet (installation.py)',
	'site.checkpoint': 'Det signerade fingeravtrycket av hela webbplatsen',
	'off.title': 'Evenemanget har ingen offentlig logg',
	'off.text': 'Därför kan ingen utomstående kontrollera vad som hände här.',
	'pending.title': 'Loggen börjar strax',
	'pending.text': 'Den signeras några sekunder efter att något har hänt.',
	'stopped.title': 'Loggen har stannat',
	'stopped.text':
		'Databasen är inte den som signerades tidigare, eller så saknas nyckeln. Inget signeras förrän det är utrett. Om du har ett tidigare fingeravtryck eller ett bevis, spara det.'
} satisfies Translation<typeof english>;
