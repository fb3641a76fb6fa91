package waitroom_test

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/waitroom"
)

// TestEstimateWait: what is said of a wait follows from the figures that are shown with it, and
// nothing is said where they do not carry it.
func TestEstimateWait(t *testing.T) {
	const hour, day = inventory.Instant(inventory.Hour), inventory.Instant(inventory.Day)
	const now = 1000 * day
	for _, c := range []struct {
		what         string
		since, ends  inventory.Instant // before and after now
		times, units int64
		ahead, wants int64
		want         waitroom.Expected // "": nobody can say
	}{
		{"ten an hour, nobody ahead", 10 * hour, 30 * day, 100, 100, 0, 1, waitroom.WithinHour},
		{"ten an hour, ten ahead", 10 * hour, 30 * day, 100, 100, 9, 1, waitroom.WithinHour},
		{"ten an hour, eleven ahead", 10 * hour, 30 * day, 100, 100, 10, 1, waitroom.SomeHours},
		{"in pairs those ahead take twice as many", 10 * hour, 30 * day, 50, 100, 6, 1, waitroom.SomeHours},
		{"who wants four waits for four", 10 * hour, 30 * day, 10, 10, 0, 4, waitroom.SomeHours},
		{"ten a day, three ahead", 10 * day, 30 * day, 100, 100, 3, 1, waitroom.SomeHours},
		{"ten a day, thirty ahead", 10 * day, 30 * day, 100, 100, 30, 1, waitroom.SomeDays},
		{"as long as there is, or a little longer", 10 * day, 3 * day, 100, 100, 35, 1, waitroom.SomeDays},
		{"much longer than there is", 10 * day, 3 * day, 100, 100, 40, 1, waitroom.NotLikely},
		{"the waitlist is over", 10 * day, 0, 100, 100, 0, 1, waitroom.NotLikely},
		{"nothing has come back yet", day, 30 * day, 0, 0, 5, 1, ""},
		{"nothing in a month, and a day is left", 30 * day, day, 0, 0, 5, 1, waitroom.NotLikely},
		{"nothing in a month, and a month is left", 30 * day, 30 * day, 0, 0, 1, 1, ""},
		{"nothing in a month, and three are ahead", 30 * day, 30 * day, 0, 0, 3, 1, waitroom.NotLikely},
		{"two say too little", 10 * day, 30 * day, 2, 2, 3, 1, ""},
		{"three are enough", 10 * day, 30 * day, 3, 3, 1, 1, waitroom.SomeDays},
		{"nobody has ever waited", now, 30 * day, 0, 0, 0, 1, ""},
	} {
		got, ok := waitroom.EstimateWait(waitroom.Returns{Since: now - c.since, Times: c.times, Units: c.units}, c.ahead, c.wants, now, now+c.ends)
		if !ok {
			got = ""
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}
