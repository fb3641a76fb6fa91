package inventorytest

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// ToModel rewrites a command so that it names offers and orders as Model does.
func (w *MemoryStore) ToModel(c inventory.Command) inventory.Command {
	named := reflect.New(reflect.TypeOf(c)).Elem()
	named.Set(reflect.ValueOf(c))
	for field, name := range map[string]func(string) string{"OfferID": w.modelOffer, "OrderID": w.modelOrder} {
		if f := named.FieldByName(field); f.IsValid() {
			f.SetString(name(f.String()))
		}
	}
	return named.Interface().(inventory.Command)
}

func (w *MemoryStore) modelOffer(id string) string {
	if o, ok := w.Offers[id]; ok {
		return "off:" + o.EntryID
	}
	return id
}

func (w *MemoryStore) modelOrder(id string) string {
	if h, ok := w.Holds[id]; ok && h.EntryID != "" {
		return "ord:" + h.EntryID
	}
	return id
}

// Agrees says in what an outcome of Decide and one of the model differ. The
// ledger seq and the name of a wrong field are not the model's.
func (w *MemoryStore) Agrees(got, want inventory.Outcome) error {
	got.Seq, got.Field, want.Field = 0, "", ""
	if _, there := w.Entries[got.EntryID]; got.Code == inventory.OK && got.EntryID != "" && !there { // what a stranger is told about
		if got.OfferID != "" {
			got.OfferID = "off:" + got.EntryID
		}
		if got.OrderID != "" {
			got.OrderID = "ord:" + got.EntryID
		}
	}
	got.OfferID, got.OrderID = w.modelOffer(got.OfferID), w.modelOrder(got.OrderID)
	if got != want {
		return fmt.Errorf("decided %+v, the model says %+v", got, want)
	}
	return nil
}

// matchOrders says in what an order and the model's differ.
func (w *MemoryStore) matchOrders(m *Model) error {
	for id, h := range w.Holds {
		if h.Order == nil {
			continue
		}
		c := m.claimByID(w.modelOrder(id))
		if c == nil || c.order != (h.Kind == inventory.KindOrder) {
			return fmt.Errorf("the model has no order %s", id)
		}
		back := map[string]int64{}
		for _, r := range w.Refunds {
			if r.OrderID == id {
				back[r.PaymentID] += r.Amount
			}
		}
		if h.Live() != c.live() || h.Units != c.units || h.Order.Total != c.total || h.Order.Paid != c.paid || !maps.Equal(back, c.back) {
			return fmt.Errorf("order %+v %+v, due back %v, in the model %+v", h, *h.Order, back, *c)
		}
		fees := slices.IndexFunc(c.items, func(it *modelItem) bool { return it.fee })
		if fees < 0 {
			fees = len(c.items)
		}
		for i, it := range h.Order.Items {
			if n := i - fees; n >= 0 && n < len(c.fees) {
				if h.Live() && it.Live() == c.feesGone || it.Gross != c.fees[n].gross {
					return fmt.Errorf("fee %d of %s is %+v, in the model %+v", n, id, it, c.fees)
				}
				continue
			}
			if i >= len(c.items) || h.Live() && it.Live() != c.items[i].live || it.Gross != c.items[i].gross {
				return fmt.Errorf("item %d of %s is %+v, in the model %+v", it.No, id, it, *c)
			}
		}
	}
	return nil
}

// matchParties says in what the units of a registration and the model's differ.
func (w *MemoryStore) matchParties(m *Model) error {
	for id, h := range w.Holds {
		if h.Kind != inventory.KindRegistration {
			continue
		}
		c := m.claimByID(w.modelOrder(id))
		if c == nil || h.Units != c.units || h.Live() != c.live() {
			return fmt.Errorf("registration %+v, in the model %+v", h, c)
		}
		gone := slices.Sorted(slices.Values(c.gone))
		if named := strings.Trim(strings.ReplaceAll(fmt.Sprint(gone), " ", ","), "[]"); h.GivenBack != named {
			return fmt.Errorf("registration %s has given back %q, in the model %q", id, h.GivenBack, named)
		}
	}
	return nil
}

// Matches says in what the store and the model differ.
func (w *MemoryStore) Matches(m *Model) error {
	for id, p := range w.Pools {
		if p.Capacity != m.capacity[id] || p.Free() != m.free(id) {
			return fmt.Errorf("pool %s has capacity %d and %d free, the model %d and %d", id, p.Capacity, p.Free(), m.capacity[id], m.free(id))
		}
	}
	if w.Event.Status != m.event.Status || w.Event.Settings != m.event.Settings {
		return fmt.Errorf("the event is %s, the model's %s; or their settings differ: %+v, %+v", w.Event.Status, m.event.Status, w.Event.Settings, m.event.Settings)
	}
	if err := w.matchOrders(m); err != nil {
		return err
	}
	if err := w.matchParties(m); err != nil {
		return err
	}
	if err := w.matchSeats(m); err != nil {
		return err
	}
	if err := w.matchExchanges(m); err != nil {
		return err
	}
	if err := w.matchPasses(m); err != nil {
		return err
	}
	if err := w.matchTransfers(m); err != nil {
		return err
	}
	if err := w.matchInvitations(m); err != nil {
		return err
	}
	var order []string
	for _, v := range m.waiters() {
		order = append(order, v.id)
	}
	var line []string
	for _, e := range w.Waitlist() {
		line = append(line, e.ID)
	}
	if !slices.Equal(line, order) {
		return fmt.Errorf("the line is %v, the model's %v", line, order)
	}
	if len(w.Entries) != len(m.line) {
		return fmt.Errorf("%d entries, the model has %d", len(w.Entries), len(m.line))
	}
	for _, v := range m.line {
		e := w.Entries[v.id]
		if string(e.State) != v.state || e.Passes != int64(v.passes) || max(0, e.JoinNo) != v.number || e.Rank != v.rank {
			return fmt.Errorf("entry %+v, in the model %+v", e, *v)
		}
		if v.offer != nil && !v.offer.prolonged && w.Offers[e.OfferID].ExpiresAt != v.offer.until {
			return fmt.Errorf("offer %s ends at %d, the model's at %d", e.OfferID, w.Offers[e.OfferID].ExpiresAt, v.offer.until)
		}
	}
	return nil
}
