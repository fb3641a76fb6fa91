package replay

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// TestEveryKindOfRowIsFolded compares the kinds of rows that the fold knows with those
// that package inventory can write: one that is added there is no silent gap here.
func TestEveryKindOfRowIsFolded(t *testing.T) {
	t.Parallel()
	legal := inventory.ReasonsBySubject()
	written := map[inventory.Reason]bool{}
	for kind, reasons := range legal {
		for _, r := range reasons {
			written[r] = true
			if rules[kind][r] == nil {
				t.Errorf("rows about %s_… with the reason %s are not known: add them to rules", kind, r)
			}
		}
	}
	for kind, known := range rules {
		for r := range known {
			if !slices.Contains(legal[kind], r) {
				t.Errorf("rules have rows about %s_… with the reason %s, which nobody writes", kind, r)
			}
		}
	}
	for _, r := range inventory.AllReasons() {
		if !written[r] {
			t.Errorf("the reason %s belongs to no subject", r)
		}
	}
}

// TestWhatIsNotKnownIsAnError folds rows that cannot be folded, after one that can.
func TestWhatIsNotKnownIsAnError(t *testing.T) {
	t.Parallel()
	row := func(subject, from, to string, reason inventory.Reason) inventory.AuditRow {
		return inventory.AuditRow{Seq: 2, Subject: subject, From: from, To: to, Reason: reason, Units: 1}
	}
	for name, try := range map[string]struct {
		row  inventory.AuditRow
		want error
		says string
	}{
		"a new reason":              {row("evt_1", "draft", "draft", "sealed_statement"), ErrUnknown, "row 2: sealed_statement of \"evt_1\""},
		"a new kind of subject":     {row("rel_1", "", "open", inventory.ReasonCreated), ErrUnknown, "rel_1"},
		"a reason of another kind":  {row("evt_1", "draft", "draft", inventory.ReasonJoined), ErrUnknown, "joined"},
		"no subject":                {row("", "", "", inventory.ReasonJoined), ErrUnknown, "joined"},
		"another transition":        {row("evt_1", "cancelled", "published", inventory.ReasonPublished), ErrBroken, "not a legal transition"},
		"another event":             {row("evt_2", "draft", "published", inventory.ReasonPublished), ErrBroken, "the log is that of evt_1"},
		"another state before":      {row("evt_1", "published", "published", inventory.ReasonSettingsChanged), ErrBroken, "was \"draft\""},
		"a hold without facts":      {row("ord_1", "", "confirmed", inventory.ReasonRegistered), ErrMissing, "ord_1"},
		"an entry without facts":    {row("wle_1", "", "waiting", inventory.ReasonJoined), ErrMissing, "wle_1"},
		"an exchange without facts": {row("exc_1", "", "open", inventory.ReasonExchangeOpened), ErrMissing, "exc_1"},
		"a transfer without facts":  {row("trf_1", "", "offered", inventory.ReasonTransferOffered), ErrMissing, "trf_1"},
		"a tier without facts":      {row("tir_3", "", "100", inventory.ReasonTierChanged), ErrMissing, "tir_3"},
		"a tier added twice":        {row("tir_1", "", "100", inventory.ReasonTierChanged), ErrBroken, "that it was there is true"},
		"a tier before it is added": {row("tir_2", "100", "200", inventory.ReasonTierChanged), ErrBroken, "that it was there is false"},
		"an offer that nobody made": {row("off_1", "open", "open", inventory.ReasonOfferExtended), ErrBroken, "no row made the offer"},
		"a capacity that is none":   {row("pol_1", "", "-1", inventory.ReasonCreated), ErrBroken, "not a capacity"},
		"a statement that follows":  {row("stm_1", strings.Repeat("b", 64), strings.Repeat("a", 64), inventory.ReasonStatementPublished), ErrBroken, "it stood at \"\""},
		"another statement":         {row("stm_2", "", strings.Repeat("a", 64), inventory.ReasonStatementPublished), ErrBroken, "the statement of the event is \"stm_1\""},
		"a gap":                     {inventory.AuditRow{Seq: 3, Subject: "evt_1", From: "draft", To: "published", Reason: inventory.ReasonPublished}, ErrBroken, "row 2 was expected"},
	} {
		s := New("evt_1", []Tier{{ID: "tir_1"}, {ID: "tir_2", Added: true}})
		if err := s.Apply(&inventory.AuditRow{Seq: 1, Subject: "evt_1", To: "draft", Reason: inventory.ReasonCreated}); err != nil {
			t.Fatal(err)
		}
		s.statement.id = "stm_1"
		err := s.Apply(&try.row)
		if !errors.Is(err, try.want) || !strings.Contains(err.Error(), try.says) {
			t.Errorf("%s: %v", name, err)
		}
		if s.Seq() != 1 {
			t.Errorf("%s: the state is that of row %d", name, s.Seq())
		}
	}
}

