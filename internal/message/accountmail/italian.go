package accountmail

import (
	"golang.org/x/text/feature/plural"

	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
)

var italian = &accountWords{
	wordings: map[Kind]mailkit.Wording{
		SignInMail: {
			Subject: "Il tuo link per accedere",
			Heading: "Accedi",
			Body:    []string{"Con questo link accedi. Funziona una volta, per {life}."},
			Action:  "Accedi",
			After:   []string{"Nessuno di noi ti chiederà mai questo link."},
		},
		InvitationMail: {
			Subject: "Invito a {name}",
			Heading: "Ti diamo il benvenuto in {name}",
			Body:    []string{"Ora puoi aiutare a gestire gli eventi di {name}. Il tuo ruolo: {role}.", "Accedi con questo indirizzo email. Non c’è una password: ogni volta ricevi un link."},
			Action:  "Accedi",
		},
		ConfirmAddressMail: {
			Subject: "Conferma il tuo indirizzo: {name}",
			Heading: "{name}: ancora un passaggio",
			Body:    []string{"Per partecipare a {name}, conferma che questo indirizzo è tuo. Questo link lo fa e ti riporta all’evento. Funziona una volta, per {life}.", "Non hai ancora un posto: lo ottieni quando completi lì."},
			Action:  "Conferma e continua",
		},
		FreshLinkMail: {
			Subject: "Il tuo nuovo link: {name}",
			Heading: "Il tuo nuovo link per {name}",
			Body:    []string{"Con questo link puoi fare tutto con i tuoi biglietti per {name}: trasferirli, rivenderli o riavere i tuoi soldi. Funziona per {life}."},
			Action:  "Apri",
			After:   []string{"Non inoltrarlo. Nessuno di noi ti chiederà mai questo link."},
		},
		FoundMail: {
			Subject: "I tuoi biglietti",
			Heading: "I tuoi biglietti",
			Body:    []string{"Ecco cosa è prenotato con questo indirizzo: ciò che deve ancora arrivare e ciò che c’è stato nelle ultime settimane. Ogni link funziona per {life}."},
			Action:  "Accedi per vedere tutto",
			After:   []string{"Non inoltrare questa email. Nessuno di noi ti chiederà mai questi link."},
		},
		NothingFoundMail: {
			Subject: "Nessun biglietto con questo indirizzo",
			Heading: "Nessun biglietto con questo indirizzo",
			Body:    []string{"Con questo indirizzo non è prenotato nulla di prossimo. Forse ne hai usato un altro: cerca la nostra prima email sui tuoi biglietti."},
			Action:  "Cerca con un altro indirizzo",
		},
		RegisteredAlreadyMail: {
			Subject: "Hai già un’iscrizione: {name}",
			Heading: "Hai già un’iscrizione a {name}",
			Body:    []string{"Qualcuno si è appena iscritto a {name} con questo indirizzo. Hai il tuo posto, quindi non è stato modificato nulla: ciò che è stato inserito ora, ospiti compresi, non conta.", "Questo link porta alla tua iscrizione. Funziona per {life}."},
			Action:  "Apri la mia iscrizione",
			After:   []string{"Non inoltrarlo. Nessuno di noi ti chiederà mai questo link."},
		},
		WaitingAlreadyMail: {
			Subject: "Sei già in lista d’attesa: {name}",
			Heading: "Sei già in lista d’attesa per {name}",
			Body:    []string{"Qualcuno ha appena chiesto un posto per {name} con questo indirizzo. La tua posizione in lista d’attesa resta tua; non è stato modificato nulla.", "Questo link mostra la tua posizione. Funziona per {life}."},
			Action:  "Vedi la mia posizione",
			After:   []string{"Non inoltrarlo. Nessuno di noi ti chiederà mai questo link."},
		},
		LimitReachedMail: {
			Subject: "Non puoi avere altri biglietti: {name}",
			Heading: "Hai tutti i biglietti che puoi avere per {name}",
			Body:    []string{"Qualcuno ha appena chiesto altri posti per {name} con questo indirizzo. Con ciò che hai sarebbero più di quanti ne possa avere una persona, quindi non è stato aggiunto nulla.", "Questo link porta a ciò che hai. Funziona per {life}."},
			Action:  "Apri",
			After:   []string{"Non inoltrarlo. Nessuno di noi ti chiederà mai questo link."},
		},
		EndpointDisabledMail: {
			Subject: "I webhook verso {name} si sono fermati",
			Heading: "I webhook si sono fermati",
			Body:    []string{"{name} non accetta i nostri webhook da molto tempo, quindi non ne inviamo più lì.", "Nulla è perduto: ciò che è successo da allora attende, e viene inviato in ordine appena l’endpoint viene riattivato."},
			Action:  "Vedi l’endpoint",
		},
		RefundAtProviderMail: {
			Subject: "{name}: un rimborso di {amount} fuori da Holdfast",
			Heading: "Un rimborso di {amount} è stato fatto altrove",
			Body: []string{"{amount} di un ordine per {name} sono stati rimborsati nella dashboard del fornitore di pagamento. I biglietti di quell’ordine sono ancora validi, e la sua vendita è ancora nei conti.",
				"I biglietti devono essere annullati? Allora rimborsali nella pagina dell’ordine. Ciò che è già stato restituito non viene pagato di nuovo."},
			Action: "Vedi l’ordine",
		},
		ProviderDeniesMail: {
			Subject: "{name} nega l’accesso: pagamenti o rimborsi fermi",
			Heading: "{name} nega l’accesso",
			Body: []string{"{name} non accetta la chiave impostata qui, o non permette ciò che è stato chiesto con essa. Finché non viene cambiato, gli ordini non si possono pagare con {name}, o i rimborsi non vengono eseguiti.",
				"Chiedi a chi gestisce questo server di controllare la chiave. Il log del server dice che cosa ha risposto {name}. I rimborsi dovuti attendono, e vengono eseguiti quando la chiave è corretta."},
			Action: "Vedi gli eventi",
		},
	},
	minutes: locale.Counted{plural.One: "1 minuto", plural.Other: "{n} minuti"},
	hours:   locale.Counted{plural.One: "1 ora", plural.Other: "{n} ore"},
	roles:   map[string]string{"owner": "proprietario", "organizer": "organizzatore", "box_office": "biglietteria", "door": "ingresso", "viewer": "sola lettura", "events": "singoli eventi"},
	owners:  "Ricevi questo messaggio come proprietario di un’organizzazione qui.",
}
