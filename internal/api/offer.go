package api

import (
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// Offer is a place kept for the person at the head of the waitlist.
type Offer struct {
	ID             string     `json:"id" example:"off_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	EventID        string     `json:"event_id"`
	Status         string     `json:"status" enum:"open,accepted,declined,expired,revoked"`
	EntryID        string     `json:"entry_id"`
	OrderID        string     `json:"order_id" doc:"The hold that keeps the place, and the order once it is accepted."`
	OpenedAt       time.Time  `json:"opened_at"`
	WindowStartsAt time.Time  `json:"window_starts_at" doc:"Later than opened_at when quiet hours delay it."`
	ExpiresAt      time.Time  `json:"expires_at" doc:"The first moment at which it can no longer be claimed."`
	EndedAt        *time.Time `json:"ended_at,omitempty"`
	Extensions     int64      `json:"extensions"`
	RuleVersion    int64      `json:"rule_version" doc:"The fairness rules that made it."`
}

func offerOf(event string, o *inventory.Offer) *Offer {
	return &Offer{
		ID: o.ID, EventID: event, Status: string(o.State), EntryID: o.EntryID, OrderID: o.OrderID,
		OpenedAt: o.OpenedAt.Time(), WindowStartsAt: o.WindowStartsAt.Time(), ExpiresAt: o.ExpiresAt.Time(),
		EndedAt: timePtr(o.EndedAt), Extensions: o.Extensions, RuleVersion: o.RuleVersion,
	}
}

// offer finds the offer in the path and asks for access to it.
func (s *server) offer(c *Call) (*card, *store.RegistrationView, error) {
	offer := c.Param("offer_id")
	k, err := c.eventOf(offer, id.Offer)
	if err != nil {
		return nil, nil, err
	}
	v, err := s.store.Registrations.OfferByID(c.Context(), offer)
	if err != nil {
		return nil, nil, err
	}
	return k, v, c.allowed(k, v.Person.ID)
}

func (s *server) getOffer(c *Call, _ *None) (*Offer, error) {
	k, v, err := s.offer(c)
	if err != nil {
		return nil, err
	}
	return offerOf(k.EventID, v.Offer), nil
}

func (s *server) acceptOffer(c *Call, _ *None) (*Standing, error) {
	k, v, err := s.offer(c)
	if err != nil {
		return nil, err
	}
	reply, err := c.submit(k.EventID, inventory.Accept{Who: c.who(), OfferID: v.Offer.ID}, nil)
	if err != nil {
		return nil, err
	}
	out := &Standing{
		Status: stateOr(reply.Status, string(inventory.HoldConfirmed)), OrderID: v.Offer.OrderID, EntryID: v.Offer.EntryID,
		OfferID: v.Offer.ID, Units: v.Entry.Units, LedgerSeq: reply.Seq,
		ExpiresAt: timePtr(reply.ExpiresAt), Total: reply.Total, Currency: reply.Currency,
	}
	if out.Status == "pending" && out.Total > 0 {
		out.PaymentURL = s.links.BearerURL(out.OrderID, reply.ExpiresAt.Time())
	}
	return out, nil
}

func (s *server) declineOffer(c *Call, _ *None) (*Ended, error) {
	k, v, err := s.offer(c)
	if err != nil {
		return nil, err
	}
	reply, err := c.submit(k.EventID, inventory.Decline{Who: c.who(), OfferID: v.Offer.ID}, nil)
	if err != nil {
		return nil, err
	}
	return &Ended{Status: stateOr(reply.Status, string(inventory.OfferDeclined)), LedgerSeq: reply.Seq}, nil
}

// Extension is the body that extends an offer.
type Extension struct {
	Until   *time.Time `json:"until,omitempty" doc:"The new end. Either this or by_seconds."`
	Seconds *int64     `json:"by_seconds,omitempty" minimum:"1" maximum:"2592000" doc:"How much longer."`
}

// Extended is an offer after it was extended.
type Extended struct {
	Offer     *Offer `json:"offer"`
	LedgerSeq int64  `json:"ledger_seq"`
}

func (s *server) extendOffer(c *Call, in *Extension) (*Extended, error) {
	k, v, err := s.offer(c)
	if err != nil {
		return nil, err
	}
	var check checks
	cmd := inventory.Extend{Who: c.who(), OfferID: v.Offer.ID}
	switch {
	case (in.Until == nil) == (in.Seconds == nil):
		check.add("until", "required", "or by_seconds must be given, and only one of them")
	case in.Until != nil:
		cmd.Until = check.moment("until", *in.Until)
	default:
		cmd.By = inventory.Micros(*in.Seconds) * inventory.Second
	}
	if err := check.err(); err != nil {
		return nil, err
	}
	reply, err := c.submit(k.EventID, cmd, nil)
	if err != nil {
		return nil, err
	}
	if v, err = s.store.Registrations.OfferByID(c.Context(), v.Offer.ID); err != nil {
		return nil, err
	}
	return &Extended{Offer: offerOf(k.EventID, v.Offer), LedgerSeq: reply.Seq}, nil
}
