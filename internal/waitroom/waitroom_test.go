package waitroom

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/tlog"
	"pgregory.net/rapid"

	"github.com/holdfast-events/holdfast/internal/draw"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/merkle"
)

const noon = inventory.Instant(1_800_000_000_000_000)

func after(t inventory.Instant, by inventory.Micros) inventory.Instant {
	return t + inventory.Instant(by)
}

func queueTerms() *Terms {
	return &Terms{Mode: Queue, OpensAt: noon, ServesAt: after(noon, inventory.Hour), Inside: 500, Admission: 10 * inventory.Minute}
}

func drawTerms() *Terms {
	return &Terms{Mode: Draw, OpensAt: noon, SealsAt: after(noon, inventory.Hour), ServesAt: after(noon, inventory.Hour+5*inventory.Minute), Inside: 500, Admission: 10 * inventory.Minute}
}

func TestTerms(t *testing.T) {
	for _, good := range []*Terms{queueTerms(), drawTerms()} {
		if wrong := good.Check(); wrong != nil {
			t.Errorf("%s: %v", good.Mode, wrong)
		}
	}
	ballot := drawTerms()
	ballot.Mode, ballot.Inside, ballot.Admission = Ballot, 0, 0
	if wrong := ballot.Check(); wrong != nil {
		t.Errorf("ballot: %v", wrong)
	}
	for _, c := range []struct {
		field  string
		terms  *Terms
		change func(*Terms)
	}{
		{"mode", queueTerms(), func(t *Terms) { t.Mode = "lottery" }},
		{"opens_at", queueTerms(), func(t *Terms) { t.OpensAt = 0 }},
		{"serves_at", queueTerms(), func(t *Terms) { t.ServesAt = t.OpensAt - 1 }},
		{"serves_at", queueTerms(), func(t *Terms) { t.ServesAt = after(t.OpensAt, 15*inventory.Day) }},
		{"seals_at", queueTerms(), func(t *Terms) { t.SealsAt = t.ServesAt }},
		{"seals_at", drawTerms(), func(t *Terms) { t.SealsAt = 0 }},
		{"seals_at", drawTerms(), func(t *Terms) { t.SealsAt = t.OpensAt }},
		{"serves_at", drawTerms(), func(t *Terms) { t.ServesAt = after(t.SealsAt, 59*inventory.Second) }},
		{"max_inside", queueTerms(), func(t *Terms) { t.Inside = 0 }},
		{"max_inside", queueTerms(), func(t *Terms) { t.Inside = MaxInside + 1 }},
		{"admission_seconds", queueTerms(), func(t *Terms) { t.Admission = inventory.Minute - 1 }},
		{"admission_seconds", queueTerms(), func(t *Terms) { t.Admission = MaxAdmission + 1 }},
	} {
		c.change(c.terms)
		if !slices.ContainsFunc(c.terms.Check(), func(w Invalid) bool { return w.Field == c.field }) {
			t.Errorf("%+v: nothing wrong with %s", c.terms, c.field)
		}
	}
}

