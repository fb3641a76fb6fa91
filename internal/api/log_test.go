package api_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"filippo.io/torchwood"
	"golang.org/x/mod/sumdb/note"
	xtlog "golang.org/x/mod/sumdb/tlog"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/limit"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/tlog"
)

// growLog takes all that has happened at an event into its public log.
func (h *testServer) growLog(event string) {
	h.t.Helper()
	for more := true; more; {
		var err error
		more, err = h.logs.Grow(h.t.Context(), eventID(event))
		h.must(err)
	}
}

// busyEvent is an event of which two tiles of audit rows tell, with somebody who has a
// place, somebody who waits, and somebody who comes and goes.
func (h *testServer) busyEvent(log string) (event, order, entry string) {
	h.t.Helper()
	event = h.event(1, func(e object) { e["log"] = log })
	order = h.register(event, "ada").text("order_id")
	entry = h.register(event, "cyd").text("entry_id")
	for range tlog.TileWidth {
		h.owner("DELETE", "/v1/waitlist/"+h.register(event, "bob").text("entry_id"), nil).want(200)
	}
	return event, order, entry
}

// TestPublicLog: everybody can read the log of an event that is public, by other people's
// programs: every entry is in the tree that was signed, a later tree continues the
// earlier one, and nobody is named in it.
func TestPublicLog(t *testing.T) {
	t.Parallel()
	for engine, url := range map[string]func(testing.TB) string{"sqlite": testdb.SQLite, "postgres": testdb.Postgres} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			h := newTestServerAt(t, url(t))
			event, order, entry := h.busyEvent("public")
			h.send("GET", event+"/log", "", nil).problem(503, "log_pending")
			h.growLog(event)
			first := h.send("GET", event+"/log", "", nil).want(200)
			if first.number("size") < 2*tlog.TileWidth || first.text("audience") != "public" {
				t.Fatalf("the log is %s", first.Raw)
			}
			kept := filepath.Join(t.TempDir(), "kept")
			server := httptest.NewServer(h.handler)
			defer server.Close()
			prefix := server.URL + first.text("prefix")
			checked := h.checkLog("log", prefix, first.text("verifier_key"), kept)
			if !strings.Contains(checked, fmt.Sprintf("The log holds: %d entries", first.number("size"))) {
				t.Errorf("%s", checked)
			}
			h.owner("DELETE", event+"/registrations/ada", nil).want(200)
			h.growLog(event)
			h.checkLog("log", prefix, first.text("verifier_key"), kept)

			text := strings.Join(h.readLog(prefix, first.text("verifier_key")), "\n")
			for _, secret := range []string{"ada@", "bob@", order, entry, h.personID(event, "cyd"), h.personID(event, "bob")} {
				if strings.Contains(text, secret) {
					t.Errorf("the log names %q", secret)
				}
			}
			for _, word := range []string{`"kind":"entry"`, `"to":"waiting"`, `"actor":"staff"`, `"kind":"hold"`, eventID(event)} {
				if !strings.Contains(text, word) {
					t.Errorf("the log has no %s", word)
				}
			}
		})
	}
}

// readLog reads all entries with the client of torchwood, which checks each against the
// checkpoint.
func (h *testServer) readLog(prefix, key string) (texts []string) {
	h.t.Helper()
	v, err := note.NewVerifier(key)
	h.must(err)
	fetcher, err := torchwood.NewTileFetcher(prefix)
	h.must(err)
	client, err := torchwood.NewClient(fetcher)
	h.must(err)
	signed, err := fetcher.ReadEndpoint(h.t.Context(), "checkpoint")
	h.must(err)
	c, _, err := torchwood.VerifyCheckpoint(signed, torchwood.ThresholdPolicy(2, torchwood.OriginPolicy(v.Name()), torchwood.SingleVerifierPolicy(v)))
	h.must(err)
	for i, text := range client.AllEntries(h.t.Context(), c.Tree, 0) {
		if int64(len(texts)) != i {
			h.t.Fatalf("entry %d after %d", i, len(texts))
		}
		texts = append(texts, string(text))
	}
	h.must(client.Err())
	if int64(len(texts)) != c.N {
		h.t.Fatalf("%d entries of %d", len(texts), c.N)
	}
	return texts
}

// checkLog runs verify/log.py.
func (h *testServer) checkLog(args ...string) string {
	h.t.Helper()
	out, err := runLogChecker(h.t, args...)
	if err != nil {
		h.t.Fatalf("log.py: %v: %s", err, out)
	}
	return out
}

