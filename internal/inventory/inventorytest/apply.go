package inventorytest

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Apply writes the changes of a batch, with the constraints of the real schema.
// Of st it reads the event's row alone, as a store does.
func (w *MemoryStore) Apply(c *inventory.Changes, st *inventory.State) error {
	a := applier{MemoryStore: w, seen: map[string]bool{}}
	if c.Empty() {
		rows := len(c.Pools) + len(c.Lanes) + len(c.People) + len(c.Holds) + len(c.Entries) + len(c.PastPlacements) + len(c.Offers) + len(c.Places) + len(c.Messages) +
			len(c.Tiers) + len(c.Codes) + len(c.Refunds) + len(c.Tickets) + len(c.Transfers) + len(c.Exchanges) + len(c.Origins) + len(c.Passes) + len(c.AskedAgain) + len(c.Statements) + len(c.Invitations)
		a.check(rows == 0 && !c.Created && !c.SettingsChanged, "nothing changed, and yet: %+v", c)
		return a.err
	}
	if c.EventChanged {
		a.check(w.Event.Settings == st.Event.Settings || c.SettingsChanged, "settings changed silently")
		w.Event, w.LiveOffers, w.Applied = st.Event, st.LiveOffers, st.Applications
		w.Event.Version++
	}
	a.inventory(c, st)
	a.people(c)
	a.rows(c)
	a.ledger(c)
	return a.err
}

type applier struct {
	*MemoryStore
	seen map[string]bool
	err  error
}

// check keeps the first thing that is wrong.
func (a *applier) check(ok bool, format string, args ...any) {
	if !ok && a.err == nil {
		a.err = fmt.Errorf(format, args...)
	}
}

// once: a row appears once in a changeset, and is new exactly if it was not there.
func (a *applier) once(id string, isNew, known bool) {
	a.check(!a.seen[id], "%s changed twice in one changeset", id)
	a.check(isNew != known, "%s: new is %v, stored is %v", id, isNew, known)
	a.seen[id] = true
}

func (a *applier) inventory(c *inventory.Changes, st *inventory.State) {
	if c.Created && st.Seats != nil {
		a.Layout = st.Seats.Layout
	}
	if c.Created {
		for id, t := range st.Tiers {
			a.Tiers[id] = *t
		}
	}
	for _, t := range c.Tiers {
		_, known := a.Tiers[t.ID]
		a.once(t.ID, t.New, known)
		a.Tiers[t.ID] = *t.Tier
	}
	for _, p := range c.Pools {
		_, known := a.Pools[p.ID]
		a.once(p.ID, c.Created, known)
		a.Pools[p.ID] = *p
	}
	for _, l := range c.Lanes {
		k := inventory.LaneKey{Tier: l.Tier, Class: l.Class}
		a.once(fmt.Sprintf("lane %v", k), false, true)
		a.Lanes[k] = *l
	}
}

func (a *applier) people(c *inventory.Changes) {
	for _, p := range c.People {
		old, known := a.People[p.ID]
		a.once(p.ID, p.New, known)
		if known {
			delete(a.byUser, old.UserID)
			a.check(p.Erased || p.ProfileChanged || p.Profile == old.Profile, "%s: profile changed silently", p.ID)
			a.check(p.Erased || p.UserID == old.UserID, "%s: user id changed", p.ID)
		}
		_, taken := a.byUser[p.UserID]
		a.check(!taken, "user id %q taken twice", p.UserID)
		a.byUser[p.UserID] = p.ID
		a.People[p.ID] = *p.Person
		if p.Erased {
			a.blankGuests(p.ID)
		}
	}
}

func (a *applier) blankGuests(person string) {
	for id, h := range a.Holds {
		if h.PersonID == person {
			h.Name, h.Guests = "", inventory.NoGuests
			a.Holds[id] = h
		}
	}
	for id, e := range a.Entries {
		if e.PersonID == person {
			e.Name, e.Guests = "", inventory.NoGuests
			a.Entries[id] = e
		}
	}
}

// seatsMoved: the seat of an item is changed by a row that says so, and by nothing else.
func (a *applier) seatsMoved(old, h *inventory.Hold, moved []inventory.Reseated) {
	if old.Order == nil || h.Order == nil {
		return
	}
	for i := range old.Order.Items {
		it := &h.Order.Items[i]
		listed := slices.ContainsFunc(moved, func(r inventory.Reseated) bool { return r.Hold == h && r.Item == it })
		a.check(listed || old.Order.Items[i].Seat == it.Seat, "%s: item %d has another seat silently", h.ID, it.No)
	}
}

