package store_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/storetest"
)

const manyEvent = "evt_manypersns00"

// BenchmarkGuestSearch looks for guests of a long list by words that one, some and
// all of them have, by the index and, as before there was one, by reading on until
// enough are found. HOLDFAST_BENCH_GUESTS is how many guests there are.
func BenchmarkGuestSearch(b *testing.B) {
	guests := benchGuests(b)
	for name, open := range engines {
		b.Run(name, func(b *testing.B) {
			s := open(b)
			storetest.ManyGuests(b, s, manyEvent, guests)
			begun := time.Now()
			storetest.IndexGuests(b, s, 1)
			b.Logf("%d guests indexed in %v", guests, time.Since(begun))
			r := rand.New(rand.NewPCG(1, 1))
			one := func() []string { return []string{fmt.Sprintf("guest%d@", 1+r.Int64N(guests))} }
			for _, c := range []struct {
				name  string
				words func() []string
			}{
				{"one", one},
				{"some", func() []string { return []string{"anna", "mull"} }},
				{"all", func() []string { return []string{"example.com"} }},
				{"none", func() []string { return []string{"zzyzx"} }},
			} {
				b.Run("index/"+c.name, func(b *testing.B) {
					percentiles(b, func() error {
						ids, _, _, err := s.People.FindGuests(b.Context(), manyEvent, c.words(), "", 100)
						if err == nil {
							_, err = s.People.GuestsByID(b.Context(), manyEvent, ids)
						}
						return err
					})
				})
			}
			b.Run("reading/one", func(b *testing.B) {
				percentiles(b, func() error { return readOn(b, s, one()[0]) })
			})
		})
	}
}

// benchGuests is how many guests the event of a benchmark has.
func benchGuests(b *testing.B) int64 {
	b.Helper()
	text := os.Getenv("HOLDFAST_BENCH_GUESTS")
	if text == "" {
		return 200_000
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		b.Fatal(err)
	}
	return n
}

// readOn goes through the guest list until somebody's address has a word.
func readOn(b *testing.B, s *store.Store, word string) error {
	for before := ""; ; {
		page, err := s.People.Guests(b.Context(), manyEvent, before, 250)
		if err != nil || len(page) == 0 {
			return err
		}
		for i := range page {
			if strings.Contains(page[i].Person.Profile.Email, word) {
				return nil
			}
			before = page[i].Person.ID
		}
	}
}

// percentiles reports the median and the 99th percentile of a call.
func percentiles(b *testing.B, call func() error) {
	var took []time.Duration
	for b.Loop() {
		begun := time.Now()
		if err := call(); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(begun))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
}
