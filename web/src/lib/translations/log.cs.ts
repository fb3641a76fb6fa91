import type { Translation } from '$lib/i18n/translations';
import type english from './log.en';

export default {
	title: 'Ověřte si to',
	lead: 'Vše, co se zde děje, se zapisuje do protokolu: každá objednávka, každé zrušení, každý krok na čekací listině. Jeho otisk se podepisuje. Co pokrývá, nelze změnit, aniž by se na to přišlo: nemůže to pořadatel ani ten, kdo tento web provozuje.',
	'head.title': 'Protokol právě teď',
	'head.entries': 'Záznamů',
	'head.root': 'Otisk',
	'head.signed': 'Podepsáno',
	'head.key': 'Klíč',
	keep: 'Uschovejte si počet záznamů a otisk. Jsou i v našich e-mailech (prvních 16 znaků otisku). Pokud byste někdy viděli pro stejný počet záznamů jiný otisk, historie byla přepsána a můžete to dokázat.',
	'copy.head': 'Kopírovat počet a otisk',
	'copy.key': 'Kopírovat klíč',
	'own.title': 'Vaše vlastní záznamy',
	'own.text':
		'Otevřete svou objednávku nebo své místo na čekací listině a vyberte „Stáhnout důkaz“. Důkaz ukazuje, který záznam je váš, co říká a že ho podepsaný otisk pokrývá.',
	'all.title': 'Všechny záznamy',
	'all.public': 'Číst je může každý. Nikoho nejmenují: lidé jsou uvedeni jako kódy.',
	'all.people': 'Pořadatel je nezveřejňuje. Ani tak je nikdo nemůže změnit, aniž by se změnil otisk.',
	'how.title': 'Jak to ověřit',
	'how.text': 'Důkazy a protokoly ověřuje program o 200 řádcích. Nic z tohoto webu nepoužívá. Přečtěte si ho a pak ho spusťte v Pythonu:',
	'how.proof': 'Stažený důkaz:',
	'how.log': 'Celý protokol:',
	'how.get': 'Stáhnout program',
	'how.checkpoint': 'Podepsaný otisk',
	'how.formats': 'Formáty jsou veřejné (C2SP tlog-tiles a tlog-proof), takže je čtou i programy jiných autorů.',
	'site.title': 'Jeden protokol pro celý web',
	'site.text':
		'Každých deset sekund se nejnovější podepsané otisky všech akcí zapíšou do jednoho protokolu. Kdo ho sleduje, tomu nikdo nemůže ukázat jinou historii akce než ostatním. Důkaz pro tuto akci i celý protokol ověřuje další program:',
	'site.witnesses': 'Nezávislí svědci dohlížejí na to, aby tento protokol jen rostl, a také ho podepisují. Současný stav podepsali:',
	'site.proof': 'Stáhnout důkaz pro tuto akci',
	'site.get': 'Stáhnout program (installation.py)',
	'site.checkpoint': 'Podepsaný otisk celého webu',
	'off.title': 'Tato akce nevede veřejný protokol',
	'off.text': 'Nikdo zvenčí tedy nemůže ověřit, co se zde stalo.',
	'pending.title': 'Protokol brzy začne',
	'pending.text': 'Podepisuje se několik sekund poté, co se něco stane.',
	'stopped.title': 'Protokol se zastavil',
	'stopped.text':
		'Databáze není to, co bylo dříve podepsáno, nebo chybí klíč. Dokud se to nevyjasní, nic se nepodepisuje. Pokud máte dřívější otisk nebo důkaz, uschovejte si ho.'
} satisfies Translation<typeof english>;
