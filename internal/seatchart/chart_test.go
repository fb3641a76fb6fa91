package seatchart

import (
	"math/rand/v2"
	"strconv"
	"testing"
)

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
