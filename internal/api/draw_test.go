package api_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/draw"
	"github.com/holdfast-events/holdfast/internal/draw/drawtest"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/pythontest"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// at sets the clock of the server.
func (h *testServer) at(t time.Time) { h.clock.Store(int64(time.Until(t))) }

// draw is an event with a waiting room whose order is drawn, which has just opened.
type drawing struct {
	*testServer
	event    string
	receipts []string
}

func (h *testServer) openDraw(beacon object, inside int, change ...func(object)) *drawing {
	h.t.Helper()
	seals := draw.RoundTime(drawtest.Round).Add(-2 * time.Minute)
	h.at(seals.Add(-2 * time.Hour))
	h.signature = func(uint64) ([]byte, error) { return nil, errors.New("no relay answers") }
	d := &drawing{testServer: h, event: h.event(100)}
	terms := object{
		"mode": "draw", "opens_at": seals.Add(-time.Hour), "seals_at": seals, "serves_at": seals.Add(10 * time.Minute), "max_inside": inside, "identity": "none", "beacon": beacon,
	}
	for _, c := range change {
		c(terms)
	}
	d.owner("PUT", d.event+"/onsale", terms).want(200)
	h.at(seals.Add(-time.Hour))
	d.advance()
	return d
}

func (d *drawing) advance() {
	d.t.Helper()
	d.must(d.draws.Advance(d.t.Context()))
}

func (d *drawing) join(n int) {
	d.t.Helper()
	for range n {
		got := d.send("POST", d.event+"/waiting-room:join", "", nil, "Idempotency-Key: "+fmt.Sprint(len(d.receipts))).want(201)
		if got.number("index") != int64(len(d.receipts)) || got.number("place") != 0 {
			d.t.Errorf("who joins is told %s", got.Raw)
		}
		d.receipts = append(d.receipts, got.text("receipt"))
	}
}

func (d *drawing) post(verb string, n int) *answer {
	return d.send("POST", d.event+"/waiting-room:"+verb, "", object{"receipt": d.receipts[n]})
}

func (d *drawing) room() *answer { return d.send("GET", d.event+"/waiting-room", "", nil).want(200) }

func (d *drawing) reasons() (reasons []string) {
	for _, r := range d.owner("GET", d.event+"/audit", nil).want(200).at("items").([]any) {
		reasons = append(reasons, fmt.Sprint(r.(map[string]any)["reason"]))
	}
	return reasons
}

// forGood is what caches are told about what never changes.
const forGood = "public, max-age=31536000, immutable"

// kept wants caches to be told this of an answer, and the answer to be the same for
// everybody.
func (d *drawing) kept(path, want string) {
	d.t.Helper()
	public, owner := d.send("GET", d.event+path, "", nil).want(200), d.owner("GET", d.event+path, nil).want(200)
	if got := public.Header.Get("Cache-Control"); got != want {
		d.t.Errorf("%s: Cache-Control is %q, want %q", path, got, want)
	}
	if public.Raw != owner.Raw {
		d.t.Errorf("%s: the public is told %s, and the owner %s", path, public.Raw, owner.Raw)
	}
}

