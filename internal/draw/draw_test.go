package draw

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"iter"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/holdfast-events/holdfast/internal/draw/drawtest"
	"github.com/holdfast-events/holdfast/internal/merkle"
)

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestVerifyRound: a signature is of its round and of no other, and of these bytes.
func TestVerifyRound(t *testing.T) {
	for round, text := range drawtest.Signatures {
		signature := unhex(t, text)
		if err := VerifyRound(round, signature); err != nil {
			t.Errorf("round %d: %v", round, err)
		}
		if err := VerifyRound(round+1, signature); !errors.Is(err, ErrBeacon) {
			t.Errorf("the signature of %d for the next round: %v", round, err)
		}
	}
	good := unhex(t, drawtest.Signatures[1000])
	for i := range len(good) * 8 {
		bad := bytes.Clone(good)
		bad[i/8] ^= 1 << (i % 8)
		if err := VerifyRound(1000, bad); !errors.Is(err, ErrBeacon) {
			t.Errorf("bit %d: %v", i, err)
		}
	}
	infinity := make([]byte, 48)
	infinity[0] = 0xc0
	for name, bad := range map[string][]byte{"none": nil, "short": good[:47], "long": append(bytes.Clone(good), 0), "zeros": make([]byte, 48), "infinity": infinity} {
		if err := VerifyRound(1000, bad); !errors.Is(err, ErrBeacon) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestRoundAt(t *testing.T) {
	genesis := time.Unix(quicknetGenesis, 0)
	for _, c := range []struct {
		after time.Duration
		round uint64
	}{
		{-time.Nanosecond, 0}, {0, 1}, {2999 * time.Millisecond, 1}, {3 * time.Second, 2},
		{100*time.Minute + 3*time.Second, 2002},
	} {
		if got := RoundAt(genesis.Add(c.after)); got != c.round {
			t.Errorf("%v after the first: round %d, want %d", c.after, got, c.round)
		}
	}
	// As drand's own command says of round 1000.
	if got := RoundTime(1000).Format(time.RFC3339); got != "2023-08-23T15:59:24Z" {
		t.Error(got)
	}
	if got := RoundAt(RoundTime(657_413)); got != 657_413 {
		t.Error(got)
	}
}

// TestOrder: every order is a permutation, and a table changes nothing.
func TestOrder(t *testing.T) {
	for _, n := range []int64{0, 1, 2, 3, 4, 5, 15, 16, 17, 63, 64, 65, 255, 256, 257, 1000, 4096, 4097, 70_000} {
		plain, table := NewOrder(Hash{byte(n)}, n), NewOrder(Hash{byte(n)}, n)
		table.Tabulate()
		seen := make([]bool, n+1)
		for i := range n {
			place := table.Place(i)
			if place < 1 || place > n || seen[place] {
				t.Fatalf("%d entrants: place %d of %d", n, place, i)
			}
			seen[place] = true
			if back, again := table.At(place), plain.At(place); back != i || again != i {
				t.Errorf("place %d of %d is that of %d, and of %d, want %d", place, n, back, again, i)
			}
			if got := plain.Place(i); got != place {
				t.Fatalf("%d entrants: place of %d is %d without a table and %d with", n, i, got, place)
			}
		}
		if plain.At(0) != -1 || plain.At(n+1) != -1 {
			t.Errorf("there are places beside those of %d", n)
		}
		if plain.Place(-1) != 0 || plain.Place(n) != 0 {
			t.Errorf("%d entrants: a place for nobody", n)
		}
	}
	// Without a table, beyond what one is made for.
	large := NewOrder(Hash{1}, 1<<30)
	large.Tabulate()
	if large.table != nil || large.Place(1<<30-1) == large.Place(0) {
		t.Error("a large draw")
	}
}

// TestOrderIsUniform: over 10,000 draws of a small room each entrant comes to each place
// about equally often, and each order of four people is about equally likely. The bound
// of chi-squared is passed by chance once in ten million; the seeds are fixed.
func TestOrderIsUniform(t *testing.T) {
	const draws = 10_000
	for _, n := range []int64{2, 3, 5, 8, 13} {
		at := make([]float64, n*n)
		for d := range draws {
			o := NewOrder(sha256.Sum256(fmt.Append(nil, n, d)), n)
			for i := range n {
				at[i*n+o.Place(i)-1]++
			}
		}
		// Rows and columns have fixed sums.
		checkChiSquared(t, fmt.Sprint(n, " people"), at, draws/float64(n), float64((n-1)*(n-1)))
	}
	orders := map[string]float64{}
	for d := range draws {
		o := NewOrder(sha256.Sum256(fmt.Append(nil, "orders", d)), 4)
		orders[fmt.Sprint(o.Place(0), o.Place(1), o.Place(2), o.Place(3))]++
	}
	var counts []float64
	for _, n := range orders {
		counts = append(counts, n)
	}
	if len(counts) != 24 {
		t.Fatalf("%d of 24 orders", len(counts))
	}
	checkChiSquared(t, "orders of 4", counts, draws/24.0, 23)
}

// checkChiSquared fails when counts differ more from what is expected than chance makes
// likely. Wilson and Hilferty (1931): the cube root of chi-squared over its degrees of
// freedom is nearly normal.
func checkChiSquared(t *testing.T, what string, counts []float64, want, freedom float64) {
	t.Helper()
	sum := 0.0
	for _, n := range counts {
		sum += (n - want) * (n - want) / want
	}
	spread := 2 / (9 * freedom)
	z := (math.Cbrt(sum/freedom) - (1 - spread)) / math.Sqrt(spread)
	t.Logf("%s: chi-squared %.1f with %.0f degrees of freedom, z %.2f", what, sum, freedom, z)
	if z > 5.2 {
		t.Errorf("%s: not uniform", what)
	}
}

// TestServed compares the order of service with a sort.
func TestServed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 1500).Draw(t, "n")
		seed := Hash{rapid.Byte().Draw(t, "seed")}
		classes, struck := make([]uint8, n), map[int64]bool{}
		for i := range classes {
			classes[i] = uint8(rapid.IntRange(0, MaxClass).Draw(t, "class")) //nolint:gosec // of 8
			if rapid.IntRange(0, 9).Draw(t, "struck") == 0 {
				struck[int64(i)] = true
			}
		}
		order := NewOrder(seed, int64(n))
		var want []int64
		for i := range int64(n) {
			if !struck[i] {
				want = append(want, i)
			}
		}
		slices.SortFunc(want, func(a, b int64) int {
			if c := int(classes[a]) - int(classes[b]); c != 0 {
				return c
			}
			return int(order.Place(a) - order.Place(b))
		})
		if got := Served(seed, classes, struck); !slices.Equal(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}

// A made draw has its leaves too.
type made struct {
	Publication
	leaves, strikes []string
}

func texts(all []string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, text := range all {
			if !yield(text, nil) {
				return
			}
		}
	}
}

