package public

import (
	"fmt"
	"math"
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// TestInterests: what was booked a year ago weighs half, and of several reasons the one that
// weighs most is told.
func TestInterests(t *testing.T) {
	t.Parallel()
	const now = inventory.Instant(1_800_000_000_000_000)
	ago := func(days int64) inventory.Instant { return now - inventory.Instant(days*int64(inventory.Day)) }
	brief := func(id, org, category string, starts inventory.Instant, performers ...string) *events.Brief {
		return &events.Brief{EventID: id, Title: "Title of " + id, OrgID: org, OrgName: "Name of " + org, StartsAt: starts, Labels: events.Labels{Category: category, Performers: performers}}
	}
	in := interestsOf([]*events.Brief{
		brief("old", "org_a", "music", ago(730), "Nina  OKOYE"),
		brief("last", "org_a", "music", ago(365)),
		brief("soon", "org_b", "film", now+inventory.Instant(inventory.Day)),
	}, now)
	for _, c := range []struct {
		b    *events.Brief
		want float64
		why  string
	}{
		{brief("x", "org_x", "", now), 0, ""},
		{brief("x", "org_x", "music", now), 0.75, "category music last"},
		{brief("x", "org_x", "film", now), 1, "category film soon"},
		{brief("x", "org_x", "", now, "nina okoye"), 0.75, "performer Nina  OKOYE old"},
		{brief("x", "org_a", "music", now, "Nina Okoye"), 0.75 + 1.5 + 0.75, "organizer Name of org_a last"},
	} {
		score, why := in.score(c.b)
		told := ""
		if why != nil {
			told = why.reason.Kind + " " + why.reason.Name + " " + why.reason.Event.ID
		}
		if math.Abs(score-c.want) > 1e-9 || told != c.why {
			t.Errorf("%+v: %f, %q; want %f, %q", c.b, score, told, c.want, c.why)
		}
	}
	var many []*events.Brief
	for i := range 2 * mostOfKind {
		many = append(many, brief(fmt.Sprint(i), fmt.Sprint("org_", i), "", ago(int64(i))))
	}
	if list := interestsOf(many, now).strongest(forOrganizer); len(list) != mostOfKind || list[0].key != "org_0" {
		t.Errorf("the strongest are %+v", list)
	}
}
