package turns_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/inventory/inventorytest"
	"github.com/holdfast-events/holdfast/internal/replay/turns"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/tlog"
)

const (
	event = "evt_gen"
	start = 20_000 * inventory.Instant(inventory.Day)
)

var eventKey = tlog.EventKey(bytes.Repeat([]byte{7}, tlog.EventKeySize))

// lived is an event to which something has happened.
func lived(t *testing.T, n uint64, seated bool) *inventorytest.MemoryStore {
	t.Helper()
	g := &inventorytest.Generator{Stream: inventorytest.Seeded(n), Users: 40}
	create := g.Create
	if seated {
		create = g.CreateSeated
	}
	w, now := inventorytest.NewMemoryStore(), start
	w.Passes = inventorytest.Passes(start)
	cmds := []inventory.Command{create(event, "org_gen", start)}
	for range 120 {
		if _, err := w.Do(now, cmds...); err != nil {
			t.Fatalf("seed %d: %v", n, err)
		}
		now += inventory.Instant(g.Step())
		cmds = cmds[:0]
		known := w.Known()
		for range g.Some(4) {
			cmds = append(cmds, g.Command(known))
		}
	}
	return w
}

// placesOf returns where the rows of a store put its entries.
func placesOf(w *inventorytest.MemoryStore) map[int64]*tlog.Place {
	places := map[int64]*tlog.Place{}
	for id, e := range w.Entries {
		places[e.PlacedSeq] = &tlog.Place{Placement: e.Placement, Seats: e.Wish != ""}
		for _, p := range w.Past[id] {
			places[p.PlacedSeq] = &tlog.Place{Placement: p.Placement, Seats: e.Wish != ""}
		}
	}
	return places
}

// texts are the entries of audit rows.
func texts(t testing.TB, rows []inventory.AuditRow, places map[int64]*tlog.Place) [][]byte {
	t.Helper()
	list := make([][]byte, len(rows))
	for i := range rows {
		e := eventKey.EntryOf(event, &rows[i], audit.Hash{byte(i)}, tlog.Salt{1}, places[rows[i].Seq])
		var err error
		if list[i], err = e.Text(); err != nil {
			t.Fatal(err)
		}
	}
	return list
}

// published is a log as the server gives it away.
type published struct {
	checkpoint []byte
	key        string
	bundles    [][]byte
}

func publish(t testing.TB, list [][]byte) *published {
	t.Helper()
	signer, err := tlog.OpenSigner(filepath.Join(t.TempDir(), "log.key"), "holdfast.test")
	if err != nil {
		t.Fatal(err)
	}
	none := func(context.Context, int, int64, int) ([]byte, error) { return nil, errors.New("there are no tiles") }
	head, _, err := tlog.Head{Root: tlog.EmptyRoot()}.Grow(t.Context(), none, list)
	if err != nil {
		t.Fatal(err)
	}
	p := &published{}
	if p.checkpoint, err = signer.Sign(event, head, nil); err != nil {
		t.Fatal(err)
	}
	if p.key, err = signer.Key().VerifierKey(event); err != nil {
		t.Fatal(err)
	}
	for chunk := range slices.Chunk(list, tlog.TileWidth) {
		var bundle []byte
		for _, text := range chunk {
			if bundle, err = tlog.AppendEntry(bundle, text); err != nil {
				t.Fatal(err)
			}
		}
		p.bundles = append(p.bundles, bundle)
	}
	return p
}

func (p *published) read(tiers []turns.Tier) (*turns.History, error) {
	l, err := turns.Open(p.checkpoint, p.key, tiers)
	if err != nil {
		return nil, err
	}
	for _, bundle := range p.bundles {
		if err := l.Add(bundle); err != nil {
			return nil, err
		}
	}
	return l.Close()
}

func tiersOf(w *inventorytest.MemoryStore) (list []turns.Tier) {
	for id, tier := range w.Tiers {
		list = append(list, turns.Tier{ID: id, Pools: tier.Pools})
	}
	return list
}