// TestPhases: phases follow each other when their time has come, one at a time, and each
// step is a legal one.
func TestPhases(t *testing.T) {
	queue, drawn := queueTerms(), drawTerms()
	sealed := drawn.SealsAt
	for _, c := range []struct {
		terms       *Terms
		from        Phase
		at          inventory.Instant
		known, over bool
		to          Phase
	}{
		{queue, Announced, noon - 1, false, false, Announced},
		{queue, Announced, noon, false, false, Open},
		{queue, Announced, queue.ServesAt, false, false, Open}, // one after the other
		{queue, Open, queue.ServesAt - 1, true, false, Open},
		{queue, Open, queue.ServesAt, false, false, Serving},
		{queue, Serving, after(noon, inventory.Day), false, false, Serving},
		{queue, Serving, after(noon, inventory.Day), false, true, Closed},
		{queue, Announced, noon - 1, false, true, Closed},
		{queue, Closed, noon, false, true, Closed},
		{drawn, Open, sealed - 1, true, false, Open},
		{drawn, Open, sealed, false, false, Sealed},
		{drawn, Sealed, after(sealed, inventory.Hour), false, false, Sealed}, // the beacon is waited for
		{drawn, Sealed, after(sealed, 59*inventory.Second), true, false, Sealed},
		{drawn, Sealed, after(sealed, inventory.Minute), true, false, Drawn},
		{drawn, Drawn, drawn.ServesAt - 1, true, false, Drawn},
		{drawn, Drawn, drawn.ServesAt, true, false, Serving},
		{drawn, Sealed, after(sealed, inventory.Minute), true, true, Closed},
	} {
		got := c.terms.Next(c.from, c.at, c.known, c.over)
		if got != c.to {
			t.Errorf("%s, %s at %d, known %t, over %t: %s, want %s", c.terms.Mode, c.from, c.at-noon, c.known, c.over, got, c.to)
		}
		if got != c.from && !c.terms.Mode.Legal(c.from, got) {
			t.Errorf("%s: from %s to %s is not legal", c.terms.Mode, c.from, got)
		}
	}
	for _, bad := range [][2]Phase{{Announced, Serving}, {Open, Sealed}, {Serving, Open}, {Closed, Serving}, {Closed, Closed}, {Drawn, Serving}} {
		if Queue.Legal(bad[0], bad[1]) {
			t.Errorf("a queue goes from %s to %s", bad[0], bad[1])
		}
	}
	if Draw.Legal(Open, Serving) || Draw.Legal(Sealed, Serving) {
		t.Error("a draw is served that was not drawn")
	}
	for phase, want := range map[Phase]bool{Announced: false, Open: true, Sealed: true, Drawn: true, Serving: true, Closed: false} {
		if phase.Joinable() != want {
			t.Errorf("joining while %s: %t", phase, !want)
		}
	}
}

// crowd plays people before and in a room, second by second.
type crowd struct {
	terms *Terms
	room  Room
	ctl   Controller
	rng   *rand.Rand
	show  func(second int) float64 // part of those called who come
	soon  int                      // seconds in which they come
	stay  int                      // seconds inside
	takes int64                    // units, by those who buy

	at      inventory.Instant
	coming  map[int][]int64 // second of arrival → places
	leaving map[int]int
	late    []int64 // came and found it full
	entered int
	most    int
	filled  float64 // sum of Inside over the seconds
}

func (c *crowd) play(seconds int) {
	c.coming, c.leaving = map[int][]int64{}, map[int]int{}
	for s := range seconds {
		c.at = after(c.terms.ServesAt, inventory.Micros(s)*inventory.Second)
		c.room.Inside -= c.leaving[s]
		before := c.room.Serving
		c.keep()
		c.room.Serving = c.ctl.Call(c.terms, &c.room, c.at)
		if c.room.Serving < before || c.room.Serving > c.room.Entrants {
			panic("called back, or beyond the last")
		}
		for place := before + 1; place <= c.room.Serving; place++ {
			if c.rng.Float64() < c.show(s) {
				at := s + c.rng.IntN(c.soon)
				c.coming[at] = append(c.coming[at], place)
			}
		}
		came := slices.Concat(c.late, c.coming[s])
		c.late = nil
		for _, place := range came {
			if Admit(c.terms, Serving, &c.room, place, 0) != Enter {
				c.late = append(c.late, place)
				continue
			}
			c.room.Inside++
			c.entered++
			c.ctl.Came(place)
			c.leaving[s+1+c.rng.IntN(2*c.stay)]++
			c.room.Left = max(0, c.room.Left-c.takes)
		}
		c.most = max(c.most, c.room.Inside)
		c.filled += float64(c.room.Inside)
	}
}

// keep reads the controller from its text, as a server does each time: it knows all that it knew.
func (c *crowd) keep() {
	text, err := c.ctl.MarshalText()
	if err != nil || len(text) > 1024 {
		panic(fmt.Sprintf("%d bytes are kept: %v", len(text), err))
	}
	was := c.ctl
	if err := c.ctl.UnmarshalText(text); err != nil || !slices.Equal(c.ctl.calls, was.calls) || c.ctl.share != was.share || c.ctl.known != was.known || c.ctl.credit != was.credit || c.ctl.last != was.last {
		panic(fmt.Sprintf("%s is read as %+v, and was %+v: %v", text, c.ctl, was, err))
	}
}

// TestNoController: what is none is not taken for an empty one.
func TestNoController(t *testing.T) {
	for _, text := range []string{"x", `{"calls":[["1"]]}`, `{"calls":{}}`} {
		if err := new(Controller).UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%s is read", text)
		}
	}
}

