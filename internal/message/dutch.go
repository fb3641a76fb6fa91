package message

import (
	"fmt"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
)

var dutch = &dictionary{
	tag:         language.Dutch,
	hello:       "Hallo {name},",
	helloNobody: "Hallo,",

	places:     locale.Counted{plural.One: "1 ticket", plural.Other: "{n} tickets"},
	guests:     locale.Counted{plural.One: "jij en 1 gast", plural.Other: "jij en {n} gasten"},
	minutes:    locale.Counted{plural.One: "1 minuut", plural.Other: "{n} minuten"},
	hours:      locale.Counted{plural.One: "1 uur", plural.Other: "{n} uur"},
	days:       locale.Counted{plural.One: "1 dag", plural.Other: "{n} dagen"},
	placesHeld: locale.Counted{plural.One: "er is 1 ticket voor je gereserveerd", plural.Other: "er zijn {n} tickets voor je gereserveerd"},

	when: "Wanneer", where: "Waar", what: "Ticket", with: "Gasten",
	until: "Claimen vóór", cancelUntil: "Annuleren vóór",
	amount: "Bedrag", reference: "Kenmerk", payBefore: "Betalen vóór", howToPay: "Zo betaal je",
	cost: "Prijs", order: "Je bestelling", discount: "Korting", tax: "Belasting", taxIncluded: "Inclusief belasting", rounding: "Afronding", total: "Totaal",
	point: ",", thousands: ".", euroFirst: true,
	ticketOf: "Ticket {n} van {of}", codeAlt: "QR-code: {ticket}.", shortCode: "Code om in te typen:", seat: "{section}, rij {row}, stoel {number}",

	preferences:     "Afmelden voor herinneringen",
	noAnnouncements: "Afmelden voor berichten als dit",
	unfollow:        "{organization} niet meer volgen",
	grounds: [grounds]string{
		groundKnown:    "Je krijgt deze mail omdat dit adres is opgegeven voor {title}.",
		groundOrder:    "Je krijgt deze mail omdat er met dit adres tickets voor {title} zijn besteld.",
		groundWaitlist: "Je krijgt deze mail omdat dit adres op de wachtlijst voor {title} staat.",
		groundOffered:  "Je krijgt deze mail omdat iemand een ticket voor {title} naar dit adres stuurt.",
		groundReceived: "Je krijgt deze mail omdat een ticket voor {title} aan dit adres is overgedragen.",
		groundHeld:     "Je krijgt deze mail omdat dit adres een ticket voor {title} heeft.",
		groundGiven:    "Je krijgt deze mail omdat een ticket voor {title} vanaf dit adres is overgedragen.",
		groundReturned: "Je krijgt deze mail omdat een ticket voor {title} van dit adres te koop is gezet voor de wachtlijst.",
		groundInvited:  "Je ontvangt deze e-mail omdat {organization} dit adres heeft uitgenodigd voor {title}.",
		groundFollows:  "Je krijgt deze mail omdat je {organization} volgt.",
	},
	footerLog:     "Toen dit werd verstuurd, had het openbare logboek van het evenement {n} vermeldingen en de vingerafdruk {root}.",
	footerOther:   "Was jij dit niet? Dan heeft iemand misschien een tikfout gemaakt, en kun je deze mail negeren.",
	footerFollows: "Je kunt op elk moment stoppen met volgen.",
	footerOffered: "Niet voor jou bedoeld? Dan heeft iemand misschien een tikfout in een adres gemaakt, en kun je deze mail negeren.",
	somebody:      "Iemand",
	moreGuests:    "{names} en nog {count}",
	and:           " en ",

	weekdays: [7]string{"zondag", "maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag"},
	months: [12]string{"januari", "februari", "maart", "april", "mei", "juni",
		"juli", "augustus", "september", "oktober", "november", "december"},
	date: func(d *dictionary, t time.Time) string {
		return fmt.Sprintf("%s %d %s %d", d.weekdays[t.Weekday()], t.Day(), d.months[t.Month()-1], t.Year())
	},
	shortDate: func(_ *dictionary, t time.Time) string {
		months := [12]string{"jan", "feb", "mrt", "apr", "mei", "jun", "jul", "aug", "sep", "okt", "nov", "dec"}
		return fmt.Sprintf("%d %s", t.Day(), months[t.Month()-1])
	},
	clock: "15:04", between: "–",

	wordings: map[wordingKey]wording{
		{inv.MsgConfirmed, ""}: {
			subject: "Bevestigd: {title}",
			heading: "Je bent erbij!",
			body:    []string{"Je aanmelding voor {title} is bevestigd: {places}.", "Laat de QR-code zien bij de ingang, op je telefoon of op papier. De knop opent al je tickets."},
			action:  "Tickets bekijken of annuleren",
			after:   []string{"Kun je toch niet? Annuleer dan op die pagina, zodat de volgende op de wachtlijst je ticket kan krijgen."},
		},
		{inv.MsgConfirmed, inv.ReasonPromoted}: {
			subject: "Je bent van de wachtlijst af: {title}",
			heading: "Je bent erbij!",
			body:    []string{"Er kwam een ticket vrij en je was aan de beurt: je aanmelding voor {title} is bevestigd, {places}.", "Laat de QR-code zien bij de ingang, op je telefoon of op papier. De knop opent al je tickets."},
			action:  "Tickets bekijken of annuleren",
			after:   []string{"Kun je toch niet meer? Annuleer dan op die pagina, zodat de volgende op de wachtlijst je ticket kan krijgen."},
		},
		{inv.MsgWaitlisted, ""}: {
			subject: "Je staat op de wachtlijst: {title}",
			heading: "Je staat op de wachtlijst.",
			body: []string{
				"Je staat op de wachtlijst voor {title}, voor {places}.",
				"Je hoeft verder niets te doen. Als je aan de beurt bent, mailen we je en reserveren we je tickets {window} lang, zodat je ze kunt claimen.",
			},
			action: "Je positie bekijken",
			after:  []string{"Op die pagina staan je positie en de reden van elke wijziging. Je kunt daar ook de wachtlijst verlaten."},
		},
		{inv.MsgWaitlisted, inv.ReasonPromoted}: {
			subject: "Je staat op de wachtlijst: {title}",
			heading: "Je staat op de wachtlijst.",
			body: []string{
				"Je staat op de wachtlijst voor {title}, voor {places}.",
				"Je hoeft verder niets te doen. Als je aan de beurt bent, zijn je tickets meteen bevestigd en mailen we je.",
			},
			action: "Je positie bekijken",
			after:  []string{"Op die pagina staan je positie en de reden van elke wijziging. Je kunt daar ook de wachtlijst verlaten."},
		},
		{inv.MsgOffer, ""}: {
			subject: "Je bent aan de beurt: claim je ticket vóór {deadline_short} – {title}",
			heading: "Je bent aan de beurt!",
			body: []string{
				"Er is een ticket voor {title} vrijgekomen, en jij bent de volgende: {held}.",
				"Claim vóór {deadline}. Daarna gaat het naar de volgende op de wachtlijst.",
			},
			action: "Claimen of afwijzen",
			after:  []string{"Kun je niet? Wijs het dan af op die pagina, zodat de volgende niet hoeft te wachten."},
		},
		{inv.MsgOfferExtended, ""}: {
			subject: "Meer tijd om te claimen, tot {deadline_short} – {title}",
			heading: "Je hebt meer tijd.",
			body: []string{
				"De organisator van {title} heeft je meer tijd gegeven: {held}.",
				"Claim vóór {deadline}.",
			},
			action: "Claimen of afwijzen",
		},
		{inv.MsgOfferExpired, ""}: {
			subject: "Je aanbod is verlopen: {title}",
			heading: "Je aanbod is verlopen.",
			body:    []string{"We hielden {places} voor {title} voor je vast. De tijd om te claimen is voorbij, en de volgende op de wachtlijst krijgt een aanbod."},
			action:  "Details bekijken",
			after:   []string{"Wil je nog komen? Je kunt weer op de wachtlijst zolang de aanmelding open is."},
		},
		{inv.MsgCancelled, ""}: {
			subject: "Geannuleerd: {title}",
			heading: "Je aanmelding is geannuleerd.",
			body:    []string{"Je hebt {places} voor {title} geannuleerd. Bedankt dat je het laat weten: nu kan iemand anders komen."},
			action:  "Je aanmelding bekijken",
		},
		{inv.MsgCancelled, inv.ReasonCancelledByStaff}: {
			subject: "Je aanmelding is geannuleerd: {title}",
			heading: "Je aanmelding is geannuleerd.",
			body:    []string{"De organisator heeft je aanmelding voor {title} geannuleerd ({places}). Denk je dat dit niet klopt? Neem dan contact op met de organisator."},
			action:  "Je aanmelding bekijken",
		},
		{inv.MsgGuestCancelled, ""}: {
			subject: "Eén ticket minder: {title}",
			heading: "Er is een ticket geannuleerd.",
			body:    []string{"Eén ticket van je aanmelding voor {title} is geannuleerd: {other}. De code ervan werkt niet meer, en iemand anders kan nu komen.", "Je andere tickets houden hun codes: {places}."},
			action:  "Je aanmelding bekijken",
			after:   []string{"Had je dit niet verwacht? Neem dan contact op met de organisator."},
		},
		{inv.MsgEntryRemoved, ""}: {
			subject: "Je staat niet meer op de wachtlijst: {title}",
			heading: "Je staat niet meer op de wachtlijst.",
			body:    []string{"De organisator heeft je van de wachtlijst voor {title} gehaald. Denk je dat dit niet klopt? Neem dan contact op met de organisator."},
			action:  "Details bekijken",
		},
		{inv.MsgWaitlistClosed, ""}: {
			subject: "De wachtlijst is gesloten: {title}",
			heading: "De wachtlijst is gesloten.",
			body:    []string{"De aanmelding voor {title} is gesloten, en er is niet op tijd een ticket voor je vrijgekomen. Dat spijt ons."},
			action:  "Details bekijken",
		},
		{inv.MsgWaitlistClosed, inv.ReasonPartyTooLarge}: {
			subject: "Je groep is nu te groot: {title}",
			heading: "Je groep is nu te groot.",
			body:    []string{"{title} heeft nu een kleinere capaciteit en heeft geen plek voor een groep zo groot als die van jou ({places}). Daarom sta je niet meer op de wachtlijst. Met minder gasten kun je er weer op."},
			action:  "Details bekijken",
		},
		{inv.MsgOrderPending, ""}: {
			subject: "Betaal vóór {deadline_short}: {title}",
			heading: "Je tickets wachten op betaling.",
			body:    []string{"Bedankt voor je bestelling voor {title}: {held}.", "Betaal {total} vóór {deadline} met het kenmerk {reference}, zodat we je betaling kunnen vinden."},
			action:  "Bestelling bekijken",
			after:   []string{"Je krijgt je tickets zodra de organisator je betaling heeft verwerkt. Onbetaalde tickets komen weer vrij."},
		},
		{inv.MsgOrderConfirmed, ""}: {
			subject: "Je tickets: {title}",
			heading: "Je bent erbij!",
			body:    []string{"Je bestelling voor {title} is bevestigd: {places}, in totaal {total}.", "Laat de QR-code zien bij de ingang, op je telefoon of op papier. De knop opent al je tickets."},
			action:  "Tickets bekijken",
		},
		{inv.MsgOrderExpired, ""}: {
			subject: "Je bestelling is verlopen: {title}",
			heading: "Je bestelling is verlopen.",
			body:    []string{"We hielden {places} voor {title} voor je vast. De tijd om te betalen is voorbij, en de tickets zijn weer vrij."},
			action:  "Bestelling bekijken",
			after:   []string{"Heb je intussen betaald, dan krijg je je tickets als ze nog beschikbaar zijn, en anders je geld terug. We mailen je hoe dan ook."},
		},
		{inv.MsgOrderCancelled, ""}: {
			subject: "Geannuleerd: {title}",
			heading: "Er zijn tickets van je bestelling geannuleerd.",
			body:    []string{"Tickets van je bestelling voor {title} zijn geannuleerd en niet meer geldig."},
			action:  "Bestelling bekijken",
		},
		{inv.MsgOrderRefunded, ""}: {
			subject: "Je terugbetaling: {title}",
			heading: "Je krijgt geld terug.",
			body:    []string{"We betalen {refund} van je bestelling voor {title} terug via je oorspronkelijke betaalmethode. Teruggegeven tickets zijn niet meer geldig."},
			action:  "Bestelling bekijken",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentLate}: {
			subject: "Je terugbetaling: {title}",
			heading: "Je betaling kwam te laat.",
			body:    []string{"Je betaling van {refund} voor {title} kwam toen je bestelling al was beëindigd, en de tickets waren niet meer beschikbaar. Je krijgt alles terug via je oorspronkelijke betaalmethode. Dat spijt ons."},
			action:  "Bestelling bekijken",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentMismatch}: {
			subject: "Je terugbetaling: {title}",
			heading: "Je betaling klopte niet met je bestelling.",
			body:    []string{"Je bestelling voor {title} kost {total}, en je betaling was {refund}. Je krijgt alles terug via je oorspronkelijke betaalmethode. Zolang je bestelling nog open is, kun je opnieuw betalen."},
			action:  "Bestelling bekijken",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentAgain}: {
			subject: "Je terugbetaling: {title}",
			heading: "Je hebt twee keer betaald.",
			body:    []string{"Je bestelling voor {title} was al betaald. Je tweede betaling van {refund} wordt terugbetaald via je oorspronkelijke betaalmethode. Je tickets blijven geldig."},
			action:  "Bestelling bekijken",
		},
		{Announcement, ""}: {
			subject: "{title}",
			heading: "{title}",
			action:  "Je tickets bekijken",
		},
		{NewEvent, ""}: {
			subject: "Nieuw van {organization}: {title}, {starts_short}",
			heading: "{title}",
			body:    []string{"{organization} heeft een nieuw evenement aangekondigd: {title}, op {starts}."},
			action:  "Evenement bekijken",
		},
		{NewEvent, newDates}: {
			subject: "Nieuw van {organization}: {series}",
			heading: "{series}",
			body:    []string{"{organization} heeft nieuwe data van {series} aangekondigd, vanaf {starts}."},
			action:  "Alle data bekijken",
		},
		{inv.MsgInvitation, ""}: {
			subject: "Uitnodiging: {title}",
			heading: "Je bent uitgenodigd",
			body:    []string{"{organization} nodigt je uit voor {title}. De uitnodiging geldt voor {places}."},
			action:  "Uitnodiging bekijken",
			after:   []string{"De link is alleen voor jou: wie hem heeft, kan op jouw naam plaatsen nemen. Stuur hem niet door."},
		},
		{Feedback, ""}: {
			subject: "Hoe was {title}?",
			heading: "Hoe was het?",
			body:    []string{"Bedankt voor je komst naar {title}. Wil je de organisator laten weten hoe het was? Het kost een minuut en maakt het volgende evenement beter."},
			action:  "Evenement beoordelen",
		},
		{Reminder, ""}: {
			subject: "Herinnering: {title}, {starts_short}",
			heading: "Tot gauw!",
			body:    []string{"{title} begint op {starts}. Je hebt {places}."},
			action:  "Tickets bekijken of annuleren",
			after:   []string{"Kun je niet? Annuleer dan op die pagina, zodat iemand anders kan komen."},
		},
		{Reminder, inv.ReasonTicketReceived}: {
			subject: "Herinnering: {title}, {starts_short}",
			heading: "Tot gauw!",
			body:    []string{"{title} begint op {starts}. Je hebt het ticket dat {other} je heeft gegeven."},
			action:  "Ticket bekijken",
		},
		{EventChanged, ""}: {
			subject: "Gewijzigd: {title}, {starts_short}",
			heading: "De tijd of locatie is gewijzigd.",
			body:    []string{"De organisator heeft de tijd of locatie van {title} gewijzigd. Het begint nu op {starts}.", "Je aanmelding blijft geldig: {places}. De bijgevoegde agenda-afspraak vervangt de oude."},
			action:  "Tickets bekijken of annuleren",
			after:   []string{"Kun je niet meer? Annuleer dan op die pagina."},
		},
		{EventChanged, inv.ReasonTicketReceived}: {
			subject: "Gewijzigd: {title}, {starts_short}",
			heading: "De tijd of locatie is gewijzigd.",
			body:    []string{"De organisator heeft de tijd of locatie van {title} gewijzigd. Het begint nu op {starts}.", "Het ticket dat {other} je heeft gegeven, blijft geldig. De bijgevoegde agenda-afspraak vervangt de oude."},
			action:  "Ticket bekijken",
		},
		{inv.MsgEventCancelled, ""}: {
			subject: "Afgelast: {title}",
			heading: "Dit evenement is afgelast.",
			body:    []string{"De organisator heeft {title} afgelast. Je aanmelding ({places}) is niet meer geldig, en je hoeft niets te doen."},
		},
		{inv.MsgEventCancelled, inv.ReasonTicketReceived}: {
			subject: "Afgelast: {title}",
			heading: "Dit evenement is afgelast.",
			body:    []string{"De organisator heeft {title} afgelast. Het ticket dat {other} je heeft gegeven is niet meer geldig, en je hoeft niets te doen. Een eventuele terugbetaling gaat naar wie heeft betaald."},
		},
		{inv.MsgTransferOffered, ""}: {
			subject: "{other} heeft een ticket voor je: {title}",
			heading: "Een ticket voor jou.",
			body:    []string{"{other} stuurt je een ticket voor {title}. Neem het aan met de knop hieronder, dan is het van jou en kun je het bij de ingang laten zien."},
			action:  "Aannemen of afwijzen",
			after:   []string{"Had je dit niet verwacht? Je hoeft niets te doen: zolang je het niet aanneemt, blijft het ticket bij {other}."},
		},
		{inv.MsgTransferAccepted, ""}: {
			subject: "{other} heeft je ticket aangenomen: {title}",
			heading: "Je ticket is overgedragen.",
			body:    []string{"{other} heeft je ticket voor {title} aangenomen. Jouw code ervoor werkt niet meer."},
			action:  "Overdracht bekijken",
		},
		{inv.MsgTicketReceived, ""}: {
			subject: "Je ticket: {title}",
			heading: "Het ticket is van jou.",
			body:    []string{"Het ticket voor {title} van {other} is nu van jou, met een nieuwe code. De oude werkt niet meer.", "Open het met de knop hieronder, en laat het zien bij de ingang, op je telefoon of op papier."},
			action:  "Ticket bekijken",
		},
		{inv.MsgTransferDeclined, ""}: {
			subject: "{other} heeft je ticket afgewezen: {title}",
			heading: "Het ticket is nog van jou.",
			body:    []string{"{other} heeft je ticket voor {title} afgewezen. Het is nog van jou, en de code werkt nog."},
			action:  "Details bekijken",
		},
		{inv.MsgTicketReissued, ""}: {
			subject: "Je nieuwe ticket: {title}",
			heading: "Je ticket heeft een nieuwe code.",
			body:    []string{"Een van je tickets voor {title} is opnieuw uitgegeven. De oude code werkt niet meer, niet op papier en niet op je telefoon.", "Open het nieuwe met de knop hieronder, en laat het zien bij de ingang."},
			action:  "Ticket bekijken",
			after:   []string{"Heb je hier niet om gevraagd? Neem dan contact op met de organisator."},
		},
		{inv.MsgTicketVoided, ""}: {
			subject: "Je ticket is geannuleerd: {title}",
			heading: "Je ticket is geannuleerd.",
			body:    []string{"Het ticket voor {title} dat {other} je heeft gegeven, is geannuleerd. De code werkt niet meer.", "Een eventuele terugbetaling gaat naar wie heeft betaald."},
			action:  "Details bekijken",
			after:   []string{"Had je dit niet verwacht? Vraag het {other} of de organisator."},
		},
		{inv.MsgExchanged, ""}: {
			subject: "Je ticket is verkocht: {title}",
			heading: "Je ticket is verkocht.",
			body:    []string{"Iemand op de wachtlijst heeft je ticket voor {title} gekocht. We betalen {refund} terug via je oorspronkelijke betaalmethode.", "Jouw code ervoor werkt niet meer."},
			action:  "Bestelling bekijken",
		},
		{inv.MsgExchanged, inv.ReasonItemsCancelled}: {
			subject: "Je ticket is verkocht: {title}",
			heading: "Je ticket is verkocht.",
			body:    []string{"Iemand op de wachtlijst heeft je ticket voor {title} overgenomen. Je had je geld al volledig terug.", "Jouw code ervoor werkt niet meer."},
			action:  "Bestelling bekijken",
		},
		{inv.MsgExchangeClosed, ""}: {
			subject: "Je houdt je ticket: {title}",
			heading: "Het ticket is nog van jou.",
			body:    []string{"Niemand op de wachtlijst heeft je ticket voor {title} gekocht voordat de aanmelding sloot. Het is nog van jou, en de code werkt."},
			action:  "Bestelling bekijken",
		},
		{inv.MsgTransferCancelled, ""}: {
			subject: "Overdracht geannuleerd: {title}",
			heading: "De overdracht is geannuleerd.",
			body:    []string{"{other} heeft de overdracht van een ticket voor {title} geannuleerd. Je hoeft niets te doen."},
			action:  "Details bekijken",
		},
	},

	account: accountMailWords{
		wordings: map[AccountMailKind]wording{
			SignInMail: {
				subject: "Je link om in te loggen",
				heading: "Inloggen",
				body:    []string{"Met deze link log je in. Hij werkt één keer, en {life} lang."},
				action:  "Inloggen",
				after:   []string{"Niemand die voor ons werkt, zal je ooit om deze link vragen."},
			},
			InvitationMail: {
				subject: "Je bent uitgenodigd voor {name}",
				heading: "Welkom bij {name}",
				body:    []string{"Je kunt nu meehelpen bij de evenementen van {name}. Je rol: {role}.", "Log in met dit e-mailadres. Een wachtwoord is er niet: je krijgt elke keer een link."},
				action:  "Inloggen",
			},
			ConfirmAddressMail: {
				subject: "Bevestig je adres: {name}",
				heading: "{name}: nog één stap",
				body:    []string{"Bevestig dat dit adres van jou is om mee te doen aan {name}. Deze link doet dat en brengt je terug naar het evenement. Hij werkt één keer, en {life} lang.", "Je hebt nog geen plek: die krijg je als je daar afrondt."},
				action:  "Bevestigen en verdergaan",
			},
			FreshLinkMail: {
				subject: "Je nieuwe link: {name}",
				heading: "Je nieuwe link voor {name}",
				body:    []string{"Met deze link kun je alles met je tickets voor {name} doen: overdragen, terugverkopen of je geld terugkrijgen. Hij werkt {life} lang."},
				action:  "Openen",
				after:   []string{"Stuur hem niet door. Niemand die voor ons werkt, zal je ooit om deze link vragen."},
			},
			FoundMail: {
				subject: "Je tickets",
				heading: "Je tickets",
				body:    []string{"Dit is met dit adres geboekt: wat nog komt en wat er de afgelopen weken was. Elke link werkt {life} lang."},
				action:  "Inloggen en alles zien",
				after:   []string{"Stuur deze mail niet door. Niemand die voor ons werkt, zal je ooit om deze links vragen."},
			},
			NothingFoundMail: {
				subject: "Geen tickets met dit adres",
				heading: "Geen tickets met dit adres",
				body:    []string{"Met dit adres is niets geboekt dat nog komt. Misschien was het een ander adres: zoek onze eerste mail over je tickets."},
				action:  "Zoeken met een ander adres",
			},
			RegisteredAlreadyMail: {
				subject: "Je bent al aangemeld: {name}",
				heading: "Je bent al aangemeld voor {name}",
				body:    []string{"Iemand heeft zich net met dit adres aangemeld voor {name}. Je hebt je plek al, dus er is niets gewijzigd: wat er nu is ingevuld, ook gasten, telt niet.", "Deze link brengt je naar je aanmelding. Hij werkt {life} lang."},
				action:  "Mijn aanmelding openen",
				after:   []string{"Stuur hem niet door. Niemand die voor ons werkt, zal je ooit om deze link vragen."},
			},
			WaitingAlreadyMail: {
				subject: "Je staat al op de wachtlijst: {name}",
				heading: "Je staat al op de wachtlijst voor {name}",
				body:    []string{"Iemand heeft net met dit adres om een plek bij {name} gevraagd. Je houdt je plek op de wachtlijst; er is niets gewijzigd.", "Deze link toont je positie. Hij werkt {life} lang."},
				action:  "Mijn positie bekijken",
				after:   []string{"Stuur hem niet door. Niemand die voor ons werkt, zal je ooit om deze link vragen."},
			},
			LimitReachedMail: {
				subject: "Je kunt niet meer tickets krijgen: {name}",
				heading: "Je hebt alle tickets die je voor {name} kunt hebben",
				body:    []string{"Iemand heeft net met dit adres om meer plekken bij {name} gevraagd. Met wat je hebt, zou dat meer zijn dan één persoon mag hebben, dus er is niets bijgekomen.", "Deze link brengt je naar wat je hebt. Hij werkt {life} lang."},
				action:  "Openen",
				after:   []string{"Stuur hem niet door. Niemand die voor ons werkt, zal je ooit om deze link vragen."},
			},
			EndpointDisabledMail: {
				subject: "Webhooks naar {name} zijn gestopt",
				heading: "Webhooks zijn gestopt",
				body:    []string{"{name} heeft onze webhooks al lang niet aangenomen, dus we sturen er geen meer naartoe.", "Er is niets verloren: wat er sindsdien is gebeurd, wacht en wordt op volgorde verstuurd zodra het endpoint weer is ingeschakeld."},
				action:  "Endpoint bekijken",
			},
			RefundAtProviderMail: {
				subject: "{name}: een terugbetaling van {amount} buiten Holdfast",
				heading: "Er is elders een terugbetaling van {amount} gedaan",
				body: []string{"{amount} van een bestelling voor {name} is terugbetaald in het dashboard van de betaaldienst. De tickets van die bestelling zijn nog geldig, en de verkoop staat nog in de boeken.",
					"Moeten de tickets worden geannuleerd? Betaal ze dan terug op de pagina van de bestelling. Wat al is terugbetaald, wordt niet nog eens betaald."},
				action: "Bestelling bekijken",
			},
			ProviderDeniesMail: {
				subject: "{name} weigert toegang: betalingen of terugbetalingen staan stil",
				heading: "{name} weigert toegang",
				body: []string{"{name} accepteert de sleutel niet die hier is ingesteld, of staat niet toe wat ermee werd gevraagd. Tot dat is veranderd, kunnen bestellingen niet met {name} worden betaald, of worden terugbetalingen niet gedaan.",
					"Vraag wie deze server beheert om de sleutel te controleren. In het logboek van de server staat wat {name} heeft geantwoord. Terugbetalingen die nog moeten gebeuren wachten, en worden gedaan als de sleutel klopt."},
				action: "Evenementen bekijken",
			},
		},
		minutes: locale.Counted{plural.One: "1 minuut", plural.Other: "{n} minuten"},
		hours:   locale.Counted{plural.One: "1 uur", plural.Other: "{n} uur"},
		roles:   map[string]string{"owner": "eigenaar", "organizer": "organisator", "box_office": "kassa", "door": "check-in", "viewer": "lezer"},
		footer:  "Je krijgt dit bericht omdat iemand dit adres heeft ingevuld.",
		other:   "Was jij dit niet? Negeer dit bericht dan, er gebeurt niets.",
		owners:  "Je krijgt dit bericht als eigenaar van een organisatie hier.",
	},
}
