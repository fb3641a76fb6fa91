package audit

import (
	"crypto/ed25519"
	"encoding/hex"
	"reflect"
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

const event = "evt_t3zane4tqkff"

// rows are a short history, and one row with the most awkward values.
func rows() []inventory.AuditRow {
	return []inventory.AuditRow{
		{Seq: 1, At: 1795251600000000, Actor: "system", Subject: event, To: "draft", Reason: "created", Rule: 1},
		{Seq: 2, At: 1795251600000001, Actor: "key_t3zane4tqkff", Subject: "pol_t3zane4tqkff0000000000000001", To: "20000", Reason: "created", Rule: 1, Related: event},
		{Seq: 3, At: 1795251661000000, Actor: "public", Subject: "ord_t3zane4tqkfft3zanfa04y4tqkff", To: "confirmed", Reason: "registered", Rule: 1, Related: "per_t3zane4tqkfft3zanfa0my4tqkff", Units: 3},
		{Seq: 4, At: 1795251662000000, Actor: "per_t3zane4tqkfft3zanfa0my4tqkff", Subject: "ord_t3zane4tqkfft3zanfa04y4tqkff", From: "confirmed", To: "released", Reason: "cancelled_by_person", Rule: 1, Units: 3, PrevSeq: 3},
		{Seq: 1<<63 - 1, At: -1, Actor: "Zoë\n", From: "\x00", Rule: -1 << 63, Units: -3},
	}
}

// golden are the hashes of rows(), computed by another program: chains are
// stored for years, so how a row is encoded can never change silently.
var golden = []string{
	"1e03e46316b406ecca18e2bbb405dda9e2d21727e2925fac5e59b87d95068e06",
	"d902fe47e03df74ff90a49e95f44109f19d9f65fe73f915a26e95fe14617bd42",
	"145fba978f2318ae18797eb1c7e151bd5bc2ae11a4df1dbb09ed9ea1c235e443",
	"f7c5e6fd8e6113b0d861cd06b55f9eb207d72e9a92dc737ecef6b318959cc224",
	"eef9cf8e799d5e3a14e5e686ba7f301fcaba38e35d6621d2a15843d7c1222de4",
}

// goldenSig signs golden[3] at seq 4 with the seed 00 01 02 … 1f.
const goldenSig = "d0b14aa6feb323123271a801fda589f220758a2fe4251c98f1dc31a37efa6abbee3123d49a3b8a2f692eb00a44ac39c9fd8502258e372a2f21b408c82daca503"

func goldenKey() ed25519.PrivateKey {
	seed := make([]byte, ed25519.SeedSize)
	for i := range seed {
		seed[i] = byte(i)
	}
	return ed25519.NewKeyFromSeed(seed)
}

func TestChainGolden(t *testing.T) {
	for i, h := range Chain(Hash{}, event, rows()) {
		if got := hex.EncodeToString(h[:]); got != golden[i] {
			t.Errorf("row %d hashes to %s, want %s", i, got, golden[i])
		}
	}
}

// TestChainGoesOnWhereItStopped: a chain does not depend on how its rows were
// cut into batches.
func TestChainGoesOnWhereItStopped(t *testing.T) {
	all := rows()
	whole := Chain(Hash{}, event, all)
	for cut := range len(all) + 1 {
		first := Chain(Hash{}, event, all[:cut])
		var head Hash
		if cut > 0 {
			head = first[cut-1]
		}
		if got := append(first, Chain(head, event, all[cut:])...); !reflect.DeepEqual(got, whole) {
			t.Errorf("cut at %d, the chain differs", cut)
		}
	}
}

// TestEveryFieldChangesTheHash walks the fields of a row by reflection, so that
// a field that is added later and not hashed fails here.
func TestEveryFieldChangesTheHash(t *testing.T) {
	base := rows()[3]
	head := func(prev Hash, event string, r inventory.AuditRow) Hash {
		return Chain(prev, event, []inventory.AuditRow{r})[0]
	}
	seen := map[Hash]string{head(Hash{}, event, base): "no change"}
	check := func(what string, h Hash) {
		if other, ok := seen[h]; ok {
			t.Errorf("%s hashes like %s", what, other)
		}
		seen[h] = what
	}
	typ := reflect.TypeFor[inventory.AuditRow]()
	for i := range typ.NumField() {
		changed := base
		switch f := reflect.ValueOf(&changed).Elem().Field(i); f.Kind() {
		case reflect.String:
			f.SetString(f.String() + "x")
		case reflect.Int64:
			f.SetInt(f.Int() + 1)
		default:
			t.Fatalf("field %s has a kind that the chain does not know: %s", typ.Field(i).Name, f.Kind())
		}
		check(typ.Field(i).Name, head(Hash{}, event, changed))
	}
	check("the event", head(Hash{}, event+"x", base))
	check("the hash before", head(Hash{31: 1}, event, base))
}

// FuzzRowsNeverEncodeAlike moves text from one field to its neighbours: two
// rows hash alike only when they are alike.
func FuzzRowsNeverEncodeAlike(f *testing.F) {
	f.Add("ab", "c", "", "", "a", "bc", "", "")
	f.Add("a", "", "b", "", "a", "b", "", "")
	f.Add("\x00\x00\x00\x01a", "", "", "", "a", "", "", "")
	f.Add("", "", "", "x", "", "", "x", "")
	f.Fuzz(func(t *testing.T, actor, subject, from, to, actor2, subject2, from2, to2 string) {
		a := inventory.AuditRow{Seq: 1, Actor: actor, Subject: subject, From: from, To: to}
		b := inventory.AuditRow{Seq: 1, Actor: actor2, Subject: subject2, From: from2, To: to2}
		same := Chain(Hash{}, event, []inventory.AuditRow{a})[0] == Chain(Hash{}, event, []inventory.AuditRow{b})[0]
		if same != (a == b) {
			t.Fatalf("%#v and %#v: same hash is %v", a, b, same)
		}
	})
}

func TestSignHead(t *testing.T) {
	key := goldenKey()
	pub := key.Public().(ed25519.PublicKey)
	head := Chain(Hash{}, event, rows())[3]
	sig := SignHead(key, event, 4, head)
	if got := hex.EncodeToString(sig); got != goldenSig {
		t.Errorf("the head is signed %s, want %s", got, goldenSig)
	}
	if !VerifyHead(pub, event, 4, head, sig) {
		t.Error("a good signature is refused")
	}
	other := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)).Public().(ed25519.PublicKey)
	bent := append([]byte(nil), sig...)
	bent[10] ^= 1
	wrong := head
	wrong[0] ^= 1
	for what, ok := range map[string]bool{
		"another key":            VerifyHead(other, event, 4, head, sig),
		"another event":          VerifyHead(pub, event+"x", 4, head, sig),
		"another seq":            VerifyHead(pub, event, 5, head, sig),
		"another head":           VerifyHead(pub, event, 4, wrong, sig),
		"a bent signature":       VerifyHead(pub, event, 4, head, bent),
		"a short signature":      VerifyHead(pub, event, 4, head, sig[:63]),
		"no signature":           VerifyHead(pub, event, 4, head, nil),
		"a short key":            VerifyHead(pub[:31], event, 4, head, sig),
		"no key":                 VerifyHead(nil, event, 4, head, sig),
		"a signature of nothing": VerifyHead(pub, "", 0, Hash{}, sig),
	} {
		if ok {
			t.Errorf("the signature passes with %s", what)
		}
	}
}

func BenchmarkChain(b *testing.B) {
	r := rows()[:4]
	b.ReportAllocs()
	for b.Loop() {
		Chain(Hash{}, event, r)
	}
}
