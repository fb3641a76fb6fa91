package streams

import (
	"fmt"
	"testing"
)

// TestBrowsersComeBackAtDifferentTimes: streams that break together are told different
// times to come back at, none of them at once.
func TestBrowsersComeBackAtDifferentTimes(t *testing.T) {
	t.Parallel()
	times := map[int]bool{}
	for range 100 {
		var millis int
		if _, err := fmt.Sscanf(string(streamBegin()), "retry: %d\n\n", &millis); err != nil || millis < 2000 || millis >= 4000 {
			t.Fatalf("%q: %v", streamBegin(), err)
		}
		times[millis] = true
	}
	if len(times) < 50 {
		t.Errorf("100 streams come back at %d different times", len(times))
	}
}
