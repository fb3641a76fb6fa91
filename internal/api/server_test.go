package api_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/api/integrations"
	"github.com/holdfast-events/holdfast/internal/api/streams"
	"github.com/holdfast-events/holdfast/internal/archive"
	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/erasure"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/limit"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/merchant"
	"github.com/holdfast-events/holdfast/internal/netguard"
	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/payment/testpay"
	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/picture"
	"github.com/holdfast-events/holdfast/internal/picture/shelf"
	"github.com/holdfast-events/holdfast/internal/poll"
	"github.com/holdfast-events/holdfast/internal/publiclog"
	"github.com/holdfast-events/holdfast/internal/rehearsal/runs"
	"github.com/holdfast-events/holdfast/internal/resource/waitlists"
	"github.com/holdfast-events/holdfast/internal/seatchart"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
	"github.com/holdfast-events/holdfast/internal/stream"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/ticket"
	"github.com/holdfast-events/holdfast/internal/tlog"
	"github.com/holdfast-events/holdfast/internal/upload"
	"github.com/holdfast-events/holdfast/internal/waitroom/draws"
	"github.com/holdfast-events/holdfast/internal/waitroom/joins"
	"github.com/holdfast-events/holdfast/internal/webhook"
)

func TestMain(m *testing.M) { pgserver.Main(m, 0, allAnswered) }

// testServer is a whole server without a network: the real store, on SQLite unless a
// test says otherwise, the real sequencer, the real handler. Only its clock can be moved.
type testServer struct {
	pictures  *shelf.Shelf
	uploads   *upload.Shelf
	files     objectstore.Store
	archives  *archive.Archiver
	toArchive []archiveJob
	erasures  *erasure.Keeper
	joins     *joins.Writer
	draws     *draws.Keeper
	rehearse  func(context.Context, *waitingrooms.Rehearsal, func(runs.Progress)) (json.RawMessage, error) // nil: fails
	signature func(round uint64) ([]byte, error)                                                           // of the relays of drand
	t         testing.TB
	handler   http.Handler
	store     *store.Store
	seq       *sequencer.Sequencer
	links     identity.Links
	tickets   *ticket.Keys
	settler   *settlement.Settler
	merchants *merchant.Accounts
	testpay   *testpay.Provider
	ids       *id.Maker
	auditKey  ed25519.PublicKey
	org       string
	keys      map[identity.Role]string
	fullness  *atomic.Uint64 // of queues, as a float, beside what they really are
	clock     *atomic.Int64  // what is added to the time, in nanoseconds
	stopped   *atomic.Int64  // the time at which the clock stands, in microseconds; 0: it goes
	logged    *bytes.Buffer
	live      *stream.Hub
	logs      *publiclog.Logs
	charts    *seatchart.Charts
	letters   []letter // what would have been mailed
	renewed   []string // paths of fresh links that would have been
	again     *again   // who is to be mailed what they have
}

type object = map[string]any

func newTestServer(t testing.TB, change ...func(*api.Config)) *testServer {
	t.Helper()
	return newTestServerAt(t, testdb.SQLite(t), change...)
}

// limits are those of a test server: some, and beside them only those of streams.
func limits(some map[limit.Kind]limit.Rate) *limit.Limits {
	rates := map[limit.Kind]limit.Rate{}
	for _, k := range []limit.Kind{limit.Address, limit.Network, limit.MailAddress, limit.MailNetwork, limit.Key, limit.Account, limit.Session, limit.Link} {
		rates[k] = limit.Rate{PerSecond: -1}
	}
	maps.Copy(rates, some)
	return limit.New(limit.Config{Rates: rates})
}

