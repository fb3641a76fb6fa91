package challenge

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/seed"
)

var (
	key   = []byte(strings.Repeat("k", 32))
	scope = WorkScope{Event: "evt_3k9q0a7c1v5m", Purpose: Join}
	easy  = Effort{Cost: 1, Prefix: "0"}
	now   = inventory.Instant(1_800_000_000 * inventory.Second)
)

func solved(t testing.TB, c *Challenge) *Answer {
	t.Helper()
	a, err := Solve(c)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestPublicImplementation: what the public implementation of the protocol has signed and
// solved is genuine and solved here, with the same solution.
func TestPublicImplementation(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/altcha.json")
	if err != nil {
		t.Fatal(err)
	}
	var from struct {
		Key     string
		Answers []*Answer
	}
	if err := json.Unmarshal(text, &from); err != nil {
		t.Fatal(err)
	}
	if len(from.Answers) == 0 {
		t.Fatal("there are none")
	}
	for _, a := range from.Answers {
		if err := a.Challenge.genuine([]byte(from.Key), a.Challenge.Parameters.Data, now); err != nil {
			t.Errorf("%v: %v", a.Challenge, err)
		}
		if err := a.solved(); err != nil {
			t.Errorf("%v: %v", a, err)
		}
		if own := solved(t, &a.Challenge); *own != *a {
			t.Errorf("solved here: %v, there: %v", own.Solution, a.Solution)
		}
	}
}

// TestOrderOfChecks: what is wrong in several ways is refused for the first of them.
func TestOrderOfChecks(t *testing.T) {
	t.Parallel()
	c := New(key, scope, easy, now)
	over := inventory.Instant(c.Parameters.ExpiresAt) * inventory.Instant(inventory.Second)
	forged := *c
	forged.Parameters.Cost++
	for _, test := range []struct {
		name  string
		c     Challenge
		scope WorkScope
		now   inventory.Instant
		want  error
	}{
		{"genuine", *c, scope, over - 1, nil},
		{"over", *c, scope, over, ErrExpired},
		{"forged and over", forged, WorkScope{}, over, ErrExpired},
		{"forged", forged, scope, now, ErrInvalid},
		{"another purpose", *c, WorkScope{Event: scope.Event, Purpose: Order}, now, ErrInvalid},
		{"another event", *c, WorkScope{Event: "evt_other", Purpose: Join}, now, ErrInvalid},
	} {
		if err := test.c.genuine(key, test.scope, test.now); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", test.name, err, test.want)
		}
	}
	if err := c.genuine([]byte(strings.Repeat("x", 32)), scope, now); !errors.Is(err, ErrInvalid) {
		t.Errorf("signed with another key: %v", err)
	}
}

// TestTampering changes an answer at random in one place: it is refused, whatever it was.
func TestTampering(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(seed.Of(t), 0)) //nolint:gosec // a test
	digit := func(text string) string {
		b := []byte(text)
		i := rnd.IntN(len(b))
		for was := b[i]; b[i] == was; {
			b[i] = "0123456789abcdef"[rnd.IntN(16)]
		}
		return string(b)
	}
	changes := map[string]func(*Answer){
		"algorithm": func(a *Answer) { a.Challenge.Parameters.Algorithm = "SHA-256" },
		"cost":      func(a *Answer) { a.Challenge.Parameters.Cost += 1 + rnd.IntN(9) },
		"event":     func(a *Answer) { a.Challenge.Parameters.Data.Event += "x" },
		"purpose":   func(a *Answer) { a.Challenge.Parameters.Data.Purpose = Wait },
		"expiry":    func(a *Answer) { a.Challenge.Parameters.ExpiresAt += 1 + rnd.Int64N(1000) },
		"length":    func(a *Answer) { a.Challenge.Parameters.KeyLength-- },
		"prefix":    func(a *Answer) { a.Challenge.Parameters.KeyPrefix = "" },
		"nonce":     func(a *Answer) { a.Challenge.Parameters.Nonce = digit(a.Challenge.Parameters.Nonce) },
		"salt":      func(a *Answer) { a.Challenge.Parameters.Salt = digit(a.Challenge.Parameters.Salt) },
		"signature": func(a *Answer) { a.Challenge.Signature = digit(a.Challenge.Signature) },
		"counter":   func(a *Answer) { a.Solution.Counter += 1 + rnd.Uint32N(100) },
		"key":       func(a *Answer) { a.Solution.DerivedKey = digit(a.Solution.DerivedKey) },
		"no key":    func(a *Answer) { a.Solution.DerivedKey = "" },
	}
	for name, change := range changes {
		for range 20 {
			a := *solved(t, New(key, scope, easy, now))
			change(&a)
			read, err := Parse(a.Text())
			if err != nil {
				t.Fatal(err)
			}
			err = read.Challenge.genuine(key, scope, now)
			if err == nil {
				err = read.solved()
			}
			if !errors.Is(err, ErrInvalid) && !errors.Is(err, ErrUnsolved) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// TestUnsolved: a key that the counter yields and that does not begin as was asked is none.
func TestUnsolved(t *testing.T) {
	t.Parallel()
	c := New(key, scope, easy, now)
	derived, err := c.Parameters.derive(1)
	if err != nil {
		t.Fatal(err)
	}
	c.Parameters.KeyPrefix = "0"
	if derived[0] == '0' {
		c.Parameters.KeyPrefix = "1"
	}
	if err := (&Answer{Challenge: *c, Solution: Solution{Counter: 1, DerivedKey: derived}}).solved(); !errors.Is(err, ErrUnsolved) {
		t.Errorf("without the work: %v", err)
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	a := solved(t, New(key, scope, easy, now))
	if got, err := Parse(a.Text()); err != nil || *got != *a {
		t.Errorf("read back: %v, %v", got, err)
	}
	for _, text := range []string{"", "x", "e30=e30=", "bnVsbCBudWxs", strings.Repeat("A", maxAnswer+4), "eyJzb2x1dGlvbiI6eyJjb3VudGVyIjotMX19", a.Text()[:len(a.Text())-8]} {
		if _, err := Parse(text); !errors.Is(err, ErrInvalid) {
			t.Errorf("%.20q: %v", text, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(solved(f, New(key, scope, easy, now)).Text())
	f.Add("e30=")
	f.Fuzz(func(t *testing.T, text string) {
		a, err := Parse(text)
		if err != nil {
			if !errors.Is(err, ErrInvalid) {
				t.Error(err)
			}
			return
		}
		if a.Challenge.genuine([]byte(strings.Repeat("other", 8)), scope, now) == nil {
			t.Error("genuine by a key that nobody has")
		}
	})
}

// BenchmarkCheck is what an answer costs the server, at the level where it costs most.
func BenchmarkCheck(b *testing.B) {
	c := New(key, scope, Effort{Cost: Stormed.Effort().Cost, Prefix: "0"}, now)
	a := solved(b, c)
	for b.Loop() {
		if err := c.genuine(key, scope, now); err != nil {
			b.Fatal(err)
		}
		if err := a.solved(); err != nil {
			b.Fatal(err)
		}
	}
}
