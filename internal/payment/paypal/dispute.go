package paypal

import (
	"github.com/holdfast-events/holdfast/internal/payment"
)

// dispute is a dispute as far as it is read. PayPal holds the disputed amount from the
// moment that a buyer opens one.
//
// Source: developer.paypal.com/docs/disputes/webhooks, /api/customer-disputes/v1.
type dispute struct {
	DisputeID    string `json:"dispute_id"`
	Disputed     amount `json:"dispute_amount"`
	Transactions []struct {
		ID string `json:"seller_transaction_id"` // the capture
	} `json:"disputed_transactions"`
	Outcome struct {
		Code     string `json:"outcome_code"`
		Refunded amount `json:"amount_refunded"`
	} `json:"dispute_outcome"`
}

// buyerKeeps are the outcomes after which the buyer has money of the seller. After
// all others the seller keeps it: RESOLVED_WITH_PAYOUT is paid by PayPal itself.
var buyerKeeps = map[string]bool{"RESOLVED_BUYER_FAVOUR": true, "ACCEPTED": true}

// fact completes what is reported of a dispute. One that is about several captures
// names its whole amount only, and is reported of the first of them.
func (d *dispute) fact(f payment.Fact) (payment.Fact, error) {
	switch {
	case d.DisputeID == "":
		return payment.Fact{}, payment.ErrMalformed
	case len(d.Transactions) == 0 || d.Transactions[0].ID == "": // of no capture
		return payment.Fact{}, payment.ErrForeign
	}
	f.RefundID, f.PaymentID, f.Reference = d.DisputeID, d.Transactions[0].ID, ""
	back := d.Disputed
	if f.Kind == payment.DisputeLost {
		switch {
		case !buyerKeeps[d.Outcome.Code]:
			f.Kind = payment.DisputeWon
		case d.Outcome.Refunded.Value != "":
			back = d.Outcome.Refunded
		}
	}
	var err error
	if f.Amount, err = back.money(); err == nil && f.Kind == payment.DisputeLost && f.Amount.Minor == 0 {
		// Lost, and the buyer gets nothing of it.
		f.Kind = payment.DisputeWon
		f.Amount, err = d.Disputed.money()
	}
	if err != nil {
		return payment.Fact{}, payment.ErrMalformed
	}
	return f, nil
}
