package admission_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/holdfast-events/holdfast/internal/admission"
	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/checkins"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/storetest"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

func TestMain(m *testing.M) { pgserver.Main(m, 0) }

// open opens a store as it runs in production: every commit is on disk.
func open(t testing.TB, engine string) *store.Store {
	t.Helper()
	url := testdb.SQLite(t)
	if engine == "postgres" {
		server, err := pgserver.Start(t.Context(), pgserver.Options{Durable: true})
		pgserver.Require(t, err)
		t.Cleanup(func() {
			if err := server.Stop(); err != nil {
				t.Error(err)
			}
		})
		url = server.URL("postgres")
	}
	s := testdb.Open(t, url)
	if engine == "postgres" {
		if err := s.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func newDesk(t testing.TB, s *store.Store) *admission.Admitter {
	t.Helper()
	d, err := admission.NewAdmitter(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func wish(ticket, scan string) checkins.Entering {
	return checkins.Entering{Scan: checkin.Scan{Device: "d", ID: scan, Ticket: ticket, At: storetest.Epoch, Gate: "north"}, Version: 0}
}

// TestTogether: scans that share transactions are each answered as if alone,
// also those whose neighbour has a fault.
func TestTogether(t *testing.T) {
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			s := open(t, engine)
			h := storetest.OpenEvent(t, s, 100, nil)
			d := newDesk(t, s)
			order := h.Order("ann", 5)
			const scanners = 64
			verdicts := make([]checkin.Verdict, scanners)
			var faults atomic.Int64
			var wg sync.WaitGroup
			for n := range scanners {
				wg.Go(func() {
					scan := fmt.Sprint(n)
					if n%16 == 0 {
						scan = "same" // of four different tickets: one of them may have the name
					}
					got, err := d.CheckIn(h.Event, wish(id.TicketOf(order, int64(1+n/16%4)), scan))
					if errors.Is(err, database.ErrConflict) {
						faults.Add(1)
					} else if err != nil {
						t.Error(err)
					}
					verdicts[n] = got.Verdict
				})
			}
			wg.Wait()
			in := 0
			for _, v := range verdicts {
				if v == checkin.Admit {
					in++
				}
			}
			if in != 4 || faults.Load() > 3 {
				t.Errorf("%d came in with four tickets, %d faults: %v", in, faults.Load(), verdicts)
			}
			if got, err := d.CheckIn(h.Event, wish(id.TicketOf(order, 6), "none")); err != nil || got.Verdict != checkin.Invalid {
				t.Errorf("%+v, %v", got, err)
			}
		})
	}
}

// TestLeavesNothing: nothing runs when nobody waits.
func TestLeavesNothing(t *testing.T) {
	s := open(t, "sqlite")
	h := storetest.OpenEvent(t, s, 1, nil)
	ticket := id.TicketOf(h.Order("ann", 1), 1)
	before := goleak.IgnoreCurrent()
	if _, err := newDesk(t, s).CheckIn(h.Event, wish(ticket, "1")); err != nil {
		t.Fatal(err)
	}
	goleak.VerifyNone(t, before)
	if _, err := admission.NewAdmitter(nil); err == nil {
		t.Error("an Admitter without a store")
	}
}

// BenchmarkCheckIn is 64 scanners at the doors of one event, each with another
// ticket each time, without HTTP: reading the ticket, and letting it in.
func BenchmarkCheckIn(b *testing.B) {
	for _, engine := range []string{"sqlite", "postgres"} {
		b.Run(engine, func(b *testing.B) {
			s := open(b, engine)
			h := storetest.OpenEvent(b, s, inventory.MaxCapacity, nil)
			d := newDesk(b, s)
			tickets := sold(h, b.N)
			took := make([]time.Duration, b.N)
			var next atomic.Int64
			var wg sync.WaitGroup
			b.ResetTimer()
			for range 64 {
				wg.Go(func() {
					for {
						n := int(next.Add(1)) - 1
						if n >= b.N {
							return
						}
						start := time.Now()
						v, err := s.Tickets.TicketByID(b.Context(), tickets[n])
						if err != nil || !v.Valid {
							b.Errorf("%+v, %v", v, err)
							return
						}
						got, err := d.CheckIn(h.Event, wish(tickets[n], fmt.Sprint(n)))
						if err != nil || got.Verdict != checkin.Admit {
							b.Errorf("%+v, %v", got, err)
							return
						}
						took[n] = time.Since(start)
					}
				})
			}
			wg.Wait()
			b.StopTimer()
			slices.Sort(took)
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "scans/s")
			b.ReportMetric(float64(took[b.N*99/100].Microseconds())/1000, "p99-ms")
		})
	}
}

// sold registers n people, one ticket each.
func sold(h *storetest.Fixture, n int) []string {
	var tickets []string
	for made := 0; made < n; {
		var cmds []inventory.Command
		for ; len(cmds) < 256 && made < n; made++ {
			cmds = append(cmds, h.Register(fmt.Sprint("user", made), 1))
		}
		for _, o := range h.Must(cmds...) {
			tickets = append(tickets, id.TicketOf(o.OrderID, 1))
		}
	}
	return tickets
}
