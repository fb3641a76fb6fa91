package verify_test

import (
	"errors"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/inventory/inventorytest"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
)

// guests is how many different persons come to an event: enough that most are new.
const guests = 60

// generator makes the random commands of an event, those of each kind from a stream of
// their own.
func (p *party) generator() *inventorytest.Generator {
	return &inventorytest.Generator{
		Stream: inventorytest.Seeded(p.h.rng.Uint64()),
		ID:     func(prefix string) string { return p.h.ids.In(prefix, p.id) },
		Ticket: func(order string, unit int) string { return id.TicketOf(order, int64(unit)) },
		Users:  guests, SeatPrefix: id.SeatPrefix(p.id), Calm: true,
		Unapproved: true, Uninvited: true, // events of their own have invitations and applications, and these histories are those that the corruptions are for
	}
}

// known is what commands can name: what is stored of the event.
func (p *party) known() inventorytest.Known {
	p.h.t.Helper()
	var k inventorytest.Known
	err := p.h.store.Snapshot(p.h.t.Context(), func(v *snapshot.Snapshot) error {
		k = inventorytest.Known{Event: p.create.Event, Pools: p.pools, Layout: p.create.Seats, Sale: map[string]inventory.Tier{}, Holders: map[string]string{}, OfferTiers: map[string]string{}}
		k.Event.Clock = inventory.At(p.h.now)
		tiers, err := v.Tiers(p.id)
		for _, t := range tiers {
			k.Tiers, k.Sale[t.ID] = append(k.Tiers, t.ID), t
		}
		return errors.Join(err, p.knownOrders(v, &k),
			v.Entries(p.id, func(e *inventory.Entry) error { k.Entries = append(k.Entries, e.ID); return nil }),
			v.Offers(p.id, func(o *inventory.Offer) error { k.Offers = append(k.Offers, o.ID); return nil }),
			v.Entries(p.id, func(e *inventory.Entry) error { k.OfferTiers[e.OfferID] = e.Tier; return nil }),
			v.Exchanges(p.id, func(x *inventory.Exchange) error { k.Exchanges = append(k.Exchanges, *x); return nil }),
			v.Transfers(p.id, func(t *inventory.Transfer) error { k.Transfers = append(k.Transfers, *t); return nil }),
			v.TicketVersions(p.id, func(t *events.TicketVersion) error { k.Holders[t.TicketID] = t.HolderID; return nil }),
		)
	})
	if err != nil {
		p.h.t.Fatal(err)
	}
	return k
}

// knownOrders adds the holds of the event, with what those cost that have items.
func (p *party) knownOrders(v *snapshot.Snapshot, k *inventorytest.Known) error {
	items, money := map[string]int{}, map[string]inventory.Order{}
	return errors.Join(
		v.Items(p.id, func(order, _ string, _ *inventory.Item) error { items[order]++; return nil }),
		v.Orders(p.id, func(o *events.OrderRecord) error { money[o.ID] = o.Order; return nil }),
		v.Holds(p.id, func(h *inventory.Hold) error {
			if h.Kind == inventory.KindBlock {
				k.Blocks = append(k.Blocks, h.ID)
				return nil
			}
			k.Orders = append(k.Orders, h.ID)
			o := inventorytest.KnownOrder{ID: h.ID, Total: money[h.ID].Total, Currency: money[h.ID].Currency, Items: items[h.ID], Person: h.PersonID, State: h.State}
			if h.Kind == inventory.KindOrder {
				k.Paid = append(k.Paid, o)
			} else {
				o.Items = int(h.Units)
			}
			if h.State == inventory.HoldConfirmed {
				k.Good = append(k.Good, o)
			}
			return nil
		}),
	)
}