// TestAgreesWithTheServer publishes the logs of random histories and recomputes them: each
// decision that Decide took is the one that the entries lead to, and who waits, before
// whom, and for how long, is what the rows of the server say.
func TestAgreesWithTheServer(t *testing.T) {
	t.Parallel()
	first, seen, passes := seed.Of(t), map[turns.Verdict]int64{}, int64(0)
	for n := range uint64(seed.Count(t, "HOLDFAST_TURNS", 60)) {
		w := lived(t, first+n, n%4 == 3)
		h, err := publish(t, texts(t, w.Audit, placesOf(w))).read(tiersOf(w))
		if err != nil {
			t.Fatalf("seed %d: %v", first+n, err)
		}
		if err := agrees(w, h); err != nil {
			t.Errorf("seed %d: %v", first+n, err)
		}
		s := h.Summary()
		passes += s.Passes
		for v, count := range s.Verdicts {
			seen[v] += count
		}
	}
	if seen[turns.Next] == 0 || seen[turns.Seats] == 0 || passes == 0 {
		t.Errorf("the histories have %v, and %d passes", seen, passes)
	}
}

// agrees compares what the log tells with the rows of the server.
func agrees(w *inventorytest.MemoryStore, h *turns.History) error {
	byCode := map[string]*inventory.Entry{}
	for id, e := range w.Entries {
		byCode[eventKey.Pseudonym(id)] = &e
	}
	var given int
	for i := range w.Audit {
		if r := &w.Audit[i]; r.From == "waiting" && (r.Reason == inventory.ReasonOffered || r.Reason == inventory.ReasonPromoted) {
			t := h.Turns()[given]
			if t.Seq != r.Seq || t.Party != eventKey.Pseudonym(r.Subject) || t.Units != r.Units || t.Tier != w.Entries[r.Subject].Tier {
				return fmt.Errorf("row %d gives %d to %s: turn %+v", r.Seq, r.Units, r.Subject, t)
			}
			if t.Verdict == turns.NotNext || t.Verdict == turns.OtherRules {
				return fmt.Errorf("row %d gives %d to %s, and by the log %q was next (%s)", r.Seq, r.Units, r.Subject, t.First, t.Verdict)
			}
			given++
		}
	}
	if given != len(h.Turns()) {
		return fmt.Errorf("%d turns, and %d rows that give something", len(h.Turns()), given)
	}
	for code, e := range byCode {
		s, ok := h.Story(code)
		if !ok {
			return fmt.Errorf("nothing is told about %s", e.ID)
		}
		if !e.Placed() { // the log says what an application is for once it is approved
			e.Tier, e.Class, e.Wish = "", 0, ""
		}
		if s.State != e.State || s.Units != e.Units || s.Tier != e.Tier || s.Class != e.Class || s.BySeats != (e.Wish != "") {
			return fmt.Errorf("%s is %s %d %s class %d, and told as %+v", e.ID, e.State, e.Units, e.Tier, e.Class, s)
		}
		passes := int64(0)
		for _, step := range s.Steps {
			other := byCode[step.Party]
			switch {
			case step.Kind == turns.Passing:
				passes++
			case step.Kind == turns.Behind, step.Kind == turns.Before && !other.Before(e):
				return fmt.Errorf("%s is told to have been %s at row %d, where %s was served", e.ID, step.Kind, step.Seq, other.ID)
			}
		}
		if passes != e.Passes {
			return fmt.Errorf("%s has been passed %d times, and %d are told", e.ID, e.Passes, passes)
		}
		if e.State == inventory.EntryWaiting {
			surely, perhaps := int64(0), int64(0)
			for _, f := range w.Entries {
				if f.State == inventory.EntryWaiting && f.Tier == e.Tier && (f.Wish != "") == (e.Wish != "") && f.Before(e) {
					if perhaps++; f.Class == e.Class || f.Rank/int64(inventory.Minute) != e.Rank/int64(inventory.Minute) {
						surely++
					}
				}
			}
			if s.Ahead < surely || s.Ahead > perhaps {
				return fmt.Errorf("%s has %d before it, and %d are told", e.ID, perhaps, s.Ahead)
			}
		}
	}
	return nil
}

// story is a history by hand: rows with where they put somebody.
type story struct {
	rows   []inventory.AuditRow
	places map[int64]*tlog.Place
	last   map[string]*inventory.AuditRow
}

