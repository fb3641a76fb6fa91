package accountmail

import (
	"golang.org/x/text/feature/plural"

	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
)

var dutch = &accountWords{
	wordings: map[Kind]mailkit.Wording{
		SignInMail: {
			Subject: "Je link om in te loggen",
			Heading: "Inloggen",
			Body:    []string{"Met deze link log je in. Hij werkt één keer, en {life} lang."},
			Action:  "Inloggen",
			After:   []string{"Niemand die voor ons werkt, zal je ooit om deze link vragen."},
		},
		InvitationMail: {
			Subject: "Je bent uitgenodigd voor {name}",
			Heading: "Welkom bij {name}",
			Body:    []string{"Je kunt nu meehelpen bij de evenementen van {name}. Je rol: {role}.", "Log in met dit e-mailadres. Een wachtwoord is er niet: je krijgt elke keer een link."},
			Action:  "Inloggen",
		},
		ConfirmAddressMail: {
			Subject: "Bevestig je adres: {name}",
			Heading: "{name}: nog één stap",
			Body:    []string{"Bevestig dat dit adres van jou is om mee te doen aan {name}. Deze link doet dat en brengt je terug naar het evenement. Hij werkt één keer, en {life} lang.", "Je hebt nog geen plek: die krijg je als je daar afrondt."},
			Action:  "Bevestigen en verdergaan",
		},
		FreshLinkMail: {
			Subject: "Je nieuwe link: {name}",
			Heading: "Je nieuwe link voor {name}",
			Body:    []string{"Met deze link kun je alles met je tickets voor {name} doen: overdragen, terugverkopen of je geld terugkrijgen. Hij werkt {life} lang."},
			Action:  "Openen",
			After:   []string{"Stuur hem niet door. Niemand die voor ons werkt, zal je ooit om deze link vragen."},
		},
		FoundMail: {
			Subject: "Je tickets",
			Heading: "Je tickets",
			Body:    []string{"Dit is met dit adres geboekt: wat nog komt en wat er de afgelopen weken was. Elke link werkt {life} lang."},
			Action:  "Inloggen en alles zien",
			After:   []string{"Stuur deze mail niet door. Niemand die voor ons werkt, zal je ooit om deze links vragen."},
		},
		NothingFoundMail: {
			Subject: "Geen tickets met dit adres",
			Heading: "Geen tickets met dit adres",
			Body:    []string{"Met dit adres is niets geboekt dat nog komt. Misschien was het een ander adres: zoek onze eerste mail over je tickets."},
			Action:  "Zoeken met een ander adres",
		},
		RegisteredAlreadyMail: {
			Subject: "Je bent al aangemeld: {name}",
			Heading: "Je bent al aangemeld voor {name}",
			Body:    []string{"Iemand heeft zich net met dit adres aangemeld voor {name}. Je hebt je plek al, dus er is niets gewijzigd: wat er nu is ingevuld, ook gasten, telt niet.", "Deze link brengt je naar je aanmelding. Hij werkt {life} lang."},
			Action:  "Mijn aanmelding openen",
			After:   []string{"Stuur hem niet door. Niemand die voor ons werkt, zal je ooit om deze link vragen."},
		},
		WaitingAlreadyMail: {
			Subject: "Je staat al op de wachtlijst: {name}",
			Heading: "Je staat al op de wachtlijst voor {name}",
			Body:    []string{"Iemand heeft net met dit adres om een plek bij {name} gevraagd. Je houdt je plek op de wachtlijst; er is niets gewijzigd.", "Deze link toont je positie. Hij werkt {life} lang."},
			Action:  "Mijn positie bekijken",
			After:   []string{"Stuur hem niet door. Niemand die voor ons werkt, zal je ooit om deze link vragen."},
		},
		LimitReachedMail: {
			Subject: "Je kunt niet meer tickets krijgen: {name}",
			Heading: "Je hebt alle tickets die je voor {name} kunt hebben",
			Body:    []string{"Iemand heeft net met dit adres om meer plekken bij {name} gevraagd. Met wat je hebt, zou dat meer zijn dan één persoon mag hebben, dus er is niets bijgekomen.", "Deze link brengt je naar wat je hebt. Hij werkt {life} lang."},
			Action:  "Openen",
			After:   []string{"Stuur hem niet door. Niemand die voor ons werkt, zal je ooit om deze link vragen."},
		},
		EndpointDisabledMail: {
			Subject: "Webhooks naar {name} zijn gestopt",
			Heading: "Webhooks zijn gestopt",
			Body:    []string{"{name} heeft onze webhooks al lang niet aangenomen, dus we sturen er geen meer naartoe.", "Er is niets verloren: wat er sindsdien is gebeurd, wacht en wordt op volgorde verstuurd zodra het endpoint weer is ingeschakeld."},
			Action:  "Endpoint bekijken",
		},
		RefundAtProviderMail: {
			Subject: "{name}: een terugbetaling van {amount} buiten Holdfast",
			Heading: "Er is elders een terugbetaling van {amount} gedaan",
			Body: []string{"{amount} van een bestelling voor {name} is terugbetaald in het dashboard van de betaaldienst. De tickets van die bestelling zijn nog geldig, en de verkoop staat nog in de boeken.",
				"Moeten de tickets worden geannuleerd? Betaal ze dan terug op de pagina van de bestelling. Wat al is terugbetaald, wordt niet nog eens betaald."},
			Action: "Bestelling bekijken",
		},
		ProviderDeniesMail: {
			Subject: "{name} weigert toegang: betalingen of terugbetalingen staan stil",
			Heading: "{name} weigert toegang",
			Body: []string{"{name} accepteert de sleutel niet die hier is ingesteld, of staat niet toe wat ermee werd gevraagd. Tot dat is veranderd, kunnen bestellingen niet met {name} worden betaald, of worden terugbetalingen niet gedaan.",
				"Vraag wie deze server beheert om de sleutel te controleren. In het logboek van de server staat wat {name} heeft geantwoord. Terugbetalingen die nog moeten gebeuren wachten, en worden gedaan als de sleutel klopt."},
			Action: "Evenementen bekijken",
		},
	},
	minutes: locale.Counted{plural.One: "1 minuut", plural.Other: "{n} minuten"},
	hours:   locale.Counted{plural.One: "1 uur", plural.Other: "{n} uur"},
	roles:   map[string]string{"owner": "eigenaar", "organizer": "organisator", "box_office": "kassa", "door": "check-in", "viewer": "lezer", "events": "afzonderlijke evenementen"},
	owners:  "Je krijgt dit bericht als eigenaar van een organisatie hier.",
}
