package accountmail

import (
	"golang.org/x/text/feature/plural"

	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
)

var czech = &accountWords{
	wordings: map[Kind]mailkit.Wording{
		SignInMail: {
			Subject: "Váš přihlašovací odkaz",
			Heading: "Přihlášení",
			Body:    []string{"Tímto odkazem se přihlásíte. Funguje jednou, po dobu {life}."},
			Action:  "Přihlásit se",
			After:   []string{"Nikdo, kdo pro nás pracuje, vás o tento odkaz nikdy nepožádá."},
		},
		InvitationMail: {
			Subject: "Pozvánka do organizace {name}",
			Heading: "{name}: vítejte",
			Body:    []string{"Teď můžete pomáhat s akcemi organizace {name}. Vaše role: {role}.", "Přihlaste se touto e-mailovou adresou. Heslo neexistuje: pokaždé dostanete odkaz."},
			Action:  "Přihlásit se",
		},
		ConfirmAddressMail: {
			Subject: "Potvrďte svou adresu: {name}",
			Heading: "{name}: ještě jeden krok",
			Body:    []string{"Pro účast na akci {name} potvrďte, že je tato adresa vaše. Tento odkaz to udělá a vrátí vás k akci. Funguje jednou, po dobu {life}.", "Místo zatím nemáte: dostanete ho, až to tam dokončíte."},
			Action:  "Potvrdit a pokračovat",
		},
		FreshLinkMail: {
			Subject: "Váš nový odkaz: {name}",
			Heading: "Váš nový odkaz k akci {name}",
			Body:    []string{"S tímto odkazem můžete se svými vstupenkami na akci {name} dělat vše: převést je, prodat zpět nebo dostat peníze zpět. Funguje po dobu {life}."},
			Action:  "Otevřít",
			After:   []string{"Nepřeposílejte ho prosím. Nikdo, kdo pro nás pracuje, vás o tento odkaz nikdy nepožádá."},
		},
		FoundMail: {
			Subject: "Vaše vstupenky",
			Heading: "Vaše vstupenky",
			Body:    []string{"Toto je rezervováno na tuto adresu: co teprve bude a co bylo v posledních týdnech. Každý odkaz funguje po dobu {life}."},
			Action:  "Přihlásit se a vidět vše",
			After:   []string{"Tento e-mail prosím nepřeposílejte. Nikdo, kdo pro nás pracuje, vás o tyto odkazy nikdy nepožádá."},
		},
		NothingFoundMail: {
			Subject: "Žádné vstupenky na tuto adresu",
			Heading: "Žádné vstupenky na tuto adresu",
			Body:    []string{"Na tuto adresu není rezervováno nic, co teprve bude. Možná to byla jiná: najděte náš první e-mail o vašich vstupenkách."},
			Action:  "Hledat s jinou adresou",
		},
		RegisteredAlreadyMail: {
			Subject: "Registraci už máte: {name}",
			Heading: "Registraci na akci {name} už máte",
			Body:    []string{"Někdo se právě s touto adresou registroval na akci {name}. Své místo máte, proto se nic nezměnilo: co bylo teď zadáno, včetně hostů, neplatí.", "Tento odkaz vede k vaší registraci. Funguje po dobu {life}."},
			Action:  "Otevřít registraci",
			After:   []string{"Nepřeposílejte ho prosím. Nikdo, kdo pro nás pracuje, vás o tento odkaz nikdy nepožádá."},
		},
		WaitingAlreadyMail: {
			Subject: "Na čekací listině už jste: {name}",
			Heading: "Na čekací listině akce {name} už jste",
			Body:    []string{"Někdo právě s touto adresou požádal o místo na akci {name}. Vaše místo na čekací listině zůstává; nic se nezměnilo.", "Tento odkaz ukazuje vaše pořadí. Funguje po dobu {life}."},
			Action:  "Zobrazit pořadí",
			After:   []string{"Nepřeposílejte ho prosím. Nikdo, kdo pro nás pracuje, vás o tento odkaz nikdy nepožádá."},
		},
		LimitReachedMail: {
			Subject: "Víc vstupenek mít nemůžete: {name}",
			Heading: "Na akci {name} už máte všechny možné vstupenky",
			Body:    []string{"Někdo právě s touto adresou požádal o další místa na akci {name}. S tím, co máte, by to bylo víc, než smí mít jedna osoba, proto se nic nepřidalo.", "Tento odkaz vede k tomu, co máte. Funguje po dobu {life}."},
			Action:  "Otevřít",
			After:   []string{"Nepřeposílejte ho prosím. Nikdo, kdo pro nás pracuje, vás o tento odkaz nikdy nepožádá."},
		},
		EndpointDisabledMail: {
			Subject: "Webhooky do {name} se zastavily",
			Heading: "Webhooky se zastavily",
			Body:    []string{"{name} už dlouho nepřijímá naše webhooky, proto tam už žádné neposíláme.", "Nic se neztratí: co se od té doby stalo, čeká a odešle se po pořadí, jakmile bude koncový bod znovu zapnutý."},
			Action:  "Zobrazit koncový bod",
		},
		RefundAtProviderMail: {
			Subject: "{name}: vrácení {amount} mimo Holdfast",
			Heading: "Jinde bylo vráceno {amount}",
			Body: []string{"V přehledu poskytovatele plateb bylo vráceno {amount} z objednávky na akci {name}. Vstupenky z té objednávky stále platí a její prodej je stále v účetnictví.",
				"Mají se vstupenky zrušit? Potom za ně vraťte peníze na stránce objednávky. Co už bylo vráceno, se znovu nevyplatí."},
			Action: "Zobrazit objednávku",
		},
		ProviderDeniesMail: {
			Subject: "{name} odmítá přístup: platby nebo vracení peněz se zastavily",
			Heading: "{name} odmítá přístup",
			Body: []string{"{name} nepřijímá klíč, který je zde nastaven, nebo nedovoluje, o co byl požádán. Dokud se to nezmění, nelze přes {name} platit objednávky nebo se nevracejí peníze.",
				"Požádejte prosím provozovatele tohoto serveru, aby klíč zkontroloval. V protokolu serveru je, co {name} odpovídá. Peníze, které se mají vrátit, čekají a vrátí se, až bude klíč správný."},
			Action: "Zobrazit akce",
		},
	},
	minutes: locale.Counted{plural.One: "1 minuty", plural.Few: "{n} minut", plural.Many: "{n} minuty", plural.Other: "{n} minut"},
	hours:   locale.Counted{plural.One: "1 hodiny", plural.Few: "{n} hodin", plural.Many: "{n} hodiny", plural.Other: "{n} hodin"},
	roles:   map[string]string{"owner": "vlastník", "organizer": "pořadatel", "box_office": "pokladna", "door": "vstup", "viewer": "pozorovatel", "events": "jednotlivé akce"},
	owners:  "Tuto zprávu dostáváte jako vlastník zdejší organizace.",
}
