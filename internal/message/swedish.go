package message

import (
	"fmt"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
)

var swedish = &dictionary{
	tag:         language.Swedish,
	hello:       "Hej {name},",
	helloNobody: "Hej,",

	places:     locale.Counted{plural.One: "1 biljett", plural.Other: "{n} biljetter"},
	guests:     locale.Counted{plural.One: "du och 1 gäst", plural.Other: "du och {n} gäster"},
	minutes:    locale.Counted{plural.One: "1 minut", plural.Other: "{n} minuter"},
	hours:      locale.Counted{plural.One: "1 timme", plural.Other: "{n} timmar"},
	days:       locale.Counted{plural.One: "1 dag", plural.Other: "{n} dagar"},
	placesHeld: locale.Counted{plural.One: "1 biljett är reserverad åt dig", plural.Other: "{n} biljetter är reserverade åt dig"},

	when: "När", where: "Var", what: "Biljett", with: "Gäster",
	until: "Tacka ja senast", cancelUntil: "Avboka senast",
	amount: "Belopp", reference: "Referens", payBefore: "Betala senast", howToPay: "Så betalar du",
	cost: "Pris", order: "Din beställning", discount: "Rabatt", tax: "Skatt", taxIncluded: "Varav skatt", rounding: "Avrundning", total: "Summa",
	point: ",", thousands: "\u00a0",
	ticketOf: "Biljett {n} av {of}", codeAlt: "QR-kod: {ticket}.", shortCode: "Kod att skriva in:", seat: "{section}, rad {row}, plats {number}",

	preferences:     "Avsluta påminnelser",
	noAnnouncements: "Avsluta meddelanden som det här",
	unfollow:        "Sluta följa {organization}",
	grounds: [grounds]string{
		groundKnown:    "Du får det här mejlet eftersom adressen har angetts för {title}.",
		groundOrder:    "Du får det här mejlet eftersom biljetter till {title} har beställts med adressen.",
		groundWaitlist: "Du får det här mejlet eftersom adressen står på väntelistan till {title}.",
		groundOffered:  "Du får det här mejlet eftersom någon skickar en biljett till {title} till adressen.",
		groundReceived: "Du får det här mejlet eftersom en biljett till {title} har överlåtits till adressen.",
		groundHeld:     "Du får det här mejlet eftersom adressen har en biljett till {title}.",
		groundGiven:    "Du får det här mejlet eftersom en biljett till {title} har överlåtits från adressen.",
		groundReturned: "Du får det här mejlet eftersom en biljett till {title} från adressen har lagts ut till försäljning för väntelistan.",
		groundInvited:  "Du får det här mejlet eftersom {organization} har bjudit in den här adressen till {title}.",
		groundFollows:  "Du får det här mejlet eftersom du följer {organization}.",
	},
	footerLog:     "När det här skickades hade evenemangets offentliga logg {n} poster och fingeravtrycket {root}.",
	footerOther:   "Var det inte du? Någon kan ha skrivit fel adress, och du kan bortse från mejlet.",
	footerFollows: "Du kan sluta följa när som helst.",
	footerOffered: "Inte menat för dig? Någon kan ha skrivit fel adress, och du kan bortse från mejlet.",
	somebody:      "Någon",
	moreGuests:    "{names} och {count} till",
	and:           " och ",

	weekdays: [7]string{"söndag", "måndag", "tisdag", "onsdag", "torsdag", "fredag", "lördag"},
	months: [12]string{"januari", "februari", "mars", "april", "maj", "juni",
		"juli", "augusti", "september", "oktober", "november", "december"},
	date: func(d *dictionary, t time.Time) string {
		return fmt.Sprintf("%s %d %s %d", d.weekdays[t.Weekday()], t.Day(), d.months[t.Month()-1], t.Year())
	},
	shortDate: func(d *dictionary, t time.Time) string {
		return fmt.Sprintf("%d %s", t.Day(), d.months[t.Month()-1][:3])
	},
	clock: "15:04", between: "–",

	wordings: map[wordingKey]wording{
		{inv.MsgConfirmed, ""}: {
			subject: "Bekräftat: {title}",
			heading: "Du är med!",
			body:    []string{"Din anmälan till {title} är bekräftad: {places}.", "Visa QR-koden i entrén, i mobilen eller på papper. Knappen öppnar alla dina biljetter."},
			action:  "Visa eller avboka biljetter",
			after:   []string{"Kan du inte komma? Avboka på den sidan, så kan nästa person på väntelistan få din biljett."},
		},
		{inv.MsgConfirmed, inv.ReasonPromoted}: {
			subject: "Du har fått plats från väntelistan: {title}",
			heading: "Du är med!",
			body:    []string{"En biljett blev ledig och det var din tur: din anmälan till {title} är bekräftad, {places}.", "Visa QR-koden i entrén, i mobilen eller på papper. Knappen öppnar alla dina biljetter."},
			action:  "Visa eller avboka biljetter",
			after:   []string{"Kan du inte komma längre? Avboka på den sidan, så kan nästa person på väntelistan få din biljett."},
		},
		{inv.MsgWaitlisted, ""}: {
			subject: "Du står på väntelistan: {title}",
			heading: "Du står på väntelistan.",
			body: []string{
				"Du står på väntelistan till {title}, för {places}.",
				"Du behöver inte göra något mer. När det är din tur mejlar vi dig och reserverar dina biljetter i {window}, så att du kan tacka ja till dem.",
			},
			action: "Visa din köplats",
			after:  []string{"Sidan visar din köplats och skälet till varje ändring. Där kan du också lämna väntelistan."},
		},
		{inv.MsgWaitlisted, inv.ReasonPromoted}: {
			subject: "Du står på väntelistan: {title}",
			heading: "Du står på väntelistan.",
			body: []string{
				"Du står på väntelistan till {title}, för {places}.",
				"Du behöver inte göra något mer. När det är din tur bekräftas dina biljetter direkt, och vi mejlar dig.",
			},
			action: "Visa din köplats",
			after:  []string{"Sidan visar din köplats och skälet till varje ändring. Där kan du också lämna väntelistan."},
		},
		{inv.MsgOffer, ""}: {
			subject: "Din tur: tacka ja till biljetten senast {deadline_short} – {title}",
			heading: "Det är din tur!",
			body: []string{
				"En biljett till {title} har blivit ledig, och du är näst på tur: {held}.",
				"Tacka ja senast {deadline}. Därefter går den till nästa person på väntelistan.",
			},
			action: "Tacka ja eller nej",
			after:  []string{"Kan du inte komma? Tacka nej på den sidan, så slipper nästa person vänta."},
		},
		{inv.MsgOfferExtended, ""}: {
			subject: "Mer tid att tacka ja, till {deadline_short} – {title}",
			heading: "Du har mer tid.",
			body: []string{
				"Arrangören av {title} har gett dig mer tid: {held}.",
				"Tacka ja senast {deadline}.",
			},
			action: "Tacka ja eller nej",
		},
		{inv.MsgOfferExpired, ""}: {
			subject: "Ditt erbjudande har gått ut: {title}",
			heading: "Ditt erbjudande har gått ut.",
			body:    []string{"Vi hade reserverat {places} till {title} åt dig. Tiden att tacka ja är ute, och nästa person på väntelistan får ett erbjudande."},
			action:  "Visa detaljer",
			after:   []string{"Vill du fortfarande komma? Du kan ställa dig på väntelistan igen så länge anmälan är öppen."},
		},
		{inv.MsgCancelled, ""}: {
			subject: "Avbokat: {title}",
			heading: "Din anmälan är avbokad.",
			body:    []string{"Du har avbokat {places} till {title}. Tack för att du meddelade oss: nu kan någon annan komma."},
			action:  "Visa din anmälan",
		},
		{inv.MsgCancelled, inv.ReasonCancelledByStaff}: {
			subject: "Din anmälan har avbokats: {title}",
			heading: "Din anmälan har avbokats.",
			body:    []string{"Arrangören har avbokat din anmälan till {title} ({places}). Om du tror att det är ett misstag, kontakta arrangören."},
			action:  "Visa din anmälan",
		},
		{inv.MsgGuestCancelled, ""}: {
			subject: "En biljett färre: {title}",
			heading: "En biljett har avbokats.",
			body:    []string{"En biljett i din anmälan till {title} har avbokats: {other}. Dess kod gäller inte längre, och någon annan kan komma nu.", "Dina andra biljetter behåller sina koder: {places}."},
			action:  "Visa din anmälan",
			after:   []string{"Väntade du dig inte det här? Kontakta arrangören."},
		},
		{inv.MsgEntryRemoved, ""}: {
			subject: "Du står inte längre på väntelistan: {title}",
			heading: "Du står inte längre på väntelistan.",
			body:    []string{"Arrangören har tagit bort dig från väntelistan till {title}. Om du tror att det är ett misstag, kontakta arrangören."},
			action:  "Visa detaljer",
		},
		{inv.MsgWaitlistClosed, ""}: {
			subject: "Väntelistan är stängd: {title}",
			heading: "Väntelistan är stängd.",
			body:    []string{"Anmälan till {title} har stängt, och ingen biljett blev ledig för dig i tid. Vi beklagar."},
			action:  "Visa detaljer",
		},
		{inv.MsgWaitlistClosed, inv.ReasonPartyTooLarge}: {
			subject: "Ditt sällskap är för stort nu: {title}",
			heading: "Ditt sällskap är för stort nu.",
			body:    []string{"{title} har nu mindre kapacitet och rymmer inte ett sällskap av din storlek ({places}), så du står inte längre på väntelistan. Du kan ställa dig där igen med färre gäster."},
			action:  "Visa detaljer",
		},
		{inv.MsgOrderPending, ""}: {
			subject: "Betala senast {deadline_short}: {title}",
			heading: "Dina biljetter väntar på betalning.",
			body:    []string{"Tack för din beställning till {title}: {held}.", "Betala {total} senast {deadline} med referensen {reference}, så att vi hittar din betalning."},
			action:  "Visa beställningen",
			after:   []string{"Du får dina biljetter så fort arrangören har registrerat din betalning. Obetalda biljetter släpps."},
		},
		{inv.MsgOrderConfirmed, ""}: {
			subject: "Dina biljetter: {title}",
			heading: "Du är med!",
			body:    []string{"Din beställning till {title} är bekräftad: {places}, totalt {total}.", "Visa QR-koden i entrén, i mobilen eller på papper. Knappen öppnar alla dina biljetter."},
			action:  "Visa biljetter",
		},
		{inv.MsgOrderExpired, ""}: {
			subject: "Din beställning har gått ut: {title}",
			heading: "Din beställning har gått ut.",
			body:    []string{"Vi hade reserverat {places} till {title} åt dig. Tiden att betala är ute, och biljetterna har släppts."},
			action:  "Visa beställningen",
			after:   []string{"Om du har betalat under tiden får du biljetterna om de finns kvar, annars pengarna tillbaka. Vi mejlar dig i båda fallen."},
		},
		{inv.MsgOrderCancelled, ""}: {
			subject: "Avbokat: {title}",
			heading: "Biljetter i din beställning har avbokats.",
			body:    []string{"Biljetter i din beställning till {title} har avbokats och gäller inte längre."},
			action:  "Visa beställningen",
		},
		{inv.MsgOrderRefunded, ""}: {
			subject: "Din återbetalning: {title}",
			heading: "Du får en återbetalning.",
			body:    []string{"Vi återbetalar {refund} för din beställning till {title} till ditt ursprungliga betalsätt. Tillbakalämnade biljetter gäller inte längre."},
			action:  "Visa beställningen",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentLate}: {
			subject: "Din återbetalning: {title}",
			heading: "Din betalning kom för sent.",
			body:    []string{"Din betalning på {refund} för {title} kom efter att din beställning hade upphört, och biljetterna fanns inte kvar. Du får tillbaka hela beloppet till ditt ursprungliga betalsätt. Vi beklagar."},
			action:  "Visa beställningen",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentMismatch}: {
			subject: "Din återbetalning: {title}",
			heading: "Din betalning stämde inte med beställningen.",
			body:    []string{"Din beställning till {title} kostar {total}, och din betalning var {refund}. Du får tillbaka hela beloppet till ditt ursprungliga betalsätt. Så länge beställningen är öppen kan du betala igen."},
			action:  "Visa beställningen",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentAgain}: {
			subject: "Din återbetalning: {title}",
			heading: "Du betalade två gånger.",
			body:    []string{"Din beställning till {title} var redan betald. Din andra betalning på {refund} återbetalas till ditt ursprungliga betalsätt. Dina biljetter är fortsatt giltiga."},
			action:  "Visa beställningen",
		},
		{Announcement, ""}: {
			subject: "{title}",
			heading: "{title}",
			action:  "Visa dina biljetter",
		},
		{NewEvent, ""}: {
			subject: "Nytt från {organization}: {title}, {starts_short}",
			heading: "{title}",
			body:    []string{"{organization} har annonserat ett nytt evenemang: {title}, {starts}."},
			action:  "Visa evenemanget",
		},
		{NewEvent, newDates}: {
			subject: "Nytt från {organization}: {series}",
			heading: "{series}",
			body:    []string{"{organization} har annonserat nya datum för {series}, med start {starts}."},
			action:  "Visa alla datum",
		},
		{inv.MsgInvitation, ""}: {
			subject: "Inbjudan: {title}",
			heading: "Du är inbjuden",
			body:    []string{"{organization} bjuder in dig till {title}. Inbjudan gäller {places}."},
			action:  "Visa inbjudan",
			after:   []string{"Länken är bara din: den som har den kan ta platser i ditt namn. Skicka den inte vidare."},
		},
		{Feedback, ""}: {
			subject: "Hur var {title}?",
			heading: "Hur var det?",
			body:    []string{"Tack för att du kom till {title}. Vill du berätta för arrangören hur det var? Det tar en minut och gör nästa evenemang bättre."},
			action:  "Betygsätt evenemanget",
		},
		{Reminder, ""}: {
			subject: "Påminnelse: {title}, {starts_short}",
			heading: "Vi ses snart.",
			body:    []string{"{title} börjar {starts}. Du har {places}."},
			action:  "Visa eller avboka biljetter",
			after:   []string{"Kan du inte komma? Avboka på den sidan, så kan någon annan komma."},
		},
		{Reminder, inv.ReasonTicketReceived}: {
			subject: "Påminnelse: {title}, {starts_short}",
			heading: "Vi ses snart.",
			body:    []string{"{title} börjar {starts}. Du har biljetten som {other} gav dig."},
			action:  "Visa biljetten",
		},
		{EventChanged, ""}: {
			subject: "Ändrat: {title}, {starts_short}",
			heading: "Tiden eller platsen har ändrats.",
			body:    []string{"Arrangören har ändrat tiden eller platsen för {title}. Ny start: {starts}.", "Din anmälan gäller fortfarande: {places}. Den bifogade kalenderhändelsen ersätter den gamla."},
			action:  "Visa eller avboka biljetter",
			after:   []string{"Om du inte kan komma längre, avboka på den sidan."},
		},
		{EventChanged, inv.ReasonTicketReceived}: {
			subject: "Ändrat: {title}, {starts_short}",
			heading: "Tiden eller platsen har ändrats.",
			body:    []string{"Arrangören har ändrat tiden eller platsen för {title}. Ny start: {starts}.", "Biljetten som {other} gav dig gäller fortfarande. Den bifogade kalenderhändelsen ersätter den gamla."},
			action:  "Visa biljetten",
		},
		{inv.MsgEventCancelled, ""}: {
			subject: "Inställt: {title}",
			heading: "Evenemanget är inställt.",
			body:    []string{"Arrangören har ställt in {title}. Din anmälan ({places}) gäller inte längre, och du behöver inte göra något."},
		},
		{inv.MsgEventCancelled, inv.ReasonTicketReceived}: {
			subject: "Inställt: {title}",
			heading: "Evenemanget är inställt.",
			body:    []string{"Arrangören har ställt in {title}. Biljetten som {other} gav dig gäller inte längre, och du behöver inte göra något. En eventuell återbetalning går till den som betalade."},
		},
		{inv.MsgTransferOffered, ""}: {
			subject: "{other} har en biljett till dig: {title}",
			heading: "En biljett till dig.",
			body:    []string{"{other} skickar dig en biljett till {title}. Ta emot den med knappen nedan, så är den din att visa i entrén."},
			action:  "Tacka ja eller nej",
			after:   []string{"Väntade du dig inte det här? Du behöver inte göra något: om du inte tar emot biljetten stannar den hos {other}."},
		},
		{inv.MsgTransferAccepted, ""}: {
			subject: "{other} tog emot din biljett: {title}",
			heading: "Din biljett har överlåtits.",
			body:    []string{"{other} tog emot din biljett till {title}. Din kod till den gäller inte längre."},
			action:  "Visa överlåtelsen",
		},
		{inv.MsgTicketReceived, ""}: {
			subject: "Din biljett: {title}",
			heading: "Biljetten är din.",
			body:    []string{"Biljetten till {title} från {other} är nu din, med en ny kod. Den gamla gäller inte längre.", "Öppna den med knappen nedan och visa den i entrén, i mobilen eller på papper."},
			action:  "Visa biljetten",
		},
		{inv.MsgTransferDeclined, ""}: {
			subject: "{other} tackade nej till din biljett: {title}",
			heading: "Biljetten är fortfarande din.",
			body:    []string{"{other} tackade nej till din biljett till {title}. Den är fortfarande din, och koden gäller."},
			action:  "Visa detaljer",
		},
		{inv.MsgTicketReissued, ""}: {
			subject: "Din nya biljett: {title}",
			heading: "Din biljett har en ny kod.",
			body:    []string{"En av dina biljetter till {title} har utfärdats på nytt. Den gamla koden gäller inte längre, varken på papper eller i mobilen.", "Öppna den nya med knappen nedan och visa den i entrén."},
			action:  "Visa biljetten",
			after:   []string{"Har du inte bett om det här? Kontakta arrangören."},
		},
		{inv.MsgTicketVoided, ""}: {
			subject: "Din biljett har avbokats: {title}",
			heading: "Din biljett har avbokats.",
			body:    []string{"Biljetten till {title} som {other} gav dig har avbokats. Koden gäller inte längre.", "En eventuell återbetalning går till den som betalade."},
			action:  "Visa detaljer",
			after:   []string{"Inte vad du väntade dig? Fråga {other} eller arrangören."},
		},
		{inv.MsgExchanged, ""}: {
			subject: "Din biljett är såld: {title}",
			heading: "Din biljett är såld.",
			body:    []string{"Någon på väntelistan köpte din biljett till {title}. Vi återbetalar {refund} till ditt ursprungliga betalsätt.", "Din kod till den gäller inte längre."},
			action:  "Visa beställningen",
		},
		{inv.MsgExchanged, inv.ReasonItemsCancelled}: {
			subject: "Din biljett är såld: {title}",
			heading: "Din biljett är såld.",
			body:    []string{"Någon på väntelistan tog din biljett till {title}. Du hade redan fått tillbaka hela beloppet.", "Din kod till den gäller inte längre."},
			action:  "Visa beställningen",
		},
		{inv.MsgExchangeClosed, ""}: {
			subject: "Du behåller din biljett: {title}",
			heading: "Biljetten är fortfarande din.",
			body:    []string{"Ingen på väntelistan köpte din biljett till {title} innan anmälan stängde. Den är fortfarande din, och koden gäller."},
			action:  "Visa beställningen",
		},
		{inv.MsgTransferCancelled, ""}: {
			subject: "Överlåtelsen har avbrutits: {title}",
			heading: "Överlåtelsen har avbrutits.",
			body:    []string{"{other} har avbrutit överlåtelsen av en biljett till {title}. Du behöver inte göra något."},
			action:  "Visa detaljer",
		},
	},

	account: accountMailWords{
		wordings: map[AccountMailKind]wording{
			SignInMail: {
				subject: "Din inloggningslänk",
				heading: "Logga in",
				body:    []string{"Med den här länken loggar du in. Den fungerar en gång, i {life}."},
				action:  "Logga in",
				after:   []string{"Ingen som arbetar för oss kommer någonsin att be dig om länken."},
			},
			InvitationMail: {
				subject: "Inbjudan till {name}",
				heading: "Välkommen till {name}",
				body:    []string{"Du kan nu hjälpa till med evenemangen hos {name}. Din roll: {role}.", "Logga in med den här e-postadressen. Det finns inget lösenord: du får en länk varje gång."},
				action:  "Logga in",
			},
			ConfirmAddressMail: {
				subject: "Bekräfta din adress: {name}",
				heading: "{name}: ett steg till",
				body:    []string{"För att delta i {name} behöver du bekräfta att adressen är din. Länken gör det och tar dig tillbaka till evenemanget. Den fungerar en gång, i {life}.", "Du har ingen plats än: den får du när du avslutar där."},
				action:  "Bekräfta och gå vidare",
			},
			FreshLinkMail: {
				subject: "Din nya länk: {name}",
				heading: "Din nya länk för {name}",
				body:    []string{"Med den här länken kan du göra allt med dina biljetter till {name}: överlåta dem, sälja tillbaka dem eller få pengarna tillbaka. Den fungerar i {life}."},
				action:  "Öppna",
				after:   []string{"Vidarebefordra den inte. Ingen som arbetar för oss kommer någonsin att be dig om länken."},
			},
			FoundMail: {
				subject: "Dina biljetter",
				heading: "Dina biljetter",
				body:    []string{"Det här är bokat med den här adressen: det som kommer och det som var de senaste veckorna. Varje länk fungerar i {life}."},
				action:  "Logga in och se allt",
				after:   []string{"Vidarebefordra inte mejlet. Ingen som arbetar för oss kommer någonsin att be dig om länkarna."},
			},
			NothingFoundMail: {
				subject: "Inga biljetter med den här adressen",
				heading: "Inga biljetter med den här adressen",
				body:    []string{"Inget kommande är bokat med den här adressen. Kanske var det en annan: leta efter vårt första mejl om dina biljetter."},
				action:  "Sök med en annan adress",
			},
			RegisteredAlreadyMail: {
				subject: "Du är redan anmäld: {name}",
				heading: "Du är redan anmäld till {name}",
				body:    []string{"Någon har just anmält sig till {name} med den här adressen. Du har redan din plats, så inget har ändrats: det som skrevs in nu, även gäster, räknas inte.", "Länken leder till din anmälan. Den fungerar i {life}."},
				action:  "Öppna min anmälan",
				after:   []string{"Vidarebefordra den inte. Ingen som arbetar för oss kommer någonsin att be dig om länken."},
			},
			WaitingAlreadyMail: {
				subject: "Du står redan på väntelistan: {name}",
				heading: "Du står redan på väntelistan till {name}",
				body:    []string{"Någon har just bett om en plats till {name} med den här adressen. Du behåller din köplats på väntelistan; inget har ändrats.", "Länken visar din köplats. Den fungerar i {life}."},
				action:  "Se min köplats",
				after:   []string{"Vidarebefordra den inte. Ingen som arbetar för oss kommer någonsin att be dig om länken."},
			},
			LimitReachedMail: {
				subject: "Du kan inte få fler biljetter: {name}",
				heading: "Du har alla biljetter du kan ha till {name}",
				body:    []string{"Någon har just bett om fler platser till {name} med den här adressen. Med det du har skulle det bli fler än en person får ha, så inget har lagts till.", "Länken leder till det du har. Den fungerar i {life}."},
				action:  "Öppna",
				after:   []string{"Vidarebefordra den inte. Ingen som arbetar för oss kommer någonsin att be dig om länken."},
			},
			EndpointDisabledMail: {
				subject: "Webhookar till {name} har stoppats",
				heading: "Webhookar har stoppats",
				body:    []string{"{name} har inte tagit emot våra webhookar på länge, så vi skickar inga dit längre.", "Inget har gått förlorat: det som har hänt sedan dess väntar, och skickas i ordning så fort slutpunkten aktiveras igen."},
				action:  "Visa slutpunkten",
			},
			RefundAtProviderMail: {
				subject: "{name}: en återbetalning på {amount} utanför Holdfast",
				heading: "En återbetalning på {amount} har gjorts på annat håll",
				body: []string{"{amount} av en beställning till {name} har återbetalats i betaltjänstens kontrollpanel. Beställningens biljetter gäller fortfarande, och försäljningen finns kvar i bokföringen.",
					"Ska biljetterna avbokas? Återbetala dem då på beställningens sida. Det som redan har betalats tillbaka betalas inte igen."},
				action: "Visa beställningen",
			},
			ProviderDeniesMail: {
				subject: "{name} nekar åtkomst: betalningar eller återbetalningar har stannat",
				heading: "{name} nekar åtkomst",
				body: []string{"{name} godtar inte nyckeln som är inställd här, eller tillåter inte det som begärdes med den. Tills det är ändrat kan beställningar inte betalas med {name}, eller så görs inga återbetalningar.",
					"Be den som driver servern att kontrollera nyckeln. I serverns logg står vad {name} har svarat. Återbetalningar som ska göras väntar, och görs när nyckeln är rätt."},
				action: "Visa evenemangen",
			},
		},
		minutes: locale.Counted{plural.One: "1 minut", plural.Other: "{n} minuter"},
		hours:   locale.Counted{plural.One: "1 timme", plural.Other: "{n} timmar"},
		roles:   map[string]string{"owner": "ägare", "organizer": "arrangör", "box_office": "kassa", "door": "entré", "viewer": "läsare"},
		footer:  "Du får det här meddelandet eftersom någon har angett adressen.",
		other:   "Var det inte du? Bortse då från meddelandet, så händer inget.",
		owners:  "Du får det här meddelandet som ägare av en organisation här.",
	},
}
