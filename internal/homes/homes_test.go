package homes

import (
	"log/slog"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

func TestMain(m *testing.M) { pgserver.Main(m, 0) }

// TestLeases: a lease is renewed while an event is busy, ends when it is not, and goes to
// another server when its own is away.
func TestLeases(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		const event = "evt_1"
		st := testdb.Open(t, url)
		now := time.Date(2030, 1, 1, 12, 0, 0, 0, time.UTC)
		server := func(name string) *Homes {
			h, err := New(Config{Store: st, Secret: []byte("secret"), Server: name, Address: name + ":1", Now: func() time.Time { return now }, Log: slog.New(slog.DiscardHandler)})
			if err != nil {
				t.Fatal(err)
			}
			return h
		}
		one, two := server("one"), server("two")
		// seen is where a server has an event written, after so many batches of it.
		seen := func(h *Homes, batches int) (address string) {
			t.Helper()
			for range batches {
				address = h.elsewhere(event)
			}
			h.asking.Wait()
			return address
		}
		is := func(what, want, got string) {
			t.Helper()
			if got != want {
				t.Errorf("%s: %q, want %q", what, got, want)
			}
		}
		shared := func(h *Homes) {
			h.Shared(event)
			h.asking.Wait()
		}
		is("an event that nobody else writes", "", seen(one, 2*busy))
		shared(one)
		shared(two)
		is("the home", "", seen(one, 1))
		is("the other server", "one:1", seen(two, 1))

		// It is busy: both know that it goes on.
		for range 5 {
			now = now.Add(5 * time.Second)
			is("the home", "", seen(one, busy))
			is("the other server", "one:1", seen(two, busy))
		}
		if n := one.Figures().Home; n != 1 {
			t.Errorf("a home of %d events", n)
		}

		// It is not: the lease ends, and is forgotten.
		now = now.Add(9 * time.Second)
		is("the home", "", seen(one, 1))
		is("the other server", "one:1", seen(two, 1))
		now = now.Add(2 * time.Second)
		is("the other server, afterwards", "", seen(two, 1))
		if len(two.leases) != 0 {
			t.Errorf("what is known of homes: %v", two.leases)
		}

		// They meet again, and the home is gone: the other one takes the event once it may.
		shared(one)
		shared(two)
		two.setAway(event, "one:1", errNotTaken)
		is("while the lease goes on", "", seen(two, busy))
		if n := two.Figures().Home; n != 0 {
			t.Errorf("a lease that goes on was taken: %d", n)
		}
		now = now.Add(11 * time.Second)
		is("once it has ended", "", seen(two, 1))
		if n := two.Figures().Home; n != 1 {
			t.Errorf("a lease that has ended was not taken")
		}
		shared(one)
		is("the first, when it is back", "two:1", seen(one, 1))

		if err := two.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
		now = now.Add(time.Second)
		three := server("three")
		shared(three)
		if n := three.Figures().Home; n != 1 {
			t.Error("a server that has stopped is still a home")
		}
	})
}
