// Package refusal has the problem that each refusal of a decision becomes. Any
// resource may answer with one, so they have one table.
package refusal

import (
	"fmt"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// refusalKinds are the kinds of problem that the refusals of package inventory
// become. Every inventory.Code is in it; a test sees to that.
var refusalKinds = kindsByCode(map[inventory.Code]httpapi.Kind{
	inventory.SoldOut: {
		Status: 409, Title: "Sold out",
		Help: "No units are free for the public. Send join_waitlist: true to wait on the waitlist instead.",
	},
	inventory.AlreadyRegistered: {
		Status: 409, Title: "Already registered",
		Help: "This person has a live registration for the event. Cancel it first to change the party. Only staff and people who have proven the address are told.",
	},
	inventory.AlreadyWaiting:     {Status: 409, Title: "Already on the waitlist", Help: "This person has a live place on the waitlist of the event. Only staff and people who have proven the address are told."},
	inventory.WaitlistFull:       {Status: 410, Title: "The waitlist is full", Help: "The organizer limits how many may wait, and that many do."},
	inventory.WaitlistDisabled:   {Status: 409, Title: "The event has no waitlist", Help: "The organizer has turned the waitlist off."},
	inventory.RegistrationClosed: {Status: 409, Title: "Registration is closed", Help: "The registration cutoff of the event has passed."},
	inventory.CancellationClosed: {Status: 409, Title: "Cancellation is closed", Help: "The cancellation cutoff has passed. The organizer can still cancel."},
	inventory.EventNotPublished:  {Status: 409, Title: "The event is not published", Help: "Publish the event first."},
	inventory.EventIsCancelled:   {Status: 409, Title: "The event is cancelled", Help: "Nothing can be changed in a cancelled event."},
	inventory.EventPostponed:     {Status: 409, Title: "The event is postponed", Help: "It has no date for now, and nothing is sold until it has. Tickets stay good."},
	inventory.EventOver:          {Status: 409, Title: "The event is over", Help: "The event has ended."},
	inventory.GuestsOverLimit: {
		Status: 422, Title: "Too many guests",
		Help:  "The event's max_guests says how many guests one person may bring.",
		Field: "guests",
	},
	inventory.LimitReached: {
		Status: 409, Title: "Limit per person reached",
		Help: "The event's limit_per_person counts what a person holds and waits for, together.",
	},
	inventory.LimitPerCard: {
		Status: 409, Title: "More than one card may buy",
		Help: "The event's orders.limit_per_card says how many tickets are bought with one payment card: no card could pay for all of these.",
	},
	inventory.PartyExceedsCapacity: {
		Status: 422, Title: "The party can never fit",
		Help:  "The party is larger than a pool of the tier, so no wait would help.",
		Field: "guests",
	},
	inventory.OfferEnded: {
		Status: 410, Title: "The offer has ended",
		Help: "It was declined, or lapsed, or was taken back. A lapsed place goes to the next on the waitlist.",
	},
	inventory.ExtendTooShort: {Status: 422, Title: "Not an extension", Help: "The new end must be later than the present one.", Field: "until"},
	inventory.ExtendPastCutoff: {
		Status: 422, Title: "Past the registration cutoff",
		Help:  "A claim window never outlives the registration cutoff.",
		Field: "until",
	},
	inventory.NotEnoughUnits:     {Status: 409, Title: "Not enough free units", Help: "Only free units can be blocked or held back."},
	inventory.AlreadyPublished:   {Status: 409, Title: "Already published", Help: "The event is published."},
	inventory.EntryEnded:         {Status: 410, Title: "The place on the waitlist has ended", Help: "It was accepted, declined, left or closed before."},
	inventory.CapacityOutOfRange: {Status: 422, Title: "Capacity out of range", Help: "A capacity is between 0 and 10,000,000.", Field: "capacity"},
	inventory.InvalidSettings:    {Status: 422, Title: "Invalid settings", Help: "The field that is named does not fit the others."},
	inventory.SettingsMoved:      {Status: 409, Title: "Changed meanwhile", Help: "Somebody else keeps changing the event. Read it again and decide."},
	inventory.ClassNotAllowed: {
		Status: 403, Title: "Priority class not allowed",
		Help:  "Only the organizer's staff may set a priority class.",
		Field: "priority_class",
	},
	inventory.PassRequired: {
		Status: 403, Title: "The waiting room is open",
		Help:  "Join it with POST /v1/events/{event_id}/waiting-room:join, come in with :enter when it is your turn, and send the pass in this header.",
		Field: "Holdfast-Pass",
	},
	inventory.OnsaleFrozen: {
		Status: 409, Title: "The terms of the waiting room stand",
		Help:  "People may have joined by them. It can be paused, slowed down and closed, with PATCH /v1/events/{event_id}/onsale; once it is closed it stays closed.",
		Field: "mode",
	},
	inventory.StatementNoOpening: {
		Status: 409, Title: "Nobody knows when the sale opens",
		Help: "A statement is published before the opening: announce a waiting room, or give every tier that is not hidden a sale_starts_at, first.",
	},
	inventory.StatementStands: {Status: 409, Title: "The statement stands", Help: "The sale has opened, or it has as many versions as may be. It cannot be changed any more."},
	inventory.DrawNotDue:      {Status: 409, Title: "Not this step of the draw", Help: "It is not time for it, or it was made already."},
	inventory.AddressNotConfirmed: {
		Status: 403, Title: "Address not confirmed",
		Help: "The event asks people who take part to confirm first that mail reaches them, or so many from your network have not confirmed " +
			"theirs that it asks now: sign in with the address, by a link of POST /v1/auth/links, and send the request again.",
		Field: "email",
	},
	inventory.NotInvited: {
		Status: 403, Title: "By invitation",
		Help: "The event is for those who are invited. Use the link of the invitation, or sign in with the address that it was mailed to.",
	},
	inventory.ApprovalRequired: {
		Status: 409, Title: "The organizer approves each",
		Help: "Tickets are not ordered here: apply, with POST /v1/events/{event_id}/registrations. What lets nobody in is ordered alone.",
	},
	inventory.ApplicationsPending: {
		Status: 409, Title: "Applications wait for an answer",
		Help:  "They are approved or declined, with POST /v1/events/{event_id}/applications:approve and :decline.",
		Field: "approval",
	},
	inventory.PlacesTaken: {
		Status: 409, Title: "Places are taken",
		Help: "The person has more places by now, or any at all. They are given back first.",
	},
	inventory.InvitationOver: {Status: 410, Title: "The invitation has ended", Help: "It was declined or ended. The organizer can invite anew."},
	inventory.AlreadyExists:  {Status: 409, Title: "Already exists", Help: "The id is taken."},
	inventory.PaymentRequired: {
		Status: 409, Title: "It has a price",
		Help:  "Nothing is given away here: order it, with POST /v1/events/{event_id}/orders.",
		Field: "tier_id",
	},
	inventory.OrderedOnly: {
		Status: 409, Title: "It is ordered",
		Help:  "Add-ons and goods let nobody in: they are ordered, with POST /v1/events/{event_id}/orders. Goods that are gone have a waitlist, with POST /v1/events/{event_id}/waitlist:join; add-ons, which go with a ticket of their order, have none.",
		Field: "tier_id",
	},
	inventory.AddOnWithoutTicket: {
		Status: 422, Title: "An add-on goes with a ticket",
		Help:  "Each ticket of an order can have so many of an add-on as its per_ticket says, and only tickets of the tiers in goes_with. Order more tickets, or fewer add-ons.",
		Field: "items",
	},
	inventory.AddOnNotExchanged: {
		Status: 409, Title: "Add-ons stay with the order",
		Help: "Add-ons and goods, and tickets that add-ons go with, cannot be sold to the waitlist. Give the add-ons back first.",
	},
	inventory.QuantityOutOfRange: {
		Status: 422, Title: "Quantity out of range",
		Help: "An order has between 1 and 100 units, each line at least 1, and a line that names a seat exactly 1. Its total is " +
			"at most 2,000,000,000,000 in minor units, also that of an offer to a party on the waitlist.",
		Field: "items",
	},
	inventory.LimitPerOrder: {
		Status: 422, Title: "Limit per order",
		Help:  "The tier's max_per_order says how many of it one order may have.",
		Field: "items",
	},
	inventory.SaleNotOpen: {Status: 409, Title: "The sale is not open yet", Help: "The tier's sale_starts_at says when it opens.", Field: "tier_id"},
	inventory.SaleOver:    {Status: 409, Title: "The sale is over", Help: "The tier's sale_ends_at has passed.", Field: "tier_id"},
	inventory.PriceOutOfRange: {
		Status: 422, Title: "Choose a price",
		Help:  "Where buyers choose what they pay, unit_price is required, and within the tier's price_min and price_max. Whoever takes a ticket that somebody sells back pays something.",
		Field: "unit_price",
	},
	inventory.PriceFixed: {
		Status: 422, Title: "The price is fixed",
		Help:  "There is nothing to choose: leave unit_price out.",
		Field: "unit_price",
	},
	inventory.CurrencyMismatch: {
		Status: 422, Title: "Another currency",
		Help:  "All prices of an event are in its currency, and so is what an order costs.",
		Field: "currency",
	},
	inventory.CodeUnknown: {Status: 422, Title: "No such code", Help: "The event has no code of that kind with this text.", Field: "promo_code"},
	inventory.CodeNotValid: {
		Status: 409, Title: "The code is not valid now",
		Help:  "It is disabled, not yet valid, or not any more.",
		Field: "promo_code",
	},
	inventory.CodeUsedUp: {
		Status: 409, Title: "The code is used up",
		Help:  "Orders that are paid, or wait for their payment, have all its uses. One that lapses gives its use back.",
		Field: "promo_code",
	},
	inventory.CodeNotApplicable: {
		Status: 422, Title: "The code is for something else",
		Help:  "None of the tiers ordered is one that the code is for.",
		Field: "promo_code",
	},
	inventory.OrderPending: {
		Status: 409, Title: "The order is not confirmed",
		Help: "Single items can be given back once it is paid. Until then cancel it as a whole.",
	},
	inventory.OrderEnded: {Status: 410, Title: "The order has ended", Help: "It was cancelled, refunded or not paid in time."},
	inventory.RefundByStaffOnly: {
		Status: 403, Title: "Refunds are the organizer's",
		Help: "Ask the organizer: this event gives buyers no money back without its staff.",
	},
	inventory.TooManyUnpaid: {
		Status: 409, Title: "Too much is not paid yet",
		Help: "The event's orders.unpaid_per_person says how many tickets one person may have ordered and not paid. Pay for them or cancel them first.",
	},
	inventory.RefundTooHigh: {
		Status: 422, Title: "More than was paid",
		Help:  "A refund is at most what was paid for the order and not given back yet.",
		Field: "amount",
	},
	inventory.SeatTaken: {
		Status: 409, Title: "Seat not available",
		Help:  "The seat is held, sold or promised to somebody who waits. Choose another, or wait for it.",
		Field: "seat_id",
	},
	inventory.SeatOtherTier: {
		Status: 409, Title: "Sold at another price",
		Help:  "A ticket is moved to a seat of its own tier. For another price, give it back and order the other seat.",
		Field: "seat_id",
	},
	inventory.TicketUnseated: {Status: 409, Title: "The ticket has no seat", Help: "It is for any place of its tier."},
	inventory.SeatBlocked:    {Status: 409, Title: "Seat blocked", Help: "The organizer has taken the seat out of circulation.", Field: "seat_id"},
	inventory.SeatLeftAlone: {
		Status: 409, Title: "A seat would be left alone",
		Help: "The event does not sell seats so that one between them is left over. Choose seats next to those that are taken, or let the best " +
			"be chosen.",
		Field: "items",
	},
	inventory.SeatsRequired: {
		Status: 409, Title: "Sold by seats",
		Help:  "This tier has numbered seats: order seats, or the best there are, or wait for seats.",
		Field: "tier_id",
	},
	inventory.NotTogether: {
		Status: 409, Title: "Not side by side",
		Help:  "There are seats, but not so many next to each other. Order fewer together.",
		Field: "quantity",
	},
	inventory.SeatsCostMore: {
		Status: 409, Title: "Seats cost more",
		Help:  "There are seats, but each costs more than max_unit_gross.",
		Field: "max_unit_gross",
	},
	inventory.TicketsMoved: {
		Status: 409, Title: "Somebody else holds a ticket",
		Help: "A ticket of the order was transferred. Only the organizer can cancel it now.",
	},
	inventory.TransferOpen: {Status: 409, Title: "The ticket is offered already", Help: "It is offered to somebody else. Cancel that transfer first."},
	inventory.TransferLimit: {
		Status: 409, Title: "The ticket cannot change hands again",
		Help: "The event's max_transfers says how often a ticket may go to somebody else.",
	},
	inventory.TransferToSelf: {Status: 422, Title: "The recipient already holds it", Help: "A ticket is transferred to somebody else.", Field: "email"},
	inventory.TransferEnded:  {Status: 410, Title: "The transfer has ended", Help: "It was accepted, declined or cancelled before."},
	inventory.ExchangeNotBought: {
		Status: 409, Title: "The holder did not buy it",
		Help: "Only the person who paid for a ticket can give it back to the waitlist. It can be transferred instead.",
	},
	inventory.ExchangesOff:   {Status: 409, Title: "The event takes no tickets back for the waitlist", Help: "Ask the organizer."},
	inventory.ExchangeStands: {Status: 409, Title: "The ticket is offered to the waitlist", Help: "Withdraw its exchange first."},
	inventory.ExchangeTaken: {
		Status: 409, Title: "Somebody is about to take it",
		Help: "A person of the waitlist is offered the place. If they do not pay in time, the ticket can be kept again.",
	},
	inventory.ExchangeEnded: {Status: 410, Title: "The exchange has ended", Help: "Somebody took the ticket, or the exchange was closed before."},
	inventory.TicketVoid:    {Status: 409, Title: "The ticket is void", Help: "Its order is not, or no longer, confirmed."},
	inventory.TicketUsed: {
		Status: 409, Title: "The ticket was used",
		Help: "Somebody came in with it, so it can neither change hands any more nor be given back.",
	},
	inventory.TicketMoved:  {Status: 409, Title: "Somebody else holds the ticket", Help: "It was transferred meanwhile. Read it again."},
	inventory.VersionMoved: {Status: 409, Title: "Another version", Help: "The ticket has been reissued since. Read it again.", Field: "version"},
})

// kindsByCode names each kind by the code that it stands for.
func kindsByCode(kinds map[inventory.Code]httpapi.Kind) map[inventory.Code]httpapi.Kind {
	for code, k := range kinds {
		k.Code = string(code)
		kinds[code] = k
	}
	kinds[inventory.NotFound] = httpapi.KindNotFound
	return kinds
}

// Problems are the problems that refusals become.
func Problems() httpapi.Problems {
	var all httpapi.Problems
	for code, k := range refusalKinds {
		if code != inventory.NotFound { // the transport kit has it already
			all.Kinds = append(all.Kinds, k)
		}
	}
	return all
}

// Kind is the kind of problem of a refusal.
func Kind(code inventory.Code) httpapi.Kind { return refusalKinds[code] }

// Kinds are the kinds of some refusals, for a row of the table of routes.
func Kinds(codes ...inventory.Code) []httpapi.Kind {
	kinds := make([]httpapi.Kind, len(codes))
	for i, code := range codes {
		kinds[i] = refusalKinds[code]
	}
	return kinds
}

// Closed are the refusals of an event in which nothing can be changed.
func Closed(more ...inventory.Code) []httpapi.Kind {
	return Kinds(append(more, inventory.EventIsCancelled, inventory.EventOver)...)
}

// TakingPart are the refusals of every way to take part, in an order or alone. The
// decision says which they are, so that a new one is documented for all of them.
func TakingPart(more ...inventory.Code) []httpapi.Kind {
	return Kinds(append(inventory.EligibilityCodes(), more...)...)
}

// Joining are the refusals of whoever registers or waits.
func Joining(more ...inventory.Code) []httpapi.Kind {
	return slices.Concat(TakingPart(more...), Kinds(inventory.AlreadyRegistered, inventory.AlreadyWaiting, inventory.WaitlistFull,
		inventory.WaitlistDisabled, inventory.GuestsOverLimit, inventory.PaymentRequired, inventory.OrderedOnly,
		inventory.PartyExceedsCapacity, inventory.ClassNotAllowed, inventory.SeatsRequired))
}

// Replayed is the problem of a refusal that was stored, perhaps by a version of
// this program whose codes this one does not have.
func Replayed(o inventory.Outcome) *httpapi.Problem {
	if _, ok := refusalKinds[o.Code]; !ok {
		return KindOtherVersion.Problem()
	}
	return Of(o)
}

// Of is the problem of an outcome that is not OK.
func Of(o inventory.Outcome) *httpapi.Problem {
	k, ok := refusalKinds[o.Code]
	if !ok {
		return httpapi.KindInternal.With("")
	}
	p := k.Problem()
	field := k.Field
	if o.Field != "" && o.Code != inventory.ClassNotAllowed { // the decision says class, the API priority_class
		field = o.Field
	}
	if o.Code == inventory.OfferEnded && o.OfferState != "" {
		p.Detail = fmt.Sprintf("The offer is %s. %s", o.OfferState, k.Help)
	}
	if field != "" {
		p.Errors = []httpapi.FieldError{{Field: field, Code: string(o.Code), Message: strings.ToLower(k.Title)}}
	}
	return p
}