// file is the draw as mirrors have it, made of the public addresses with so many leaves a
// page.
func (d *drawing) file(limit int) []byte {
	d.t.Helper()
	lines := []any{d.send("GET", d.event+"/draw", "", nil).want(200).at()}
	for _, list := range []string{"leaves", "struck"} {
		for from := any(0); from != nil; {
			page := d.send("GET", fmt.Sprintf("%s/draw/%s?limit=%d&from=%v", d.event, list, limit, from), "", nil).want(200)
			lines = append(lines, page.at("items").([]any)...)
			from = page.at("next")
		}
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	for _, line := range lines {
		d.must(encoder.Encode(line))
	}
	return out.Bytes()
}

// checked checks the draw by the public addresses alone, in Go and in Python, and returns
// the indexes of the entrants as they are served.
func (d *drawing) checked() []int64 {
	d.t.Helper()
	file := d.file(2)
	_, served, findings, err := draw.CheckFile(bytes.NewReader(file))
	if err != nil || len(findings) > 0 {
		d.t.Fatalf("the draw does not hold: %v, %v", findings, err)
	}
	d.oneFile(file)
	public := httptest.NewServer(d.handler)
	defer public.Close()
	if out, want := d.python(public.URL), fmt.Sprintf("%d entrants, %d struck out", len(served)+2, 2); !strings.Contains(out, want) {
		d.t.Errorf("verify/draw.py does not say %q: %s", want, out)
	}
	return served
}

// oneFile downloads the draw as one file, plain and compressed: it says what its pages say, never
// changes, and holds for verify/draw.py without a network.
func (d *drawing) oneFile(pages []byte) {
	d.t.Helper()
	plain := d.send("GET", d.event+"/draw.jsonl", "", nil).want(200)
	got, want := bytes.Split([]byte(plain.Raw), []byte("\n")), bytes.Split(pages, []byte("\n"))
	var first, document any
	if err := errors.Join(json.Unmarshal(got[0], &first), json.Unmarshal(want[0], &document)); err != nil || !reflect.DeepEqual(first, document) || !slices.EqualFunc(got[1:], want[1:], bytes.Equal) {
		d.t.Errorf("the file is not what the pages are: %v\n%s\n%s", err, plain.Raw, pages)
	}
	header := plain.Header
	if header.Get("Cache-Control") != "public, max-age=31536000, immutable" || header.Get("Vary") != "Accept-Encoding" || header.Get("Content-Type") != "application/jsonl" {
		d.t.Errorf("the file has %v", header)
	}
	d.send("GET", d.event+"/draw.jsonl", "", nil, "If-None-Match: "+header.Get("ETag")).want(304)
	packed := d.send("GET", d.event+"/draw.jsonl", "", nil, "Accept-Encoding: gzip").want(200)
	z, err := gzip.NewReader(strings.NewReader(packed.Raw))
	d.must(err)
	if unpacked, err := io.ReadAll(z); err != nil || string(unpacked) != plain.Raw || packed.Header.Get("Content-Encoding") != "gzip" {
		d.t.Errorf("the compressed file is not the file: %v", err)
	}
	for name, text := range map[string]string{"draw.jsonl": plain.Raw, "draw.jsonl.gz": packed.Raw} {
		kept := filepath.Join(d.t.TempDir(), name)
		d.must(os.WriteFile(kept, []byte(text), 0o600))
		out, err := exec.CommandContext(d.t.Context(), pythontest.Find(d.t), "../../verify/draw.py", kept).CombinedOutput() //nolint:gosec // our own file
		if err != nil || !strings.Contains(string(out), "The draw holds: ") {
			d.t.Errorf("verify/draw.py %s: %v\n%s", name, err, out)
		}
	}
}

// python checks the draw of the event at a server with verify/draw.py, and returns what it
// says. Where there is no Python the test ends; CI has one.
func (d *drawing) python(server string) string {
	d.t.Helper()
	out, err := exec.CommandContext(d.t.Context(), pythontest.Find(d.t), "../../verify/draw.py", server+d.event).CombinedOutput() //nolint:gosec // our own file
	if err != nil {
		d.t.Errorf("verify/draw.py: %v\n%s", err, out)
	}
	return string(out)
}

// TestDrawWithSlots: those of a draw come in portions by their place. Everybody can compute
// their own slot from the public document; whoever comes before it is told when it begins, and
// whoever comes after it comes in.
func TestDrawWithSlots(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		terms := func(slots object) func(object) { return func(o object) { o["slots"] = slots } }
		d := h.openDraw(object{"kind": "drand-quicknet", "round": drawtest.Round}, 20, terms(object{"people": 2, "minutes": 15}))
		d.join(5)
		if got := d.room(); got.number("slots", "people") != 2 || got.number("slots", "minutes") != 15 {
			t.Errorf("the public document: %s", got.Raw)
		}
		if got := d.owner("GET", d.event+"/onsale", nil).want(200); got.number("slots", "people") != 2 {
			t.Errorf("the terms: %s", got.Raw)
		}
		seals := draw.RoundTime(drawtest.Round).Add(-2 * time.Minute)
		serves := seals.Add(10 * time.Minute)
		again := object{"mode": "draw", "opens_at": seals.Add(-time.Hour), "seals_at": seals, "serves_at": serves, "max_inside": 20, "identity": "none", "beacon": object{"kind": "drand-quicknet", "round": drawtest.Round}}
		d.owner("PUT", d.event+"/onsale", again).problem(409, "onsale_frozen") // slots are terms
		d.at(seals)
		d.advance()
		d.at(draw.RoundTime(drawtest.Round).Add(5 * time.Second))
		genuine, err := hex.DecodeString(drawtest.Signature)
		d.must(err)
		d.signature = func(uint64) ([]byte, error) { return genuine, nil }
		d.advance()
		if got := d.room(); got.at("phase") != "drawn" {
			t.Fatalf("drawn: %s", got.Raw)
		}
		// The places, as everybody computes them.
		seed := draw.HexHash{}
		d.must(seed.UnmarshalText([]byte(d.room().text("draw", "seed"))))
		order := draw.NewOrder(draw.Hash(seed), 5)
		by := map[int64]int{} // receipts by place
		for n := range 5 {
			by[order.Place(int64(n))] = n
		}
		d.at(serves)
		d.advance()
		d.called(d.event, 2)
		d.post("enter", by[1]).want(201)
		got := d.post("enter", by[3]).problem(425, "not_called_yet")
		if want := serves.Add(15 * time.Minute).UTC().Format(time.RFC3339); !strings.Contains(got.text("detail"), want) {
			t.Errorf("the third is told %s, want %s", got.Raw, want)
		}
		if after, err := strconv.Atoi(got.Header.Get("Retry-After")); err != nil || after < 600 || after > 900 {
			t.Errorf("the third may ask again after %q", got.Header.Get("Retry-After"))
		}
		if late := d.send("POST", d.event+"/waiting-room:join", "", nil).want(201); late.text("slot_at") != serves.Add(30*time.Minute).UTC().Format(time.RFC3339) {
			t.Errorf("who joins as the sixth: %s", late.Raw)
		}
		d.at(serves.Add(15 * time.Minute))
		d.called(d.event, 4)
		d.post("enter", by[3]).want(201)
		d.post("enter", by[2]).want(201) // late, and the place is good
		d.post("enter", by[5]).problem(425, "not_called_yet")
		d.at(serves.Add(30 * time.Minute))
		d.called(d.event, 6)
		d.post("enter", by[5]).want(201)

		event := d.testServer.event(5)
		for field, wrong := range map[string]object{
			"slots":         {"mode": "queue", "opens_at": d.now().Add(time.Hour), "serves_at": d.now().Add(2 * time.Hour), "max_inside": 2, "slots": object{"people": 2, "minutes": 15}},
			"slots.minutes": {"mode": "draw", "slots": object{"people": 2, "minutes": 1441}},
			"slots.people":  {"mode": "draw", "slots": object{"people": 0, "minutes": 15}},
		} {
			d.owner("PUT", event+"/onsale", wrong).names(field)
		}
		d.sound()
	})
}

