package ticket_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"errors"
	"image/png"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"rsc.io/qr"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/ticket"
)

const (
	event = "evt_t3zane4tqkff"
	other = "evt_t3zane4tqkfg"
	order = "ord_t3zane4tqkfft3zanfa04y4tqkff"
)

func keys(t testing.TB, fill byte) *ticket.Keys {
	t.Helper()
	k, err := ticket.NewKeys(bytes.Repeat([]byte{fill}, 32))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func token(t testing.TB, k *ticket.Keys, tk ticket.Ticket) string {
	t.Helper()
	text, err := k.Token(tk)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestGolden pins the token: it is printed, mailed and scanned for years. What is
// expected was computed by another program, with another implementation of HKDF
// and Ed25519.
func TestGolden(t *testing.T) {
	k := keys(t, 7)
	tk := ticket.Ticket{ID: id.TicketOf(order, 2), Version: 1}
	const want = "AQ0P6quJq83v0P6qvUAniavN7wACAAAAASF6YNX7yf6ylcTXJpaSBPgnRze4HGZxfgTzwzvI5wvu70crW2hx9wMMy2g51Nly9u2gxmiCwI4Tv_MKPxY-1wc"
	got := token(t, k, tk)
	if got != want {
		t.Errorf("the token is %s, want %s", got, want)
	}
	if len(got) != ticket.TokenChars {
		t.Errorf("%d characters, want %d", len(got), ticket.TokenChars)
	}
	public, err := k.Public(event)
	if err != nil {
		t.Fatal(err)
	}
	const wantKey = "9ZAJxoIGujH9Coj8o9LBClpccf_pftbB7tpjKcXWoog"
	if text := base64.RawURLEncoding.EncodeToString(public); text != wantKey {
		t.Errorf("the key is %s, want %s", text, wantKey)
	}
}

func TestRoundTrip(t *testing.T) {
	k := keys(t, 7)
	public, err := k.Public(event)
	if err != nil {
		t.Fatal(err)
	}
	for unit := int64(1); unit <= id.MaxUnit; unit += 31 {
		for _, version := range []uint32{0, 1, 1<<32 - 1} {
			tk := ticket.Ticket{ID: id.TicketOf(order, unit), Version: version}
			text := token(t, k, tk)
			if got, err := k.Parse(event, text); err != nil || got != tk {
				t.Fatalf("Parse(%v) = %v, %v", tk, got, err)
			}
			if got, err := ticket.Verify(public, event, text); err != nil || got != tk {
				t.Fatalf("Verify(%v) = %v, %v", tk, got, err)
			}
			if got, err := k.Parse(other, text); !errors.Is(err, ticket.ErrWrongEvent) || got != tk {
				t.Fatalf("at another event: %v, %v", got, err)
			}
			if _, err := ticket.Verify(public, other, text); !errors.Is(err, ticket.ErrInvalid) {
				t.Fatalf("Verify at another event: %v", err)
			}
			if _, err := keys(t, 8).Parse(event, text); !errors.Is(err, ticket.ErrInvalid) {
				t.Fatalf("another installation takes it: %v", err)
			}
		}
	}
}

func TestMistakes(t *testing.T) {
	if _, err := ticket.NewKeys(make([]byte, 31)); err == nil {
		t.Error("a short secret is taken")
	}
	k := keys(t, 7)
	if _, err := k.Public("evt_x"); !errors.Is(err, ticket.ErrEvent) {
		t.Errorf("the key of no event: %v", err)
	}
	for _, bad := range []string{"", order, "tkt_x"} {
		if _, err := k.Token(ticket.Ticket{ID: bad}); !errors.Is(err, ticket.ErrTicket) {
			t.Errorf("the token of %q: %v", bad, err)
		}
		if _, err := k.JWT(ticket.Claims{Ticket: ticket.Ticket{ID: bad}}); !errors.Is(err, ticket.ErrTicket) {
			t.Errorf("the JWT of %q: %v", bad, err)
		}
	}
	good := token(t, k, ticket.Ticket{ID: id.TicketOf(order, 1)})
	for what, bad := range map[string]string{
		"empty": "", "short": good[1:], "long": good + "A", "padded": good + "=", "a line end within": good[:60] + "\n" + good[61:],
		"not base64url": "+" + good[1:], "loose bits at the end": good[:len(good)-1] + string(good[len(good)-1]+1),
	} {
		if got, err := k.Parse(event, bad); !errors.Is(err, ticket.ErrInvalid) || got != (ticket.Ticket{}) {
			t.Errorf("%s: %v, %v", what, got, err)
		}
	}
}

func TestJWT(t *testing.T) {
	k := keys(t, 7)
	tk := ticket.Ticket{ID: id.TicketOf(order, 1), Version: 3}
	ends := time.Date(2026, 5, 2, 4, 0, 0, 0, time.UTC)
	before := ends.Add(-time.Nanosecond)
	said := ticket.Claims{Ticket: tk, Issuer: "https://tickets.example/?a&b", Tier: "tier_3k9q0a7c1v5m", Ends: ends}
	text, err := k.JWT(said)
	if err != nil {
		t.Fatal(err)
	}
	for _, parse := range []func(event, text string, now time.Time) (ticket.Ticket, error){k.ParseJWT, k.Read} {
		if got, err := parse(event, text, before); err != nil || got != tk {
			t.Errorf("%v, %v", got, err)
		}
		if got, err := parse(event, text, ends); !errors.Is(err, ticket.ErrInvalid) || got != (ticket.Ticket{}) {
			t.Errorf("at its end: %v, %v", got, err)
		}
	}
	if got, err := k.Read(event, token(t, k, tk), ends); err != nil || got != tk {
		t.Errorf("Read of the token = %v, %v", got, err)
	}
	said.Issuer = strings.Repeat("i", ticket.MaxIssuer)
	if long, err := k.JWT(said); err != nil || len(long) > ticket.MaxJWT {
		t.Errorf("a JWT of %d bytes, %v", len(long), err)
	}
	said.Issuer += "i"
	if _, err := k.JWT(said); err == nil {
		t.Error("an issuer that is too long is taken")
	}
	if _, err := k.ParseJWT(other, text, before); !errors.Is(err, ticket.ErrWrongEvent) {
		t.Errorf("at another event: %v", err)
	}
	parts := strings.Split(text, ".")
	raw, err := base64.RawURLEncoding.DecodeString(parts[0])
	if err != nil {
		t.Fatal(err)
	}
	var header map[string]string
	if err := json.Unmarshal(raw, &header); err != nil || header["alg"] != "EdDSA" || header["kid"] != event || header["typ"] != "JWT" {
		t.Errorf("header %s: %v", raw, err)
	}
	raw, err = base64.RawURLEncoding.DecodeString(parts[1])
	if want := `{"iss":"https://tickets.example/?a\u0026b","aud":"` + event + `","sub":"` + tk.ID + `","ver":3,"tier":"tier_3k9q0a7c1v5m","exp":1777694400}`; err != nil || string(raw) != want {
		t.Errorf("claims %s, %v; want %s", raw, err, want)
	}
	// As any library would check it.
	public, err := k.Public(event)
	if err != nil {
		t.Fatal(err)
	}
	sig, err := base64.RawURLEncoding.DecodeString(parts[2])
	if err != nil || !ed25519.Verify(public, []byte(parts[0]+"."+parts[1]), sig) {
		t.Errorf("the signature does not verify: %v", err)
	}
	enc := base64.RawURLEncoding.EncodeToString
	for what, bad := range map[string]string{
		"empty": "", "no signature": parts[0] + "." + parts[1] + ".", "two parts": parts[0] + "." + parts[1],
		"algorithm none": enc([]byte(`{"alg":"none","typ":"JWT"}`)) + "." + parts[1] + ".",
		"another header": enc([]byte(`{"alg":"EdDSA","kid":"`+event+`","typ":"JWT","x":1}`)) + "." + parts[1] + "." + parts[2],
		"another claim":  parts[0] + "." + enc([]byte(strings.Replace(string(raw), `"ver":3`, `"ver":4`, 1))) + "." + parts[2],
		"a later end":    parts[0] + "." + enc([]byte(strings.Replace(string(raw), "1777694400", "1777694401", 1))) + "." + parts[2],
		"without an end": parts[0] + "." + enc([]byte(strings.Replace(string(raw), `,"exp":1777694400`, "", 1))) + "." + parts[2],
		"the token":      token(t, k, tk), "a line end": text[:10] + "\n" + text[10:], "long": text + strings.Repeat("A", ticket.MaxJWT),
	} {
		if _, err := k.ParseJWT(event, bad, before); !errors.Is(err, ticket.ErrInvalid) {
			t.Errorf("%s: %v", what, err)
		}
	}
	for i := range text {
		b := []byte(text)
		b[i] ^= 1
		if _, err := k.ParseJWT(event, string(b), before); err == nil {
			t.Fatalf("accepted with byte %d changed", i)
		}
	}
}

// TestForgeries: of the tokens that were tampered with, none is accepted. A
// million of them, each with a signature to compute, take a minute or two: that
// many are tried when HOLDFAST_TEST_ALL is set.
func TestForgeries(t *testing.T) {
	n := 50_000
	switch {
	case os.Getenv("HOLDFAST_TEST_ALL") != "":
		n = 1_000_000
	case testing.Short():
		n = 5_000
	}
	k := keys(t, 7)
	var good [][]byte
	genuine := map[string]bool{}
	for unit := int64(1); unit <= 20; unit++ {
		for _, o := range []string{order, "ord_t3zane4tqkfgt3zanfa04y4tqkff"} {
			text := token(t, k, ticket.Ticket{ID: id.TicketOf(o, unit), Version: uint32(unit % 3)})
			raw, err := base64.RawURLEncoding.DecodeString(text)
			if err != nil {
				t.Fatal(err)
			}
			good = append(good, raw)
			genuine[text] = true
		}
	}
	public, err := k.Public(event)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	accepted, tried := 0, 0
	for tried < n {
		text := mutate(rng, good)
		if genuine[text] {
			continue // a splice of a token with itself
		}
		tried++
		// Half with what a server knows, half with what a scanner knows.
		if tried%2 == 0 {
			_, err = k.Parse(event, text)
		} else {
			_, err = ticket.Verify(public, event, text)
		}
		if err == nil {
			accepted++
			t.Errorf("accepted: %s", text)
		}
	}
	t.Logf("%d forgeries tried, %d accepted", tried, accepted)
}

// mutate returns a tampered token: flipped bits, a splice of two genuine ones,
// another signature, another length, or other characters.
func mutate(rng *rand.Rand, good [][]byte) string {
	a, b := good[rng.IntN(len(good))], good[rng.IntN(len(good))]
	m := bytes.Clone(a)
	switch rng.IntN(8) {
	case 0, 1, 2:
		for range 1 + rng.IntN(4) {
			m[rng.IntN(len(m))] ^= 1 << rng.IntN(8)
		}
	case 3:
		copy(m[rng.IntN(len(m)):], b[rng.IntN(len(b)):])
	case 4: // the signature of another ticket, or of another event's key
		copy(m[len(m)-ed25519.SignatureSize:], b[len(b)-ed25519.SignatureSize:])
	case 5:
		m = m[:rng.IntN(len(m))]
		if rng.IntN(2) == 0 {
			m = append(bytes.Clone(a), byte(rng.Uint32()))
		}
	case 6:
		for i := range m[:rng.IntN(len(m))] {
			m[i] = byte(rng.Uint32())
		}
	default:
		text := []byte(base64.RawURLEncoding.EncodeToString(m))
		text[rng.IntN(len(text))] = byte(rng.Uint32())
		return string(text)
	}
	return base64.RawURLEncoding.EncodeToString(m)
}

func FuzzParse(f *testing.F) {
	k := keys(f, 7)
	good := token(f, k, ticket.Ticket{ID: id.TicketOf(order, 1)})
	f.Add(good)
	f.Add("")
	f.Add(strings.Repeat("A", ticket.TokenChars))
	f.Fuzz(func(t *testing.T, text string) {
		tk, err := k.Parse(event, text)
		if err == nil && token(t, k, tk) != text {
			t.Fatalf("%q is another spelling of the token of %v", text, tk)
		}
		if _, err := k.ParseJWT(event, text, time.Unix(0, 0)); err == nil {
			t.Fatalf("%q is a JWT", text)
		}
	})
}

// TestQR compares every module of both images with what the encoder drew.
func TestQR(t *testing.T) {
	text := token(t, keys(t, 7), ticket.Ticket{ID: id.TicketOf(order, 1)})
	c, err := ticket.NewCode(text)
	if err != nil {
		t.Fatal(err)
	}
	want, err := qr.Encode(text, qr.M)
	if err != nil {
		t.Fatal(err)
	}
	if c.Size() != want.Size || c.Size() > 49 {
		t.Errorf("%d modules, the encoder says %d", c.Size(), want.Size)
	}
	raw, err := c.PNG()
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	svg := drawn(t, c.SVG(`Ticket of <Ada> & "Bo"`), want.Size+2*ticket.QuietZone)
	scale := img.Bounds().Dx() / (want.Size + 2*ticket.QuietZone)
	for y := range want.Size + 2*ticket.QuietZone {
		for x := range want.Size + 2*ticket.QuietZone {
			black := want.Black(x-ticket.QuietZone, y-ticket.QuietZone)
			r, g, b, _ := img.At(x*scale+scale/2, y*scale+scale/2).RGBA()
			if (r == 0) != black || r != g || g != b {
				t.Fatalf("PNG: module %d, %d is wrong", x, y)
			}
			if svg[y][x] != black {
				t.Fatalf("SVG: module %d, %d is wrong", x, y)
			}
		}
	}
	if _, err := ticket.NewCode(strings.Repeat("x", 5000)); err == nil {
		t.Error("a text that fits no code")
	}
}