func runLogChecker(t testing.TB, args ...string) (string, error) {
	t.Helper()
	return runChecker(t, "log.py", args...)
}

// runChecker runs a program that anybody checks logs with.
func runChecker(t testing.TB, program string, args ...string) (string, error) {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip("no Python here: ", err)
	}
	out, err := exec.CommandContext(t.Context(), python, append([]string{"../../verify/" + program}, args...)...).CombinedOutput() //nolint:gosec // our own file
	return string(out), err
}

// TestProofs: whoever has a place, waits or holds a ticket proves what is their own, with
// a log that nobody else can read; nobody else does.
func TestProofs(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, order, entry := h.busyEvent("people")
	log := func(prefix string) string { return strings.Replace(event, "/v1/events/", "/log/", 1) + prefix }
	ada, cyd := h.fresh(identity.OrderLink, order, h.personID(event, "ada")), h.fresh(identity.EntryLink, entry, h.personID(event, "cyd"))
	orderProof, entryProof, ticketProof := "/v1/orders/"+order+"/proof", "/v1/waitlist/"+entry+"/proof", "/v1/tickets/"+id.TicketOf(order, 1)+"/proof"
	if a := h.send("GET", orderProof, ada, nil).problem(503, "log_pending"); a.Header.Get("Retry-After") == "" {
		t.Error("nothing says when to come again")
	}
	h.growLog(event)
	key := h.send("GET", event+"/log", "", nil).want(200).text("verifier_key")
	h.send("GET", log("/checkpoint"), "", nil).want(200)
	h.send("GET", log("/tile/entries/000"), "", nil).problem(403, "log_not_public")
	h.send("GET", log("/tile/0/000"), ada, nil).problem(403, "log_not_public")
	h.owner("GET", log("/tile/entries/000"), nil).want(200)

	for path, link := range map[string]string{orderProof: ada, ticketProof: ada, entryProof: cyd} {
		proof := h.send("GET", path, link, nil).want(200).Raw
		if len(proof) > 1500 {
			t.Errorf("%s has %d bytes", path, len(proof))
		}
		file := filepath.Join(t.TempDir(), "a.tlog-proof")
		h.must(os.WriteFile(file, []byte(proof), 0o600))
		if out := h.checkLog("proof", file, key); !strings.Contains(out, "The proof holds") {
			t.Errorf("%s: %s", path, out)
		}
		if path == entryProof {
			h.tamper(eventID(event), proof, key)
		}
	}
	// An earlier row of the same, and a row of something else.
	first := h.send("GET", entryProof+"?seq="+h.firstSeq(event, entry), cyd, nil).want(200).Raw
	if opened, _ := openingOf(t, eventID(event), first); !strings.Contains(string(opened.Entry), `"to":"waiting"`) || opened.Subject != entry {
		t.Errorf("the first row is %v", opened)
	}
	h.send("GET", entryProof+"?seq=1", cyd, nil).problem(404, "not_found")
	h.send("GET", entryProof+"?seq=100000", cyd, nil).problem(404, "not_found")
	h.send("GET", entryProof+"?seq=x", cyd, nil).problem(422, "invalid_request")

	h.owner("PATCH", event, object{"log": "off"}).want(200)
	h.eventually("the log is gone", func() bool { return h.send("GET", event+"/log", "", nil).Status == 404 })
	h.send("GET", orderProof, ada, nil).problem(404, "not_found")
	h.send("GET", log("/checkpoint"), "", nil).problem(404, "not_found")
	h.owner("PATCH", event, object{"log": "some"}).problem(422, "invalid_request")
}

// openingOf reads the extra data of a proof, and which entry it is of.
func openingOf(t testing.TB, event, proof string) (opened *tlog.Opening, index int64) {
	t.Helper()
	extra, err := torchwood.ProofExtraData([]byte(proof))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(proof, "\nindex ")
	number, _, _ := strings.Cut(rest, "\n")
	if index, err = strconv.ParseInt(number, 10, 64); err != nil {
		t.Fatal(err)
	}
	if opened, err = tlog.Open(extra, event, index); err != nil {
		t.Fatal(err)
	}
	return opened, index
}

// firstSeq is the seq of the first audit row about a thing.
func (h *testServer) firstSeq(event, thing string) string {
	h.t.Helper()
	rows, err := h.store.Events.Story(context.Background(), eventID(event), thing, 0, 1000)
	h.must(err)
	text, err := json.Marshal(rows[len(rows)-1].Seq)
	h.must(err)
	return string(text)
}

