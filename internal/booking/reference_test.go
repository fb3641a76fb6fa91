package booking_test

import (
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// TestReference: the reference of each part of a booking's price is one of its own, found as that
// of an order is, and of no other organization.
func TestReference(t *testing.T) {
	t.Parallel()
	const name, org = "3k9q0a7c1v5m", "org_06f2w8d4xk1n"
	seen := map[string]bool{}
	for _, part := range []booking.Part{booking.DepositPart, booking.BalancePart} {
		ref := booking.Reference("bkg_"+name, part, org)
		if len(ref) != len(inventory.PlainReference("ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s")) || seen[ref] {
			t.Errorf("%s of the %s", ref, part)
		}
		seen[ref] = true
		found := inventory.References("rent, " + strings.ToLower(inventory.InFours(ref)) + " thanks")
		if len(found) != 1 {
			t.Fatalf("%s: %v", ref, found)
		}
		if got, of, ok := booking.Referenced(found[0], org); got != name || of != part || !ok {
			t.Errorf("%s is of %s of %s, %t", ref, of, got, ok)
		}
		if _, _, ok := booking.Referenced(found[0], "org_06f2w8d4xk1m"); ok {
			t.Errorf("%s is of another organization", ref)
		}
	}
	order := inventory.References(inventory.PlainReference("ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s"))
	if got, part, ok := booking.Referenced(order[0], org); ok {
		t.Errorf("an order is %s of %s", part, got)
	}
}
