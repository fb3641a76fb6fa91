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

// letters stand for the parts in references.
var letters = map[Part]string{DepositPart: "d", BalancePart: "b"}

// Reference is what whoever pays a part of a booking's price by bank transfer writes on it,
// without spaces. booking and org are ids.
func Reference(booking string, part Part, org string) string {
	return inventory.Creditor(last(booking, referenceName) + letters[part] + last(org, referenceOwner))
}

// Referenced reverses Reference: what names the booking, in lower case, and the part. ok is false
// for what cannot be the reference of a booking of the organization.
func Referenced(r inventory.ReferencedOrder, org string) (name string, part Part, ok bool) {
	own := r.Tail + r.Mark
	if len(own) != referenceTail+4 || !strings.HasSuffix(org, own[referenceName+1:]) {
		return "", "", false
	}
	for part, letter := range letters {
		if own[referenceName:referenceName+1] == letter {
			return own[:referenceName], part, true
		}
	}
	return "", "", false
}

func last(text string, n int) string { return text[max(0, len(text)-n):] }