func (s *story) row(r inventory.AuditRow) *story {
	if s.places == nil {
		s.places, s.last = map[int64]*tlog.Place{}, map[string]*inventory.AuditRow{}
	}
	r.Seq, r.Rule, r.At = int64(len(s.rows))+1, inventory.RuleVersion, start
	if before := s.last[r.Subject]; before != nil {
		r.PrevSeq, r.From = before.Seq, before.To
		if r.Units == 0 {
			r.Units = before.Units
		}
	}
	s.rows = append(s.rows, r)
	s.last[r.Subject] = &r
	return s
}

// joins puts a party on the waitlist of a tier, some minutes after the start.
func (s *story) joins(who, tier string, units int64, class int, minute int64) *story {
	s.row(inventory.AuditRow{Subject: "wle_" + who, To: "waiting", Reason: inventory.ReasonJoined, Units: units})
	at := inventory.Placement{Tier: "tir_" + tier, Class: class, JoinNo: int64(len(s.places)) + 1, Rank: int64(start) + minute*int64(inventory.Minute)}
	s.places[int64(len(s.rows))] = &tlog.Place{Placement: at}
	return s
}

func (s *story) offered(who string) *story {
	return s.row(inventory.AuditRow{Subject: "wle_" + who, To: "offered", Reason: inventory.ReasonOffered, Related: "off_" + who}).
		row(inventory.AuditRow{Subject: "ord_" + who, To: "held", Reason: inventory.ReasonOffered, Related: "wle_" + who, Units: s.last["wle_"+who].Units})
}

func (s *story) passed(who, by string) *story {
	return s.row(inventory.AuditRow{Subject: "wle_" + who, To: "waiting", Reason: inventory.ReasonPassedPartySize, Related: "wle_" + by})
}

func (s *story) open() *story {
	return s.row(inventory.AuditRow{Subject: event, To: "draft", Reason: inventory.ReasonCreated})
}

// TestVerdicts judges decisions that are right, wrong, and not to be told.
func TestVerdicts(t *testing.T) {
	t.Parallel()
	shared := []turns.Tier{{ID: "tir_a", Pools: []string{"pol_1"}}, {ID: "tir_b", Pools: []string{"pol_1"}}, {ID: "tir_c", Pools: []string{"pol_2"}}}
	code := func(who string) string { return eventKey.Pseudonym("wle_" + who) }
	two := func() *story { return new(story).open().joins("ann", "a", 1, 0, 0).joins("ben", "a", 1, 0, 1) }
	big := func() *story {
		return new(story).open().joins("big", "a", 3, 0, 0).joins("s1", "a", 1, 0, 1).joins("s2", "a", 1, 0, 1).joins("s3", "a", 1, 0, 1).joins("s4", "a", 1, 0, 1)
	}
	for name, try := range map[string]struct {
		s     *story
		want  turns.Verdict // of the last turn
		first string
	}{
		"the first":                   {two().offered("ann"), turns.Next, ""},
		"the second after the first":  {two().offered("ann").offered("ben"), turns.Next, ""},
		"the second":                  {two().offered("ben"), turns.NotNext, "ann"},
		"a party passed":              {big().passed("big", "s1").offered("s1"), turns.Next, ""},
		"a party passed in silence":   {big().offered("s1"), turns.NotNext, "big"},
		"passing who would fit":       {two().passed("ann", "ben").offered("ben"), turns.NotNext, "ann"},
		"passed for the fourth time":  {big().passed("big", "s1").offered("s1").passed("big", "s2").offered("s2").passed("big", "s3").offered("s3").passed("big", "s4").offered("s4"), turns.NotNext, "big"},
		"passing who stands behind":   {two().passed("ben", "ann").offered("ann"), turns.NotNext, "ben"},
		"a better class":              {new(story).open().joins("ann", "a", 1, 0, 5).joins("vip", "a", 1, 1, 0).offered("vip"), turns.Next, ""},
		"a class that is not better":  {new(story).open().joins("ann", "a", 1, 0, 0).joins("vip", "a", 1, 1, 5).offered("vip"), turns.NotNext, "ann"},
		"classes in the same minute":  {new(story).open().joins("ann", "a", 1, 0, 3).joins("vip", "a", 1, 1, 3).offered("vip"), turns.SameMinute, ""},
		"the other of them":           {new(story).open().joins("ann", "a", 1, 0, 3).joins("vip", "a", 1, 1, 3).offered("ann"), turns.SameMinute, ""},
		"another tier of the pool":    {new(story).open().joins("ann", "a", 1, 0, 0).joins("ben", "b", 1, 0, 1).offered("ben"), turns.NotNext, "ann"},
		"another tier, other pools":   {new(story).open().joins("ann", "a", 1, 0, 0).joins("cyd", "c", 1, 0, 1).offered("cyd"), turns.Next, ""},
		"a tier that nobody knows of": {new(story).open().joins("ann", "a", 1, 0, 0).joins("dan", "d", 1, 0, 1).offered("dan"), turns.Next, ""},
	} {
		h, err := publish(t, texts(t, try.s.rows, try.s.places)).read(shared)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		last := h.Turns()[len(h.Turns())-1]
		if first := map[bool]string{true: code(try.first)}[try.first != ""]; last.Verdict != try.want || last.First != first {
			t.Errorf("%s: %s, and %q was next", name, last.Verdict, last.First)
		}
	}
	old := two().offered("ann")
	old.rows[3].Rule = inventory.RuleVersion + 1
	h, err := publish(t, texts(t, old.rows, old.places)).read(shared)
	if err != nil || h.Turns()[0].Verdict != turns.OtherRules {
		t.Errorf("other rules: %+v, %v", h, err)
	}
}

