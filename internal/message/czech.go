package message

import (
	"fmt"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
)

var czech = &dictionary{
	tag:         language.Czech,
	hello:       "Dobrý den, {name},",
	helloNobody: "Dobrý den,",

	places:     locale.Counted{plural.One: "1 vstupenka", plural.Few: "{n} vstupenky", plural.Many: "{n} vstupenky", plural.Other: "{n} vstupenek"},
	guests:     locale.Counted{plural.One: "vy a 1 host", plural.Few: "vy a {n} hosté", plural.Many: "vy a {n} hosta", plural.Other: "vy a {n} hostů"},
	minutes:    locale.Counted{plural.One: "1 minutu", plural.Few: "{n} minuty", plural.Many: "{n} minuty", plural.Other: "{n} minut"},
	hours:      locale.Counted{plural.One: "1 hodinu", plural.Few: "{n} hodiny", plural.Many: "{n} hodiny", plural.Other: "{n} hodin"},
	days:       locale.Counted{plural.One: "1 den", plural.Few: "{n} dny", plural.Many: "{n} dne", plural.Other: "{n} dnů"},
	placesHeld: locale.Counted{plural.One: "máte rezervovanou 1 vstupenku", plural.Few: "máte rezervované {n} vstupenky", plural.Many: "máte rezervováno {n} vstupenky", plural.Other: "máte rezervováno {n} vstupenek"},

	when: "Kdy", where: "Kde", what: "Vstupenka", with: "Hosté",
	until: "Přijmout do", cancelUntil: "Zrušit do",
	amount: "Částka", reference: "Poznámka k platbě", payBefore: "Zaplatit do", howToPay: "Jak zaplatit",
	cost: "Cena", order: "Vaše objednávka", discount: "Sleva", tax: "Daň", taxIncluded: "Daň v ceně", rounding: "Zaokrouhlení", total: "Celkem",
	point: ",", thousands: "\u00a0",
	ticketOf: "Vstupenka {n} z {of}", codeAlt: "QR kód: {ticket}.", shortCode: "Kód k opsání:", seat: "{section}, řada {row}, místo {number}",

	preferences:     "Odhlásit připomenutí",
	noAnnouncements: "Odhlásit zprávy tohoto druhu",
	unfollow:        "Přestat sledovat: {organization}",
	grounds: [grounds]string{
		groundKnown:    "Tuto zprávu dostáváte, protože u akce {title} byla uvedena tato adresa.",
		groundOrder:    "Tuto zprávu dostáváte, protože s touto adresou byly objednány vstupenky na akci {title}.",
		groundWaitlist: "Tuto zprávu dostáváte, protože tato adresa je na čekací listině akce {title}.",
		groundOffered:  "Tuto zprávu dostáváte, protože někdo na tuto adresu posílá vstupenku na akci {title}.",
		groundReceived: "Tuto zprávu dostáváte, protože vstupenka na akci {title} byla převedena na tuto adresu.",
		groundHeld:     "Tuto zprávu dostáváte, protože tato adresa má vstupenku na akci {title}.",
		groundGiven:    "Tuto zprávu dostáváte, protože vstupenka na akci {title} byla z této adresy převedena.",
		groundReturned: "Tuto zprávu dostáváte, protože vstupenka na akci {title} z této adresy byla dána do prodeje přes čekací listinu.",
		groundFollows:  "Tuto zprávu dostáváte, protože sledujete: {organization}.",
	},
	footerLog:     "Při odeslání měl veřejný protokol akce tento počet záznamů: {n}, a otisk {root}.",
	footerOther:   "Nejste to vy? Někdo se nejspíš přepsal v adrese a tuto zprávu můžete ignorovat.",
	footerFollows: "Sledování můžete kdykoli ukončit.",
	footerOffered: "Není to pro vás? Někdo se nejspíš přepsal v adrese a tuto zprávu můžete ignorovat.",
	somebody:      "Někdo",
	moreGuests:    "{names} a další ({count})",
	and:           " a ",

	weekdays: [7]string{"neděle", "pondělí", "úterý", "středa", "čtvrtek", "pátek", "sobota"},
	months: [12]string{"ledna", "února", "března", "dubna", "května", "června",
		"července", "srpna", "září", "října", "listopadu", "prosince"},
	date: func(d *dictionary, t time.Time) string {
		return fmt.Sprintf("%s %d. %s %d", d.weekdays[t.Weekday()], t.Day(), d.months[t.Month()-1], t.Year())
	},
	shortDate: func(_ *dictionary, t time.Time) string { return t.Format("2. 1.") },
	clock:     "15:04", between: "–",

	wordings: map[wordingKey]wording{
		{inv.MsgConfirmed, ""}: {
			subject: "Potvrzeno: {title}",
			heading: "Registrace potvrzena!",
			body:    []string{"Vaše registrace na akci {title} je potvrzená: {places}.", "QR kód ukažte u vstupu, v telefonu nebo vytištěný. Tlačítko otevře všechny vaše vstupenky."},
			action:  "Zobrazit nebo zrušit vstupenky",
			after:   []string{"Nemůžete přijít? Zrušte prosím účast na té stránce, ať vaši vstupenku dostane další na čekací listině."},
		},
		{inv.MsgConfirmed, inv.ReasonPromoted}: {
			subject: "Přišla na vás řada: {title}",
			heading: "Registrace potvrzena!",
			body:    []string{"Uvolnila se vstupenka a byla na vás řada: vaše registrace na akci {title} je potvrzená, {places}.", "QR kód ukažte u vstupu, v telefonu nebo vytištěný. Tlačítko otevře všechny vaše vstupenky."},
			action:  "Zobrazit nebo zrušit vstupenky",
			after:   []string{"Už nemůžete přijít? Zrušte prosím účast na té stránce, ať vaši vstupenku dostane další na čekací listině."},
		},
		{inv.MsgWaitlisted, ""}: {
			subject: "Jste na čekací listině: {title}",
			heading: "Jste na čekací listině.",
			body: []string{
				"Jste na čekací listině akce {title}: {places}.",
				"Nic dalšího není potřeba. Až přijdete na řadu, napíšeme vám a na {window} pro vás vstupenky rezervujeme, ať je můžete přijmout.",
			},
			action: "Zobrazit moje pořadí",
			after:  []string{"Ta stránka ukazuje vaše pořadí a důvod každé změny. Můžete tam čekací listinu i opustit."},
		},
		{inv.MsgWaitlisted, inv.ReasonPromoted}: {
			subject: "Jste na čekací listině: {title}",
			heading: "Jste na čekací listině.",
			body: []string{
				"Jste na čekací listině akce {title}: {places}.",
				"Nic dalšího není potřeba. Až přijdete na řadu, vaše vstupenky budou hned potvrzené a napíšeme vám.",
			},
			action: "Zobrazit moje pořadí",
			after:  []string{"Ta stránka ukazuje vaše pořadí a důvod každé změny. Můžete tam čekací listinu i opustit."},
		},
		{inv.MsgOffer, ""}: {
			subject: "Jste na řadě: přijměte vstupenku do {deadline_short} – {title}",
			heading: "Jste na řadě!",
			body: []string{
				"Uvolnila se vstupenka na akci {title} a jste na řadě: {held}.",
				"Přijměte prosím do {deadline}. Potom jde dalšímu na čekací listině.",
			},
			action: "Přijmout nebo odmítnout",
			after:  []string{"Nemůžete přijít? Odmítněte prosím na té stránce, ať další v pořadí nemusí čekat."},
		},
		{inv.MsgOfferExtended, ""}: {
			subject: "Víc času na přijetí, do {deadline_short} – {title}",
			heading: "Máte víc času.",
			body: []string{
				"Pořadatel akce {title} vám dal víc času: {held}.",
				"Přijměte prosím do {deadline}.",
			},
			action: "Přijmout nebo odmítnout",
		},
		{inv.MsgOfferExpired, ""}: {
			subject: "Vaše nabídka vypršela: {title}",
			heading: "Vaše nabídka vypršela.",
			body:    []string{"Na akci {title} pro vás bylo rezervováno: {places}. Lhůta na přijetí uplynula a nabídku dostává další na čekací listině."},
			action:  "Zobrazit podrobnosti",
			after:   []string{"Chcete přesto přijít? Dokud je registrace otevřená, můžete se na čekací listinu zapsat znovu."},
		},
		{inv.MsgCancelled, ""}: {
			subject: "Zrušeno: {title}",
			heading: "Vaše registrace je zrušená.",
			body:    []string{"Na akci {title} je z vaší strany zrušeno: {places}. Děkujeme za zprávu: teď může přijít někdo jiný."},
			action:  "Zobrazit registraci",
		},
		{inv.MsgCancelled, inv.ReasonCancelledByStaff}: {
			subject: "Vaše registrace byla zrušena: {title}",
			heading: "Vaše registrace byla zrušena.",
			body:    []string{"Pořadatel zrušil vaši registraci na akci {title} ({places}). Pokud to považujete za omyl, obraťte se prosím na pořadatele."},
			action:  "Zobrazit registraci",
		},
		{inv.MsgGuestCancelled, ""}: {
			subject: "O jednu vstupenku méně: {title}",
			heading: "Vstupenka byla zrušena.",
			body:    []string{"Jedna vstupenka z vaší registrace na akci {title} byla zrušena: {other}. Její kód už neplatí a teď může přijít někdo jiný.", "Vaše ostatní vstupenky mají dál své kódy: {places}."},
			action:  "Zobrazit registraci",
			after:   []string{"Překvapuje vás to? Obraťte se prosím na pořadatele."},
		},
		{inv.MsgEntryRemoved, ""}: {
			subject: "Už nejste na čekací listině: {title}",
			heading: "Už nejste na čekací listině.",
			body:    []string{"Pořadatel vás odebral z čekací listiny akce {title}. Pokud to považujete za omyl, obraťte se prosím na pořadatele."},
			action:  "Zobrazit podrobnosti",
		},
		{inv.MsgWaitlistClosed, ""}: {
			subject: "Čekací listina se uzavřela: {title}",
			heading: "Čekací listina se uzavřela.",
			body:    []string{"Registrace na akci {title} se uzavřela a včas se pro vás žádná vstupenka neuvolnila. Je nám to líto."},
			action:  "Zobrazit podrobnosti",
		},
		{inv.MsgWaitlistClosed, inv.ReasonPartyTooLarge}: {
			subject: "Vaše skupina je teď příliš velká: {title}",
			heading: "Vaše skupina je teď příliš velká.",
			body:    []string{"Akce {title} má teď menší kapacitu a skupina vaší velikosti ({places}) se na ni nevejde, proto už nejste na čekací listině. S menším počtem hostů se můžete zapsat znovu."},
			action:  "Zobrazit podrobnosti",
		},
		{inv.MsgOrderPending, ""}: {
			subject: "Zaplaťte prosím do {deadline_short}: {title}",
			heading: "Vaše vstupenky čekají na platbu.",
			body:    []string{"Děkujeme za objednávku na akci {title}: {held}.", "Zaplaťte prosím {total} do {deadline} s poznámkou {reference}, ať vaši platbu najdeme."},
			action:  "Zobrazit objednávku",
			after:   []string{"Vstupenky dostanete, jakmile pořadatel zaznamená vaši platbu. Nezaplacené vstupenky se uvolní."},
		},
		{inv.MsgOrderConfirmed, ""}: {
			subject: "Vaše vstupenky: {title}",
			heading: "Vaše účast je potvrzená!",
			body:    []string{"Vaše objednávka na akci {title} je potvrzená: {places}, celkem {total}.", "QR kód ukažte u vstupu, v telefonu nebo vytištěný. Tlačítko otevře všechny vaše vstupenky."},
			action:  "Zobrazit vstupenky",
		},
		{inv.MsgOrderExpired, ""}: {
			subject: "Vaše objednávka vypršela: {title}",
			heading: "Vaše objednávka vypršela.",
			body:    []string{"Na akci {title} pro vás bylo rezervováno: {places}. Lhůta na zaplacení uplynula a vstupenky se uvolnily."},
			action:  "Zobrazit objednávku",
			after:   []string{"Pokud už je platba na cestě, dostanete vstupenky, pokud budou ještě volné, jinak peníze zpět. V obou případech vám napíšeme."},
		},
		{inv.MsgOrderCancelled, ""}: {
			subject: "Zrušeno: {title}",
			heading: "Vstupenky z vaší objednávky byly zrušeny.",
			body:    []string{"Vstupenky z vaší objednávky na akci {title} byly zrušeny a už neplatí."},
			action:  "Zobrazit objednávku",
		},
		{inv.MsgOrderRefunded, ""}: {
			subject: "Vrácení peněz: {title}",
			heading: "Dostanete peníze zpět.",
			body:    []string{"Za objednávku na akci {title} vám vracíme {refund} původním způsobem platby. Vrácené vstupenky už neplatí."},
			action:  "Zobrazit objednávku",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentLate}: {
			subject: "Vrácení peněz: {title}",
			heading: "Vaše platba přišla příliš pozdě.",
			body:    []string{"Vaše platba {refund} za akci {title} přišla až po skončení objednávky a vstupenky už nebyly volné. Celou částku dostanete zpět původním způsobem platby. Je nám to líto."},
			action:  "Zobrazit objednávku",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentMismatch}: {
			subject: "Vrácení peněz: {title}",
			heading: "Vaše platba neodpovídala objednávce.",
			body:    []string{"Vaše objednávka na akci {title} stojí {total} a vaše platba byla {refund}. Celou částku dostanete zpět původním způsobem platby. Dokud je objednávka otevřená, můžete zaplatit znovu."},
			action:  "Zobrazit objednávku",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentAgain}: {
			subject: "Vrácení peněz: {title}",
			heading: "Platba přišla dvakrát.",
			body:    []string{"Vaše objednávka na akci {title} už byla zaplacená. Vaši druhou platbu {refund} vracíme původním způsobem platby. Vaše vstupenky zůstávají platné."},
			action:  "Zobrazit objednávku",
		},
		{Announcement, ""}: {
			subject: "{title}",
			heading: "{title}",
			action:  "Zobrazit vstupenky",
		},
		{NewEvent, ""}: {
			subject: "Novinka: {organization}: {title}, {starts_short}",
			heading: "{title}",
			body:    []string{"{organization} oznamuje novou akci: {title}, {starts}."},
			action:  "Zobrazit akci",
		},
		{NewEvent, newDates}: {
			subject: "Novinka: {organization}: {series}",
			heading: "{series}",
			body:    []string{"{organization} oznamuje nové termíny, od {starts}: {series}."},
			action:  "Zobrazit všechny termíny",
		},
		{Reminder, ""}: {
			subject: "Připomenutí: {title}, {starts_short}",
			heading: "Brzy na viděnou.",
			body:    []string{"Akce {title} začíná: {starts}. Máte: {places}."},
			action:  "Zobrazit nebo zrušit vstupenky",
			after:   []string{"Nemůžete přijít? Zrušte prosím účast na té stránce, ať může přijít někdo jiný."},
		},
		{Reminder, inv.ReasonTicketReceived}: {
			subject: "Připomenutí: {title}, {starts_short}",
			heading: "Brzy na viděnou.",
			body:    []string{"Akce {title} začíná: {starts}. Máte vstupenku, kterou vám poslal(a) {other}."},
			action:  "Zobrazit vstupenku",
		},
		{EventChanged, ""}: {
			subject: "Změna: {title}, {starts_short}",
			heading: "Změnil se čas nebo místo.",
			body:    []string{"Pořadatel změnil čas nebo místo akce {title}. Nový začátek: {starts}.", "Vaše registrace zůstává platná: {places}. Přiložený záznam do kalendáře nahrazuje ten starý."},
			action:  "Zobrazit nebo zrušit vstupenky",
			after:   []string{"Pokud už nemůžete přijít, zrušte prosím účast na té stránce."},
		},
		{EventChanged, inv.ReasonTicketReceived}: {
			subject: "Změna: {title}, {starts_short}",
			heading: "Změnil se čas nebo místo.",
			body:    []string{"Pořadatel změnil čas nebo místo akce {title}. Nový začátek: {starts}.", "Vstupenka, kterou vám poslal(a) {other}, zůstává platná. Přiložený záznam do kalendáře nahrazuje ten starý."},
			action:  "Zobrazit vstupenku",
		},
		{inv.MsgEventCancelled, ""}: {
			subject: "Zrušeno: {title}",
			heading: "Tato akce je zrušená.",
			body:    []string{"Pořadatel zrušil akci {title}. Vaše registrace ({places}) už neplatí a nemusíte nic dělat."},
		},
		{inv.MsgEventCancelled, inv.ReasonTicketReceived}: {
			subject: "Zrušeno: {title}",
			heading: "Tato akce je zrušená.",
			body:    []string{"Pořadatel zrušil akci {title}. Vstupenka, kterou vám poslal(a) {other}, už neplatí a nemusíte nic dělat. Případné vrácené peníze dostane ten, kdo platil."},
		},
		{inv.MsgTransferOffered, ""}: {
			subject: "{other} má pro vás vstupenku: {title}",
			heading: "Vstupenka pro vás.",
			body:    []string{"{other} vám posílá vstupenku na akci {title}. Přijměte ji tlačítkem níže a je vaše: ukážete ji u vstupu."},
			action:  "Přijmout nebo odmítnout",
			after:   []string{"Nečekáte ji? Nemusíte nic dělat: dokud ji nepřijmete, vstupenku má dál {other}."},
		},
		{inv.MsgTransferAccepted, ""}: {
			subject: "Vaše vstupenka má nového držitele ({other}): {title}",
			heading: "Vaše vstupenka je převedená.",
			body:    []string{"Vaši vstupenku na akci {title} teď má {other}. Váš kód k ní už neplatí."},
			action:  "Zobrazit převod",
		},
		{inv.MsgTicketReceived, ""}: {
			subject: "Vaše vstupenka: {title}",
			heading: "Vstupenka je vaše.",
			body:    []string{"Vstupenka na akci {title}, kterou vám poslal(a) {other}, je teď vaše a má nový kód. Ten starý už neplatí.", "Otevřete ji tlačítkem níže a ukažte ji u vstupu v telefonu nebo vytištěnou."},
			action:  "Zobrazit vstupenku",
		},
		{inv.MsgTransferDeclined, ""}: {
			subject: "Vaše vstupenka byla odmítnuta ({other}): {title}",
			heading: "Vstupenka je stále vaše.",
			body:    []string{"{other} vaši vstupenku na akci {title} nechce. Je stále vaše a její kód stále platí."},
			action:  "Zobrazit podrobnosti",
		},
		{inv.MsgTicketReissued, ""}: {
			subject: "Vaše nová vstupenka: {title}",
			heading: "Vaše vstupenka má nový kód.",
			body:    []string{"Jedna z vašich vstupenek na akci {title} byla vystavena znovu. Její starý kód už neplatí, ani na papíře, ani v telefonu.", "Novou otevřete tlačítkem níže a ukažte ji u vstupu."},
			action:  "Zobrazit vstupenku",
			after:   []string{"Nepřišlo to od vás? Obraťte se prosím na pořadatele."},
		},
		{inv.MsgTicketVoided, ""}: {
			subject: "Vaše vstupenka byla zrušena: {title}",
			heading: "Vaše vstupenka byla zrušena.",
			body:    []string{"Vstupenka na akci {title}, kterou vám poslal(a) {other}, byla zrušena. Její kód už neplatí.", "Případné vrácené peníze dostane ten, kdo platil."},
			action:  "Zobrazit podrobnosti",
			after:   []string{"Překvapuje vás to? Vstupenku vám poslal(a) {other}: zeptejte se tam, nebo u pořadatele."},
		},
		{inv.MsgExchanged, ""}: {
			subject: "Vaše vstupenka je prodaná: {title}",
			heading: "Vaše vstupenka je prodaná.",
			body:    []string{"Vaši vstupenku na akci {title} koupil někdo z čekací listiny. Vracíme vám {refund} původním způsobem platby.", "Váš kód k ní už neplatí."},
			action:  "Zobrazit objednávku",
		},
		{inv.MsgExchanged, inv.ReasonItemsCancelled}: {
			subject: "Vaše vstupenka je prodaná: {title}",
			heading: "Vaše vstupenka je prodaná.",
			body:    []string{"Vaši vstupenku na akci {title} získal někdo z čekací listiny. Celou částku už máte vrácenou.", "Váš kód k ní už neplatí."},
			action:  "Zobrazit objednávku",
		},
		{inv.MsgExchangeClosed, ""}: {
			subject: "Vstupenka vám zůstává: {title}",
			heading: "Vstupenka je stále vaše.",
			body:    []string{"Než se registrace uzavřela, nikdo z čekací listiny vaši vstupenku na akci {title} nekoupil. Je stále vaše a její kód platí."},
			action:  "Zobrazit objednávku",
		},
		{inv.MsgTransferCancelled, ""}: {
			subject: "Převod vstupenky zrušen: {title}",
			heading: "Převod byl zrušen.",
			body:    []string{"{other} ruší převod vstupenky na akci {title}. Nemusíte nic dělat."},
			action:  "Zobrazit podrobnosti",
		},
	},

	account: accountMailWords{
		wordings: map[AccountMailKind]wording{
			SignInMail: {
				subject: "Váš přihlašovací odkaz",
				heading: "Přihlášení",
				body:    []string{"Tímto odkazem se přihlásíte. Funguje jednou, po dobu {life}."},
				action:  "Přihlásit se",
				after:   []string{"Nikdo, kdo pro nás pracuje, vás o tento odkaz nikdy nepožádá."},
			},
			InvitationMail: {
				subject: "Pozvánka do organizace {name}",
				heading: "{name}: vítejte",
				body:    []string{"Teď můžete pomáhat s akcemi organizace {name}. Vaše role: {role}.", "Přihlaste se touto e-mailovou adresou. Heslo neexistuje: pokaždé dostanete odkaz."},
				action:  "Přihlásit se",
			},
			ConfirmAddressMail: {
				subject: "Potvrďte svou adresu: {name}",
				heading: "{name}: ještě jeden krok",
				body:    []string{"Pro účast na akci {name} potvrďte, že je tato adresa vaše. Tento odkaz to udělá a vrátí vás k akci. Funguje jednou, po dobu {life}.", "Místo zatím nemáte: dostanete ho, až to tam dokončíte."},
				action:  "Potvrdit a pokračovat",
			},
			FreshLinkMail: {
				subject: "Váš nový odkaz: {name}",
				heading: "Váš nový odkaz k akci {name}",
				body:    []string{"S tímto odkazem můžete se svými vstupenkami na akci {name} dělat vše: převést je, prodat zpět nebo dostat peníze zpět. Funguje po dobu {life}."},
				action:  "Otevřít",
				after:   []string{"Nepřeposílejte ho prosím. Nikdo, kdo pro nás pracuje, vás o tento odkaz nikdy nepožádá."},
			},
			RegisteredAlreadyMail: {
				subject: "Registraci už máte: {name}",
				heading: "Registraci na akci {name} už máte",
				body:    []string{"Někdo se právě s touto adresou registroval na akci {name}. Své místo máte, proto se nic nezměnilo: co bylo teď zadáno, včetně hostů, neplatí.", "Tento odkaz vede k vaší registraci. Funguje po dobu {life}."},
				action:  "Otevřít registraci",
				after:   []string{"Nepřeposílejte ho prosím. Nikdo, kdo pro nás pracuje, vás o tento odkaz nikdy nepožádá."},
			},
			WaitingAlreadyMail: {
				subject: "Na čekací listině už jste: {name}",
				heading: "Na čekací listině akce {name} už jste",
				body:    []string{"Někdo právě s touto adresou požádal o místo na akci {name}. Vaše místo na čekací listině zůstává; nic se nezměnilo.", "Tento odkaz ukazuje vaše pořadí. Funguje po dobu {life}."},
				action:  "Zobrazit pořadí",
				after:   []string{"Nepřeposílejte ho prosím. Nikdo, kdo pro nás pracuje, vás o tento odkaz nikdy nepožádá."},
			},
			LimitReachedMail: {
				subject: "Víc vstupenek mít nemůžete: {name}",
				heading: "Na akci {name} už máte všechny možné vstupenky",
				body:    []string{"Někdo právě s touto adresou požádal o další místa na akci {name}. S tím, co máte, by to bylo víc, než smí mít jedna osoba, proto se nic nepřidalo.", "Tento odkaz vede k tomu, co máte. Funguje po dobu {life}."},
				action:  "Otevřít",
				after:   []string{"Nepřeposílejte ho prosím. Nikdo, kdo pro nás pracuje, vás o tento odkaz nikdy nepožádá."},
			},
			EndpointDisabledMail: {
				subject: "Webhooky do {name} se zastavily",
				heading: "Webhooky se zastavily",
				body:    []string{"{name} už dlouho nepřijímá naše webhooky, proto tam už žádné neposíláme.", "Nic se neztratí: co se od té doby stalo, čeká a odešle se po pořadí, jakmile bude koncový bod znovu zapnutý."},
				action:  "Zobrazit koncový bod",
			},
			RefundAtProviderMail: {
				subject: "{name}: vrácení {amount} mimo Holdfast",
				heading: "Jinde bylo vráceno {amount}",
				body: []string{"V přehledu poskytovatele plateb bylo vráceno {amount} z objednávky na akci {name}. Vstupenky z té objednávky stále platí a její prodej je stále v účetnictví.",
					"Mají se vstupenky zrušit? Potom za ně vraťte peníze na stránce objednávky. Co už bylo vráceno, se znovu nevyplatí."},
				action: "Zobrazit objednávku",
			},
			ProviderDeniesMail: {
				subject: "{name} odmítá přístup: platby nebo vracení peněz se zastavily",
				heading: "{name} odmítá přístup",
				body: []string{"{name} nepřijímá klíč, který je zde nastaven, nebo nedovoluje, o co byl požádán. Dokud se to nezmění, nelze přes {name} platit objednávky nebo se nevracejí peníze.",
					"Požádejte prosím provozovatele tohoto serveru, aby klíč zkontroloval. V protokolu serveru je, co {name} odpovídá. Peníze, které se mají vrátit, čekají a vrátí se, až bude klíč správný."},
				action: "Zobrazit akce",
			},
		},
		minutes: locale.Counted{plural.One: "1 minuty", plural.Few: "{n} minut", plural.Many: "{n} minuty", plural.Other: "{n} minut"},
		hours:   locale.Counted{plural.One: "1 hodiny", plural.Few: "{n} hodin", plural.Many: "{n} hodiny", plural.Other: "{n} hodin"},
		roles:   map[string]string{"owner": "vlastník", "organizer": "pořadatel", "box_office": "pokladna", "door": "vstup", "viewer": "pozorovatel"},
		footer:  "Tuto zprávu dostáváte, protože někdo zadal tuto adresu.",
		other:   "Nejste to vy? Zprávu ignorujte a nic se nestane.",
		owners:  "Tuto zprávu dostáváte jako vlastník zdejší organizace.",
	},
}