func (a *applier) rows(c *inventory.Changes) {
	for _, h := range c.Holds {
		old, known := a.Holds[h.ID]
		a.once(h.ID, h.New, known)
		a.seatsMoved(&old, h.Hold, c.Reseated)
		a.Holds[h.ID] = copied(h.Hold)
		delete(a.held, h.ID)
		if h.State == inventory.HoldHeld {
			a.held[h.ID] = true
		}
	}
	a.entries(c)
	for _, o := range c.Offers {
		_, known := a.Offers[o.ID]
		a.once(o.ID, o.New, known)
		a.Offers[o.ID] = *o.Offer
	}
	for _, k := range c.Codes {
		_, known := a.Codes[k.ID]
		a.once(k.ID, k.New, known)
		for id, other := range a.Codes {
			a.check(id == k.ID || other.Text != k.Text, "code %s stands there twice", k.Text)
		}
		a.Codes[k.ID] = *k.PriceCode
	}
	for _, p := range c.Passes {
		_, known := a.Passes[p.Index+1]
		a.once(fmt.Sprint("pass of ", p.Index), false, known)
		a.Passes[p.Index+1] = *p
	}
	a.Refunds = append(a.Refunds, c.Refunds...)
	for _, s := range c.Statements {
		a.Statements = append(a.Statements, *s)
	}
	for _, t := range c.Tickets {
		_, known := a.Tickets[t.ID]
		a.once(t.ID, t.New, known)
		a.Tickets[t.ID] = *t.Ticket
	}
	for _, tr := range c.Transfers {
		_, known := a.Transfers[tr.ID]
		a.once(tr.ID, tr.New, known)
		for _, other := range a.Transfers {
			a.check(other.ID == tr.ID || other.TicketID != tr.TicketID || other.State != inventory.TransferOffered || tr.State != inventory.TransferOffered,
				"ticket %s is offered twice", tr.TicketID)
		}
		a.Transfers[tr.ID] = *tr.Transfer
	}
	for _, x := range c.Exchanges {
		_, known := a.Exchanges[x.ID]
		a.once(x.ID, x.New, known)
		for _, other := range a.Exchanges {
			a.check(other.ID == x.ID || other.TicketID != x.TicketID || other.Ended() || x.Ended(), "ticket %s is in exchange twice", x.TicketID)
		}
		a.Exchanges[x.ID] = *x.Exchange
	}
	for _, v := range c.Invitations {
		_, known := a.Invitations[v.ID]
		a.once(v.ID, v.New, known)
		a.Invitations[v.ID] = *v.Invitation
	}
	for _, p := range c.Places {
		k := PlaceKey{p.Lane, p.JoinNo}
		a.check(!a.seen[fmt.Sprint(k)], "place %v changed twice", k)
		a.seen[fmt.Sprint(k)] = true
		if a.Places[k] += p.Delta; a.Places[k] == 0 {
			delete(a.Places, k)
		}
	}
}

func (a *applier) entries(c *inventory.Changes) {
	moved := map[string]bool{}
	for _, p := range c.PastPlacements {
		moved[p.EntryID] = true
		a.Past[p.EntryID] = append(a.Past[p.EntryID], p)
	}
	a.Origins = append(a.Origins, c.Origins...)
	for _, p := range c.People {
		if p.Erased {
			a.Origins = slices.DeleteFunc(slices.Clone(a.Origins), func(o inventory.Originated) bool { return o.PersonID == p.ID })
		}
	}
	for _, e := range c.Entries {
		old, known := a.Entries[e.ID]
		a.once(e.ID, e.New, known)
		placed := !old.Placed() && e.Entry.Placed()
		a.check(e.Approved == (known && placed), "%s is said to be approved now: %v", e.ID, e.Approved)
		a.check(!known || moved[e.ID] || placed || old.Placement == e.Placement, "%s moved silently", e.ID)
		a.Entries[e.ID] = *e.Entry
		if moved[e.ID] && known {
			lane := old.Lane()
			a.lines[lane] = slices.DeleteFunc(a.lines[lane], func(id string) bool { return id == e.ID })
		}
		if (placed || moved[e.ID]) && e.State == inventory.EntryWaiting {
			a.lines[e.Lane()] = append(a.lines[e.Lane()], e.ID)
		}
		delete(moved, e.ID)
	}
	a.check(len(moved) == 0, "entries that did not change were moved: %v", moved)
	if len(c.PastPlacements) == 0 {
		return
	}
	for _, ids := range a.lines { // the changes are listed in the order in which entries were first touched
		slices.SortFunc(ids, func(x, y string) int { return int(a.Entries[x].JoinNo - a.Entries[y].JoinNo) })
	}
}

func (a *applier) ledger(c *inventory.Changes) {
	for _, r := range c.Audit {
		a.check(r.Seq == int64(len(a.Audit))+1, "audit row %d follows %d", r.Seq, len(a.Audit))
		a.Audit = append(a.Audit, r)
	}
	a.Messages = append(a.Messages, c.Messages...)
	a.AskedAgain = append(a.AskedAgain, c.AskedAgain...)
	a.check(a.Event.Seq == int64(len(a.Audit)), "event stands at seq %d, the ledger at %d", a.Event.Seq, len(a.Audit))
}

// copied is a hold as it would be stored: its refunds are rows of their own.
func copied(h *inventory.Hold) inventory.Hold {
	c := *h
	if h.Order != nil {
		o := *h.Order
		o.Items, o.Refunds = slices.Clone(o.Items), nil
		c.Order = &o
	}
	return c
}

// sameAs reports whether the rows and the state that a sequencer would go on with
// agree.
func (w *MemoryStore) sameAs(st *inventory.State) error {
	want := w.State()
	want.Event.Version, st.Event.Version = 0, 0
	if !reflect.DeepEqual(want, st) {
		return fmt.Errorf("the changes miss something: stored\n%+v\nin memory\n%+v", *want, *st)
	}
	return nil
}
