package inventorytest

import (
	"errors"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Check recomputes the invariants of docs/INVARIANTS.md that an event by itself
// can break (1 to 8), from its rows and its ledger alone. now is the time at
// which the store stands; nothing may be due before it.
func (w *MemoryStore) Check(now inventory.Instant) error {
	if w.Event.ID == "" {
		return nil
	}
	c := &checker{MemoryStore: w, replaced: map[string]int64{}}
	c.counters()
	c.persons()
	c.replay()
	c.offers()
	c.orders()
	c.placements()
	c.line()
	c.messages()
	c.tickets()
	c.exchanges()
	c.statements()
	c.invitationsHold()
	c.applications()
	c.schedule(max(now, w.Event.Clock))
	return errors.Join(c.found...)
}

type checker struct {
	*MemoryStore
	found []error
	// wishes say of each entry with a wish whether a seat is one of those.
	wishes map[string]func(seat string) bool
	// replaced are the units of blocks that ended just now, by pool: what begins in their place may
	// have them although the pool is over its capacity.
	replaced map[string]int64
	// moved are the seats of items that were moved, by the rows read so far.
	moved map[itemName]string
}

func (c *checker) want(ok bool, format string, args ...any) {
	if !ok {
		c.found = append(c.found, fmt.Errorf(format, args...))
	}
}

// counters: invariants 1 and 2.
func (c *checker) counters() {
	sums, backed := map[string]inventory.Pool{}, c.backed()
	for _, h := range c.Holds {
		if h.Order != nil {
			c.countItems(&h, sums, backed)
			continue
		}
		for _, id := range c.Tiers[h.Tier].Pools {
			p := sums[id]
			switch {
			case !h.Live():
			case h.Kind == inventory.KindBlock:
				p.Blocked += h.Units
			case h.State == inventory.HoldHeld:
				p.Held += h.Units
			default:
				p.Confirmed += h.Units
			}
			sums[id] = p
		}
	}
	for id, p := range c.Pools {
		s := sums[id]
		c.want(p.Held == s.Held && p.Confirmed == s.Confirmed && p.Blocked == s.Blocked,
			"1/2: pool %s counts %+v, its holds %+v", id, p, s)
	}
}

// persons: invariant 3.
func (c *checker) persons() {
	holds, entries := map[string]string{}, map[string]string{}
	units := map[string]int64{}
	for _, h := range c.Holds {
		if h.Live() && h.PersonID != "" {
			units[h.PersonID] += c.admits(&h)
			if h.Kind != inventory.KindOrder {
				c.want(holds[h.PersonID] == "", "3: %s has two live holds", h.PersonID)
				holds[h.PersonID] = h.ID
			}
		}
	}
	for _, e := range c.Entries {
		if e.Live() && c.Tiers[e.Tier].Kind == inventory.GoodsTier {
			c.waitsForGoods(&e)
			continue
		}
		if e.Live() {
			c.want(entries[e.PersonID] == "", "3: %s has two live entries", e.PersonID)
			entries[e.PersonID] = e.ID
			hold := c.Holds[c.Offers[e.OfferID].OrderID]
			offered := hold.State == inventory.HoldHeld
			if !offered {
				units[e.PersonID] += e.Units
			}
			c.want((e.State == inventory.EntryOffered) == offered, "3: %s is %s, offer %q", e.ID, e.State, e.OfferID)
			c.want((offered && hold.Order == nil) == (holds[e.PersonID] != "" || c.People[e.PersonID].HoldID != ""), "3: %s holds and waits", e.PersonID)
		}
	}
	for id, p := range c.People {
		c.goodsOf(&p)
		c.want(p.HoldID == holds[id] && p.EntryID == entries[id] && p.Units == units[id],
			"3: %s is %+v, its rows say hold %q, entry %q, %d units", id, p, holds[id], entries[id], units[id])
	}
}

// replay folds the ledger: invariants 1, 4 and 6, at every row.
func (c *checker) replay() {
	state, last := map[string]string{}, map[string]int64{}
	free := map[string]int64{}
	waiting := map[string]inventory.Entry{}
	seats := map[string]string{}
	items := map[string]map[int]bool{}
	parties := map[string]*replayedParty{}
	lent := newReplayedExchanges()
	for i, r := range c.Audit {
		kind := kindOf(r.Subject)
		c.want(r.Legal(), "4: illegal row %+v", r)
		first := state[r.Subject] == "" && kind == "tir" // those that came with the event have no first row
		if kind != "per" && kind != "off" && !first {    // nor have these
			c.want(r.From == state[r.Subject], "4: row %d says %s was %q, it was %q", r.Seq, r.Subject, r.From, state[r.Subject])
		}
		state[r.Subject] = r.To
		switch kind {
		case "ord", "blk", "wle", "off", "exc", "stm":
			if kind != "off" || last[r.Subject] != 0 {
				c.want(r.PrevSeq == last[r.Subject], "4: row %d follows %d, want %d", r.Seq, r.PrevSeq, last[r.Subject])
			}
			last[r.Subject] = r.Seq
		}
		switch kind {
		case "pol":
			free[r.Subject] += number(r.To) - number(r.From)
		case "ord", "blk":
			if h := c.Holds[r.Subject]; h.Order != nil {
				c.takeItems(&h, r, free, items, lent)
				c.takeSeats(&h, r, seats, waiting, lent)
			} else {
				c.take(r, free)
				c.partyRow(r, parties)
			}
		case "exc":
			c.exchangeRow(r, free, lent, seats)
		case "wle":
			if r.To == "offered" || r.Reason == inventory.ReasonPromoted {
				c.inOrder(i, waiting)
			}
			delete(waiting, r.Subject)
			if r.To == "waiting" {
				waiting[r.Subject] = c.entryAt(r.Subject, r.Seq)
			}
		}
	}
	for id, h := range c.Holds {
		c.want(state[id] == string(h.State) && last[id] == h.LastSeq, "4: %s is %s at %d, its story ends with %s at %d", id, h.State, h.LastSeq, state[id], last[id])
	}
	for id, e := range c.Entries {
		c.want(state[id] == string(e.State) && last[id] == e.LastSeq, "4: %s is %s at %d, its story ends with %s at %d", id, e.State, e.LastSeq, state[id], last[id])
	}
	c.parties(parties)
	for id, x := range c.Exchanges {
		c.want(state[id] == string(x.State) && last[id] == x.LastSeq, "4: %s is %s at %d, its story ends with %s at %d", id, x.State, x.LastSeq, state[id], last[id])
	}
	for id, o := range c.Offers {
		c.want(last[id] == o.LastSeq, "4: %s is at %d, its story ends at %d", id, o.LastSeq, last[id])
	}
	c.want(state[c.Event.ID] == string(c.Event.Status), "4: the event is %s, its story ends with %s", c.Event.Status, state[c.Event.ID])
	for id, p := range c.Pools {
		c.want(free[id] == p.Free(), "1: pool %s has %d free, its ledger says %d", id, p.Free(), free[id])
	}
}

// take: nothing is allocated that a pool does not have at that row, but that a block may keep what
// the blocks had whose place it takes.
func (c *checker) take(r inventory.AuditRow, free map[string]int64) {
	var units int64
	switch {
	case r.From == "":
		units = r.Units
	case r.To == "released", r.Reason == inventory.ReasonGuestCancelled:
		units = -r.Units
	}
	for _, id := range c.Tiers[c.Holds[r.Subject].Tier].Pools {
		if r.Reason == inventory.ReasonUnblocked {
			c.replaced[id] += r.Units
		}
		free[id] -= units
		c.want(units <= 0 || free[id] >= 0 || r.Reason == inventory.ReasonBlocked && units <= c.replaced[id], "1: row %d takes %d of pool %s, which leaves %d", r.Seq, units, id, free[id])
	}
	if r.Reason != inventory.ReasonUnblocked {
		clear(c.replaced)
	}
}

// inOrder: whoever waited before in the same tier was passed, in rows just
// before this one. (Other tiers may be out of something this one does not need;
// the Model knows.)
func (c *checker) inOrder(i int, waiting map[string]inventory.Entry) {
	e := c.entryAt(c.Audit[i].Subject, c.Audit[i].Seq-1)
	passed := map[string]bool{}
	for j := i - 1; j >= 0 && c.Audit[j].Reason == inventory.ReasonPassedPartySize && c.Audit[j].Related == e.ID; j-- {
		passed[c.Audit[j].Subject] = true
	}
	c.want(len(passed) <= inventory.PassReach, "6: %s passes %d", e.ID, len(passed))
	if e.Wish != "" {
		c.seatsInOrder(i, &e, waiting, passed)
		return
	}
	for id, g := range waiting {
		if g.Tier == e.Tier && g.Before(&e) {
			c.want(passed[id], "6: %s was served at %d before %s", e.ID, c.Audit[i].Seq, id)
		}
	}
}

// offers: invariants 5 and 7.
func (c *checker) offers() {
	open, all := map[string]int{}, map[string]int{}
	for id, o := range c.Offers {
		e, h := c.Entries[o.EntryID], c.Holds[o.OrderID]
		all[o.EntryID]++
		c.want(e.OfferID == id && h.OfferID == id && h.EntryID == e.ID, "7: %s and its entry and hold disagree", id)
		c.want(o.WindowStartsAt >= o.OpenedAt && o.ExpiresAt > o.WindowStartsAt, "7: %s has the window %d to %d", id, o.WindowStartsAt, o.ExpiresAt)
		if o.State == inventory.OfferOpen {
			open[o.EntryID]++
			c.want(e.State == inventory.EntryOffered && h.State == inventory.HoldHeld && h.ExpiresAt == o.ExpiresAt && o.EndedAt == 0,
				"7: %s is open, its entry %s, its hold %s", id, e.State, h.State)
			continue
		}
		c.want(o.State == inventory.OfferEnds(e.State) && o.EndedAt != 0, "7: %s is %s, its entry %s", id, o.State, e.State)
		c.want(o.State != inventory.OfferAccepted || o.EndedAt < o.ExpiresAt, "5: %s was accepted after its window", id)
	}
	for id, n := range all {
		c.want(n == 1 && open[id] <= 1, "7: %s has %d offers", id, n)
	}
	c.want(int64(len(open)) == c.LiveOffers, "2: %d offers are open, the event counts %d", len(open), c.LiveOffers)
}

// messages: each row that calls for a message has exactly that one.
func (c *checker) messages() {
	bySeq := map[int64]inventory.Message{}
	for _, m := range c.Messages {
		_, twice := bySeq[m.Seq]
		c.want(!twice, "11: two messages for row %d", m.Seq)
		bySeq[m.Seq] = m
	}
	holder := map[string]string{} // of tickets, by the rows so far
	for i := range c.Audit {
		r := &c.Audit[i]
		if t, ok := c.Transfers[r.Subject]; ok && r.Reason == inventory.ReasonTransferAccepted {
			holder[t.TicketID] = t.To
		}
		kind, ok := inventory.MessageFor(r)
		m, sent := bySeq[r.Seq]
		c.want(ok == sent && m.Kind == kind, "11: row %d calls for %q, was sent %q", r.Seq, kind, m.Kind)
		to := c.told(r)
		if h := holder[r.Ticket()]; h != "" && inventory.AboutTicket(kind) {
			to = h
		}
		c.want(!sent || m.PersonID == to, "11: message %d goes to %s", r.Seq, m.PersonID)
	}
}

func (c *checker) owner(subject string) string {
	switch kindOf(subject) {
	case "ord":
		return c.Holds[subject].PersonID
	case "wle":
		return c.Entries[subject].PersonID
	default:
		return c.Offers[subject].PersonID
	}
}

// schedule: DueAt is never late, and invariant 8.
func (c *checker) schedule(now inventory.Instant) {
	e := &c.Event
	notLater := func(t inventory.Instant, what string) {
		c.want(e.DueAt != 0 && e.DueAt <= t, "due at %d, but %s at %d", e.DueAt, what, t)
	}
	for id := range c.held {
		if h := c.Holds[id]; h.ExpiresAt != 0 {
			notLater(h.ExpiresAt, id+" expires")
		}
	}
	st := c.State()
	for _, x := range st.Exchanges {
		if x.State == inventory.ExchangeOpen && e.Status == inventory.Published {
			notLater(max(now, e.RegistrationEnds()), x.ID+" closes")
		}
	}
	switch {
	case e.Status == inventory.Cancelled:
		c.want(e.SweptAt != 0 || e.DueAt != 0 && e.DueAt <= now, "cancelled, not swept, due at %d", e.DueAt)
		if e.SweptAt != 0 {
			for id, h := range c.Holds {
				c.want(!h.Live() || h.Kind == inventory.KindBlock, "swept, but %s is %s", id, h.State)
			}
			c.want(st.Waiting() == 0 && c.LiveOffers == 0 && c.Applied == 0, "swept, but %d wait, %d are offered and %d have applied", st.Waiting(), c.LiveOffers, c.Applied)
		}
		return
	case st.Waiting()+st.Applications == 0, e.Status == inventory.Postponed:
		return
	}
	notLater(max(now, e.RegistrationEnds()), "registration closes")
	if e.DueAt <= now || e.Status != inventory.Published {
		return
	}
	c.idleSeats(st, now)
	next := inventory.NextPromotion(st, c.Waiting())
	switch {
	case next == nil:
	case e.Open(now):
		c.want(false, "8: %s waits although its units are free", next.ID)
	default:
		notLater(e.WaveStartedAt+inventory.Instant(e.Settings.Waitlist.WaveInterval), "the next wave goes out")
	}
}

// told is who a row's message goes to.
func (c *checker) told(r *inventory.AuditRow) string {
	t, ok := c.Transfers[r.Subject]
	switch {
	case kindOf(r.Subject) == "inv":
		return r.Related
	case kindOf(r.Subject) == "exc":
		return c.Exchanges[r.Subject].PersonID
	case !ok:
		return c.owner(r.Subject)
	case r.To == string(inventory.TransferOffered), r.To == string(inventory.TransferCancelled), r.Reason == inventory.ReasonTicketReceived:
		return t.To
	}
	return t.From
}

// tickets: a ticket went to somebody as often as transfers of it were accepted,
// and is held by the person who accepted last; each time, and whenever it was reissued, its
// token was replaced; whoever accepted it is told next, and once when it is void; it is
// offered to one person at a time.
func (c *checker) tickets() {
	holder, moved, version, open, void := map[string]string{}, map[string]int64{}, map[string]int64{}, map[string]int{}, map[string]int{}
	ended := map[string]inventory.AuditRow{}
	for i, r := range c.Audit {
		// A payment that comes after the end writes a row with another reason.
		if r.To == string(inventory.HoldReleased) && r.From != r.To {
			ended[r.Subject] = r
		}
		if r.Reason == inventory.ReasonTicketReissued {
			version[r.Related]++
		}
		if r.Reason == inventory.ReasonTicketVoided {
			void[r.Related]++
		}
		if t, ok := c.Transfers[r.Subject]; ok && r.Reason == inventory.ReasonTransferAccepted {
			if before := holder[t.TicketID]; before != "" {
				c.want(before == t.From, "12: %s was given by %s, and held by %s", t.TicketID, t.From, before)
			}
			holder[t.TicketID] = t.To
			moved[t.TicketID]++
			next := inventory.AuditRow{}
			if i+1 < len(c.Audit) {
				next = c.Audit[i+1]
			}
			c.want(next.Reason == inventory.ReasonTicketReceived && next.Subject == r.Subject && next.PrevSeq == r.Seq,
				"12: %s was accepted at %d, and after that comes %+v", t.ID, r.Seq, next)
			version[t.TicketID]++
		}
	}
	for id, t := range c.Tickets {
		c.want(t.HolderID == holder[id] && t.Transfers == moved[id] && t.Version == version[id], "12: ticket %+v, went to %s, and its token was replaced %d times", t, holder[id], version[id])
	}
	for id, t := range c.Tickets {
		want := 0
		if h := c.Holds[t.OrderID]; t.HolderID != "" && t.HolderID != h.PersonID && givenBack(&h, t.Unit, ended[t.OrderID]) {
			want = 1
		}
		c.want(void[id] == want, "12: the holder of %+v is told %d times that it is void, want %d", t, void[id], want)
		delete(void, id)
	}
	c.want(len(void) == 0, "12: tickets that went to nobody are told to be void: %v", void)
	c.want(len(c.Tickets) == len(version), "12: %d tickets have a row, of %d the token was replaced", len(c.Tickets), len(version))
	for _, t := range c.Transfers {
		if t.State == inventory.TransferOffered {
			open[t.TicketID]++
			c.want(open[t.TicketID] == 1, "12: %s is offered twice", t.TicketID)
		}
	}
}

// givenBack reports whether a unit was given back, and not because the event was
// called off; end is the row with which the hold ended.
func givenBack(h *inventory.Hold, unit int64, end inventory.AuditRow) bool {
	calledOff := h.State == inventory.HoldReleased && end.Reason == inventory.ReasonEventCancelled
	if h.Order == nil {
		return h.State == inventory.HoldReleased && !calledOff || h.HasGivenBack(unit)
	}
	at := h.Order.Items[unit-1].ReleasedSeq
	return at != 0 && (!calledOff || at != end.Seq)
}
