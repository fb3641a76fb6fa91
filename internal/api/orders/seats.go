package orders

import (
	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
)

// SeatReservation is the body of a request for seats.
type SeatReservation struct {
	wire.PersonIn
	SeatIDs []string `json:"seat_ids,omitempty" maxItems:"9" doc:"More seats, all or none with the one in the path."`
}

func (h *Handlers) reserveSeat(c *access.Call, k *access.EventSummary, in *SeatReservation) (*PlacedOrder, error) {
	order := &NewOrder{PersonIn: in.PersonIn, Items: []wire.NewOrderItem{{SeatID: c.Param("seat_id")}}}
	for _, seat := range in.SeatIDs {
		order.Items = append(order.Items, wire.NewOrderItem{SeatID: seat})
	}
	return h.placeOrder(c, k, order)
}
