package events

import (
	"context"
	"database/sql"

	"github.com/holdfast-events/holdfast/internal/store/table"
)

// OrderPage says which orders are wanted: of one state ("" for all), those after
// or, when newest comes first, before an id.
type OrderPage struct {
	State       string
	From        string
	NewestFirst bool
	Limit       int
}

// OrdersIn returns a page of the orders of an event by id.
func (s Orders) OrdersIn(ctx context.Context, event string, p OrderPage) ([]RegistrationView, error) {
	if !p.NewestFirst {
		return s.OrdersPage(ctx, event, p.State, p.From, p.Limit)
	}
	below, args := "", []any{event, p.State, p.State, p.Limit}
	if p.From != "" {
		below, args = "and o.id < $5 ", append(args, p.From)
	}
	var list []RegistrationView
	err := s.db.WithSnapshot(ctx, func(tx *sql.Tx) (err error) {
		list, err = table.All(ctx, tx, scanHeld,
			"select "+PersonTable.As("p")+", "+HoldTable.As("h")+` from orders o
			join holds h on h.event_id = o.event_id and h.id = o.id
			join people p on p.event_id = h.event_id and p.id = h.person_id
			where o.event_id = $1 and ($2 = '' or h.state = $3) `+below+"order by o.id desc limit $4", args...)
		if err != nil {
			return err
		}
		return attachOrdersTo(ctx, s.db.Reader(tx), event, list)
	})
	return list, err
}
