package checkin_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/ticket"
)

var update = flag.Bool("update", false, "write testdata/vectors.json anew")

// vectorFile is read by the tests of the door's page too (web/src/lib/door), whose
// rules must be these: what a device without a network says is what the server
// would have said.
const vectorFile = "testdata/vectors.json"

type vectors struct {
	Event     string       `json:"event"`
	PublicKey string       `json:"public_key"`
	Tokens    []tokenCase  `json:"tokens"`
	Evenings  []eveningSet `json:"evenings"`
	Folds     []foldSet    `json:"folds"`
}

// tokenCase is a text that was scanned. Says is "" for a good signature.
type tokenCase struct {
	What   string          `json:"what"`
	Token  string          `json:"token"`
	Ticket string          `json:"ticket,omitempty"`
	Hash   string          `json:"hash,omitempty"`
	Says   checkin.Verdict `json:"says,omitempty"`
}

// eveningSet is a device at a list with its bundle, and what it says to scans.
type eveningSet struct {
	ReEntry   checkin.ReEntry `json:"re_entry"`
	OpensAt   int64           `json:"opens_at,omitempty"`
	ClosesAt  int64           `json:"closes_at,omitempty"`
	AllTiers  bool            `json:"all_tiers"`
	Valid     []string        `json:"valid"`
	Elsewhere []string        `json:"elsewhere"`
	Revoked   []string        `json:"revoked"`
	Tokens    []string        `json:"tokens"`
	// Scans have a line each: the time, the number of the token, what was wished
	// for, and what the door says.
	Scans []string `json:"scans"`
}

type foldSet struct {
	ReEntry checkin.ReEntry `json:"re_entry"`
	// Scans have a line each: device, scan, time, ticket, verdict, and "override"
	// when a supervisor said so. Those whose code could not be read are left out.
	Scans      []string   `json:"scans"`
	Admissions []foldStay `json:"admissions"`
}

type foldStay struct {
	Ticket  string      `json:"ticket"`
	First   string      `json:"first"` // device and scan, with a space between
	Inside  bool        `json:"inside"`
	MovedAt int64       `json:"moved_at"`
	Doubles [][2]string `json:"doubles"` // the scan, and the one that it repeats
}

const (
	vectorEvent = "evt_t3zane4tqkff"
	otherEvent  = "evt_t3zane4tqkfg"
)

// TestVectors: the file has what the rules say now.
func TestVectors(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 7))
	keys, err := ticket.NewKeys(bytes.Repeat([]byte{7}, ticket.MinSecret))
	if err != nil {
		t.Fatal(err)
	}
	public, err := keys.Public(vectorEvent)
	if err != nil {
		t.Fatal(err)
	}
	v := vectors{Event: vectorEvent, PublicKey: base64.RawURLEncoding.EncodeToString(public), Tokens: tokenCases(t, rng, keys)}
	for n := range 18 {
		v.Evenings = append(v.Evenings, vectorEvening(t, rng, keys, n))
	}
	for n := range 24 {
		v.Folds = append(v.Folds, vectorFold(rng, []checkin.ReEntry{checkin.Once, checkin.WithExit, checkin.Free}[n%3]))
	}
	var got bytes.Buffer
	enc := json.NewEncoder(&got)
	enc.SetIndent("", "\t")
	if err := enc.Encode(v); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(vectorFile, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(vectorFile)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Error(vectorFile + " is not what the rules say: go test ./internal/checkin -run TestVectors -update, and read the difference")
	}
}

func vectorTicket(order int, event string) string {
	return id.TicketOf(id.Seq(id.Order, event, int64(1+order)), int64(1+order%3))
}

