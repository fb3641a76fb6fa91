package resource_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/seed"
)

const minute = inventory.Instant(inventory.Minute)

// try is a resource with a short way of giving it commands.
type try struct {
	t     *testing.T
	st    *resource.State
	now   inventory.Instant
	made  int
	last  *resource.Decision
	rules resource.Settings
}

func newTry(t *testing.T, change func(*resource.Settings)) *try {
	t.Helper()
	s := resource.Settings{ClaimWindow: 10 * inventory.Minute, WaitlistLimit: 5, MaxUnits: 8, HeadStart: inventory.Hour}
	if change != nil {
		change(&s)
	}
	return &try{t: t, now: 1000 * minute, rules: s, st: &resource.State{
		Settings: s, Entries: map[string]*resource.Entry{}, Offers: map[string]*resource.Offer{}, Signals: map[string]*resource.Signal{},
		Confirmations: map[string]*resource.Confirmation{},
	}}
}

func (h *try) offerID() string {
	h.made++
	return "offer" + strconv.Itoa(h.made)
}

func (h *try) do(cmd resource.Command, want resource.Code) *resource.Decision {
	h.t.Helper()
	h.last = resource.Decide(h.st, cmd, h.now, h.offerID)
	if h.last.Code != want {
		h.t.Fatalf("%+v: %s, want %s", cmd, h.last.Code, want)
	}
	h.st = h.last.After(h.st)
	return h.last
}

func (h *try) join(who string, units int64, asks ...string) {
	h.t.Helper()
	h.do(resource.Join{EntryID: who, UserID: who, Units: units, Attributes: attributes(asks)}, resource.OK)
}

func (h *try) release(event string, units int64, is ...string) {
	h.t.Helper()
	h.do(resource.Receive{Signal: resource.Signal{EventID: event, Kind: resource.Released, Units: units, Attributes: attributes(is)}}, resource.OK)
}

func (h *try) withdraw(event, of string, units int64) *resource.Decision {
	h.t.Helper()
	return h.do(resource.Receive{Signal: resource.Signal{EventID: event, Kind: resource.Withdrawn, Units: units, ReleaseID: of}}, resource.OK)
}

func attributes(pairs []string) resource.Attributes {
	a := resource.Attributes{}
	for i := 0; i < len(pairs); i += 2 {
		a[pairs[i]] = pairs[i+1]
	}
	return a
}

// stands compares who stands where.
func (h *try) stands(want map[string]resource.EntryState) {
	h.t.Helper()
	for who, state := range want {
		if e := h.st.Entries[who]; e == nil || e.State != state {
			h.t.Errorf("%s is %+v, want %s", who, e, state)
		}
	}
}

// left compares how many units of a release are free, and how many are withdrawn.
func (h *try) left(event string, free, taken int64) {
	h.t.Helper()
	if s := h.st.Signals[event]; s.Units-s.Offered-s.Taken != free || s.Taken != taken {
		h.t.Errorf("%s: %+v, want %d free and %d withdrawn", event, s, free, taken)
	}
}

func TestOffersGoToTheFirstWhoFits(t *testing.T) {
	t.Parallel()
	h := newTry(t, nil)
	h.join("six", 6)
	h.join("terrace", 2, "area", "terrace")
	h.join("two", 2)
	h.join("late", 2)
	h.release("table-a", 4, "area", "hall")
	h.stands(map[string]resource.EntryState{"six": resource.Waiting, "terrace": resource.Waiting, "two": resource.Offered, "late": resource.Offered})
	h.release("table-b", 2, "area", "terrace")
	h.stands(map[string]resource.EntryState{"six": resource.Waiting, "terrace": resource.Offered})
	h.left("table-a", 0, 0)
	h.do(resource.Answer{OfferID: h.st.Entries["two"].OfferID, Accept: true}, resource.OK)
	h.do(resource.Answer{OfferID: h.st.Entries["late"].OfferID}, resource.OK)
	h.stands(map[string]resource.EntryState{"two": resource.Accepted, "late": resource.Declined})
	h.left("table-a", 2, 0)
}

