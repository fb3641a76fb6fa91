package store

import (
	"cmp"
	"context"
	"time"

	"github.com/holdfast-events/holdfast/internal/store/checkins"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/erasures"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/guests"
	"github.com/holdfast-events/holdfast/internal/store/moves"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/postgres"
	"github.com/holdfast-events/holdfast/internal/store/table"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
)

// RemoveGuards takes the lock on the event's row, or the fence, out of a store,
// for the tests that show that each is needed.
func (s *Store) RemoveGuards(lock, fence bool) {
	if lock {
		s.db.LockEvent = ""
	}
	s.db.Unfenced = fence
}

// RemoveRowLock takes the lock on the rows of venues, rooms and the like out of a store.
func (s *Store) RemoveRowLock() { s.db.ForUpdate, s.db.Unversioned = "", true }

// RemoveBookingDecision has bookings decided without those that are stored.
func (s *Store) RemoveBookingDecision() { s.Bookings.Blind = true }

// ReadTogether has each booking decided as of many that are asked for at once.
func (s *Store) ReadTogether() { s.Bookings.EnoughCalls = 1 }

// RemoveDoor takes what keeps those who come in apart from a batch that asks who did.
func (s *Store) RemoveDoor() { s.db.EnterDoor, s.db.WatchDoor = "", "" }

// PeopleByUserText is the statement that PostgreSQL finds people by user id with.
func PeopleByUserText(cols string) string {
	return postgres.FindText(&engine.LookupSpec{Table: "people", Cols: cols, Event: "event_id", Key: "user_id"})
}

// Finding is how PostgreSQL looks up rows of a table for a batch, by one column
// beside the event, or by two. Keys is the type of the list of keys.
type Finding struct {
	Table, SQL, Column, Keys string
	Two                      bool
}

// Findings are those of all batches, but for admittedByTicket: no index has its key.
func Findings() (list []Finding) {
	for _, spec := range []*engine.LookupSpec{
		events.PeopleByUser, events.PeopleByID, events.HoldsByID, events.EntriesByID, events.OffersByID, events.RepliesByKey, events.OrdersByID, events.ItemsByOrder, events.RefundsByOrder,
		events.CodesByID, events.CodesByText, events.ExchangesByID, events.TransfersByID, events.OpenTransfers, events.TicketsByID,
		payments.NoticesByID, payments.PaymentsByID, payments.CheckoutsByRef, payments.TotalsByOrder, payments.OpenByOrder, payments.EarlyByPayment,
		events.PastByEntry, guests.GuestEntries, guests.GuestPeople, events.TicketsByHolder, checkins.AdmissionsByTicket, guests.OwnerByHold, guests.OwnerByEntry, erasures.NamesOfHolds, erasures.NamesOfEntries, erasures.NamesOfTransfers, erasures.NamesOfPeople, waitingrooms.EntrantsByIdentity,
	} {
		keys := "text[]"
		if spec.Blob {
			keys = "bytea[]"
		}
		list = append(list, Finding{spec.Table, postgres.FindText(spec), cmp.Or(spec.Key2, spec.Key), keys, spec.Key2 != ""})
	}
	return list
}

// TicketSQL and WhoSQL are what a scan of a ticket reads.
var TicketSQL, WhoSQL = events.TicketSQL, checkins.WhoSQL

// UpdatePeopleText is the statement that PostgreSQL changes people with; the
// other updates are made by the same rule.
func UpdatePeopleText() string { return postgres.UpdateText(events.PersonTable.Update[1].Spec) }

// UpdateOpenTexts are the statements that PostgreSQL changes checkouts and payments with,
// those of them that are in a state.
func UpdateOpenTexts() (ofCheckouts, ofPayments string) {
	return postgres.UpdateText(payments.UpdateCheckouts.Spec), postgres.UpdateText(payments.UpdatePayments.Spec)
}

// LimitPages leaves an SQLite database no page more than it has.
func (s *Store) LimitPages(ctx context.Context) error {
	_, err := s.db.Write.ExecContext(ctx, "pragma max_page_count = 1")
	return err
}

// RootPage is the page of an SQLite table or index that every read of it begins with,
// counted from 1, and the size of a page.
func (s *Store) RootPage(ctx context.Context, name string) (page, size int64, err error) {
	if page, err = table.One(ctx, s.db.Read, table.ScanInt, "select rootpage from sqlite_master where name = $1", name); err != nil {
		return 0, 0, err
	}
	size, err = table.One(ctx, s.db.Read, table.ScanInt, "pragma page_size")
	return page, size, err
}

// CountWriteChecks is how many rows tries to write have left behind.
func (s *Store) CountWriteChecks(ctx context.Context) int64 {
	n, err := table.One(ctx, s.db.Read, table.ScanInt, "select cast(count(*) as bigint) from write_checks")
	if err != nil {
		return -1
	}
	return n
}

// ForgetWriteCheck makes the next Writable try again.
func (s *Store) ForgetWriteCheck() {
	s.db.WriteCheck.Mu.Lock()
	defer s.db.WriteCheck.Mu.Unlock()
	s.db.WriteCheck.Ended = time.Time{}
}

// MovedNames are the tables whose rows are moved, in order; NotMovedNames those whose rows
// stay, with the reason.
func MovedNames() (moved []string, stay map[string]string) { return moves.MovedTables, moves.NotMoved }
