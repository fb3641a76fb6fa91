package storetest

import (
	"errors"
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/ledger"
)

// DoBefore is Do of commands that reads what next names ahead.
func (h *Fixture) DoBefore(next []inventory.Command, cmds ...inventory.Command) error {
	b := h.Begin(cmds...)
	h.Cached = nil
	result := inventory.Decide(b.Cached.State, b.Work, h.batch(cmds...))
	w := h.write(&result.Changes, b.Cached.Head)
	w.Next = func() ([]inventory.Command, []database.Key) { return next, nil }
	if err := b.Commit(h.T.Context(), w); err != nil {
		return err
	}
	h.Cached = b.Cached
	return nil
}

func (h *Fixture) mustBefore(next []inventory.Command, cmds ...inventory.Command) {
	h.T.Helper()
	if err := h.DoBefore(next, cmds...); err != nil {
		h.T.Fatal(err)
	}
}

// testAhead: a batch that was read ahead decides and leaves what one does that
// reads first.
func testAhead(t *testing.T, open Open) {
	for _, c := range []struct {
		name string
		next func(h *Fixture) []inventory.Command // what is read ahead
		then func(h *Fixture, next []inventory.Command) []inventory.Command
		want inventory.Code
	}{
		{"a new person", func(h *Fixture) []inventory.Command { return []inventory.Command{h.Register("new", 1)} }, nil, inventory.OK},
		{"the person who was just written", func(h *Fixture) []inventory.Command { return []inventory.Command{h.Register("ann", 1)} }, nil, inventory.AlreadyRegistered},
		{"what that person holds", func(h *Fixture) []inventory.Command {
			return []inventory.Command{inventory.Cancel{Who: inventory.Who{Actor: "public"}, UserID: "ann"}}
		}, nil, inventory.OK},
		{"other commands than expected", func(h *Fixture) []inventory.Command { return []inventory.Command{h.Register("new", 1)} },
			func(h *Fixture, _ []inventory.Command) []inventory.Command {
				return []inventory.Command{h.Register("ann", 1)}
			}, inventory.AlreadyRegistered},
		{"more commands than expected", func(h *Fixture) []inventory.Command { return []inventory.Command{h.Register("new", 1)} },
			func(h *Fixture, next []inventory.Command) []inventory.Command {
				return append(next, h.Register("ann", 1))
			}, inventory.AlreadyRegistered},
		{"nothing", func(*Fixture) []inventory.Command { return nil },
			func(h *Fixture, _ []inventory.Command) []inventory.Command {
				return []inventory.Command{h.Register("new", 1)}
			}, inventory.OK},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := OpenEvent(t, open(t), 10, nil)
			next := c.next(h)
			h.mustBefore(next, h.Register("ann", 1))
			if c.then != nil {
				next = c.then(h, next)
			}
			outcomes, err := h.Do(t.Context(), next...)
			if err != nil {
				t.Fatal(err)
			}
			if got := outcomes[len(outcomes)-1].Code; got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
			h.CheckReload()
		})
	}
}

// testAheadDue: what falls due before the next batch was not read.
func testAheadDue(t *testing.T, open Open) {
	h := OpenEvent(t, open(t), 1, func(s *inventory.Settings) { s.Waitlist.ClaimWindow = inventory.Hour })
	h.Must(h.Register("ann", 1))
	h.Must(h.Register("bob", 1))
	h.Must(h.Register("cyd", 1))
	next := h.Register("dan", 1)
	h.mustBefore([]inventory.Command{next}, inventory.Cancel{Who: inventory.Who{Actor: "public"}, UserID: "ann"}) // bob is offered the place
	h.Now += inventory.Instant(2 * inventory.Hour)                                                                // and lets it lapse
	h.Must(next)
	h.CheckReload()
	if n := h.Count("select count(*) from offers where event_id = $1 and state = 'open'", h.Event); n != 1 {
		t.Errorf("%d offers are open, want cyd's", n)
	}
	if n := h.Count("select count(*) from waitlist_entries where event_id = $1 and state = 'expired'", h.Event); n != 1 {
		t.Errorf("%d entries expired, want bob's", n)
	}
}

// testAheadStale: another server has written since; neither a change nor a
// refusal may come of what was read.
func testAheadStale(t *testing.T, open Open) {
	h := OpenEvent(t, open(t), 1, func(s *inventory.Settings) { s.Waitlist.Disabled = true })
	other := h.Beside(open(t))
	next := h.Register("bob", 1)
	next.JoinWaitlist = false
	// A change: bob takes a place that the other server has sold.
	h.mustBefore([]inventory.Command{next}, inventory.SetCapacity{Who: inventory.Who{Actor: "key", Staff: true}, Pool: h.Pool, Capacity: 1})
	other.Must(other.Register("ann", 1))
	if _, err := h.Do(t.Context(), next); !errors.Is(err, database.ErrStale) {
		t.Errorf("a place that was sold meanwhile: %v, want ErrStale", err)
	}
	// A refusal: there was no place for bob, until the other server freed one.
	h.Cached = nil
	cyd := h.Register("cyd", 1)
	cyd.JoinWaitlist = false
	h.mustBefore([]inventory.Command{cyd}, inventory.SetCapacity{Who: inventory.Who{Actor: "key", Staff: true}, Pool: h.Pool, Capacity: 1})
	b := h.Begin(cyd)
	result := inventory.Decide(b.Cached.State, b.Work, h.batch(cyd))
	if result.Outcomes[0].Code != inventory.SoldOut {
		t.Fatalf("%+v, want sold out", result.Outcomes[0])
	}
	if err := b.Check(t.Context()); err != nil {
		t.Errorf("nobody has written, yet: %v", err)
	}
	b.Rollback()
	h.Cached = nil
	h.mustBefore([]inventory.Command{cyd}, inventory.SetCapacity{Who: inventory.Who{Actor: "key", Staff: true}, Pool: h.Pool, Capacity: 1})
	b = h.Begin(cyd)
	if h.S.Engine() == "sqlite" {
		return // its batch holds the only writer: nobody can come between
	}
	other.Cached = nil
	other.Must(inventory.Cancel{Who: inventory.Who{Actor: "public"}, UserID: "ann"})
	if err := b.Check(t.Context()); !errors.Is(err, database.ErrStale) {
		t.Errorf("a refusal of what is free by now: %v, want ErrStale", err)
	}
	b.Rollback()
	// A stored refusal has no fence of its own either.
	h.Cached = nil
	dan := h.Register("dan", 1)
	dan.JoinWaitlist = false
	other.Must(other.Register("eve", 1))
	h.mustBefore([]inventory.Command{dan}, inventory.SetCapacity{Who: inventory.Who{Actor: "key", Staff: true}, Pool: h.Pool, Capacity: 1})
	b = h.Begin(dan)
	other.Cached = nil
	other.Must(inventory.Cancel{Who: inventory.Who{Actor: "public"}, UserID: "eve"})
	err := b.Commit(t.Context(), ledger.Write{
		Changes: &inventory.Changes{}, Now: h.Now,
		Replies: []database.Reply{{Key: database.Key{Scope: h.Event, Caller: "c", Key: "k"}, Reply: "{}"}},
	})
	if !errors.Is(err, database.ErrStale) {
		t.Errorf("a refusal that is kept: %v, want ErrStale", err)
	}
}
