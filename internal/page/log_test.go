package page_test

import (
	"encoding/hex"
	"errors"
	"html"
	"log/slog"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"filippo.io/torchwood"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/publiclog"
	"github.com/holdfast-events/holdfast/internal/tlog"
	"github.com/holdfast-events/holdfast/internal/witness"
	"github.com/holdfast-events/holdfast/internal/witness/witnesstest"
)

// TestLogPage: whoever has no script reads how the public log of an event stands, and
// gets all that checks it; an event without a log has no such page.
func TestLogPage(t *testing.T) {
	f := newFixture(t)
	signer, err := tlog.OpenSigner(filepath.Join(t.TempDir(), "log.key"), "holdfast.test")
	f.must(err)
	logs := &publiclog.Logs{Store: f.store, Signer: signer, Log: slog.New(slog.DiscardHandler), Now: f.now}
	f.serve(func(c *page.Config) { c.Logs = logs })
	path := "/events/" + f.event + "/log"
	f.has("/events/"+f.event, 200, `<a href="`+path+`">Check that it’s fair</a>`)
	f.has(path, 200, "The log is about to begin")

	reply, person := f.enter("ada")
	waits, other := f.enter("bob")
	order, entry := pathOf(f.links.OrderURL(reply.OrderID, person, f.now())), pathOf(f.links.EntryURL(waits.EntryID, other, f.now()))
	f.has(order, 200, `<a href="`+order+`/proof">Download proof</a>`)
	f.has(order+"/proof", 503, "The log is about to begin")
	more, err := logs.Grow(t.Context(), f.event)
	if err != nil || more {
		t.Fatal(more, err)
	}
	head, err := logs.Published(t.Context(), f.event)
	f.must(err)
	body := f.has(path, 200, "<title>Check it yourself · Lantern", "<dd>"+strconv.FormatInt(head.Head.Size, 10)+"</dd>", hex.EncodeToString(head.Head.Root[:]), "The entries aren’t public", "python3 log.py proof FILE",
		`href="/log/`+f.event+`/checkpoint"`, `href="/log/log.py"`)
	if strings.Contains(body, "log.py log http") {
		t.Error("tells how to read entries that are not public")
	}
	for path, thing := range map[string]string{order: reply.OrderID, entry: waits.EntryID} {
		proof := f.has(path+"/proof", 200, "c2sp.org/tlog-proof@v1\n")
		extra, err := torchwood.ProofExtraData([]byte(proof))
		f.must(err)
		_, rest, _ := strings.Cut(proof, "\nindex ")
		number, _, _ := strings.Cut(rest, "\n")
		index, err := strconv.ParseInt(number, 10, 64)
		f.must(err)
		opening, err := tlog.Open(extra, f.event, index)
		f.must(err)
		if opening.Subject != thing {
			t.Errorf("%s: the proof is of %s", path, opening.Subject)
		}
	}
	if w := f.send("GET", "/log/log.py"); w.Code != 200 || !strings.HasPrefix(w.Body.String(), "#!/usr/bin/env python3") {
		t.Errorf("the program: %d", w.Code)
	}
	if w := f.send("GET", path, "Accept-Language: de"); !strings.Contains(w.Body.String(), "Selbst nachprüfen") {
		t.Error("not in German")
	}

	f.configure(inventory.LogPublic)
	f.has(path, 200, "python3 log.py log http://holdfast.test/log/"+f.event+"/")

	// An older database than the one that was signed.
	f.exec("update event_logs set size = 1, signed = 1 where event_id = $1", f.event)
	if _, err := logs.Published(t.Context(), f.event); !errors.Is(err, tlog.ErrRewritten) {
		t.Errorf("published: %v", err)
	}
	f.has(path, 200, "The log has stopped")

	f.configure(inventory.LogOff)
	f.has(path, 404, "keeps no public log")
	f.has(order+"/proof", 404)
	if body := f.has("/events/"+f.event, 200); strings.Contains(body, path) {
		t.Error("the page of the event leads to a log that does not exist")
	}
	f.has("/events/evt_3k9q0a7c1v5m/log", 404)
}

// configure changes who reads the public log.
func (f *fixture) configure(log inventory.LogAudience) {
	f.t.Helper()
	e, err := f.store.Events.Event(f.t.Context(), f.event)
	f.must(err)
	settings := e.Event.Settings
	settings.Log = log
	f.submit(inventory.Configure{Who: staff, StartsAt: e.Event.StartsAt, EndsAt: e.Event.EndsAt, Zone: e.Event.Zone, Settings: settings}, nil)
}

func (f *fixture) exec(query string, args ...any) {
	f.t.Helper()
	_, err := f.store.JobsDB().ExecContext(f.t.Context(), query, args...)
	f.must(err)
}

// TestWitnessesOnTheLogPage: the page of a log names the witnesses that have signed the log of
// the installation, and its commands ask for their signatures.
func TestWitnessesOnTheLogPage(t *testing.T) {
	f := newFixture(t)
	signer, err := tlog.OpenSigner(filepath.Join(t.TempDir(), "log.key"), "holdfast.test")
	f.must(err)
	verifier, err := signer.Key().VerifierKey(tlog.Installation)
	f.must(err)
	knows, other := witnesstest.New(t, "witness.example.net/w1"), witnesstest.New(t, "witness.example.org/w2")
	knows.Knows(t, verifier)
	list, err := witness.Parse(knows.Line(knows.Listen(t)) + other.Line(other.Listen(t)))
	f.must(err)
	quiet := slog.New(slog.DiscardHandler)
	logs := &publiclog.Logs{Store: f.store, Signer: signer, Log: quiet, Now: f.now, Witnesses: witness.NewGroup(list, http.DefaultTransport, quiet)}
	f.serve(func(c *page.Config) { c.Logs = logs })
	_, err = logs.Grow(t.Context(), f.event)
	f.must(err)
	f.must(logs.Include(t.Context()))
	body := f.has("/events/"+f.event+"/log", 200, "Independent witnesses", "<code>witness.example.net/w1</code>")
	if n := strings.Count(html.UnescapeString(body), " --witness='"+knows.VerifierKey()+"'"); n != 2 || strings.Contains(body, "witness.example.org/w2") {
		t.Errorf("the commands name the witness %d times: %s", n, body)
	}
}
