package paying

import "github.com/holdfast-events/holdfast/internal/httpapi"

// MaxReference is the maximum length of the reference of a manual payment, in characters.
const MaxReference = 140

// ManualPayment is a payment by bank transfer or in cash.
type ManualPayment struct {
	Reference string `json:"reference" minLength:"1" maxLength:"140" doc:"The text of the transfer or the number of the receipt. The same reference for the same order, place or part of a booking is the same payment." example:"Receipt 2027-0142"`
	Amount    int64  `json:"amount,omitempty" minimum:"1" doc:"In minor units. Default: what is to be paid; any other amount is refused."`
}

// ManualRefund is a refund that a person has made.
type ManualRefund struct {
	Reference string `json:"reference" minLength:"1" maxLength:"140" doc:"A text to find it by." example:"Transfer of 3 May"`
}

// OtherwiseRefund is a refund that was paid by other means than its payment provider.
type OtherwiseRefund struct {
	Reference string `json:"reference" minLength:"1" maxLength:"140" doc:"A text to find it by." example:"Transfer of 3 May"`
	PaidOn    string `json:"paid_on" format:"date" doc:"The day on which it was paid: not before the refund was owed, and not after today." example:"2027-05-03"`
}

// Reference reads the reference of a manual payment or refund, which it has to have.
func Reference(said string) (string, error) {
	var check httpapi.Checks
	note := check.Line("reference", said, 1, MaxReference)
	return note, check.Err()
}
