package accountmail

import (
	"golang.org/x/text/feature/plural"

	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
)

var swedish = &accountWords{
	wordings: map[Kind]mailkit.Wording{
		SignInMail: {
			Subject: "Din inloggningslänk",
			Heading: "Logga in",
			Body:    []string{"Med den här länken loggar du in. Den fungerar en gång, i {life}."},
			Action:  "Logga in",
			After:   []string{"Ingen som arbetar för oss kommer någonsin att be dig om länken."},
		},
		InvitationMail: {
			Subject: "Inbjudan till {name}",
			Heading: "Välkommen till {name}",
			Body:    []string{"Du kan nu hjälpa till med evenemangen hos {name}. Din roll: {role}.", "Logga in med den här e-postadressen. Det finns inget lösenord: du får en länk varje gång."},
			Action:  "Logga in",
		},
		ConfirmAddressMail: {
			Subject: "Bekräfta din adress: {name}",
			Heading: "{name}: ett steg till",
			Body:    []string{"För att delta i {name} behöver du bekräfta att adressen är din. Länken gör det och tar dig tillbaka till evenemanget. Den fungerar en gång, i {life}.", "Du har ingen plats än: den får du när du avslutar där."},
			Action:  "Bekräfta och gå vidare",
		},
		FreshLinkMail: {
			Subject: "Din nya länk: {name}",
			Heading: "Din nya länk för {name}",
			Body:    []string{"Med den här länken kan du göra allt med dina biljetter till {name}: överlåta dem, sälja tillbaka dem eller få pengarna tillbaka. Den fungerar i {life}."},
			Action:  "Öppna",
			After:   []string{"Vidarebefordra den inte. Ingen som arbetar för oss kommer någonsin att be dig om länken."},
		},
		FoundMail: {
			Subject: "Dina biljetter",
			Heading: "Dina biljetter",
			Body:    []string{"Det här är bokat med den här adressen: det som kommer och det som var de senaste veckorna. Varje länk fungerar i {life}."},
			Action:  "Logga in och se allt",
			After:   []string{"Vidarebefordra inte mejlet. Ingen som arbetar för oss kommer någonsin att be dig om länkarna."},
		},
		NothingFoundMail: {
			Subject: "Inga biljetter med den här adressen",
			Heading: "Inga biljetter med den här adressen",
			Body:    []string{"Inget kommande är bokat med den här adressen. Kanske var det en annan: leta efter vårt första mejl om dina biljetter."},
			Action:  "Sök med en annan adress",
		},
		RegisteredAlreadyMail: {
			Subject: "Du är redan anmäld: {name}",
			Heading: "Du är redan anmäld till {name}",
			Body:    []string{"Någon har just anmält sig till {name} med den här adressen. Du har redan din plats, så inget har ändrats: det som skrevs in nu, även gäster, räknas inte.", "Länken leder till din anmälan. Den fungerar i {life}."},
			Action:  "Öppna min anmälan",
			After:   []string{"Vidarebefordra den inte. Ingen som arbetar för oss kommer någonsin att be dig om länken."},
		},
		WaitingAlreadyMail: {
			Subject: "Du står redan på väntelistan: {name}",
			Heading: "Du står redan på väntelistan till {name}",
			Body:    []string{"Någon har just bett om en plats till {name} med den här adressen. Du behåller din köplats på väntelistan; inget har ändrats.", "Länken visar din köplats. Den fungerar i {life}."},
			Action:  "Se min köplats",
			After:   []string{"Vidarebefordra den inte. Ingen som arbetar för oss kommer någonsin att be dig om länken."},
		},
		LimitReachedMail: {
			Subject: "Du kan inte få fler biljetter: {name}",
			Heading: "Du har alla biljetter du kan ha till {name}",
			Body:    []string{"Någon har just bett om fler platser till {name} med den här adressen. Med det du har skulle det bli fler än en person får ha, så inget har lagts till.", "Länken leder till det du har. Den fungerar i {life}."},
			Action:  "Öppna",
			After:   []string{"Vidarebefordra den inte. Ingen som arbetar för oss kommer någonsin att be dig om länken."},
		},
		EndpointDisabledMail: {
			Subject: "Webhookar till {name} har stoppats",
			Heading: "Webhookar har stoppats",
			Body:    []string{"{name} har inte tagit emot våra webhookar på länge, så vi skickar inga dit längre.", "Inget har gått förlorat: det som har hänt sedan dess väntar, och skickas i ordning så fort slutpunkten aktiveras igen."},
			Action:  "Visa slutpunkten",
		},
		RefundAtProviderMail: {
			Subject: "{name}: en återbetalning på {amount} utanför Holdfast",
			Heading: "En återbetalning på {amount} har gjorts på annat håll",
			Body: []string{"{amount} av en beställning till {name} har återbetalats i betaltjänstens kontrollpanel. Beställningens biljetter gäller fortfarande, och försäljningen finns kvar i bokföringen.",
				"Ska biljetterna avbokas? Återbetala dem då på beställningens sida. Det som redan har betalats tillbaka betalas inte igen."},
			Action: "Visa beställningen",
		},
		ProviderDeniesMail: {
			Subject: "{name} nekar åtkomst: betalningar eller återbetalningar har stannat",
			Heading: "{name} nekar åtkomst",
			Body: []string{"{name} godtar inte nyckeln som är inställd här, eller tillåter inte det som begärdes med den. Tills det är ändrat kan beställningar inte betalas med {name}, eller så görs inga återbetalningar.",
				"Be den som driver servern att kontrollera nyckeln. I serverns logg står vad {name} har svarat. Återbetalningar som ska göras väntar, och görs när nyckeln är rätt."},
			Action: "Visa evenemangen",
		},
	},
	minutes: locale.Counted{plural.One: "1 minut", plural.Other: "{n} minuter"},
	hours:   locale.Counted{plural.One: "1 timme", plural.Other: "{n} timmar"},
	roles:   map[string]string{"owner": "ägare", "organizer": "arrangör", "box_office": "kassa", "door": "entré", "viewer": "läsare", "events": "enskilda evenemang"},
	owners:  "Du får det här meddelandet som ägare av en organisation här.",
}