func TestPriorityIsAHeadStart(t *testing.T) {
	t.Parallel()
	h := newTry(t, nil)
	h.join("first", 1)
	h.now += 30 * minute
	h.do(resource.Join{EntryID: "regular", UserID: "regular", Units: 1, Class: 1}, resource.OK)
	h.release("a", 1)
	h.stands(map[string]resource.EntryState{"first": resource.Waiting, "regular": resource.Offered})
	h = newTry(t, nil)
	h.join("first", 1)
	h.now += 90 * minute
	h.do(resource.Join{EntryID: "regular", UserID: "regular", Units: 1, Class: 1}, resource.OK)
	h.release("a", 1)
	h.stands(map[string]resource.EntryState{"first": resource.Offered, "regular": resource.Waiting})
}

func TestOffersLapseAndRollOn(t *testing.T) {
	t.Parallel()
	h := newTry(t, nil)
	h.join("a", 1)
	h.join("b", 1)
	h.release("x", 1)
	h.now += 10*minute - 1
	h.do(resource.Tick{}, resource.OK)
	h.stands(map[string]resource.EntryState{"a": resource.Offered, "b": resource.Waiting})
	late := h.st.Entries["a"].OfferID
	h.now++
	h.do(resource.Answer{OfferID: late, Accept: true}, resource.OfferEnded) // without a tick in between
	h.stands(map[string]resource.EntryState{"a": resource.Expired, "b": resource.Offered})
}

func TestCapacityIsValidUntil(t *testing.T) {
	t.Parallel()
	h := newTry(t, nil)
	h.join("a", 1)
	until := h.now + 3*minute
	h.do(resource.Receive{Signal: resource.Signal{EventID: "x", Kind: resource.Released, Units: 2, ValidUntil: until}}, resource.OK)
	if o := h.st.Offers[h.st.Entries["a"].OfferID]; o.Deadline != until {
		t.Errorf("the offer stands until %d, the capacity until %d", o.Deadline, until)
	}
	h.now = until
	h.join("b", 1)
	h.stands(map[string]resource.EntryState{"a": resource.Expired, "b": resource.Waiting})
}

func TestWithdrawal(t *testing.T) {
	t.Parallel()
	h := newTry(t, nil)
	h.join("a", 1)
	h.join("b", 1)
	h.join("c", 1)
	h.release("x", 4)
	h.do(resource.Answer{OfferID: h.st.Entries["a"].OfferID, Accept: true}, resource.OK)
	if d := h.withdraw("w1", "x", 1); len(d.Ended) != 0 { // what nobody has
		t.Errorf("ended %v", d.Ended)
	}
	h.left("x", 0, 1)
	if d := h.withdraw("w2", "x", 1); len(d.Ended) != 1 { // who was offered last goes back
		t.Errorf("ended %v", d.Ended)
	}
	h.stands(map[string]resource.EntryState{"a": resource.Accepted, "b": resource.Offered, "c": resource.Waiting})
	h.withdraw("w3", "x", 9) // more than is left
	h.stands(map[string]resource.EntryState{"a": resource.Accepted, "b": resource.Waiting, "c": resource.Waiting})
	h.left("x", 0, 3)
	if w := h.st.Signals["w3"]; w.Taken != 1 {
		t.Errorf("of 9 units %d were withdrawn", w.Taken)
	}
	h.release("y", 1)
	h.stands(map[string]resource.EntryState{"b": resource.Offered, "c": resource.Waiting}) // in the old order
}

func TestWithdrawalBeforeItsRelease(t *testing.T) {
	t.Parallel()
	h := newTry(t, nil)
	h.join("a", 2)
	h.withdraw("w", "x", 3)
	h.release("x", 4)
	h.stands(map[string]resource.EntryState{"a": resource.Waiting})
	h.left("x", 1, 3)
	h.do(resource.Receive{Signal: resource.Signal{EventID: "w2", Kind: resource.Withdrawn, Units: 1, ReleaseID: "w"}}, resource.NotReleased)
	h.do(resource.Receive{Signal: resource.Signal{EventID: "w3", Kind: resource.Withdrawn, Units: 1, ReleaseID: "w3"}}, resource.NotReleased)
}

