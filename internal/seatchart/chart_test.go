package seatchart

import (
	"context"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/store/storetest"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// While another reader asks the database, a chart is shown that is a moment old,
// and one that nobody has looked at for longer is waited for, but not for good.
func TestOldChartIsWaitedFor(t *testing.T) {
	s := testdb.Open(t, testdb.SQLite(t))
	h := storetest.RowHall(t, s, 3, nil)
	now := time.Unix(1_800_000_000, 0)
	charts, err := New(Config{Store: s, Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	status := func(ctx context.Context, atLeast int64) string {
		doc, err := charts.Status(ctx, h.Event, atLeast, nil)
		if err != nil {
			return err.Error()
		}
		_, seats, _ := strings.Cut(string(doc.Plain.Text), `"seats":"`)
		return strings.TrimRight(seats, "\"}\n")
	}
	if got := status(t.Context(), 0); got != "aaa" {
		t.Fatalf("all are free, and shown is %q", got)
	}
	h.Must(h.Seat("ann", 1))
	reading := charts.of(h.Event).reading
	reading <- struct{}{} // another asks, and has no answer yet
	now = now.Add(stale - time.Millisecond)
	if got := status(t.Context(), 0); got != "aaa" {
		t.Errorf("a moment old: %q", got)
	}
	now = now.Add(time.Second)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for what, atLeast := range map[string]int64{"old": 0, "older than asked for": 1 << 40} {
		if got := status(ended, atLeast); got != context.Canceled.Error() {
			t.Errorf("who has gone waits for a chart that is %s: %q", what, got)
		}
	}
	if got := status(t.Context(), 0); got != "aaa" {
		t.Errorf("what there is, once it took long enough: %q", got)
	}
	time.AfterFunc(patience/10, func() { <-reading })
	if got := status(t.Context(), 0); len(got) != 3 || got[1] == Available {
		t.Errorf("once the other has read: %q", got)
	}
}

// TestChartIsSmall: 20,000 seats of which each stands by chance, which compresses
// worst, are at most 60 kB.
func TestChartIsSmall(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	seats := make([]byte, 20_000)
	for i := range seats {
		seats[i] = [...]byte{Available, Held, Sold, Blocked, Owed}[random.IntN(5)]
	}
	doc, err := encode(SeatStatus{EventID: "evt_3k9q0a7c1v5m", LedgerSeq: 1_000_000, Seats: string(seats)}, strconv.Itoa(7))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes, %d compressed", len(doc.Plain.Text), len(doc.Gzip.Text))
	if len(doc.Gzip.Text) > 60_000 {
		t.Errorf("%d bytes, compressed", len(doc.Gzip.Text))
	}
}
