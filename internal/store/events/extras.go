package events

import (
	"cmp"
	"context"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// ExtraTiers are the tiers of an event whose units let nobody in: add-ons, goods and donations.
func ExtraTiers(ctx context.Context, q table.Querier, event string) (map[string]bool, error) {
	ids, err := table.All(ctx, q, table.ScanText, "select id from tiers where event_id = $1 and kind <> ''", event)
	extras := make(map[string]bool, len(ids))
	for _, id := range ids {
		extras[id] = true
	}
	return extras, err
}

// PlacesOf is how many units of a hold let somebody in: those of an order without its add-ons
// and goods, unless it has nothing else.
func (v *EventView) PlacesOf(h *inventory.Hold) int64 {
	if h.Order == nil {
		return h.Units
	}
	n := h.Units
	for i := range h.Order.Items {
		it := &h.Order.Items[i]
		counts := it.Live() || h.State == inventory.HoldReleased && it.ReleasedSeq == h.LastSeq
		if t := v.Tier(it.Tier); counts && t != nil && t.Extra() {
			n--
		}
	}
	return cmp.Or(n, h.Units)
}

// Goods are so many of one thing that lets nobody in.
type Goods struct {
	Name  string
	Units int64
}

// OnlyGoods are what is in an order that lets nobody in, add-ons and goods, in its order: what is
// left, or of one that ended what ended with it. Nil: it has places, or nothing of either.
func (v *EventView) OnlyGoods(h *inventory.Hold) (goods []Goods) {
	if h.Order == nil {
		return nil
	}
	at := map[string]int{}
	for i := range h.Order.Items {
		it := &h.Order.Items[i]
		if it.Donation || it.Fee != "" || !it.Live() && (h.State != inventory.HoldReleased || it.ReleasedSeq != h.LastSeq) {
			continue
		}
		t := v.Tier(it.Tier)
		if t == nil || !t.Extra() {
			return nil
		}
		if _, ok := at[t.ID]; !ok {
			at[t.ID] = len(goods)
			goods = append(goods, Goods{Name: t.Name})
		}
		goods[at[t.ID]].Units++
	}
	return goods
}

// ExtrasConfirmed counts the units of confirmed orders that let nobody in. Fees are no units.
func ExtrasConfirmed(ctx context.Context, q table.Querier, event string) (int64, error) {
	extras, err := ExtraTiers(ctx, q, event)
	if err != nil || len(extras) == 0 {
		return 0, err
	}
	return table.One(ctx, q, table.ScanInt, `select count(*) from hold_items i join holds h on h.event_id = i.event_id and h.id = i.hold_id
		where i.event_id = $1 and i.state = 'live' and i.fee = '' and h.kind = 'order' and h.state = 'confirmed' and not `+LetsIn("i"), event)
}

// HandOver is an add-on or goods of an order, as the door sees it.
type HandOver struct {
	TicketID string
	TierID   string
	Tier     string
	// HandedAt is when it was handed over first; 0: it was not.
	HandedAt inventory.Instant
}

// ToHandOver are the live add-ons that go with a ticket, and the goods of its order that are
// its holder's, by number. What somebody else holds is handed over to them.
func (s Tickets) ToHandOver(ctx context.Context, event, ticket string) ([]HandOver, error) {
	order, unit, ok := id.UnitOf(ticket)
	if !ok {
		return nil, database.ErrNotFound
	}
	type row struct {
		HandOver
		no, with int64
		buyer    string
	}
	rows, err := table.All(ctx, s.db.Read, func(r engine.Row, v *row) error {
		return r.Scan(&v.no, &v.with, &v.TierID, &v.Tier, &v.buyer)
	}, `select i.no, i.goes_with, t.id, t.name, h.person_id from holds h
		join hold_items i on i.event_id = h.event_id and i.hold_id = h.id and i.state = 'live' and i.donation = 0 and i.fee = '' and i.goes_with in (0, $3)
		join tiers t on t.event_id = i.event_id and t.id = i.tier_id and t.kind <> ''
		where h.event_id = $1 and h.id = $2 and h.state = 'confirmed' order by i.no`, event, order, unit)
	if err != nil || len(rows) == 0 {
		return nil, s.db.Classify(err)
	}
	names := []string{ticket}
	for i := range rows {
		rows[i].TicketID = id.TicketOf(order, rows[i].no)
		names = append(names, rows[i].TicketID)
	}
	in, args := table.InList(2, names)
	args = append([]any{event}, args...)
	holder, at := map[string]string{}, map[string]int64{}
	_, err = table.All(ctx, s.db.Read, func(r engine.Row, name *string) error {
		var who string
		err := r.Scan(name, &who)
		holder[*name] = who
		return err
	}, "select ticket_id, holder_id from ticket_versions where event_id = $1 and ticket_id in ("+in+")", args...)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	// The lists are named, because admissions are found by list and ticket.
	_, err = table.All(ctx, s.db.Read, func(r engine.Row, name *string) error {
		var first int64
		err := r.Scan(name, &first)
		at[*name] = first
		return err
	}, `select ticket_id, min(at) from admissions where event_id = $1 and ticket_id in (`+in+`)
		and list_id in (select l.id from checkin_lists l where l.event_id = $1 union all select '') group by ticket_id`, args...)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	var list []HandOver
	for i := range rows {
		v := &rows[i]
		comes, has := cmp.Or(holder[ticket], v.buyer), cmp.Or(holder[v.TicketID], v.buyer)
		if has == comes || v.with > 0 && has == v.buyer {
			v.HandedAt = inventory.Instant(at[v.TicketID])
			list = append(list, v.HandOver)
		}
	}
	return list, nil
}
