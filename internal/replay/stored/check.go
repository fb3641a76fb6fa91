package stored

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/replay"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
)

// Difference is something that a table says and the log does not.
type Difference struct {
	Subject string `json:"subject"`
	What    string `json:"what,omitempty"`  // the column, in words
	Log     string `json:"log,omitempty"`   // what the log makes of it
	Table   string `json:"table,omitempty"` // what is stored
	// Fault is why the log cannot be replayed; then nothing else was compared.
	Fault string `json:"fault,omitempty"`
}

// String names it in a sentence.
func (d Difference) String() string {
	if d.Fault != "" {
		return fmt.Sprintf("%s: the log cannot be replayed: %s", d.Subject, d.Fault)
	}
	return fmt.Sprintf("%s: the %s is %q by the log, and %q in the table", d.Subject, d.What, d.Log, d.Table)
}

// Checked is what a comparison came to.
type Checked struct {
	Rows        int64        `json:"rows"` // of the log
	Compared    int64        `json:"compared"`
	Differences []Difference `json:"differences"`
}

// Check rebuilds an event from its log and compares it with the tables, and its stored
// snapshots with the log. A log that cannot be replayed is a Difference too.
func Check(ctx context.Context, st *store.Store, event string) (*Checked, error) {
	return check(ctx, st, event, Way{FromRows: true})
}

// CheckSnapshots is Check of what is rebuilt from the stored snapshots.
func CheckSnapshots(ctx context.Context, st *store.Store, event string) (*Checked, error) {
	return check(ctx, st, event, Way{Whole: true})
}

