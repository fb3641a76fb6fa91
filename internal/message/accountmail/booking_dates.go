package message

import (
	"cmp"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// BookedDate is one of several bookings that a mail is about.
type BookedDate struct {
	ID, URL      string
	Starts, Ends inventory.Instant
	Status       booking.State
	// Amount is what is to be paid for it now, with its currency, and Reference that of a bank
	// transfer of that; both may be empty.
	Amount, Reference string
}

// bookedDate is the line of one of several bookings, which leads to it: when it is, where it stands,
// what is to be paid, and by which name it is found.
func (d *dictionary) bookedDate(b *BookedDate, in zone) bookingRow {
	text := bookingStates[d][b.Status]
	if b.Amount != "" {
		text += " · " + b.Amount
	}
	switch {
	case b.Reference != "":
		text += " · " + d.reference + ": " + inventory.InFours(b.Reference)
	default:
		text += " · " + b.ID
	}
	return bookingRow{d.moments(b.Starts, b.Ends, zone{cmp.Or(in.loc, time.UTC)}), text, b.URL}
}

// bookingStates say where a booking stands, as the calendar of its venue does.
var bookingStates = map[*dictionary]map[booking.State]string{
	english:    {booking.Waiting: "Waiting", booking.Requested: "Requested", booking.PendingDeposit: "Deposit open", booking.Confirmed: "Confirmed", booking.Completed: "Over", booking.Cancelled: "Cancelled", booking.Declined: "Declined", booking.Lapsed: "Not answered in time"},
	german:     {booking.Waiting: "Wartet", booking.Requested: "Angefragt", booking.PendingDeposit: "Anzahlung offen", booking.Confirmed: "Bestätigt", booking.Completed: "Vorbei", booking.Cancelled: "Storniert", booking.Declined: "Abgelehnt", booking.Lapsed: "Nicht rechtzeitig beantwortet"},
	french:     {booking.Waiting: "En attente", booking.Requested: "Demandée", booking.PendingDeposit: "Acompte à payer", booking.Confirmed: "Confirmée", booking.Completed: "Terminée", booking.Cancelled: "Annulée", booking.Declined: "Refusée", booking.Lapsed: "Sans réponse à temps"},
	spanish:    {booking.Waiting: "En espera", booking.Requested: "Solicitada", booking.PendingDeposit: "Señal pendiente", booking.Confirmed: "Confirmada", booking.Completed: "Terminada", booking.Cancelled: "Cancelada", booking.Declined: "Rechazada", booking.Lapsed: "Sin respuesta a tiempo"},
	italian:    {booking.Waiting: "In attesa", booking.Requested: "Richiesta", booking.PendingDeposit: "Acconto da pagare", booking.Confirmed: "Confermata", booking.Completed: "Conclusa", booking.Cancelled: "Annullata", booking.Declined: "Rifiutata", booking.Lapsed: "Senza risposta in tempo"},
	dutch:      {booking.Waiting: "Wacht", booking.Requested: "Aangevraagd", booking.PendingDeposit: "Aanbetaling open", booking.Confirmed: "Bevestigd", booking.Completed: "Voorbij", booking.Cancelled: "Geannuleerd", booking.Declined: "Afgewezen", booking.Lapsed: "Niet op tijd beantwoord"},
	portuguese: {booking.Waiting: "À espera", booking.Requested: "Pedida", booking.PendingDeposit: "Sinal por pagar", booking.Confirmed: "Confirmada", booking.Completed: "Terminada", booking.Cancelled: "Cancelada", booking.Declined: "Recusada", booking.Lapsed: "Sem resposta a tempo"},
	polish:     {booking.Waiting: "Oczekuje", booking.Requested: "Do potwierdzenia", booking.PendingDeposit: "Zaliczka do zapłaty", booking.Confirmed: "Potwierdzona", booking.Completed: "Zakończona", booking.Cancelled: "Anulowana", booking.Declined: "Odrzucona", booking.Lapsed: "Bez odpowiedzi w terminie"},
	czech:      {booking.Waiting: "Čeká", booking.Requested: "Poptáno", booking.PendingDeposit: "Záloha nezaplacena", booking.Confirmed: "Potvrzeno", booking.Completed: "Proběhlo", booking.Cancelled: "Zrušeno", booking.Declined: "Odmítnuto", booking.Lapsed: "Bez odpovědi včas"},
	swedish:    {booking.Waiting: "Väntar", booking.Requested: "Efterfrågad", booking.PendingDeposit: "Handpenning obetald", booking.Confirmed: "Bekräftad", booking.Completed: "Avslutad", booking.Cancelled: "Avbokad", booking.Declined: "Avböjd", booking.Lapsed: "Inte besvarad i tid"},
	turkish:    {booking.Waiting: "Bekliyor", booking.Requested: "Talep edildi", booking.PendingDeposit: "Kapora bekleniyor", booking.Confirmed: "Onaylandı", booking.Completed: "Bitti", booking.Cancelled: "İptal edildi", booking.Declined: "Reddedildi", booking.Lapsed: "Zamanında yanıtlanmadı"},
	arabic:     {booking.Waiting: "في الانتظار", booking.Requested: "مطلوب", booking.PendingDeposit: "العربون غير مدفوع", booking.Confirmed: "مؤكَّد", booking.Completed: "منتهٍ", booking.Cancelled: "ملغى", booking.Declined: "مرفوض", booking.Lapsed: "لم يُرَد عليه في الوقت المناسب"},
}
