import type { Translation } from '$lib/i18n/translations';
import type english from './log.en';

export default {
	title: 'Sprawdź samodzielnie',
	lead: 'Wszystko, co się tu dzieje, jest zapisywane w dzienniku: każde zamówienie, każde anulowanie, każdy krok na liście oczekujących. Odcisk dziennika jest podpisywany. Tego, co obejmuje, nie da się zmienić niezauważenie – nie może tego zrobić ani organizator, ani operator tej strony.',
	'head.title': 'Dziennik teraz',
	'head.entries': 'Wpisy',
	'head.root': 'Odcisk',
	'head.signed': 'Podpisano',
	'head.key': 'Klucz',
	keep: 'Zachowaj liczbę wpisów i odcisk. Są też w e-mailach do Ciebie (pierwszych 16 znaków odcisku). Jeśli kiedyś zobaczysz inny odcisk dla tej samej liczby wpisów, historię przepisano, a Ty możesz to udowodnić.',
	'copy.head': 'Kopiuj liczbę i odcisk',
	'copy.key': 'Kopiuj klucz',
	'own.title': 'Twoje wpisy',
	'own.text':
		'Otwórz swoje zamówienie lub miejsce na liście oczekujących i wybierz „Pobierz dowód”. Dowód pokazuje, który wpis jest Twój, co mówi i że podpisany odcisk go obejmuje.',
	'all.title': 'Wszystkie wpisy',
	'all.public': 'Każdy może je czytać. Nikogo nie wymieniają z nazwiska: osoby są w nich jako kody.',
	'all.people': 'Organizator ich nie publikuje. Mimo to nikt nie może ich zmienić bez zmiany odcisku.',
	'how.title': 'Jak to sprawdzić',
	'how.text': 'Program o długości 200 wierszy sprawdza dowody i dzienniki. Nie korzysta z niczego na tej stronie. Przeczytaj go, a potem uruchom w Pythonie:',
	'how.proof': 'Pobrany dowód:',
	'how.log': 'Cały dziennik:',
	'how.get': 'Pobierz program',
	'how.checkpoint': 'Podpisany odcisk',
	'how.formats': 'Formaty są publiczne (C2SP tlog-tiles i tlog-proof), więc czytają je też programy innych osób.',
	'site.title': 'Jeden dziennik dla całej strony',
	'site.text':
		'Co dziesięć sekund najnowsze podpisane odciski wszystkich wydarzeń trafiają do jednego dziennika. Kto go śledzi, temu nikt nie pokaże innej historii wydarzenia niż pozostałym. Dowód dla tego wydarzenia i cały dziennik sprawdza inny program:',
	'site.witnesses': 'Niezależni świadkowie pilnują, aby ten dziennik tylko rósł, i także go podpisują. Obecny stan podpisali:',
	'site.proof': 'Pobierz dowód dla tego wydarzenia',
	'site.get': 'Pobierz program (installation.py)',
	'site.checkpoint': 'Podpisany odcisk całej strony',
	'off.title': 'To wydarzenie nie prowadzi publicznego dziennika',
	'off.text': 'Dlatego nikt z zewnątrz nie może sprawdzić, co się tu stało.',
	'pending.title': 'Dziennik zaraz się zacznie',
	'pending.text': 'Jest podpisywany kilka sekund po każdym zdarzeniu.',
	'stopped.title': 'Dziennik się zatrzymał',
	'stopped.text':
		'Baza danych nie jest tą, którą podpisano wcześniej, albo brakuje klucza. Do czasu wyjaśnienia nic nie jest podpisywane. Jeśli masz wcześniejszy odcisk lub dowód, zachowaj go.'
} satisfies Translation<typeof english>;
