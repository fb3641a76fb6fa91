package wire

import (
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/seatchart"
)

// SeatChanges are the seats that changed since the caller looked.
type SeatChanges struct {
	LedgerSeq int64                  `json:"ledger_seq" doc:"All changes up to here are told."`
	Complete  bool                   `json:"complete" doc:"false: it is too long ago to tell; read all seats again."`
	Seats     []seatchart.SeatChange `json:"seats"`
}

// SeatsOf are the seats that a block has.
func SeatsOf(h *inventory.Hold) []string {
	if h.Order == nil {
		return nil
	}
	seats := make([]string, 0, len(h.Order.Items))
	for i := range h.Order.Items {
		if it := &h.Order.Items[i]; it.Live() {
			seats = append(seats, it.Seat)
		}
	}
	return seats
}