// tamper changes a proof in every way that would tell another story, and expects the
// checker to find each.
func (h *testServer) tamper(event, proof, key string) {
	h.t.Helper()
	opened, index := openingOf(h.t, event, proof)
	extra, err := torchwood.ProofExtraData([]byte(proof))
	h.must(err)
	with := func(extra []byte) string {
		head, tail, _ := strings.Cut(proof, "\nextra ")
		_, tail, _ = strings.Cut(tail, "\n")
		return head + "\nextra " + base64.StdEncoding.EncodeToString(extra) + "\n" + tail
	}
	entry := func(old, now string) string {
		o := *opened
		o.Entry = []byte(strings.Replace(string(o.Entry), old, now, 1))
		extra, err := o.Extra(event, index)
		h.must(err)
		return with(extra)
	}
	bit := func(at int) string {
		changed := bytes.Clone(extra)
		changed[at] ^= 1
		return with(changed)
	}
	top, checkpoint, _ := strings.Cut(proof, "\n\n")
	lines := strings.Split(top, "\n")
	hashes := func(change func([]string) []string) string {
		return strings.Join(append(append([]string{}, lines[:3]...), change(append([]string{}, lines[3:]...))...), "\n") + "\n\n" + checkpoint
	}
	note := strings.Split(checkpoint, "\n")
	head := func(line int, text string) string {
		with := append([]string{}, note...)
		with[line] = text
		return top + "\n\n" + strings.Join(with, "\n")
	}
	flipped := func(text string) string {
		data, err := base64.StdEncoding.DecodeString(text)
		h.must(err)
		data[len(data)-1] ^= 1
		return base64.StdEncoding.EncodeToString(data)
	}
	signature := note[4][strings.LastIndex(note[4], " ")+1:]
	tries := map[string]string{
		"another reason":             entry(`"reason":"`, `"reason":"x`),
		"another state":              entry(`"to":"`, `"to":"x`),
		"another minute":             entry(`"minute":"20`, `"minute":"19`),
		"another subject":            entry(`"subject":"`, `"subject":"0`),
		"another actor":              entry(`"actor":"`, `"actor":"x`),
		"another salt":               bit(3),
		"another hash of the row":    bit(40),
		"another packed entry":       bit(len(extra) - 6),
		"fewer units":                entry(`"units":`, `"units":1`),
		"another rule":               entry(`"rule":`, `"rule":1`),
		"another kind":               entry(`"kind":"entry"`, `"kind":"hold"`),
		"an entry with more":         entry(`"minute"`, `"seats":true,"minute"`),
		"another index":              strings.Replace(proof, "\nindex ", "\nindex 1", 1),
		"a hash changed":             hashes(func(l []string) []string { l[0] = flipped(l[0]); return l }),
		"a hash missing":             hashes(func(l []string) []string { return l[1:] }),
		"a hash more":                hashes(func(l []string) []string { return append(l, l[0]) }),
		"hashes exchanged":           hashes(func(l []string) []string { l[0], l[1] = l[1], l[0]; return l }),
		"another size":               head(1, note[1]+"0"),
		"another root":               head(2, flipped(note[2])),
		"another origin":             head(0, note[0]+"0"),
		"another signature":          head(4, strings.Replace(note[4], signature, flipped(signature), 1)),
		"no signature":               top + "\n\n" + strings.Join(note[:4], "\n"),
		"signed by nobody of ours":   head(4, strings.Replace(note[4], signature, base64.StdEncoding.EncodeToString(make([]byte, 68)), 1)),
		"no entry":                   with(extra[:48]),
		"the line of another format": strings.Replace(proof, "tlog-proof@v1", "tlog-proof@v2", 1),
	}
	for what, text := range tries {
		if text == proof {
			h.t.Errorf("%s: nothing is changed", what)
		}
		file := filepath.Join(h.t.TempDir(), "b.tlog-proof")
		h.must(os.WriteFile(file, []byte(text), 0o600))
		if out, err := runLogChecker(h.t, "proof", file, key); err == nil || !strings.Contains(out, "does not hold") {
			h.t.Errorf("%s: %v, %s", what, err, out)
		}
	}
}

