package inventorytest

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// loader fills a Work with copies of rows and of what they lead to.
type loader struct {
	w *MemoryStore
	*inventory.Work
}

// Load loads what a batch needs, in the steps in which a store does.
func (w *MemoryStore) Load(st *inventory.State, b inventory.Batch) *inventory.Work {
	l := loader{w, inventory.NewWork()}
	now := max(b.Now, st.Event.Clock)
	needs := inventory.RequiredRowsOf(b.Commands)
	for _, u := range needs.UserIDs {
		if id, ok := w.byUser[u]; ok {
			l.person(id)
		}
	}
	for _, id := range needs.HoldIDs {
		l.hold(id)
	}
	for _, id := range needs.EntryIDs {
		l.entry(id)
	}
	for _, id := range needs.OfferIDs {
		l.offer(id)
	}
	for _, text := range needs.Codes {
		for id, c := range w.Codes {
			if c.Text == text {
				l.code(id)
			}
		}
	}
	for _, id := range needs.CodeIDs {
		l.code(id)
	}
	for id, tr := range w.Transfers {
		if slices.Contains(needs.TransferIDs, id) || slices.Contains(needs.TicketIDs, tr.TicketID) && tr.State == inventory.TransferOffered {
			l.transfer(tr)
		}
	}
	for id, t := range w.Tickets {
		if slices.Contains(needs.TicketIDs, id) || needs.Moved {
			l.Tickets[id] = &t
		}
	}
	for _, id := range needs.ExchangeIDs {
		if x, ok := w.Exchanges[id]; ok && x.Ended() {
			l.Exchanges[id] = &x
		}
	}
	for _, u := range needs.OrdersOf {
		for id, h := range w.Holds {
			if h.Kind == inventory.KindOrder && h.Live() && h.PersonID == w.byUser[u] {
				l.hold(id)
			}
		}
	}
	for id, h := range w.Holds {
		if needs.Releases && h.IsRelease() {
			l.hold(id)
		}
	}
	for id, v := range w.Invitations {
		if slices.Contains(needs.InvitationIDs, id) || needs.Invitations && l.PeopleByID[v.PersonID] != nil {
			l.Invitations[id] = &v
			l.person(v.PersonID)
		}
	}
	if needs.Statements {
		for i := range w.Statements {
			s := w.Statements[i]
			l.Statements = append(l.Statements, &s)
		}
	}
	for _, entrant := range needs.Passes {
		l.pass(entrant)
	}
	for _, key := range needs.Origins {
		l.origin(key)
	}
	if st.Event.DueAt != 0 && st.Event.DueAt <= now {
		l.due(now)
	}
	if sweep, ok := inventory.SweepWanted(st, b); ok {
		l.sweep(sweep, st.Event.Status == inventory.Cancelled)
	}
	holds, tickets := inventory.ExchangesWanted(st, l.Work)
	for _, id := range holds {
		l.hold(id)
	}
	for _, id := range append(tickets, needs.Admitted...) {
		if w.Admitted[id] {
			l.Admitted[id] = true
		}
	}
	wanted, seats := inventory.LookaheadWanted(st, l.Work, b), inventory.SeatLookaheadWanted(st, l.Work, b)
	for k, n := range wanted {
		l.lookahead(k, n)
	}
	for _, id := range seats {
		l.entry(id)
	}
	return l.Work
}

func (l loader) transfer(tr inventory.Transfer) {
	l.Transfers[tr.ID] = &tr
	l.hold(tr.OrderID)
	l.person(tr.From)
	l.person(tr.To)
	if t, ok := l.w.Tickets[tr.TicketID]; ok {
		l.Tickets[t.ID] = &t
	}
}

// origin counts what an origin has, thing by thing.
func (l loader) origin(key string) {
	if l.Origins[key] != nil {
		return
	}
	n := new(inventory.OriginCount)
	for _, o := range l.w.Origins {
		h, held := l.w.Holds[o.ThingID]
		e, waits := l.w.Entries[o.ThingID]
		there := held || waits
		switch {
		case o.Origin != key:
		case strings.HasPrefix(key, inventory.CardOrigin):
			n.Bought += l.bought(&h)
		case o.Unpaid && h.State == inventory.HoldHeld:
			n.Unpaid += o.Units
		case !o.Unpaid && (!there || held && h.Live() || waits && (e.Live() || e.State == inventory.EntryAccepted)):
			n.Unconfirmed += o.Units
		}
	}
	l.Origins[key] = n
}