// TestDraw goes through a waiting room in mode draw, with a real round of quicknet: who
// joined before the seal comes in in the order that everybody can recompute, and whoever
// joined later stands behind.
func TestDraw(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		d := newTestServerAt(t, url).openDraw(object{"kind": "drand-quicknet", "round": drawtest.Round}, 20)
		d.join(12)
		for _, early := range []string{"/draw", "/draw/leaves", "/draw/struck"} {
			if got := d.send("GET", d.event+early, "", nil).problem(409, "draw_not_sealed"); got.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("%s, not sealed: may be kept: %q", early, got.Header.Get("Cache-Control"))
			}
		}
		d.owner("POST", d.event+"/draw:strike", object{"index": 3, "reason": "duplicate"}).want(200)
		d.owner("POST", d.event+"/draw:strike", object{"index": 12, "reason": "duplicate"}).problem(404, "not_found")
		for range 2 {
			d.post("leave", 4).want(200)
		}
		if got := d.owner("POST", d.event+"/draw:strike", object{"index": 4, "reason": "fraud"}).want(200); got.at("reason") != "left" {
			t.Errorf("who has left is struck out for another reason: %s", got.Raw)
		}

		// The seal: whoever joins from its time on stands behind, whoever writes first.
		d.at(draw.RoundTime(drawtest.Round).Add(-2 * time.Minute))
		d.join(1)
		d.advance()
		d.join(1)
		if got := d.room(); got.at("phase") != "sealed" || got.number("draw", "entrants") != 12 || got.number("draw", "round") != drawtest.Round {
			t.Errorf("sealed: %s", got.Raw)
		}
		sealed := d.send("GET", d.event+"/draw", "", nil).want(200)
		if sealed.number("struck") != 2 || sealed.text("seed") != "" || sealed.text("checkpoint", "root") != sealed.text("root") {
			t.Errorf("the seal: %s", sealed.Raw)
		}
		d.owner("POST", d.event+"/draw:strike", object{"index": 5, "reason": "fraud"}).problem(409, "draw_sealed")
		d.kept("/draw", "public, max-age=1")
		for _, list := range []string{"/draw/leaves", "/draw/struck", "/draw/leaves?from=11&limit=5", "/draw/leaves?from=12", "/draw/struck?from=4&limit=1"} {
			d.kept(list, forGood)
		}
		d.post("enter", 0).problem(425, "not_called_yet")
		d.owner("PUT", d.event+"/onsale", object{"mode": "open"}).problem(409, "onsale_frozen")

		// Nobody knows the beacon yet, and a relay lies.
		d.at(draw.RoundTime(drawtest.Round).Add(time.Second))
		d.advance()
		d.at(draw.RoundTime(drawtest.Round).Add(5 * time.Second))
		genuine, err := hex.DecodeString(drawtest.Signature)
		d.must(err)
		lie := bytes.Clone(genuine)
		lie[40] ^= 1
		d.signature = func(uint64) ([]byte, error) { return lie, nil }
		d.advance()
		if got := d.room(); got.at("phase") != "sealed" {
			t.Errorf("drawn with a lie: %s", got.Raw)
		}
		d.at(draw.RoundTime(drawtest.Round).Add(10 * time.Second))
		d.signature = func(round uint64) ([]byte, error) {
			if round != drawtest.Round {
				return nil, fmt.Errorf("asked for round %d", round)
			}
			return genuine, nil
		}
		d.advance()
		room := d.room()
		if room.at("phase") != "drawn" || room.text("draw", "seed") == "" {
			t.Fatalf("drawn: %s", room.Raw)
		}
		d.kept("/draw", forGood)
		served := d.checked()
		d.receiptsHold(12, 0, 11, 12, 13)

		// They come in by their places.
		d.later(10 * time.Minute)
		d.advance()
		d.called(d.event, 14)
		seed, err := hex.DecodeString(room.text("draw", "seed"))
		d.must(err)
		order := draw.NewOrder(draw.Hash(seed), 12)
		for n := range d.receipts {
			place := int64(n + 1)
			if n < 12 {
				place = order.Place(int64(n))
			}
			again := d.send("POST", d.event+"/waiting-room:join", "", nil, "Idempotency-Key: "+fmt.Sprint(n)).want(201)
			if again.number("place") != place || again.text("receipt") != d.receipts[n] {
				t.Errorf("%d has the place %d, and is told %s", n, place, again.Raw)
			}
			if n == 3 || n == 4 {
				d.post("enter", n).problem(403, map[bool]string{true: "struck_out", false: "draw_left"}[n == 3])
				continue
			}
			d.post("enter", n).want(201)
		}
		if slices.Contains(served, 3) || len(served) != 10 {
			t.Errorf("served: %v", served)
		}
		d.owner("PATCH", d.event+"/onsale", object{"closed": true}).want(200)
		d.advance()
		want := "created created published settings_changed draw_opened draw_sealed draw_drawn draw_served settings_changed draw_closed"
		if got := strings.Join(d.reasons(), " "); got != want {
			t.Errorf("the rows: %s", got)
		}
		d.sound()
	})
}