// makeDraw makes a draw of n people whose beacon is a real round of quicknet, or a
// ceremony.
func makeDraw(t testing.TB, n int64, kind BeaconKind, strikes ...Strike) *made {
	t.Helper()
	d := &made{Publication: Publication{Algorithm: Algorithm, EventID: "evt_0198c5d1summer", SealedAt: RoundTime(657_413 - RoundsAfterSeal), Beacon: Beacon{Kind: kind}}}
	var entrants, struck merkle.Frontier
	for i := range n {
		e := Entrant{EventID: d.EventID, Index: i, Class: int(i % 7 / 5), Commitment: sha256.Sum256(fmt.Append(nil, "salt", i))}
		d.leaves = append(d.leaves, e.Text())
		entrants.Append(e.Text())
	}
	for _, s := range strikes {
		d.strikes = append(d.strikes, s.Text())
		struck.Append(s.Text())
	}
	d.Entrants, d.Root = n, HexHash(entrants.Root())
	d.Struck, d.StruckRoot = int64(len(strikes)), HexHash(struck.Root())
	if kind == Quicknet {
		d.Round = 657_413
		d.Beacon.Signature = unhex(t, drawtest.Signatures[d.Round])
		randomness := HexHash(sha256.Sum256(d.Beacon.Signature))
		d.Beacon.Randomness = &randomness
	} else {
		d.Beacon.Secret, d.Beacon.Source, d.Beacon.Value = []byte("what was in the envelope"), "Lotto 6 aus 49, 2026-11-25", "4 8 15 16 23 42 · 7"
		commitment := HexHash(sha256.Sum256(d.Beacon.Secret))
		d.Beacon.Commitment = &commitment
		beacon, err := CeremonyBeacon(Hash(commitment), d.Beacon.Secret, d.Beacon.Value)
		if err != nil {
			t.Fatal(err)
		}
		d.Beacon.Signature = beacon
	}
	if n > 0 {
		key := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
		d.Checkpoint = &Checkpoint{Size: n, Root: d.Root, Signature: ed25519.Sign(key, CheckpointText(d.EventID, n, Hash(d.Root)))}
		d.ReceiptKeys = []Base64{Base64(key.Public().(ed25519.PublicKey))}
	}
	d.Announced = d.Round
	sealed := d.Sealed()
	d.Seed = HexHash(sealed.Seed(d.Beacon.Signature))
	return d
}

