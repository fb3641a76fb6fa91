package api

import (
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// Order is a claim on places. A registration is an order that costs nothing.
type Order struct {
	ID        string     `json:"id" example:"ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	EventID   string     `json:"event_id"`
	Status    string     `json:"status" enum:"held,confirmed,released"`
	Reason    string     `json:"reason" doc:"Of the last change." example:"registered"`
	TierID    string     `json:"tier_id"`
	Units     int64      `json:"units"`
	Guests    []Guest    `json:"guests"`
	EntryID   string     `json:"entry_id,omitempty" doc:"The place in line it came from."`
	OfferID   string     `json:"offer_id,omitempty" doc:"The offer it came from."`
	ExpiresAt *time.Time `json:"expires_at,omitempty" doc:"While it is held: until when."`
	Person    *Person    `json:"person,omitempty"`
	CreatedAt time.Time  `json:"created_at"`
	UpdatedAt time.Time  `json:"updated_at"`
}

func orderOf(event string, h *inventory.Hold, person *Person) *Order {
	out := &Order{
		ID: h.ID, EventID: event, Status: string(h.State), Reason: string(h.Reason), TierID: h.Tier, Units: h.Units,
		Guests: guestsOf(h.Guests), EntryID: h.EntryID, OfferID: h.OfferID, Person: person,
		CreatedAt: h.CreatedAt.Time(), UpdatedAt: h.UpdatedAt.Time(),
	}
	if h.State == inventory.HoldHeld {
		out.ExpiresAt = timePtr(h.ExpiresAt)
	}
	return out
}

// order finds the order in the path and asks for access to it.
func (s *server) order(c *call) (*card, *store.RegistrationView, error) {
	order := c.param("order_id")
	k, err := c.eventOf(order, id.Order)
	if err != nil {
		return nil, nil, err
	}
	v, err := s.store.Hold(c.r.Context(), order)
	if err != nil {
		return nil, nil, err
	}
	return k, v, c.allowed(k, v.Person.ID)
}

func (s *server) getOrder(c *call, _ *none) (*Order, error) {
	k, v, err := s.order(c)
	if err != nil {
		return nil, err
	}
	person := personOf(&v.Person)
	return orderOf(k.EventID, v.Hold, &person), nil
}

func (s *server) cancelOrder(c *call, _ *none) (*Ended, error) {
	k, v, err := s.order(c)
	if err != nil {
		return nil, err
	}
	reply, err := c.submit(k.EventID, inventory.Cancel{Who: c.who(), OrderID: v.Hold.ID}, nil)
	if err != nil {
		return nil, err
	}
	return &Ended{Status: stateOr(reply.Status, string(inventory.HoldReleased)), LedgerSeq: reply.Seq}, nil
}
