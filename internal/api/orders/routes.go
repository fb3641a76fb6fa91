package orders

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/refusal"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

func (h *Handlers) seatOrderRoutes() []access.Route {
	example := map[string]any{"email": "ada@example.org", "name": "Ada Lovelace"}
	return []access.Route{
		access.InEvent(identity.ReadSeats, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/seats:find", ID: "find-seats", Tag: access.TagSeats, Unkeyed: true,
			Summary: "Find the best seats",
			Description: "The best open seats side by side, for at most so much each and in a section, and what they cost: what an order with `best` " +
				"would be given. It takes nothing, and what it has read may be a fifth of a second old: order them by `seat_id`, and look again " +
				"when somebody else was faster.",
			Refusals: refusal.Kinds(
				inventory.SoldOut, inventory.NotTogether, inventory.SeatsCostMore, inventory.LimitPerOrder, inventory.SaleNotOpen, inventory.SaleOver,
				inventory.CodeUnknown, inventory.CodeNotValid, inventory.CodeUsedUp,
			),
			Example: map[string]any{"quantity": 3, "section": "Stalls", "max_unit_gross": 6000},
		}, h.findSeats),
		access.InEvent(identity.PlaceOrder, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/seats/{seat_id}/reserve", ID: "reserve-seat", Tag: access.TagSeats,
			Problems: access.ChallengeProblems,
			Status:   http.StatusCreated, Summary: "Reserve a seat",
			Description: "An order of one seat, or of several when `seat_ids` names more; all or nothing. As `POST …/orders` with seats, which can have " +
				"other items beside them.",
			Refusals: refusal.TakingPart(inventory.ApprovalRequired, inventory.SoldOut, inventory.QuantityOutOfRange, inventory.LimitPerOrder, inventory.SeatTaken, inventory.SeatBlocked, inventory.SeatLeftAlone),
			Example:  example,
		}, h.reserveSeat),
	}
}