// TestDrawOfMany: whoever knows the public addresses of a draw, and nothing else, finds that
// it holds, and so do programs that share no code: the server's own, verify/draw.py, and,
// where the web app is installed and a large draw was asked for, what browsers run.
func TestDrawOfMany(t *testing.T) {
	t.Parallel()
	people := seed.Count(t, "HOLDFAST_DRAW_ENTRANTS", 600)
	d := newTestServer(t).openDraw(object{"kind": "drand-quicknet", "round": drawtest.Round}, 20)
	var joins sync.WaitGroup
	for worker := range 200 {
		joins.Go(func() {
			for n := worker; n < people; n += 200 {
				if got := d.send("POST", d.event+"/waiting-room:join", "", nil, fmt.Sprintf("Idempotency-Key: many-%d", n)); got.Status != http.StatusCreated {
					t.Errorf("join %d: %s", n, got.Raw)
					return
				}
			}
		})
	}
	joins.Wait()
	for _, index := range []int{0, people / 2, people - 1} {
		d.owner("POST", d.event+"/draw:strike", object{"index": index, "reason": "duplicate"}).want(200)
	}
	d.at(draw.RoundTime(drawtest.Round).Add(-2 * time.Minute))
	d.advance()
	signature, err := hex.DecodeString(drawtest.Signature)
	d.must(err)
	d.signature = func(uint64) ([]byte, error) { return signature, nil }
	d.at(draw.RoundTime(drawtest.Round).Add(10 * time.Second))
	d.advance()

	_, served, findings, err := draw.CheckFile(bytes.NewReader(d.file(5000)))
	if err != nil || len(findings) > 0 || len(served) != people-3 {
		t.Fatalf("the draw does not hold: %v, %v, %d are served", findings, err, len(served))
	}
	digest := sha256.New()
	for _, i := range served {
		d.must(binary.Write(digest, binary.BigEndian, i))
	}
	public := httptest.NewServer(d.handler)
	defer public.Close()
	if out, want := d.python(public.URL), "Order "+hex.EncodeToString(digest.Sum(nil)); !strings.Contains(out, want) {
		t.Errorf("verify/draw.py has another order: %s, want %s", out, want)
	}
	if _, err := os.Stat("../../web/node_modules"); err == nil && os.Getenv("HOLDFAST_DRAW_ENTRANTS") != "" {
		began := time.Now()
		browser := exec.CommandContext(t.Context(), "npx", "vitest", "run", "src/lib/draw/published.test.ts")
		browser.Dir, browser.Env = "../../web", append(os.Environ(), "HOLDFAST_DRAW="+public.URL+d.event+"/draw", fmt.Sprint("HOLDFAST_DRAW_ENTRANTS=", people))
		out, err := browser.CombinedOutput()
		if err != nil || !strings.Contains(string(out), fmt.Sprintf(`"entrants":%d,"struck":true`, people)) {
			t.Errorf("the page's program: %v\n%s", err, out)
		}
		t.Log("what browsers run took", time.Since(began))
	}
}

