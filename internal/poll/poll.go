// Package poll has tests wait for what happens in the background, or in another process.
package poll

import (
	"testing"
	"time"
)

// Until asks until the answer is yes, for as long as a busy machine may take.
func Until(t testing.TB, what string, ok func() bool) {
	t.Helper()
	Within(t, 90*time.Second, what, ok)
}

// Within asks until the answer is yes, for so long; then the test fails and says what was not so.
func Within(t testing.TB, d time.Duration, what string, ok func() bool) {
	t.Helper()
	look := time.NewTicker(10 * time.Millisecond)
	defer look.Stop()
	for end := time.Now().Add(d); !ok(); <-look.C {
		if time.Now().After(end) {
			t.Fatalf("not within %s: %s", d, what)
		}
	}
}
