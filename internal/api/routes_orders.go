package api

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// exampleOrder is an order of two tiers.
var exampleOrder = map[string]any{
	"user_id": "u_1815", "email": "ada@example.org", "name": "Ada Lovelace",
	"items": []any{
		map[string]any{"quantity": 2},
		map[string]any{"quantity": 1},
	},
}

func (s *server) orderRoutes() []route {
	return []route{
		inEvent(identity.PlaceOrder, Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/orders", ID: "place-order", Tag: tagOrders,
			Status: http.StatusCreated, Summary: "Order",
			Description: "Takes units of one or more tiers, all or nothing, and holds them until `expires_at`: paid by then the order is confirmed, else it expires and its units go to the waitlist, or to everybody. `payment_url` is the page on which the buyer pays. An order with nothing to pay is confirmed at once. While people wait for a tier its units are theirs; join the waitlist instead. Without a key an address and a name are needed and the rate is limited.",
			Refusals:    closed(inventory.SoldOut, inventory.RegistrationClosed, inventory.EventNotPublished, inventory.LimitReached, inventory.QuantityOutOfRange, inventory.LimitPerOrder, inventory.SaleNotOpen, inventory.SaleOver, inventory.CurrencyMismatch, inventory.AddressNotConfirmed, inventory.CodeUnknown, inventory.CodeNotValid, inventory.CodeUsedUp, inventory.CodeNotApplicable, inventory.SeatTaken, inventory.SeatBlocked, inventory.SeatLeftAlone, inventory.NotTogether),
			Example:     exampleOrder,
		}, s.placeOrder),
		inEvent(identity.ListOrders, Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/orders", ID: "list-orders", Tag: tagOrders,
			Summary: "List orders", Description: "The orders of an event by id, or with `sort=newest` the latest first; with `status` those that are pending, confirmed or ended. `q` finds by the buyer's name and address, and by the ids of orders and seats: every word must occur. A search can answer with fewer than limit and still have more. Registrations are not among them.",
			Query: []string{"limit", "cursor", "status", "q", "sort"},
		}, s.listOrders),
		on(identity.ReadOrder, Route{
			Method: http.MethodGet, Path: "/v1/orders/{order_id}", ID: "get-order", Tag: tagOrders,
			Summary: "Read an order", Description: "Its items, what they cost, and until when it can be paid. A registration is an order that costs nothing and has no items.",
		}, s.getOrder),
		on(identity.CancelOrder, Route{
			Method: http.MethodPost, Path: "/v1/orders/{order_id}:cancel", ID: "cancel-order", Tag: tagOrders,
			Summary: "Cancel an order", Description: "Gives everything back. What was paid is due back; a buyer alone can do that where the event allows it. Of a registration it is `DELETE …/registrations/{user_id}`, by the order's id.",
			Refusals: closed(inventory.CancellationClosed, inventory.RefundByStaffOnly, inventory.TicketsMoved),
			Answer:   Ended{"released", 44},
		}, s.cancelOrder),
		on(identity.RefundOrder, Route{
			Method: http.MethodPost, Path: "/v1/orders/{order_id}:refund", ID: "refund-order", Tag: tagOrders,
			Summary: "Refund an order or items of it", Description: "Ends items of a confirmed order, offers their units to the waitlist in the same step, and makes money due back. Items that were given back before are left alone.",
			Refusals: closed(inventory.CancellationClosed, inventory.RefundByStaffOnly, inventory.TicketsMoved, inventory.RefundTooHigh, inventory.OrderPending, inventory.OrderEnded),
			Example:  map[string]any{"items": []int{2}},
		}, s.refundOrder),
	}
}

func (s *server) codeRoutes() []route {
	return []route{
		inEvent(identity.ChangeCodes, Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/codes", ID: "create-code", Tag: tagOrders,
			Status: http.StatusCreated, Summary: "Make a promo or access code",
			Description: "A promo code takes a percentage or an amount off each unit it applies to; an access code opens hidden tiers. With `max_uses` no more orders than that can have it at once: a pending order counts, and gives its use back when it expires.",
			Refusals:    closed(inventory.InvalidSettings, inventory.AlreadyExists),
			Example:     map[string]any{"code": "EARLYBIRD", "kind": "promo", "percent_bp": 2500, "max_uses": 100},
		}, s.createCode),
		inEvent(identity.ReadCodes, Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/codes", ID: "list-codes", Tag: tagOrders,
			Summary: "List codes", Description: "The event's codes by id.", Query: []string{"limit", "cursor"},
		}, s.listCodes),
		inEvent(identity.TryCode, Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/codes:try", ID: "try-code", Tag: tagOrders,
			Summary: "What a code is good for", Description: "What it takes off, and the tiers it is for, hidden ones among them. It reserves nothing: the order decides.",
			Refusals: refused(inventory.CodeNotValid, inventory.CodeUsedUp), Example: map[string]any{"code": "EARLYBIRD"},
		}, s.tryCode),
		on(identity.ReadCodes, Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/codes/{code_id}", ID: "get-code", Tag: tagOrders,
			Summary: "Read a code", Description: "Its terms, and how many orders have it.",
		}, s.getCode),
		on(identity.ChangeCodes, Route{
			Method: http.MethodPatch, Path: "/v1/events/{event_id}/codes/{code_id}", ID: "change-code", Tag: tagOrders,
			Summary: "Change a code", Description: "What is absent stays. `max_uses` cannot fall below the orders that have the code.",
			Refusals: closed(inventory.InvalidSettings), Example: map[string]any{"max_uses": 200},
		}, s.changeCode),
		on(identity.ChangeCodes, Route{
			Method: http.MethodDelete, Path: "/v1/events/{event_id}/codes/{code_id}", ID: "delete-code", Tag: tagOrders,
			Summary: "Disable a code", Description: "No further order can have it. Those that do keep their price.", Refusals: closed(), Answer: Ended{"disabled", 48},
		}, s.deleteCode),
	}
}