func TestEventIDsAreTakenOnce(t *testing.T) {
	t.Parallel()
	h := newTry(t, nil)
	h.release("x", 1)
	if d := h.do(resource.Receive{Signal: resource.Signal{EventID: "x", Kind: resource.Released, Units: 1}}, resource.OK); !d.Repeated || len(d.Changes) != 0 {
		t.Errorf("%+v", d)
	}
	h.do(resource.Receive{Signal: resource.Signal{EventID: "x", Kind: resource.Released, Units: 2}}, resource.EventIDReused)
	h.do(resource.Receive{Signal: resource.Signal{EventID: "x", Kind: resource.Withdrawn, Units: 1, ReleaseID: "y"}}, resource.EventIDReused)
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	h := newTry(t, func(s *resource.Settings) { s.WaitlistLimit = 1 })
	h.do(resource.Join{EntryID: "big", UserID: "big", Units: 9}, resource.TooManyUnits)
	h.join("a", 1)
	if d := h.do(resource.Join{EntryID: "again", UserID: "a", Units: 1}, resource.AlreadyWaiting); d.EntryID != "a" {
		t.Errorf("%+v", d)
	}
	h.do(resource.Join{EntryID: "b", UserID: "b", Units: 1}, resource.WaitlistFull)
	h.do(resource.Leave{EntryID: "nobody", Reason: resource.ReasonLeft}, resource.EntryEnded)
	h.do(resource.Leave{EntryID: "a", Reason: resource.ReasonLeft}, resource.OK)
	h.do(resource.Leave{EntryID: "a", Reason: resource.ReasonRemoved}, resource.EntryEnded)
	h.do(resource.Answer{OfferID: "none", Accept: true}, resource.OfferEnded)
}

// TestAgainstModel compares random histories with the naive model, after each command.
func TestAgainstModel(t *testing.T) {
	t.Parallel()
	n := 2000
	if seed.Brief() {
		n = 300
	}
	from := seed.Of(t)
	for i := range n {
		if !t.Run("", func(t *testing.T) { history(t, rand.New(rand.NewPCG(from, uint64(i)))) }) { //nolint:gosec // a history, not a secret
			t.Fatalf("history %d of seed %d", i, from)
		}
	}
}

func history(t *testing.T, r *rand.Rand) {
	h := newTry(t, func(s *resource.Settings) {
		if s.WaitlistLimit, s.MaxUnits = 1+r.Int64N(8), 4; r.IntN(3) > 0 {
			s.ConfirmURL = "https://tables.example"
		}
		if r.IntN(2) == 0 {
			s.AtOnce = 2 + r.Int64N(3)
		}
		if r.IntN(2) == 0 {
			s.HoldFee, s.HoldFeeCurrency, s.GiveBack = 500, "EUR", resource.GiveBacks[r.IntN(len(resource.GiveBacks))]
		}
	})
	m := &model{settings: h.rules, signals: map[string]resource.Signal{}, asked: map[string]resource.ConfirmationState{}, staff: map[string]bool{}}
	counter := 0
	ids := func() string { counter++; return "offer" + strconv.Itoa(counter) }
	told := map[string]int{}
	for step := range 60 {
		h.now += inventory.Instant(r.Int64N(4*int64(minute) + 1))
		cmd := random(r, h)
		want := m.do(cmd, h.now, ids)
		before := h.st.Seq
		d := h.do(cmd, want)
		if d.Repeated && slices.ContainsFunc(d.Changes, func(c resource.Change) bool { return c.Reason == resource.ReasonReleased }) {
			t.Fatalf("step %d: a repetition of %+v has an effect", step, cmd)
		}
		for i, c := range d.Changes {
			if c.Seq != before+int64(i)+1 {
				t.Fatalf("step %d: change %d is number %d after %d", step, i, c.Seq, before)
			}
		}
		for _, tell := range d.Tells {
			told[string(tell.Reason)+tell.EntryID+tell.OfferID]++
		}
		if diff := cmp.Diff(m.picture(), picture(h.st)); diff != "" {
			t.Fatalf("step %d: %+v: (-model +resource)\n%s", step, cmd, diff)
		}
	}
	for what, n := range told {
		if n != 1 {
			t.Errorf("%s is told %d times", what, n)
		}
	}
}