func newCrowd(show float64) *crowd {
	t := queueTerms()
	return &crowd{
		terms: t, room: Room{Entrants: 1_000_000, Left: 1_000_000}, rng: rand.New(rand.NewPCG(1, 2)), //nolint:gosec // a game
		show: func(int) float64 { return show }, soon: 15, stay: 60,
	}
}

// TestRoomsAreFilled: however few of those who are called come, the room is soon full,
// hardly anybody who comes stands before a full one, and never are more inside than may.
func TestRoomsAreFilled(t *testing.T) {
	for _, show := range []float64{1, 0.9, 0.6, 0.3, 0.15} {
		c := newCrowd(show)
		c.play(900)
		full := c.filled / 900 / float64(c.terms.Inside)
		t.Logf("%.0f%% come: %d called, %d entered, %.0f%% full, %d wait at the end", 100*show, c.room.Serving, c.entered, 100*full, len(c.late))
		if c.most > c.terms.Inside {
			t.Errorf("%.2f come: %d inside of %d", show, c.most, c.terms.Inside)
		}
		if full < 0.75 {
			t.Errorf("%.2f come: the room is %.0f%% full", show, 100*full)
		}
		if len(c.late) > c.terms.Inside/5 {
			t.Errorf("%.2f come: %d stand before a full room", show, len(c.late))
		}
	}
}

// TestAbsentPeopleAreNotWaitedFor: where people come at once and are done in a moment, and
// one in twenty never comes, nobody is kept out for those for longer than people are
// expected. The room could then take as many each second as are called and come by the
// next.
func TestAbsentPeopleAreNotWaitedFor(t *testing.T) {
	c := newCrowd(0.95)
	c.soon, c.stay = 2, 1
	c.play(300)
	full := c.filled / 300 / float64(c.terms.Inside)
	t.Logf("%d called, %d entered, %.0f%% full", c.room.Serving, c.entered, 100*full)
	if full < 0.5 {
		t.Errorf("the room is %.0f%% full", 100*full)
	}
}

// TestThoseWhoLeftBlockNobody: thousands who are gone are called in vain, and those
// behind them come in after a minute and not after the time of a thousand passes.
func TestThoseWhoLeftBlockNobody(t *testing.T) {
	c := newCrowd(1)
	c.show = func(int) float64 {
		if c.room.Serving < 5000 {
			return 0
		}
		return 1
	}
	c.play(300)
	if c.entered < 1000 {
		t.Errorf("%d entered behind 5,000 who had gone, %d were called", c.entered, c.room.Serving)
	}
}

// TestWakingUp: when everybody is there who was asleep, no more are inside than may, and
// those for whom there is no room yet are few.
func TestWakingUp(t *testing.T) {
	c := newCrowd(0)
	c.show = func(s int) float64 {
		if s < 200 {
			return 0.02
		}
		return 1
	}
	c.play(400)
	if c.most > c.terms.Inside {
		t.Errorf("%d inside", c.most)
	}
	if len(c.late) > 20*c.terms.Inside {
		t.Errorf("%d stand before a full room", len(c.late))
	}
}

// TestNobodyIsCalledForNothing: whoever comes in finds something, and when there is nothing
// nobody is called.
func TestNobodyIsCalledForNothing(t *testing.T) {
	c := newCrowd(1)
	c.room.Left, c.takes = 1000, 2
	c.play(600)
	if c.room.Left != 0 || c.entered > 560 {
		t.Errorf("%d came in for 500 pairs of tickets, %d are left", c.entered, c.room.Left)
	}
	serving := c.room.Serving
	c.play(60)
	if c.room.Serving != serving {
		t.Errorf("%d called for nothing", c.room.Serving-serving)
	}
}

