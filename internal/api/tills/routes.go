package tills

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/paying"
	"github.com/holdfast-events/holdfast/internal/api/refusal"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

const (
	tillsPath = "/v1/events/{event_id}/tills"
	tillPath  = tillsPath + "/{till_id}"
)

// Routes are the rows of the table of routes that the handlers answer.
func (h *Handlers) Routes() []access.Route {
	return []access.Route{
		access.InEvent(identity.SellAtDoor, httpapi.Route{
			Method: http.MethodPost, Path: tillsPath, ID: "open-till", Tag: access.TagBoxOffice,
			Status: http.StatusCreated, Summary: "Open a till",
			Description: "A till sells at the door, and has the cash of that. A member has one open at a time; anybody of the box office can sell at it.",
			Problems:    []httpapi.Kind{kindTillOpen, kindTooManyTills},
			Example:     NewTill{Name: "Main entrance", OpeningFloat: 15000},
		}, h.openTill),
		access.InEvent(identity.SellAtDoor, httpapi.Route{
			Method: http.MethodGet, Path: tillsPath, ID: "list-tills", Tag: access.TagBoxOffice,
			Summary: "List tills", Description: "All tills of the event, at most 500, by id: the oldest first.",
		}, h.listTills),
		access.InEvent(identity.SellAtDoor, httpapi.Route{
			Method: http.MethodGet, Path: tillPath, ID: "get-till", Tag: access.TagBoxOffice,
			Summary: "Read a till", Description: "How much cash has to be in it, and once it is closed, how much was.",
		}, h.getTill),
		access.InEvent(identity.SellAtDoor, httpapi.Route{
			Method: http.MethodPatch, Path: tillPath, ID: "change-till", Tag: access.TagBoxOffice,
			Summary: "Rename a till", Description: "Its float and its cash cannot be changed.",
			Example: TillChange{Name: "Side entrance"},
		}, h.changeTill),
		access.InEvent(identity.SellAtDoor, httpapi.Route{
			Method: http.MethodPost, Path: tillPath + ":close", ID: "close-till", Tag: access.TagBoxOffice,
			Summary: "Close a till",
			Description: "With the cash that was counted. From then on it sells nothing and gives nothing back, so what it should have is final. " +
				"The same again changes nothing.",
			Problems: []httpapi.Kind{kindTillClosed},
			Example:  TillCount{Counted: 47500},
		}, h.closeTill),
		access.InEvent(identity.SellAtDoor, httpapi.Route{
			Method: http.MethodGet, Path: tillPath + "/report", ID: "get-till-report", Tag: access.TagBoxOffice,
			Summary: "Report of a till",
			Description: "What it has sold, by tier, way of payment and tax, what it gave back, and its cash: float, expected, counted and difference. " +
				"All of it is as it stood at one moment.",
		}, h.tillReport),
		access.InEvent(identity.SellAtDoor, httpapi.Route{
			Method: http.MethodGet, Path: tillPath + "/report.csv", ID: "get-till-report-csv", Tag: access.TagBoxOffice,
			Summary: "Report of a till as CSV", Description: "The same as a table (RFC 4180, UTF-8), with amounts as decimals.",
			Media: httpapi.MediaCSV,
		}, h.tillCSV),
		access.InEvent(identity.SellAtDoor, httpapi.Route{
			Method: http.MethodPost, Path: tillPath + "/sales", ID: "sell-at-till", Tag: access.TagBoxOffice,
			Status: http.StatusCreated, Summary: "Sell at the door",
			Description: "An order that is paid at once: it takes what is free, like any other, and passes nobody who waits or holds an offer. It can be made until the event " +
				"ends, also past the registration cutoff. The tickets are in the answer, and are mailed when there is an address. Send an `Idempotency-Key`: a seller " +
				"whose answer was lost repeats the request, and nothing is sold twice. Nothing is sold when cash is less than the price. Promo and access codes hold as for " +
				"buyers, with their limits of use, and what the event asks is answered with the sale.",
			Refusals: refusal.TakingPart(
				inventory.SoldOut, inventory.QuantityOutOfRange, inventory.LimitPerOrder, inventory.AddOnWithoutTicket, inventory.SeatTaken, inventory.SeatBlocked, inventory.SeatLeftAlone,
				inventory.NotTogether, inventory.SeatsCostMore, inventory.CurrencyMismatch, inventory.PriceOutOfRange, inventory.PriceFixed,
				inventory.CodeUnknown, inventory.CodeNotValid, inventory.CodeUsedUp, inventory.CodeNotApplicable,
			),
			Problems: []httpapi.Kind{kindTillClosed, paying.NotPayable, paying.OrderPaid, access.KindFileTaken},
			Example:  map[string]any{"items": []any{map[string]any{"quantity": 2}}, "payment": "cash", "tendered": 5000, "promo_code": "EARLYBIRD"},
		}, h.sellAtTill),
		access.InEvent(identity.SellAtDoor, httpapi.Route{
			Method: http.MethodGet, Path: tillPath + "/sales", ID: "list-till-sales", Tag: access.TagBoxOffice,
			Summary: "List the sales of a till", Description: "The latest first.", Query: []string{"limit", "cursor"},
		}, h.listTillSales),
		access.InEvent(identity.SellAtDoor, httpapi.Route{
			Method: http.MethodPost, Path: tillPath + "/sales/{order_id}:void", ID: "void-till-sale", Tag: access.TagBoxOffice,
			Summary: "Take a sale at the door back",
			Description: "Ends items of an order that was sold at any till of the event, offers their units to the waitlist in the same step, and gives the money back at this " +
				"till: cash out of it, or on the terminal. Money that was due back of this order before is given back with it.",
			Refusals: refusal.Closed(inventory.OrderPending, inventory.OrderEnded),
			Problems: []httpapi.Kind{kindTillClosed},
			Example:  map[string]any{"items": []int{2}},
		}, h.voidTillSale),
	}
}
