package wire

import (
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/audience"
	"github.com/holdfast-events/holdfast/internal/httpapi"
)

// guestPage is how many people are read at a time, guestScan how many one search
// reads at most; then it answers with what it found and where to go on.
const (
	GuestPage = 250
)

// Audience checks who is wanted; at is what stands before the names of fields.
func Audience(c *httpapi.Checks, k *access.EventSummary, at string, f *audience.Filter, q string) {
	if q != "" {
		f.Words = strings.Fields(audience.Fold(c.Line(at+"q", q, 0, MaxSearch)))
	}
	if f.Standing != "" && !slices.Contains(audience.Standings, f.Standing) {
		c.Add(at+"standing", "not_allowed", "must be one of: %s", strings.Join(audience.Standings, ", "))
	}
	if f.Tier != "" && !k.HasTier(f.Tier) {
		c.Add(at+"tier_id", "unknown", "is not a tier of this event")
	}
	if f.CheckedIn != "" && f.CheckedIn != "yes" && f.CheckedIn != "no" {
		c.Add(at+"checked_in", "not_allowed", "must be yes or no")
	}
}
