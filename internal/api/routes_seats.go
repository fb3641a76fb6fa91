package api

import (
	"net/http"
	"reflect"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/seatchart"
)

// charted is a row whose answer was encoded before; T is what it holds.
func charted[T any](rt route) route {
	rt.Out = reflect.TypeFor[T]()
	return rt
}

func (s *server) seatRoutes() []route {
	return []route{
		charted[seatchart.SeatStatus](inEvent(identity.ReadSeats, Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/seats", ID: "get-seats", Tag: tagSeats,
			Summary:     "Where the seats stand",
			Description: "A letter for each seat, in the order of the plan that `GET …/seats/layout` answers. It is encoded once for all readers, compressed with gzip for who accepts that, has an ETag, and may be a fifth of a second old: what counts is what an order is answered. With `at_least` it is not older than that change.",
			Query:       []string{"at_least"},
		}, s.getSeats)),
		charted[seatchart.SeatLayout](inEvent(identity.ReadSeats, Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/seats/layout", ID: "get-seat-layout", Tag: tagSeats,
			Summary: "Where the seats are", Description: "Sections, rows, numbers and positions of the seats, as the event copied them. It never changes.",
		}, s.getSeatLayout)),
		inEvent(identity.ReadSeats, Route{
			Method: http.MethodGet, Path: "/v1/events/{event_id}/seats/changes", ID: "get-seat-changes", Tag: tagSeats,
			Summary: "Which seats changed", Description: "The seats that changed after `since`, each as it stands now. The stream of the event tells the same.", Query: []string{"since"},
		}, s.getSeatChanges),
	}
}

func (s *server) seatOrderRoutes() []route {
	example := map[string]any{"email": "ada@example.org", "name": "Ada Lovelace"}
	return []route{
		inEvent(identity.PlaceOrder, Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/seats/{seat_id}/reserve", ID: "reserve-seat", Tag: tagSeats,
			Status: http.StatusCreated, Summary: "Reserve a seat",
			Description: "An order of one seat, or of several when `seat_ids` names more; all or nothing. As `POST …/orders` with seats, which can have other items beside them.",
			Refusals:    closed(inventory.RegistrationClosed, inventory.EventNotPublished, inventory.LimitReached, inventory.SoldOut, inventory.QuantityOutOfRange, inventory.LimitPerOrder, inventory.SaleNotOpen, inventory.SaleOver, inventory.AddressNotConfirmed, inventory.SeatTaken, inventory.SeatBlocked, inventory.SeatLeftAlone),
			Example:     example,
		}, s.reserveSeat),
	}
}

func (s *server) seatWaitlistRoutes() []route {
	waiting := joining(inventory.QuantityOutOfRange)
	example := map[string]any{"email": "ada@example.org", "name": "Ada Lovelace"}
	return []route{
		inEvent(identity.JoinWaitlist, Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/seats/{seat_id}/waitlist", ID: "wait-for-seat", Tag: tagSeats,
			Status: http.StatusCreated, Summary: "Wait for a seat", Description: "Takes a place on the waitlist for this seat. When it is free at once and nobody is before, it is offered in the same step.",
			Refusals: waiting, Example: example,
		}, s.waitForSeat),
		inEvent(identity.JoinWaitlist, Route{
			Method: http.MethodPost, Path: "/v1/events/{event_id}/seats:wait", ID: "wait-for-seats", Tag: tagSeats,
			Status: http.StatusCreated, Summary: "Wait for any of several seats, sections or tiers",
			Description: "Takes a place on the waitlist for seats. Seats that come free go to the first on the waitlist who waits for them and for whom there are enough, in the same step in which they come free.",
			Refusals:    waiting, Example: map[string]any{"email": "ada@example.org", "name": "Ada Lovelace", "quantity": 2, "sections": []string{"Stalls", "Balcony"}},
		}, s.waitForSeats),
	}
}
