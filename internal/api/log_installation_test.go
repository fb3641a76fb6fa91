package api_test

import (
	"encoding/base64"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/limit"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/tlog"
	"github.com/holdfast-events/holdfast/internal/witness"
	"github.com/holdfast-events/holdfast/internal/witness/witnesstest"
)

// runInstallationChecker runs verify/installation.py.
func runInstallationChecker(t testing.TB, args ...string) (string, error) {
	t.Helper()
	return runChecker(t, "installation.py", args...)
}

// ownLogKey gives the server a key of its own: the log of an installation is of one database.
func (h *testServer) ownLogKey() {
	h.t.Helper()
	signer, err := tlog.OpenSigner(filepath.Join(h.t.TempDir(), "log.key"), "holdfast.test")
	h.must(err)
	h.logs.Signer = signer
}

// saved writes a text into a file.
func (h *testServer) saved(text string) (path string) {
	h.t.Helper()
	path = filepath.Join(h.t.TempDir(), "saved")
	h.must(os.WriteFile(path, []byte(text), 0o600))
	return path
}

// TestInstallationLog: everybody reads the log that has the signed heads of all events, by
// other people's programs, and proves that a head which was seen is in it. Of an event that
// is unlisted or a draft it says nothing, and whoever may read the event's log gets the proof
// all the same.
func TestInstallationLog(t *testing.T) {
	t.Parallel()
	for engine, url := range map[string]func(testing.TB) string{"sqlite": testdb.SQLite, "postgres": testdb.Postgres} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			h := newTestServerAt(t, url(t))
			h.ownLogKey()
			h.send("GET", "/v1/log", "", nil).problem(503, "log_pending")
			h.send("GET", "/log/installation/checkpoint", "", nil).problem(503, "log_pending")
			h.send("GET", "/log/installation/tile/0/000.p/1", "", nil).problem(503, "log_pending")
			listed := h.event(3, func(e object) { e["log"] = "people" })
			unlisted := h.event(3, func(e object) { e["visibility"] = "unlisted" })
			draft := h.event(3, func(e object) { e["publish"] = false })
			off := h.event(3, func(e object) { e["log"] = "off" })
			h.send("GET", listed+"/log/proof", "", nil).problem(503, "log_pending")
			for _, event := range []string{listed, unlisted, draft, off} {
				h.growLog(event)
			}
			h.must(h.logs.Include(t.Context()))

			log := h.send("GET", "/v1/log", "", nil).want(200)
			key := log.text("verifier_key")
			if log.number("size") != 3 || !strings.HasSuffix(log.text("origin"), "/log/installation") || log.text("prefix") != "/log/installation/" {
				t.Fatalf("the log is %s", log.Raw)
			}
			server := httptest.NewServer(h.handler)
			defer server.Close()
			prefix := server.URL + log.text("prefix")
			text := strings.Join(h.readLog(prefix, key), "\n")
			for _, hidden := range []string{unlisted, draft, off} {
				if strings.Contains(text, eventID(hidden)) {
					t.Errorf("the log names %s: %s", hidden, text)
				}
			}
			seen := h.send("GET", "/log/"+eventID(listed)+"/checkpoint", "", nil).want(200).Raw
			if !strings.Contains(text, seen) || strings.Count(text, tlog.SealedVersion) != 2 {
				t.Errorf("the log is %s", text)
			}
			kept := filepath.Join(t.TempDir(), "kept")
			h.checkInstallation("The log holds: 3 checkpoints, of 1 events and 2 sealed", "log", prefix, key, kept)

			for _, event := range []string{listed, unlisted} {
				proof := h.send("GET", event+"/log/proof", "", nil).want(200).Raw
				seen := h.send("GET", "/log/"+eventID(event)+"/checkpoint", "", nil).want(200).Raw
				h.checkInstallation("is of "+eventID(event), "proof", h.saved(proof), key, h.saved(seen))
				h.tamperInclusion(proof, key)
			}
			h.send("GET", draft+"/log/proof", "", nil).problem(404, "not_found")
			h.checkInstallation("is of "+eventID(draft), "proof", h.saved(h.owner("GET", draft+"/log/proof", nil).want(200).Raw), key)
			h.owner("GET", off+"/log/proof", nil).problem(404, "not_found")

			// It goes on: the same log, grown, and the proof is of what was signed since.
			h.register(listed, "ada")
			h.growLog(listed)
			h.must(h.logs.Include(t.Context()))
			h.checkInstallation("The log holds: 4 checkpoints, of 1 events and 2 sealed", "log", prefix, key, kept)
			proof := h.send("GET", listed+"/log/proof", "", nil).want(200).Raw
			if out, err := runInstallationChecker(t, "proof", h.saved(proof), key, h.saved(seen)); err == nil || !strings.Contains(out, "another checkpoint than the one that was seen") {
				t.Errorf("the proof of a newer head is one of the older: %v, %s", err, out)
			}
			for _, none := range []string{"tile/0/000.p/5", "tile/0/001.p/1", "tile/entries/001", "tile/x/000", "tile/", "nothing"} {
				h.send("GET", "/log/installation/"+none, "", nil).problem(404, "not_found")
			}
			if cached := h.send("GET", "/log/installation/tile/0/000.p/4", "", nil).want(200).Header.Get("Cache-Control"); !strings.Contains(cached, "immutable") {
				t.Errorf("a tile may be kept: %q", cached)
			}

			// What is in the log stays; what comes after an event was unlisted is sealed.
			h.owner("PATCH", listed, object{"visibility": "unlisted"}).want(200)
			h.growLog(listed)
			h.must(h.logs.Include(t.Context()))
			h.checkInstallation("The log holds: 5 checkpoints, of 1 events and 3 sealed", "log", prefix, key, kept)
		})
	}
}