// TestStory tells one entry why it was not next.
func TestStory(t *testing.T) {
	t.Parallel()
	s := new(story).open().joins("ann", "a", 1, 0, 0).joins("big", "a", 3, 0, 1).joins("ben", "a", 1, 0, 2)
	s.row(inventory.AuditRow{Subject: "ord_x", To: "confirmed", Reason: inventory.ReasonRegistered, Units: 2})
	s.row(inventory.AuditRow{Subject: "ord_x", To: "released", Reason: inventory.ReasonCancelledByPerson})
	s.offered("ann").passed("big", "ben").offered("ben")
	list := texts(t, s.rows, s.places)
	h, err := publish(t, list).read(nil)
	if err != nil {
		t.Fatal(err)
	}
	tell := func(who string) (words []string) {
		t.Helper()
		of, ok := h.Story(eventKey.Pseudonym("wle_" + who))
		if !ok {
			t.Fatalf("nothing of %s", who)
		}
		for _, st := range of.Steps {
			words = append(words, fmt.Sprint(st.Kind, " ", st.Reason, " ", st.Ahead))
		}
		return words
	}
	for who, want := range map[string]string{
		"ann": "own joined 0, own offered 0",
		"big": "own joined 1, before offered 0, own passed_party_size 0, passing offered 0",
		"ben": "own joined 2, before offered 0, own offered 0",
	} {
		if got := strings.Join(tell(who), ", "); got != want {
			t.Errorf("%s: %s", who, got)
		}
	}
	if turn := h.Turns()[0]; turn.Cause != inventory.ReasonCancelledByPerson {
		t.Errorf("units were free because of %q", turn.Cause)
	}
	if turn := h.Turns()[1]; !slices.Equal(turn.Passed, []string{eventKey.Pseudonym("wle_big")}) {
		t.Errorf("passed: %v", turn.Passed)
	}

	// One's own entry is found by the text in a proof: of the entry, and of the hold that it led to.
	for at, want := range map[int]string{1: "ann", 6: "ann", 7: "ann", 10: "ben"} {
		if code, err := h.Own(string(list[at])); err != nil || code != eventKey.Pseudonym("wle_"+want) {
			t.Errorf("entry %d (%s) is that of %q, %v", at, list[at], code, err)
		}
	}
	if _, err := h.Own(string(list[4])); !errors.Is(err, turns.ErrNoWaitlist) {
		t.Errorf("a registration: %v", err)
	}
	if _, err := h.Own(strings.Replace(string(list[1]), `"units":1`, `"units":2`, 1)); !errors.Is(err, turns.ErrNotThere) {
		t.Errorf("another text: %v", err)
	}
	if _, err := h.Own("?"); !errors.Is(err, turns.ErrForm) {
		t.Errorf("no text: %v", err)
	}
}

