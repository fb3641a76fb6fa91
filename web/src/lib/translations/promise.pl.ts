import type { Translation } from '$lib/i18n/translations';
import type english from './promise.en';

export default {
	title: 'Co obiecano',
	text: 'Opublikowano przed sprzedażą i zapieczętowano w publicznym dzienniku. Po starcie sprzedaży nikt nie może tego zmienić.',
	'text.off': 'Opublikowano przed sprzedażą i zapieczętowano w dzienniku zdarzeń. Po starcie sprzedaży nikt nie może tego zmienić.',
	log: 'Sprawdź w publicznym dzienniku',
	'none.title': 'Niczego nie obiecano',
	'none.text': 'Organizator nie opublikował obietnicy dla tego wydarzenia.',
	announced: 'Sprzedaż jeszcze nie ruszyła. Jak dotąd wszystko jest zgodne z obietnicą.',
	kept: 'Jak dotąd dotrzymano',
	'kept.text': 'Dziennik pokazuje to, co obiecano.',
	differs: 'Dziennik pokazuje coś innego',
	opens: 'Obowiązuje od',
	places: 'Bilety łącznie',
	public: 'W sprzedaży od startu',
	held: 'Poza sprzedażą publiczną',
	'held.none': 'Brak',
	later: 'Udostępniane później',
	prices: 'Ceny',
	free: 'Bezpłatnie',
	versions: 'Wersje',
	version: 'Wersja {n}, {time}',
	row: 'Wiersz {n} dziennika',
	'for.artists': 'Artyści',
	'for.guests': 'Lista gości',
	'for.partners': 'Partnerzy i sponsorzy',
	'for.press': 'Prasa',
	'for.staff': 'Ekipa',
	'for.accessibility': 'Dostępność',
	'for.box_office': 'Kasa',
	'for.reserve': 'Rezerwa',
	'code.more_held': {
		one: '{n} bilet był poza sprzedażą publiczną; obiecano najwyżej {promised}.',
		few: '{n} bilety były poza sprzedażą publiczną; obiecano najwyżej {promised}.',
		many: '{n} biletów było poza sprzedażą publiczną; obiecano najwyżej {promised}.',
		other: '{n} biletu było poza sprzedażą publiczną; obiecano najwyżej {promised}.'
	},
	'code.sold_early': {
		one: '{n} bilet sprzedano przed planowanym startem sprzedaży: {time}.',
		few: '{n} bilety sprzedano przed planowanym startem sprzedaży: {time}.',
		many: '{n} biletów sprzedano przed planowanym startem sprzedaży: {time}.',
		other: '{n} biletu sprzedano przed planowanym startem sprzedaży: {time}.'
	},
	'code.price_changed': '{tier} kosztuje {shown} zamiast {promised}.',
	'code.tier_added': 'Dodano: {tier}, cena: {shown}.',
	'code.places_changed': 'Bilety na to wydarzenie: {shown} zamiast {promised}.',
	'code.release_withdrawn': {
		one: '{n} biletu planowanego na {time} wtedy nie udostępniono.',
		few: '{n} biletów planowanych na {time} wtedy nie udostępniono.',
		many: '{n} biletów planowanych na {time} wtedy nie udostępniono.',
		other: '{n} biletu planowanego na {time} wtedy nie udostępniono.'
	},
	'code.release_late': {
		one: '{n} bilet planowany na {time} pojawił się z opóźnieniem {shown} min.',
		few: '{n} bilety planowane na {time} pojawiły się z opóźnieniem {shown} min.',
		many: '{n} biletów planowanych na {time} pojawiło się z opóźnieniem {shown} min.',
		other: '{n} biletu planowanego na {time} pojawiło się z opóźnieniem {shown} min.'
	},
	'code.release_missing': {
		one: '{n} biletu planowanego na {time} nie udostępniono.',
		few: '{n} biletów planowanych na {time} nie udostępniono.',
		many: '{n} biletów planowanych na {time} nie udostępniono.',
		other: '{n} biletu planowanego na {time} nie udostępniono.'
	},
	tier: 'Rodzaj biletu',
	incomplete: 'Dziennik jest długi i wciąż go czytamy. Zajrzyj ponownie za chwilę.',
	toEvent: 'Wróć do wydarzenia',
	'publish.title': 'Obietnica przed sprzedażą',
	'publish.text':
		'Podaj, ile biletów jest poza sprzedażą publiczną i dla kogo. Ceny i późniejsze udostępnienia pochodzą z wydarzenia. Każdy to zobaczy, a po starcie sprzedaży nie będzie można tego zmienić.',
	'publish.button': 'Opublikuj obietnicę',
	'publish.again': 'Opublikuj nową wersję',
	'publish.done': 'Opublikowano.',
	'publish.hint': 'Zostaw puste to, co nie dotyczy.',
	'publish.see': 'Zobacz tak jak wszyscy'
} satisfies Translation<typeof english>;
