package paypal

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"path"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/payment"
)

// Tolerance is how old a transmission may be. PayPal repeats one for three days
// under its first time; that the same one comes twice is harmless by its id.
const Tolerance = 4 * 24 * time.Hour

// earliest is how far ahead of ours PayPal's clock may be.
const earliest = 5 * time.Minute

// event is a notification as far as it is read. Its resource is an order, a
// capture or a refund.
type event struct {
	ID       string    `json:"id"`
	Type     string    `json:"event_type"`
	Created  time.Time `json:"create_time"`
	Resource resource  `json:"resource"`
}

type resource struct {
	ID       string `json:"id"`
	Amount   amount `json:"amount"`
	CustomID string `json:"custom_id"`
	Units    []struct {
		CustomID string `json:"custom_id"`
		Amount   amount `json:"amount"`
	} `json:"purchase_units"`
	Related struct {
		IDs struct {
			OrderID string `json:"order_id"`
		} `json:"related_ids"`
	} `json:"supplementary_data"`
	Links []link `json:"links"`
	dispute
}

// captureID is the capture that a refund or a reversal is of: the last part of
// the address one level up; "" if it is of something else, such as a sale.
func (r *resource) captureID() string {
	for _, l := range r.Links {
		if l.Rel == "up" && path.Base(path.Dir(l.Href)) == "captures" {
			return path.Base(l.Href)
		}
	}
	return ""
}

// Verify asks PayPal whether a notification is its own.
func (p *Provider) Verify(ctx context.Context, h http.Header, body []byte) (payment.Fact, error) {
	sent, err := time.Parse(time.RFC3339, h.Get("Paypal-Transmission-Time"))
	if err != nil || h.Get("Paypal-Transmission-Sig") == "" || !json.Valid(body) {
		return payment.Fact{}, payment.ErrSignature
	}
	if age := p.cfg.Now().Sub(sent); age > Tolerance || age < -earliest {
		return payment.Fact{}, payment.ErrStale
	}
	if err := p.ask(ctx, h, body); err != nil {
		return payment.Fact{}, err
	}
	var e event
	if err := json.Unmarshal(body, &e); err != nil || e.ID == "" {
		return payment.Fact{}, payment.ErrMalformed
	}
	return e.fact()
}

// ask sends the notification back. The body is put in as it came: PayPal signs
// bytes, and an encoder of ours would write them differently.
func (p *Provider) ask(ctx context.Context, h http.Header, body []byte) error {
	head, err := json.Marshal(map[string]string{
		"auth_algo": h.Get("Paypal-Auth-Algo"), "cert_url": h.Get("Paypal-Cert-Url"),
		"transmission_id": h.Get("Paypal-Transmission-Id"), "transmission_sig": h.Get("Paypal-Transmission-Sig"),
		"transmission_time": h.Get("Paypal-Transmission-Time"), "webhook_id": p.cfg.WebhookID,
	})
	if err != nil {
		return err
	}
	question := bytes.NewBuffer(head[:len(head)-1])
	question.WriteString(`,"webhook_event":`)
	question.Write(body)
	question.WriteByte('}')
	var answer struct {
		Status string `json:"verification_status"`
	}
	err = p.send(ctx, http.MethodPost, "/v1/notifications/verify-webhook-signature", "", question.Bytes(), &answer)
	switch {
	case errors.Is(err, payment.ErrRejected), errors.Is(err, payment.ErrUnknown):
		return payment.ErrSignature // headers that PayPal cannot read are not PayPal's
	case err != nil:
		return fmt.Errorf("paypal: verify a webhook: %w", err)
	case answer.Status != "SUCCESS":
		return payment.ErrSignature
	}
	return nil
}

// kinds are the events that say something about money.
var kinds = map[string]payment.Kind{
	"CHECKOUT.ORDER.APPROVED":            payment.Approved,
	"CHECKOUT.PAYMENT-APPROVAL.REVERSED": payment.Expired,
	"PAYMENT.CAPTURE.COMPLETED":          payment.Captured,
	"PAYMENT.CAPTURE.PENDING":            payment.Pending,
	"PAYMENT.CAPTURE.DENIED":             payment.Failed,
	"PAYMENT.CAPTURE.DECLINED":           payment.Failed,
	"PAYMENT.CAPTURE.REFUNDED":           payment.Refunded,
	"PAYMENT.REFUND.FAILED":              payment.RefundFailed,
	"PAYMENT.CAPTURE.REVERSED":           payment.Reversed,
	"CUSTOMER.DISPUTE.CREATED":           payment.Disputed,
	"CUSTOMER.DISPUTE.RESOLVED":          payment.DisputeLost, // or won: the outcome says which
}

// Events returns the types of events that an endpoint has to be subscribed to.
func Events() []string { return slices.Sorted(maps.Keys(kinds)) }

// fact is what an event reports. Others may sell with the same account: what they capture
// has no reference of ours, and money of theirs that goes back may be of no capture at all.
func (e *event) fact() (payment.Fact, error) {
	kind, known := kinds[e.Type]
	if !known {
		return payment.Fact{}, payment.ErrIgnored
	}
	r := &e.Resource
	f := payment.Fact{EventID: e.ID, Kind: kind, At: e.Created.UTC(), Reference: r.CustomID}
	money := r.Amount
	switch kind {
	case payment.Approved, payment.Expired:
		f.CheckoutID = r.ID
		if len(r.Units) > 0 {
			f.Reference, money = r.Units[0].CustomID, r.Units[0].Amount
		}
		if money.Value == "" { // the reversal of an approval names no amount
			return f, nil
		}
	case payment.Disputed, payment.DisputeLost:
		return r.dispute.fact(f)
	case payment.Refunded, payment.RefundFailed, payment.Reversed:
		f.RefundID, f.RefundRef, f.Reference = r.ID, r.CustomID, ""
		if f.PaymentID = r.captureID(); f.PaymentID == "" {
			return payment.Fact{}, payment.ErrForeign
		}
	default:
		if f.Reference == "" && r.Related.IDs.OrderID == "" {
			return payment.Fact{}, payment.ErrForeign
		}
		f.CheckoutID, f.PaymentID = r.Related.IDs.OrderID, r.ID
	}
	var err error
	if f.Amount, err = money.money(); err != nil || f.PaymentID == "" && kind != payment.Approved {
		return payment.Fact{}, payment.ErrMalformed
	}
	return f, nil
}
