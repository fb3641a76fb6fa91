package store

import (
	"cmp"
	"context"
	"time"

	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/postgres"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// RemoveGuards takes the lock on the event's row, or the fence, out of a store,
// for the tests that show that each is needed.
func (s *Store) RemoveGuards(lock, fence bool) {
	if lock {
		s.db.lockEvent = ""
	}
	s.db.unfenced = fence
}

// RemoveRowLock takes the lock on the rows of venues, rooms and the like out of a store.
func (s *Store) RemoveRowLock() { s.db.forUpdate, s.db.unversioned = "", true }

// RemoveBookingDecision has bookings decided without those that are stored.
func (s *Store) RemoveBookingDecision() { s.Venues.blind = true }

// ReadTogether has each booking decided as of many that are asked for at once.
func (s *Store) ReadTogether() { s.Venues.enoughCalls = 1 }

// RemoveDoor takes what keeps those who come in apart from a batch that asks who did.
func (s *Store) RemoveDoor() { s.db.enterDoor, s.db.watchDoor = "", "" }

// The statements that the till runs for each order, over and over.
var (
	OrderCheckoutsSQL = orderCheckoutsSQL
	WatchedSQL        = watchedSQL
	ToLookSQL         = toLookSQL
	OrderItemsSQL     = orderItemsSQL
	OpenRefundsSQL    = openRefundsSQL
	BeginRefundSQL    = beginRefundSQL
)

// PeopleByUserText is the statement that PostgreSQL finds people by user id with.
func PeopleByUserText(cols string) string {
	return postgres.FindText(&engine.LookupSpec{Table: "people", Cols: cols, Event: "event_id", Key: "user_id"})
}

// ByIDText is how a row is looked up by its id.
var ByIDText = table.WithID

// Finding is how PostgreSQL looks up rows of a table for a batch, by one column
// beside the event, or by two.
type Finding struct {
	Table, SQL, Column string
	Two                bool
}

// Findings are those of all batches, but for admittedByTicket: no index has its key.
func Findings() (list []Finding) {
	for _, spec := range []*engine.LookupSpec{
		PeopleByUser, PeopleByID, HoldsByID, EntriesByID, OffersByID, RepliesByKey, OrdersByID, ItemsByOrder, RefundsByOrder,
		CodesByID, CodesByText, ExchangesByID, TransfersByID, OpenTransfers, TicketsByID,
		noticesByID, paymentsByID, checkoutsByRef, totalsByOrder, openByOrder, earlyByPayment,
		pastByEntry, guestEntries, guestPeople, ticketsByHolder, admissionsByTicket, ownerByHold, ownerByEntry, namesOfHolds, namesOfEntries, namesOfTransfers, namesOfPeople,
	} {
		list = append(list, Finding{spec.Table, postgres.FindText(spec), cmp.Or(spec.Key2, spec.Key), spec.Key2 != ""})
	}
	return list
}

// TicketSQL and WhoSQL are what a scan of a ticket reads.
var TicketSQL, WhoSQL = ticketSQL, whoSQL

// UpdatePeopleText is the statement that PostgreSQL changes people with; the
// other updates are made by the same rule.
func UpdatePeopleText() string { return postgres.UpdateText(PersonTable.Update[1].Spec) }

// UpdateOpenTexts are the statements that PostgreSQL changes checkouts and payments with,
// those of them that are in a state.
func UpdateOpenTexts() (ofCheckouts, ofPayments string) {
	return postgres.UpdateText(updateCheckouts.Spec), postgres.UpdateText(updatePayments.Spec)
}

// LimitPages leaves an SQLite database no page more than it has.
func (s *Store) LimitPages(ctx context.Context) error {
	_, err := s.db.write.ExecContext(ctx, "pragma max_page_count = 1")
	return err
}

// RootPage is the page of an SQLite table or index that every read of it begins with,
// counted from 1, and the size of a page.
func (s *Store) RootPage(ctx context.Context, name string) (page, size int64, err error) {
	if page, err = table.One(ctx, s.db.read, table.ScanInt, "select rootpage from sqlite_master where name = $1", name); err != nil {
		return 0, 0, err
	}
	size, err = table.One(ctx, s.db.read, table.ScanInt, "pragma page_size")
	return page, size, err
}

// CountWriteChecks is how many rows tries to write have left behind.
func (s *Store) CountWriteChecks(ctx context.Context) int64 {
	n, err := table.One(ctx, s.db.read, table.ScanInt, "select cast(count(*) as bigint) from write_checks")
	if err != nil {
		return -1
	}
	return n
}

// ForgetWriteCheck makes the next Writable try again.
func (s *Store) ForgetWriteCheck() {
	s.db.writeCheck.mu.Lock()
	defer s.db.writeCheck.mu.Unlock()
	s.db.writeCheck.ended = time.Time{}
}

// MovedNames are the tables whose rows are moved, in order; NotMovedNames those whose rows
// stay, with the reason.
func MovedNames() (moved []string, stay map[string]string) { return movedTables, notMoved }