// openCeremony is openDraw with a ceremony, of which more is said, and three people who join; good is
// its secret.
func (h *testServer) openCeremony(more object) (d *drawing, good string) {
	h.t.Helper()
	secret := []byte("what was in the envelope")
	beacon := object{"kind": "ceremony", "commitment": sha256Hex(secret), "source": "Lotto 6 aus 49"}
	maps.Copy(beacon, more)
	d = h.openDraw(beacon, 1)
	d.join(3)
	return d, hex.EncodeToString(secret)
}

// sealed seals the draw, and goes on to when its value can be entered; early runs a moment after the seal.
func (d *drawing) sealed(early func()) {
	d.t.Helper()
	seals := draw.RoundTime(drawtest.Round).Add(-2 * time.Minute)
	d.at(seals)
	d.advance()
	early()
	d.at(seals.Add(65 * time.Second))
	d.advance()
}

// TestDrawOfCeremony: a ceremony draws by what was committed to, from a minute after the
// seal on, once.
func TestDrawOfCeremony(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		d, good := newTestServerAt(t, url).openCeremony(object{"members": 1})
		enter := func(secret, value string) *answer {
			return d.owner("POST", d.event+"/draw:beacon", object{"secret": secret, "value": value})
		}
		enter(good, "4 8 15").problem(409, "draw_not_sealed")
		d.sealed(func() { enter(good, "4 8 15").problem(409, "draw_not_sealed") })
		enter(hex.EncodeToString([]byte("another")), "4 8 15").problem(422, "invalid_beacon")
		enter(good, "").problem(422, "invalid_beacon")
		enter("XY", "4 8 15").problem(422, "invalid_request").names("secret")
		d.owner("POST", d.event+"/draw:beacon", object{"signature": drawtest.Signature}).problem(422, "invalid_beacon")
		first := enter(good, "4 8 15").want(200)
		if again := enter(good, "4 8 15").want(200); again.text("seed") != first.text("seed") || first.text("seed") == "" {
			t.Errorf("entered again: %s", again.Raw)
		}
		enter(good, "4 8 16").problem(409, "draw_drawn")
		if _, _, findings, err := draw.CheckFile(bytes.NewReader(d.file(2))); err != nil || len(findings) > 0 {
			t.Errorf("the draw does not hold: %v, %v", findings, err)
		}
		d.sound()
	})
}