func some[T any](r *rand.Rand, m map[string]T) string {
	if len(m) == 0 {
		return "none"
	}
	keys := slices.Sorted(maps.Keys(m))
	return keys[r.IntN(len(keys))]
}

func random(r *rand.Rand, h *try) resource.Command {
	area := func() resource.Attributes {
		a := resource.Attributes{}
		if r.IntN(2) == 0 {
			a["area"] = []string{"hall", "terrace"}[r.IntN(2)]
		}
		if r.IntN(4) == 0 {
			a["step_free"] = "yes"
		}
		return a
	}
	switch r.IntN(16) {
	case 13, 14, 15:
		c := resource.Pay{EntryID: some(r, h.st.Entries), PaymentID: fmt.Sprint("pay", r.IntN(1000)), Money: resource.Money{Amount: 500, Currency: "EUR"}}
		if e := h.st.Entries[c.EntryID]; e != nil && e.PaidBy != "" && r.IntN(2) == 0 {
			c.PaymentID = e.PaidBy
		}
		switch r.IntN(12) {
		case 0:
			c.Amount++
		case 1:
			c.Currency = "CHF"
		}
		return c
	case 10, 11:
		outcomes := []resource.Outcome{resource.OutcomeAccepted, resource.OutcomeTaken, resource.OutcomeDeclined, resource.OutcomeFailed, resource.OutcomeReturned}
		c := resource.Conclude{OfferID: some(r, h.st.Confirmations), As: outcomes[r.IntN(4)]}
		if c.Staff = r.IntN(3) == 0; c.Staff {
			c.As = []resource.Outcome{resource.OutcomeAccepted, resource.OutcomeDeclined, resource.OutcomeReturned}[r.IntN(3)]
		}
		return c
	case 12:
		return resource.Retry{OfferID: some(r, h.st.Confirmations)}
	case 0, 1, 2:
		who := fmt.Sprint("user", r.IntN(12))
		return resource.Join{EntryID: fmt.Sprint(who, "-", r.IntN(3)), UserID: who, Units: 1 + r.Int64N(5), Attributes: area(), Class: r.Int64N(3)}
	case 3:
		return resource.Leave{EntryID: some(r, h.st.Entries), Reason: []resource.Reason{resource.ReasonLeft, resource.ReasonRemoved, resource.ReasonErased}[r.IntN(3)]}
	case 4, 5:
		return resource.Answer{OfferID: some(r, h.st.Offers), Accept: r.IntN(3) > 0}
	case 6, 7:
		s := resource.Signal{EventID: fmt.Sprint("event", r.IntN(30)), Kind: resource.Released, Units: 1 + r.Int64N(6), Attributes: area()}
		if r.IntN(3) == 0 {
			s.ValidUntil = h.now + inventory.Instant(r.Int64N(30*int64(minute)))
		}
		if have := h.st.Signals[s.EventID]; have != nil && r.IntN(2) == 0 {
			s = *have
		}
		return resource.Receive{Signal: s}
	case 8:
		return resource.Receive{Signal: resource.Signal{EventID: fmt.Sprint("event", r.IntN(30)), Kind: resource.Withdrawn, Units: 1 + r.Int64N(4), ReleaseID: fmt.Sprint("event", r.IntN(30))}}
	}
	return resource.Tick{}
}

