package jobs_test

import (
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// venue creates a venue, of which more is said, with rooms of these names, and returns their ids.
func (f *fixture) venue(v venues.Venue, names ...string) (venue string, rooms []string) {
	f.t.Helper()
	v.OrgID, v.ID, v.CreatedAt = f.org, f.ids.Top(id.Venue), inventory.At(f.clock())
	f.must(f.store.Venues.CreateVenue(f.t.Context(), v))
	for _, name := range names {
		room := venues.Room{OrgID: f.org, ID: f.ids.Top(id.Room), VenueID: v.ID, Name: name, CreatedAt: v.CreatedAt}
		f.must(f.store.Venues.CreateRoom(f.t.Context(), room))
		rooms = append(rooms, room.ID)
	}
	return v.ID, rooms
}

// mill is a venue with a hall, which wants a deposit, and takes bank transfers.
func (f *fixture) mill(v venues.Venue) (venue string, rooms []string) {
	f.t.Helper()
	v.Name, v.Terms = "Old mill", booking.Terms{Currency: "EUR", PerBooking: 20000, DepositPercent: 30, PayWithin: 48 * inventory.Hour, Transfers: true}
	f.must(f.store.Banks.SetAccount(f.t.Context(), &events.BankAccount{OrgID: f.org, ID: payments.BankAccountID(f.org), IBAN: "DE02120300000000202051", Holder: "Mill", ChangedAt: inventory.At(f.clock())}))
	return f.venue(v, "Hall")
}