// TestBrakes: pause, rate and the writer's queue hold people back.
func TestBrakes(t *testing.T) {
	calls := func(change func(*crowd)) int64 {
		c := newCrowd(1)
		change(c)
		c.play(120)
		return c.room.Serving
	}
	free := calls(func(*crowd) {})
	if n := calls(func(c *crowd) { c.room.Paused = true }); n != 0 {
		t.Errorf("%d called while paused", n)
	}
	if n := calls(func(c *crowd) { c.room.PerMinute = 60 }); n < 115 || n > 125 {
		t.Errorf("%d called in two minutes at 60 a minute", n)
	}
	if n := calls(func(c *crowd) { c.room.PerMinute = 10 }); n < 19 || n > 23 {
		t.Errorf("%d called in two minutes at 10 a minute", n)
	}
	if n := calls(func(c *crowd) { c.room.Queued = stuffed }); n != 0 {
		t.Errorf("%d called while the writer cannot keep up", n)
	}
	if n := calls(func(c *crowd) { c.room.Queued, c.stay = 0.7, 1 }); n >= free*10 || n == 0 {
		t.Errorf("%d called while the writer is busy", n)
	}
	c := newCrowd(1)
	c.room.Entrants = 20
	c.play(60)
	if c.room.Serving != 20 {
		t.Errorf("%d of 20 called", c.room.Serving)
	}
}

func TestAdmit(t *testing.T) {
	room := &Room{Serving: 100, Inside: 499}
	full := &Room{Serving: 100, Inside: 500}
	for _, c := range []struct {
		phase Phase
		room  *Room
		place int64
		want  Answer
	}{
		{Serving, room, 1, Enter},
		{Serving, room, 100, Enter},
		{Serving, room, 101, Wait},
		{Serving, room, 0, Wait},
		{Serving, full, 1, Moment},
		{Open, room, 1, Wait},
		{Drawn, room, 1, Wait},
		{Closed, room, 1, NotNow},
	} {
		if got := Admit(queueTerms(), c.phase, c.room, c.place, 0); got != c.want {
			t.Errorf("%s, place %d, %d inside: %s, want %s", c.phase, c.place, c.room.Inside, got, c.want)
		}
	}
	ballot := drawTerms()
	ballot.Mode = Ballot
	if got := Admit(ballot, Serving, room, 1, 0); got != NotNow {
		t.Errorf("a ballot lets in: %s", got)
	}
}

// receipts makes those of a batch that comes after others.
func receipts(t *testing.T, earlier, n int, key ed25519.PrivateKey) []*Receipt {
	t.Helper()
	var tree merkle.Frontier
	for i := range earlier {
		tree.Append(fmt.Sprint("somebody ", i))
	}
	all, leaves := make([]*Receipt, n), make([]draw.Hash, n)
	for i := range all {
		r := &Receipt{Entrant: draw.Entrant{EventID: "evt_1", Index: int64(earlier + i)}}
		r.Salt[0] = byte(i)
		r.Entrant.Commitment = Commit(r.Salt, fmt.Append(nil, "identity ", i))
		all[i], leaves[i] = r, tlog.RecordHash([]byte(r.Entrant.Text()))
	}
	paths := tree.Grow(leaves)
	point := Checkpoint{EventID: "evt_1", Size: tree.Size(), Root: tree.Root()}
	signature := point.Sign(key)
	for i, r := range all {
		r.Path, r.Checkpoint, r.Signature = paths[i], point, signature
	}
	return all
}

// TestReceipts: a receipt is good as it was given, at its event, and no character of it
// can be changed.
func TestReceipts(t *testing.T) {
	public, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	other, _, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range receipts(t, 1234, 9, key) {
		text := r.Text()
		got, err := ParseReceipt(text, "evt_1", []ed25519.PublicKey{other, public})
		if err != nil || got.Text() != text || got.Entrant != r.Entrant {
			t.Fatalf("%v\n%s", err, text)
		}
		if _, err := ParseReceipt(text, "evt_2", []ed25519.PublicKey{public}); !errors.Is(err, ErrReceipt) {
			t.Errorf("at another event: %v", err)
		}
		if _, err := ParseReceipt(text, "evt_1", []ed25519.PublicKey{other}); !errors.Is(err, ErrReceipt) {
			t.Errorf("of another installation: %v", err)
		}
	}
	text := receipts(t, 1<<10, 1, key)[0].Text()
	salt := strings.Index(text, "\n"+hex.EncodeToString(make([]byte, SaltBytes))+"\n") + 1
	for i := range text {
		if i >= salt && i < salt+2*SaltBytes {
			continue // whoever knows the identity checks it against the commitment
		}
		for _, with := range []string{"0", "1", "f", "A", "\n", "\r", " ", ""} {
			if bad := text[:i] + with + text[i+1:]; bad != text {
				if _, err := ParseReceipt(bad, "evt_1", []ed25519.PublicKey{public}); !errors.Is(err, ErrReceipt) {
					t.Fatalf("byte %d as %q: %v", i, with, err)
				}
			}
		}
	}
	for _, bad := range []string{"", "\n", text + "\n", text[1:], strings.Repeat("a\n", 1000)} {
		if _, err := ParseReceipt(bad, "evt_1", []ed25519.PublicKey{public}); !errors.Is(err, ErrReceipt) {
			t.Errorf("%.20q: %v", bad, err)
		}
	}
	// In a room of 14 million it is small enough for a QR code.
	if longest := len(text) + 25*65; longest > 2953 {
		t.Errorf("%d bytes", longest)
	}
}

