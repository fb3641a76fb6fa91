package message

import (
	"strconv"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// goodsWords are what people are told who wait for goods, in one language, where the words for
// tickets do not fit. {goods} is what is waited for: "Shirt", or "2 × Shirt".
type goodsWords struct {
	waits, next                                 string // after joining
	subject, offered, orderBy, action, declines string // of an offer
	extended, expired, closed                   string
	given                                       string // what cost nothing, and was given at once
}

// goodsOf returns what a message about the waitlist for goods is about; "": it is about none.
func goodsOf(ev *events.EventView, m *events.MessageView) string {
	switch m.Message.Kind {
	case inv.MsgWaitlisted, inv.MsgOffer, inv.MsgOfferExtended, inv.MsgOfferExpired, inv.MsgEntryRemoved, inv.MsgWaitlistClosed, inv.MsgConfirmed:
	default:
		return ""
	}
	var tier *inv.Tier
	var units int64
	switch {
	case m.Entry != nil:
		tier, units = ev.Tier(m.Entry.Tier), m.Entry.Units
	case m.Hold != nil && m.Hold.EntryID != "" && m.Hold.Order != nil && len(m.Hold.Order.Items) > 0:
		tier, units = ev.Tier(m.Hold.Order.Items[0].Tier), m.Hold.Units
	}
	if tier == nil || tier.Admits() {
		return ""
	}
	name := mailkit.Clean(tier.Name, mailkit.MaxTitle)
	if units > 1 {
		name = strconv.FormatInt(units, 10) + " × " + name
	}
	return name
}

// forGoods returns the words of a message about the waitlist for goods.
func (d *dictionary) forGoods(w mailkit.Wording, m *events.MessageView, about *about) mailkit.Wording {
	if about.goods == "" {
		return w
	}
	words := goodsWordings[d]
	switch m.Message.Kind {
	case inv.MsgWaitlisted:
		w.Body = []string{words.waits, words.next}
	case inv.MsgOffer:
		w.Subject, w.Body, w.Action, w.After = words.subject, []string{words.offered, words.orderBy}, words.action, []string{words.declines}
	case inv.MsgOfferExtended:
		w.Body, w.Action = []string{words.extended, words.orderBy}, words.action
	case inv.MsgOfferExpired:
		w.Body, w.After = []string{words.expired}, nil
	case inv.MsgWaitlistClosed:
		w.Body = []string{words.closed}
	case inv.MsgConfirmed:
		w.Body, w.After = append([]string{words.given}, w.Body[1:]...), nil
	}
	return w
}

var goodsWordings = map[*dictionary]*goodsWords{
	english: {
		waits:    "You’re on the waitlist for {goods} at {title}.",
		next:     "There’s nothing else to do. We’ll email you when it’s your turn.",
		subject:  "Your turn: order by {deadline_short} – {title}",
		offered:  "{goods} for {title}: available again, and reserved for you.",
		orderBy:  "Please order by {deadline}. After that it goes to the next person on the waitlist.",
		action:   "Order or decline",
		declines: "Changed your mind? Please decline on that page, so the next person doesn’t have to wait.",
		extended: "The organizer of {title} gave you more time to order {goods}.",
		expired:  "We reserved {goods} for you at {title}. The time to order has passed, and the next person on the waitlist gets an offer.",
		closed:   "The waitlist for {goods} at {title} has closed, and nothing became available for you in time. We’re sorry.",
		given:    "{goods} for {title}: it was your turn, and your order is confirmed.",
	},
	german: {
		waits:    "Du stehst auf der Warteliste für {goods} bei {title}.",
		next:     "Mehr musst du nicht tun. Wir schreiben dir, sobald du an der Reihe bist.",
		subject:  "Du bist dran: bestellen bis {deadline_short} – {title}",
		offered:  "{goods} für {title}: wieder verfügbar und für dich reserviert.",
		orderBy:  "Bitte bestelle bis {deadline}. Danach geht es an die nächste Person auf der Warteliste.",
		action:   "Bestellen oder ablehnen",
		declines: "Doch nicht? Dann lehne bitte auf dieser Seite ab, damit die nächste Person nicht warten muss.",
		extended: "Der Veranstalter von {title} gibt dir mehr Zeit, um {goods} zu bestellen.",
		expired:  "Wir hatten {goods} bei {title} für dich reserviert. Die Frist ist abgelaufen, und die nächste Person auf der Warteliste bekommt ein Angebot.",
		closed:   "Die Warteliste für {goods} bei {title} ist geschlossen, und es wurde nicht rechtzeitig etwas für dich frei. Das tut uns leid.",
		given:    "{goods} für {title}: Du warst an der Reihe, und deine Bestellung ist bestätigt.",
	},
	french: {
		waits:    "Vous êtes sur la liste d’attente pour {goods} ({title}).",
		next:     "Vous n’avez rien d’autre à faire. Nous vous écrirons quand ce sera votre tour.",
		subject:  "C’est votre tour : commandez avant le {deadline_short} – {title}",
		offered:  "{goods} pour {title} : de nouveau disponible et réservé pour vous.",
		orderBy:  "Commandez avant le {deadline}. Passé ce délai, l’offre revient à la personne suivante sur la liste d’attente.",
		action:   "Commander ou refuser",
		declines: "Vous avez changé d’avis ? Refusez sur cette page, pour que la personne suivante n’ait pas à attendre.",
		extended: "L’organisateur de {title} vous laisse plus de temps pour commander {goods}.",
		expired:  "Nous avions réservé {goods} pour vous ({title}). Le délai est passé, et la personne suivante sur la liste d’attente reçoit une offre.",
		closed:   "La liste d’attente pour {goods} ({title}) est fermée, et rien ne s’est libéré à temps pour vous. Nous en sommes désolés.",
		given:    "{goods} pour {title} : c’était votre tour, et votre commande est confirmée.",
	},
	spanish: {
		waits:    "Estás en la lista de espera de {goods} para {title}.",
		next:     "No tienes que hacer nada más. Te escribiremos cuando te toque.",
		subject:  "Te toca: pide antes del {deadline_short} – {title}",
		offered:  "{goods} para {title}: disponible de nuevo y reservado para ti.",
		orderBy:  "Haz tu pedido antes del {deadline}. Después pasará a la siguiente persona de la lista de espera.",
		action:   "Pedir o rechazar",
		declines: "¿Has cambiado de idea? Recházalo en esa página para que la siguiente persona no tenga que esperar.",
		extended: "El organizador de {title} te da más tiempo para pedir {goods}.",
		expired:  "Te habíamos reservado {goods} para {title}. El plazo ha terminado, y la siguiente persona de la lista de espera recibe una oferta.",
		closed:   "La lista de espera de {goods} para {title} se ha cerrado y no ha quedado nada libre a tiempo para ti. Lo sentimos.",
		given:    "{goods} para {title}: te tocaba, y tu pedido está confirmado.",
	},
	italian: {
		waits:    "Sei in lista d’attesa per {goods} a {title}.",
		next:     "Non devi fare altro. Ti scriveremo quando sarà il tuo turno.",
		subject:  "È il tuo turno: ordina entro {deadline_short} – {title}",
		offered:  "{goods} per {title}: di nuovo disponibile e riservato a te.",
		orderBy:  "Ordina entro {deadline}. Dopo passa alla persona successiva in lista d’attesa.",
		action:   "Ordina o rifiuta",
		declines: "Hai cambiato idea? Rifiuta su quella pagina, così la persona successiva non deve aspettare.",
		extended: "L’organizzatore di {title} ti ha dato più tempo per ordinare {goods}.",
		expired:  "Avevamo riservato {goods} per te a {title}. Il tempo per ordinare è scaduto e la persona successiva in lista d’attesa riceve un’offerta.",
		closed:   "La lista d’attesa per {goods} a {title} è chiusa e nulla è tornato disponibile in tempo per te. Ci dispiace.",
		given:    "{goods} per {title}: era il tuo turno e il tuo ordine è confermato.",
	},
	dutch: {
		waits:    "Je staat op de wachtlijst voor {goods} bij {title}.",
		next:     "Je hoeft verder niets te doen. We mailen je zodra je aan de beurt bent.",
		subject:  "Je bent aan de beurt: bestel vóór {deadline_short} – {title}",
		offered:  "{goods} voor {title}: weer beschikbaar en voor jou gereserveerd.",
		orderBy:  "Bestel vóór {deadline}. Daarna gaat het naar de volgende op de wachtlijst.",
		action:   "Bestellen of afwijzen",
		declines: "Toch niet? Wijs het dan af op die pagina, zodat de volgende niet hoeft te wachten.",
		extended: "De organisator van {title} geeft je meer tijd om {goods} te bestellen.",
		expired:  "We hadden {goods} bij {title} voor je gereserveerd. De tijd om te bestellen is voorbij, en de volgende op de wachtlijst krijgt een aanbod.",
		closed:   "De wachtlijst voor {goods} bij {title} is gesloten, en er kwam niet op tijd iets voor je vrij. Het spijt ons.",
		given:    "{goods} voor {title}: je was aan de beurt en je bestelling is bevestigd.",
	},
	portuguese: {
		waits:    "Você está na lista de espera de {goods} em {title}.",
		next:     "Não é preciso fazer mais nada. Vamos escrever quando chegar a sua vez.",
		subject:  "É a sua vez: peça até {deadline_short} – {title}",
		offered:  "{goods} para {title}: novamente disponível e reservado para você.",
		orderBy:  "Faça o pedido até {deadline}. Depois disso, passa para a próxima pessoa da lista de espera.",
		action:   "Pedir ou recusar",
		declines: "Mudou de ideia? Recuse nessa página, para que a próxima pessoa não precise esperar.",
		extended: "O organizador de {title} deu a você mais tempo para pedir {goods}.",
		expired:  "Reservamos {goods} para você em {title}. O prazo terminou, e a próxima pessoa da lista de espera recebe uma oferta.",
		closed:   "A lista de espera de {goods} em {title} foi encerrada, e nada ficou disponível a tempo para você. Lamentamos.",
		given:    "{goods} para {title}: chegou a sua vez, e o seu pedido está confirmado.",
	},
	polish: {
		waits:    "Jesteś na liście oczekujących na {goods} – {title}.",
		next:     "Nic więcej nie trzeba robić. Napiszemy, gdy przyjdzie Twoja kolej.",
		subject:  "Twoja kolej: zamów do {deadline_short} – {title}",
		offered:  "{goods} – {title}: znów dostępne i zarezerwowane dla Ciebie.",
		orderBy:  "Zamów do {deadline}. Potem oferta przejdzie na następną osobę z listy oczekujących.",
		action:   "Zamów lub odrzuć",
		declines: "Zmiana planów? Odrzuć ofertę na tej stronie, aby następna osoba nie musiała czekać.",
		extended: "Organizator wydarzenia {title} dał Ci więcej czasu na zamówienie {goods}.",
		expired:  "Mieliśmy dla Ciebie zarezerwowane: {goods} – {title}. Czas na zamówienie minął i ofertę dostaje następna osoba z listy oczekujących.",
		closed:   "Lista oczekujących na {goods} – {title} została zamknięta i nic nie zwolniło się dla Ciebie na czas. Przykro nam.",
		given:    "{goods} – {title}: przyszła Twoja kolej i zamówienie jest potwierdzone.",
	},
	czech: {
		waits:    "Jste na čekací listině na {goods} – {title}.",
		next:     "Nic dalšího dělat nemusíte. Napíšeme vám, až na vás přijde řada.",
		subject:  "Jste na řadě: objednejte do {deadline_short} – {title}",
		offered:  "{goods} – {title}: opět k dispozici a rezervováno pro vás.",
		orderBy:  "Objednejte prosím do {deadline}. Potom nabídku dostane další na čekací listině.",
		action:   "Objednat nebo odmítnout",
		declines: "Rozmysleli jste si to? Odmítněte prosím na této stránce, ať další nemusí čekat.",
		extended: "Pořadatel akce {title} vám dal více času na objednání: {goods}.",
		expired:  "Rezervovali jsme pro vás {goods} – {title}. Čas na objednání uplynul a nabídku dostane další na čekací listině.",
		closed:   "Čekací listina na {goods} – {title} je uzavřena a nic se pro vás včas neuvolnilo. Je nám líto.",
		given:    "{goods} – {title}: přišla na vás řada a vaše objednávka je potvrzena.",
	},
	swedish: {
		waits:    "Du står på väntelistan för {goods} till {title}.",
		next:     "Du behöver inte göra något mer. Vi mejlar dig när det är din tur.",
		subject:  "Din tur: beställ senast {deadline_short} – {title}",
		offered:  "{goods} till {title}: finns igen och är reserverat för dig.",
		orderBy:  "Beställ senast {deadline}. Därefter går erbjudandet till nästa person på väntelistan.",
		action:   "Beställ eller avböj",
		declines: "Har du ändrat dig? Avböj på den sidan, så att nästa person slipper vänta.",
		extended: "Arrangören av {title} ger dig mer tid att beställa {goods}.",
		expired:  "Vi reserverade {goods} till {title} åt dig. Tiden för att beställa har gått ut, och nästa person på väntelistan får ett erbjudande.",
		closed:   "Väntelistan för {goods} till {title} är stängd, och inget blev ledigt för dig i tid. Vi beklagar.",
		given:    "{goods} till {title}: det var din tur, och din beställning är bekräftad.",
	},
	turkish: {
		waits:    "{title} etkinliğinde {goods} için bekleme listesindesiniz.",
		next:     "Başka bir şey yapmanız gerekmiyor. Sıra size geldiğinde e-posta göndereceğiz.",
		subject:  "Sıra sizde: {deadline_short} tarihine kadar sipariş verin – {title}",
		offered:  "{title} için {goods}: yeniden mevcut ve sizin için ayrıldı.",
		orderBy:  "Lütfen {deadline} tarihine kadar sipariş verin. Sonrasında bekleme listesindeki bir sonraki kişiye geçer.",
		action:   "Sipariş ver veya reddet",
		declines: "Vaz mı geçtiniz? Sıradaki kişi beklemesin diye lütfen o sayfada reddedin.",
		extended: "{title} etkinliğinin organizatörü {goods} siparişi için size daha fazla süre verdi.",
		expired:  "{title} için size {goods} ayırmıştık. Sipariş süresi doldu ve teklif bekleme listesindeki bir sonraki kişiye gidiyor.",
		closed:   "{title} etkinliğinde {goods} için bekleme listesi kapandı ve size zamanında bir şey kalmadı. Üzgünüz.",
		given:    "{title} için {goods}: sıra size geldi ve siparişiniz onaylandı.",
	},
	arabic: {
		waits:    "أنت في قائمة الانتظار للحصول على {goods} في {title}.",
		next:     "لا يلزمك فعل أي شيء آخر. سنراسلك عندما يحين دورك.",
		subject:  "حان دورك: اطلب قبل {deadline_short} – {title}",
		offered:  "{goods} لفعالية {title}: متوفر من جديد ومحجوز لك.",
		orderBy:  "يُرجى الطلب قبل {deadline}. بعد ذلك ينتقل العرض إلى الشخص التالي في قائمة الانتظار.",
		action:   "اطلب أو ارفض",
		declines: "هل غيّرت رأيك؟ يُرجى الرفض في تلك الصفحة حتى لا ينتظر الشخص التالي.",
		extended: "منحك منظّم {title} وقتًا أطول لطلب {goods}.",
		expired:  "حجزنا لك {goods} في {title}. انتهى وقت الطلب، وسيحصل الشخص التالي في قائمة الانتظار على عرض.",
		closed:   "أُغلقت قائمة الانتظار للحصول على {goods} في {title}، ولم يتوفر شيء لك في الوقت المناسب. نأسف لذلك.",
		given:    "{goods} لفعالية {title}: حان دورك، وتم تأكيد طلبك.",
	},
}
