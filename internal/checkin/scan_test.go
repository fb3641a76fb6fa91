package checkin_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// logs are what devices have scanned of few tickets, within a few seconds.
func logs(rng *rand.Rand, devices, each, tickets int) []checkin.Scan {
	var all []checkin.Scan
	for d := range devices {
		for n := range each {
			s := checkin.Scan{
				Device: fmt.Sprint("device", d), ID: fmt.Sprint(n), Ticket: fmt.Sprint("tkt_", rng.IntN(tickets)),
				At: inventory.Instant(1 + rng.IntN(20)), Gate: fmt.Sprint("gate", rng.IntN(3)), Verdict: checkin.Admit, Online: rng.IntN(9) == 0,
			}
			switch rng.IntN(8) {
			case 0:
				s.Verdict = checkin.AlreadyAdmitted
			case 1:
				s.Verdict, s.Ticket = checkin.Invalid, ""
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
	doubles := 0
	for done := 0; done < rounds; done += perLog {
		scans := logs(rng, 20, 5, 40)
		want := checkin.Fold(scans)
		doubles += check(t, scans, want)
		for range perLog {
			if got := checkin.Fold(shuffled(rng, scans)); !reflect.DeepEqual(want, got) {
				t.Fatalf("another order, another state:\n%s", cmp.Diff(want, got))
			}
		}
	}
	if doubles == 0 {
		t.Error("no double admission ever occurred")
	}
}

// check says what the fold must be, the long way round, and counts the doubles.
func check(t *testing.T, scans []checkin.Scan, got []checkin.Admission) (doubles int) {
	t.Helper()
	admits := map[string]map[checkin.Key]checkin.Scan{}
	for _, s := range scans {
		if s.Verdict != checkin.Admit {
			continue
		}
		if admits[s.Ticket] == nil {
			admits[s.Ticket] = map[checkin.Key]checkin.Scan{}
		}
		admits[s.Ticket][s.Key()] = s
	}
	if len(got) != len(admits) {
		t.Fatalf("%d tickets came in, want %d", len(got), len(admits))
	}
	for _, a := range got {
		left := admits[a.Ticket]
		for _, s := range left {
			if s.At < a.First.At || s.At == a.First.At && s.Device < a.First.Device {
				t.Fatalf("%s: %v is earlier than %v", a.Ticket, s, a.First)
			}
		}
		for _, s := range append([]checkin.Scan{a.First}, a.Doubles...) {
			if left[s.Key()] != s {
				t.Fatalf("%s: %v is not a scan, or is there twice", a.Ticket, s)
			}
			delete(left, s.Key())
		}
		if len(left) > 0 {
			t.Fatalf("%s: %d double admissions are not flagged", a.Ticket, len(left))
		}
		doubles += len(a.Doubles)
	}
	return doubles
}

func TestFoldBreaksTies(t *testing.T) {
	scan := func(device, id string, at inventory.Instant) checkin.Scan {
		return checkin.Scan{Device: device, ID: id, Ticket: "t", At: at, Verdict: checkin.Admit}
	}
	got := checkin.Fold([]checkin.Scan{scan("b", "1", 5), scan("a", "2", 5), scan("a", "1", 5), scan("c", "0", 4)})
	want := []checkin.Admission{{Ticket: "t", First: scan("c", "0", 4), Doubles: []checkin.Scan{scan("a", "1", 5), scan("a", "2", 5), scan("b", "1", 5)}}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if got := checkin.Fold(nil); len(got) != 0 {
		t.Errorf("nothing adds up to %v", got)
	}
}