func check(ctx context.Context, st *store.Store, event string, w Way) (*Checked, error) {
	var c *comparison
	err := st.Snapshot(ctx, func(snap *snapshot.Snapshot) error {
		e, err := snap.Event(event)
		if err != nil {
			return err
		}
		c = &comparison{snap: snap, event: e, out: &Checked{Rows: e.Event.Seq, Differences: []Difference{}}}
		// The rows that are folded to compare the snapshots are those that the event comes from.
		s, damage, err := compare(snap, e)
		if err != nil {
			return err
		}
		c.s = s
		switch {
		case damage != nil && damage.rows != nil:
			err = damage.rows
		case w.FromRows:
			err = forward(snap, s, event, e.Event.Seq)
		default:
			var v *View
			if v, err = at(snap, e, e.Event.Seq, w); err == nil {
				c.s = v.State
			}
		}
		if cannotFold(err) {
			c.out.Differences = append(c.out.Differences, Difference{Subject: event, Fault: err.Error()})
			return nil
		}
		if err != nil {
			return err
		}
		if damage != nil {
			c.out.Differences = append(c.out.Differences, Difference{
				Subject: event, What: "stored snapshot after row " + strconv.FormatInt(damage.Seq, 10), Log: "another", Table: damage.Why,
			})
		}
		return c.all()
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(c.out.Differences, func(a, b Difference) int {
		return cmp.Or(cmp.Compare(a.Subject, b.Subject), cmp.Compare(a.What, b.What))
	})
	return c.out, nil
}

type comparison struct {
	snap  *snapshot.Snapshot
	event *events.EventView
	s     *replay.State
	out   *Checked
}

func (c *comparison) differ(subject, what, log, table string) {
	c.out.Differences = append(c.out.Differences, Difference{Subject: subject, What: what, Log: log, Table: table})
}

func (c *comparison) text(subject, what, log, table string) {
	c.out.Compared++
	if log != table {
		c.differ(subject, what, log, table)
	}
}

func (c *comparison) number(subject, what string, log, table int64) {
	c.text(subject, what, strconv.FormatInt(log, 10), strconv.FormatInt(table, 10))
}

// told compares state, reason and newest row of a subject. Whatever has no reason in its
// table passes the one that is told.
func (c *comparison) told(subject string, t replay.Told, state string, reason inventory.Reason, lastSeq int64) {
	c.text(subject, "state", t.State, state)
	c.text(subject, "reason", string(t.Reason), string(reason))
	c.number(subject, "last audit row", t.LastSeq, lastSeq)
}

func (c *comparison) all() error {
	for _, part := range []func() error{c.ofEvent, c.pools, c.lanes, c.counts, c.holds, c.items, c.entries, c.offers, c.exchanges, c.transfers, c.invitations, c.tickets, c.codes, c.statement, c.people} {
		if err := part(); err != nil {
			return err
		}
	}
	return nil
}

func (c *comparison) ofEvent() error {
	e, f := &c.event.Event, c.s.Figures()
	c.text(e.ID, "status", string(f.Status), string(e.Status))
	c.number(e.ID, "count of open offers", f.Offered, c.event.Offered)
	c.number(e.ID, "count of applications", f.Applied, c.event.Applications)
	c.number(e.ID, "last number of the waitlist", c.s.JoinNo(), e.JoinNo)
	for i := range c.event.Tiers {
		t := &c.event.Tiers[i]
		if price, told := c.s.Price(t.ID); told {
			c.text(t.ID, "price", price, t.PriceText())
		}
	}
	return nil
}

func (c *comparison) pools() error {
	stored := map[string]inventory.Pool{}
	for _, p := range c.event.Pools {
		stored[p.ID] = p
	}
	for _, p := range c.s.Figures().Pools {
		t, ok := stored[p.ID]
		delete(stored, p.ID)
		if !ok {
			c.differ(p.ID, "pool", "there", "missing")
			continue
		}
		c.number(p.ID, "capacity", p.Capacity, t.Capacity)
		c.number(p.ID, "count of held units", p.Held, t.Held)
		c.number(p.ID, "count of confirmed units", p.Confirmed, t.Confirmed)
		c.number(p.ID, "count of blocked units", p.Blocked, t.Blocked)
	}
	for pool := range stored {
		c.differ(pool, "pool", "missing", "there")
	}
	return nil
}

func (c *comparison) lanes() error {
	lanes, err := c.snap.Lanes(c.event.Event.ID)
	if err != nil {
		return err
	}
	told := c.s.Lanes()
	for _, l := range lanes {
		k := inventory.LaneKey{Tier: l.Tier, Class: l.Class}
		t := told[k]
		delete(told, k)
		name := laneName(k)
		c.number(name, "count of the waiting", t.Waiting, l.Waiting)
		if t.Tier != "" { // a lane in which nobody stood has no rank to compare
			c.number(name, "last rank", t.LastRank, l.LastRank)
		}
	}
	for k := range told {
		c.differ(laneName(k), "lane", "there", "missing")
	}
	return nil
}

func laneName(k inventory.LaneKey) string {
	return k.Tier + ", class " + strconv.Itoa(k.Class)
}

// The radix tree of waitlist_counts: so many levels, each bucket so many of those below.
const (
	countLevels = 6
	countFan    = 16
)

type bucket struct {
	lane      inventory.LaneKey
	level, no int64
}

func (c *comparison) counts() error {
	told := map[bucket]int64{}
	for _, p := range c.s.Waitlist() {
		if p.State != inventory.EntryWaiting {
			continue
		}
		e := c.s.Entry(p.EntryID)
		no := e.JoinNo
		for level := int64(1); level <= countLevels; level++ {
			no /= countFan
			told[bucket{e.Lane(), level, no}]++
		}
	}
	name := func(b bucket) string {
		return fmt.Sprintf("%s, stretch %d of level %d", laneName(b.lane), b.no, b.level)
	}
	err := c.snap.WaitlistCounts(c.event.Event.ID, func(w *events.WaitlistCount) error {
		b := bucket{w.Lane, w.Level, w.Bucket}
		c.number(name(b), "count of the waiting", told[b], w.Waiting)
		delete(told, b)
		return nil
	})
	for b, n := range told {
		c.number(name(b), "count of the waiting", n, 0)
	}
	return err
}

func (c *comparison) holds() error {
	return c.snap.Holds(c.event.Event.ID, func(h *inventory.Hold) error {
		t := c.s.Hold(h.ID)
		c.told(h.ID, t.Told, string(h.State), h.Reason, h.LastSeq)
		c.number(h.ID, "count of units", t.Units, h.Units)
		if h.Itemized() {
			return nil
		}
		var gone []int64
		for _, ticket := range t.GaveUp {
			_, unit, _ := id.UnitOf(ticket)
			gone = append(gone, unit)
		}
		slices.Sort(gone)
		c.text(h.ID, "list of units that were given back", fmt.Sprint(gone), fmt.Sprint(h.UnitsGivenBack()))
		return nil
	})
}

func (c *comparison) items() error {
	return c.snap.Items(c.event.Event.ID, func(order, _ string, it *inventory.Item) error {
		t := c.s.Hold(order)
		name := fmt.Sprintf("%s, item %d", order, it.No)
		if it.No < 1 || it.No > len(t.Items) {
			c.differ(name, "item", "missing", "there")
			return nil
		}
		told := t.Items[it.No-1]
		c.number(name, "row that released it", told.Released, it.ReleasedSeq)
		c.text(name, "seat", told.Seat, it.Seat)
		c.text(name, "standing on another's seat", strconv.FormatBool(told.Standing && it.Seat != ""), strconv.FormatBool(it.Standing))
		return nil
	})
}

func (c *comparison) entries() error {
	return c.snap.Entries(c.event.Event.ID, func(e *inventory.Entry) error {
		t := c.s.Entry(e.ID)
		c.told(e.ID, t.Told, string(e.State), e.Reason, e.LastSeq)
		c.number(e.ID, "count of units", t.Units, e.Units)
		c.number(e.ID, "count of passes", t.Passes, e.Passes)
		c.number(e.ID, "row at which it stopped waiting", t.LeftSeq, e.LeftSeq)
		c.number(e.ID, "row that placed it", t.PlacedSeq, e.PlacedSeq)
		return nil
	})
}

func (c *comparison) offers() error {
	offers, _, _, _ := c.s.Names()
	missing := set(offers)
	err := c.snap.Offers(c.event.Event.ID, func(o *inventory.Offer) error {
		delete(missing, o.ID)
		t := c.s.Offer(o.ID)
		c.text(o.ID, "state", string(t.State), string(o.State))
		c.text(o.ID, "entry", t.EntryID, o.EntryID)
		c.number(o.ID, "last audit row", t.LastSeq, o.LastSeq)
		return nil
	})
	c.missing(missing, "offer")
	return err
}

func (c *comparison) exchanges() error {
	return c.snap.Exchanges(c.event.Event.ID, func(x *inventory.Exchange) error {
		t := c.s.Exchange(x.ID)
		c.told(x.ID, t.Told, string(x.State), t.Reason, x.LastSeq)
		if x.State == inventory.ExchangeMatched {
			c.text(x.ID, "order that stands on it", t.TakerID, x.TakerID)
		}
		return nil
	})
}

func (c *comparison) transfers() error {
	return c.snap.Transfers(c.event.Event.ID, func(x *inventory.Transfer) error {
		t := c.s.Transfer(x.ID)
		c.told(x.ID, t, string(x.State), t.Reason, x.LastSeq)
		return nil
	})
}

func (c *comparison) invitations() error {
	told := c.s.Invitations()
	err := c.snap.Invitations(c.event.Event.ID, func(v *inventory.Invitation) error {
		t := told[v.ID]
		delete(told, v.ID)
		c.told(v.ID, t.Told, string(v.State), t.Reason, v.LastSeq)
		c.text(v.ID, "person", t.PersonID, v.PersonID)
		c.number(v.ID, "count of places", t.Places, v.Places)
		c.number(v.ID, "time at which it was sent", int64(t.SentAt), int64(v.SentAt))
		return nil
	})
	for invitation := range told {
		c.differ(invitation, "invitation", "there", "missing")
	}
	return err
}

func (c *comparison) tickets() error {
	_, _, _, tickets := c.s.Names()
	missing := set(tickets)
	err := c.snap.TicketVersions(c.event.Event.ID, func(v *events.TicketVersion) error {
		delete(missing, v.TicketID)
		t := c.s.Ticket(v.TicketID)
		c.text(v.TicketID, "holder", t.Holder, v.HolderID)
		c.number(v.TicketID, "count of transfers", t.Transfers, v.Transfers)
		c.number(v.TicketID, "version of the token", t.Version, v.Version)
		return nil
	})
	c.missing(missing, "ticket")
	return err
}

func (c *comparison) codes() error {
	told := c.s.Codes()
	err := c.snap.PriceCodes(c.event.Event.ID, func(p *inventory.PriceCode) error {
		t := told[p.ID]
		delete(told, p.ID)
		state := "active"
		if p.Disabled {
			state = "disabled"
		}
		c.told(p.ID, t.Told, state, t.Reason, p.LastSeq)
		c.number(p.ID, "count of uses", t.Used, p.Used)
		return nil
	})
	for code := range told {
		c.differ(code, "code", "there", "missing")
	}
	return err
}

func (c *comparison) statement() error {
	versions, err := c.snap.Statements(c.event.Event.ID)
	if err != nil {
		return err
	}
	var newest inventory.Statement
	if len(versions) > 0 {
		newest = versions[len(versions)-1]
	}
	t := c.s.Statement()
	subject := cmp.Or(t.ID, newest.ID, c.event.Event.ID)
	c.text(subject, "id of the statement", t.ID, newest.ID)
	c.number(subject, "count of versions of the statement", t.Versions, int64(len(versions)))
	c.text(subject, "hash of the newest version", t.State, newest.Hash)
	c.number(subject, "last audit row of the statement", t.LastSeq, newest.Seq)
	return nil
}

func (c *comparison) people() error {
	told := c.s.People()
	err := c.snap.People(c.event.Event.ID, func(p *snapshot.PersonRecord) error {
		t := told[p.ID]
		delete(told, p.ID)
		c.number(p.ID, "count of units", t.Units, p.Units)
		c.text(p.ID, "registration", t.HoldID, p.HoldID)
		c.text(p.ID, "entry", t.EntryID, p.EntryID)
		goods := strings.Fields(p.GoodsEntries)
		slices.Sort(goods)
		c.text(p.ID, "entries for goods", strings.Join(t.Goods, " "), strings.Join(goods, " "))
		c.text(p.ID, "erasure", strconv.FormatBool(t.Erased), strconv.FormatBool(p.ErasedAt != 0))
		return nil
	})
	for person := range told {
		c.differ(person, "person", "there", "missing")
	}
	return err
}

func set(names []string) map[string]bool {
	m := make(map[string]bool, len(names))
	for _, n := range names {
		m[n] = true
	}
	return m
}

func (c *comparison) missing(names map[string]bool, what string) {
	for name := range names {
		c.differ(name, what, "there", "missing")
	}
}