func (h *testServer) checkInstallation(want string, args ...string) {
	h.t.Helper()
	if out, err := runInstallationChecker(h.t, args...); err != nil || !strings.Contains(out, want) {
		h.t.Errorf("installation.py: %v: %s, want %q", err, out, want)
	}
}

// tamperInclusion changes a proof in every way that would tell another story, and expects
// the checker to find each.
func (h *testServer) tamperInclusion(proof, key string) {
	h.t.Helper()
	top, checkpoint, _ := strings.Cut(proof, "\n\n")
	lines := strings.Split(top, "\n")
	raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(lines[1], "extra "))
	h.must(err)
	rewrite := func(change func(map[string]string)) string {
		with := map[string]string{}
		h.must(json.Unmarshal(raw, &with))
		change(with)
		text, err := json.Marshal(with)
		h.must(err)
		return strings.Replace(proof, lines[1], "extra "+base64.StdEncoding.EncodeToString(text), 1)
	}
	event := func(old, now string) string {
		return rewrite(func(o map[string]string) { o["checkpoint"] = strings.Replace(o["checkpoint"], old, now, 1) })
	}
	note := strings.Split(checkpoint, "\n")
	head := func(line int, text string) string {
		with := append([]string{}, note...)
		with[line] = text
		return top + "\n\n" + strings.Join(with, "\n")
	}
	hashes := func(change func([]string) []string) string {
		return strings.Join(append(append([]string{}, lines[:3]...), change(append([]string{}, lines[3:]...))...), "\n") + "\n\n" + checkpoint
	}
	for what, text := range map[string]string{
		"another event":                event("/log/evt_", "/log/evt_0"),
		"the installation as an event": event("/log/evt_", "/log/installation#"),
		"another installation's event": event("/log/", "0/log/"),
		"another size of the event":    event("\n", "\n1"),
		"another signature":            event("— ", "— x"),
		"no checkpoint":                rewrite(func(o map[string]string) { delete(o, "checkpoint") }),
		"another salt":                 rewrite(func(o map[string]string) { o["salt"] = strings.Repeat("0", 32) }),
		"another index":                strings.Replace(proof, "\nindex ", "\nindex 1", 1),
		"an index before the first":    strings.Replace(proof, "\nindex ", "\nindex -1", 1),
		"a hash missing":               hashes(func(l []string) []string { return l[1:] }),
		"a hash more":                  hashes(func(l []string) []string { return append(l, l[0]) }),
		"a hash changed":               hashes(func(l []string) []string { l[0] = base64.StdEncoding.EncodeToString(make([]byte, 32)); return l }),
		"another size":                 head(1, note[1]+"0"),
		"another root":                 head(2, base64.StdEncoding.EncodeToString(make([]byte, 32))),
		"another origin":               head(0, note[0]+"0"),
		"no signature":                 top + "\n\n" + strings.Join(note[:4], "\n"),
		"signed by nobody":             head(4, note[4][:strings.LastIndex(note[4], " ")+1]+base64.StdEncoding.EncodeToString(make([]byte, 68))),
		"the line of another format":   strings.Replace(proof, "tlog-proof@v1", "tlog-proof@v2", 1),
		"nothing":                      "",
	} {
		if text == proof {
			h.t.Errorf("%s: nothing is changed", what)
		}
		if out, err := runInstallationChecker(h.t, "proof", h.saved(text), key); err == nil || !strings.Contains(out, "does not hold") {
			h.t.Errorf("%s: %v, %s", what, err, out)
		}
	}
}

