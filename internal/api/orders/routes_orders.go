package orders

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/refusal"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
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

func (h *Handlers) orderRoutes() []access.Route {
	return []access.Route{
		access.InEvent(identity.PlaceOrder, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/orders", ID: "place-order", Tag: access.TagOrders,
			Problems: access.ChallengeProblems,
			Status:   http.StatusCreated, Summary: "Order",
			Description: "Takes units of one or more tiers, all or nothing, and holds them until `expires_at`: paid by then the order is confirmed, else it " +
				"expires and its units go to the waitlist, or to everybody. `payment_url` is the page on which the buyer pays. An order with " +
				"nothing to pay is confirmed at once. While people wait for a tier its units are theirs; join the waitlist instead. Without a key " +
				"an address and a name are needed and the rate is limited.",
			Refusals: refusal.TakingPart(inventory.ApprovalRequired,
				inventory.SoldOut, inventory.QuantityOutOfRange, inventory.LimitPerOrder, inventory.AddOnWithoutTicket, inventory.CurrencyMismatch,
				inventory.PriceOutOfRange, inventory.PriceFixed,
				inventory.CodeUnknown, inventory.CodeNotValid, inventory.CodeUsedUp, inventory.CodeNotApplicable,
				inventory.SeatTaken, inventory.SeatBlocked, inventory.SeatLeftAlone, inventory.NotTogether, inventory.SeatsCostMore,
			),
			Example: exampleOrder,
		}, h.placeOrder),
		access.InEvent(identity.ListOrders, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/orders", ID: "list-orders", Tag: access.TagOrders,
			Summary: "List orders",
			Description: "The orders of an event by id, or with `sort=newest` the latest first; with `status` those that are pending, confirmed or ended. " +
				"`q` finds by the buyer's name and address, by the id of an order or its beginning, by the reference of a payment, and by the id of a " +
				"seat: every word must occur. A search can answer with fewer than limit and still have more. Registrations are not among them.",
			Query: []string{"limit", "cursor", "status", "q", "sort"}, Values: map[string][]any{"status": {"pending", "confirmed", "ended"}},
		}, h.listOrders),
		access.On(identity.ReadOrder, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/orders/{order_id}", ID: "get-order", Tag: access.TagOrders,
			Summary:     "Read an order",
			Description: "Its items, what they cost, and until when it can be paid. A registration is an order that costs nothing and has no items.",
		}, h.getOrder),
		access.On(identity.CancelOrder, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/orders/{order_id}:cancel", ID: "cancel-order", Tag: access.TagOrders,
			Summary: "Cancel an order",
			Description: "Gives everything back. What was paid is due back; a buyer alone can do that where the event allows it. Of a registration it is " +
				"`DELETE …/registrations/{user_id}`, by the order's id.",
			Refusals: refusal.Closed(inventory.CancellationClosed, inventory.RefundByStaffOnly, inventory.TicketsMoved),
			Answer:   wire.Ended{Status: "released", LedgerSeq: 44},
		}, cancelOrder),
		access.On(identity.RefundOrder, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/orders/{order_id}:refund", ID: "refund-order", Tag: access.TagOrders,
			Summary: "Refund an order or items of it",
			Description: "Ends items of a confirmed order, offers their units to the waitlist in the same step, and makes money due back. Items that were " +
				"given back before are left alone.",
			Refusals: refusal.Closed(
				inventory.CancellationClosed, inventory.RefundByStaffOnly, inventory.TicketsMoved, inventory.RefundTooHigh,
				inventory.OrderPending, inventory.OrderEnded,
			),
			Example: map[string]any{"items": []int{2}},
		}, h.refundOrder),
	}
}

func (h *Handlers) promoCodeRoutes() []access.Route {
	return []access.Route{
		access.InEvent(identity.ChangeCodes, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/codes", ID: "create-code", Tag: access.TagOrders,
			Status: http.StatusCreated, Summary: "Make a promo or access code",
			Description: "A promo code takes a percentage or an amount off each unit it applies to; an access code opens hidden tiers. With `max_uses` no " +
				"more orders than that can have it at once: a pending order counts, and gives its use back when it expires.",
			Refusals: refusal.Closed(inventory.InvalidSettings, inventory.AlreadyExists),
			Example:  map[string]any{"code": "EARLYBIRD", "kind": "promo", "percent_bp": 2500, "max_uses": 100},
		}, h.createCode),
		access.InEvent(identity.ReadCodes, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/codes", ID: "list-codes", Tag: access.TagOrders,
			Summary: "List codes", Description: "The event's codes by id.", Query: []string{"limit", "cursor"},
		}, h.listCodes),
		access.InEvent(identity.TryCode, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/codes:try", ID: "try-code", Tag: access.TagOrders,
			Summary:     "What a code is good for",
			Description: "What it takes off, and the tiers it is for, hidden ones among them. It reserves nothing: the order decides.",
			Refusals:    refusal.Kinds(inventory.CodeNotValid, inventory.CodeUsedUp), Example: map[string]any{"code": "EARLYBIRD"},
		}, h.tryCode),
		access.On(identity.ReadCodes, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/codes/{code_id}", ID: "get-code", Tag: access.TagOrders,
			Summary: "Read a code", Description: "Its terms, and how many orders have it.",
		}, h.getCode),
		access.On(identity.ChangeCodes, httpapi.Route{
			Method: http.MethodPatch, Path: "/v1/events/{event_id}/codes/{code_id}", ID: "change-code", Tag: access.TagOrders,
			Summary: "Change a code", Description: "What is absent stays. `max_uses` cannot fall below the orders that have the code.",
			Refusals: refusal.Closed(inventory.InvalidSettings), Example: map[string]any{"max_uses": 200},
		}, h.changeCode),
		access.On(identity.ChangeCodes, httpapi.Route{
			Method: http.MethodDelete, Path: "/v1/events/{event_id}/codes/{code_id}", ID: "delete-code", Tag: access.TagOrders,
			Summary:     "Disable a code",
			Description: "No further order can have it. Those that do keep their price.",
			Refusals:    refusal.Closed(),
			Answer:      wire.Ended{Status: "disabled", LedgerSeq: 48},
		}, h.deleteCode),
	}
}
