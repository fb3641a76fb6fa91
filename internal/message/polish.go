package message

import (
	"fmt"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
)

var polish = &dictionary{
	tag:         language.Polish,
	hello:       "Cześć {name},",
	helloNobody: "Cześć,",

	places:  locale.Counted{plural.One: "1 bilet", plural.Few: "{n} bilety", plural.Many: "{n} biletów", plural.Other: "{n} biletu"},
	guests:  locale.Counted{plural.One: "Ty i 1 gość", plural.Few: "Ty i {n} gości", plural.Many: "Ty i {n} gości", plural.Other: "Ty i {n} gościa"},
	minutes: locale.Counted{plural.One: "1 minutę", plural.Few: "{n} minuty", plural.Many: "{n} minut", plural.Other: "{n} minuty"},
	hours:   locale.Counted{plural.One: "1 godzinę", plural.Few: "{n} godziny", plural.Many: "{n} godzin", plural.Other: "{n} godziny"},
	days:    locale.Counted{plural.One: "1 dzień", plural.Few: "{n} dni", plural.Many: "{n} dni", plural.Other: "{n} dnia"},
	placesHeld: locale.Counted{plural.One: "1 bilet jest zarezerwowany dla Ciebie", plural.Few: "{n} bilety są zarezerwowane dla Ciebie",
		plural.Many: "{n} biletów jest zarezerwowanych dla Ciebie", plural.Other: "{n} biletu jest zarezerwowane dla Ciebie"},

	when: "Kiedy", where: "Gdzie", what: "Bilet", with: "Goście",
	until: "Odbierz do", cancelUntil: "Anuluj do",
	amount: "Kwota", reference: "Tytuł przelewu", payBefore: "Zapłać do", howToPay: "Jak zapłacić",
	cost: "Cena", order: "Twoje zamówienie", discount: "Zniżka", tax: "Podatek", taxIncluded: "W tym podatek", rounding: "Zaokrąglenie", total: "Suma",
	point: ",", thousands: "\u00a0",
	ticketOf: "Bilet {n} z {of}", codeAlt: "Kod QR: {ticket}.", shortCode: "Kod do wpisania:", seat: "{section}, rząd {row}, miejsce {number}",

	preferences:     "Zrezygnuj z przypomnień",
	noAnnouncements: "Zrezygnuj z takich wiadomości",
	unfollow:        "Przestań obserwować: {organization}",
	grounds: [grounds]string{
		groundKnown:    "Dostajesz ten e-mail, bo ten adres podano przy wydarzeniu {title}.",
		groundOrder:    "Dostajesz ten e-mail, bo z tym adresem zamówiono bilety na wydarzenie {title}.",
		groundWaitlist: "Dostajesz ten e-mail, bo ten adres jest na liście oczekujących na wydarzenie {title}.",
		groundOffered:  "Dostajesz ten e-mail, bo ktoś wysyła na ten adres bilet na wydarzenie {title}.",
		groundReceived: "Dostajesz ten e-mail, bo na ten adres przekazano bilet na wydarzenie {title}.",
		groundHeld:     "Dostajesz ten e-mail, bo ten adres ma bilet na wydarzenie {title}.",
		groundGiven:    "Dostajesz ten e-mail, bo z tego adresu przekazano bilet na wydarzenie {title}.",
		groundReturned: "Dostajesz ten e-mail, bo z tego adresu wystawiono dla listy oczekujących bilet na wydarzenie {title}.",
		groundInvited:  "Otrzymujesz tę wiadomość, ponieważ {organization} zaprasza ten adres na wydarzenie {title}.",
		groundFollows:  "Dostajesz ten e-mail, bo obserwujesz organizatora {organization}.",
	},
	footerLog:     "W chwili wysłania publiczny dziennik wydarzenia miał tyle wpisów: {n}, i odcisk {root}.",
	footerOther:   "To nie Ty? Ktoś mógł pomylić się przy wpisywaniu adresu; możesz zignorować ten e-mail.",
	footerFollows: "W każdej chwili możesz przestać obserwować.",
	footerOffered: "To nie do Ciebie? Ktoś mógł pomylić się przy wpisywaniu adresu; możesz zignorować ten e-mail.",
	somebody:      "Ktoś",
	moreGuests:    "{names} i jeszcze {count}",
	and:           " i ",

	weekdays: [7]string{"niedziela", "poniedziałek", "wtorek", "środa", "czwartek", "piątek", "sobota"},
	months: [12]string{"stycznia", "lutego", "marca", "kwietnia", "maja", "czerwca",
		"lipca", "sierpnia", "września", "października", "listopada", "grudnia"},
	date: func(d *dictionary, t time.Time) string {
		return fmt.Sprintf("%d %s %d (%s)", t.Day(), d.months[t.Month()-1], t.Year(), d.weekdays[t.Weekday()])
	},
	shortDate: func(_ *dictionary, t time.Time) string {
		months := [12]string{"sty", "lut", "mar", "kwi", "maj", "cze", "lip", "sie", "wrz", "paź", "lis", "gru"}
		return fmt.Sprintf("%d %s", t.Day(), months[t.Month()-1])
	},
	clock: "15:04", between: "–",

	wordings: map[wordingKey]wording{
		{inv.MsgConfirmed, ""}: {
			subject: "Potwierdzone: {title}",
			heading: "Bierzesz udział!",
			body:    []string{"Twoja rejestracja na wydarzenie {title} jest potwierdzona: {places}.", "Pokaż kod QR przy wejściu, w telefonie lub na papierze. Przycisk otwiera wszystkie Twoje bilety."},
			action:  "Zobacz lub anuluj bilety",
			after:   []string{"Nie możesz przyjść? Anuluj na tej stronie, żeby Twój bilet mogła dostać następna osoba z listy oczekujących."},
		},
		{inv.MsgConfirmed, inv.ReasonPromoted}: {
			subject: "Masz bilet z listy oczekujących: {title}",
			heading: "Bierzesz udział!",
			body:    []string{"Zwolnił się bilet i przyszła Twoja kolej: Twoja rejestracja na wydarzenie {title} jest potwierdzona, {places}.", "Pokaż kod QR przy wejściu, w telefonie lub na papierze. Przycisk otwiera wszystkie Twoje bilety."},
			action:  "Zobacz lub anuluj bilety",
			after:   []string{"Nie możesz już przyjść? Anuluj na tej stronie, żeby Twój bilet mogła dostać następna osoba z listy oczekujących."},
		},
		{inv.MsgWaitlisted, ""}: {
			subject: "Jesteś na liście oczekujących: {title}",
			heading: "Jesteś na liście oczekujących.",
			body: []string{
				"Jesteś na liście oczekujących na wydarzenie {title} ({places}).",
				"Nie musisz nic więcej robić. Gdy przyjdzie Twoja kolej, wyślemy Ci e-mail i zarezerwujemy bilety na {window}, żeby można je było odebrać.",
			},
			action: "Zobacz swoją pozycję",
			after:  []string{"Na tej stronie jest Twoja pozycja i powód każdej zmiany. Możesz tam też opuścić listę oczekujących."},
		},
		{inv.MsgWaitlisted, inv.ReasonPromoted}: {
			subject: "Jesteś na liście oczekujących: {title}",
			heading: "Jesteś na liście oczekujących.",
			body: []string{
				"Jesteś na liście oczekujących na wydarzenie {title} ({places}).",
				"Nie musisz nic więcej robić. Gdy przyjdzie Twoja kolej, bilety zostaną od razu potwierdzone, a my wyślemy Ci e-mail.",
			},
			action: "Zobacz swoją pozycję",
			after:  []string{"Na tej stronie jest Twoja pozycja i powód każdej zmiany. Możesz tam też opuścić listę oczekujących."},
		},
		{inv.MsgOffer, ""}: {
			subject: "Twoja kolej: odbierz bilet do {deadline_short} – {title}",
			heading: "Twoja kolej!",
			body: []string{
				"Zwolnił się bilet na wydarzenie {title} i jesteś następną osobą: {held}.",
				"Odbierz go do {deadline}. Potem trafi do następnej osoby z listy oczekujących.",
			},
			action: "Odbierz lub odrzuć",
			after:  []string{"Nie możesz przyjść? Odrzuć na tej stronie, żeby następna osoba nie musiała czekać."},
		},
		{inv.MsgOfferExtended, ""}: {
			subject: "Więcej czasu na odbiór, do {deadline_short} – {title}",
			heading: "Masz więcej czasu.",
			body: []string{
				"Organizator wydarzenia {title} dał Ci więcej czasu: {held}.",
				"Odbierz do {deadline}.",
			},
			action: "Odbierz lub odrzuć",
		},
		{inv.MsgOfferExpired, ""}: {
			subject: "Twoja oferta wygasła: {title}",
			heading: "Twoja oferta wygasła.",
			body:    []string{"Na wydarzenie {title} zarezerwowaliśmy dla Ciebie {places}. Czas na odbiór minął i ofertę dostaje następna osoba z listy oczekujących."},
			action:  "Zobacz szczegóły",
			after:   []string{"Nadal chcesz przyjść? Możesz ponownie dołączyć do listy oczekujących, dopóki rejestracja jest otwarta."},
		},
		{inv.MsgCancelled, ""}: {
			subject: "Anulowano: {title}",
			heading: "Twoja rejestracja jest anulowana.",
			body:    []string{"Anulowano {places} na wydarzenie {title}. Dziękujemy za wiadomość: teraz może przyjść ktoś inny."},
			action:  "Zobacz swoją rejestrację",
		},
		{inv.MsgCancelled, inv.ReasonCancelledByStaff}: {
			subject: "Twoja rejestracja została anulowana: {title}",
			heading: "Twoja rejestracja została anulowana.",
			body:    []string{"Organizator anulował Twoją rejestrację na wydarzenie {title} ({places}). Jeśli to pomyłka, skontaktuj się z organizatorem."},
			action:  "Zobacz swoją rejestrację",
		},
		{inv.MsgGuestCancelled, ""}: {
			subject: "O jeden bilet mniej: {title}",
			heading: "Jeden bilet został anulowany.",
			body:    []string{"Anulowano jeden bilet z Twojej rejestracji na wydarzenie {title}: {other}. Jego kod już nie działa i teraz może przyjść ktoś inny.", "Pozostałe bilety zachowują swoje kody: {places}."},
			action:  "Zobacz swoją rejestrację",
			after:   []string{"To niespodzianka? Skontaktuj się z organizatorem."},
		},
		{inv.MsgEntryRemoved, ""}: {
			subject: "Nie ma Cię już na liście oczekujących: {title}",
			heading: "Nie ma Cię już na liście oczekujących.",
			body:    []string{"Organizator usunął Cię z listy oczekujących na wydarzenie {title}. Jeśli to pomyłka, skontaktuj się z organizatorem."},
			action:  "Zobacz szczegóły",
		},
		{inv.MsgWaitlistClosed, ""}: {
			subject: "Lista oczekujących jest zamknięta: {title}",
			heading: "Lista oczekujących jest zamknięta.",
			body:    []string{"Rejestracja na wydarzenie {title} jest zamknięta i żaden bilet nie zwolnił się dla Ciebie na czas. Przykro nam."},
			action:  "Zobacz szczegóły",
		},
		{inv.MsgWaitlistClosed, inv.ReasonPartyTooLarge}: {
			subject: "Twoja grupa jest teraz za duża: {title}",
			heading: "Twoja grupa jest teraz za duża.",
			body:    []string{"Wydarzenie {title} ma teraz mniej miejsc i nie pomieści grupy tej wielkości ({places}), więc nie ma Cię już na liście oczekujących. Możesz dołączyć ponownie z mniejszą liczbą gości."},
			action:  "Zobacz szczegóły",
		},
		{inv.MsgOrderPending, ""}: {
			subject: "Zapłać do {deadline_short}: {title}",
			heading: "Twoje bilety czekają na zapłatę.",
			body:    []string{"Dziękujemy za zamówienie na wydarzenie {title}: {held}.", "Zapłać {total} do {deadline}. W tytule przelewu podaj {reference}, żebyśmy mogli znaleźć Twoją płatność."},
			action:  "Zobacz zamówienie",
			after:   []string{"Bilety dostaniesz, gdy tylko organizator odnotuje Twoją płatność. Nieopłacone bilety są zwalniane."},
		},
		{inv.MsgOrderConfirmed, ""}: {
			subject: "Twoje bilety: {title}",
			heading: "Bierzesz udział!",
			body:    []string{"Twoje zamówienie na wydarzenie {title} jest potwierdzone: {places}, razem {total}.", "Pokaż kod QR przy wejściu, w telefonie lub na papierze. Przycisk otwiera wszystkie Twoje bilety."},
			action:  "Zobacz bilety",
		},
		{inv.MsgOrderExpired, ""}: {
			subject: "Twoje zamówienie wygasło: {title}",
			heading: "Twoje zamówienie wygasło.",
			body:    []string{"Na wydarzenie {title} zarezerwowaliśmy dla Ciebie {places}. Czas na zapłatę minął i bilety zostały zwolnione."},
			action:  "Zobacz zamówienie",
			after:   []string{"Jeśli w międzyczasie zapłacono, dostaniesz bilety, jeśli będą jeszcze dostępne, a jeśli nie – zwrot. W obu przypadkach wyślemy Ci e-mail."},
		},
		{inv.MsgOrderCancelled, ""}: {
			subject: "Anulowano: {title}",
			heading: "Bilety z Twojego zamówienia zostały anulowane.",
			body:    []string{"Bilety z Twojego zamówienia na wydarzenie {title} zostały anulowane i nie są już ważne."},
			action:  "Zobacz zamówienie",
		},
		{inv.MsgOrderRefunded, ""}: {
			subject: "Twój zwrot: {title}",
			heading: "Dostajesz zwrot.",
			body:    []string{"Za Twoje zamówienie na wydarzenie {title} zwracamy {refund} pierwotną metodą płatności. Zwrócone bilety nie są już ważne."},
			action:  "Zobacz zamówienie",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentLate}: {
			subject: "Twój zwrot: {title}",
			heading: "Twoja płatność przyszła za późno.",
			body:    []string{"Twoja płatność {refund} za wydarzenie {title} przyszła, gdy zamówienie było już zakończone, a bilety nie były dostępne. Dostaniesz zwrot całej kwoty pierwotną metodą płatności. Przykro nam."},
			action:  "Zobacz zamówienie",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentMismatch}: {
			subject: "Twój zwrot: {title}",
			heading: "Twoja płatność nie zgadzała się z zamówieniem.",
			body:    []string{"Twoje zamówienie na wydarzenie {title} kosztuje {total}, a Twoja płatność to {refund}. Dostaniesz zwrot całej kwoty pierwotną metodą płatności. Dopóki zamówienie jest otwarte, możesz zapłacić ponownie."},
			action:  "Zobacz zamówienie",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentAgain}: {
			subject: "Twój zwrot: {title}",
			heading: "Zapłacono dwa razy.",
			body:    []string{"Twoje zamówienie na wydarzenie {title} było już opłacone. Drugą płatność, {refund}, zwracamy pierwotną metodą płatności. Twoje bilety są nadal ważne."},
			action:  "Zobacz zamówienie",
		},
		{Announcement, ""}: {
			subject: "{title}",
			heading: "{title}",
			action:  "Zobacz swoje bilety",
		},
		{NewEvent, ""}: {
			subject: "Nowość od {organization}: {title}, {starts_short}",
			heading: "{title}",
			body:    []string{"{organization} ogłasza nowe wydarzenie: {title}, {starts}."},
			action:  "Zobacz wydarzenie",
		},
		{NewEvent, newDates}: {
			subject: "Nowość od {organization}: {series}",
			heading: "{series}",
			body:    []string{"{organization} ogłasza nowe terminy: {series}, od {starts}."},
			action:  "Zobacz wszystkie terminy",
		},
		{inv.MsgInvitation, ""}: {
			subject: "Zaproszenie: {title}",
			heading: "Masz zaproszenie",
			body:    []string{"{organization} zaprasza: {title}. Liczba miejsc w zaproszeniu: {places}."},
			action:  "Zobacz zaproszenie",
			after:   []string{"Link jest tylko dla Ciebie: kto go ma, może zająć miejsca w Twoim imieniu. Nie przekazuj go dalej."},
		},
		{Feedback, ""}: {
			subject: "Jak było? {title}",
			heading: "Jak było?",
			body:    []string{"Dziękujemy za udział w wydarzeniu {title}. Napisz organizatorowi, jak było. To zajmie minutę i pomoże ulepszyć następne wydarzenie."},
			action:  "Oceń wydarzenie",
		},
		{Reminder, ""}: {
			subject: "Przypomnienie: {title}, {starts_short}",
			heading: "Do zobaczenia wkrótce.",
			body:    []string{"{title} zaczyna się {starts}. Masz {places}."},
			action:  "Zobacz lub anuluj bilety",
			after:   []string{"Nie możesz przyjść? Anuluj na tej stronie, żeby mógł przyjść ktoś inny."},
		},
		{Reminder, inv.ReasonTicketReceived}: {
			subject: "Przypomnienie: {title}, {starts_short}",
			heading: "Do zobaczenia wkrótce.",
			body:    []string{"{title} zaczyna się {starts}. Masz przekazany Ci bilet (od: {other})."},
			action:  "Zobacz bilet",
		},
		{EventChanged, ""}: {
			subject: "Zmiana: {title}, {starts_short}",
			heading: "Zmienił się czas lub miejsce.",
			body:    []string{"Organizator zmienił czas lub miejsce wydarzenia {title}. Nowy początek: {starts}.", "Twoja rejestracja jest nadal ważna: {places}. Załączony wpis do kalendarza zastępuje poprzedni."},
			action:  "Zobacz lub anuluj bilety",
			after:   []string{"Jeśli nie możesz już przyjść, anuluj na tej stronie."},
		},
		{EventChanged, inv.ReasonTicketReceived}: {
			subject: "Zmiana: {title}, {starts_short}",
			heading: "Zmienił się czas lub miejsce.",
			body:    []string{"Organizator zmienił czas lub miejsce wydarzenia {title}. Nowy początek: {starts}.", "Przekazany Ci bilet (od: {other}) jest nadal ważny. Załączony wpis do kalendarza zastępuje poprzedni."},
			action:  "Zobacz bilet",
		},
		{inv.MsgEventCancelled, ""}: {
			subject: "Odwołano: {title}",
			heading: "To wydarzenie jest odwołane.",
			body:    []string{"Organizator odwołał wydarzenie {title}. Twoja rejestracja ({places}) nie jest już ważna i nie musisz nic robić."},
		},
		{inv.MsgEventCancelled, inv.ReasonTicketReceived}: {
			subject: "Odwołano: {title}",
			heading: "To wydarzenie jest odwołane.",
			body:    []string{"Organizator odwołał wydarzenie {title}. Przekazany Ci bilet (od: {other}) nie jest już ważny i nie musisz nic robić. Ewentualny zwrot dostanie osoba, która zapłaciła."},
		},
		{inv.MsgTransferOffered, ""}: {
			subject: "{other} ma dla Ciebie bilet: {title}",
			heading: "Bilet dla Ciebie.",
			body:    []string{"{other} wysyła Ci bilet na wydarzenie {title}. Przyjmij go przyciskiem poniżej, a będzie Twój i pokażesz go przy wejściu."},
			action:  "Przyjmij lub odrzuć",
			after:   []string{"To niespodzianka? Nie musisz nic robić: jeśli nie przyjmiesz biletu, zostanie u nadawcy ({other})."},
		},
		{inv.MsgTransferAccepted, ""}: {
			subject: "Twój bilet przyjęto ({other}): {title}",
			heading: "Twój bilet został przekazany.",
			body:    []string{"Twój bilet na wydarzenie {title} został przyjęty. Odbiorca: {other}. Twój kod do niego już nie działa."},
			action:  "Zobacz przekazanie",
		},
		{inv.MsgTicketReceived, ""}: {
			subject: "Twój bilet: {title}",
			heading: "Bilet jest Twój.",
			body:    []string{"Bilet na wydarzenie {title} (od: {other}) jest teraz Twój i ma nowy kod. Stary już nie działa.", "Otwórz go przyciskiem poniżej i pokaż przy wejściu, w telefonie lub na papierze."},
			action:  "Zobacz bilet",
		},
		{inv.MsgTransferDeclined, ""}: {
			subject: "Twój bilet odrzucono ({other}): {title}",
			heading: "Bilet jest nadal Twój.",
			body:    []string{"Twój bilet na wydarzenie {title} został odrzucony. Odbiorca: {other}. Bilet jest nadal Twój, a jego kod działa."},
			action:  "Zobacz szczegóły",
		},
		{inv.MsgTicketReissued, ""}: {
			subject: "Twój nowy bilet: {title}",
			heading: "Twój bilet ma nowy kod.",
			body:    []string{"Jeden z Twoich biletów na wydarzenie {title} wystawiono ponownie. Jego stary kod już nie działa, ani na papierze, ani w telefonie.", "Otwórz nowy bilet przyciskiem poniżej i pokaż go przy wejściu."},
			action:  "Zobacz bilet",
			after:   []string{"To nie na Twoją prośbę? Skontaktuj się z organizatorem."},
		},
		{inv.MsgTicketVoided, ""}: {
			subject: "Twój bilet został anulowany: {title}",
			heading: "Twój bilet został anulowany.",
			body:    []string{"Przekazany Ci bilet na wydarzenie {title} (od: {other}) został anulowany. Jego kod już nie działa.", "Ewentualny zwrot dostanie osoba, która zapłaciła."},
			action:  "Zobacz szczegóły",
			after:   []string{"To niespodzianka? Zapytaj nadawcę ({other}) albo organizatora."},
		},
		{inv.MsgExchanged, ""}: {
			subject: "Twój bilet został sprzedany: {title}",
			heading: "Twój bilet został sprzedany.",
			body:    []string{"Twój bilet na wydarzenie {title} kupił ktoś z listy oczekujących. Zwracamy {refund} pierwotną metodą płatności.", "Twój kod do niego już nie działa."},
			action:  "Zobacz zamówienie",
		},
		{inv.MsgExchanged, inv.ReasonItemsCancelled}: {
			subject: "Twój bilet został sprzedany: {title}",
			heading: "Twój bilet został sprzedany.",
			body:    []string{"Twój bilet na wydarzenie {title} wziął ktoś z listy oczekujących. Całą kwotę zwrócono Ci już wcześniej.", "Twój kod do niego już nie działa."},
			action:  "Zobacz zamówienie",
		},
		{inv.MsgExchangeClosed, ""}: {
			subject: "Bilet zostaje u Ciebie: {title}",
			heading: "Bilet jest nadal Twój.",
			body:    []string{"Nikt z listy oczekujących nie kupił Twojego biletu na wydarzenie {title} przed zamknięciem rejestracji. Bilet jest nadal Twój, a jego kod działa."},
			action:  "Zobacz zamówienie",
		},
		{inv.MsgTransferCancelled, ""}: {
			subject: "Przekazanie biletu anulowane: {title}",
			heading: "Przekazanie zostało anulowane.",
			body:    []string{"Przekazanie biletu na wydarzenie {title} zostało anulowane. Nadawca: {other}. Nie musisz nic robić."},
			action:  "Zobacz szczegóły",
		},
	},

	account: accountMailWords{
		wordings: map[AccountMailKind]wording{
			SignInMail: {
				subject: "Twój link do logowania",
				heading: "Zaloguj się",
				body:    []string{"Tym linkiem się zalogujesz. Działa raz, przez {life}."},
				action:  "Zaloguj się",
				after:   []string{"Nikt z nas nigdy nie poprosi Cię o ten link."},
			},
			InvitationMail: {
				subject: "Zaproszenie: {name}",
				heading: "Witamy: {name}",
				body:    []string{"Możesz teraz pomagać przy wydarzeniach organizacji {name}. Twoja rola: {role}.", "Zaloguj się tym adresem e-mail. Hasła nie ma: za każdym razem dostaniesz link."},
				action:  "Zaloguj się",
			},
			ConfirmAddressMail: {
				subject: "Potwierdź swój adres: {name}",
				heading: "{name}: jeszcze jeden krok",
				body:    []string{"Żeby wziąć udział w wydarzeniu {name}, potwierdź, że ten adres jest Twój. Ten link to zrobi i wróci z Tobą do wydarzenia. Działa raz, przez {life}.", "Nie masz jeszcze miejsca: dostaniesz je, gdy tam dokończysz."},
				action:  "Potwierdź i przejdź dalej",
			},
			FreshLinkMail: {
				subject: "Twój nowy link: {name}",
				heading: "Twój nowy link do wydarzenia {name}",
				body:    []string{"Tym linkiem zrobisz wszystko ze swoimi biletami na wydarzenie {name}: przekażesz je, odsprzedasz albo odzyskasz pieniądze. Działa przez {life}."},
				action:  "Otwórz",
				after:   []string{"Nie przekazuj go dalej. Nikt z nas nigdy nie poprosi Cię o ten link."},
			},
			FoundMail: {
				subject: "Twoje bilety",
				heading: "Twoje bilety",
				body:    []string{"Oto co zarezerwowano z tym adresem: nadchodzące wydarzenia i te z ostatnich tygodni. Każdy link działa przez {life}."},
				action:  "Zaloguj się i zobacz wszystko",
				after:   []string{"Nie przekazuj tego e-maila dalej. Nikt z nas nigdy nie poprosi Cię o te linki."},
			},
			NothingFoundMail: {
				subject: "Brak biletów z tym adresem",
				heading: "Brak biletów z tym adresem",
				body:    []string{"Z tym adresem nie zarezerwowano nic na nadchodzące wydarzenia. Może był to inny adres: poszukaj naszego pierwszego e-maila o Twoich biletach."},
				action:  "Szukaj z innym adresem",
			},
			RegisteredAlreadyMail: {
				subject: "Ten adres jest już zarejestrowany: {name}",
				heading: "Masz już rejestrację na wydarzenie {name}",
				body:    []string{"Ktoś właśnie zarejestrował się na wydarzenie {name} z tym adresem. Masz już swoje miejsce, więc nic się nie zmieniło: to, co teraz wpisano, także goście, się nie liczy.", "Ten link prowadzi do Twojej rejestracji. Działa przez {life}."},
				action:  "Otwórz moją rejestrację",
				after:   []string{"Nie przekazuj go dalej. Nikt z nas nigdy nie poprosi Cię o ten link."},
			},
			WaitingAlreadyMail: {
				subject: "Jesteś już na liście oczekujących: {name}",
				heading: "Jesteś już na liście oczekujących na wydarzenie {name}",
				body:    []string{"Ktoś właśnie poprosił z tym adresem o miejsce na wydarzeniu {name}. Twoje miejsce na liście oczekujących pozostaje; nic się nie zmieniło.", "Ten link pokazuje Twoją pozycję. Działa przez {life}."},
				action:  "Zobacz moją pozycję",
				after:   []string{"Nie przekazuj go dalej. Nikt z nas nigdy nie poprosi Cię o ten link."},
			},
			LimitReachedMail: {
				subject: "Więcej biletów mieć nie można: {name}",
				heading: "Masz już tyle biletów na wydarzenie {name}, ile można",
				body:    []string{"Ktoś właśnie poprosił z tym adresem o więcej miejsc na wydarzeniu {name}. Z tym, co już masz, byłoby to więcej, niż może mieć jedna osoba, więc nic nie dodano.", "Ten link prowadzi do tego, co masz. Działa przez {life}."},
				action:  "Otwórz",
				after:   []string{"Nie przekazuj go dalej. Nikt z nas nigdy nie poprosi Cię o ten link."},
			},
			EndpointDisabledMail: {
				subject: "Webhooki do {name} zostały zatrzymane",
				heading: "Webhooki zostały zatrzymane",
				body:    []string{"{name} od dawna nie przyjmuje naszych webhooków, więc już ich tam nie wysyłamy.", "Nic nie przepadło: to, co się od tego czasu wydarzyło, czeka i zostanie wysłane po kolei, gdy tylko punkt końcowy zostanie ponownie włączony."},
				action:  "Zobacz punkt końcowy",
			},
			RefundAtProviderMail: {
				subject: "{name}: zwrot {amount} poza Holdfast",
				heading: "Zwrotu {amount} dokonano gdzie indziej",
				body: []string{"W panelu operatora płatności zwrócono {amount} z zamówienia na wydarzenie {name}. Bilety z tego zamówienia są nadal ważne, a sprzedaż nadal jest w księgach.",
					"Czy bilety mają zostać anulowane? Wtedy zwróć za nie pieniądze na stronie zamówienia. To, co już zwrócono, nie zostanie wypłacone ponownie."},
				action: "Zobacz zamówienie",
			},
			ProviderDeniesMail: {
				subject: "{name} odmawia dostępu: płatności lub zwroty stanęły",
				heading: "{name} odmawia dostępu",
				body: []string{"{name} nie przyjmuje klucza, który jest tu ustawiony, albo nie pozwala na to, o co z nim poproszono. Dopóki to się nie zmieni, zamówień nie można opłacać przez {name} albo zwroty nie są wykonywane.",
					"Poproś operatora tego serwera o sprawdzenie klucza. W dzienniku serwera jest odpowiedź {name}. Należne zwroty czekają i zostaną wykonane, gdy klucz będzie prawidłowy."},
				action: "Zobacz wydarzenia",
			},
		},
		minutes: locale.Counted{plural.One: "1 minutę", plural.Few: "{n} minuty", plural.Many: "{n} minut", plural.Other: "{n} minuty"},
		hours:   locale.Counted{plural.One: "1 godzinę", plural.Few: "{n} godziny", plural.Many: "{n} godzin", plural.Other: "{n} godziny"},
		roles:   map[string]string{"owner": "właściciel", "organizer": "organizator", "box_office": "kasa", "door": "wejście", "viewer": "podgląd"},
		footer:  "Dostajesz tę wiadomość, bo ktoś wpisał ten adres.",
		other:   "To nie Ty? Zignoruj tę wiadomość, a nic się nie stanie.",
		owners:  "Dostajesz tę wiadomość, bo organizacja w tym serwisie należy do Ciebie.",
	},
}
