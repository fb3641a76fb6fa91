package registrations

import (
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// offer finds the offer in the path and asks for access to it.
func (h *Handlers) offer(c *access.Call) (*access.EventSummary, *events.RegistrationView, error) {
	offer := c.Param("offer_id")
	k, err := c.EventOf(offer, id.Offer)
	if err != nil {
		return nil, nil, err
	}
	v, err := h.Store.Registrations.OfferByID(c.Context(), offer)
	if err != nil {
		return nil, nil, err
	}
	return k, v, c.Allowed(k, v.Person.ID, offer, v.Offer.EntryID)
}

func (h *Handlers) getOffer(c *access.Call, _ *httpapi.None) (*wire.Offer, error) {
	k, v, err := h.offer(c)
	if err != nil {
		return nil, err
	}
	return wire.OfferOf(k.EventID, v.Offer), nil
}

// Acceptance is the body that accepts an offer.
type Acceptance struct {
	UnitPrice *int64    `json:"unit_price,omitempty" minimum:"0" maximum:"10000000000" doc:"What the person chose to pay for each place, in minor units of the event's currency. Required for a tier with pricing chosen, refused for any other."`
	PromoCode string    `json:"promo_code,omitempty" maxLength:"40" doc:"Makes it cheaper, as with an order: off the price that was offered, or off what was chosen. Upper and lower case do not matter." example:"FRIENDS"`
	AddOns    []AddOnIn `json:"add_ons,omitempty" maxItems:"20" doc:"Add-ons that are taken with the tickets, at their prices of now, and donations: they are part of the same order and of its payment. Each add-on goes with one of the tickets, as in an order; a donation is given once."`
}

// AddOnIn is so many of an add-on, or a donation.
type AddOnIn struct {
	TierID    string `json:"tier_id" maxLength:"64" doc:"Which: a tier of the event whose kind is add_on or donation."`
	Quantity  int64  `json:"quantity" minimum:"1" maximum:"100" doc:"How many of it, for all tickets together. Of a donation 1."`
	UnitPrice *int64 `json:"unit_price,omitempty" minimum:"0" maximum:"10000000000" doc:"What the person chose to pay for each, in minor units of the event's currency. Required for an add-on with pricing chosen and for a donation, refused for any other."`
}

// addOns checks which add-ons are taken.
func (in *Acceptance) addOns(check *httpapi.Checks, k *access.EventSummary) (lines []inventory.OrderLine) {
	for i, a := range in.AddOns {
		at := "add_ons[" + httpapi.Itoa(int64(i)) + "]"
		if !k.HasTier(a.TierID) {
			check.Add(at+".tier_id", "unknown", "is not a tier of this event")
		}
		check.Count(at+".quantity", a.Quantity, 1, inventory.MaxOrderUnits)
		lines = append(lines, inventory.OrderLine{Tier: a.TierID, Quantity: a.Quantity, UnitPrice: a.UnitPrice})
	}
	return lines
}

func (h *Handlers) acceptOffer(c *access.Call, in *Acceptance) (*wire.Standing, error) {
	k, v, err := h.offer(c)
	if err != nil {
		return nil, err
	}
	var check httpapi.Checks
	addOns := in.addOns(&check, k)
	if err := check.Err(); err != nil {
		return nil, err
	}
	reply, err := c.Submit(k.EventID, inventory.Accept{Who: c.Who(), OfferID: v.Offer.ID, UnitPrice: in.UnitPrice, Promo: wire.CodeTyped(in.PromoCode), AddOns: addOns}, nil)
	if err != nil {
		return nil, err
	}
	out := &wire.Standing{
		Status: wire.StateOr(reply.Status, string(inventory.HoldConfirmed)), OrderID: v.Offer.OrderID, EntryID: v.Offer.EntryID,
		OfferID: v.Offer.ID, Units: v.Entry.Units, LedgerSeq: reply.Seq,
		ExpiresAt: wire.TimePtr(reply.ExpiresAt), Total: reply.Total, Currency: reply.Currency,
	}
	if out.Status == "pending" && out.Total > 0 {
		out.PaymentURL, err = h.Links.CheckoutURL(out.OrderID, reply.ExpiresAt.Time())
	}
	return out, err
}

func (h *Handlers) declineOffer(c *access.Call, _ *httpapi.None) (*wire.Ended, error) {
	k, v, err := h.offer(c)
	if err != nil {
		return nil, err
	}
	reply, err := c.Submit(k.EventID, inventory.Decline{Who: c.Who(), OfferID: v.Offer.ID}, nil)
	if err != nil {
		return nil, err
	}
	return &wire.Ended{Status: wire.StateOr(reply.Status, string(inventory.OfferDeclined)), LedgerSeq: reply.Seq}, nil
}

// Extension is the body that extends an offer.
type Extension struct {
	Until   *time.Time `json:"until,omitempty" doc:"The new end. Either this or by_seconds."`
	Seconds *int64     `json:"by_seconds,omitempty" minimum:"1" maximum:"2592000" doc:"How much longer."`
}

// Extended is an offer after it was extended.
type Extended struct {
	Offer     *wire.Offer `json:"offer" nullable:"false"`
	LedgerSeq int64       `json:"ledger_seq"`
}

func (h *Handlers) extendOffer(c *access.Call, in *Extension) (*Extended, error) {
	k, v, err := h.offer(c)
	if err != nil {
		return nil, err
	}
	var check httpapi.Checks
	cmd := inventory.Extend{Who: c.Who(), OfferID: v.Offer.ID}
	switch {
	case (in.Until == nil) == (in.Seconds == nil):
		check.Add("until", "required", "or by_seconds must be given, and only one of them")
	case in.Until != nil:
		cmd.Until = wire.Moment(&check, "until", *in.Until)
	default:
		cmd.By = inventory.Micros(*in.Seconds) * inventory.Second
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	reply, err := c.Submit(k.EventID, cmd, nil)
	if err != nil {
		return nil, err
	}
	if v, err = h.Store.Registrations.OfferByID(c.Context(), v.Offer.ID); err != nil {
		return nil, err
	}
	return &Extended{Offer: wire.OfferOf(k.EventID, v.Offer), LedgerSeq: reply.Seq}, nil
}