// TestTwoMembersDraw: a ceremony that takes two members is drawn by the second of them who
// enters the value that was entered before; another value begins anew, and keys enter none.
func TestTwoMembersDraw(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		d, secret := newTestServerAt(t, url).openCeremony(nil)
		if got := d.owner("GET", d.event+"/onsale", nil).want(200); got.at("beacon", "members") != 2.0 {
			t.Errorf("the terms: %s", got.Raw)
		}
		ada, ben := d.member(d.org, identity.Owner, "ada@staff.example"), d.member(d.org, identity.Organizer, "ben@staff.example")
		enter := func(c cookie, value string) *answer {
			return d.visit(c, "POST", d.event+"/draw:beacon", object{"secret": secret, "value": value})
		}
		d.sealed(func() { enter(ada, "4 8 15").problem(409, "draw_not_sealed") })
		d.owner("POST", d.event+"/draw:beacon", object{"secret": secret, "value": "4 8 15"}).problem(403, "members_only")
		waits := func(a *answer) {
			t.Helper()
			if a.want(200); a.text("seed") != "" {
				t.Errorf("drawn by one member: %s", a.Raw)
			}
			if room := d.room(); room.at("phase") != "sealed" || room.at("draw", "members") != 2.0 || room.at("draw", "first_entered_at") == nil {
				t.Errorf("the room meanwhile: %s", room.Raw)
			}
		}
		waits(enter(ada, "4 8 51"))
		waits(enter(ada, "4 8 51")) // again: nothing changes
		waits(enter(ben, "4 8 15")) // another value begins anew
		drawn := enter(ada, "4 8 15").want(200)
		if drawn.text("seed") == "" || drawn.at("beacon", "value") != "4 8 15" {
			t.Errorf("the second member: %s", drawn.Raw)
		}
		enter(ben, "4 8 51").problem(409, "draw_drawn")
		if got := strings.Join(d.reasons(), " "); strings.Count(got, "draw_value_entered") != 2 || !strings.Contains(got, "draw_value_entered draw_drawn") {
			t.Errorf("the rows: %s", got)
		}
		if _, _, findings, err := draw.CheckFile(bytes.NewReader(d.file(2))); err != nil || len(findings) > 0 {
			t.Errorf("the draw does not hold: %v, %v", findings, err)
		}
		d.sound()
	})
}

