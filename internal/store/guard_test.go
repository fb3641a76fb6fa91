package store_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/checkins"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/ledger"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/store/storetest"
)

// The tests of this file take one guard away at a time and show that what the
// suite forbids then happens. A guard whose absence nobody would notice is
// either not needed or not tested.

// two are two servers that hold batches on one event at the same time, which
// takes an event whose row nobody locks.
type two struct {
	first, second *storetest.Fixture
}

// onTwo sets up two servers for the last place of an event.
func onTwo(t *testing.T, open storetest.Open, lock, fence bool) two {
	t.Helper()
	h := storetest.OpenEvent(t, open(t), 1, nil)
	other := h.Beside(open(t))
	h.S.RemoveGuards(lock, fence)
	other.S.RemoveGuards(lock, fence)
	return two{h, other}
}

// race lets both servers decide before either commits, and returns what the
// second was told.
func (tw two) race(t *testing.T, firstUser, secondUser string) error {
	t.Helper()
	write := func(h *storetest.Fixture, b *ledger.Batch, c inventory.Command) error {
		batch := inventory.Batch{Now: h.Now, Commands: []inventory.Command{c}}
		result := inventory.Decide(b.Cached.State, b.Work, batch)
		return b.Commit(t.Context(), ledger.Write{
			Changes: &result.Changes, Hashes: audit.Chain(b.Cached.Head, h.Event, result.Changes.Audit), HeadSig: []byte{}, Now: h.Now,
		})
	}
	one, other := tw.first.Register(firstUser, 1), tw.second.Register(secondUser, 1)
	first, second := tw.first.Begin(one), tw.second.Begin(other)
	if err := write(tw.first, first, one); err != nil {
		t.Fatal(err)
	}
	return write(tw.second, second, other)
}

func (tw two) sold() int64 {
	return tw.first.Count("select count(*) from holds where event_id = $1 and state = 'confirmed'", tw.first.Event)
}

func (tw two) drop(t *testing.T, text string) {
	t.Helper()
	if _, err := tw.first.S.JobsDB().ExecContext(t.Context(), text); err != nil {
		t.Fatal(err)
	}
}

const dropAuditKey = "alter table audit drop constraint audit_pkey"

func TestLockMakesTheSecondBatchWait(t *testing.T) {
	t.Parallel()
	for name, open := range engines {
		t.Run(name, func(t *testing.T) {
			h := storetest.OpenEvent(t, open(t), 1, nil)
			other := h.Beside(open(t))
			first := h.Begin()
			if err := lockNow(t, other); err == nil {
				t.Fatal("a second transaction had the event's row beside the first")
			}
			begun := make(chan error, 1)
			go func() {
				b, err := ledger.Begin(t.Context(), other.S, ledger.BatchQuery{EventID: h.Event})
				if err == nil {
					b.Rollback()
				}
				begun <- err
			}()
			if name == "postgres" { // which tells who waits
				waits := "select count(*) from pg_locks l join pg_stat_activity a on a.pid = l.pid where a.datname = current_database() and not l.granted"
				for h.Count(waits) == 0 {
					select {
					case err := <-begun:
						t.Fatalf("a second batch of the event began beside the first: %v", err)
					case <-time.After(time.Millisecond):
					}
				}
			}
			first.Rollback()
			if err := <-begun; err != nil {
				t.Fatal(err)
			}
			if err := lockNow(t, other); err != nil {
				t.Errorf("when nobody has the row: %v", err)
			}
		})
	}
	t.Run("control", func(t *testing.T) {
		p := onTwo(t, onPostgres, true, false)
		p.first.Begin()
		if err := lockNow(t, p.second); err != nil {
			t.Errorf("without the lock: %v", err)
		}
		p.second.Begin() // returns at once: nothing makes it wait
	})
}

// lockNow takes the lock of a batch of the event as one that does not wait for it.
func lockNow(t *testing.T, h *storetest.Fixture) error {
	t.Helper()
	conn, err := h.S.JobsDB().Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close() //nolint:errcheck // it was only asked
	text := "select id from events where id = '" + h.Event + "' for no key update nowait"
	if h.S.Engine() == "sqlite" {
		if _, err := conn.ExecContext(t.Context(), "pragma busy_timeout = 0"); err != nil {
			t.Fatal(err)
		}
		text = "begin immediate"
		defer conn.ExecContext(t.Context(), "rollback") //nolint:errcheck // there is none when it did not begin
	}
	_, err = conn.ExecContext(t.Context(), text)
	return err
}