// newTestServerAt is newTestServer on a database of the caller's.
func newTestServerAt(t testing.TB, url string, change ...func(*api.Config)) *testServer {
	t.Helper()
	h := &testServer{t: t, ids: &id.Maker{}, keys: map[identity.Role]string{}, logged: &bytes.Buffer{}, clock: &atomic.Int64{}, stopped: &atomic.Int64{}, fullness: &atomic.Uint64{}, again: &again{}}
	st := testdb.Open(t, url, testdb.Quiet)
	h.store = st
	private := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	h.auditKey = private.Public().(ed25519.PublicKey)
	log := slog.New(slog.NewTextHandler(&lockedWriter{w: h.logged}, nil))
	charts, err := seatchart.New(seatchart.Config{Store: st})
	h.must(err)
	h.charts = charts
	h.live, err = streams.NewLive(st, charts, nil, log)
	h.must(err)
	t.Cleanup(h.live.Close)
	h.seq, err = sequencer.New(sequencer.Config{
		Published:    h.live.Publish,
		WriterConfig: sequencer.WriterConfig{Store: st, SigningKey: private, PayRefunds: settlement.PayRefunds, TellAgain: h.tellAgain, Now: h.now, Log: log},
		Tick:         20 * time.Millisecond,
	})
	h.must(err)
	t.Cleanup(func() { h.must(h.seq.Close(context.Background())) })
	h.links = identity.Links{Key: bytes.Repeat([]byte{9}, 32), Base: "http://holdfast.test", Now: h.now}
	h.tickets, err = ticket.NewKeys(bytes.Repeat([]byte{8}, 32))
	h.must(err)
	messenger, err := delivery.New(delivery.Config{
		Store: st, Worker: "test", Links: h.links, From: mail.Address{Addr: "events@holdfast.test"}, Host: "holdfast.test",
		Key: h.links.Derive(delivery.KeyPurpose), Now: h.now, Mail: mail.NewLocal(st), MailSenders: 1,
	})
	h.must(err)
	h.files, err = objectstore.Open(t.TempDir(), objectstore.Credentials{})
	h.must(err)
	h.pictures = &shelf.Shelf{Store: st, Files: h.files, Maker: picture.NewMaker(2), Now: h.now, Log: log}
	h.uploads = upload.NewShelf(upload.Config{Store: st, Files: h.files, Maker: h.pictures.Maker, IDs: &id.Maker{Now: h.now}, Now: h.now, Log: log})
	places, err := waitlists.New(st, nil, h.now, nil)
	h.must(err)
	cfg := api.Config{
		Dispatcher: messenger, PushKey: "a-public-key",
		Exports: integrations.Exports{Files: h.files, Job: func(string) (database.Job, error) {
			return database.Job{Kind: "export", Args: []byte("{}"), Queue: "default", Priority: 4, MaxAttempts: 1}, nil
		}},
		Pictures: h.pictures, Uploads: h.uploads,
		ImportJob: func(string) (database.Job, error) {
			return database.Job{Kind: "import", Args: []byte("{}"), Queue: "default", Priority: 4, MaxAttempts: 1}, nil
		},
		Charts: charts,
		Store:  st, Sequencer: h.seq, Links: h.links, Tickets: h.tickets, Webhooks: webhook.NewSender(webhook.Secrets{Key: bytes.Repeat([]byte{7}, 32)}, netguard.Guard{}, nil, h.now, "test"),
		AuditKey: h.auditKey,
		BaseURL:  "http://holdfast.test", Version: "test", Now: h.now, Log: log,
		Limits: limits(nil), Letter: h.letter, FreshLink: h.freshLink, Streams: h.live,
	}
	h.openWaitingRooms(&cfg, private)
	h.logs = &publiclog.Logs{Store: st, Signer: logSigner(t), Log: log, Now: h.now, Archived: archive.LogEntries{Store: st, Files: h.files}.Bundle}
	h.archives, err = archive.New(archive.Config{Store: st, Files: h.files, Logs: h.logs, Now: h.now, Log: log, Settle: -1})
	h.must(err)
	h.erasures, err = erasure.New(erasure.Config{BringBack: h.archives.RestoreForErasure, ForgetPlace: places.Forget, Store: st, Files: h.files, Now: h.now, Log: log, PersonKey: func(org, user string) string {
		return delivery.PersonKey(h.links.Derive(delivery.KeyPurpose), org, user)
	}, ForgetEntrant: func(ctx context.Context, event, email string) error {
		return h.joins.Forget(ctx, event, joins.AccountIdentity(address.Fold(email)))
	}, Submit: func(ctx context.Context, event string, cmd inventory.Command) error {
		_, err := h.seq.Submit(ctx, sequencer.Request{EventID: event, Command: cmd})
		return err
	}})
	h.must(err)
	cfg.Erasures, h.archives.Forget = h.erasures, h.erasures.Aged
	cfg.ReadAudit = h.archives.Audit
	cfg.ArchiveJob = func(event string, back bool) (database.Job, error) {
		h.toArchive = append(h.toArchive, archiveJob{event, back})
		return database.Job{Kind: "archive_event", Args: []byte("{}"), Queue: "default", Priority: 4, MaxAttempts: 1}, nil
	}
	cfg.Logs = h.logs
	h.openSettler(&cfg)
	cfg.Wrap, cfg.Unwrap, err = wrapping()
	h.must(err)
	for _, c := range change {
		c(&cfg)
	}
	h.handler, err = api.New(cfg)
	h.must(err)
	h.org = h.organization("Test")
	for _, r := range identity.Roles {
		h.keys[r] = h.key(h.org, r)
	}
	return h
}