func (m *made) file(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := WriteFile(&b, &m.Publication, texts(m.leaves), texts(m.strikes)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestCheckFile(t *testing.T) {
	for name, d := range map[string]*made{
		"nobody":   makeDraw(t, 0, Quicknet),
		"one":      makeDraw(t, 1, Ceremony),
		"many":     makeDraw(t, 3000, Quicknet, Strike{3, Duplicate}, Strike{17, Fraud}, Strike{2999, Left}),
		"ceremony": makeDraw(t, 40, Ceremony, Strike{0, Left}),
	} {
		p, served, findings, err := CheckFile(bytes.NewReader(d.file(t)))
		if err != nil || len(findings) > 0 || int64(len(served)) != d.Entrants-d.Struck || p.Seed != d.Seed {
			t.Errorf("%s: %d served, %v, %v", name, len(served), findings, err)
		}
	}
}

// TestTampering: whatever is changed after the seal is found, with the field named.
func TestTampering(t *testing.T) {
	strikes := []Strike{{3, Duplicate}, {17, Fraud}}
	flip := func(b []byte) { b[len(b)/2] ^= 4 }
	for _, c := range []struct {
		name, field string
		kind        BeaconKind
		change      func(*made)
	}{
		{"another algorithm", "algorithm", Quicknet, func(d *made) { d.Algorithm = "holdfast/draw/v2" }},
		{"another event", "leaves", Quicknet, func(d *made) { d.EventID = "evt_other" }},
		{"no event", "entrants", Quicknet, func(d *made) { d.EventID = "" }},
		{"a bit of the root", "root", Quicknet, func(d *made) { flip(d.Root[:]) }},
		{"a bit of the other root", "struck_root", Quicknet, func(d *made) { flip(d.StruckRoot[:]) }},
		{"a bit of the seed", "seed", Quicknet, func(d *made) { flip(d.Seed[:]) }},
		{"a bit of the signature", "beacon", Quicknet, func(d *made) { flip(d.Beacon.Signature) }},
		{"a bit of the randomness", "beacon", Quicknet, func(d *made) { flip(d.Beacon.Randomness[:]) }},
		{"no randomness", "beacon", Quicknet, func(d *made) { d.Beacon.Randomness = nil }},
		{"another round", "beacon", Quicknet, func(d *made) { d.Round++ }},
		{"a round before the seal", "round", Quicknet, func(d *made) { d.SealedAt = d.SealedAt.Add(time.Second) }},
		{"another round than was announced, without need", "round", Quicknet, func(d *made) { d.Announced++ }},
		{"a tree that was not signed", "checkpoint", Quicknet, func(d *made) { flip(d.Checkpoint.Signature) }},
		{"a tree of fewer", "checkpoint", Quicknet, func(d *made) { d.Checkpoint.Size-- }},
		{"another key", "checkpoint", Quicknet, func(d *made) { flip(d.ReceiptKeys[0]) }},
		{"no key", "checkpoint", Quicknet, func(d *made) { d.ReceiptKeys = nil }},
		{"an unknown beacon", "beacon", Quicknet, func(d *made) { d.Beacon.Kind = "dice" }},
		{"a bit of a leaf", "leaves", Quicknet, func(d *made) { d.leaves[5] = strings.Replace(d.leaves[5], "evt", "evs", 1) }},
		{"another commitment", "root", Quicknet, func(d *made) {
			e, _ := ParseEntrant(d.leaves[5])
			e.Commitment[0] ^= 1
			d.leaves[5] = e.Text()
		}},
		{"two leaves exchanged", "leaves", Quicknet, func(d *made) { d.leaves[1], d.leaves[2] = d.leaves[2], d.leaves[1] }},
		{"a better class", "root", Quicknet, func(d *made) {
			e, _ := ParseEntrant(d.leaves[5])
			e.Class = 0
			d.leaves[5] = e.Text()
		}},
		{"one entrant less", "leaves", Quicknet, func(d *made) { d.leaves = d.leaves[:39] }},
		{"one entrant less, and said so", "root", Quicknet, func(d *made) { d.leaves, d.Entrants = d.leaves[:39], 39 }},
		{"one strike less", "struck", Quicknet, func(d *made) { d.strikes = d.strikes[:1] }},
		{"one more than said", "leaves", Quicknet, func(d *made) { d.Struck-- }},
		{"struck out after the seal", "struck_root", Quicknet, func(d *made) {
			d.strikes, d.Struck = append(d.strikes, (&Strike{20, Fraud}).Text()), 3
		}},
		{"nobody struck out", "struck_root", Quicknet, func(d *made) { d.strikes, d.Struck = nil, 0 }},
		{"struck out twice", "strikes", Quicknet, func(d *made) { d.strikes[1] = d.strikes[0] }},
		{"struck out for another reason", "struck_root", Quicknet, func(d *made) { d.strikes[1] = (&Strike{17, Left}).Text() }},
		{"struck out for no reason", "strikes", Quicknet, func(d *made) { d.strikes[1] = "holdfast/struck/v1\n17\nother\n" }},
		{"another secret", "beacon", Ceremony, func(d *made) { flip(d.Beacon.Secret) }},
		{"another value", "beacon", Ceremony, func(d *made) { d.Beacon.Value += "1" }},
		{"no value", "beacon", Ceremony, func(d *made) { d.Beacon.Value = "" }},
		{"another commitment of a ceremony", "beacon", Ceremony, func(d *made) { flip(d.Beacon.Commitment[:]) }},
		{"no source", "beacon", Ceremony, func(d *made) { d.Beacon.Source = "" }},
		{"a round for a ceremony", "round", Ceremony, func(d *made) { d.Round = 1000 }},
	} {
		d := makeDraw(t, 40, c.kind, strikes...)
		c.change(d)
		_, served, findings, err := CheckFile(bytes.NewReader(d.file(t)))
		if err != nil || served != nil || !slices.ContainsFunc(findings, func(f Finding) bool { return f.Field == c.field }) {
			t.Errorf("%s: %v, %v, want a finding about %s", c.name, findings, err, c.field)
		}
	}
}

// TestCheckFileErrors: what is not a draw at all is an error and not a finding.
func TestCheckFileErrors(t *testing.T) {
	good := string(makeDraw(t, 3, Ceremony).file(t))
	for _, bad := range []string{"", "{", `{"root": "12"}`, `{"root": "ABCD"}`, strings.Replace(good, `"holdfast/entrant`, `holdfast/entrant`, 1), good + strings.Repeat(" ", maxLine+1)} {
		if _, served, findings, err := CheckFile(strings.NewReader(bad)); err == nil && (len(findings) == 0 || served != nil) {
			t.Errorf("%.60q: %v served", bad, served)
		}
	}
}

func FuzzParseEntrant(f *testing.F) {
	e := Entrant{EventID: "evt_1", Index: 12, Class: 7}
	f.Add(e.Text())
	f.Add((&Strike{12, Left}).Text())
	f.Fuzz(func(t *testing.T, text string) {
		if e, err := ParseEntrant(text); err == nil && e.Text() != text {
			t.Errorf("%q and %q are one leaf", text, e.Text())
		}
		if s, err := ParseStrike(text); err == nil && s.Text() != text {
			t.Errorf("%q and %q are one leaf", text, s.Text())
		}
	})
}

// BenchmarkPlace computes one place in a draw of 14 million, as a person does.
func BenchmarkPlace(b *testing.B) {
	for b.Loop() {
		if NewOrder(Hash{1}, 14_000_000).Place(848) == 0 {
			b.Fatal("no place")
		}
	}
}

// BenchmarkServed computes all places of a draw.
func BenchmarkServed(b *testing.B) {
	for _, n := range []int{1_000_000, 14_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			classes := make([]uint8, n)
			for b.Loop() {
				if len(Served(Hash{1}, classes, nil)) != n {
					b.Fatal("not all are served")
				}
			}
		})
	}
}

