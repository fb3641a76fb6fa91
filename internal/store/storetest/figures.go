package storetest

import (
	"cmp"
	"slices"
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/inventory/inventorytest"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// compareFigures checks what an event adds up to against rows in memory, added
// up one by one.
func compareFigures(t *testing.T, h *Fixture, w *inventorytest.MemoryStore) {
	t.Helper()
	const step = 7 * inventory.Minute
	got, err := h.S.Events.Figures(t.Context(), h.Event, step, nil)
	if err != nil {
		t.Fatal(err)
	}
	whole := &events.Figures{
		Step: step, Seq: int64(len(w.Audit)), Movements: movementsOf(w.Audit, step),
		Tiers: salesOf(w), Parties: partiesOf(w), Takings: takingsOf(w),
		OldestJoined: oldestOf(w), Open: w.LiveOffers,
	}
	same(t, sumsOf(got), whole)
	compareLaterFigures(t, h, w, whole)
	var confirmed int64
	for _, m := range got.Movements {
		switch {
		case m.From != "confirmed" && m.To == "confirmed":
			confirmed += m.Units
		case m.From == "confirmed" && m.To != "confirmed", m.Reason == inventory.ReasonItemsCancelled, m.Reason == inventory.ReasonItemsRefunded,
			m.Reason == inventory.ReasonItemsExchanged, m.Reason == inventory.ReasonGuestCancelled:
			confirmed -= m.Units
		}
	}
	for _, s := range got.Tiers {
		if t := w.Tiers[s.Tier]; !t.Fee() { // which is not a unit, so no row counts it
			confirmed -= s.Confirmed
		}
	}
	if confirmed != 0 {
		t.Errorf("the movements end in %d confirmed units more than there are", confirmed)
	}
}

// compareLaterFigures checks that figures which follow earlier ones are the same as those of
// the whole log, and that the rows before them are not read again.
func compareLaterFigures(t *testing.T, h *Fixture, w *inventorytest.MemoryStore, whole *events.Figures) {
	t.Helper()
	half := len(w.Audit) / 2
	for _, c := range []struct {
		before events.Figures
		want   []events.Movement
	}{
		{events.Figures{Step: whole.Step, Seq: int64(half), Movements: movementsOf(w.Audit[:half], whole.Step)}, whole.Movements},
		{*whole, whole.Movements},
		{events.Figures{Step: whole.Step, Seq: int64(half)}, movementsOf(w.Audit[half:], whole.Step)},
		{events.Figures{Step: whole.Step + 1, Seq: int64(half)}, whole.Movements},
		{events.Figures{Step: whole.Step, Seq: whole.Seq + 1}, whole.Movements},
	} {
		before := slices.Clone(c.before.Movements)
		got, err := h.S.Events.Figures(t.Context(), h.Event, whole.Step, &c.before)
		if err != nil {
			t.Fatal(err)
		}
		want := *whole
		want.Movements = c.want
		same(t, sumsOf(got), &want)
		if !slices.Equal(before, c.before.Movements) {
			t.Error("the earlier figures have changed")
		}
	}
}

// sumsOf are figures without the parts that they were added up from.
func sumsOf(f *events.Figures) *events.Figures {
	sums := *f
	sums.Parts = events.Parts{}
	return &sums
}

// followFigures checks that figures which follow those of a batch before, in parts of a few
// rows, are what the rows in memory come to.
func followFigures(t *testing.T, h *Fixture, w *inventorytest.MemoryStore, before *events.Figures) *events.Figures {
	t.Helper()
	const step = 5 * inventory.Minute
	if before == nil {
		before = &events.Figures{Parts: events.Parts{Rows: 3}}
	}
	got, err := h.S.Events.Figures(t.Context(), h.Event, step, before)
	if err != nil {
		t.Fatal(err)
	}
	same(t, sumsOf(got), &events.Figures{
		Step: step, Seq: int64(len(w.Audit)), Movements: movementsOf(w.Audit, step),
		Tiers: salesOf(w), Parties: partiesOf(w), Takings: takingsOf(w),
		OldestJoined: oldestOf(w), Open: w.LiveOffers,
	})
	return got
}

func movementsOf(rows []inventory.AuditRow, step inventory.Micros) []events.Movement {
	var list []events.Movement
	for i := range rows {
		a := &rows[i]
		m := events.Movement{Stretch: int64(a.At) / int64(step), From: a.From, To: a.To, Reason: a.Reason}
		at := slices.IndexFunc(list, func(x events.Movement) bool {
			return x.Stretch == m.Stretch && x.From == m.From && x.To == m.To && x.Reason == m.Reason
		})
		if at < 0 {
			at, list = len(list), append(list, m)
		}
		list[at].Units += a.Units
		list[at].Times++
	}
	slices.SortFunc(list, func(a, b events.Movement) int {
		return cmp.Or(cmp.Compare(a.Stretch, b.Stretch), cmp.Compare(a.Reason, b.Reason), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	return list
}

func salesOf(w *inventorytest.MemoryStore) []events.TierSales {
	byTier := map[string]*events.TierSales{}
	add := func(tier string, state inventory.HoldState, units, gross int64) {
		s := byTier[tier]
		if s == nil {
			s = &events.TierSales{Tier: tier}
			byTier[tier] = s
		}
		if state == inventory.HoldConfirmed {
			s.Confirmed += units
			s.Gross += gross
		} else {
			s.Held += units
		}
	}
	for _, hold := range w.Holds {
		switch {
		case hold.State == inventory.HoldReleased, hold.Kind == inventory.KindBlock:
		case hold.Kind == inventory.KindRegistration:
			add(hold.Tier, hold.State, hold.Units, 0)
		default:
			for i := range hold.Order.Items {
				if it := &hold.Order.Items[i]; it.Live() {
					add(it.Tier, hold.State, 1, it.Gross)
				}
			}
		}
	}
	var list []events.TierSales
	for _, s := range byTier {
		list = append(list, *s)
	}
	slices.SortFunc(list, func(a, b events.TierSales) int { return cmp.Compare(a.Tier, b.Tier) })
	return list
}

func partiesOf(w *inventorytest.MemoryStore) []events.Parties {
	n := map[int64]int64{}
	for _, e := range w.Entries {
		if e.State == inventory.EntryWaiting {
			n[e.Units]++
		}
	}
	var list []events.Parties
	for units, entries := range n {
		list = append(list, events.Parties{Units: units, Entries: entries})
	}
	slices.SortFunc(list, func(a, b events.Parties) int { return cmp.Compare(a.Units, b.Units) })
	return list
}

func takingsOf(w *inventorytest.MemoryStore) []events.Takings {
	byCurrency := map[string]*events.Takings{}
	of := func(currency string) *events.Takings {
		if byCurrency[currency] == nil {
			byCurrency[currency] = &events.Takings{Currency: currency}
		}
		return byCurrency[currency]
	}
	for _, hold := range w.Holds {
		if hold.Kind != inventory.KindOrder || hold.Order.Currency == "" {
			continue
		}
		m := of(hold.Order.Currency)
		m.Paid += hold.Order.Paid
		if hold.State == inventory.HoldHeld {
			m.Pending += hold.Order.Total
		}
	}
	for _, r := range w.Refunds {
		if hold, ok := w.Holds[r.OrderID]; ok && hold.Order.PaymentID == r.PaymentID {
			of(r.Currency).Refunded += r.Amount
		}
	}
	var list []events.Takings
	for _, m := range byCurrency {
		list = append(list, *m)
	}
	slices.SortFunc(list, func(a, b events.Takings) int { return cmp.Compare(a.Currency, b.Currency) })
	return list
}

func oldestOf(w *inventorytest.MemoryStore) inventory.Instant {
	var oldest inventory.Instant
	for _, e := range w.Entries {
		if e.State == inventory.EntryWaiting && (oldest == 0 || e.JoinedAt < oldest) {
			oldest = e.JoinedAt
		}
	}
	return oldest
}
