package store_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/storetest"
)

// BenchmarkLongWaitlist reads places, histories and pages of a waitlist, and reports
// the median and the 99th percentile in microseconds. What it reads must cost
// the same in a line of 1,000,000 as in one of 1,000.
func BenchmarkLongWaitlist(b *testing.B) {
	for name, open := range engines {
		for _, waiting := range []int64{1_000, 1_000_000} {
			b.Run(fmt.Sprintf("%s/%d", name, waiting), func(b *testing.B) {
				s := open(b)
				storetest.LongWaitlist(b, s, longEvent, waiting, 20)
				benchLine(b, s, waiting*10/9)
			})
		}
	}
}

func benchLine(b *testing.B, s *store.Store, joinNos int64) {
	r := rand.New(rand.NewPCG(1, 1))
	var sample []inventory.Entry
	for len(sample) < 500 {
		var id string
		err := s.JobsDB().QueryRowContext(b.Context(), "select id from waitlist_entries where event_id = $1 and join_no = $2",
			longEvent, 1+r.Int64N(joinNos)).Scan(&id)
		if err != nil {
			b.Fatal(err)
		}
		v := entryOnly(b, s, id)
		if v.State == inventory.EntryWaiting {
			sample = append(sample, v)
		}
	}
	pick := func() *inventory.Entry { return &sample[r.IntN(len(sample))] }
	for _, c := range []struct {
		name string
		call func() error
	}{
		{"place", func() error { _, _, err := s.Waitlist.Place(b.Context(), longEvent, pick()); return err }},
		{"history", func() error {
			_, _, err := s.Waitlist.EntryHistory(b.Context(), longEvent, pick(), events.PlaceCursor{}, 20)
			return err
		}},
		{"event", func() error { _, err := s.Events.Event(b.Context(), longEvent); return err }},
	} {
		b.Run(c.name, func(b *testing.B) {
			took := make([]time.Duration, 0, 1<<16)
			for b.Loop() {
				start := time.Now()
				if err := c.call(); err != nil {
					b.Fatal(err)
				}
				took = append(took, time.Since(start))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
		})
	}
}

// entryOnly reads an entry of a long waitlist, whose people are not written.
func entryOnly(b *testing.B, s *store.Store, id string) (e inventory.Entry) {
	e.ID = id
	err := s.JobsDB().QueryRowContext(b.Context(), `select state, tier_id, class, join_no, rank, placed_seq, left_seq from waitlist_entries
		where event_id = $1 and id = $2`, longEvent, id).Scan(&e.State, &e.Tier, &e.Class, &e.JoinNo, &e.Rank, &e.PlacedSeq, &e.LeftSeq)
	if err != nil {
		b.Fatal(err)
	}
	return e
}