// TestNobodyComesInWhileATicketIsGivenBack: a batch that gives a ticket back has read
// that nobody came in with it. Anyone who would come in before it commits waits, and is not let
// in.
func TestNobodyComesInWhileATicketIsGivenBack(t *testing.T) {
	t.Parallel()
	for name, open := range engines {
		for _, rule := range []checkin.ReEntry{checkin.Once, checkin.WithExit} {
			t.Run(name+" "+string(rule), func(t *testing.T) {
				if got := enterWhileGivenBack(t, open, rule, true); got != checkin.Invalid {
					t.Errorf("%s, and the ticket was given back", got)
				}
			})
		}
	}
	t.Run("control", func(t *testing.T) {
		for _, rule := range []checkin.ReEntry{checkin.Once, checkin.WithExit} {
			if got := enterWhileGivenBack(t, onPostgres, rule, false); got != checkin.Admit {
				t.Errorf("without the guard %s: the race should be lost, or this test shows nothing", got)
			}
		}
	})
}

// enterWhileGivenBack lets somebody try to come in between what a batch reads and its
// commit, and returns what they were told.
func enterWhileGivenBack(t *testing.T, open storetest.Open, rule checkin.ReEntry, guarded bool) checkin.Verdict {
	t.Helper()
	h := storetest.OpenEvent(t, open(t), 2, nil)
	door := h.Beside(open(t))
	if !guarded {
		h.S.RemoveDoor()
		door.S.RemoveDoor()
	}
	list := ""
	if rule != checkin.Once {
		list = h.List(rule)
	}
	order := h.Order("ann", 2)
	c := inventory.CancelGuest{Who: inventory.Who{Actor: "usr_staff", Staff: true}, TicketID: id.TicketOf(order, 2), OrderID: order, Unit: 2}
	b := h.Begin(c)
	type answer struct {
		entered []checkins.Entered
		err     error
	}
	came := make(chan answer, 1)
	go func() {
		got, err := door.S.CheckIns.CheckIn(t.Context(), h.Event, []checkins.Entering{{
			Scan: checkin.Scan{List: list, Device: "d", ID: "1", Ticket: c.TicketID, At: h.Now}, ReEntry: rule,
		}})
		came <- answer{got, err}
	}()
	var told answer
	switch {
	case !guarded:
		told = <-came
	case h.S.Engine() == "postgres": // which tells who waits
		waits := "select count(*) from pg_locks l join pg_stat_activity a on a.pid = l.pid where a.datname = current_database() and not l.granted"
		for h.Count(waits) == 0 {
			select {
			case told := <-came:
				t.Fatalf("came in beside the batch: %+v, %v", told.entered, told.err)
			case <-time.After(time.Millisecond):
			}
		}
	}
	result := inventory.Decide(b.Cached.State, b.Work, inventory.Batch{Now: h.Now, Commands: []inventory.Command{c}})
	if o := result.Outcomes[0]; o.Code != inventory.OK {
		t.Fatalf("%+v", o)
	}
	if err := b.Commit(t.Context(), ledger.Write{
		Changes: &result.Changes, Hashes: audit.Chain(b.Cached.Head, h.Event, result.Changes.Audit), HeadSig: []byte{}, Now: h.Now,
	}); err != nil {
		t.Fatal(err)
	}
	if guarded {
		told = <-came
	}
	if told.err != nil {
		t.Fatal(told.err)
	}
	return told.entered[0].Verdict
}

// TestNoMailIsKeptOfWhoIsErased: mail that is being written to the local mailbox when its
// reader is erased is not there afterwards.
func TestNoMailIsKeptOfWhoIsErased(t *testing.T) {
	t.Parallel()
	for name, open := range engines {
		t.Run(name, func(t *testing.T) {
			if n := mailsOfTheErased(t, open, true); n != 0 {
				t.Errorf("%d mails to somebody who was erased", n)
			}
		})
	}
	t.Run("control", func(t *testing.T) {
		if n := mailsOfTheErased(t, onPostgres, false); n != 2 {
			t.Errorf("without the guard %d mails: the race should be lost, or this test shows nothing", n)
		}
	})
}