// logSigner returns the signer of the public logs of all tests. IDs of events are unique.
func logSigner(t testing.TB) *tlog.Signer {
	t.Helper()
	s, err := makeLogSigner()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

var makeLogSigner = sync.OnceValues(func() (*tlog.Signer, error) {
	folder, err := os.MkdirTemp("", "holdfast-log-key-*")
	if err != nil {
		return nil, err
	}
	return tlog.OpenSigner(filepath.Join(folder, "log.key"), "holdfast.test")
})

func (h *testServer) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *testServer) now() time.Time {
	if at := h.stopped.Load(); at != 0 {
		return time.UnixMicro(at)
	}
	return time.Now().Add(time.Duration(h.clock.Load()))
}

// later moves the clock of the server.
func (h *testServer) later(d time.Duration) { h.clock.Add(int64(d)) }

func (h *testServer) organization(name string) string {
	h.t.Helper()
	org := h.ids.Top(id.Organization)
	h.must(h.store.Organizations.CreateOrganization(context.Background(), organizations.Organization{ID: org, Name: name, CreatedAt: 1}))
	return org
}

func (h *testServer) key(org string, r identity.Role) string {
	h.t.Helper()
	text, err := identity.Issue(context.Background(), h.store, h.ids, org, string(r), r, h.now(), time.Time{})
	h.must(err)
	return text
}

// answer is what a request was answered.
type answer struct {
	h      *testServer
	what   string
	Status int
	Header http.Header
	Raw    string
	Body   object
}

// unknownLength among the headers sends a body without saying how long it is.
const unknownLength = "Transfer-Encoding: chunked"

