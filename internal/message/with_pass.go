package message

import (
	"fmt"
	"slices"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// withPass is the reason of messages of a date of a series to people with a pass that covers it.
const withPass inv.Reason = "pass"

// passWords are what people with a pass are told about one of its dates in one language.
type passWords struct {
	action                string
	begins                string // {title} on {starts}
	keeps, keepsPostponed string // what is said of the {pass} when a date has changed
	cancelled, others     string // the date, and what becomes of the {pass}
	money                 string // that nothing is given back by itself
}

// sellsPass is the event that sells the pass of the reader of a message of a date; nil: it goes to
// others.
func sellsPass(m *events.MessageView) *events.EventView {
	if m.Pass == nil {
		return nil
	}
	return m.Pass.Sells
}

// aboutPass returns the subject matter of a message of a date to somebody with a pass.
func (r *Renderer) aboutPass(ev *events.EventView, m *events.MessageView) (about, error) {
	sells := m.Pass.Sells
	if sells == nil || m.Hold == nil && m.Transfer == nil {
		return about{}, fmt.Errorf("message: %s of %s has no pass", m.Message.Kind, m.EventID)
	}
	ends := max(ev.Event.EndsAt, sells.Event.EndsAt).Time()
	if m.Transfer != nil {
		return about{units: 1, reason: withPass, url: r.links.TransferURL(m.Transfer.Transfer.ID, m.Person.ID, ends)}, nil
	}
	return about{units: sells.PlacesOf(m.Hold), guests: m.Hold.GuestsLeft(), reason: withPass, url: r.links.OrderURL(m.Hold.ID, m.Person.ID, ends)}, nil
}

// forPass returns the words of a message of a date for somebody with a pass; ended: they say that
// there is one date less, which texts of an organizer about tickets that ended do not.
func (d *dictionary) forPass(w mailkit.Wording, m *events.MessageView) (_ mailkit.Wording, ended bool) {
	if m.Pass == nil {
		return w, false
	}
	words := passWordings[d]
	w.Action, w.After = words.action, nil
	switch m.Message.Kind {
	case Reminder:
		w.Body = []string{words.begins}
	case EventPostponed:
		w.Body = []string{w.Body[0], words.keepsPostponed}
	case inv.MsgEventCancelled:
		w.Subject += locale.Comma(d.Tag) + "{starts_short}"
		w.Body = []string{words.cancelled, words.others}
		if bought(m) {
			w.Body[1] += " " + words.money
		}
		return w, true
	default:
		w.Body = []string{w.Body[0], words.keeps}
	}
	return w, false
}

// covered are the dates that the passes of an event open, for mails with which somebody gets one:
// those that were not cancelled, each with its page.
func (r *Renderer) covered(d *dictionary, ev *events.EventView, kind inv.MessageKind) (rows []mailkit.Row) {
	switch kind {
	case inv.MsgConfirmed, inv.MsgOrderConfirmed, inv.MsgTicketReceived:
	default:
		return nil
	}
	for _, date := range ev.Covers {
		if date = date.In(d.Tag.String()); date.Event.Status == inv.Cancelled {
			continue
		}
		when := d.Moments(date.Event.StartsAt, date.Event.EndsAt, zoneOf(date))
		if date.Event.Status == inv.Postponed {
			when = d.openDate
		}
		if where := mailkit.Clean(date.Details.Location, mailkit.MaxTitle); where != "" {
			when += " · " + where
		}
		rows = append(rows, mailkit.Row{Title: mailkit.Clean(date.Details.Title, mailkit.MaxTitle), When: when, URL: r.links.EventURL(date.Event.ID)})
	}
	return rows
}

// bought reports whether the reader of a message may have paid for the pass.
func bought(m *events.MessageView) bool {
	return m.Hold != nil && m.Hold.Kind == inv.KindOrder && slices.ContainsFunc(m.Pass.Sells.Tiers, func(t inv.Tier) bool { return t.Paid() })
}

var passWordings = map[*dictionary]*passWords{
	english: {
		action: "View pass", begins: "{title} starts on {starts}. Your pass covers this date: {pass}. Show its QR code at the door.",
		keeps:          "Your pass stays valid for it: {pass}. The attached calendar entry replaces the old one.",
		keepsPostponed: "Your pass stays valid for it: {pass}. You’ll hear from us as soon as there’s a new date.",
		cancelled:      "The organizer cancelled {title} on {starts}, a date of your pass: {pass}.",
		others:         "Your pass stays valid for its other dates, and there’s nothing you need to do.",
		money:          "Nothing is refunded automatically: the organizer decides whether part of the price is paid back.",
	},
	german: {
		action: "Pass ansehen", begins: "{title} beginnt am {starts}. Dein Pass gilt für diesen Termin: {pass}. Zeig am Einlass seinen QR-Code.",
		keeps:          "Dein Pass gilt weiter dafür: {pass}. Der Kalendereintrag in dieser Nachricht ersetzt den alten.",
		keepsPostponed: "Dein Pass gilt weiter dafür: {pass}. Du hörst von uns, sobald es einen neuen Termin gibt.",
		cancelled:      "Der Veranstalter hat {title} am {starts} abgesagt, einen Termin deines Passes: {pass}.",
		others:         "Für die anderen Termine gilt dein Pass weiter, und du musst nichts tun.",
		money:          "Es wird nichts automatisch erstattet: Der Veranstalter entscheidet, ob ein Teil des Preises zurückgezahlt wird.",
	},
	french: {
		action: "Voir le pass", begins: "{title} commence le {starts}. Votre pass couvre cette date : {pass}. Présentez son QR code à l’entrée.",
		keeps:          "Votre pass reste valable pour cette date : {pass}. L’entrée de calendrier jointe remplace l’ancienne.",
		keepsPostponed: "Votre pass reste valable pour cette date : {pass}. Nous vous écrirons dès qu’il y aura une nouvelle date.",
		cancelled:      "L’organisateur a annulé {title} du {starts}, une date de votre pass : {pass}.",
		others:         "Votre pass reste valable pour ses autres dates, et vous n’avez rien à faire.",
		money:          "Rien n’est remboursé automatiquement : l’organisateur décide si une partie du prix est remboursée.",
	},
	spanish: {
		action: "Ver el abono", begins: "{title} empieza el {starts}. Tu abono incluye esta fecha: {pass}. Muestra su código QR en la entrada.",
		keeps:          "Tu abono sigue siendo válido para ella: {pass}. La entrada de calendario adjunta sustituye a la anterior.",
		keepsPostponed: "Tu abono sigue siendo válido para ella: {pass}. Te avisaremos en cuanto haya una nueva fecha.",
		cancelled:      "El organizador ha cancelado {title} del {starts}, una fecha de tu abono: {pass}.",
		others:         "Tu abono sigue siendo válido para las demás fechas y no tienes que hacer nada.",
		money:          "No se reembolsa nada automáticamente: el organizador decide si se devuelve una parte del precio.",
	},
	italian: {
		action: "Vedi l’abbonamento", begins: "{title} inizia il {starts}. Il tuo abbonamento comprende questa data: {pass}. Mostra il suo codice QR all’ingresso.",
		keeps:          "Il tuo abbonamento resta valido per questa data: {pass}. La voce di calendario allegata sostituisce la precedente.",
		keepsPostponed: "Il tuo abbonamento resta valido per questa data: {pass}. Ti scriveremo appena ci sarà una nuova data.",
		cancelled:      "L’organizzatore ha annullato {title} del {starts}, una data del tuo abbonamento: {pass}.",
		others:         "Il tuo abbonamento resta valido per le altre date e non devi fare nulla.",
		money:          "Nulla viene rimborsato automaticamente: è l’organizzatore a decidere se restituire una parte del prezzo.",
	},
	dutch: {
		action: "Pas bekijken", begins: "{title} begint op {starts}. Je pas geldt voor deze datum: {pass}. Laat bij de ingang de QR-code ervan zien.",
		keeps:          "Je pas blijft ervoor geldig: {pass}. De bijgevoegde agenda-afspraak vervangt de oude.",
		keepsPostponed: "Je pas blijft ervoor geldig: {pass}. Je hoort van ons zodra er een nieuwe datum is.",
		cancelled:      "De organisator heeft {title} op {starts} afgelast, een datum van je pas: {pass}.",
		others:         "Je pas blijft geldig voor de andere data en je hoeft niets te doen.",
		money:          "Er wordt niets automatisch terugbetaald: de organisator beslist of een deel van de prijs wordt terugbetaald.",
	},
	portuguese: {
		action: "Ver passe", begins: "{title} começa a {starts}. O seu passe inclui esta data: {pass}. Mostre o respetivo código QR à entrada.",
		keeps:          "O seu passe continua válido para esta data: {pass}. A entrada de calendário em anexo substitui a anterior.",
		keepsPostponed: "O seu passe continua válido para esta data: {pass}. Receberá notícias nossas assim que houver uma nova data.",
		cancelled:      "O organizador cancelou {title} de {starts}, uma data do seu passe: {pass}.",
		others:         "O seu passe continua válido para as outras datas e não precisa de fazer nada.",
		money:          "Nada é reembolsado automaticamente: o organizador decide se uma parte do preço é devolvida.",
	},
	polish: {
		action: "Zobacz karnet", begins: "{title} – początek: {starts}. Twój karnet obejmuje ten termin: {pass}. Pokaż przy wejściu jego kod QR.",
		keeps:          "Twój karnet nadal obejmuje ten termin: {pass}. Załączony wpis w kalendarzu zastępuje poprzedni.",
		keepsPostponed: "Twój karnet nadal obejmuje ten termin: {pass}. Damy Ci znać, gdy tylko będzie nowy termin.",
		cancelled:      "Organizator odwołał wydarzenie {title} ({starts}), jeden z terminów Twojego karnetu: {pass}.",
		others:         "Twój karnet pozostaje ważny na pozostałe terminy i nie musisz nic robić.",
		money:          "Nic nie jest zwracane automatycznie: to organizator decyduje, czy część ceny zostanie zwrócona.",
	},
	czech: {
		action: "Zobrazit permanentku", begins: "{title} začíná {starts}. Vaše permanentka platí i na tento termín: {pass}. U vstupu ukažte její QR kód.",
		keeps:          "Vaše permanentka na něj nadále platí: {pass}. Přiložený záznam v kalendáři nahrazuje původní.",
		keepsPostponed: "Vaše permanentka na něj nadále platí: {pass}. Ozveme se vám, jakmile bude nový termín.",
		cancelled:      "Pořadatel zrušil akci {title} ({starts}), jeden z termínů vaší permanentky: {pass}.",
		others:         "Na ostatní termíny vaše permanentka nadále platí a nemusíte nic dělat.",
		money:          "Nic se nevrací automaticky: o vrácení části ceny rozhoduje pořadatel.",
	},
	swedish: {
		action: "Visa passet", begins: "{title} börjar {starts}. Ditt pass gäller för det här datumet: {pass}. Visa passets QR-kod i entrén.",
		keeps:          "Ditt pass gäller fortfarande för det: {pass}. Den bifogade kalenderposten ersätter den gamla.",
		keepsPostponed: "Ditt pass gäller fortfarande för det: {pass}. Vi hör av oss så snart det finns ett nytt datum.",
		cancelled:      "Arrangören har ställt in {title} {starts}, ett av datumen i ditt pass: {pass}.",
		others:         "Ditt pass gäller fortfarande för de andra datumen, och du behöver inte göra något.",
		money:          "Inget återbetalas automatiskt: arrangören avgör om en del av priset betalas tillbaka.",
	},
	turkish: {
		action: "Geçiş kartını görüntüle", begins: "{title} başlangıcı: {starts}. Geçiş kartınız bu tarihi kapsıyor: {pass}. Girişte QR kodunu gösterin.",
		keeps:          "Geçiş kartınız bu tarih için geçerliliğini koruyor: {pass}. Ekteki takvim kaydı eskisinin yerine geçer.",
		keepsPostponed: "Geçiş kartınız bu tarih için geçerliliğini koruyor: {pass}. Yeni tarih belli olur olmaz size haber vereceğiz.",
		cancelled:      "Organizatör, {starts} tarihli {title} etkinliğini iptal etti. Bu, geçiş kartınızın tarihlerinden biriydi: {pass}.",
		others:         "Geçiş kartınız diğer tarihler için geçerliliğini koruyor ve yapmanız gereken bir şey yok.",
		money:          "Hiçbir tutar kendiliğinden iade edilmez: ücretin bir kısmının iade edilip edilmeyeceğine organizatör karar verir.",
	},
	arabic: {
		action: "عرض بطاقة الدخول", begins: "موعد بدء {title}: {starts}. تشمل بطاقة دخولك هذا الموعد: {pass}. أظهر رمز QR الخاص بها عند المدخل.",
		keeps:          "تبقى بطاقة دخولك صالحة لهذا الموعد: {pass}. يحل بند التقويم المرفق محل البند القديم.",
		keepsPostponed: "تبقى بطاقة دخولك صالحة لهذا الموعد: {pass}. سنخبرك فور تحديد موعد جديد.",
		cancelled:      "ألغت الجهة المنظّمة {title} في {starts}، وهو أحد مواعيد بطاقة دخولك: {pass}.",
		others:         "تبقى بطاقة دخولك صالحة لمواعيدها الأخرى، وليس عليك فعل أي شيء.",
		money:          "لا يُردّ أي مبلغ تلقائيًا: الجهة المنظّمة هي من يقرر رد جزء من السعر.",
	},
}
