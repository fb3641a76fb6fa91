package page

import (
	"context"
	"slices"

	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/ticket"
)

// ShortCodes returns what can be typed instead of scanning tickets of one event, by the
// ids of the tickets; a ticket that has none is missing.
func ShortCodes(ctx context.Context, st *store.Store, keys *ticket.Keys, tickets []events.TicketView) (map[string]string, error) {
	codes := make(map[string]string, len(tickets))
	if len(tickets) == 0 {
		return codes, nil
	}
	event := tickets[0].EventID
	var orders []string
	for i := range tickets {
		if o := tickets[i].OrderID; !slices.Contains(orders, o) {
			orders = append(orders, o)
		}
	}
	numbers, err := st.Tickets.OrderNumbers(ctx, event, orders...)
	if err != nil {
		return nil, err
	}
	for i := range tickets {
		v := &tickets[i]
		if numbers[v.OrderID] == 0 { // of an archived event, at whose door nobody types it
			continue
		}
		code, err := keys.ShortCode(event, ticket.Unit{Number: numbers[v.OrderID], Unit: v.Unit, Version: v.Version})
		if err != nil {
			return nil, err
		}
		if code != "" {
			codes[v.ID] = code
		}
	}
	return codes, nil
}
