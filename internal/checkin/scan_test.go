package checkin_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// rules are the lists of the tests, by what they allow.
func rules(list string) checkin.ReEntry {
	return map[string]checkin.ReEntry{"": checkin.Once, "lounge": checkin.WithExit, "yard": checkin.Free}[list]
}

// logs are what devices have scanned of few tickets, within a few seconds.
func logs(rng *rand.Rand, devices, each, tickets int) []checkin.Scan {
	var all []checkin.Scan
	for d := range devices {
		for n := range each {
			s := checkin.Scan{
				Device: fmt.Sprint("device", d), ID: fmt.Sprint(n), Ticket: fmt.Sprint("tkt_", rng.IntN(tickets)),
				List: []string{"", "", "lounge", "lounge", "yard"}[rng.IntN(5)],
				At:   inventory.Instant(1 + rng.IntN(20)), Gate: fmt.Sprint("gate", rng.IntN(3)), Verdict: checkin.Admit,
				Online: rng.IntN(9) == 0, Override: rng.IntN(12) == 0,
			}
			switch rng.IntN(8) {
			case 0:
				s.Verdict = checkin.AlreadyAdmitted
			case 1:
				s.Verdict, s.Ticket = checkin.Invalid, ""
			case 2, 3:
				s.Verdict, s.Override = checkin.Exit, false
			}
			all = append(all, s)
		}
	}
	return all
}

