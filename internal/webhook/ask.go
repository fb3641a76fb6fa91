package webhook

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"time"

	"github.com/holdfast-events/holdfast/internal/provider"
)

// headerKey names a question: whoever answers it again answers as before.
const headerKey = "Idempotency-Key"

// ResourceConfirm is what another system is asked when somebody accepts capacity of its own.
type ResourceConfirm struct {
	ResourceID      string            `json:"resource_id"`
	Resource        string            `json:"resource" doc:"Its key."`
	OfferID         string            `json:"offer_id" doc:"The same as the Idempotency-Key: whoever is asked again answers as before."`
	EntryID         string            `json:"entry_id"`
	UserID          string            `json:"user_id" doc:"Who accepts; empty when they were erased meanwhile."`
	Name            string            `json:"name,omitempty" doc:"Of somebody who joined the waitlist by themselves, with email."`
	Email           string            `json:"email,omitempty"`
	ReleaseEventID  string            `json:"release_event_id" doc:"The capacity-released that it is of."`
	Units           int64             `json:"units"`
	Attributes      map[string]string `json:"attributes" doc:"Those of the release."`
	PaymentMethodID string            `json:"payment_method_id,omitempty" doc:"What was handed on when the offer was accepted."`
	Price           *Money            `json:"price,omitempty" doc:"Of a unit, as it was when the offer was made: what the person was shown."`
	HoldFee         *HoldFee          `json:"hold_fee,omitempty" doc:"What the person has paid for their place on the waitlist, to the organization."`
}

// Money is an amount.
type Money struct {
	Amount   int64  `json:"amount" doc:"In minor units."`
	Currency string `json:"currency"`
}

// HoldFee is what somebody has paid for a place on a waitlist.
type HoldFee struct {
	Money
	GiveBack  string `json:"give_back" enum:"always,unless_declined,unless_accepted,never" doc:"unless_accepted: it stays with the organization when you confirm, and is a part of the price. unless_declined, always: it goes back when you do."`
	PaymentID string `json:"payment_id" doc:"The payment, as the organization sees it."`
}

// Reply is how another system answered a question.
type Reply struct {
	Status int // 0: there was no answer
	// TimedOut: there was none in time.
	TimedOut bool
	Wait     time.Duration // that it asked for, provider.MaxRetryAfter at most; 0: none
	// Reason and Message are what the body of the answer says. They are not checked.
	Reason, Message string
}

// Ask sends a parcel that is answered. Its ID is the key by which the receiver knows a question
// that it has answered. The error is ours, never the receiver's.
func (s *Sender) Ask(ctx context.Context, p *Parcel) (Reply, error) {
	req, err := s.request(ctx, p)
	if errors.Is(err, errAddress) {
		return Reply{}, nil
	}
	if err != nil {
		return Reply{}, err
	}
	req.Header.Set(headerKey, p.ID)
	res, err := s.send(req)
	if err != nil { // half an answer is none
		var late net.Error
		return Reply{TimedOut: errors.As(err, &late) && late.Timeout()}, nil
	}
	reply := Reply{Status: res.status, Wait: provider.RetryAfter(res.header)}
	said := struct {
		Reason  string `json:"reason"`
		Message string `json:"message"`
	}{}
	if json.Unmarshal(res.body, &said) == nil { // where the answer is not JSON its status counts
		reply.Reason, reply.Message = said.Reason, said.Message
	}
	return reply, nil
}
