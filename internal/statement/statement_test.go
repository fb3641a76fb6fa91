package statement

import (
	"reflect"
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

const aMinute = inventory.Instant(inventory.Minute)

// row is a row of a log that is written out: who, what, from, to, why and how many.
func row(actor, subject, from, to string, reason inventory.Reason, units int64) inventory.AuditRow {
	return inventory.AuditRow{Actor: actor, Subject: subject, From: from, To: to, Reason: reason, Units: units}
}

// TestDifferences plays logs after a statement that promises 100 places, 10 of them kept, 20 of
// them at minute 30, and one price.
func TestDifferences(t *testing.T) {
	t.Parallel()
	terms := inventory.StatementTerms{
		Form: inventory.StatementForm, Event: "evt_1", Version: 1, Pool: "pol_1", Places: 100, Public: 70,
		Held:   []inventory.StatementHeld{{For: inventory.HeldForArtists, Units: 6}, {For: inventory.HeldForPress, Units: 4}},
		Later:  []inventory.StatementLater{{At: "1970-01-01T00:30:20Z", Tier: "tir_1", Units: 20, Row: 2}},
		Prices: []inventory.StatementPrice{{Tier: "tir_1", Amount: 5000, Currency: "EUR"}},
		Fees:   []inventory.StatementFee{{Tier: "tir_f", Name: "Booking fee", Order: 100, Rate: 250, Currency: "EUR"}},
	}
	s := inventory.Statement{Version: 1, Text: terms.Text(), Seq: 3, OpensAt: 10 * aMinute}
	before := []inventory.AuditRow{
		row("mem_1", "blk_a", "", "held", inventory.ReasonBlocked, 8),
		row("mem_1", "blk_r", "", "held", inventory.ReasonHeldBack, 20),
		row("mem_1", "stm_1", "", "ab", inventory.ReasonStatementPublished, 70),
	}
	at := func(r inventory.AuditRow, when inventory.Instant) inventory.AuditRow { r.At = when; return r }
	released := row("system", "blk_r", "held", "released", inventory.ReasonUnitsReleased, 20)
	for name, c := range map[string]struct {
		rows []inventory.AuditRow
		now  inventory.Instant
		want []Difference
	}{
		"nothing happened":                  {now: 5 * aMinute},
		"as it was said":                    {rows: []inventory.AuditRow{row("key_1", "ord_1", "", "confirmed", inventory.ReasonRegistered, 2), at(released, 31*aMinute)}, now: 90 * aMinute},
		"what the public takes is not kept": {rows: []inventory.AuditRow{at(row("public", "ord_1", "", "confirmed", inventory.ReasonRegistered, 60), 10*aMinute)}, now: 12 * aMinute},
		"what is given back is not kept": {rows: []inventory.AuditRow{
			row("mem_1", "blk_a", "held", "released", inventory.ReasonUnblocked, 8), row("key_1", "ord_1", "", "confirmed", inventory.ReasonOrderedFree, 4),
			row("key_1", "ord_1", "confirmed", "confirmed", inventory.ReasonItemsCancelled, 3), row("key_1", "ord_2", "", "confirmed", inventory.ReasonRegistered, 9),
		}, now: 5 * aMinute},
		"more is blocked": {rows: []inventory.AuditRow{row("mem_1", "blk_b", "", "held", inventory.ReasonBlocked, 3), row("mem_1", "blk_b", "held", "released", inventory.ReasonUnblocked, 3)},
			now: 5 * aMinute, want: []Difference{{Code: MoreHeld, Promised: 10, Shown: 11, Row: 4}}},
		"more is held back for later": {rows: []inventory.AuditRow{row("mem_1", "blk_b", "", "held", inventory.ReasonHeldBack, 5)},
			now: 5 * aMinute, want: []Difference{{Code: MoreHeld, Promised: 10, Shown: 13, Row: 4}}},
		"the organizer takes more": {rows: []inventory.AuditRow{row("mem_1", "ord_1", "", "held", inventory.ReasonOrdered, 7)},
			now: 5 * aMinute, want: []Difference{{Code: MoreHeld, Promised: 10, Shown: 15, Row: 4}}},
		"the public takes some a minute before": {rows: []inventory.AuditRow{
			at(row("key_1", "ord_1", "", "confirmed", inventory.ReasonRegistered, 1), 9*aMinute), at(row("public", "ord_2", "", "confirmed", inventory.ReasonRegistered, 2), 10*aMinute-1),
			at(row("per_1", "ord_3", "", "held", inventory.ReasonOrdered, 3), 10*aMinute-1), at(row("public", "ord_4", "", "confirmed", inventory.ReasonRegistered, 5), 10*aMinute),
		}, now: 11 * aMinute, want: []Difference{{Code: SoldEarly, At: 10 * aMinute, Shown: 5, Row: 5}}},
		"a fee says otherwise whether it goes back": {rows: []inventory.AuditRow{row("mem_1", "tir_f", "100;0;250;0;", "100;0;250;0;kd", inventory.ReasonTierChanged, 0)}, now: 5 * aMinute},
		"a fee is another": {rows: []inventory.AuditRow{row("mem_1", "tir_f", "100;0;250;0;", "100;0;300;0;", inventory.ReasonTierChanged, 0)},
			now: 5 * aMinute, want: []Difference{{Code: FeeChanged, Tier: "tir_f", Row: 4}}},
		"a fee comes, and one that comes to nothing": {rows: []inventory.AuditRow{row("mem_1", "tir_g", "", "0;50;0;0;", inventory.ReasonTierChanged, 0), row("mem_1", "tir_h", "", "0;0;0;0;", inventory.ReasonTierChanged, 0)},
			now: 5 * aMinute, want: []Difference{{Code: FeeAdded, Tier: "tir_g", Row: 4}}},
		"it is dearer": {rows: []inventory.AuditRow{row("mem_1", "tir_1", "5000", "6000", inventory.ReasonTierChanged, 0)},
			now: 5 * aMinute, want: []Difference{{Code: PriceChanged, Tier: "tir_1", Promised: 5000, Shown: 6000, Row: 4}}},
		"it is dearer for a while": {rows: []inventory.AuditRow{row("mem_1", "tir_1", "5000", "6000", inventory.ReasonTierChanged, 0), row("mem_1", "tir_1", "6000", "5000", inventory.ReasonTierChanged, 0)},
			now: 5 * aMinute, want: []Difference{{Code: PriceChanged, Tier: "tir_1", Promised: 5000, Shown: 6000, Row: 4}}},
		"a dear tier comes": {rows: []inventory.AuditRow{row("mem_1", "tir_2", "", "9000", inventory.ReasonTierChanged, 0)},
			now: 5 * aMinute, want: []Difference{{Code: TierAdded, Tier: "tir_2", Shown: 9000, Row: 4}}},
		"a tier of which nothing was said changes": {rows: []inventory.AuditRow{row("mem_1", "tir_2", "1", "9000", inventory.ReasonTierChanged, 0)}, now: 5 * aMinute},
		"there are fewer places": {rows: []inventory.AuditRow{row("mem_1", "pol_1", "100", "90", inventory.ReasonCapacityLowered, 10), row("mem_1", "pol_2", "5", "4", inventory.ReasonCapacityLowered, 1)},
			now: 5 * aMinute, want: []Difference{{Code: PlacesChanged, Promised: 100, Shown: 90, Row: 4}}},
		"a release is taken out": {rows: []inventory.AuditRow{row("mem_1", "blk_r", "held", "released", inventory.ReasonReleaseWithdrawn, 20)},
			now: 5 * aMinute, want: []Difference{{Code: ReleaseWithdrawn, Tier: "tir_1", At: 30*aMinute + 20*inventory.Instant(inventory.Second), Promised: 20, Row: 4}}},
		"a release is late": {rows: []inventory.AuditRow{at(released, 42*aMinute+1)},
			now: 90 * aMinute, want: []Difference{{Code: ReleaseLate, Tier: "tir_1", At: 30*aMinute + 20*inventory.Instant(inventory.Second), Promised: 20, Shown: 12, Row: 4}}},
		"a release has not come": {now: 33 * aMinute, want: []Difference{{Code: ReleaseMissing, Tier: "tir_1", At: 30*aMinute + 20*inventory.Instant(inventory.Second), Promised: 20}}},
		"the event is off": {rows: []inventory.AuditRow{row("mem_1", "evt_1", "published", "cancelled", inventory.ReasonEventCancelled, 0),
			row("system", "blk_r", "held", "released", inventory.ReasonEventCancelled, 20)}, now: 90 * aMinute},
	} {
		f, err := New(&s)
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range append(append([]inventory.AuditRow{}, before...), c.rows...) {
			r.Seq = int64(i) + 1
			f.Add(&r)
		}
		if got := f.Differences(c.now); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
		if f.Opened(c.now) != (c.now >= 10*aMinute) {
			t.Errorf("%s: opened at %d: %v", name, c.now, f.Opened(c.now))
		}
	}
	if _, err := New(&inventory.Statement{Text: "{"}); err == nil {
		t.Error("a text that is none is a statement")
	}
}
