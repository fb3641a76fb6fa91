package paypal

import (
	"context"
	"fmt"
	"net/http"
	"net/url"

	"github.com/holdfast-events/holdfast/internal/payment"
)

// breakdown says what of a capture PayPal has kept, or what it gave back with a refund.
type breakdown struct {
	Fee *amount `json:"paypal_fee"`
}

// Fee reads the breakdown of a capture or of a refund. There is none while it is pending.
// What a refund says is its fee is what PayPal gives back of the one for the capture.
//
// Source: developer.paypal.com/docs/api/payments/v2, seller_receivable_breakdown and
// seller_payable_breakdown.
func (p *Provider) Fee(ctx context.Context, c payment.Charge) (payment.Money, error) {
	path := "/v2/payments/captures/" + url.PathEscape(c.PaymentID)
	if c.RefundID != "" {
		path = "/v2/payments/refunds/" + url.PathEscape(c.RefundID)
	}
	var got struct {
		Captured *breakdown `json:"seller_receivable_breakdown"`
		Refunded *breakdown `json:"seller_payable_breakdown"`
	}
	if err := p.call(ctx, http.MethodGet, path, "", nil, &got); err != nil {
		return payment.Money{}, fmt.Errorf("paypal: look up the fee: %w", err)
	}
	parts := got.Captured
	if c.RefundID != "" {
		parts = got.Refunded
	}
	switch {
	case parts == nil:
		return payment.Money{}, fmt.Errorf("paypal: look up the fee: %w", payment.ErrNotYet)
	case parts.Fee == nil:
		return payment.Money{Currency: c.Currency}, nil
	}
	fee, err := parts.Fee.money()
	if err != nil {
		return payment.Money{}, fmt.Errorf("paypal: look up the fee: %w: %w", payment.ErrUnavailable, err)
	}
	if c.RefundID != "" {
		fee.Minor = -fee.Minor
	}
	return fee, nil
}

// Card returns the payer's account at PayPal. Of a card that was typed on PayPal's page without
// an account nothing is told that is the same the next time.
//
// Source: developer.paypal.com/docs/api/orders/v2, payment_source.paypal.account_id.
func (p *Provider) Card(ctx context.Context, c payment.Charge) (string, error) {
	if c.CheckoutID == "" {
		return "", nil
	}
	var o struct {
		Source struct {
			PayPal struct {
				Account string `json:"account_id"`
			} `json:"paypal"` // absent: a card was typed
		} `json:"payment_source"`
	}
	if err := p.call(ctx, http.MethodGet, "/v2/checkout/orders/"+url.PathEscape(c.CheckoutID), "", nil, &o); err != nil {
		return "", fmt.Errorf("paypal: look up the payer: %w", err)
	}
	return o.Source.PayPal.Account, nil
}