// TestInstallationLogIsChecked: the checker finds what was changed in the log by whoever serves
// it: an entry, its order, an older log, and a log of somebody else.
func TestInstallationLogIsChecked(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	h.ownLogKey()
	event := h.event(9)
	for _, name := range []string{"ada", "bob", "cyd"} {
		h.register(event, name)
		h.growLog(event)
		h.must(h.logs.Include(t.Context()))
	}
	key := h.send("GET", "/v1/log", "", nil).want(200).text("verifier_key")
	// mirror serves a copy of the log from a folder.
	mirror := func(change func(folder string)) (prefix string) {
		folder := t.TempDir()
		for _, path := range []string{"checkpoint", "tile/entries/000.p/3"} {
			to := filepath.Join(folder, path)
			h.must(os.MkdirAll(filepath.Dir(to), 0o700))
			h.must(os.WriteFile(to, []byte(h.send("GET", "/log/installation/"+path, "", nil).want(200).Raw), 0o600))
		}
		change(folder)
		return "file://" + folder + "/"
	}
	h.checkInstallation("The log holds: 3 checkpoints, of 1 events", "log", mirror(func(string) {}), key)
	entries := func(change func([]byte) []byte) func(string) {
		return func(folder string) {
			path := filepath.Join(folder, "tile/entries/000.p/3")
			bundle, err := os.ReadFile(path)
			h.must(err)
			h.must(os.WriteFile(path, change(bundle), 0o600))
		}
	}
	third := func(b []byte) int { return len(b) / 3 } // the three are as long as each other
	kept := h.saved(strings.Replace(h.send("GET", "/log/installation/checkpoint", "", nil).want(200).Raw, "\n3\n", "\n4\n", 1))
	for what, args := range map[string][]string{
		"an entry changed": {mirror(entries(func(b []byte) []byte { b[40] ^= 1; return b })), key},
		"entries exchanged": {mirror(entries(func(b []byte) []byte {
			return append(b[third(b):2*third(b)], append(b[:third(b):third(b)], b[2*third(b):]...)...)
		})), key},
		"an entry doubled": {mirror(entries(func(b []byte) []byte { return append(b[:2*third(b):2*third(b)], b[third(b):2*third(b)]...) })), key},
		"an entry missing": {mirror(entries(func(b []byte) []byte { return b[:2*third(b)] })), key},
		"an entry more":    {mirror(entries(func(b []byte) []byte { return append(b, b[:third(b)]...) })), key},
		"an entry sealed": {mirror(entries(func(b []byte) []byte {
			return append(append([]byte{0, 95}, tlog.SealCheckpoint([tlog.SaltSize]byte{}, nil)...), b[third(b):]...)
		})), key},
		"another key":                         {mirror(func(string) {}), h.send("GET", event+"/log", "", nil).want(200).text("verifier_key")},
		"a head that was kept and is changed": {mirror(func(string) {}), key, kept},
		"the log of an event": {mirror(func(folder string) {
			h.must(os.WriteFile(filepath.Join(folder, "checkpoint"), []byte(h.send("GET", "/log/"+eventID(event)+"/checkpoint", "", nil).want(200).Raw), 0o600))
		}), key},
	} {
		if out, err := runInstallationChecker(t, append([]string{"log"}, args...)...); err == nil || !strings.Contains(out, "does not hold") {
			t.Errorf("%s: %v, %s", what, err, out)
		}
	}
}

// TestInstallationLogStops: of a database that is not what was signed nothing is served, and
// nobody reads faster than the rate of logs lets them.
func TestInstallationLogStops(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, func(c *api.Config) {
		calls, read := limit.Rate{PerSecond: 0.001, Burst: 100}, limit.Rate{PerSecond: 0.001, Burst: 5}
		c.Limits = limits(map[limit.Kind]limit.Rate{limit.Address: calls, limit.Network: calls, limit.LogAddress: read, limit.LogNetwork: read})
	})
	h.ownLogKey()
	event := h.event(1)
	h.growLog(event)
	h.must(h.logs.Include(t.Context()))
	h.send("GET", "/v1/log", "", nil).want(200)
	_, err := h.store.JobsDB().ExecContext(t.Context(), "update installation_log set size = 0, signed = 0, checkpoint = ''")
	h.must(err)
	h.send("GET", "/v1/log", "", nil).problem(503, "log_stopped")
	h.send("GET", "/log/installation/tile/entries/000.p/1", "", nil).problem(503, "log_stopped")
	h.send("GET", "/log/installation/checkpoint", "", nil).problem(503, "log_stopped")
	h.send("GET", event+"/log/proof", "", nil).problem(503, "log_stopped")
	h.send("GET", "/log/installation/checkpoint", "", nil).problem(429, "rate_limited")
	h.owner("GET", event+"/log/proof", nil).problem(503, "log_stopped")
}

