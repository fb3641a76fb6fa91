package inventory

import "github.com/holdfast-events/holdfast/internal/inventory/seatmap"

// Chosen is a wish for seats that the decision chooses.
type Chosen struct {
	Section    string // its name; empty: any
	Accessible bool   // a wheelchair space among them
	// MaxGross is what one seat may cost at most, tax and discount included, in minor
	// units of the event's currency; 0: no bound.
	MaxGross int64
}

// SeatSearch is what somebody wants of the best seats side by side. The decision of an
// order and the answer to a mere question search by it, so that they find the same.
type SeatSearch struct {
	Seats int64  // 1 … MaxSeatsPerOrder
	Tier  string // its id; empty: any that Sale lets the buyer order of
	Chosen
	// Sale reports what one seat of a tier costs the buyer, and whether the buyer could
	// order of it now.
	Sale func(tier string) (gross int64, sold bool)
}

// In returns the best open seats, in order along the row, or why there are none. The
// field of a refusal is one of quantity, section, tier_id and max_unit_gross.
func (q *SeatSearch) In(m *seatmap.Map) ([]int32, Outcome) {
	if q.Seats < 1 || q.Seats > MaxSeatsPerOrder {
		return nil, Outcome{Code: QuantityOutOfRange, Field: "quantity"}
	}
	search := seatmap.Search{Seats: int(q.Seats), Section: -1, Accessible: q.Accessible}
	if q.Section != "" {
		if search.Section = m.SectionIndex(q.Section); search.Section < 0 {
			return nil, Outcome{Code: NotFound, Field: "section"}
		}
	}
	if q.Tier != "" && m.TierIndex(q.Tier) < 0 {
		return nil, Outcome{Code: NotFound, Field: "tier_id"}
	}
	within, all := q.tiers(m)
	find := func(seats int64, tiers []int) []int32 {
		search.Seats, search.Tiers = int(seats), tiers
		return m.Best(search)
	}
	if found := find(q.Seats, within); found != nil {
		return found, Outcome{}
	}
	if q.Seats > 1 && find(1, within) != nil {
		return nil, Outcome{Code: NotTogether, Field: "quantity"}
	}
	if len(within) < len(all) && find(1, all) != nil {
		return nil, Outcome{Code: SeatsCostMore, Field: "max_unit_gross"}
	}
	return nil, Outcome{Code: SoldOut, Field: "tier_id"}
}

// tiers returns the tiers whose seats will do, and those of which only some cost too
// much, by their index in the plan. Whether a tier that is named is on sale is told later.
func (q *SeatSearch) tiers(m *seatmap.Map) (within, all []int) {
	within, all = make([]int, 0, len(m.Tiers)), make([]int, 0, len(m.Tiers))
	for i, id := range m.Tiers {
		if q.Tier != "" && id != q.Tier {
			continue
		}
		gross, sold := q.Sale(id)
		if !sold && q.Tier == "" {
			continue
		}
		all = append(all, i)
		if q.MaxGross == 0 || gross <= q.MaxGross {
			within = append(within, i)
		}
	}
	return within, all
}

// bestSeats are the best open seats side by side for a line.
func (d *decider) bestSeats(c *Reserve, l *OrderLine, codes *OrderCodes, before []int32) ([]int32, Outcome) {
	m := d.st.Seats
	q := SeatSearch{Seats: l.Quantity, Tier: l.Tier, Sale: func(id string) (int64, bool) {
		t := d.tiers[id]
		if !t.shownTo(c.Who, codes.Opens(id)) {
			return 0, false
		}
		return codes.Charge(t.Tier, d.st.Event.Settings.Orders.Currency).Gross, t.SellsTo(c.Who, d.now) == OK
	}}
	if l.Best != nil {
		q.Chosen = *l.Best
	}
	// What this order has chosen already is not there for its next line.
	if len(before) > 0 {
		taken := append([]int32(nil), before...)
		m.Set(taken, seatmap.Held)
		defer m.Set(taken, seatmap.Free)
	}
	found, o := q.In(m)
	switch o.Field {
	case "":
	case "section", "max_unit_gross":
		o.Field = ".best." + o.Field
	default:
		o.Field = "." + o.Field
	}
	return found, o
}
