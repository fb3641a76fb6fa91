package storetest

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// testLastUnit lets two servers sell the last place of an event at once.
func testLastUnit(t *testing.T, open Open) {
	const rounds, buyers = 5, 8
	servers := []*store.Store{open(t), open(t)}
	for round := range rounds {
		h := OpenEvent(t, servers[0], 1, func(s *inventory.Settings) { s.Waitlist.Disabled = true })
		var wg sync.WaitGroup
		won := make(chan string, buyers*len(servers))
		for n, s := range servers {
			wg.Go(func() {
				mine := h.Beside(s)
				for i := range buyers {
					user := fmt.Sprintf("%d-%d", n, i)
					outcomes, err := mine.Try(mine.Register(user, 1))
					if err != nil {
						t.Errorf("round %d: %v", round, err)
						return
					}
					if outcomes[0].Code == inventory.OK && outcomes[0].Status == "confirmed" {
						won <- user
					}
				}
			})
		}
		wg.Wait()
		close(won)
		if n := len(won); n != 1 {
			t.Errorf("round %d: %d buyers were told that the last place is theirs", round, n)
		}
		if n := h.Count("select count(*) from holds where event_id = $1 and state = 'confirmed'", h.Event); n != 1 {
			t.Errorf("round %d: the last place was sold %d times", round, n)
		}
	}
}

func testErrors(t *testing.T, open Open) {
	s := open(t)
	h := OpenEvent(t, s, 10, nil)
	if err := s.Organizations.CreateOrganization(t.Context(), organizations.Organization{ID: h.Org, Name: "again"}); !errors.Is(err, database.ErrConflict) {
		t.Errorf("a unique key twice: %v, want ErrConflict", err)
	}
	b := h.Begin()
	b.Cached.State.Pools[h.Pool].Held = -1
	err := h.commit(b, &inventory.Changes{EventChanged: true, Pools: []*inventory.Pool{b.Cached.State.Pools[h.Pool]}})
	if !errors.Is(err, database.ErrConstraint) {
		t.Errorf("a pool with less than nothing held: %v, want ErrConstraint", err)
	}
	h.Cached = nil
	stranger := NewFixture(t, s)
	create := stranger.CreateCommand(1, nil)
	create.Event.OrgID = "org_nobody"
	if _, err := stranger.Do(t.Context(), create); !errors.Is(err, database.ErrConstraint) {
		t.Errorf("an event of no organization: %v, want ErrConstraint", err)
	}
	// None of it stayed, and the connections are good.
	h.Must(h.Register("ann", 1))
	if _, err := s.Events.Event(t.Context(), stranger.Event); !errors.Is(err, database.ErrNotFound) {
		t.Errorf("the event of no organization: %v, want ErrNotFound", err)
	}
}