// picture is what counts of a state, in words that the model has too.
func picture(st *resource.State) map[string]string {
	p := map[string]string{}
	for _, e := range st.Entries {
		p["entry "+e.ID] = string(e.State)
		money := "nothing"
		switch {
		case e.FeeBack:
			money = "back"
		case e.PaidBy != "" && e.State.Live():
			money = "held"
		case e.PaidBy != "":
			money = "kept"
		}
		p["purse "+e.ID] = money
	}
	for _, o := range st.Offers {
		p["offer "+o.ID] = fmt.Sprintf("%s of %s for %s until %d", o.State, o.ReleaseID, o.EntryID, o.Deadline)
	}
	for _, s := range st.Signals {
		if s.Kind == resource.Released {
			p["release "+s.EventID] = fmt.Sprintf("%d free, %d withdrawn, %d lost", s.Units-s.Offered-s.Taken-s.Lost, s.Taken, s.Lost)
		}
	}
	for _, a := range st.Confirmations {
		p["confirmation "+a.OfferID] = string(a.State)
	}
	return p
}

func (m *model) picture() map[string]string {
	p := map[string]string{}
	for _, e := range m.people {
		p["entry "+e.entry] = string(e.state)
		p["purse "+e.entry] = m.purse(e)
	}
	for _, o := range m.offers {
		p["offer "+o.id] = fmt.Sprintf("%s of %s for %s until %d", o.state, o.of.event, o.who.entry, o.until)
	}
	for _, l := range m.lots {
		p["release "+l.event] = fmt.Sprintf("%d free, %d withdrawn, %d lost", l.count(""), l.count("gone"), l.count("lost"))
	}
	for id, state := range m.asked {
		p["confirmation "+id] = string(state)
	}
	return p
}

// TestOrderOfSignals: what is left at the end does not depend on the order in which a release
// and what is withdrawn from it come, as long as nobody waits.
func TestOrderOfSignals(t *testing.T) {
	t.Parallel()
	signals := []resource.Signal{
		{EventID: "x", Kind: resource.Released, Units: 5},
		{EventID: "w1", Kind: resource.Withdrawn, Units: 2, ReleaseID: "x"},
		{EventID: "w2", Kind: resource.Withdrawn, Units: 2, ReleaseID: "x"},
	}
	for _, order := range [][]int{{0, 1, 2}, {1, 0, 2}, {2, 1, 0}, {1, 2, 0}, {1, 1, 0, 2, 0, 2}} {
		h := newTry(t, nil)
		for _, i := range order {
			h.do(resource.Receive{Signal: signals[i]}, resource.OK)
		}
		h.left("x", 1, 4)
	}
}

// TestSignalsAreRepeated: signals that come ten times each, in any order, leave what they leave
// when each comes once.
func TestSignalsAreRepeated(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(seed.Of(t), 10)) //nolint:gosec // a history, not a secret
	var signals []resource.Signal
	for i := range 4 {
		event := fmt.Sprint("x", i)
		signals = append(signals, resource.Signal{EventID: event, Kind: resource.Released, Units: 5},
			resource.Signal{EventID: "a" + event, Kind: resource.Withdrawn, Units: 1, ReleaseID: event}, resource.Signal{EventID: "b" + event, Kind: resource.Withdrawn, Units: 2, ReleaseID: event})
	}
	for range 50 {
		said := slices.Repeat(signals, 10)
		r.Shuffle(len(said), func(i, j int) { said[i], said[j] = said[j], said[i] })
		h := newTry(t, nil)
		taken := 0
		for _, g := range said {
			if d := h.do(resource.Receive{Signal: g}, resource.OK); !d.Repeated {
				taken++
			} else if len(d.Changes) > 0 {
				t.Fatalf("a repetition of %s has an effect", g.EventID)
			}
		}
		if taken != len(signals) {
			t.Fatalf("%d of %d signals were taken", taken, len(signals))
		}
		for i := range 4 {
			h.left(fmt.Sprint("x", i), 2, 3)
		}
	}
}
