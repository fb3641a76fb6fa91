package message

import (
	"fmt"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
)

var italian = &dictionary{
	tag:         language.Italian,
	hello:       "Ciao {name},",
	helloNobody: "Ciao,",

	places:     locale.Counted{plural.One: "1 biglietto", plural.Other: "{n} biglietti"},
	guests:     locale.Counted{plural.One: "tu e 1 ospite", plural.Other: "tu e {n} ospiti"},
	minutes:    locale.Counted{plural.One: "1 minuto", plural.Other: "{n} minuti"},
	hours:      locale.Counted{plural.One: "1 ora", plural.Other: "{n} ore"},
	days:       locale.Counted{plural.One: "1 giorno", plural.Other: "{n} giorni"},
	placesHeld: locale.Counted{plural.One: "1 biglietto è riservato per te", plural.Other: "{n} biglietti sono riservati per te"},

	when: "Quando", where: "Dove", what: "Biglietto", with: "Ospiti",
	until: "Da accettare entro", cancelUntil: "Annullabile fino a",
	amount: "Importo", reference: "Causale", payBefore: "Da pagare entro", howToPay: "Come pagare",
	cost: "Prezzo", order: "Il tuo ordine", discount: "Sconto", tax: "Imposte", taxIncluded: "Imposte incluse", rounding: "Arrotondamento", total: "Totale",
	point: ",", thousands: ".",
	ticketOf: "Biglietto {n} di {of}", codeAlt: "Codice QR: {ticket}.", shortCode: "Codice da digitare:", seat: "{section}, fila {row}, posto {number}",

	preferences:     "Non ricevere più promemoria",
	noAnnouncements: "Non ricevere più messaggi come questo",
	unfollow:        "Non seguire più {organization}",
	grounds: [grounds]string{
		groundKnown:    "Ricevi questa email perché questo indirizzo è stato indicato per {title}.",
		groundOrder:    "Ricevi questa email perché con questo indirizzo sono stati ordinati biglietti per {title}.",
		groundWaitlist: "Ricevi questa email perché questo indirizzo è in lista d’attesa per {title}.",
		groundOffered:  "Ricevi questa email perché qualcuno invia a questo indirizzo un biglietto per {title}.",
		groundReceived: "Ricevi questa email perché un biglietto per {title} è stato trasferito a questo indirizzo.",
		groundHeld:     "Ricevi questa email perché questo indirizzo ha un biglietto per {title}.",
		groundGiven:    "Ricevi questa email perché un biglietto per {title} è stato trasferito da questo indirizzo.",
		groundReturned: "Ricevi questa email perché un biglietto di questo indirizzo per {title} è stato messo in vendita alla lista d’attesa.",
		groundFollows:  "Ricevi questa email perché segui {organization}.",
	},
	footerLog:     "Al momento dell’invio, il registro pubblico dell’evento aveva {n} voci e l’impronta {root}.",
	footerOther:   "Non eri tu? Forse qualcuno ha sbagliato indirizzo, e puoi ignorare questa email.",
	footerFollows: "Puoi smettere di seguire in qualsiasi momento.",
	footerOffered: "Non è per te? Forse qualcuno ha sbagliato indirizzo, e puoi ignorare questa email.",
	somebody:      "Qualcuno",
	moreGuests:    "{names} e altri {count}",
	and:           " e ",

	weekdays: [7]string{"domenica", "lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato"},
	months: [12]string{"gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno",
		"luglio", "agosto", "settembre", "ottobre", "novembre", "dicembre"},
	date: func(d *dictionary, t time.Time) string {
		return fmt.Sprintf("%s %d %s %d", d.weekdays[t.Weekday()], t.Day(), d.months[t.Month()-1], t.Year())
	},
	shortDate: func(_ *dictionary, t time.Time) string { return t.Format("02/01") },
	clock:     "15:04", between: "–",

	wordings: map[wordingKey]wording{
		{inv.MsgConfirmed, ""}: {
			subject: "Confermato: {title}",
			heading: "Ci sei!",
			body:    []string{"La tua iscrizione a {title} è confermata: {places}.", "Mostra il codice QR all’ingresso, sul telefono o su carta. Il pulsante apre tutti i tuoi biglietti."},
			action:  "Vedi o annulla i biglietti",
			after:   []string{"Non puoi venire? Annulla in quella pagina, così la persona successiva in lista d’attesa può avere il tuo biglietto."},
		},
		{inv.MsgConfirmed, inv.ReasonPromoted}: {
			subject: "Hai un biglietto: {title}",
			heading: "Ci sei!",
			body:    []string{"Si è liberato un biglietto, e toccava a te: la tua iscrizione a {title} è confermata, {places}.", "Mostra il codice QR all’ingresso, sul telefono o su carta. Il pulsante apre tutti i tuoi biglietti."},
			action:  "Vedi o annulla i biglietti",
			after:   []string{"Non puoi più venire? Annulla in quella pagina, così la persona successiva in lista d’attesa può avere il tuo biglietto."},
		},
		{inv.MsgWaitlisted, ""}: {
			subject: "Sei in lista d’attesa: {title}",
			heading: "Sei in lista d’attesa.",
			body: []string{
				"Sei in lista d’attesa per {title}, per {places}.",
				"Non devi fare altro. Quando toccherà a te, ti scriveremo e riserveremo i tuoi biglietti per {window}, così potrai accettarli.",
			},
			action: "Vedi la tua posizione",
			after:  []string{"Quella pagina mostra la tua posizione e il motivo di ogni cambiamento. Da lì puoi anche lasciare la lista d’attesa."},
		},
		{inv.MsgWaitlisted, inv.ReasonPromoted}: {
			subject: "Sei in lista d’attesa: {title}",
			heading: "Sei in lista d’attesa.",
			body: []string{
				"Sei in lista d’attesa per {title}, per {places}.",
				"Non devi fare altro. Quando toccherà a te, i tuoi biglietti saranno subito confermati, e ti scriveremo.",
			},
			action: "Vedi la tua posizione",
			after:  []string{"Quella pagina mostra la tua posizione e il motivo di ogni cambiamento. Da lì puoi anche lasciare la lista d’attesa."},
		},
		{inv.MsgOffer, ""}: {
			subject: "Tocca a te: accetta il biglietto entro il {deadline_short} – {title}",
			heading: "Tocca a te!",
			body: []string{
				"Si è liberato un biglietto per {title}, e tocca a te: {held}.",
				"Accetta entro {deadline}. Poi passa alla persona successiva in lista d’attesa.",
			},
			action: "Accetta o rifiuta",
			after:  []string{"Non puoi venire? Rifiuta in quella pagina, così la persona successiva non deve aspettare."},
		},
		{inv.MsgOfferExtended, ""}: {
			subject: "Più tempo per accettare, fino al {deadline_short} – {title}",
			heading: "Hai più tempo.",
			body: []string{
				"L’organizzatore di {title} ti ha dato più tempo: {held}.",
				"Accetta entro {deadline}.",
			},
			action: "Accetta o rifiuta",
		},
		{inv.MsgOfferExpired, ""}: {
			subject: "La tua offerta è scaduta: {title}",
			heading: "La tua offerta è scaduta.",
			body:    []string{"Avevamo riservato per te {places} per {title}. Il tempo per accettare è passato, e la persona successiva in lista d’attesa riceve un’offerta."},
			action:  "Vedi i dettagli",
			after:   []string{"Vuoi ancora venire? Puoi rientrare in lista d’attesa finché le iscrizioni sono aperte."},
		},
		{inv.MsgCancelled, ""}: {
			subject: "Annullato: {title}",
			heading: "La tua iscrizione è annullata.",
			body:    []string{"Hai annullato {places} per {title}. Grazie per averci avvisato: ora può venire qualcun altro."},
			action:  "Vedi la tua iscrizione",
		},
		{inv.MsgCancelled, inv.ReasonCancelledByStaff}: {
			subject: "La tua iscrizione è stata annullata: {title}",
			heading: "La tua iscrizione è stata annullata.",
			body:    []string{"L’organizzatore ha annullato la tua iscrizione a {title} ({places}). Se pensi sia un errore, contatta l’organizzatore."},
			action:  "Vedi la tua iscrizione",
		},
		{inv.MsgGuestCancelled, ""}: {
			subject: "Un biglietto in meno: {title}",
			heading: "Un biglietto è stato annullato.",
			body:    []string{"Un biglietto della tua iscrizione a {title} è stato annullato: {other}. Il suo codice non funziona più, e ora può venire qualcun altro.", "Gli altri tuoi biglietti mantengono i loro codici: {places}."},
			action:  "Vedi la tua iscrizione",
			after:   []string{"Non te lo aspettavi? Contatta l’organizzatore."},
		},
		{inv.MsgEntryRemoved, ""}: {
			subject: "Non sei più in lista d’attesa: {title}",
			heading: "Non sei più in lista d’attesa.",
			body:    []string{"L’organizzatore ha tolto il tuo nome dalla lista d’attesa per {title}. Se pensi sia un errore, contatta l’organizzatore."},
			action:  "Vedi i dettagli",
		},
		{inv.MsgWaitlistClosed, ""}: {
			subject: "La lista d’attesa è chiusa: {title}",
			heading: "La lista d’attesa è chiusa.",
			body:    []string{"Le iscrizioni a {title} sono chiuse, e nessun biglietto si è liberato per te in tempo. Ci dispiace."},
			action:  "Vedi i dettagli",
		},
		{inv.MsgWaitlistClosed, inv.ReasonPartyTooLarge}: {
			subject: "Il tuo gruppo ora è troppo grande: {title}",
			heading: "Il tuo gruppo ora è troppo grande.",
			body:    []string{"{title} ha ora una capienza più piccola e non può accogliere un gruppo come il tuo ({places}), quindi non sei più in lista d’attesa. Puoi rientrarci con meno ospiti."},
			action:  "Vedi i dettagli",
		},
		{inv.MsgOrderPending, ""}: {
			subject: "Da pagare entro il {deadline_short}: {title}",
			heading: "I tuoi biglietti sono in attesa di pagamento.",
			body:    []string{"Grazie per il tuo ordine per {title}: {held}.", "Paga {total} entro {deadline} con la causale {reference}, così possiamo trovare il tuo pagamento."},
			action:  "Vedi ordine",
			after:   []string{"Riceverai i biglietti appena l’organizzatore avrà registrato il pagamento. I biglietti non pagati tornano liberi."},
		},
		{inv.MsgOrderConfirmed, ""}: {
			subject: "I tuoi biglietti: {title}",
			heading: "Ci sei!",
			body:    []string{"Il tuo ordine per {title} è confermato: {places}, {total} in totale.", "Mostra il codice QR all’ingresso, sul telefono o su carta. Il pulsante apre tutti i tuoi biglietti."},
			action:  "Vedi i biglietti",
		},
		{inv.MsgOrderExpired, ""}: {
			subject: "Il tuo ordine è scaduto: {title}",
			heading: "Il tuo ordine è scaduto.",
			body:    []string{"Avevamo riservato per te {places} per {title}. Il tempo per pagare è passato, e i biglietti sono tornati liberi."},
			action:  "Vedi ordine",
			after:   []string{"Se nel frattempo hai pagato, riceverai i biglietti se sono ancora disponibili, altrimenti un rimborso. In entrambi i casi ti scriveremo."},
		},
		{inv.MsgOrderCancelled, ""}: {
			subject: "Annullato: {title}",
			heading: "Alcuni biglietti del tuo ordine sono stati annullati.",
			body:    []string{"Alcuni biglietti del tuo ordine per {title} sono stati annullati e non sono più validi."},
			action:  "Vedi ordine",
		},
		{inv.MsgOrderRefunded, ""}: {
			subject: "Il tuo rimborso: {title}",
			heading: "Riceverai un rimborso.",
			body:    []string{"Per il tuo ordine per {title} ti rimborsiamo {refund} sul metodo di pagamento originale. I biglietti restituiti non sono più validi."},
			action:  "Vedi ordine",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentLate}: {
			subject: "Il tuo rimborso: {title}",
			heading: "Il tuo pagamento è arrivato troppo tardi.",
			body:    []string{"Il tuo pagamento di {refund} per {title} è arrivato quando il tuo ordine era già terminato, e i biglietti non erano più disponibili. Riceverai un rimborso completo sul metodo di pagamento originale. Ci dispiace."},
			action:  "Vedi ordine",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentMismatch}: {
			subject: "Il tuo rimborso: {title}",
			heading: "Il tuo pagamento non corrispondeva all’ordine.",
			body:    []string{"Il tuo ordine per {title} costa {total}, e il tuo pagamento era di {refund}. Riceverai un rimborso completo sul metodo di pagamento originale. Finché l’ordine è aperto, puoi pagare di nuovo."},
			action:  "Vedi ordine",
		},
		{inv.MsgOrderRefunded, inv.ReasonPaymentAgain}: {
			subject: "Il tuo rimborso: {title}",
			heading: "Hai pagato due volte.",
			body:    []string{"Il tuo ordine per {title} era già pagato. Il tuo secondo pagamento di {refund} viene rimborsato sul metodo di pagamento originale. I tuoi biglietti restano validi."},
			action:  "Vedi ordine",
		},
		{Announcement, ""}: {
			subject: "{title}",
			heading: "{title}",
			action:  "Vedi i tuoi biglietti",
		},
		{NewEvent, ""}: {
			subject: "Novità da {organization}: {title}, {starts_short}",
			heading: "{title}",
			body:    []string{"{organization} ha annunciato un nuovo evento: {title}, {starts}."},
			action:  "Vedi evento",
		},
		{NewEvent, newDates}: {
			subject: "Novità da {organization}: {series}",
			heading: "{series}",
			body:    []string{"{organization} ha annunciato nuove date di {series}, a partire da {starts}."},
			action:  "Vedi tutte le date",
		},
		{Reminder, ""}: {
			subject: "Promemoria: {title}, {starts_short}",
			heading: "A presto.",
			body:    []string{"{title} inizia {starts}. Hai {places}."},
			action:  "Vedi o annulla i biglietti",
			after:   []string{"Non puoi venire? Annulla in quella pagina, così può venire qualcun altro."},
		},
		{Reminder, inv.ReasonTicketReceived}: {
			subject: "Promemoria: {title}, {starts_short}",
			heading: "A presto.",
			body:    []string{"{title} inizia {starts}. Hai il biglietto che ti ha dato {other}."},
			action:  "Vedi il biglietto",
		},
		{EventChanged, ""}: {
			subject: "Modificato: {title}, {starts_short}",
			heading: "L’ora o il luogo è cambiato.",
			body:    []string{"L’organizzatore ha cambiato l’ora o il luogo di {title}. Nuovo inizio: {starts}.", "La tua iscrizione resta valida: {places}. La voce di calendario allegata sostituisce quella precedente."},
			action:  "Vedi o annulla i biglietti",
			after:   []string{"Se non puoi più venire, annulla in quella pagina."},
		},
		{EventChanged, inv.ReasonTicketReceived}: {
			subject: "Modificato: {title}, {starts_short}",
			heading: "L’ora o il luogo è cambiato.",
			body:    []string{"L’organizzatore ha cambiato l’ora o il luogo di {title}. Nuovo inizio: {starts}.", "Il biglietto che ti ha dato {other} resta valido. La voce di calendario allegata sostituisce quella precedente."},
			action:  "Vedi il biglietto",
		},
		{inv.MsgEventCancelled, ""}: {
			subject: "Annullato: {title}",
			heading: "Questo evento è annullato.",
			body:    []string{"L’organizzatore ha annullato {title}. La tua iscrizione ({places}) non è più valida, e non devi fare nulla."},
		},
		{inv.MsgEventCancelled, inv.ReasonTicketReceived}: {
			subject: "Annullato: {title}",
			heading: "Questo evento è annullato.",
			body:    []string{"L’organizzatore ha annullato {title}. Il biglietto che ti ha dato {other} non è più valido, e non devi fare nulla. Un eventuale rimborso va a chi ha pagato."},
		},
		{inv.MsgTransferOffered, ""}: {
			subject: "{other} ha un biglietto per te: {title}",
			heading: "Un biglietto per te.",
			body:    []string{"{other} ti invia un biglietto per {title}. Accettalo con il pulsante qui sotto, e sarà tuo da mostrare all’ingresso."},
			action:  "Accetta o rifiuta",
			after:   []string{"Non te lo aspettavi? Non devi fare nulla: se non accetti, il biglietto resta a {other}."},
		},
		{inv.MsgTransferAccepted, ""}: {
			subject: "{other} ha accettato il tuo biglietto: {title}",
			heading: "Il tuo biglietto è stato trasferito.",
			body:    []string{"{other} ha accettato il tuo biglietto per {title}. Il tuo codice per quel biglietto non funziona più."},
			action:  "Vedi trasferimento",
		},
		{inv.MsgTicketReceived, ""}: {
			subject: "Il tuo biglietto: {title}",
			heading: "Il biglietto è tuo.",
			body:    []string{"Il biglietto di {other} per {title} ora è tuo, con un nuovo codice. Quello precedente non funziona più.", "Aprilo con il pulsante qui sotto, e mostralo all’ingresso sul telefono o su carta."},
			action:  "Vedi il biglietto",
		},
		{inv.MsgTransferDeclined, ""}: {
			subject: "{other} ha rifiutato il tuo biglietto: {title}",
			heading: "Il biglietto è ancora tuo.",
			body:    []string{"{other} ha rifiutato il tuo biglietto per {title}. È ancora tuo, e il suo codice funziona ancora."},
			action:  "Vedi i dettagli",
		},
		{inv.MsgTicketReissued, ""}: {
			subject: "Il tuo nuovo biglietto: {title}",
			heading: "Il tuo biglietto ha un nuovo codice.",
			body:    []string{"Uno dei tuoi biglietti per {title} è stato emesso di nuovo. Il vecchio codice non funziona più, né su carta né sul telefono.", "Apri quello nuovo con il pulsante qui sotto, e mostralo all’ingresso."},
			action:  "Vedi il biglietto",
			after:   []string{"Non l’hai chiesto tu? Contatta l’organizzatore."},
		},
		{inv.MsgTicketVoided, ""}: {
			subject: "Il tuo biglietto è stato annullato: {title}",
			heading: "Il tuo biglietto è stato annullato.",
			body:    []string{"Il biglietto per {title} che ti ha dato {other} è stato annullato. Il suo codice non funziona più.", "Un eventuale rimborso va a chi ha pagato."},
			action:  "Vedi i dettagli",
			after:   []string{"Non te lo aspettavi? Chiedi a {other} o all’organizzatore."},
		},
		{inv.MsgExchanged, ""}: {
			subject: "Il tuo biglietto è stato venduto: {title}",
			heading: "Il tuo biglietto è stato venduto.",
			body:    []string{"Qualcuno in lista d’attesa ha comprato il tuo biglietto per {title}. Ti rimborsiamo {refund} sul metodo di pagamento originale.", "Il tuo codice per quel biglietto non funziona più."},
			action:  "Vedi ordine",
		},
		{inv.MsgExchanged, inv.ReasonItemsCancelled}: {
			subject: "Il tuo biglietto è stato venduto: {title}",
			heading: "Il tuo biglietto è stato venduto.",
			body:    []string{"Qualcuno in lista d’attesa ha preso il tuo biglietto per {title}. Avevi già ricevuto un rimborso completo.", "Il tuo codice per quel biglietto non funziona più."},
			action:  "Vedi ordine",
		},
		{inv.MsgExchangeClosed, ""}: {
			subject: "Il biglietto resta a te: {title}",
			heading: "Il biglietto è ancora tuo.",
			body:    []string{"Nessuno in lista d’attesa ha comprato il tuo biglietto per {title} prima della chiusura delle iscrizioni. È ancora tuo, e il suo codice funziona."},
			action:  "Vedi ordine",
		},
		{inv.MsgTransferCancelled, ""}: {
			subject: "Trasferimento del biglietto annullato: {title}",
			heading: "Il trasferimento è stato annullato.",
			body:    []string{"{other} ha annullato il trasferimento di un biglietto per {title}. Non devi fare nulla."},
			action:  "Vedi i dettagli",
		},
	},

	account: accountMailWords{
		wordings: map[AccountMailKind]wording{
			SignInMail: {
				subject: "Il tuo link per accedere",
				heading: "Accedi",
				body:    []string{"Con questo link accedi. Funziona una volta, per {life}."},
				action:  "Accedi",
				after:   []string{"Nessuno di noi ti chiederà mai questo link."},
			},
			InvitationMail: {
				subject: "Invito a {name}",
				heading: "Ti diamo il benvenuto in {name}",
				body:    []string{"Ora puoi aiutare a gestire gli eventi di {name}. Il tuo ruolo: {role}.", "Accedi con questo indirizzo email. Non c’è una password: ogni volta ricevi un link."},
				action:  "Accedi",
			},
			ConfirmAddressMail: {
				subject: "Conferma il tuo indirizzo: {name}",
				heading: "{name}: ancora un passaggio",
				body:    []string{"Per partecipare a {name}, conferma che questo indirizzo è tuo. Questo link lo fa e ti riporta all’evento. Funziona una volta, per {life}.", "Non hai ancora un posto: lo ottieni quando completi lì."},
				action:  "Conferma e continua",
			},
			FreshLinkMail: {
				subject: "Il tuo nuovo link: {name}",
				heading: "Il tuo nuovo link per {name}",
				body:    []string{"Con questo link puoi fare tutto con i tuoi biglietti per {name}: trasferirli, rivenderli o riavere i tuoi soldi. Funziona per {life}."},
				action:  "Apri",
				after:   []string{"Non inoltrarlo. Nessuno di noi ti chiederà mai questo link."},
			},
			RegisteredAlreadyMail: {
				subject: "Hai già un’iscrizione: {name}",
				heading: "Hai già un’iscrizione a {name}",
				body:    []string{"Qualcuno si è appena iscritto a {name} con questo indirizzo. Hai il tuo posto, quindi non è stato modificato nulla: ciò che è stato inserito ora, ospiti compresi, non conta.", "Questo link porta alla tua iscrizione. Funziona per {life}."},
				action:  "Apri la mia iscrizione",
				after:   []string{"Non inoltrarlo. Nessuno di noi ti chiederà mai questo link."},
			},
			WaitingAlreadyMail: {
				subject: "Sei già in lista d’attesa: {name}",
				heading: "Sei già in lista d’attesa per {name}",
				body:    []string{"Qualcuno ha appena chiesto un posto per {name} con questo indirizzo. La tua posizione in lista d’attesa resta tua; non è stato modificato nulla.", "Questo link mostra la tua posizione. Funziona per {life}."},
				action:  "Vedi la mia posizione",
				after:   []string{"Non inoltrarlo. Nessuno di noi ti chiederà mai questo link."},
			},
			LimitReachedMail: {
				subject: "Non puoi avere altri biglietti: {name}",
				heading: "Hai tutti i biglietti che puoi avere per {name}",
				body:    []string{"Qualcuno ha appena chiesto altri posti per {name} con questo indirizzo. Con ciò che hai sarebbero più di quanti ne possa avere una persona, quindi non è stato aggiunto nulla.", "Questo link porta a ciò che hai. Funziona per {life}."},
				action:  "Apri",
				after:   []string{"Non inoltrarlo. Nessuno di noi ti chiederà mai questo link."},
			},
			EndpointDisabledMail: {
				subject: "I webhook verso {name} si sono fermati",
				heading: "I webhook si sono fermati",
				body:    []string{"{name} non accetta i nostri webhook da molto tempo, quindi non ne inviamo più lì.", "Nulla è perduto: ciò che è successo da allora attende, e viene inviato in ordine appena l’endpoint viene riattivato."},
				action:  "Vedi l’endpoint",
			},
			RefundAtProviderMail: {
				subject: "{name}: un rimborso di {amount} fuori da Holdfast",
				heading: "Un rimborso di {amount} è stato fatto altrove",
				body: []string{"{amount} di un ordine per {name} sono stati rimborsati nella dashboard del fornitore di pagamento. I biglietti di quell’ordine sono ancora validi, e la sua vendita è ancora nei conti.",
					"I biglietti devono essere annullati? Allora rimborsali nella pagina dell’ordine. Ciò che è già stato restituito non viene pagato di nuovo."},
				action: "Vedi l’ordine",
			},
			ProviderDeniesMail: {
				subject: "{name} nega l’accesso: pagamenti o rimborsi fermi",
				heading: "{name} nega l’accesso",
				body: []string{"{name} non accetta la chiave impostata qui, o non permette ciò che è stato chiesto con essa. Finché non viene cambiato, gli ordini non si possono pagare con {name}, o i rimborsi non vengono eseguiti.",
					"Chiedi a chi gestisce questo server di controllare la chiave. Il log del server dice che cosa ha risposto {name}. I rimborsi dovuti attendono, e vengono eseguiti quando la chiave è corretta."},
				action: "Vedi gli eventi",
			},
		},
		minutes: locale.Counted{plural.One: "1 minuto", plural.Other: "{n} minuti"},
		hours:   locale.Counted{plural.One: "1 ora", plural.Other: "{n} ore"},
		roles:   map[string]string{"owner": "proprietario", "organizer": "organizzatore", "box_office": "biglietteria", "door": "ingresso", "viewer": "sola lettura"},
		footer:  "Ricevi questo messaggio perché qualcuno ha inserito questo indirizzo.",
		other:   "Non eri tu? Ignora questo messaggio, e non succederà nulla.",
		owners:  "Ricevi questo messaggio come proprietario di un’organizzazione qui.",
	},
}
