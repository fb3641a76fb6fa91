package booking_test

import (
	"fmt"
	"testing"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// TestPaidAtOnce: which dates an amount is for, in words: a is asked for, l has lapsed, o is over, n was
// never asked for.
func TestPaidAtOnce(t *testing.T) {
	t.Parallel()
	standings := map[byte]booking.Standing{'n': booking.NotAsked, 'a': booking.Asked, 'l': booking.Late, 'o': booking.Over}
	for _, c := range []struct {
		dates  string // each costs 10, but for the third, which costs 15
		amount int64
		want   string
	}{
		{"aaa", 35, "[0 1 2] 35"},
		{"aaa", 34, "[0 1 2] 35"},
		{"aaa", 36, "[0 1 2] 35"},
		{"ala", 25, "[0 2] 25"},
		{"ala", 35, "[0 1 2] 35"},
		{"ala", 26, "[0 2] 25"},
		{"ala", 40, "[0 1 2] 35"},
		{"ala", 10, "[0 2] 25"},
		{"aoa", 25, "[0 2] 25"},
		{"aoa", 35, "[0 1 2] 35"},
		{"aoa", 30, "[0 2] 25"},
		{"loa", 15, "[2] 15"},
		{"loa", 25, "[0 2] 25"},
		{"loa", 35, "[0 1 2] 35"},
		{"lll", 35, "[0 1 2] 35"},
		{"lll", 10, "[0 1 2] 35"},
		{"lno", 10, "[0] 10"},
		{"lno", 25, "[0 2] 25"},
		{"ooo", 35, "[] 0"},
		{"nnn", 35, "[] 0"},
		{"ano", 10, "[0] 10"},
		{"", 10, "[] 0"},
	} {
		var dates []booking.DatePart
		for i := range len(c.dates) {
			d := booking.DatePart{Amount: 10, Standing: standings[c.dates[i]]}
			if i == 2 {
				d.Amount = 15
			}
			dates = append(dates, d)
		}
		of, total := booking.PaidAtOnce(dates, c.amount)
		if got := fmt.Sprint(of, " ", total); got != c.want {
			t.Errorf("%d for %s: %s, want %s", c.amount, c.dates, got, c.want)
		}
	}
}

// TestReferencesOfDates: the reference of several dates is never that of one of them, or of another part.
func TestReferencesOfDates(t *testing.T) {
	t.Parallel()
	const org, series, other = "org_06f2w8d4xk1n", "bks_3k9q0a7c1v5m", "org_06f2w8d4xk1m"
	seen := map[string]bool{}
	for _, part := range []booking.Part{booking.DepositPart, booking.BalancePart} {
		text := booking.DatesReference(series, part, org)
		seen[text], seen[booking.Reference(series, part, org)] = true, true
		found := inventory.References("for " + text)
		if len(found) != 1 {
			t.Fatalf("%s: %v", text, found)
		}
		if name, of, ok := booking.ReferencedDates(found[0], org); !ok || "bks_"+name != series || of != part {
			t.Errorf("%s is of %s %s", text, name, of)
		}
		if _, _, ok := booking.Referenced(found[0], org); ok {
			t.Errorf("%s is of one date", text)
		}
		if _, _, ok := booking.ReferencedDates(found[0], other); ok {
			t.Errorf("%s is of another organization", text)
		}
	}
	if len(seen) != 4 {
		t.Errorf("%v", seen)
	}
}