// mailsOfTheErased erases somebody while mail to them is being written, and counts what
// is kept of it.
func mailsOfTheErased(t *testing.T, open storetest.Open, guarded bool) int64 {
	t.Helper()
	h := storetest.OpenEvent(t, open(t), 2, nil)
	post := h.Beside(open(t))
	if !guarded {
		h.S.RemoveDoor()
		post.S.RemoveDoor()
	}
	h.Must(h.Register("ann", 1))
	ann := h.PersonID("ann")
	// The second mail waits for the transaction that has its id and has not committed, so the first is
	// written and not yet there.
	tx, err := post.S.JobsDB().BeginTx(t.Context(), nil)
	if err == nil {
		_, err = tx.ExecContext(t.Context(), "insert into mailbox (id, sent_at, recipient, address, reader, subject, text_body, html_body, calendar) values ('m2', 1, '', '', '', '', '', '', '')")
	}
	if err != nil {
		t.Fatal(err)
	}
	written, erased := make(chan error, 1), make(chan error, 1)
	waiting := func(n int64) {
		if h.S.Engine() != "postgres" { // which tells who waits; on SQLite both do, and either may come first
			return
		}
		for h.Count("select count(*) from pg_locks l join pg_stat_activity a on a.pid = l.pid where a.datname = current_database() and not l.granted") < n {
			select {
			case err := <-written:
				t.Fatalf("the mail is written: %v", err)
			case <-time.After(time.Millisecond):
			}
		}
	}
	go func() {
		written <- post.S.Mails.PutMail(t.Context(), []messages.Mail{{ID: "m1", Recipient: "ann@example.com", Reader: ann}, {ID: "m2", Recipient: "+491701234567", Reader: ann}})
	}()
	waiting(1)
	go func() {
		_, err := h.Try(inventory.Erase{Who: inventory.Who{Actor: "key_a", Staff: true}, UserID: "ann"})
		erased <- err
	}()
	if guarded {
		waiting(2)
	} else if err := <-erased; err != nil {
		t.Fatal(err)
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	if err := <-written; err != nil {
		t.Fatal(err)
	}
	if guarded {
		if err := <-erased; err != nil {
			t.Fatal(err)
		}
	}
	return h.Count("select count(*) from mailbox")
}

func TestFenceStopsAStaleWriter(t *testing.T) {
	t.Parallel()
	for name, open := range engines {
		t.Run(name, func(t *testing.T) {
			for _, fenced := range []bool{true, false} {
				h := storetest.OpenEvent(t, open(t), 1, nil)
				h.S.RemoveGuards(false, !fenced)
				b := h.Begin()
				// As if another server had written in spite of the lock.
				if err := execIn(t.Context(), b, "update events set version = version + 1 where id = $1", h.Event); err != nil {
					t.Fatal(err)
				}
				err := b.Commit(t.Context(), ledger.Write{Changes: &inventory.Changes{EventChanged: true}, Now: h.Now})
				if fenced && !errors.Is(err, database.ErrStale) {
					t.Errorf("a stale batch: %v, want ErrStale", err)
				}
				if !fenced && err != nil {
					t.Errorf("without the fence a stale batch should pass: %v", err)
				}
			}
		})
	}
}

func TestWithoutTheLockTheFenceHolds(t *testing.T) {
	t.Parallel()
	p := onTwo(t, onPostgres, true, false)
	if err := p.race(t, "ann", "bob"); !errors.Is(err, database.ErrStale) {
		t.Errorf("the second writer: %v, want ErrStale", err)
	}
	if n := p.sold(); n != 1 {
		t.Errorf("the last place was sold %d times", n)
	}
}

func TestWithoutLockAndFenceTheLedgerHolds(t *testing.T) {
	t.Parallel()
	p := onTwo(t, onPostgres, true, true)
	if err := p.race(t, "ann", "bob"); !errors.Is(err, database.ErrConflict) {
		t.Errorf("the second writer: %v, want ErrConflict: its ledger seq is taken", err)
	}
	if n := p.sold(); n != 1 {
		t.Errorf("the last place was sold %d times", n)
	}
}

func TestWithoutAnyGuardTheLastPlaceIsSoldTwice(t *testing.T) {
	t.Parallel()
	p := onTwo(t, onPostgres, true, true)
	p.drop(t, dropAuditKey)
	p.drop(t, "alter table messages drop constraint messages_pkey") // named by ledger seqs as well
	if err := p.race(t, "ann", "bob"); err != nil {
		t.Fatalf("a guard is left: %v", err)
	}
	if n := p.sold(); n != 2 {
		t.Errorf("sold %d times: without guards the race should be lost, or this test shows nothing", n)
	}
}

func TestUniqueIndexKeepsOneLiveHoldPerPerson(t *testing.T) {
	t.Parallel()
	for name, open := range engines {
		t.Run(name, func(t *testing.T) {
			for _, indexed := range []bool{true, false} {
				h := storetest.OpenEvent(t, open(t), 5, nil)
				if !indexed {
					two{first: h}.drop(t, "drop index holds_live_person")
				}
				h.Must(h.Register("ann", 1))
				b := h.Begin(h.Register("ann", 1))
				person := b.Work.People["ann"]
				second := *b.Work.Holds[person.HoldID]
				second.ID = h.In("ord_")
				// A second live registration of the same person, as a wrong
				// decision would write it.
				err := b.Commit(t.Context(), ledger.Write{Now: h.Now, Changes: &inventory.Changes{
					EventChanged: true, Holds: []inventory.HoldChange{{Hold: &second, New: true}},
				}})
				if indexed && !errors.Is(err, database.ErrConflict) {
					t.Errorf("a second live registration: %v, want ErrConflict", err)
				}
				if !indexed && err != nil {
					t.Errorf("without the index it should pass: %v", err)
				}
			}
		})
	}
}

// TestUniqueIndexKeepsOneOwnerPerSeat writes a second live owner of a seat, as a
// wrong decision would: the index stops it, and nothing else does.
func TestUniqueIndexKeepsOneOwnerPerSeat(t *testing.T) {
	t.Parallel()
	for name, open := range engines {
		t.Run(name, func(t *testing.T) {
			for _, indexed := range []bool{true, false} {
				h := storetest.RowHall(t, open(t), 4, nil)
				if !indexed {
					two{first: h}.drop(t, "drop index hold_items_live_seat")
				}
				order := h.Must(h.Seat("ann", 1))[0].OrderID
				b := h.Begin(inventory.CancelOrder{OrderID: order})
				first := b.Work.Holds[order]
				second, money := *first, *first.Order
				second.ID, second.Order = h.In("ord_"), &money
				money.Items = []inventory.Item{first.Order.Items[0]}
				err := b.Commit(t.Context(), ledger.Write{Now: h.Now, Changes: &inventory.Changes{
					EventChanged: true, Holds: []inventory.HoldChange{{Hold: &second, New: true}},
				}})
				if indexed && !errors.Is(err, database.ErrConflict) {
					t.Errorf("a second owner: %v, want ErrConflict", err)
				}
				if !indexed && err != nil {
					t.Errorf("without the index it should pass: %v", err)
				}
			}
		})
	}
}

// TestAheadNeedsTheFence: a batch that was read ahead locks nothing before it
// writes. Only the fence keeps it from what another server changed meanwhile.
func TestAheadNeedsTheFence(t *testing.T) {
	t.Parallel()
	for _, fenced := range []bool{true, false} {
		t.Run(fmt.Sprint("fence ", fenced), func(t *testing.T) {
			p := onTwo(t, onPostgres, false, !fenced)
			p.drop(t, dropAuditKey)
			p.drop(t, "alter table messages drop constraint messages_pkey")
			bob := p.first.Register("bob", 1)
			staff := inventory.Who{Actor: "key", Staff: true}
			if err := p.first.DoBefore([]inventory.Command{bob}, inventory.SetCapacity{Who: staff, Pool: p.first.Pool, Capacity: 1}); err != nil {
				t.Fatal(err)
			}
			p.second.Must(p.second.Register("ann", 1))
			_, err := p.first.Do(t.Context(), bob)
			want := int64(1)
			if !fenced {
				want = 2
			}
			if n := p.sold(); n != want || fenced != errors.Is(err, database.ErrStale) {
				t.Errorf("sold %d times, %v", n, err)
			}
		})
	}
}