// TestDrawThatIsLate: a seal that is late takes a later round; a beacon that is late is
// waited for, people are told after an hour, and an organizer can enter it by hand.
func TestDrawThatIsLate(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		d := newTestServerAt(t, url).openDraw(object{"kind": "drand-quicknet", "round": drawtest.Round}, 1)
		d.join(2)
		d.at(draw.RoundTime(drawtest.Round).Add(-59 * time.Second))
		d.advance()
		got := d.send("GET", d.event+"/draw", "", nil).want(200)
		if got.number("announced_round") != drawtest.Round || got.number("round") < drawtest.Round+10 {
			t.Errorf("a seal that was late: %s", got.Raw)
		}
		d.sound()

		late := d.testServer.openDraw(object{"kind": "drand-quicknet", "round": drawtest.Round}, 1)
		late.join(2)
		late.at(draw.RoundTime(drawtest.Round).Add(-2 * time.Minute))
		late.advance()
		late.at(draw.RoundTime(drawtest.Round).Add(50 * time.Minute))
		late.advance()
		if got := late.room(); got.at("phase") != "sealed" || got.at("draw", "late") != false {
			t.Errorf("after 50 minutes: %s", got.Raw)
		}
		late.at(draw.RoundTime(drawtest.Round).Add(61 * time.Minute))
		late.eventually("late", func() bool { return late.room().at("draw", "late") == true })
		wrong := strings.Replace(drawtest.Signature, "a5", "a4", 1)
		late.owner("POST", late.event+"/draw:beacon", object{"signature": wrong}).problem(422, "invalid_beacon")
		late.owner("POST", late.event+"/draw:beacon", object{"signature": drawtest.Signature}).want(200)
		late.eventually("served", func() bool { late.advance(); return late.room().at("phase") == "serving" })
		late.sound()
	})
}

// TestDrawTerms: what does not fit the terms of a draw is refused by its name.
func TestDrawTerms(t *testing.T) {
	h := newTestServer(t)
	event := h.event(10)
	now := h.now()
	seals := now.Add(2 * time.Hour)
	good := func(change object) object {
		o := object{"mode": "draw", "opens_at": now.Add(time.Hour), "seals_at": seals, "serves_at": now.Add(3 * time.Hour), "max_inside": 5}
		for k, v := range change {
			if o[k] = v; v == nil {
				delete(o, k)
			}
		}
		return o
	}
	soon := draw.RoundAt(seals.Add(85 * time.Second))
	hash := sha256Hex(nil)
	for _, c := range []struct {
		change object
		field  string
	}{
		{object{"seals_at": nil}, "seals_at"},
		{object{"seals_at": now.Add(time.Hour)}, "seals_at"},
		{object{"serves_at": seals.Add(time.Minute)}, "serves_at"},
		{object{"beacon": object{"kind": "dice"}}, "beacon.kind"},
		{object{"beacon": object{"kind": "drand-quicknet", "round": soon}}, "beacon.round"},
		{object{"beacon": object{"kind": "drand-quicknet", "round": soon + 2000}}, "beacon.round"},
		{object{"beacon": object{"kind": "drand-quicknet", "round": 1 << 40}}, "beacon.round"},
		{object{"beacon": object{"kind": "drand-quicknet", "source": "x"}}, "beacon.source"},
		{object{"beacon": object{"kind": "ceremony", "source": "x"}}, "beacon.commitment"},
		{object{"beacon": object{"kind": "drand-quicknet", "members": 2}}, "beacon.members"},
		{object{"beacon": object{"kind": "drand-quicknet", "members": 1}}, "beacon.members"},
		{object{"beacon": object{"kind": "ceremony", "commitment": hash}}, "beacon.source"},
		{object{"beacon": object{"kind": "ceremony", "commitment": strings.ToUpper(hash), "source": "x"}}, "beacon.commitment"},
		{object{"beacon": object{"kind": "ceremony", "commitment": hash, "source": "x", "round": 5}}, "beacon.round"},
		{object{"mode": "queue"}, "seals_at"},
	} {
		if got := h.owner("PUT", event+"/onsale", good(c.change)); got.Status != 422 || !strings.Contains(got.Raw, `"`+c.field+`"`) {
			t.Errorf("%v: %d %s", c.change, got.Status, got.Raw)
		}
	}
	got := h.owner("PUT", event+"/onsale", good(nil)).want(200)
	if at := draw.RoundTime(uint64(got.number("beacon", "round"))); at.Before(seals.Add(90*time.Second)) || at.After(seals.Add(94*time.Second)) {
		t.Errorf("the round that is taken by default is of %v, and the seal of %v: %s", at, seals, got.Raw)
	}
	h.send("GET", event+"/draw/leaves", "", nil).problem(409, "draw_not_sealed")
	h.owner("PUT", event+"/onsale", object{"mode": "open"}).want(200)
	h.send("GET", event+"/draw", "", nil).problem(404, "no_draw")
}

func sha256Hex(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