// send makes a request. body is JSON, text that is sent as it is, or nil.
// Headers are "Name: value".
func (h *testServer) send(method, path, token string, body any, headers ...string) *answer {
	h.t.Helper()
	var raw []byte
	switch b := body.(type) {
	case nil:
	case string:
		raw = []byte(b)
	default:
		var err error
		raw, err = json.Marshal(b)
		h.must(err)
	}
	r := httptest.NewRequest(method, path, bytes.NewReader(raw))
	r.RemoteAddr = "203.0.113.7:4711"
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	if len(raw) > 0 {
		r.Header.Set("Content-Type", "application/json")
	}
	for _, line := range headers {
		name, value, _ := strings.Cut(line, ": ")
		if line == unknownLength {
			r.ContentLength = -1
			continue
		}
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	if strings.Contains(path, "/stream") { // it would never end
		ctx, cancel := context.WithCancel(r.Context())
		defer cancel()
		h.handler.ServeHTTP(leaves{w, cancel}, r.WithContext(ctx))
	} else {
		h.handler.ServeHTTP(w, r)
	}
	a := &answer{h: h, what: method + " " + path, Status: w.Code, Header: w.Header(), Raw: w.Body.String()}
	if strings.Contains(w.Header().Get("Content-Type"), "json") && !strings.HasSuffix(w.Header().Get("Content-Type"), "jsonl") && w.Header().Get("Content-Encoding") == "" {
		if err := json.Unmarshal(w.Body.Bytes(), &a.Body); err != nil {
			h.t.Fatalf("%s: %v in %s", a.what, err, a.Raw)
		}
	}
	a.documented(r)
	return a
}

// leaves is a reader who goes a moment after the answer has begun.
type leaves struct {
	*httptest.ResponseRecorder
	leave func()
}

func (w leaves) WriteHeader(status int) {
	time.AfterFunc(50*time.Millisecond, w.leave)
	w.ResponseRecorder.WriteHeader(status)
}

// as makes a request as a role of the organization.
func (h *testServer) as(r identity.Role, method, path string, body any, headers ...string) *answer {
	h.t.Helper()
	return h.send(method, path, h.keys[r], body, headers...)
}

func (h *testServer) owner(method, path string, body any, headers ...string) *answer {
	h.t.Helper()
	return h.as(identity.Owner, method, path, body, headers...)
}

// want fails the test when the answer has another status.
func (a *answer) want(status int) *answer {
	a.h.t.Helper()
	if a.Status != status {
		a.h.t.Fatalf("%s: %d, want %d: %s", a.what, a.Status, status, a.Raw)
	}
	if status >= 400 && a.Header.Get("Content-Type") != "application/problem+json" {
		a.h.t.Fatalf("%s: %d is not a problem document: %s", a.what, status, a.Header.Get("Content-Type"))
	}
	return a
}

// problem fails the test when the answer is another problem.
func (a *answer) problem(status int, code string) *answer {
	a.h.t.Helper()
	a.want(status)
	if a.Body["code"] != code || a.Body["type"] != "/problems/"+code || int(a.Body["status"].(float64)) != status || a.Body["title"] == "" {
		a.h.t.Fatalf("%s: problem %s, want %s", a.what, a.Raw, code)
	}
	return a
}

// names fails the test when the problem does not name the field.
func (a *answer) names(field string) *answer {
	a.h.t.Helper()
	errs, _ := a.Body["errors"].([]any)
	for _, e := range errs {
		if e.(object)["field"] == field {
			return a
		}
	}
	a.h.t.Fatalf("%s: no error names %s: %s", a.what, field, a.Raw)
	return a
}

// at follows names and indices into the body.
func (a *answer) at(path ...any) any {
	a.h.t.Helper()
	var v any = a.Body
	for _, p := range path {
		switch p := p.(type) {
		case string:
			fields, _ := v.(object) // absent: nil, as everything below it
			v = fields[p]
		case int:
			list, _ := v.([]any)
			if p >= len(list) {
				a.h.t.Fatalf("%s: no item %d in %s", a.what, p, a.Raw)
			}
			v = list[p]
		}
	}
	return v
}

func (a *answer) text(path ...any) string {
	a.h.t.Helper()
	s, _ := a.at(path...).(string)
	return s
}

func (a *answer) number(path ...any) int64 {
	a.h.t.Helper()
	n, ok := a.at(path...).(float64)
	if !ok {
		return -1
	}
	return int64(n)
}

// newEvent is the body of an event that starts in 30 days.
func (h *testServer) newEvent(capacity int, change ...func(object)) object {
	start := h.now().Add(30 * 24 * time.Hour).UTC().Truncate(time.Second)
	e := object{
		"title": "Lantern walk", "starts_at": start.Format(time.RFC3339), "ends_at": start.Add(3 * time.Hour).Format(time.RFC3339),
		"timezone": "Europe/Berlin", "capacity": capacity, "max_guests": 3, "location": "Old harbour", "publish": true,
	}
	for _, c := range change {
		c(e)
	}
	return e
}

// event creates an event and returns its path.
func (h *testServer) event(capacity int, change ...func(object)) string {
	h.t.Helper()
	return "/v1/events/" + h.owner("POST", "/v1/events", h.newEvent(capacity, change...)).want(201).text("id")
}

func waitlist(rules object) func(object) {
	return func(e object) { e["waitlist"] = rules }
}

// person is the body of a registration.
func person(name string, guests ...string) object {
	list := []object{}
	for _, g := range guests {
		list = append(list, object{"name": g})
	}
	return object{"user_id": name, "email": name + "@example.org", "name": strings.ToUpper(name[:1]) + name[1:], "guests": list, "join_waitlist": true}
}

// register registers a person as staff and returns the answer.
func (h *testServer) register(event, name string, guests ...string) *answer {
	h.t.Helper()
	return h.owner("POST", event+"/registrations", person(name, guests...)).want(201)
}

// link is the token of a link to a thing of a person.
func (h *testServer) link(kind identity.LinkKind, thing, person string) string {
	h.t.Helper()
	token, err := h.links.Mint(identity.Link{Kind: kind, ID: thing, Person: person, Expires: h.now().Add(time.Hour)})
	h.must(err)
	return token
}

// fresh is the token of a fresh link, which reaches all of a person's.
func (h *testServer) fresh(kind identity.LinkKind, thing, person string) string {
	h.t.Helper()
	token, err := h.links.Mint(identity.Link{Kind: kind, Reach: identity.ReachFull, ID: thing, Person: person, Expires: h.now().Add(time.Hour)})
	h.must(err)
	return token
}

// personID is the pseudonym of a person.
func (h *testServer) personID(event, user string) string {
	h.t.Helper()
	return h.owner("GET", event+"/registrations/"+user, nil).want(200).text("person", "id")
}

// eventually asks until ok says yes.
func (h *testServer) eventually(what string, ok func() bool) {
	h.t.Helper()
	poll.Within(h.t, 10*time.Second, what, ok)
}

// lockedWriter lets goroutines share a log that a test reads at the end.
type lockedWriter struct {
	busy atomic.Bool
	w    *bytes.Buffer
}

func (l *lockedWriter) Write(b []byte) (int, error) {
	for !l.busy.CompareAndSwap(false, true) {
		continue
	}
	defer l.busy.Store(false)
	return l.w.Write(b)
}
