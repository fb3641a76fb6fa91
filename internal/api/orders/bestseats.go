package orders

import (
	"errors"
	"slices"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/refusal"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/seatchart"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// SeatsWanted is the body that looks for the best seats.
type SeatsWanted struct {
	Quantity int64  `json:"quantity" minimum:"1" maximum:"10" doc:"How many, side by side."`
	TierID   string `json:"tier_id,omitempty" maxLength:"64" doc:"Which tier. Default: any that is on sale."`
	wire.BestSeats
	PromoCode  string `json:"promo_code,omitempty" maxLength:"40" doc:"What they cost with it."`
	AccessCode string `json:"access_code,omitempty" maxLength:"40" doc:"Opens hidden tiers."`
	AtLeast    int64  `json:"at_least,omitempty" minimum:"0" doc:"Looks no earlier than after the change of this ledger seq."`
}

// SeatFound is a seat that was found, and what it costs.
type SeatFound struct {
	SeatID    string `json:"seat_id"`
	TierID    string `json:"tier_id"`
	Section   string `json:"section" example:"Stalls"`
	Row       string `json:"row" example:"A"`
	Number    int    `json:"number" example:"12"`
	UnitGross int64  `json:"unit_gross" doc:"What a buyer pays for it, tax and discount included, in minor units of currency."`
}

// SeatsFound are the best seats for somebody, none of which is taken yet.
type SeatsFound struct {
	Seats     []SeatFound `json:"seats" doc:"Along the row."`
	Total     int64       `json:"total" doc:"What they cost together, fees included."`
	Fees      int64       `json:"fees" doc:"Of total, the fees of the event."`
	Currency  string      `json:"currency,omitempty"`
	LedgerSeq int64       `json:"ledger_seq" doc:"They were open after the change of this number."`
}

// findSeats says which seats an order would be given, and what they cost. It promises
// nothing: the order decides.
func (h *Handlers) findSeats(c *access.Call, k *access.EventSummary, in *SeatsWanted) (*SeatsFound, error) {
	var check httpapi.Checks
	check.Count("quantity", in.Quantity, 1, inventory.MaxSeatsPerOrder)
	check.Count("at_least", in.AtLeast, 0, 1<<53)
	wish := in.Chosen(&check, "")
	if err := check.Err(); err != nil {
		return nil, err
	}
	v, err := h.Store.Events.Event(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	if v.Seated == nil {
		return nil, database.ErrNotFound
	}
	sale, err := h.saleFor(c, v, in)
	if err != nil {
		return nil, err
	}
	if in.TierID != "" {
		if code := sale.refuses(in.TierID); code != inventory.OK {
			return nil, refusal.Of(inventory.Outcome{Code: code, Field: "tier_id"})
		}
	}
	search := &inventory.SeatSearch{Seats: in.Quantity, Tier: in.TierID, Chosen: *wish, Sale: sale.of}
	found, seq, no, err := h.Charts.Best(c.Context(), k.EventID, in.AtLeast, v.Event.Settings.NoSingleSeats, search)
	if err == nil && no.Code == inventory.OK && seq < v.Event.Seq && sale.lacks(found) {
		// The seats were read before the pools, and some of them are another's by now.
		found, seq, no, err = h.Charts.Best(c.Context(), k.EventID, v.Event.Seq, v.Event.Settings.NoSingleSeats, search)
	}
	switch {
	case err != nil:
		return nil, err
	case no.Code != inventory.OK:
		return nil, refusal.Of(no)
	case sale.beyondLimit(found):
		return nil, refusal.Of(inventory.Outcome{Code: inventory.LimitPerOrder, Field: "quantity"})
	case sale.lacks(found):
		return nil, refusal.Of(inventory.Outcome{Code: inventory.SoldOut, Field: "tier_id"})
	}
	out := &SeatsFound{Seats: make([]SeatFound, len(found)), Currency: v.Event.Settings.Orders.Currency, LedgerSeq: seq}
	cost := int64(0)
	for i, s := range found {
		out.Seats[i] = SeatFound{SeatID: s.ID, TierID: s.Tier, Section: s.Section, Row: s.Row, Number: s.Number, UnitGross: sale.gross(s.Tier)}
		out.Total += out.Seats[i].UnitGross
		if out.Seats[i].UnitGross > 0 {
			cost++
		}
	}
	for _, t := range inventory.Fees(v.Tiers) {
		out.Fees += t.FeeTerms.Payable(cost, out.Total, out.Currency)
	}
	out.Total += out.Fees
	return out, nil
}

// sale is what an event sells to a caller, and for how much.
type sale struct {
	view  *events.EventView
	who   inventory.Who
	codes inventory.OrderCodes
	now   inventory.Instant
}

// saleFor finds the codes that a caller has.
func (h *Handlers) saleFor(c *access.Call, v *events.EventView, in *SeatsWanted) (*sale, error) {
	s := &sale{view: v, who: c.Who(), now: inventory.At(h.Now())}
	for _, typed := range []struct {
		code, field string
		kind        inventory.CodeKind
		to          **inventory.PriceCode
	}{
		{in.PromoCode, "promo_code", inventory.PromoCode, &s.codes.Promo},
		{in.AccessCode, "access_code", inventory.AccessCode, &s.codes.Access},
	} {
		if typed.code == "" {
			continue
		}
		code, err := h.Store.Orders.PriceCodeByText(c.Context(), v.Event.ID, wire.CodeTyped(typed.code))
		no := inventory.CodeUnknown
		switch {
		case err == nil && code.Kind == typed.kind:
			no = code.Usable(s.now)
		case err != nil && !errors.Is(err, database.ErrNotFound):
			return nil, err
		}
		if no != inventory.OK {
			return nil, refusal.Of(inventory.Outcome{Code: no, Field: typed.field})
		}
		*typed.to = code
	}
	return s, nil
}

// beyondLimit reports whether they are more than one order can have of their tier. Seats
// side by side are of one.
func (s *sale) beyondLimit(seats []seatchart.Found) bool {
	most := s.view.Tier(seats[0].Tier).MaxPerOrder
	return most > 0 && int64(len(seats)) > most
}

// lacks reports whether the pools of their tier have fewer units than they are: they may
// be fewer than its seats.
func (s *sale) lacks(seats []seatchart.Found) bool {
	pools := s.view.Tier(seats[0].Tier).Pools
	return slices.ContainsFunc(s.view.Pools, func(p inventory.Pool) bool {
		return slices.Contains(pools, p.ID) && p.Available() < int64(len(seats))
	})
}

// of is what one seat of a tier costs the caller, and whether the caller could order it.
func (s *sale) of(tier string) (gross int64, sold bool) {
	if s.refuses(tier) != inventory.OK {
		return 0, false
	}
	return s.gross(tier), true
}

// gross is what the caller pays for a unit of a tier.
func (s *sale) gross(tier string) int64 {
	return s.codes.Charge(s.view.Tier(tier), s.view.Event.Settings.Orders.Currency).Gross
}

// refuses says why the caller could not order of a tier; OK: nothing stands in the way.
func (s *sale) refuses(tier string) inventory.Code {
	t := s.view.Tier(tier)
	if !t.ShownTo(s.who, s.codes.Opens(tier)) {
		return inventory.NotFound
	}
	return t.SellsTo(s.who, s.now)
}
