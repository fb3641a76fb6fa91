package accountmail

import (
	"cmp"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
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
func bookedDate(d *mailkit.Language, b *BookedDate, in *time.Location) mailkit.Row {
	text := bookingStates[d][b.Status]
	if b.Amount != "" {
		text += " · " + b.Amount
	}
	switch {
	case b.Reference != "":
		text += " · " + d.Reference + ": " + inventory.InFours(b.Reference)
	default:
		text += " · " + b.ID
	}
	return mailkit.Row{Title: d.Moments(b.Starts, b.Ends, cmp.Or(in, time.UTC)), When: text, URL: b.URL}
}

// bookingStates say where a booking stands, as the calendar of its venue does.
var bookingStates = map[*mailkit.Language]map[booking.State]string{
	mailkit.English:    {booking.Waiting: "Waiting", booking.Requested: "Requested", booking.PendingDeposit: "Deposit open", booking.Confirmed: "Confirmed", booking.Completed: "Over", booking.Cancelled: "Cancelled", booking.Declined: "Declined", booking.Lapsed: "Not answered in time"},
	mailkit.German:     {booking.Waiting: "Wartet", booking.Requested: "Angefragt", booking.PendingDeposit: "Anzahlung offen", booking.Confirmed: "Bestätigt", booking.Completed: "Vorbei", booking.Cancelled: "Storniert", booking.Declined: "Abgelehnt", booking.Lapsed: "Nicht rechtzeitig beantwortet"},
	mailkit.French:     {booking.Waiting: "En attente", booking.Requested: "Demandée", booking.PendingDeposit: "Acompte à payer", booking.Confirmed: "Confirmée", booking.Completed: "Terminée", booking.Cancelled: "Annulée", booking.Declined: "Refusée", booking.Lapsed: "Sans réponse à temps"},
	mailkit.Spanish:    {booking.Waiting: "En espera", booking.Requested: "Solicitada", booking.PendingDeposit: "Señal pendiente", booking.Confirmed: "Confirmada", booking.Completed: "Terminada", booking.Cancelled: "Cancelada", booking.Declined: "Rechazada", booking.Lapsed: "Sin respuesta a tiempo"},
	mailkit.Italian:    {booking.Waiting: "In attesa", booking.Requested: "Richiesta", booking.PendingDeposit: "Acconto da pagare", booking.Confirmed: "Confermata", booking.Completed: "Conclusa", booking.Cancelled: "Annullata", booking.Declined: "Rifiutata", booking.Lapsed: "Senza risposta in tempo"},
	mailkit.Dutch:      {booking.Waiting: "Wacht", booking.Requested: "Aangevraagd", booking.PendingDeposit: "Aanbetaling open", booking.Confirmed: "Bevestigd", booking.Completed: "Voorbij", booking.Cancelled: "Geannuleerd", booking.Declined: "Afgewezen", booking.Lapsed: "Niet op tijd beantwoord"},
	mailkit.Portuguese: {booking.Waiting: "À espera", booking.Requested: "Pedida", booking.PendingDeposit: "Sinal por pagar", booking.Confirmed: "Confirmada", booking.Completed: "Terminada", booking.Cancelled: "Cancelada", booking.Declined: "Recusada", booking.Lapsed: "Sem resposta a tempo"},
	mailkit.Polish:     {booking.Waiting: "Oczekuje", booking.Requested: "Do potwierdzenia", booking.PendingDeposit: "Zaliczka do zapłaty", booking.Confirmed: "Potwierdzona", booking.Completed: "Zakończona", booking.Cancelled: "Anulowana", booking.Declined: "Odrzucona", booking.Lapsed: "Bez odpowiedzi w terminie"},
	mailkit.Czech:      {booking.Waiting: "Čeká", booking.Requested: "Poptáno", booking.PendingDeposit: "Záloha nezaplacena", booking.Confirmed: "Potvrzeno", booking.Completed: "Proběhlo", booking.Cancelled: "Zrušeno", booking.Declined: "Odmítnuto", booking.Lapsed: "Bez odpovědi včas"},
	mailkit.Swedish:    {booking.Waiting: "Väntar", booking.Requested: "Efterfrågad", booking.PendingDeposit: "Handpenning obetald", booking.Confirmed: "Bekräftad", booking.Completed: "Avslutad", booking.Cancelled: "Avbokad", booking.Declined: "Avböjd", booking.Lapsed: "Inte besvarad i tid"},
	mailkit.Turkish:    {booking.Waiting: "Bekliyor", booking.Requested: "Talep edildi", booking.PendingDeposit: "Kapora bekleniyor", booking.Confirmed: "Onaylandı", booking.Completed: "Bitti", booking.Cancelled: "İptal edildi", booking.Declined: "Reddedildi", booking.Lapsed: "Zamanında yanıtlanmadı"},
	mailkit.Arabic:     {booking.Waiting: "في الانتظار", booking.Requested: "مطلوب", booking.PendingDeposit: "العربون غير مدفوع", booking.Confirmed: "مؤكَّد", booking.Completed: "منتهٍ", booking.Cancelled: "ملغى", booking.Declined: "مرفوض", booking.Lapsed: "لم يُرَد عليه في الوقت المناسب"},
}
