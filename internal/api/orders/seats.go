package orders

import (
	"github.com/holdfast-events/holdfast/internal/api/access"
)

// SeatReservation is the body of who wants a seat.
type SeatReservation struct {
	UserID  string   `json:"user_id,omitempty" maxLength:"200" doc:"As in an order."`
	Email   string   `json:"email,omitempty" maxLength:"254" doc:"Where messages go. Required without a key."`
	Name    string   `json:"name,omitempty" maxLength:"200" doc:"Plain text. Required without a key."`
	Locale  string   `json:"locale,omitempty" maxLength:"35" doc:"The language of messages, as in BCP 47."`
	SeatIDs []string `json:"seat_ids,omitempty" maxItems:"9" doc:"More seats, all or none with the one in the path."`
}

func (h *Handlers) reserveSeat(c *access.Call, k *access.EventSummary, in *SeatReservation) (*PlacedOrder, error) {
	order := &NewOrder{UserID: in.UserID, Email: in.Email, Name: in.Name, Locale: in.Locale, Items: []NewOrderItem{{SeatID: c.Param("seat_id")}}}
	for _, seat := range in.SeatIDs {
		order.Items = append(order.Items, NewOrderItem{SeatID: seat})
	}
	return h.placeOrder(c, k, order)
}
