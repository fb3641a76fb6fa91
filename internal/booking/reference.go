package booking

import (
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// The reference of a part of a booking's price is a creditor reference (ISO 11649) as long as that
// of an order. Its own characters are what names the booking, a letter for the part, and the end
// of what names the organization.
const (
	referenceName  = 12 // of the booking
	referenceOwner = 7  // of the organization
	referenceTail  = referenceName + 4
)

// letters stand for the parts in references, and together for those of several dates at once.
var (
	letters  = map[Part]string{DepositPart: "d", BalancePart: "b"}
	together = map[Part]string{DepositPart: "t", BalancePart: "r"}
)

// Reference is what whoever pays a part of a booking's price by bank transfer writes on it,
// without spaces. booking and org are ids.
func Reference(booking string, part Part, org string) string {
	return inventory.Creditor(last(booking, referenceName) + letters[part] + last(org, referenceOwner))
}

// DatesReference is Reference of what is to be paid of that part for all dates of a series, of which
// series is the id.
func DatesReference(series string, part Part, org string) string {
	return inventory.Creditor(last(series, referenceName) + together[part] + last(org, referenceOwner))
}

// Referenced reverses Reference: what names the booking, in lower case, and the part. ok is false
// for what cannot be the reference of a booking of the organization.
func Referenced(r inventory.ReferencedOrder, org string) (name string, part Part, ok bool) {
	return referenced(r, org, letters)
}

// ReferencedDates reverses DatesReference, as Referenced does: name is that of the series.
func ReferencedDates(r inventory.ReferencedOrder, org string) (name string, part Part, ok bool) {
	return referenced(r, org, together)
}

func referenced(r inventory.ReferencedOrder, org string, by map[Part]string) (name string, part Part, ok bool) {
	own := r.Tail + r.Mark
	if len(own) != referenceTail+4 || !strings.HasSuffix(org, own[referenceName+1:]) {
		return "", "", false
	}
	for part, letter := range by {
		if own[referenceName:referenceName+1] == letter {
			return own[:referenceName], part, true
		}
	}
	return "", "", false
}

func last(text string, n int) string { return text[max(0, len(text)-n):] }
