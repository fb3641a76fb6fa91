package hammer

import (
	"math/bits"
	"time"
)

// subBits is how finely a histogram divides each power of two: 64 buckets,
// so a quantile is at most 1.6% above the true one.
const (
	subBits    = 6
	subBuckets = 1 << subBits
	// histogramBuckets reach to 2^36 µs (19 hours), far past any timeout.
	histogramBuckets = (36 - subBits + 1) * subBuckets
)

// Histogram counts durations in buckets that grow with the duration. The zero
// value is empty. It is not safe for concurrent use: each connection has one,
// and they are merged at the end.
type Histogram struct {
	counts [histogramBuckets]uint32
	n      int64
	max    int64 // µs
	sum    int64 // µs
}

// bucketOf returns the bucket of a duration in µs.
func bucketOf(us int64) int {
	if us < 0 {
		us = 0
	}
	shift := bits.Len64(uint64(us)) - subBits - 1
	if shift <= 0 {
		return int(us)
	}
	return min(shift*subBuckets+int(us>>shift), histogramBuckets-1)
}

// upperOf returns the greatest duration in µs that falls into a bucket.
func upperOf(bucket int) int64 {
	shift := bucket/subBuckets - 1
	if shift <= 0 {
		return int64(bucket)
	}
	return (int64(bucket-shift*subBuckets)+1)<<shift - 1
}

// Record counts one duration.
func (h *Histogram) Record(d time.Duration) {
	us := d.Microseconds()
	h.counts[bucketOf(us)]++
	h.n++
	h.sum += us
	h.max = max(h.max, us)
}

// Merge adds what o has counted.
func (h *Histogram) Merge(o *Histogram) {
	for i, c := range o.counts {
		h.counts[i] += c
	}
	h.n += o.n
	h.sum += o.sum
	h.max = max(h.max, o.max)
}

// Count is the number of durations recorded.
func (h *Histogram) Count() int64 { return h.n }

// Max is the longest duration recorded.
func (h *Histogram) Max() time.Duration { return time.Duration(h.max) * time.Microsecond }

// Mean is the average duration, 0 when nothing was recorded.
func (h *Histogram) Mean() time.Duration {
	if h.n == 0 {
		return 0
	}
	return time.Duration(h.sum/h.n) * time.Microsecond
}

// Quantile returns a duration that the fraction q (0..1) of those recorded do
// not exceed, 0 when nothing was recorded.
func (h *Histogram) Quantile(q float64) time.Duration {
	rank := int64(q*float64(h.n) + 0.5)
	rank = min(max(rank, 1), h.n)
	var seen int64
	for i, c := range h.counts {
		seen += int64(c)
		if seen >= rank && seen > 0 {
			return time.Duration(min(upperOf(i), h.max)) * time.Microsecond
		}
	}
	return 0
}
