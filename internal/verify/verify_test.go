package verify_test

import (
	"fmt"
	"testing"
)

// TestHistoriesAreClean lets events live through random commands. Nothing that
// the server does by its own rules may look like a violation.
func TestHistoriesAreClean(t *testing.T) {
	for seed := range uint64(4) {
		t.Run(fmt.Sprint("seed", seed), func(t *testing.T) {
			engines(t, func(t *testing.T, url string) {
				h, _ := history(t, url, seed, 25)
				report := wantClean(t, h.store)
				c := report.Checked
				for what, n := range map[string]int64{"holds": c.Holds, "entries": c.Entries, "offers": c.Offers, "messages": c.Messages, "replies": c.Replies, "jobs": c.Jobs} {
					if n == 0 {
						t.Errorf("the history has no %s", what)
					}
				}
			})
		})
	}
}
