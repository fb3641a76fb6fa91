package accountmail

import (
	"golang.org/x/text/feature/plural"

	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
)

var polish = &accountWords{
	wordings: map[Kind]mailkit.Wording{
		SignInMail: {
			Subject: "Twój link do logowania",
			Heading: "Zaloguj się",
			Body:    []string{"Tym linkiem się zalogujesz. Działa raz, przez {life}."},
			Action:  "Zaloguj się",
			After:   []string{"Nikt z nas nigdy nie poprosi Cię o ten link."},
		},
		InvitationMail: {
			Subject: "Zaproszenie: {name}",
			Heading: "Witamy: {name}",
			Body:    []string{"Możesz teraz pomagać przy wydarzeniach organizacji {name}. Twoja rola: {role}.", "Zaloguj się tym adresem e-mail. Hasła nie ma: za każdym razem dostaniesz link."},
			Action:  "Zaloguj się",
		},
		ConfirmAddressMail: {
			Subject: "Potwierdź swój adres: {name}",
			Heading: "{name}: jeszcze jeden krok",
			Body:    []string{"Żeby wziąć udział w wydarzeniu {name}, potwierdź, że ten adres jest Twój. Ten link to zrobi i wróci z Tobą do wydarzenia. Działa raz, przez {life}.", "Nie masz jeszcze miejsca: dostaniesz je, gdy tam dokończysz."},
			Action:  "Potwierdź i przejdź dalej",
		},
		FreshLinkMail: {
			Subject: "Twój nowy link: {name}",
			Heading: "Twój nowy link do wydarzenia {name}",
			Body:    []string{"Tym linkiem zrobisz wszystko ze swoimi biletami na wydarzenie {name}: przekażesz je, odsprzedasz albo odzyskasz pieniądze. Działa przez {life}."},
			Action:  "Otwórz",
			After:   []string{"Nie przekazuj go dalej. Nikt z nas nigdy nie poprosi Cię o ten link."},
		},
		FoundMail: {
			Subject: "Twoje bilety",
			Heading: "Twoje bilety",
			Body:    []string{"Oto co zarezerwowano z tym adresem: nadchodzące wydarzenia i te z ostatnich tygodni. Każdy link działa przez {life}."},
			Action:  "Zaloguj się i zobacz wszystko",
			After:   []string{"Nie przekazuj tego e-maila dalej. Nikt z nas nigdy nie poprosi Cię o te linki."},
		},
		NothingFoundMail: {
			Subject: "Brak biletów z tym adresem",
			Heading: "Brak biletów z tym adresem",
			Body:    []string{"Z tym adresem nie zarezerwowano nic na nadchodzące wydarzenia. Może był to inny adres: poszukaj naszego pierwszego e-maila o Twoich biletach."},
			Action:  "Szukaj z innym adresem",
		},
		RegisteredAlreadyMail: {
			Subject: "Ten adres jest już zarejestrowany: {name}",
			Heading: "Masz już rejestrację na wydarzenie {name}",
			Body:    []string{"Ktoś właśnie zarejestrował się na wydarzenie {name} z tym adresem. Masz już swoje miejsce, więc nic się nie zmieniło: to, co teraz wpisano, także goście, się nie liczy.", "Ten link prowadzi do Twojej rejestracji. Działa przez {life}."},
			Action:  "Otwórz moją rejestrację",
			After:   []string{"Nie przekazuj go dalej. Nikt z nas nigdy nie poprosi Cię o ten link."},
		},
		WaitingAlreadyMail: {
			Subject: "Jesteś już na liście oczekujących: {name}",
			Heading: "Jesteś już na liście oczekujących na wydarzenie {name}",
			Body:    []string{"Ktoś właśnie poprosił z tym adresem o miejsce na wydarzeniu {name}. Twoje miejsce na liście oczekujących pozostaje; nic się nie zmieniło.", "Ten link pokazuje Twoją pozycję. Działa przez {life}."},
			Action:  "Zobacz moją pozycję",
			After:   []string{"Nie przekazuj go dalej. Nikt z nas nigdy nie poprosi Cię o ten link."},
		},
		LimitReachedMail: {
			Subject: "Więcej biletów mieć nie można: {name}",
			Heading: "Masz już tyle biletów na wydarzenie {name}, ile można",
			Body:    []string{"Ktoś właśnie poprosił z tym adresem o więcej miejsc na wydarzeniu {name}. Z tym, co już masz, byłoby to więcej, niż może mieć jedna osoba, więc nic nie dodano.", "Ten link prowadzi do tego, co masz. Działa przez {life}."},
			Action:  "Otwórz",
			After:   []string{"Nie przekazuj go dalej. Nikt z nas nigdy nie poprosi Cię o ten link."},
		},
		EndpointDisabledMail: {
			Subject: "Webhooki do {name} zostały zatrzymane",
			Heading: "Webhooki zostały zatrzymane",
			Body:    []string{"{name} od dawna nie przyjmuje naszych webhooków, więc już ich tam nie wysyłamy.", "Nic nie przepadło: to, co się od tego czasu wydarzyło, czeka i zostanie wysłane po kolei, gdy tylko punkt końcowy zostanie ponownie włączony."},
			Action:  "Zobacz punkt końcowy",
		},
		RefundAtProviderMail: {
			Subject: "{name}: zwrot {amount} poza Holdfast",
			Heading: "Zwrotu {amount} dokonano gdzie indziej",
			Body: []string{"W panelu operatora płatności zwrócono {amount} z zamówienia na wydarzenie {name}. Bilety z tego zamówienia są nadal ważne, a sprzedaż nadal jest w księgach.",
				"Czy bilety mają zostać anulowane? Wtedy zwróć za nie pieniądze na stronie zamówienia. To, co już zwrócono, nie zostanie wypłacone ponownie."},
			Action: "Zobacz zamówienie",
		},
		ProviderDeniesMail: {
			Subject: "{name} odmawia dostępu: płatności lub zwroty stanęły",
			Heading: "{name} odmawia dostępu",
			Body: []string{"{name} nie przyjmuje klucza, który jest tu ustawiony, albo nie pozwala na to, o co z nim poproszono. Dopóki to się nie zmieni, zamówień nie można opłacać przez {name} albo zwroty nie są wykonywane.",
				"Poproś operatora tego serwera o sprawdzenie klucza. W dzienniku serwera jest odpowiedź {name}. Należne zwroty czekają i zostaną wykonane, gdy klucz będzie prawidłowy."},
			Action: "Zobacz wydarzenia",
		},
	},
	minutes: locale.Counted{plural.One: "1 minutę", plural.Few: "{n} minuty", plural.Many: "{n} minut", plural.Other: "{n} minuty"},
	hours:   locale.Counted{plural.One: "1 godzinę", plural.Few: "{n} godziny", plural.Many: "{n} godzin", plural.Other: "{n} godziny"},
	roles:   map[string]string{"owner": "właściciel", "organizer": "organizator", "box_office": "kasa", "door": "wejście", "viewer": "podgląd", "events": "pojedyncze wydarzenia"},
	owners:  "Dostajesz tę wiadomość, bo organizacja w tym serwisie należy do Ciebie.",
}
