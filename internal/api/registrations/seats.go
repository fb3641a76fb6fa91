package registrations

import (
	"cmp"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/consent"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// SeatWait is the body of a request to wait for seats.
type SeatWait struct {
	wire.PartyIn
	Quantity int64 `json:"quantity,omitempty" minimum:"1" maximum:"10" doc:"How many seats. Those of a section or tier are side by side. Default 1."`
}

// SeatWish is the body of a request to wait for any of several seats, sections or tiers.
type SeatWish struct {
	SeatWait
	SeatIDs  []string `json:"seat_ids,omitempty" maxItems:"100" doc:"Any of these seats, the first the dearest."`
	Sections []string `json:"sections,omitempty" maxItems:"50" doc:"Or seats of one of these sections, by name, the first the dearest."`
	TierIDs  []string `json:"tier_ids,omitempty" maxItems:"50" doc:"Or seats of one of these tiers."`
}

func (h *Handlers) waitForSeat(c *access.Call, k *access.EventSummary, in *SeatWait) (*wire.Standing, error) {
	return h.waitForSeats(c, k, &SeatWish{SeatWait: *in, SeatIDs: []string{c.Param("seat_id")}})
}

func (h *Handlers) waitForSeats(c *access.Call, k *access.EventSummary, in *SeatWish) (*wire.Standing, error) {
	var check httpapi.Checks
	if in.TierID != "" || len(in.Guests) > 0 {
		check.Add("tier_id", "not_allowed", "say with tier_ids and quantity what is waited for")
	}
	if len(in.SeatIDs)+len(in.Sections)+len(in.TierIDs) == 0 {
		check.Add("seat_ids", "required", "say what is waited for: seat_ids, sections or tier_ids")
	}
	who, party := h.Reader.Taking(c, &check, k, &in.PartyIn)
	answers, err := h.Reader.Answers(c, &check, k, wire.UnitsOf(max(1, in.Quantity), ""), in.Answers)
	if err != nil {
		return nil, err
	}
	consents, err := h.Reader.Consents(c, &check, k, &in.PersonIn, party.UserID, who.Proven, consent.Waitlist)
	if err := cmp.Or(err, check.Err()); err != nil {
		return nil, err
	}
	party.Tier, party.Units = "", max(1, in.Quantity)
	party.Wish = &inventory.SeatWish{Seats: in.SeatIDs, Sections: in.Sections, Tiers: in.TierIDs}
	return h.join(c, k, who, party, access.Along{Answers: answers, Consents: consents, TrackingLink: h.Reader.TrackingLink(c, k, in.Via)})
}
