package message

import (
	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/message/wordings"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// The reasons of messages that go to everybody, for people who have no ticket and wait for one.
const (
	onWaitlist   inv.Reason = "waiting"
	hasApplied   inv.Reason = "applicant" // whose application was not answered yet
	reservedOnly inv.Reason = "reserved"  // to whom something is offered, or whose order is not paid yet
	inDraw       inv.Reason = "entrant"   // of a draw
)

// waitingWords are what people who wait are told about a change in one language.
type waitingWords struct {
	// keeps are what stays theirs.
	waiting, applied, reserved, drawn string
	soon                              string // that they are told about a new date
	// ended are what people are told about an event that is cancelled, who were on its waitlist or had
	// applied.
	endedWaiting, endedApplied string
}

// aboutWaiting returns the subject matter of a message about a change to somebody who waits.
func (r *Renderer) aboutWaiting(ev *events.EventView, m *events.MessageView, a about) about {
	person, ends := m.Person.ID, ev.Event.EndsAt.Time()
	switch e := m.Entry; {
	case m.Entrant > 0:
		a.reason, a.url = inDraw, r.links.EventURL(ev.Event.ID)
	case e != nil && e.State == inv.EntryApplied:
		a.reason, a.url = hasApplied, r.links.EntryURL(e.ID, person, ends)
	case e != nil && e.State == inv.EntryWaiting:
		a.reason, a.url = onWaitlist, r.links.EntryURL(e.ID, person, ends)
	case e != nil: // it has an offer
		a.reason, a.url = reservedOnly, r.links.EntryURL(e.ID, person, ends)
	default:
		a.reason, a.url = reservedOnly, r.links.OrderURL(m.Hold.ID, person, ends)
	}
	return a
}

// forWaiting returns the words of a message about a change for somebody who waits; ok: they are
// for one. What organizers write themselves is for people with tickets.
func (d *dictionary) forWaiting(w mailkit.Wording, kind inv.MessageKind, reason inv.Reason) (_ mailkit.Wording, ok bool) {
	words := waitingWordings[d]
	if kind == inv.MsgEventCancelled {
		switch reason {
		case onWaitlist:
			w.Body = []string{words.endedWaiting}
		case hasApplied:
			w.Body = []string{words.endedApplied}
		}
		return w, false // there is one text for all whose event is cancelled
	}
	keeps := ""
	like := d.wordings[wordings.Key{Kind: NewEvent}]
	switch reason {
	case onWaitlist:
		keeps, like = words.waiting, d.wordings[wordings.Key{Kind: inv.MsgWaitlisted}]
	case hasApplied:
		keeps, like = words.applied, d.wordings[wordings.Key{Kind: inv.MsgApplied}]
	case reservedOnly:
		keeps, like = words.reserved, d.wordings[wordings.Key{Kind: inv.MsgOfferExpired}]
	case inDraw:
		keeps, like.After = words.drawn, nil
	default:
		return w, false
	}
	if reason == reservedOnly {
		like.After = nil
	}
	if kind == EventPostponed {
		keeps += " " + words.soon
	}
	w.Body = []string{w.Body[0], keeps}
	w.Action, w.After = like.Action, like.After
	return w, true
}

var waitingWordings = map[*dictionary]*waitingWords{
	english: {
		waiting:      "You keep your position on the waitlist.",
		applied:      "Your application stands: the organizer will still answer it by email.",
		reserved:     "What’s reserved for you stays reserved until the deadline you were given.",
		drawn:        "You’re still in the draw, and there’s nothing you need to do.",
		soon:         "You’ll hear from us as soon as there’s a new date.",
		endedWaiting: "The organizer cancelled {title}, so the waitlist is closed. There’s nothing you need to do.",
		endedApplied: "The organizer cancelled {title}, so your application has ended. There’s nothing you need to do.",
	},
	german: {
		waiting:      "Deine Position auf der Warteliste behältst du.",
		applied:      "Deine Bewerbung bleibt bestehen: Der Veranstalter antwortet weiterhin per E-Mail.",
		reserved:     "Was für dich reserviert ist, bleibt bis zur genannten Frist reserviert.",
		drawn:        "Du nimmst weiter an der Verlosung teil und musst nichts tun.",
		soon:         "Du hörst von uns, sobald es einen neuen Termin gibt.",
		endedWaiting: "Der Veranstalter hat {title} abgesagt. Die Warteliste ist damit geschlossen, und du musst nichts tun.",
		endedApplied: "Der Veranstalter hat {title} abgesagt. Deine Bewerbung ist damit beendet, und du musst nichts tun.",
	},
	french: {
		waiting:      "Vous gardez votre position sur la liste d’attente.",
		applied:      "Votre candidature reste valable : l’organisateur y répondra toujours par e-mail.",
		reserved:     "Ce qui est réservé pour vous le reste jusqu’au délai qui vous a été indiqué.",
		drawn:        "Vous participez toujours au tirage au sort et n’avez rien à faire.",
		soon:         "Nous vous écrirons dès qu’il y aura une nouvelle date.",
		endedWaiting: "L’organisateur a annulé {title} : la liste d’attente est fermée. Vous n’avez rien à faire.",
		endedApplied: "L’organisateur a annulé {title} : votre candidature prend fin. Vous n’avez rien à faire.",
	},
	spanish: {
		waiting:      "Conservas tu posición en la lista de espera.",
		applied:      "Tu solicitud sigue en pie: el organizador te responderá por correo.",
		reserved:     "Lo que está reservado para ti sigue reservado hasta el plazo que se te indicó.",
		drawn:        "Sigues participando en el sorteo y no tienes que hacer nada.",
		soon:         "Te avisaremos en cuanto haya una nueva fecha.",
		endedWaiting: "El organizador ha cancelado {title}, así que la lista de espera está cerrada. No tienes que hacer nada.",
		endedApplied: "El organizador ha cancelado {title}, así que tu solicitud ha terminado. No tienes que hacer nada.",
	},
	italian: {
		waiting:      "Mantieni la tua posizione in lista d’attesa.",
		applied:      "La tua richiesta resta valida: l’organizzatore ti risponderà comunque per e-mail.",
		reserved:     "Ciò che è riservato per te resta riservato fino alla scadenza che ti è stata indicata.",
		drawn:        "Partecipi ancora al sorteggio e non devi fare nulla.",
		soon:         "Ti scriveremo appena ci sarà una nuova data.",
		endedWaiting: "L’organizzatore ha annullato {title}: la lista d’attesa è chiusa. Non devi fare nulla.",
		endedApplied: "L’organizzatore ha annullato {title}: la tua richiesta è terminata. Non devi fare nulla.",
	},
	dutch: {
		waiting:      "Je houdt je positie op de wachtlijst.",
		applied:      "Je aanvraag blijft staan: de organisator antwoordt nog steeds per e-mail.",
		reserved:     "Wat voor je gereserveerd is, blijft gereserveerd tot de termijn die je hebt gekregen.",
		drawn:        "Je doet nog steeds mee aan de loting en hoeft niets te doen.",
		soon:         "Je hoort van ons zodra er een nieuwe datum is.",
		endedWaiting: "De organisator heeft {title} afgelast, dus de wachtlijst is gesloten. Je hoeft niets te doen.",
		endedApplied: "De organisator heeft {title} afgelast, dus je aanvraag is beëindigd. Je hoeft niets te doen.",
	},
	portuguese: {
		waiting:      "Mantém a sua posição na lista de espera.",
		applied:      "O seu pedido continua válido: o organizador responderá por e-mail.",
		reserved:     "O que está reservado para si continua reservado até ao prazo que lhe foi indicado.",
		drawn:        "Continua a participar no sorteio e não precisa de fazer nada.",
		soon:         "Receberá notícias nossas assim que houver uma nova data.",
		endedWaiting: "O organizador cancelou {title}, por isso a lista de espera está fechada. Não precisa de fazer nada.",
		endedApplied: "O organizador cancelou {title}, por isso o seu pedido terminou. Não precisa de fazer nada.",
	},
	polish: {
		waiting:      "Twoja pozycja na liście oczekujących pozostaje bez zmian.",
		applied:      "Twoje zgłoszenie pozostaje ważne: organizator nadal odpowie e-mailem.",
		reserved:     "To, co jest dla Ciebie zarezerwowane, pozostaje zarezerwowane do podanego terminu.",
		drawn:        "Nadal bierzesz udział w losowaniu i nie musisz nic robić.",
		soon:         "Damy Ci znać, gdy tylko będzie nowy termin.",
		endedWaiting: "Organizator odwołał wydarzenie {title}, więc lista oczekujących jest zamknięta. Nie musisz nic robić.",
		endedApplied: "Organizator odwołał wydarzenie {title}, więc Twoje zgłoszenie wygasło. Nie musisz nic robić.",
	},
	czech: {
		waiting:      "Vaše pořadí na čekací listině vám zůstává.",
		applied:      "Vaše přihláška zůstává v platnosti: pořadatel na ni odpoví e-mailem.",
		reserved:     "Co je pro vás rezervováno, zůstává rezervováno do lhůty, kterou jste dostali.",
		drawn:        "Losování se účastníte dál a nemusíte nic dělat.",
		soon:         "Ozveme se vám, jakmile bude nový termín.",
		endedWaiting: "Pořadatel zrušil akci {title}, čekací listina je proto uzavřená. Nemusíte nic dělat.",
		endedApplied: "Pořadatel zrušil akci {title}, vaše přihláška tím skončila. Nemusíte nic dělat.",
	},
	swedish: {
		waiting:      "Du behåller din köplats på väntelistan.",
		applied:      "Din ansökan gäller fortfarande: arrangören svarar via mejl.",
		reserved:     "Det som är reserverat för dig är reserverat till den tid du har fått.",
		drawn:        "Du är fortfarande med i lottningen och behöver inte göra något.",
		soon:         "Vi hör av oss så snart det finns ett nytt datum.",
		endedWaiting: "Arrangören har ställt in {title}, så väntelistan är stängd. Du behöver inte göra något.",
		endedApplied: "Arrangören har ställt in {title}, så din ansökan är avslutad. Du behöver inte göra något.",
	},
	turkish: {
		waiting:      "Bekleme listesindeki sıranızı koruyorsunuz.",
		applied:      "Başvurunuz geçerliliğini koruyor: organizatör yine e-posta ile yanıt verecek.",
		reserved:     "Sizin için ayrılanlar, size bildirilen son tarihe kadar ayrılmış kalır.",
		drawn:        "Çekilişe katılımınız sürüyor ve yapmanız gereken bir şey yok.",
		soon:         "Yeni tarih belli olur olmaz size haber vereceğiz.",
		endedWaiting: "Organizatör {title} etkinliğini iptal etti, bu nedenle bekleme listesi kapandı. Yapmanız gereken bir şey yok.",
		endedApplied: "Organizatör {title} etkinliğini iptal etti, bu nedenle başvurunuz sona erdi. Yapmanız gereken bir şey yok.",
	},
	arabic: {
		waiting:      "تحتفظ بترتيبك في قائمة الانتظار.",
		applied:      "يبقى طلبك قائمًا: ستجيبك الجهة المنظّمة عبر البريد الإلكتروني.",
		reserved:     "ما هو محجوز لك يبقى محجوزًا حتى الموعد النهائي الذي أُبلغت به.",
		drawn:        "ما زلت مشاركًا في القرعة، وليس عليك فعل أي شيء.",
		soon:         "سنخبرك فور تحديد موعد جديد.",
		endedWaiting: "ألغت الجهة المنظّمة {title}، ولذلك أُغلقت قائمة الانتظار. ليس عليك فعل أي شيء.",
		endedApplied: "ألغت الجهة المنظّمة {title}، ولذلك انتهى طلبك. ليس عليك فعل أي شيء.",
	},
}
