package stripe

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	stripe "github.com/stripe/stripe-go/v85"

	"github.com/holdfast-events/holdfast/internal/payment"
)

// charged is a PaymentIntent or a refund, as far as its fee is read.
type charged struct {
	stripe.APIResource
	Charge      *charge      `json:"latest_charge"`       // of a PaymentIntent
	Transaction *transaction `json:"balance_transaction"` // of a refund
}

type charge struct {
	Transaction *transaction `json:"balance_transaction"`
}

// carded is a PaymentIntent, as far as its card is read.
type carded struct {
	stripe.APIResource
	Charge *struct {
		Method *struct {
			Card *struct {
				Fingerprint string `json:"fingerprint"`
			} `json:"card"` // absent: it was not a card
		} `json:"payment_method_details"`
	} `json:"latest_charge"`
}

// Card reads the fingerprint of the card of a payment's charge: the same for each payment with
// that card to the account. Of a card in a wallet it may be that of the wallet.
//
// Source: docs.stripe.com/api/charges/object, payment_method_details.card.fingerprint.
func (p *Provider) Card(ctx context.Context, c payment.Charge) (string, error) {
	params := &expandParams{Expand: []*string{stripe.String("latest_charge")}}
	var got carded
	if err := p.api.call(ctx, http.MethodGet, stripe.FormatURLPath("/v1/payment_intents/%s", c.PaymentID), params, &got); err != nil {
		return "", said("look up the card", err)
	}
	if got.Charge == nil || got.Charge.Method == nil || got.Charge.Method.Card == nil {
		return "", nil
	}
	return got.Charge.Method.Card.Fingerprint, nil
}

// transaction is a balance transaction: what came into the account's balance, or left it.
type transaction struct {
	Fee      int64
	Currency string // of the balance
}

// UnmarshalJSON refuses the ID alone, which Stripe sends unless a call asks for all of it.
func (t *transaction) UnmarshalJSON(b []byte) error {
	var o struct {
		Fee      *int64 `json:"fee"`
		Currency string `json:"currency"`
	}
	if err := json.Unmarshal(b, &o); err != nil {
		return fmt.Errorf("stripe: a balance transaction: %w", err)
	}
	if o.Fee == nil || o.Currency == "" {
		return errors.New("stripe: a balance transaction without a fee")
	}
	t.Fee, t.Currency = *o.Fee, o.Currency
	return nil
}

// Fee reads the balance transaction of a payment's charge, or of a refund. There is none
// until the money is in the balance, or has left it.
//
// Source: docs.stripe.com/api/balance_transactions/object.
func (p *Provider) Fee(ctx context.Context, c payment.Charge) (payment.Money, error) {
	path, expand := stripe.FormatURLPath("/v1/payment_intents/%s", c.PaymentID), "latest_charge.balance_transaction"
	if c.RefundID != "" {
		path, expand = stripe.FormatURLPath("/v1/refunds/%s", c.RefundID), "balance_transaction"
	}
	params := &expandParams{Expand: []*string{stripe.String(expand)}}
	var got charged
	if err := p.api.call(ctx, http.MethodGet, path, params, &got); err != nil {
		return payment.Money{}, said("look up the fee", err)
	}
	t := got.Transaction
	if c.RefundID == "" && got.Charge != nil {
		t = got.Charge.Transaction
	}
	if t == nil {
		return payment.Money{}, fmt.Errorf("stripe: look up the fee: %w", payment.ErrNotYet)
	}
	fee, ok := fromStripe(t.Fee, t.Currency)
	if !ok {
		return payment.Money{}, fmt.Errorf("stripe: look up the fee: %w: an amount that %s does not have", payment.ErrUnavailable, fee.Currency)
	}
	return fee, nil
}

// expandParams are the parameters of what is read with objects that it names. The library
// refuses the Expand of its Params.
type expandParams struct {
	stripe.Params `form:"*"`
	Expand        []*string `form:"expand"`
}