func mustToken(t *testing.T, keys *ticket.Keys, tk ticket.Ticket) string {
	t.Helper()
	text, err := keys.Token(tk)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func tokenCases(t *testing.T, rng *rand.Rand, keys *ticket.Keys) []tokenCase {
	var list []tokenCase
	good := func(what string, tk ticket.Ticket) string {
		text := mustToken(t, keys, tk)
		list = append(list, tokenCase{What: what, Token: text, Ticket: tk.ID, Hash: tk.Hash()})
		return text
	}
	first := good("a ticket", ticket.Ticket{ID: vectorTicket(0, vectorEvent)})
	good("a ticket reissued", ticket.Ticket{ID: vectorTicket(1, vectorEvent), Version: 3})
	good("the last version", ticket.Ticket{ID: vectorTicket(2, vectorEvent), Version: 1<<32 - 1})
	good("the last unit", ticket.Ticket{ID: id.TicketOf(id.Seq(id.Order, vectorEvent, 9), id.MaxUnit), Version: 2})
	for range 12 {
		order := id.Order + vectorEvent[len(id.Event):] + id.Text(rng.Uint64()&(1<<40-1), 8) + id.Text(rng.Uint64()&(1<<40-1), 8)
		good("any ticket", ticket.Ticket{ID: id.TicketOf(order, 1+rng.Int64N(id.MaxUnit)), Version: rng.Uint32()})
	}
	bad := func(what, token string, says checkin.Verdict) {
		list = append(list, tokenCase{What: what, Token: token, Says: says})
	}
	bad("of another event", mustToken(t, keys, ticket.Ticket{ID: vectorTicket(0, otherEvent)}), checkin.WrongEvent)
	bad("empty", "", checkin.Invalid)
	bad("some other code", "https://example.org/menu", checkin.Invalid)
	bad("a character too few", first[:len(first)-1], checkin.Invalid)
	bad("a character too many", first+"A", checkin.Invalid)
	bad("a line end inside", first[:20]+"\n"+first[21:], checkin.Invalid)
	bad("the other alphabet of base64", strings.NewReplacer("-", "+", "_", "/").Replace("-_")+first[2:], checkin.Invalid)
	for range 30 { // one bit of the signature or of the ticket's own part
		b, err := base64.RawURLEncoding.DecodeString(first)
		if err != nil {
			t.Fatal(err)
		}
		b[9+rng.IntN(len(b)-9)] ^= 1 << rng.IntN(8)
		text := base64.RawURLEncoding.EncodeToString(b)
		if _, err := keys.Parse(vectorEvent, text); err == nil {
			t.Fatalf("a changed token is good: %s", text)
		}
		bad("one bit changed", text, checkin.Invalid)
	}
	// 89 bytes leave the last character two bits too many: they must be none.
	bad("bits after the end", first[:len(first)-1]+string(nextChar(first[len(first)-1])), checkin.Invalid)
	return list
}

// nextChar is the character of base64url after c.
func nextChar(c byte) byte {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	return alphabet[(strings.IndexByte(alphabet, c)+1)%len(alphabet)]
}

// vectorEvening has a device scan tickets of two tiers: good ones, void ones,
// reissued ones, and some that were sold after its bundle was made.
func vectorEvening(t *testing.T, rng *rand.Rand, keys *ticket.Keys, n int) eveningSet {
	re := []checkin.ReEntry{checkin.Once, checkin.WithExit, checkin.Free}[n%3]
	rules := checkin.Rules{ReEntry: re}
	set := eveningSet{ReEntry: re, Valid: []string{}, Elsewhere: []string{}, Revoked: []string{}}
	if n%2 == 1 {
		rules.OpensAt, rules.ClosesAt = 100, 900
	}
	if n%4 >= 2 {
		rules.Tiers = []string{"stalls"}
	}
	set.OpensAt, set.ClosesAt, set.AllTiers = int64(rules.OpensAt), int64(rules.ClosesAt), len(rules.Tiers) == 0
	type paper struct {
		ticket.Ticket
		tier string
		void bool
	}
	var papers []paper
	for i := range 8 {
		p := paper{Ticket: ticket.Ticket{ID: vectorTicket(i, vectorEvent)}, tier: []string{"stalls", "stalls", "balcony"}[i%3], void: i%5 == 4}
		sold := i%7 == 6 // after the bundle was made; of the stalls, which a device may not know
		if i%4 == 3 {
			old := p
			old.void, p.Version = true, 1
			papers = append(papers, old)
			set.Revoked = append(set.Revoked, old.Hash())
		}
		switch {
		case p.void:
			set.Revoked = append(set.Revoked, p.Hash())
		case sold && len(rules.Tiers) == 0:
		case rules.Admits(p.tier, false):
			set.Valid = append(set.Valid, p.Hash())
		default:
			set.Elsewhere = append(set.Elsewhere, p.Hash())
		}
		papers = append(papers, p)
	}
	for _, p := range papers {
		set.Tokens = append(set.Tokens, mustToken(t, keys, p.Ticket))
	}
	var moves []checkin.Scan
	at := inventory.Instant(0)
	for i := range 50 {
		at += inventory.Instant(1 + rng.IntN(40))
		n := rng.IntN(len(papers))
		p := papers[n]
		scan := checkin.Scan{Device: "d", ID: string(rune('A' + i)), Ticket: p.ID, At: at, Verdict: checkin.Admit}
		if re == checkin.WithExit && rng.IntN(3) == 0 {
			scan.Verdict = checkin.Exit
		}
		wish := scan.Verdict
		says := doorSays(&rules, p.tier, p.void, moves, &scan)
		if scan.Verdict = says; says == wish {
			moves = append(moves, scan)
		}
		set.Scans = append(set.Scans, fmt.Sprintf("%d %d %s %s", at, n, wish, says))
	}
	return set
}

// doorSays is what a door with a network says: what the API and the store do
// between them, with the rules of this package.
func doorSays(rules *checkin.Rules, tier string, void bool, moves []checkin.Scan, scan *checkin.Scan) checkin.Verdict {
	if scan.Verdict == checkin.Admit {
		if void {
			return checkin.Invalid
		}
		if no := rules.Refuses(scan.At, tier, false); no != "" {
			return no
		}
	}
	var now checkin.Admission
	for _, a := range checkin.Fold(moves, func(string) checkin.ReEntry { return rules.ReEntry }) {
		if a.Ticket == scan.Ticket {
			now = a
		}
	}
	return now.Answers(rules.ReEntry, scan.Verdict)
}

func vectorFold(rng *rand.Rand, re checkin.ReEntry) foldSet {
	scans := slices.DeleteFunc(logs(rng, 4, 8, 3), func(s checkin.Scan) bool { return s.Ticket == "" })
	set := foldSet{ReEntry: re, Admissions: []foldStay{}}
	for i := range scans {
		s := &scans[i]
		s.List = ""
		line := fmt.Sprintf("%s %s %d %s %s", s.Device, s.ID, s.At, s.Ticket, s.Verdict)
		if s.Override {
			line += " override"
		}
		set.Scans = append(set.Scans, line)
	}
	name := func(s *checkin.Scan) string { return s.Device + " " + s.ID }
	for _, a := range checkin.Fold(scans, func(string) checkin.ReEntry { return re }) {
		stay := foldStay{Ticket: a.Ticket, First: name(&a.First), Inside: a.Inside, MovedAt: int64(a.MovedAt), Doubles: [][2]string{}}
		for i := range a.Doubles {
			stay.Doubles = append(stay.Doubles, [2]string{name(&a.Doubles[i].Scan), name(&a.Doubles[i].First)})
		}
		set.Admissions = append(set.Admissions, stay)
	}
	return set
}
