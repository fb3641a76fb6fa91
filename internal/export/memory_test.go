package export_test

import (
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/export"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// mostMemory is what an export may need beyond an idle process, however many
// rows it has.
const mostMemory = 200 << 20

// TestMemory exports a long guest list and looks how much memory is in use
// meanwhile. HOLDFAST_EXPORT_GUESTS says how long it is.
func TestMemory(t *testing.T) {
	guests := seed.Count(t, "HOLDFAST_EXPORT_GUESTS", 3000)
	f := newFixtureOf(t, testdb.SQLite(t), int64(guests))
	const batch = 500
	for from := 0; from < guests; from += batch {
		var commands []inventory.Command
		for n := from; n < min(from+batch, guests); n++ {
			commands = append(commands, inventory.Register{Who: inventory.Who{Actor: "public"}, OrderID: f.ids.In(id.Order, f.event), Party: inventory.Party{
				UserID: fmt.Sprint("u", n), Tier: f.tier, Units: 1, Guests: "[]", PersonID: f.ids.In(id.Person, f.event), EntryID: f.ids.In(id.Entry, f.event),
				Profile: inventory.Profile{Email: fmt.Sprintf("guest%d@example.org", n), Name: fmt.Sprint("Guest number ", n)},
			}})
		}
		f.write(nil, commands...)
	}
	for _, format := range []export.Format{export.CSV, export.XLSX} {
		runtime.GC()
		idle, peak := inUse(), uint64(0)
		stop := make(chan struct{})
		var watching sync.WaitGroup
		watching.Go(func() {
			tick := time.NewTicker(5 * time.Millisecond)
			defer tick.Stop()
			for {
				select {
				case <-stop:
					return
				case <-tick.C:
					peak = max(peak, inUse())
				}
			}
		})
		e := f.ask(export.Guests, format)
		start := time.Now()
		f.must(f.maker.Make(t.Context(), e.ID))
		took := time.Since(start)
		close(stop)
		watching.Wait()
		peak = max(peak, inUse())
		if done := f.now(e); done.Rows != int64(guests) {
			t.Errorf("%s: %d rows of %d", format, done.Rows, guests)
		}
		above := int64(peak) - int64(idle)
		t.Logf("%s: %d guests in %s, %d MB above %d MB", format, guests, took.Round(time.Millisecond), above>>20, idle>>20)
		if above > mostMemory {
			t.Errorf("%s: %d MB above idle", format, above>>20)
		}
	}
}

// inUse is the memory that the process holds of the system's.
func inUse() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Sys - m.HeapReleased
}
