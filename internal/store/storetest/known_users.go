package storetest

import (
	"errors"
	"fmt"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/ledger"
)

// testKnownUsers: nobody who is there is taken for a new person, whichever way the
// store came to know of them.
func testKnownUsers(t *testing.T, open Open) {
	known := func(t *testing.T, h *Fixture, user string) {
		t.Helper()
		outcomes, err := h.Do(t.Context(), h.Register(user, 1))
		if err != nil {
			t.Fatal(err)
		}
		if outcomes[0].Code != inventory.AlreadyRegistered {
			t.Errorf("%s registers again: %q, want %q", user, outcomes[0].Code, inventory.AlreadyRegistered)
		}
	}
	t.Run("written by this server", func(t *testing.T) {
		h := OpenEvent(t, open(t), 10, nil)
		h.Must(h.Register("ann", 1), h.Register("bob", 1))
		known(t, h, "ann")
		h.Must(h.Register("cyd", 1))
		known(t, h, "bob")
		known(t, h, "cyd")
		h.CheckReload()
	})
	t.Run("there when the event was loaded", func(t *testing.T) {
		h := OpenEvent(t, open(t), 10, nil)
		h.Must(h.Register("ann", 1))
		h.Cached = nil
		h.Must(h.Register("bob", 1))
		known(t, h, "ann")
	})
	t.Run("named twice in one batch", func(t *testing.T) {
		h := OpenEvent(t, open(t), 10, nil)
		outcomes, err := h.Do(t.Context(), h.Register("ann", 1), h.Register("ann", 1))
		if err != nil {
			t.Fatal(err)
		}
		if got := outcomes[1].Code; got != inventory.AlreadyRegistered {
			t.Errorf("%q, want %q", got, inventory.AlreadyRegistered)
		}
	})
	t.Run("more than the filter begins with", func(t *testing.T) {
		h := OpenEvent(t, open(t), 2000, nil)
		for n := range 6 {
			var cmds []inventory.Command
			for i := range 200 {
				cmds = append(cmds, h.Register(fmt.Sprintf("user %d", 200*n+i), 1))
			}
			h.Must(cmds...)
		}
		known(t, h, "user 1199")
		h.Cached = nil
		h.Must(h.Register("ann", 1))
		known(t, h, "user 0")
		known(t, h, "user 1199")
		known(t, h, "ann")
		h.CheckReload()
	})
	t.Run("another server's", func(t *testing.T) {
		h := OpenEvent(t, open(t), 10, nil)
		h.Must(h.Register("ann", 1))
		other := h.Beside(open(t))
		other.Must(other.Register("bob", 1))
		// This one does not know bob, and decides to make him anew: the version tells.
		if _, err := h.Do(t.Context(), h.Register("bob", 1)); !errors.Is(err, database.ErrStale) {
			t.Fatalf("a state that another server has changed: %v, want ErrStale", err)
		}
		known(t, h, "bob")
		if n := h.Count("select count(*) from people where event_id = $1", h.Event); n != 2 {
			t.Errorf("%d people, want 2", n)
		}
	})
	t.Run("where another server writes too", func(t *testing.T) {
		h := OpenEvent(t, open(t), 10, nil)
		h.Must(h.Register("ann", 1))
		other := h.Beside(open(t))
		other.Must(other.Register("bob", 1))
		b, err := ledger.Begin(t.Context(), h.S, ledger.BatchQuery{EventID: h.Event, Cached: h.Cached, Batch: h.batch(h.Register("bob", 1)), Shared: true})
		if err != nil {
			t.Fatal(err)
		}
		defer b.Rollback()
		if b.Work.People["bob"] == nil {
			t.Error("who is shared with another server is not read before it is decided")
		}
	})
}

// testMissing: a row that a decision changed, and that is not there to be
// changed, does not pass unnoticed, and nothing of the batch is kept; nor of one
// that runs into a key that is taken. So it is whether the batch is written first
// and committed then, or both at once.
func testMissing(t *testing.T, open Open) {
	for name, warm := range map[string]bool{"written, then committed": false, "at once": true} {
		t.Run(name, func(t *testing.T) {
			h := OpenEvent(t, open(t), 10, nil)
			h.Must(h.Register("ann", 1))
			version := h.Count("select version from events where id = $1", h.Event)
			attempt := func(change func(c *inventory.Changes)) error {
				h.Cached = nil
				if warm {
					b := h.Begin()
					b.Rollback()
					h.Cached = b.Cached
				}
				cmd := h.Register("bob", 1)
				b := h.Begin(cmd)
				result := inventory.Decide(b.Cached.State, b.Work, h.batch(cmd))
				change(&result.Changes)
				return h.commit(b, &result.Changes)
			}
			err := attempt(func(c *inventory.Changes) {
				c.People = append(c.People, inventory.PersonChange{Person: &inventory.Person{ID: h.In(id.Person)}})
			})
			for _, known := range []error{nil, database.ErrStale, database.ErrConflict, database.ErrUnavailable, database.ErrCommitUnknown} {
				if errors.Is(err, known) {
					t.Errorf("a person who is not there was changed: %v", err)
				}
			}
			err = attempt(func(c *inventory.Changes) {
				c.People = append(c.People, c.People[0])
			})
			if !errors.Is(err, database.ErrConflict) {
				t.Errorf("a person made twice: %v, want ErrConflict", err)
			}
			if n := h.Count("select version from events where id = $1", h.Event); n != version {
				t.Errorf("version %d, want %d: a batch that failed left something behind", n, version)
			}
			h.Cached = nil
			h.Must(h.Register("bob", 1)) // the connection serves on
			h.CheckReload()
		})
	}
}
