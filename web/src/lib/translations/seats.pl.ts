import type { Translation } from '$lib/i18n/translations';
import type english from './seats.en';

export default {
	'card.title': 'Wybierz miejsca',
	'card.text': 'Zobacz plan sali i wybierz miejsca albo pozwól nam znaleźć najlepsze.',
	'card.open': 'Zobacz plan sali',
	'card.from': 'od {amount}',
	'card.free': 'bezpłatnie',
	'card.left': { one: 'zostało {n} miejsce', few: 'zostały {n} miejsca', many: 'zostało {n} miejsc', other: 'zostało {n} miejsca' },
	'card.none': 'Wyprzedane',

	'page.title': 'Miejsca',
	'page.back': 'Wróć do wydarzenia',
	'page.map': 'Plan',
	'page.list': 'Lista',
	'page.view': 'Plan lub lista',

	'map.label': 'Plan sali',
	'map.how':
		'Strzałkami przechodzisz między miejscami, klawiszem Enter wybierasz, plusem i minusem zmieniasz powiększenie, zerem pokazujesz całą salę. Lista ma te same miejsca.',
	'map.stage': 'Scena',
	'map.in': 'Przybliż',
	'map.out': 'Oddal',
	'map.whole': 'Pokaż wszystkie miejsca',

	'seat.place': '{section}, rząd {row}, miejsce {number}',
	'seat.short': 'Rząd {row}, {number}',
	'seat.available': 'wolne, {price}',
	'seat.chosen': 'wybrane',
	'seat.held': 'właśnie kupowane',
	'seat.sold': 'sprzedane',
	'seat.blocked': 'nie na sprzedaż',
	'seat.reserved': 'zarezerwowane dla listy oczekujących',
	'seat.accessible': 'miejsce dla wózka',
	'seat.companion': 'miejsce dla opiekuna',
	'seat.obstructed': 'ograniczona widoczność',
	'seat.say': '{place}, {tier}: {state}',

	legend: 'Legenda',
	'legend.taken': 'Niedostępne',
	'legend.reserved': 'Zarezerwowane dla listy oczekujących',
	'legend.left': { one: '{n} wolne', few: '{n} wolne', many: '{n} wolnych', other: '{n} wolnego' },

	'list.section': 'Sektor',
	'list.row': 'Rząd',
	'list.rowLeft': { one: '{row} ({n} wolne)', few: '{row} ({n} wolne)', many: '{row} ({n} wolnych)', other: '{row} ({n} wolnego)' },
	'list.seats': 'Miejsca w rzędzie {row}',
	'list.wait': 'Czekaj',
	'list.waitFor': 'Czekaj na: {place}',
	'list.none': 'W tym rzędzie nie ma wolnych miejsc.',

	'best.title': 'Najlepsze wolne miejsca',
	'best.count': 'Ile miejsc',
	'best.more': 'Jedno miejsce więcej',
	'best.less': 'Jedno miejsce mniej',
	'best.tier': 'Które miejsca',
	'best.any': 'Dowolne',
	'best.section': 'Gdzie',
	'best.anywhere': 'Gdziekolwiek',
	'best.price': 'Cena za miejsce',
	'best.anyPrice': 'Dowolna cena',
	'best.atMost': 'Do {amount}',
	'best.accessible': 'Z miejscem dla wózka',
	'best.go': {
		one: 'Znajdź najlepsze miejsce',
		few: 'Znajdź {n} najlepsze miejsca obok siebie',
		many: 'Znajdź {n} najlepszych miejsc obok siebie',
		other: 'Znajdź {n} najlepszego miejsca obok siebie'
	},
	'best.note': 'Zobaczysz miejsca i ich ceny, zanim przejdziesz dalej.',
	'best.instead': 'Ktoś był szybszy. Oto kolejne najlepsze miejsca:',

	'choice.title': 'Twoje miejsca',
	'choice.empty': 'Liczba miejsc do wyboru: najwyżej {n}.',
	'choice.remove': 'Usuń: {place}',
	'choice.total': 'Suma',
	'choice.go': {
		one: 'Dalej z tym miejscem',
		few: 'Dalej z tymi {n} miejscami',
		many: 'Dalej z tymi {n} miejscami',
		other: 'Dalej z tymi {n} miejscami'
	},
	'choice.full': 'Liczba miejsc w jednym zamówieniu: najwyżej {n}.',
	'choice.gone': 'Jedno z Twoich miejsc właśnie zajął ktoś inny.',
	'choice.show': 'Pokaż',
	'choice.lonely': 'Jedno miejsce zostałoby samotne: {place}. Wybierz miejsca tuż obok niego.',

	'who.title': 'Twoje dane',
	'who.text': 'Zatrzymamy miejsca dla Ciebie na czas płatności.',
	'who.go': 'Przejdź do płatności',
	'who.done': 'Bierzesz udział!',
	'who.doneText': 'Wysłaliśmy bilety na {email}.',

	'wait.seat': 'To miejsce jest zajęte',
	'wait.seatText': 'Ktoś inny ma teraz: {place}. Jeśli się zwolni, możesz je dostać.',
	'wait.go': 'Czekaj na to miejsce',
	'wait.open': 'Nic nie pasuje? Poczekaj na miejsce',
	'wait.title': 'Czekanie na miejsca',
	'wait.text': 'Pierwsze pasujące miejsca zaoferujemy Ci, zanim zobaczy je ktokolwiek inny.',
	'wait.what': 'Które miejsca chcesz?',
	'wait.tier': '{tier}, dowolne miejsce',
	'wait.section': 'Sektor {section}',
	'wait.price': {
		one: '{amount}, jeśli weźmiesz miejsce. Czekanie nic nie kosztuje.',
		few: '{amount}, jeśli weźmiesz {n} miejsca. Czekanie nic nie kosztuje.',
		many: '{amount}, jeśli weźmiesz {n} miejsc. Czekanie nic nie kosztuje.',
		other: '{amount}, jeśli weźmiesz {n} miejsca. Czekanie nic nie kosztuje.'
	},
	'wait.range': '{from} do {to}',
	'wait.submit': 'Dołącz do listy oczekujących',
	'wait.done': 'Jesteś na liście oczekujących',
	'wait.doneText': 'Wysłaliśmy e-mail na {email}. Gdy tylko przyjdzie Twoja kolej, damy Ci znać i zarezerwujemy dla Ciebie miejsca.',
	'wait.offered': 'To już Twoja kolej. Wysłaliśmy link na {email}: odbierz tam swoje miejsca.',
	'wait.free': {
		one: 'Wszędzie są jeszcze miejsca. Zamknij to okno i wybierz jedno.',
		few: 'Wszędzie są jeszcze {n} miejsca obok siebie. Zamknij to okno i je wybierz.',
		many: 'Wszędzie jest jeszcze {n} miejsc obok siebie. Zamknij to okno i je wybierz.',
		other: 'Wszędzie jest jeszcze {n} miejsca obok siebie. Zamknij to okno i je wybierz.'
	},
	'wait.none': 'Wybierz co najmniej jedno.'
} satisfies Translation<typeof english>;