// shuffled repeats scans and changes their order.
func shuffled(rng *rand.Rand, scans []checkin.Scan) []checkin.Scan {
	out := append([]checkin.Scan(nil), scans...)
	for range rng.IntN(len(scans)) {
		out = append(out, scans[rng.IntN(len(scans))])
	}
	rng.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// TestFoldIsOfTheSet: 10,000 permutations of 20 devices' logs, with scans
// repeated, lead to one state, in which each double admission is flagged once.
func TestFoldIsOfTheSet(t *testing.T) {
	rounds := 10_000
	if testing.Short() {
		rounds = 500
	}
	const perLog = 100
	rng := rand.New(rand.NewPCG(3, 1))
	doubles, exits := 0, 0
	for done := 0; done < rounds; done += perLog {
		scans := logs(rng, 20, 5, 20)
		want := checkin.Fold(scans, rules)
		if d := gocmp.Diff(byHand(scans), want); d != "" {
			t.Fatalf("the fold (-by hand +fold):\n%s", d)
		}
		for i := range want {
			doubles += len(want[i].Doubles)
			if !want[i].Inside {
				exits++
			}
		}
		for range perLog {
			if got := checkin.Fold(shuffled(rng, scans), rules); !reflect.DeepEqual(want, got) {
				t.Fatalf("another order, another state:\n%s", gocmp.Diff(want, got))
			}
		}
	}
	if doubles == 0 || exits == 0 {
		t.Errorf("%d double admissions, %d who went out", doubles, exits)
	}
}

// byHand says what the fold must be, the long way round: it walks the scans of
// each ticket at each list in the order of their time.
func byHand(scans []checkin.Scan) []checkin.Admission {
	order := append([]checkin.Scan(nil), scans...)
	slices.SortFunc(order, func(a, b checkin.Scan) int {
		return cmp.Or(strings.Compare(a.List, b.List), strings.Compare(a.Ticket, b.Ticket), cmp.Compare(a.At, b.At),
			strings.Compare(a.Device, b.Device), strings.Compare(a.ID, b.ID))
	})
	var list []checkin.Admission
	for i := range order {
		s := order[i]
		var now *checkin.Admission
		if n := len(list) - 1; n >= 0 && list[n].List == s.List && list[n].Ticket == s.Ticket {
			now = &list[n]
		}
		if s.Ticket == "" {
			continue
		}
		switch rule := rules(s.List); {
		case s.Verdict == checkin.Admit && now == nil:
			list = append(list, checkin.Admission{Stay: checkin.Stay{List: s.List, Ticket: s.Ticket}, First: s, Inside: true, MovedAt: s.At})
		case s.Verdict == checkin.Admit && rule == checkin.WithExit && !now.Inside:
			now.First, now.Inside, now.MovedAt = s, true, s.At
		case s.Verdict == checkin.Admit && rule != checkin.Free && !s.Override:
			now.Doubles = append(now.Doubles, checkin.Double{Scan: s, First: now.First})
		case s.Verdict == checkin.Exit && rule == checkin.WithExit && now != nil && now.Inside:
			now.Inside, now.MovedAt = false, s.At
		}
	}
	return list
}

func TestFoldBreaksTies(t *testing.T) {
	scan := func(device, id string, at inventory.Instant) checkin.Scan {
		return checkin.Scan{Device: device, ID: id, Ticket: "t", At: at, Verdict: checkin.Admit}
	}
	got := checkin.Fold([]checkin.Scan{scan("b", "1", 5), scan("a", "2", 5), scan("a", "1", 5), scan("c", "0", 4)}, rules)
	first := scan("c", "0", 4)
	want := []checkin.Admission{{Stay: checkin.Stay{Ticket: "t"}, First: first, Inside: true, MovedAt: 4, Doubles: []checkin.Double{
		{Scan: scan("a", "1", 5), First: first}, {Scan: scan("a", "2", 5), First: first}, {Scan: scan("b", "1", 5), First: first}}}}
	if d := gocmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if got := checkin.Fold(nil, rules); len(got) != 0 {
		t.Errorf("nothing adds up to %v", got)
	}
}

// TestEvenings are evenings of one ticket, as text: at each list the scans, and
// what they add up to. "+" is somebody coming in, "-" going out, "!" coming in by
// a supervisor's word; the number is the time.
func TestEvenings(t *testing.T) {
	for _, c := range []struct{ list, scans, want string }{
		{"", "+1", "in by 1"},
		{"", "+2 +1", "in by 1; 2 repeats 1"},
		{"", "+1 -2 +3", "in by 1; 3 repeats 1"},
		{"", "-1", ""},
		{"", "+1 !2 +3", "in by 1; 3 repeats 1"},
		{"", "!1 +2", "in by 1; 2 repeats 1"},
		{"lounge", "-1", ""},
		{"lounge", "-1 +2", "in by 2"},
		{"lounge", "+1 -2", "out at 2, in by 1"},
		{"lounge", "+1 -2 +3", "in by 3"},
		{"lounge", "+1 -2 -3 +4", "in by 4"},
		{"lounge", "+1 +2 -3 +4 +5", "in by 4; 2 repeats 1; 5 repeats 4"},
		{"lounge", "+1 !2 -3", "out at 3, in by 1"},
		{"lounge", "+1 -2 !3 +4", "in by 3; 4 repeats 3"},
		{"yard", "+1 +2 -3 +4", "in by 1"},
	} {
		if got := evening(t, c.list, c.scans); got != c.want {
			t.Errorf("%q at list %q: %q, want %q", c.scans, c.list, got, c.want)
		}
	}
}

func evening(t *testing.T, list, text string) string {
	t.Helper()
	var scans []checkin.Scan
	for _, word := range strings.Fields(text) {
		s := checkin.Scan{Device: "d", ID: word, List: list, Ticket: "t", Verdict: checkin.Admit, Override: word[0] == '!'}
		if word[0] == '-' {
			s.Verdict = checkin.Exit
		}
		if _, err := fmt.Sscan(word[1:], (*int64)(&s.At)); err != nil {
			t.Fatal(err)
		}
		scans = append(scans, s)
	}
	var said []string
	for _, a := range checkin.Fold(scans, rules) {
		if a.Inside {
			said = append(said, fmt.Sprintf("in by %d", a.First.At))
		} else {
			said = append(said, fmt.Sprintf("out at %d, in by %d", a.MovedAt, a.First.At))
		}
		for _, d := range a.Doubles {
			said = append(said, fmt.Sprintf("%d repeats %d", d.Scan.At, d.First.At))
		}
	}
	return strings.Join(said, "; ")
}

func TestRules(t *testing.T) {
	r := checkin.Rules{OpensAt: 10, ClosesAt: 20, Tiers: []string{"a"}}
	for _, c := range []struct {
		at   inventory.Instant
		tier string
		want checkin.Verdict
	}{{9, "a", checkin.NotYet}, {10, "a", ""}, {19, "a", ""}, {20, "a", checkin.TooLate}, {9, "b", checkin.WrongList}, {15, "b", checkin.WrongList}} {
		if got := r.Refuses(c.at, c.tier, false); got != c.want {
			t.Errorf("at %d, tier %s: %q, want %q", c.at, c.tier, got, c.want)
		}
	}
	if got := new(checkin.Rules).Refuses(1, "any", false); got != "" {
		t.Errorf("no rules refuse: %q", got)
	}
}
