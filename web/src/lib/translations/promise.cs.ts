import type { Translation } from '$lib/i18n/translations';
import type english from './promise.en';

export default {
	title: 'Co bylo slíbeno',
	text: 'Zveřejněno před prodejem a zapečetěno ve veřejném protokolu. Po zahájení prodeje to nikdo nemůže změnit.',
	'text.off': 'Zveřejněno před prodejem a zapečetěno v auditním protokolu. Po zahájení prodeje to nikdo nemůže změnit.',
	log: 'Ověřit ve veřejném protokolu',
	'none.title': 'Nic nebylo slíbeno',
	'none.text': 'Pořadatel k této akci nezveřejnil žádné prohlášení.',
	announced: 'Prodej ještě nezačal. Zatím je vše tak, jak bylo slíbeno.',
	kept: 'Zatím dodrženo',
	'kept.text': 'Protokol ukazuje to, co bylo slíbeno.',
	differs: 'Protokol ukazuje něco jiného',
	opens: 'Platí od',
	places: 'Vstupenek celkem',
	public: 'V prodeji od zahájení',
	held: 'Mimo volný prodej',
	'held.none': 'Žádné',
	later: 'Uvolní se později',
	prices: 'Ceny',
	free: 'Zdarma',
	versions: 'Verze',
	version: 'Verze {n}, {time}',
	row: 'Řádek {n} protokolu',
	'for.artists': 'Účinkující',
	'for.guests': 'Seznam hostů',
	'for.partners': 'Partneři a sponzoři',
	'for.press': 'Novináři',
	'for.staff': 'Tým',
	'for.accessibility': 'Bezbariérovost',
	'for.box_office': 'Pokladna',
	'for.reserve': 'Rezerva',
	'code.more_held': {
		one: 'Mimo volný prodej zůstala {n} vstupenka; slíbeno bylo nejvýše {promised}.',
		few: 'Mimo volný prodej zůstaly {n} vstupenky; slíbeno bylo nejvýše {promised}.',
		many: 'Mimo volný prodej zůstalo {n} vstupenky; slíbeno bylo nejvýše {promised}.',
		other: 'Mimo volný prodej zůstalo {n} vstupenek; slíbeno bylo nejvýše {promised}.'
	},
	'code.sold_early': {
		one: '{n} vstupenka se prodala před {time}, kdy měl prodej začít.',
		few: '{n} vstupenky se prodaly před {time}, kdy měl prodej začít.',
		many: '{n} vstupenky se prodalo před {time}, kdy měl prodej začít.',
		other: '{n} vstupenek se prodalo před {time}, kdy měl prodej začít.'
	},
	'code.price_changed': '{tier} stojí {shown} místo {promised}.',
	'code.tier_added': 'Přibyl typ vstupenky {tier} za {shown}.',
	'code.places_changed': 'Vstupenek na akci je {shown} místo {promised}.',
	'code.release_withdrawn': {
		one: '{n} vstupenka plánovaná na {time} tehdy nebyla uvolněna.',
		few: '{n} vstupenky plánované na {time} tehdy nebyly uvolněny.',
		many: '{n} vstupenky plánované na {time} tehdy nebylo uvolněno.',
		other: '{n} vstupenek plánovaných na {time} tehdy nebylo uvolněno.'
	},
	'code.release_late': {
		one: '{n} vstupenka plánovaná na {time} přišla o {shown} min později.',
		few: '{n} vstupenky plánované na {time} přišly o {shown} min později.',
		many: '{n} vstupenky plánované na {time} přišlo o {shown} min později.',
		other: '{n} vstupenek plánovaných na {time} přišlo o {shown} min později.'
	},
	'code.release_missing': {
		one: '{n} vstupenka plánovaná na {time} zatím nebyla uvolněna.',
		few: '{n} vstupenky plánované na {time} zatím nebyly uvolněny.',
		many: '{n} vstupenky plánované na {time} zatím nebylo uvolněno.',
		other: '{n} vstupenek plánovaných na {time} zatím nebylo uvolněno.'
	},
	tier: 'Typ vstupenky',
	incomplete: 'Protokol je dlouhý a stále se čte. Podívejte se za chvíli znovu.',
	toEvent: 'Zpět na akci',
	'publish.title': 'Slib před prodejem',
	'publish.text':
		'Uveďte, kolik vstupenek nepůjde do volného prodeje a pro koho. Ceny a pozdější uvolnění se převezmou z akce. Uvidí to každý a po zahájení prodeje to nelze změnit.',
	'publish.button': 'Zveřejnit prohlášení',
	'publish.again': 'Zveřejnit novou verzi',
	'publish.done': 'Zveřejněno.',
	'publish.hint': 'Co se netýká, nechte prázdné.',
	'publish.see': 'Zobrazit tak, jak to vidí všichni'
} satisfies Translation<typeof english>;