// bought is how many tickets stand of an order that was paid by a card.
func (l loader) bought(h *inventory.Hold) (n int64) {
	if h.State != inventory.HoldConfirmed {
		return 0
	}
	for i := range h.Order.Items {
		it := &h.Order.Items[i]
		if t := l.w.Tiers[it.Tier]; it.Live() && t.Admits() {
			n++
		}
	}
	return n
}

func (l loader) due(now inventory.Instant) {
	var due []inventory.Hold
	for id := range l.w.held {
		h := l.w.Holds[id]
		switch {
		case h.ExpiresAt == 0:
		case h.ExpiresAt <= now:
			due = append(due, h)
		case l.NextExpiry == 0 || h.ExpiresAt < l.NextExpiry:
			l.NextExpiry = h.ExpiresAt
		}
	}
	slices.SortFunc(due, func(a, b inventory.Hold) int {
		return cmp.Or(cmp.Compare(a.ExpiresAt, b.ExpiresAt), cmp.Compare(a.ID, b.ID))
	})
	if len(due) > inventory.MaxSweep {
		due, l.DueMore = due[:inventory.MaxSweep], true
	}
	for _, h := range due {
		l.Due = append(l.Due, h.ID)
		l.hold(h.ID)
	}
}

func (l loader) sweep(s inventory.Sweep, cancelled bool) {
	if s.Holds {
		for _, id := range slices.Sorted(maps.Keys(l.w.Holds)) {
			h := l.w.Holds[id]
			if h.Live() && h.Kind != inventory.KindBlock && len(l.SweepHolds) < inventory.MaxSweep {
				l.SweepHolds = append(l.SweepHolds, id)
				l.hold(id)
			}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(l.w.Entries)) {
		e := l.w.Entries[id]
		if (e.State == inventory.EntryWaiting || e.State == inventory.EntryApplied || (cancelled && e.Live())) && len(l.SweepEntries) < inventory.MaxSweep {
			l.SweepEntries = append(l.SweepEntries, id)
			l.entry(id)
		}
	}
}

func (l loader) lookahead(k inventory.LaneKey, n int) {
	for _, id := range l.w.lines[k] {
		if len(l.Lookahead[k]) == n {
			return
		}
		if l.w.Entries[id].State == inventory.EntryWaiting {
			l.entry(id)
			l.Lookahead[k] = append(l.Lookahead[k], l.Entries[id])
		}
	}
}

func (l loader) person(id string) {
	p, ok := l.w.People[id]
	if !ok || l.PeopleByID[id] != nil {
		return
	}
	l.PeopleByID[id] = &p
	l.People[p.UserID] = &p
	l.hold(p.HoldID)
	for _, id := range p.LiveEntries() {
		l.entry(id)
	}
}

func (l loader) hold(id string) {
	h, ok := l.w.Holds[id]
	if !ok || l.Holds[id] != nil {
		return
	}
	h = copied(&h)
	l.Holds[id] = &h
	if h.Order != nil {
		l.order(&h)
	}
	l.person(h.PersonID)
	l.entry(h.EntryID)
	l.offer(h.OfferID)
	if h.State != inventory.HoldConfirmed {
		l.pass(h.Entrant)
	}
}

func (l loader) pass(entrant int64) {
	if p, ok := l.w.Passes[entrant]; ok && l.Passes[entrant] == nil {
		l.Passes[entrant] = &p
	}
}

// order adds what hangs on an order: its refunds and its codes.
func (l loader) order(h *inventory.Hold) {
	for _, r := range l.w.Refunds {
		if r.OrderID == h.ID {
			h.Order.Refunds = append(h.Order.Refunds, r)
		}
	}
	l.code(h.Order.PromoID)
	l.code(h.Order.AccessID)
}

func (l loader) code(id string) {
	c, ok := l.w.Codes[id]
	if !ok || l.Codes[id] != nil {
		return
	}
	l.Codes[id], l.CodesByText[c.Text] = &c, &c
}

// entry loads an entry, and its offer only while that is open.
func (l loader) entry(id string) {
	e, ok := l.w.Entries[id]
	if !ok || l.Entries[id] != nil {
		return
	}
	l.Entries[id] = &e
	l.person(e.PersonID)
	if e.State == inventory.EntryOffered {
		l.offer(e.OfferID)
	}
}

func (l loader) offer(id string) {
	o, ok := l.w.Offers[id]
	if !ok || l.Offers[id] != nil {
		return
	}
	l.Offers[id] = &o
	l.entry(o.EntryID)
	l.hold(o.OrderID)
	l.person(o.PersonID)
}
