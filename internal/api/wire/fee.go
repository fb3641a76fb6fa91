package wire

import "github.com/holdfast-events/holdfast/internal/inventory"

// FeeIn is what a fee comes to, as far as it is given. Amounts are minor units of the event's
// currency and contain their tax.
type FeeIn struct {
	PerOrder   *int64 `json:"per_order,omitempty" minimum:"0" maximum:"10000000000" doc:"For an order. Default 0."`
	PerTicket  *int64 `json:"per_ticket,omitempty" minimum:"0" maximum:"10000000000" doc:"For each ticket of it that costs something. Default 0."`
	RateBP     *int64 `json:"rate_bp,omitempty" minimum:"0" maximum:"10000" doc:"In basis points of what its tickets cost after codes: 250 is 2.5 %. It is rounded once for the order, half a minor unit up. Default 0."`
	Max        *int64 `json:"max,omitempty" minimum:"0" maximum:"10000000000" doc:"The most that the fee comes to in one order. Default 0: no bound."`
	Refundable *bool  `json:"refundable,omitempty" doc:"It goes back when buyers give back their last ticket; else it stays with the organizer. Staff, and the end of the event, give it back in any case. Default true."`
	AtDoor     *bool  `json:"at_door,omitempty" doc:"It is for what is sold at a till too. Default true."`
}

// FeeOut is what a fee comes to.
type FeeOut struct {
	PerOrder   int64 `json:"per_order" doc:"For an order, in minor units, with its tax."`
	PerTicket  int64 `json:"per_ticket" doc:"For each of its tickets that costs something."`
	RateBP     int64 `json:"rate_bp" doc:"In basis points of what its tickets cost after codes; rounded once for the order, half a minor unit up."`
	Max        int64 `json:"max" doc:"The most that the fee comes to in one order; 0: no bound."`
	Refundable bool  `json:"refundable" doc:"It goes back when buyers give back their last ticket. Where it is false, only staff and the end of the event give it back."`
	AtDoor     bool  `json:"at_door" doc:"It is for what is sold at a till too."`
}

func orderFeeOf(t *inventory.Tier) *FeeOut {
	if !t.Fee() {
		return nil
	}
	f := &t.FeeTerms
	return &FeeOut{f.Order, f.Ticket, f.Rate, f.Max, !f.Kept, !f.NotAtDoor}
}