// TestRewrittenHistory: whoever has only the database changes nothing that was signed
// without being found: no other checkpoint is signed, readers and people are told, and
// the operator too.
func TestRewrittenHistory(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, _, _ := h.busyEvent("public")
	h.growLog(event)
	log := strings.Replace(event, "/v1/events/", "/log/", 1)
	signed := h.send("GET", log+"/checkpoint", "", nil).want(200).Raw

	// The rows, the tree and its root are those of another history, as long as the first.
	db := h.store.JobsDB()
	for _, query := range []string{
		"update audit set reason = 'person_erased' where event_id = $1 and seq = 40",
		"delete from log_tiles where event_id = $1",
		"update event_logs set size = 0, root = x'', signed = 0, checkpoint = '' where event_id = $1",
	} {
		_, err := db.ExecContext(t.Context(), query, eventID(event))
		h.must(err)
	}
	if _, err := h.logs.Grow(t.Context(), eventID(event)); !errors.Is(err, tlog.ErrRewritten) {
		t.Errorf("grown: %v", err)
	}
	if a := h.send("GET", log+"/checkpoint", "", nil); a.Status != 503 || a.Raw == signed {
		t.Errorf("%d %s", a.Status, a.Raw)
	}
	_, last, err := h.logs.Signer.Last(eventID(event))
	h.must(err)
	if last.Size < tlog.TileWidth {
		t.Errorf("the last head is of %d", last.Size)
	}
}

// TestLogsAreNotCalls: whoever goes through a log has the earlier calls, and reads no
// faster than the rate of logs lets them.
func TestLogsAreNotCalls(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, func(c *api.Config) {
		calls, read := limit.Rate{PerSecond: 0.001, Burst: 3}, limit.Rate{PerSecond: 0.001, Burst: 20}
		c.Limits = limits(map[limit.Kind]limit.Rate{limit.Address: calls, limit.Network: calls, limit.LogAddress: read, limit.LogNetwork: read})
	})
	event := h.event(1, func(e object) { e["log"] = "public" })
	h.growLog(event)
	log := strings.Replace(event, "/v1/events/", "/log/", 1)
	for range 20 {
		h.send("GET", log+"/tile/entries/000.p/1", "", nil).want(200)
	}
	if late := h.send("GET", log+"/checkpoint", "", nil).problem(429, "rate_limited"); late.Header.Get("Retry-After") == "" {
		t.Error("nothing says when to come again")
	}
	for range 3 {
		h.send("GET", event, "", nil).want(200)
	}
	h.send("GET", event, "", nil).problem(429, "rate_limited")
}

// TestLogOfTiles: addresses that no log has are not found, and each part is what the tree
// has.
func TestLogOfTiles(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, _, _ := h.busyEvent("public")
	h.growLog(event)
	log := strings.Replace(event, "/v1/events/", "/log/", 1)
	size := h.send("GET", event+"/log", "", nil).want(200).number("size")
	full := h.send("GET", log+"/tile/0/000", "", nil).want(200)
	if len(full.Raw) != tlog.TileWidth*tlog.HashSize || !strings.Contains(full.Header.Get("Cache-Control"), "immutable") {
		t.Errorf("%d bytes, %q", len(full.Raw), full.Header.Get("Cache-Control"))
	}
	if part := h.send("GET", log+"/tile/0/000.p/7", "", nil).want(200); part.Raw != full.Raw[:7*tlog.HashSize] {
		t.Error("a part of a tile is not its beginning")
	}
	bundle := []byte(h.send("GET", log+"/tile/entries/000", "", nil).want(200).Raw)
	for i := range int64(tlog.TileWidth) {
		text, rest, err := torchwood.ReadTileEntry(bundle)
		h.must(err)
		if hash := xtlog.RecordHash(text); string(hash[:]) != full.Raw[i*tlog.HashSize:(i+1)*tlog.HashSize] {
			t.Fatalf("entry %d has another hash", i)
		}
		bundle = rest
	}
	up := h.send("GET", log+"/tile/1/000.p/2", "", nil)
	if (size >= 2*tlog.TileWidth) != (up.Status == http.StatusOK) {
		t.Errorf("level 1 of %d: %d", size, up.Status)
	}
	for _, none := range []string{"/tile/0/002.p/255", "/tile/0/009", "/tile/9/000", "/tile/entries/003.p/1", "/tile/x/000", "/tile/0/0", "/tile/0/000.p/0", "/tile/0/000.p/256", "/tile/", "/tile/0/000/000", "/nothing"} {
		h.send("GET", log+none, "", nil).problem(404, "not_found")
	}
}
