package ledger

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// listed notes when the public list begins to say something else of the event: what it
// is called, where and when it is, that it is published, unlisted or called off, that the last place
// is gone or the first is free again, and that the cheapest ticket costs something else.
// What else registrations change the list reads when it is shown, so that almost none of
// them writes here.
func (wr *writer) listed(ctx context.Context) {
	c, st := wr.w.Changes, wr.b.Cached.State
	told := c.Created || c.SettingsChanged || wr.w.Details != nil || slices.ContainsFunc(c.Audit, func(r inventory.AuditRow) bool {
		return r.Subject == st.Event.ID && r.From != r.To
	})
	if !told && len(c.Pools) == 0 && len(c.Tiers) == 0 && len(c.Lanes) == 0 {
		return
	}
	sold, prices := table.Flag(soldOut(st)), pricesOf(st)
	now := &shown{sold, prices}
	if known := wr.b.Cached.shown; !told && known != nil && *known == *now {
		return
	}
	wr.b.Cached.shown = now
	text := "update events set listed_at = $1, sold_out = $2, prices = $3, unlisted = $4, demand = $5 where id = $6"
	args := []any{int64(wr.w.Now), sold, prices, hiddenFrom(&st.Event.Settings), string(st.Event.Settings.DemandExpected()), st.Event.ID}
	if !told {
		text += " and (sold_out <> $7 or prices <> $8)"
		args = append(args, sold, prices)
	}
	wr.steps = append(wr.steps, engine.Step{SQL: text, Args: args})
	if told && st.Event.Status == inventory.Published && st.Event.Settings.Listed() && !wr.b.Cached.published {
		wr.err = errors.Join(wr.err, wr.publish(ctx))
	}
}

// publish notes that the event is listed, if it is for the first time. Whether it is, it asks
// before it writes: a statement that changes a series cannot ask for an event, whose row may
// be on another machine.
func (wr *writer) publish(ctx context.Context) error {
	e := &wr.b.Cached.State.Event
	before := inventory.Instant(0)
	if !wr.w.Changes.Created {
		wr.asked = true
		if err := wr.b.session.Run(ctx, []engine.Step{{SQL: "select published_at from events where id = $1", Args: []any{e.ID}, Row: func(r engine.Row) error {
			return r.Scan((*int64)(&before))
		}}}); err != nil {
			return err
		}
	}
	if wr.b.Cached.published = before != 0; before == 0 {
		wr.planNewEvent()
		wr.steps = append(wr.steps, engine.Step{SQL: "update events set published_at = $1 where id = $2 and published_at = 0", Args: []any{int64(wr.w.Now), e.ID}})
	}
	return nil
}

const unlistedEvent = 1 // everybody

func hiddenFrom(s *inventory.Settings) int64 {
	switch s.VisibleTo() {
	case inventory.VisiblePublic:
		return 0
	case inventory.ByInvitation:
		return events.ByInvitation
	}
	return unlistedEvent
}

// shown is what is stored with an event of what registrations change in the public list.
type shown struct {
	sold   int64
	prices string
}

// soldOut reports whether no ticket that everybody sees is left.
func soldOut(st *inventory.State) bool {
	if st.Event.Status == inventory.Postponed {
		return true // nothing is sold for now
	}
	for _, t := range st.Tiers {
		left := !t.Hidden && t.Admits()
		for _, pool := range t.Pools {
			p := st.Pools[pool]
			left = left && p != nil && p.Available() > 0
		}
		if left {
			return false
		}
	}
	return true
}

// pricesOf is what the cheapest ticket costs by time, as it is stored: the currency, and a
// time and an amount for each span, with spaces between; "" when nobody sees a tier.
func pricesOf(st *inventory.State) string {
	list := st.Prices()
	if len(list) == 0 {
		return ""
	}
	b := []byte(cmp.Or(st.Event.Settings.Orders.Currency, events.NoCurrency))
	for _, p := range list {
		b = strconv.AppendInt(append(b, ' '), int64(p.Since), 10)
		b = strconv.AppendInt(append(b, ' '), p.Lowest, 10)
	}
	return string(b)
}
