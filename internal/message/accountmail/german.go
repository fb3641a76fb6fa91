package accountmail

import (
	"golang.org/x/text/feature/plural"

	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
)

var german = &accountWords{
	wordings: map[Kind]mailkit.Wording{
		SignInMail: {
			Subject: "Dein Link zur Anmeldung",
			Heading: "Anmelden",
			Body:    []string{"Mit diesem Link meldest du dich an. Er gilt einmal und {life} lang."},
			Action:  "Anmelden",
			After:   []string{"Niemand von uns wird dich je nach diesem Link fragen."},
		},
		InvitationMail: {
			Subject: "Einladung: {name}",
			Heading: "Willkommen bei {name}",
			Body:    []string{"Du kannst jetzt die Veranstaltungen von {name} mit betreuen. Deine Rolle: {role}.", "Melde dich mit dieser E-Mail-Adresse an. Ein Passwort gibt es nicht: Du bekommst jedes Mal einen Link."},
			Action:  "Anmelden",
		},
		ConfirmAddressMail: {
			Subject: "Adresse bestätigen: {name}",
			Heading: "{name}: noch ein Schritt",
			Body:    []string{"Um an {name} teilzunehmen, bestätige, dass diese Adresse dir gehört. Dieser Link tut das und bringt dich zurück zur Veranstaltung. Er gilt einmal und {life} lang.", "Einen Platz hast du noch nicht: Den bekommst du, wenn du dort abschließt."},
			Action:  "Bestätigen und weiter",
		},
		FreshLinkMail: {
			Subject: "Dein neuer Link: {name}",
			Heading: "Dein neuer Link für {name}",
			Body:    []string{"Mit diesem Link kannst du alles mit deinen Tickets für {name} machen: weitergeben, zurückverkaufen oder erstatten lassen. Er gilt {life} lang."},
			Action:  "Öffnen",
			After:   []string{"Bitte leite ihn nicht weiter. Niemand von uns wird dich je nach diesem Link fragen."},
		},
		FoundMail: {
			Subject: "Deine Tickets",
			Heading: "Deine Tickets",
			Body:    []string{"Das ist mit dieser Adresse gebucht: was noch kommt, und was in den letzten Wochen war. Jeder Link funktioniert {life} lang."},
			Action:  "Anmelden und alles sehen",
			After:   []string{"Bitte leite diese E-Mail nicht weiter. Niemand, der für uns arbeitet, wird dich je nach diesen Links fragen."},
		},
		NothingFoundMail: {
			Subject: "Keine Tickets mit dieser Adresse",
			Heading: "Keine Tickets mit dieser Adresse",
			Body:    []string{"Mit dieser Adresse ist nichts gebucht, das noch kommt. Vielleicht war es eine andere: Such nach unserer ersten E-Mail zu deinen Tickets."},
			Action:  "Mit einer anderen Adresse suchen",
		},
		RegisteredAlreadyMail: {
			Subject: "Du bist schon angemeldet: {name}",
			Heading: "Du bist für {name} schon angemeldet",
			Body:    []string{"Gerade hat sich jemand mit dieser Adresse für {name} angemeldet. Du hast deinen Platz, deshalb hat sich nichts geändert: Was jetzt eingegeben wurde, auch Begleitung, zählt nicht.", "Dieser Link führt zu deiner Anmeldung. Er gilt {life} lang."},
			Action:  "Meine Anmeldung öffnen",
			After:   []string{"Bitte leite ihn nicht weiter. Niemand von uns wird dich je nach diesem Link fragen."},
		},
		WaitingAlreadyMail: {
			Subject: "Du stehst schon auf der Warteliste: {name}",
			Heading: "Du stehst für {name} schon auf der Warteliste",
			Body:    []string{"Gerade hat jemand mit dieser Adresse nach einem Platz bei {name} gefragt. Du behältst deinen Platz auf der Warteliste; es hat sich nichts geändert.", "Dieser Link zeigt deine Position. Er gilt {life} lang."},
			Action:  "Meine Position ansehen",
			After:   []string{"Bitte leite ihn nicht weiter. Niemand von uns wird dich je nach diesem Link fragen."},
		},
		LimitReachedMail: {
			Subject: "Mehr Tickets gehen nicht: {name}",
			Heading: "Mehr Tickets für {name} kannst du nicht haben",
			Body:    []string{"Gerade hat jemand mit dieser Adresse nach weiteren Plätzen bei {name} gefragt. Mit dem, was du hast, wären es mehr, als eine Person haben darf. Deshalb kam nichts dazu.", "Dieser Link führt zu dem, was du hast. Er gilt {life} lang."},
			Action:  "Öffnen",
			After:   []string{"Bitte leite ihn nicht weiter. Niemand von uns wird dich je nach diesem Link fragen."},
		},
		EndpointDisabledMail: {
			Subject: "Keine Webhooks mehr an {name}",
			Heading: "Webhooks angehalten",
			Body:    []string{"{name} hat unsere Webhooks lange nicht angenommen. Wir senden deshalb keine mehr dorthin.", "Nichts ist verloren: Was seitdem geschehen ist, wartet und wird der Reihe nach gesendet, sobald der Endpunkt wieder eingeschaltet ist."},
			Action:  "Zum Endpunkt",
		},
		RefundAtProviderMail: {
			Subject: "{name}: Erstattung über {amount} außerhalb von Holdfast",
			Heading: "Eine Erstattung über {amount} wurde anderswo gemacht",
			Body: []string{"{amount} einer Bestellung für {name} wurden im Dashboard des Zahlungsanbieters erstattet. Die Tickets dieser Bestellung gelten weiter, und der Verkauf steht weiter in den Büchern.",
				"Sollen die Tickets ungültig werden? Dann erstatte sie auf der Seite der Bestellung. Was schon zurückgezahlt ist, wird nicht noch einmal gezahlt."},
			Action: "Zur Bestellung",
		},
		ProviderDeniesMail: {
			Subject: "{name} verweigert den Zugang: Zahlungen oder Erstattungen stehen still",
			Heading: "{name} verweigert den Zugang",
			Body: []string{"{name} nimmt den Schlüssel nicht an, der hier eingestellt ist, oder erlaubt damit nicht, was verlangt wurde. Bis das geändert ist, können Bestellungen nicht mit {name} bezahlt werden, oder Erstattungen werden nicht ausgeführt.",
				"Bitte lass den Schlüssel prüfen: von denen, die diesen Server betreiben. Im Protokoll des Servers steht, was {name} geantwortet hat. Fällige Erstattungen warten und werden ausgeführt, sobald der Schlüssel stimmt."},
			Action: "Zu den Veranstaltungen",
		},
	},
	minutes: locale.Counted{plural.One: "1 Minute", plural.Other: "{n} Minuten"},
	hours:   locale.Counted{plural.One: "1 Stunde", plural.Other: "{n} Stunden"},
	roles:   map[string]string{"owner": "Inhaberin oder Inhaber", "organizer": "Organisation", "box_office": "Kasse", "door": "Einlass", "viewer": "Einsicht", "events": "einzelne Veranstaltungen"},
	owners:  "Du bekommst diese Nachricht, weil dir hier eine Organisation gehört.",
}