// TestOnlyWhatWasSigned refuses a log that is not the one that was signed, or does not
// follow from itself.
func TestOnlyWhatWasSigned(t *testing.T) {
	t.Parallel()
	s := new(story).open().joins("ann", "a", 1, 0, 0).joins("ben", "a", 1, 0, 1).offered("ann")
	list := texts(t, s.rows, s.places)
	changed := func(i int, old, now string) [][]byte {
		out := slices.Clone(list)
		if out[i] = []byte(strings.Replace(string(list[i]), old, now, 1)); string(out[i]) == string(list[i]) {
			t.Fatalf("%s is not in %s", old, list[i])
		}
		return out
	}
	// Signed, and yet wrong: whoever signs can sign nonsense.
	for name, try := range map[string]struct {
		list [][]byte
		want error
	}{
		"a gap":                 {changed(3, `"seq":4`, `"seq":5`), turns.ErrBroken},
		"another event":         {changed(3, event, "evt_other"), turns.ErrBroken},
		"an illegal transition": {changed(3, `"to":"offered"`, `"to":"left"`), turns.ErrBroken},
		"another state before":  {changed(3, `"from":"waiting","to":"offered","reason":"offered"`, `"from":"offered","to":"left","reason":"left"`), turns.ErrBroken},
		"a row left out":        {changed(3, `"previous":2`, `"previous":1`), turns.ErrBroken},
		"a larger party":        {changed(3, `"units":1`, `"units":2`), turns.ErrBroken},
		"nobody who joined":     {changed(3, `"subject":"`, `"subject":"0`), turns.ErrBroken},
		"a rank before":         {changed(2, `"rank":"20`, `"rank":"19`), turns.ErrBroken},
		"a rank that is none":   {changed(2, `"rank":"20`, `"rank":"`), turns.ErrForm},
		"an unknown field":      {changed(2, `"units":1`, `"units":1,"name":"Ben"`), turns.ErrForm},
		"an unknown number":     {changed(2, `"units":1`, `"units":1,"age":1`), turns.ErrForm},
		"another version":       {changed(2, `entry/v1`, `entry/v2`), turns.ErrForm},
		"an escape":             {changed(2, `"minute":"`, `"minute":"\u0020`), turns.ErrForm},
		"no end":                {changed(2, `"}`, `"`), turns.ErrForm},
		"an open text":          {changed(2, `"}`, `}`), turns.ErrForm},
		"more behind the end":   {changed(2, `"}`, `"}}`), turns.ErrForm},
		"no object":             {append(slices.Clone(list), []byte("1")), turns.ErrForm},
	} {
		if _, err := publish(t, try.list).read(nil); !errors.Is(err, try.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	good := publish(t, list)
	if _, err := good.read(nil); err != nil {
		t.Fatal(err)
	}
	for name, try := range map[string]struct {
		change func(*published)
		want   error
	}{
		"another key":        {func(p *published) { p.key = publish(t, list).key }, turns.ErrCheckpoint},
		"no key":             {func(p *published) { p.key = "x" }, turns.ErrCheckpoint},
		"another size":       {func(p *published) { p.checkpoint = bytes.Replace(p.checkpoint, []byte("\n5\n"), []byte("\n4\n"), 1) }, turns.ErrCheckpoint},
		"no checkpoint":      {func(p *published) { p.checkpoint = nil }, turns.ErrCheckpoint},
		"an entry less":      {func(p *published) { p.bundles = publish(t, list[:4]).bundles }, turns.ErrRoot},
		"an entry more":      {func(p *published) { p.bundles = publish(t, append(slices.Clone(list), list[0])).bundles }, turns.ErrRoot},
		"another entry":      {func(p *published) { p.bundles = publish(t, changed(0, `"row":"`, `"row":"0`)).bundles }, turns.ErrRoot},
		"half a bundle":      {func(p *published) { p.bundles[0] = p.bundles[0][:20] }, turns.ErrRoot},
		"a byte of a length": {func(p *published) { p.bundles[0] = append(slices.Clone(p.bundles[0]), 0) }, turns.ErrRoot},
	} {
		p := *good
		p.bundles = slices.Clone(p.bundles)
		try.change(&p)
		if _, err := p.read(nil); !errors.Is(err, try.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
