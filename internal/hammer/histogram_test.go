package hammer

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

func TestBucketsAreInOrderAndNarrow(t *testing.T) {
	last := -1
	for us := int64(0); us < 1<<36; us += 1 + us/97 {
		b := bucketOf(us)
		if b < last {
			t.Fatalf("%d µs is in bucket %d, a shorter one in %d", us, b, last)
		}
		last = b
		if up := upperOf(b); up < us || float64(up) > float64(us)*1.016+1 {
			t.Fatalf("%d µs is in bucket %d, which ends at %d", us, b, up)
		}
	}
	if b := bucketOf(1 << 60); b != histogramBuckets-1 {
		t.Errorf("a very long time is in bucket %d", b)
	}
}

func TestQuantilesAgainstSorting(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var a, b, all Histogram
	var sorted []int64
	for i := range 20_000 {
		us := int64(random.ExpFloat64() * 3000)
		sorted = append(sorted, us)
		if i%2 == 0 {
			a.Record(time.Duration(us) * time.Microsecond)
		} else {
			b.Record(time.Duration(us) * time.Microsecond)
		}
	}
	all.Merge(&a)
	all.Merge(&b)
	slices.Sort(sorted)
	for _, q := range []float64{0.5, 0.9, 0.99, 0.999, 1} {
		want := float64(sorted[min(int(q*20_000), 19_999)])
		got := float64(all.Quantile(q).Microseconds())
		if got < want*0.98-2 || got > want*1.02+2 {
			t.Errorf("quantile %v is %v, sorting says %v", q, got, want)
		}
	}
	if got := all.Max().Microseconds(); got != sorted[len(sorted)-1] {
		t.Errorf("max is %d", got)
	}
	if all.Count() != 20_000 {
		t.Errorf("count is %d", all.Count())
	}
	var empty Histogram
	if empty.Quantile(0.99) != 0 || empty.Mean() != 0 {
		t.Error("an empty histogram has a quantile")
	}
}
