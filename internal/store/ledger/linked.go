package ledger

import (
	"context"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// loadLinked follows the links between the rows that are loaded until all that
// they lead to is there: a person's live hold and entries; a hold's person, entry
// and offer; an order's money, items, refunds and codes; an entry's person and
// offer; an offer's entry, hold and person.
// All of these belong to one person, so the chase ends after three rounds.
func (b *Batch) loadLinked(ctx context.Context) error {
	missing := map[*engine.LookupSpec]*wanted{}
	asked := map[string]bool{} // ids without a row are asked for once
	for {
		b.collect(missing, asked)
		var steps []engine.Step
		for _, l := range [...]struct {
			spec *engine.LookupSpec
			row  func(engine.Row) error
		}{
			{events.PeopleByID, b.addPerson}, {events.HoldsByID, b.addHold}, {events.EntriesByID, b.addEntry}, {events.OffersByID, b.addOffer},
			{events.TransfersByID, b.addTransfer}, {events.TicketsByID, b.addTicket}, {events.OpenTransfers, b.addTransfer},
			{events.OrdersByID, b.addOrder}, {events.ItemsByOrder, b.addItem}, {events.RefundsByOrder, b.addRefund}, {events.CodesByID, b.addCode},
			{events.InvitationsByID, b.addInvitation},
		} {
			if w := missing[l.spec]; w != nil {
				steps = b.find(steps, l.spec, w.ids, l.row)
				delete(missing, l.spec)
			}
		}
		steps = b.passSteps(steps, b.passesOfHolds())
		if len(steps) == 0 {
			return nil
		}
		if err := b.session.Run(ctx, steps); err != nil {
			return err
		}
	}
}

// passesOfHolds are with whose passes the holds were taken that may still be paid for.
func (b *Batch) passesOfHolds() (entrants []int64) {
	for _, h := range b.Work.Holds {
		if h.Entrant != 0 && h.State != inventory.HoldConfirmed {
			entrants = append(entrants, h.Entrant)
		}
	}
	return entrants
}

type wanted struct{ ids []string }

func (b *Batch) collect(missing map[*engine.LookupSpec]*wanted, asked map[string]bool) {
	w := b.Work
	want := func(spec *engine.LookupSpec, id string, have bool) {
		if id == "" || have || asked[id] {
			return
		}
		asked[id] = true
		if missing[spec] == nil {
			missing[spec] = &wanted{}
		}
		missing[spec].ids = append(missing[spec].ids, id)
	}
	person := func(id string) { want(events.PeopleByID, id, w.PeopleByID[id] != nil) }
	hold := func(id string) { want(events.HoldsByID, id, w.Holds[id] != nil) }
	entry := func(id string) { want(events.EntriesByID, id, w.Entries[id] != nil) }
	offer := func(id string) { want(events.OffersByID, id, w.Offers[id] != nil) }
	for _, tr := range w.Transfers {
		hold(tr.OrderID)
		person(tr.From)
		person(tr.To)
		want(events.TicketsByID, tr.TicketID, w.Tickets[tr.TicketID] != nil)
	}
	for _, p := range w.PeopleByID {
		hold(p.HoldID)
		for _, id := range p.LiveEntries() {
			entry(id)
		}
		if v := inventory.InvitationID(p.ID); b.invited {
			want(events.InvitationsByID, v, w.Invitations[v] != nil)
		}
	}
	for _, v := range w.Invitations {
		person(v.PersonID)
	}
	for _, h := range w.Holds {
		if h.Itemized() {
			collectOrder(missing, asked, h)
			if h.Order != nil {
				for _, id := range [...]string{h.Order.PromoID, h.Order.AccessID} {
					want(events.CodesByID, id, w.Codes[id] != nil)
				}
			}
		}
		person(h.PersonID)
		entry(h.EntryID)
		offer(h.OfferID)
	}
	for _, e := range w.Entries {
		person(e.PersonID)
		offer(e.OfferID)
	}
	for _, o := range w.Offers {
		person(o.PersonID)
		entry(o.EntryID)
		hold(o.OrderID)
	}
}