// TestPasses: a pass is of its event, of its index and of its time.
func TestPasses(t *testing.T) {
	key := bytes.Repeat([]byte{7}, 32)
	rapid.Check(t, func(t *rapid.T) {
		p := Pass{EventID: "evt_1", Index: rapid.Int64Range(0, 1<<34).Draw(t, "index"), Until: noon}
		token := p.Token(key)
		if got, err := ParsePass(token, "evt_1", key, noon-1); err != nil || got != p {
			t.Fatalf("%+v, %v", got, err)
		}
		if _, err := ParsePass(token, "evt_1", key, noon); !errors.Is(err, ErrPassOver) {
			t.Fatalf("when it is over: %v", err)
		}
		if _, err := ParsePass(token, "evt_2", key, noon-1); !errors.Is(err, ErrPass) {
			t.Fatalf("at another event: %v", err)
		}
		if _, err := ParsePass(token, "evt_1", bytes.Repeat([]byte{8}, 32), noon-1); !errors.Is(err, ErrPass) {
			t.Fatalf("with another key: %v", err)
		}
		i := rapid.IntRange(0, len(token)-1).Draw(t, "at")
		bad := token[:i] + string("Aw0_"[rapid.IntRange(0, 3).Draw(t, "as")]) + token[i+1:]
		if bad == token {
			return
		}
		if _, err := ParsePass(bad, "evt_1", key, noon-1); !errors.Is(err, ErrPass) {
			t.Fatalf("%s: %v", bad, err)
		}
	})
	for _, bad := range []string{"", "=", "A", strings.Repeat("A", 200)} {
		if _, err := ParsePass(bad, "evt_1", key, noon); !errors.Is(err, ErrPass) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// BenchmarkParsePass is what each order of an event with a waiting room pays.
func BenchmarkParsePass(b *testing.B) {
	key := bytes.Repeat([]byte{7}, 32)
	token := (&Pass{EventID: "evt_1", Index: 848, Until: noon}).Token(key)
	for b.Loop() {
		if _, err := ParsePass(token, "evt_1", key, noon-1); err != nil {
			b.Fatal(err)
		}
	}
}

// TestBeaconLate: people are told an hour after the round was to be signed, or a minute
// after the seal of a ceremony, while it is not drawn.
func TestBeaconLate(t *testing.T) {
	opens := noon - inventory.Instant(inventory.Hour)
	o := inventory.Onsale{
		Mode: inventory.OnsaleDraw, OpensAt: opens, SealsAt: noon, ServesAt: noon + inventory.Instant(inventory.Hour),
		Beacon: inventory.OnsaleBeacon{Kind: inventory.BeaconQuicknet, At: noon + inventory.Instant(2*inventory.Minute)},
	}
	event := func(change func(*inventory.Onsale)) *inventory.Event {
		e := &inventory.Event{Status: inventory.Published, StartsAt: noon + inventory.Instant(2*inventory.Day), EndsAt: noon + inventory.Instant(3*inventory.Day)}
		e.Settings.Onsale = o
		if change != nil {
			change(&e.Settings.Onsale)
		}
		return e
	}
	later := func(o *inventory.Onsale) {
		o.Draw.Seal = inventory.DrawSeal{At: noon, RoundAt: noon + inventory.Instant(10*inventory.Minute)}
	}
	for name, c := range map[string]struct {
		event *inventory.Event
		after inventory.Micros
		late  bool
	}{
		"an hour after the round":           {event(nil), 62 * inventory.Minute, false},
		"more than an hour after the round": {event(nil), 62*inventory.Minute + 1, true},
		"a later round that the seal has":   {event(later), 65 * inventory.Minute, false},
		"an hour after that":                {event(later), 71 * inventory.Minute, true},
		"a ceremony":                        {event(func(o *inventory.Onsale) { o.Beacon = inventory.OnsaleBeacon{Kind: inventory.BeaconCeremony} }), 61*inventory.Minute + 1, true},
		"drawn":                             {event(func(o *inventory.Onsale) { o.Draw.Result.Seed = "00" }), 90 * inventory.Minute, false},
		"a queue":                           {event(func(o *inventory.Onsale) { o.Mode = inventory.OnsaleQueue }), 90 * inventory.Minute, false},
		"closed":                            {event(func(o *inventory.Onsale) { o.Closed = true }), 90 * inventory.Minute, false},
	} {
		if got := BeaconLate(c.event, noon+inventory.Instant(c.after)); got != c.late {
			t.Errorf("%s: late %t", name, got)
		}
	}
}

// TestPlaces: those who take part in a draw have the places that follow from its seed, and
// whoever joined later stands behind them.
func TestPlaces(t *testing.T) {
	o := inventory.Onsale{Mode: inventory.OnsaleDraw}
	if _, ok, err := PlacesOf(&o); ok || err != nil {
		t.Errorf("places before the draw: %t, %v", ok, err)
	}
	o.Draw.Seal.Entrants, o.Draw.Result.Seed = 3, strings.Repeat("ab", 32)
	p, ok, err := PlacesOf(&o)
	if !ok || err != nil {
		t.Fatal(ok, err)
	}
	taken := map[int64]bool{p.Of(0): true, p.Of(1): true, p.Of(2): true}
	if !taken[1] || !taken[2] || !taken[3] || p.Of(3) != 4 || p.Of(4) != 5 {
		t.Errorf("places %v, then %d and %d", taken, p.Of(3), p.Of(4))
	}
	o.Draw.Result.Seed = "seed"
	if _, _, err := PlacesOf(&o); err == nil {
		t.Error("places by a seed that is none")
	}
	q, ok, err := PlacesOf(&inventory.Onsale{Mode: inventory.OnsaleQueue})
	if !ok || err != nil || q.Of(7) != 8 {
		t.Errorf("a queue: %t, %v, place %d", ok, err, q.Of(7))
	}
}

// TestSlots: of a draw with slots nobody is called, or comes in, before their own slot, whoever
// called them; afterwards the place stays good.
func TestSlots(t *testing.T) {
	t.Parallel()
	terms := drawTerms()
	terms.Slots = inventory.OnsaleSlots{Minutes: 15, People: 100}
	quarter := inventory.Instant(15 * inventory.Minute)
	for place, want := range map[int64]inventory.Instant{0: 0, 1: 0, 100: 0, 101: quarter, 200: quarter, 201: 2 * quarter, 14_000_000: 139_999 * quarter} {
		if got := terms.Slots.Start(terms.ServesAt, place) - terms.ServesAt; got != want {
			t.Errorf("the slot of place %d begins after %d, want %d", place, got, want)
		}
	}
	room := &Room{Entrants: 1000, Left: 1000}
	var c Controller
	terms.Inside = 1000
	for _, step := range []struct {
		after   inventory.Instant
		serving int64
	}{{-1, 0}, {0, 100}, {quarter - 1, 100}, {quarter, 200}, {4 * quarter, 500}, {100 * quarter, 1000}} {
		now := terms.ServesAt + step.after
		if room.Serving = c.Call(terms, room, now); room.Serving != step.serving {
			t.Errorf("after %d up to %d are called, want %d", step.after, room.Serving, step.serving)
		}
	}
	for _, c := range []struct {
		place int64
		after inventory.Instant
		want  Answer
	}{{101, quarter - 1, Wait}, {101, quarter, Enter}, {1, 50 * quarter, Enter}} {
		if got := Admit(terms, Serving, room, c.place, terms.ServesAt+c.after); got != c.want {
			t.Errorf("place %d after %d: %s, want %s", c.place, c.after, got, c.want)
		}
	}
	// Without slots everything is as it was.
	terms.Slots = inventory.OnsaleSlots{}
	if got := Admit(terms, Serving, room, 900, terms.ServesAt); got != Enter {
		t.Errorf("without slots: %s", got)
	}
}