// TestAddedTier leaves a tier that came after the event out until its row.
func TestAddedTier(t *testing.T) {
	t.Parallel()
	s := New("evt_1", []Tier{{ID: "tir_1"}, {ID: "tir_2", Added: true}})
	s.Know(&Facts{Holds: []Hold{{ID: "ord_1", Kind: inventory.KindRegistration, Tier: "tir_2"}}})
	tiers := func() (ids []string) {
		for _, f := range s.Figures().Tiers {
			ids = append(ids, f.ID)
		}
		return ids
	}
	taken := inventory.AuditRow{Seq: 2, Subject: "ord_1", To: "confirmed", Reason: inventory.ReasonRegistered, Units: 1}
	if err := s.Apply(&inventory.AuditRow{Seq: 1, Subject: "evt_1", To: "draft", Reason: inventory.ReasonCreated}); err != nil {
		t.Fatal(err)
	}
	if got := tiers(); !slices.Equal(got, []string{"tir_1"}) {
		t.Errorf("before its row: %v", got)
	}
	early := *s
	if err := early.Apply(&taken); !errors.Is(err, ErrMissing) {
		t.Errorf("a unit of it before its row: %v", err)
	}
	if err := s.Apply(&inventory.AuditRow{Seq: 2, Subject: "tir_2", To: "100", Reason: inventory.ReasonTierChanged}); err != nil {
		t.Fatal(err)
	}
	if got := tiers(); !slices.Equal(got, []string{"tir_1", "tir_2"}) {
		t.Errorf("after its row: %v", got)
	}
}

// TestExchangeOfASeat follows a seat that its holder gives to the waitlist: it is the
// holder's until the one who stands on it has paid.
func TestExchangeOfASeat(t *testing.T) {
	t.Parallel()
	s := New("evt_1", []Tier{{ID: "tir_1", Pools: []string{"pol_1"}}})
	item := []Item{{Tier: "tir_1", Seat: "sea_1"}}
	s.Know(&Facts{
		Holds: []Hold{
			{ID: "ord_1", Kind: inventory.KindOrder, PersonID: "per_1", Items: item},
			{ID: "ord_2", Kind: inventory.KindOrder, PersonID: "per_2", Items: item},
		},
		Exchanges: []Exchange{{ID: "exc_1", OrderID: "ord_1", Unit: 1, Tier: "tir_1", Seat: "sea_1"}},
	})
	for i, step := range []struct {
		row       inventory.AuditRow
		seat      string
		held, got int64 // units of the tier, and confirmed ones
	}{
		{inventory.AuditRow{Subject: "evt_1", To: "draft", Reason: inventory.ReasonCreated}, "", 0, 0},
		{inventory.AuditRow{Subject: "pol_1", To: "1", Reason: inventory.ReasonCreated, Units: 1}, "", 0, 0},
		{inventory.AuditRow{Subject: "ord_1", To: "held", Reason: inventory.ReasonOrdered, Units: 1}, "ord_1", 1, 0},
		{inventory.AuditRow{Subject: "ord_1", From: "held", To: "confirmed", Reason: inventory.ReasonPaid, Units: 1}, "ord_1", 0, 1},
		{inventory.AuditRow{Subject: "exc_1", To: "open", Reason: inventory.ReasonExchangeOpened, Units: 1}, "ord_1", 0, 1},
		{inventory.AuditRow{Subject: "exc_1", From: "open", To: "matched", Reason: inventory.ReasonExchangeMatched, Units: 1, Related: "ord_2"}, "ord_1", 0, 1},
		{inventory.AuditRow{Subject: "ord_2", To: "held", Reason: inventory.ReasonOrdered, Units: 1}, "ord_1", 0, 1},
		{inventory.AuditRow{Subject: "ord_1", From: "confirmed", To: "released", Reason: inventory.ReasonOrderExchanged, Units: 1}, "", 0, 0},
		{inventory.AuditRow{Subject: "exc_1", From: "matched", To: "exchanged", Reason: inventory.ReasonExchanged, Units: 1}, "ord_2", 1, 0},
		{inventory.AuditRow{Subject: "ord_2", From: "held", To: "confirmed", Reason: inventory.ReasonPaid, Units: 1}, "ord_2", 0, 1},
	} {
		step.row.Seq = int64(i) + 1
		if err := s.Apply(&step.row); err != nil {
			t.Fatal(err)
		}
		f := s.Figures()
		if got := f.Tiers[0].Counter; s.seats["sea_1"] != step.seat || got != (Counter{Held: step.held, Confirmed: step.got}) {
			t.Errorf("after row %d the seat is that of %q, and the tier counts %+v", step.row.Seq, s.seats["sea_1"], got)
		}
		if i > 0 && f.Pools[0].Counter != f.Tiers[0].Counter {
			t.Errorf("after row %d the pool counts %+v", step.row.Seq, f.Pools[0])
		}
	}
}
