package wire

import (
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// How a tier is priced.
const (
	PricingFixed  = "fixed"
	PricingChosen = "chosen"
)

// SaleIn is what a tier costs and how it is sold, as far as it is given.
type SaleIn struct {
	Price        *int64       `json:"price,omitempty" minimum:"0" maximum:"1000000000000" doc:"Of one unit, in minor units (cents) of the event's currency. Default 0: free. Amounts that nobody can pay are refused: HUF, MGA and TWD are paid without decimals, BHD, JOD, KWD, OMR and TND with two."`
	Pricing      *string      `json:"pricing,omitempty" enum:"fixed,chosen" doc:"fixed: it costs price. chosen: buyers choose what they pay, from price_min to price_max, and price is what is suggested; of tiers without seats, with the tax included. Default fixed."`
	PriceMin     *int64       `json:"price_min,omitempty" minimum:"0" maximum:"10000000000" doc:"The least that buyers can choose for one unit, in minor units; 0: nothing. With pricing chosen only. Default 0."`
	PriceMax     *int64       `json:"price_max,omitempty" minimum:"1" maximum:"10000000000" doc:"The most that they can choose, so that nobody pays too much by a slip. Required with pricing chosen, and with nothing else."`
	Currency     string       `json:"currency,omitempty" maxLength:"3" doc:"May be named, and must then be the event's: an event has one currency."`
	TaxRate      *int64       `json:"tax_rate_bp,omitempty" minimum:"0" maximum:"10000" doc:"In basis points: 1900 is 19 %. Each unit is rounded by itself, half a minor unit up. Default 0."`
	TaxIncluded  *bool        `json:"tax_included,omitempty" doc:"Whether price contains the tax; else it comes on top. Default true."`
	SaleStartsAt OptionalTime `json:"sale_starts_at,omitzero" doc:"The public can take none before. Default: no bound."`
	SaleEndsAt   OptionalTime `json:"sale_ends_at,omitzero" doc:"The public can take none from then on. Default: no bound."`
	MaxPerOrder  *int64       `json:"max_per_order,omitempty" minimum:"0" maximum:"100" doc:"Units of it in one order. Default 0: no bound beside 100."`
	Hidden       *bool        `json:"hidden,omitempty" doc:"Shown to staff and sold with an access code only. Default false."`
}

// SaleOut is what a tier costs and how it is sold.
type SaleOut struct {
	Price        int64      `json:"price" doc:"Of one unit, in minor units of currency; 0: free. Where buyers choose, what is suggested."`
	Pricing      string     `json:"pricing" enum:"fixed,chosen" doc:"chosen: buyers choose what they pay for each unit, and say so in unit_price."`
	PriceMin     *int64     `json:"price_min,omitempty" doc:"Where buyers choose: the least; 0: nothing."`
	PriceMax     *int64     `json:"price_max,omitempty" doc:"Where buyers choose: the most."`
	Currency     string     `json:"currency,omitempty" example:"EUR"`
	TaxRate      int64      `json:"tax_rate_bp" doc:"In basis points."`
	TaxIncluded  bool       `json:"tax_included"`
	UnitNet      int64      `json:"unit_net" doc:"Of one unit at price, without a code: net, tax and what the buyer pays."`
	UnitTax      int64      `json:"unit_tax"`
	UnitGross    int64      `json:"unit_gross"`
	UnitFees     int64      `json:"unit_fees" doc:"What the fees of the event add to one ticket at price, with their tax: unit_gross and this are what a buyer pays for it. What fees are for an order as a whole comes beside that (fee.per_order of tiers of the kind fee)."`
	LeastFees    *int64     `json:"price_min_fees,omitempty" doc:"Where buyers choose: what the fees add to one ticket at price_min."`
	SaleStartsAt *time.Time `json:"sale_starts_at" doc:"null: no bound."`
	SaleEndsAt   *time.Time `json:"sale_ends_at" doc:"null: no bound."`
	MaxPerOrder  int64      `json:"max_per_order" doc:"0: no bound beside 100."`
	Hidden       bool       `json:"hidden,omitempty"`
}

func saleOf(t *inventory.Tier, fees []*inventory.Tier, currency string) SaleOut {
	charge := inventory.Charged(t.Price, 0, currency)
	out := SaleOut{
		Pricing: PricingFixed,
		Price:   t.Price.Amount, TaxRate: t.Price.TaxRate, TaxIncluded: t.Price.TaxIncluded,
		UnitNet: charge.Net, UnitTax: charge.Tax, UnitGross: charge.Gross,
		SaleStartsAt: TimePtr(t.SaleStarts), SaleEndsAt: TimePtr(t.SaleEnds), MaxPerOrder: t.MaxPerOrder, Hidden: t.Hidden,
	}
	if t.Paid() {
		out.Currency = currency
	}
	if t.Admits() {
		out.UnitFees = inventory.UnitFees(fees, charge.Gross, currency)
	}
	if t.Chosen() && t.Admits() {
		out.LeastFees = new(inventory.UnitFees(fees, t.PriceMin, currency))
	}
	if t.Chosen() {
		out.Pricing, out.PriceMin, out.PriceMax = PricingChosen, new(t.PriceMin), new(t.PriceMax)
	}
	return out
}

// LeastGross is the least that a buyer can pay for one unit, without fees.
func (s *SaleOut) LeastGross() int64 {
	if s.PriceMin != nil {
		return *s.PriceMin // it contains the tax
	}
	return s.UnitGross
}

// The kinds of tiers.
const (
	KindTicket   = "ticket"
	KindAddOn    = "add_on"
	KindGoods    = "goods"
	KindDonation = "donation"
	KindFee      = "fee"
)

// KindIn says what a unit of a tier is, as far as it is given.
type KindIn struct {
	Kind      *string  `json:"kind,omitempty" enum:"ticket,add_on,goods,donation,fee" doc:"ticket: a unit lets somebody in. add_on: it goes with a ticket of the same order, and is given back with it: a parking space, a workshop, a meal. goods: it goes with none: a T-shirt; when they are gone people can wait for them. Add-ons and goods have a capacity of their own, count for no person and no party, are ordered and never registered, and each unit is handed over once, at a check-in list that names its tier. donation: buyers may give something beside what they order, once in an order, from price_min to price_max; it has no ticket, is outside of value added tax, nothing is taken off it, and it stays given when its buyer gives the rest back: only staff give it back, or the end of the event. fee: a line that each order gets by itself if a ticket of it costs something; fee says what it comes to. Nobody orders it, and it has a tax_rate_bp, which it contains. Default ticket; it never changes."`
	Fee       *FeeIn   `json:"fee,omitempty" doc:"Of a fee, and required for a new one."`
	Suggested []int64  `json:"suggested,omitempty" minItems:"1" maxItems:"6" doc:"Of a donation, and required for a new one: the amounts that people are shown, in minor units, from the least on. None is chosen for them."`
	PerTicket *int64   `json:"per_ticket,omitempty" minimum:"1" maximum:"20" doc:"Of an add-on: how many go with one ticket. Default 1. It can be raised, and not lowered."`
	GoesWith  []string `json:"goes_with,omitempty" maxItems:"50" doc:"Of an add-on: names or IDs of the tiers with whose tickets it goes. Default: all. Tiers can be added, and none taken away; \u0022*\u0022 makes it all."`
}

// KindOut is what a unit of a tier is.
type KindOut struct {
	Kind      string   `json:"kind" enum:"ticket,add_on,goods,donation,fee" doc:"ticket: a unit lets somebody in. add_on: it goes with a ticket of the same order. goods: it goes with none. donation: it is given beside what is ordered. fee: each order with a ticket that costs something has it."`
	Fee       *FeeOut  `json:"fee,omitempty" doc:"Of a fee."`
	Suggested []int64  `json:"suggested,omitempty" doc:"Of a donation: the amounts that people are shown, in minor units, from the least on."`
	PerTicket int64    `json:"per_ticket,omitempty" doc:"Of an add-on: how many go with one ticket."`
	GoesWith  []string `json:"goes_with,omitempty" doc:"Of an add-on: IDs of the tiers with whose tickets it goes; absent: all."`
}

func kindOf(t *inventory.Tier) KindOut {
	kind := KindTicket
	if !t.Admits() {
		kind = string(t.Kind)
	}
	return KindOut{Kind: kind, PerTicket: t.PerTicket, GoesWith: t.GoesWith, Suggested: t.Suggested, Fee: orderFeeOf(t)}
}

// TierChange changes a tier, or adds one when it has no id.
type TierChange struct {
	ID       string   `json:"id,omitempty" maxLength:"64" doc:"Which tier. Without one a tier is added, which takes from the event-wide pool and from those named; add-ons and goods take from a pool of their own."`
	Name     *string  `json:"name,omitempty" minLength:"1" maxLength:"200" doc:"Required for a new tier."`
	Pools    []string `json:"pools,omitempty" maxItems:"49" doc:"Of a new tier: names of shared pools that a place of it takes from as well."`
	Capacity *int64   `json:"capacity,omitempty" minimum:"0" maximum:"10000000" nullable:"true" doc:"Of new add-ons or goods: how many there are. Default, and null: no bound; of a donation there is none. Later it is that of their pool."`
	Position *int64   `json:"position,omitempty" minimum:"1" maximum:"1000" doc:"Its place among the tiers of the event as people see them, from 1; at most how many there are then, and no other tier of the request has it. Tiers without one keep their order in the places that are left."`
	TierWords
	KindIn
	SaleIn
}

// OrdersIn are the rules of orders, as far as they are given.
type OrdersIn struct {
	FirstHoldTime *int64 `json:"first_hold_seconds,omitempty" minimum:"10" maximum:"2592000" doc:"How long an order keeps its places until its payment begins (:checkout), which gives it the whole time to pay. Default 300, 5 minutes; never longer than hold_seconds or seat_hold_seconds. Where there are payment_instructions or bank_transfer, where the organizer has no page to pay on, and for orders that staff make, no checkout has to begin: they have the whole time at once."`
	HoldTime      *int64 `json:"hold_seconds,omitempty" minimum:"10" maximum:"2592000" doc:"How long an order waits for its payment, from when it was made: the whole time to pay. Default 900, 15 minutes."`
	SeatHoldTime  *int64 `json:"seat_hold_seconds,omitempty" minimum:"10" maximum:"2592000" doc:"The same for an order that names seats. Default 120, 2 minutes."`
	// UnpaidPerNetwork and UnpaidPerPerson bound what is ordered and not paid.
	UnpaidPerNetwork *int64 `json:"unpaid_per_network,omitempty" minimum:"0" maximum:"10000000" doc:"How many tickets people in one network may have ordered and not paid, together, who have not confirmed their address; whoever comes then is asked to. Networks are as in unconfirmed_per_network. Default 120; 0: no bound. Staff are not bounded."`
	UnpaidPerPerson  *int64 `json:"unpaid_per_person,omitempty" minimum:"0" maximum:"10000000" doc:"How many tickets one person may have ordered and not paid. What strangers order for an address does not count for the person who has confirmed it. Default 100; 0: no bound. Staff are not bounded."`
	// LimitPerCard bounds what one payment card buys.
	LimitPerCard *int64 `json:"limit_per_card,omitempty" minimum:"0" maximum:"10000000" doc:"How many tickets are bought with one payment card, or one PayPal account, as long as they stand: add-ons, goods and donations are not counted. A payment that would buy more is given back at once, and its order can be paid with another card until its deadline. An order of more is refused, but for staff. Payments without a card are not counted: bank transfers, at the door, by hand. A provider that does not answer within two minutes holds nobody up. Default 0: no bound."`

	Exchange     *bool `json:"exchange,omitempty" doc:"Buyers may give tickets to the waitlist for their money: they keep them until somebody has paid. Default true."`
	SelfRefund   *bool `json:"self_refund,omitempty" doc:"Buyers may give places back for their money, until the cancellation cutoff. Default false: only staff refunds."`
	BankTransfer *bool `json:"bank_transfer,omitempty" doc:"Orders can be paid by transfer to the organization's bank account (PUT /v1/organization/bank-account): the buyer of an order that is to be paid is told it at once, with the amount, a reference and until when, and has the whole hold_seconds to pay. Give transfers some days. Default false."`
	// Instructions is a pointer so that empty text takes them away.
	Instructions *string `json:"payment_instructions,omitempty" maxLength:"2000" doc:"How to pay by bank transfer or in cash; plain text, lines are kept. Where there is any, the buyer of an order that is to be paid is told at once, with the amount, a reference and until when; and the page of the order shows it."`
}

// OrdersOut are the rules of orders.
type OrdersOut struct {
	FirstHoldTime    int64  `json:"first_hold_seconds"`
	HoldTime         int64  `json:"hold_seconds"`
	SeatHoldTime     int64  `json:"seat_hold_seconds"`
	UnpaidPerNetwork int64  `json:"unpaid_per_network" doc:"0: no bound."`
	UnpaidPerPerson  int64  `json:"unpaid_per_person" doc:"0: no bound."`
	LimitPerCard     int64  `json:"limit_per_card" doc:"0: no bound."`
	SelfRefund       bool   `json:"self_refund"`
	Exchange         bool   `json:"exchange"`
	BankTransfer     bool   `json:"bank_transfer"`
	Instructions     string `json:"payment_instructions,omitempty" doc:"Shown to staff. Buyers have it with their order."`
}

func ordersOf(o *inventory.OrderSettings) OrdersOut {
	return OrdersOut{seconds(o.FirstHoldTime), seconds(o.HoldTime), seconds(o.SeatHoldTime), o.NetworkBound(), o.PersonBound(), o.LimitPerCard, o.SelfRefund, !o.NoExchange, o.BankTransfer, o.Instructions}
}