// update writes verify/example-draw.jsonl.
var update = flag.Bool("update", false, "write the example of a draw")

// TestExample: the example that strangers may try their checkers with is ours.
func TestExample(t *testing.T) {
	const path = "../../verify/example-draw.jsonl"
	d := makeDraw(t, 12, Quicknet, Strike{4, Duplicate}, Strike{9, Left})
	if *update {
		if err := os.WriteFile(path, d.file(t), 0o644); err != nil { //nolint:gosec // it is public
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(got, d.file(t)) {
		t.Errorf("%s is not what a draw is written as: %v", path, err)
	}
}

// TestLateSeal: where the seal was too late for the round that was announced, a later one holds.
func TestLateSeal(t *testing.T) {
	d := makeDraw(t, 3, Quicknet)
	for announced, holds := range map[uint64]bool{0: true, d.Round: true, d.Round - 1: true, d.Round - 30: true, d.Round + 1: false} {
		d.Announced = announced
		d.SealedAt = RoundTime(d.Round - RoundsAfterSeal) // a round earlier would have been too near
		if _, _, findings, err := CheckFile(bytes.NewReader(d.file(t))); err != nil || (len(findings) == 0) != holds {
			t.Errorf("round %d was announced, and %d taken: %v, %v", announced, d.Round, findings, err)
		}
	}
}