// TestWitnesses: everybody reads who else signs the log of the installation, and the checker
// asks for the signatures of those that it is told about.
func TestWitnesses(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	h.ownLogKey()
	verifier, err := h.logs.Signer.Key().VerifierKey(tlog.Installation)
	h.must(err)
	one, two := witnesstest.New(t, "witness.example.net/w1"), witnesstest.New(t, "witness.example.org/w2")
	one.Knows(t, verifier)
	list, err := witness.Parse(one.Line(one.Listen(t)) + two.Line(two.Listen(t)))
	h.must(err)
	h.logs.Witnesses = witness.NewGroup(list, http.DefaultTransport, slog.New(slog.DiscardHandler))
	event := h.event(3)
	h.growLog(event)
	h.must(h.logs.Include(t.Context()))

	log := h.send("GET", "/v1/log", "", nil).want(200)
	key := log.text("verifier_key")
	if log.text("witnesses", 0, "name") != "witness.example.net/w1" || log.text("witnesses", 0, "verifier_key") != one.VerifierKey() {
		t.Errorf("witnesses: %s", log.Raw)
	}
	if at, err := time.Parse(time.RFC3339, log.text("witnesses", 0, "signed_at")); err != nil || time.Since(at).Abs() > time.Hour {
		t.Errorf("signed at %s (%v)", at, err)
	}
	if second := log.at("witnesses", 1).(object); second["name"] != "witness.example.org/w2" || second["signed_at"] != nil {
		t.Errorf("one that has not signed: %v", second)
	}
	checkpoint := h.send("GET", "/log/installation/checkpoint", "", nil).want(200).Raw
	if checkpoint != log.text("checkpoint") || strings.Count(checkpoint, "— ") != 2 {
		t.Errorf("the checkpoint is %s", checkpoint)
	}

	server := httptest.NewServer(h.handler)
	defer server.Close()
	prefix, proof := server.URL+log.text("prefix"), h.send("GET", event+"/log/proof", "", nil).want(200).Raw
	h.checkInstallation("The log holds: 1 checkpoints", "log", prefix, key, "--witness="+one.VerifierKey())
	h.checkInstallation("The proof holds", "proof", h.saved(proof), key, "--witness="+one.VerifierKey())
	line := proof[strings.Index(proof, "— witness.example.net/w1"):]
	bytes, err := base64.StdEncoding.DecodeString(strings.TrimSpace(strings.Split(line, " ")[2]))
	h.must(err)
	with := func(i int) string { // the signature with another byte
		changed := append([]byte{}, bytes...)
		changed[i] ^= 1
		return strings.Replace(proof, base64.StdEncoding.EncodeToString(bytes), base64.StdEncoding.EncodeToString(changed), 1)
	}
	_, of, _ := strings.Cut(one.VerifierKey(), "+")
	for what, args := range map[string][]string{
		"one that has not signed":         {h.saved(proof), key, "--witness=" + one.VerifierKey(), "--witness=" + two.VerifierKey()},
		"a key of another name":           {h.saved(proof), key, "--witness=witness.example.com/w3+" + of},
		"the log as its own witness":      {h.saved(proof), key, "--witness=" + key},
		"no key":                          {h.saved(proof), key, "--witness="},
		"a witness as the log":            {h.saved(proof), one.VerifierKey()},
		"its signature missing":           {h.saved(strings.Replace(proof, line, "", 1)), key, "--witness=" + one.VerifierKey()},
		"another key of its name":         {h.saved(with(0)), key, "--witness=" + one.VerifierKey()},
		"another time of its signature":   {h.saved(with(11)), key, "--witness=" + one.VerifierKey()},
		"another signature":               {h.saved(with(40)), key, "--witness=" + one.VerifierKey()},
		"a signature that ends too early": {h.saved(strings.Replace(proof, base64.StdEncoding.EncodeToString(bytes), base64.StdEncoding.EncodeToString(bytes[:60]), 1)), key, "--witness=" + one.VerifierKey()},
	} {
		if out, err := runInstallationChecker(t, append([]string{"proof"}, args...)...); err == nil || !strings.Contains(out, "does not hold") {
			t.Errorf("%s: %v, %s", what, err, out)
		}
	}
}
