package discovery

import "testing"

// A band ends at 1, 2 or 5 times a power of ten, and the amount behind its end is in the next.
func TestBands(t *testing.T) {
	t.Parallel()
	for n, top := range []int64{100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000} {
		if band(top) != n || band(top+1) != n+1 {
			t.Errorf("%d is in band %d, and one more in %d; want %d", top, band(top), band(top+1), n)
		}
	}
	if n := band(2_000_000_000_000); n > 40 {
		t.Errorf("the dearest ticket is in band %d: so many words would a search have", n)
	}
}
