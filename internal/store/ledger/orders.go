package ledger

import (
	"cmp"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// collectOrder asks for the rows that hang on an order, once.
func collectOrder(missing map[*engine.LookupSpec]*wanted, asked map[string]bool, h *inventory.Hold) {
	name := "order " + h.ID
	if asked[name] || h.Order != nil { // loaded when the head of the waitlist was not yet
		return
	}
	asked[name] = true
	for _, spec := range [...]*engine.LookupSpec{events.OrdersByID, events.ItemsByOrder, events.RefundsByOrder} {
		if missing[spec] == nil {
			missing[spec] = &wanted{}
		}
		missing[spec].ids = append(missing[spec].ids, h.ID)
	}
}

func (b *Batch) addOrder(r engine.Row) error {
	var o events.OrderRecord
	if err := events.ScanOrder(r, &o); err != nil {
		return err
	}
	b.Work.Holds[o.ID].Order = &o.Order
	return nil
}

// addItem keeps items in the order of their numbers: rows come in any.
func (b *Batch) addItem(r engine.Row) error {
	var v events.ItemRecord
	if err := events.ScanItem(r, &v); err != nil {
		return err
	}
	h := b.Work.Holds[v.Order]
	if h.Order == nil && h.Kind == inventory.KindBlock {
		h.Order = &inventory.Order{} // seats, and no money
	}
	o := h.Order
	if o == nil {
		return events.ErrNoOrder
	}
	o.Items = inOrder(o.Items, v.Item, func(x, y inventory.Item) int { return cmp.Compare(x.No, y.No) })
	return nil
}

func (b *Batch) addRefund(r engine.Row) error {
	var v inventory.Refund
	if err := events.RefundTable.Scan(r, &v); err != nil {
		return err
	}
	o := b.Work.Holds[v.OrderID].Order
	if o == nil {
		return events.ErrNoOrder
	}
	o.Refunds = inOrder(o.Refunds, v, func(x, y inventory.Refund) int { return cmp.Compare(x.Seq, y.Seq) })
	return nil
}

// inOrder inserts a row where it belongs, nearly always at the end.
func inOrder[T any](list []T, v T, compare func(x, y T) int) []T {
	at := len(list)
	for at > 0 && compare(list[at-1], v) > 0 {
		at--
	}
	return slices.Insert(list, at, v)
}

func (b *Batch) addCode(r engine.Row) error {
	c := new(inventory.PriceCode)
	if err := events.CodeTable.Scan(r, c); err != nil || b.Work.Codes[c.ID] != nil {
		return err
	}
	b.Work.Codes[c.ID], b.Work.CodesByText[c.Text] = c, c
	return nil
}

var liveOrdersText = "select " + events.HoldTable.Columns + " from holds where event_id = $1 and person_id = $2 and kind = 'order' and state <> 'released'"

// findOrdersOf loads the live orders of users who were loaded by name.
func (b *Batch) findOrdersOf(steps []engine.Step) []engine.Step {
	for _, user := range b.ordersOf {
		if p := b.Work.People[user]; p != nil {
			steps = append(steps, engine.Step{SQL: liveOrdersText, Args: []any{b.query.EventID, p.ID}, Row: b.addHold})
		}
	}
	return steps
}

// orders writes what hangs on the orders among the holds, the codes and what is
// due back. A batch without orders passes through here at the cost of one look
// at each hold.
func (wr *writer) orders(c *inventory.Changes) {
	var added, changed, repriced []*inventory.Hold
	var grown map[*inventory.Hold]int // by how many items that are not stored yet
	for i := range c.Holds {
		switch h := &c.Holds[i]; {
		case h.Order == nil:
		case h.New:
			added = append(added, h.Hold)
		default:
			changed = append(changed, h.Hold)
			if h.Repriced {
				repriced = append(repriced, h.Hold)
			}
			if h.Added > 0 {
				if grown == nil {
					grown = map[*inventory.Hold]int{}
				}
				grown[h.Hold] = h.Added
			}
		}
	}
	wr.changedOrders(changed, grown, c.Reseated)
	wr.repricedOrders(repriced, grown)
	wr.grownOrders(grown)
	wr.newOrders(added)
	wr.codes(c.Codes)
	write(wr, events.StatementTable, events.StatementTable.Insert, len(c.Statements), func(i int) *inventory.Statement { return c.Statements[i] })
	write(wr, events.RefundTable, events.RefundTable.Insert, len(c.Refunds), func(i int) *inventory.Refund { return &c.Refunds[i] })
}

// itemsOf are the items of holds, but for the last of those that have grown.
func itemsOf(holds []*inventory.Hold, grown map[*inventory.Hold]int) (list []events.ItemRow) {
	for _, h := range holds {
		for i := range len(h.Order.Items) - grown[h] {
			list = append(list, events.ItemRow{Order: &h.ID, Item: &h.Order.Items[i]})
		}
	}
	return list
}

func ordersOf(holds []*inventory.Hold) func(int) events.OrderRow {
	return func(i int) events.OrderRow { return events.OrderRow{ID: &holds[i].ID, Order: holds[i].Order} }
}

// changedOrders writes all items of the orders that changed: they are few, and
// which of them did is not worth knowing.
func (wr *writer) changedOrders(holds []*inventory.Hold, grown map[*inventory.Hold]int, moved []inventory.Reseated) {
	if len(holds) == 0 {
		return
	}
	sold := withMoney(holds)
	write(wr, events.OrderTable, events.OrderTable.Update[1], len(sold), ordersOf(sold))
	// A seat that one order gives back and another takes again in one batch must
	// be nobody's in between, or the unique index would object.
	live, gone := split(itemsOf(holds, grown), func(i *events.ItemRow) bool { return i.Live() })
	update := func(items []events.ItemRow) {
		write(wr, events.ItemTable, events.ItemTable.Update[1], len(items), func(i int) events.ItemRow { return items[i] })
	}
	update(gone)
	wr.movedItems(holds, moved)
	update(live)
}

// movedItems writes the seats of items that were moved. Two may have changed places in one
// batch, so all of them leave their seats before any takes its new one.
func (wr *writer) movedItems(holds []*inventory.Hold, moved []inventory.Reseated) {
	var to, from []events.ItemRow
	for _, m := range moved {
		if !slices.Contains(holds, m.Hold) {
			continue // it is stored by this batch, with the seat that it has
		}
		nowhere := *m.Item
		nowhere.Seat = ""
		to = append(to, events.ItemRow{Order: &m.Hold.ID, Item: m.Item})
		from = append(from, events.ItemRow{Order: &m.Hold.ID, Item: &nowhere})
	}
	for _, items := range [...][]events.ItemRow{from, to} {
		write(wr, events.ItemTable, events.ItemSeats, len(items), func(i int) events.ItemRow { return items[i] })
	}
}

// repricedOrders writes what orders cost that were stored with another price.
func (wr *writer) repricedOrders(holds []*inventory.Hold, grown map[*inventory.Hold]int) {
	if len(holds) == 0 {
		return
	}
	write(wr, events.OrderTable, events.OrderTable.Update[events.ChangedPrice], len(holds), ordersOf(holds))
	items := itemsOf(holds, grown)
	write(wr, events.ItemTable, events.ItemTable.Update[events.ChangedPrice], len(items), func(i int) events.ItemRow { return items[i] })
}

// grownOrders writes the items that were added to orders which are stored.
func (wr *writer) grownOrders(grown map[*inventory.Hold]int) {
	var items []events.ItemRow
	for h, n := range grown {
		for i := len(h.Order.Items) - n; i < len(h.Order.Items); i++ {
			items = append(items, events.ItemRow{Order: &h.ID, Item: &h.Order.Items[i]})
		}
	}
	write(wr, events.ItemTable, events.ItemTable.Insert, len(items), func(i int) events.ItemRow { return items[i] })
}

// withMoney leaves out blocks of seats, which have items and no order.
func withMoney(holds []*inventory.Hold) []*inventory.Hold {
	orders, _ := split(holds, func(h **inventory.Hold) bool { return (*h).Kind == inventory.KindOrder })
	return orders
}

func (wr *writer) newOrders(holds []*inventory.Hold) {
	if len(holds) == 0 {
		return
	}
	sold := withMoney(holds)
	write(wr, events.OrderTable, events.OrderTable.Insert, len(sold), ordersOf(sold))
	items := itemsOf(holds, nil)
	write(wr, events.ItemTable, events.ItemTable.Insert, len(items), func(i int) events.ItemRow { return items[i] })
}

func (wr *writer) codes(all []inventory.CodeChange) {
	added, changed := split(all, func(c *inventory.CodeChange) bool { return c.New })
	write(wr, events.CodeTable, events.CodeTable.Update[1], len(changed), func(i int) *inventory.PriceCode { return changed[i].PriceCode })
	write(wr, events.CodeTable, events.CodeTable.Insert, len(added), func(i int) *inventory.PriceCode { return added[i].PriceCode })
}
