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

	"github.com/holdfast-events/holdfast/internal/audience"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/storetest"
)

const manyEvent = "evt_manypersns00"

// pageOfGuests is how many guests a page of the list has, unless it is told otherwise.
const pageOfGuests = 50

// BenchmarkGuestSearch looks for guests of a long list by words that one, some, all and
// none of them have, reads pages as the guest list does, and says how many times faster
// the median is than reading on until somebody is found, as before there was an index.
// HOLDFAST_BENCH_GUESTS is how many guests there are.
func BenchmarkGuestSearch(b *testing.B) {
	guests := benchGuests(b)
	for name, open := range engines {
		b.Run(name, func(b *testing.B) {
			s := open(b)
			storetest.ManyGuests(b, s, manyEvent, guests)
			r := rand.New(rand.NewPCG(1, 1))
			one := func() []string { return []string{fmt.Sprintf("guest%d@", 1+r.Int64N(guests))} }
			find := func(words []string) error {
				before := ""
				_, _, err := audience.Find(b.Context(), s, manyEvent, &audience.Filter{Words: words}, &before, pageOfGuests)
				return err
			}
			var reading time.Duration
			b.Run("reading on/one", func(b *testing.B) {
				reading = percentiles(b, 0, func() error { return readOn(b, s, fmt.Sprintf("guest%d@", guests/2)) })
			})
			b.Run("not indexed/none", func(b *testing.B) {
				percentiles(b, reading, func() error { return find([]string{"zzyzx"}) })
			})
			begun := time.Now()
			storetest.IndexGuests(b, s, 1)
			b.Logf("%d guests indexed in %v", guests, time.Since(begun))
			for _, c := range []struct {
				name  string
				words func() []string
			}{
				{"list", func() []string { return nil }},
				{"one", one},
				{"some", func() []string { return []string{"anna", "mull"} }},
				{"all", func() []string { return []string{"example.com"} }},
				{"none", func() []string { return []string{"zzyzx"} }},
			} {
				b.Run("page/"+c.name, func(b *testing.B) {
					percentiles(b, reading, func() error { return find(c.words()) })
				})
			}
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

// percentiles reports the median and the 99th percentile of a call, and, unless baseline
// is 0, how many times as long that is as the median, which it returns.
func percentiles(b *testing.B, baseline time.Duration, call func() error) time.Duration {
	b.Helper()
	var took []time.Duration
	for b.Loop() {
		begun := time.Now()
		if err := call(); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(begun))
	}
	slices.Sort(took)
	median := took[len(took)/2]
	b.ReportMetric(float64(median.Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
	if baseline > 0 {
		b.ReportMetric(float64(baseline)/float64(median), "times-faster")
	}
	return median
}
