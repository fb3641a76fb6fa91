package jobs_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/jobs"
	"github.com/holdfast-events/holdfast/internal/netguard"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/resource/waitlists"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/resources"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/verify"
	"github.com/holdfast-events/holdfast/internal/webhook"
)

// confirmedAccepts is how many offers are accepted about which the other system is asked;
// HOLDFAST_CONFIRMATIONS says otherwise. The figure of the project is 100,000.
const confirmedAccepts = 300

// What each resource releases, how many wait for it, and how many resources are played at once.
const tableUnits, diners, tablesAtOnce = 12, 16, 6

// restaurant is the system that owns the capacity: an HTTP server with a book. It answers each
// key once and for all, and believes nothing that is not signed.
type restaurant struct {
	t      *testing.T
	verify func(resource string, header http.Header, body []byte) error
	server *httptest.Server

	mu      sync.Mutex
	rng     *rand.Rand             // (guarded by mu)
	healed  bool                   // who was down answers (guarded by mu)
	asked   map[string]string      // by key, what was asked (guarded by mu)
	answers map[string]int         // by key, as it was decided (guarded by mu)
	down    map[string]int         // by key, what is answered instead (guarded by mu)
	calling map[string]bool        // keys of which a call is on its way that is not held (guarded by mu)
	given   map[string]int64       // units, by release (guarded by mu)
	sold    map[string]int64       // by release, what it has sold itself (guarded by mu)
	late    [2]chan struct{}       // closed when late answers go out: of the round before, and of this (guarded by mu)
	running int                    // questions of the servers (guarded by mu)
	holding int                    // of these, whose answer is late (guarded by mu)
	changed *sync.Cond             // of running and holding
	hangUp  map[string]func(error) // by key, of the call that waits (guarded by mu)
	at      map[string]time.Time   // by key, when it was asked last (guarded by mu)
	calls   map[string]int         // of each kind, for the log (guarded by mu)
}

func newRestaurant(t *testing.T, from uint64) *restaurant {
	r := &restaurant{
		t: t, rng: rand.New(rand.NewPCG(from, 24)), asked: map[string]string{}, answers: map[string]int{}, down: map[string]int{}, calling: map[string]bool{}, //nolint:gosec // a history, not a secret
		given: map[string]int64{}, sold: map[string]int64{}, late: [2]chan struct{}{make(chan struct{}), make(chan struct{})}, hangUp: map[string]func(error){}, calls: map[string]int{}, at: map[string]time.Time{},
	}
	r.changed = sync.NewCond(&r.mu)
	r.server = httptest.NewServer(r)
	t.Cleanup(r.server.Close)
	return r
}

// letGo waits until all is answered but what is late, and lets that go out that has been since
// the round before: whoever asks has lost the lease by then.
func (r *restaurant) letGo() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.running > r.holding {
		r.changed.Wait()
	}
	close(r.late[0])
	r.late[0], r.late[1] = r.late[1], make(chan struct{})
}

// started counts the questions of the servers.
func (r *restaurant) started(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.running += n
	r.changed.Broadcast()
}

// sell is a unit that it sells itself, if there is one.
func (r *restaurant) sell(release string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.given[release]+r.sold[release] >= tableUnits {
		return false
	}
	r.sold[release]++
	return true
}

// ServeHTTP answers what it is asked, or does not.
func (r *restaurant) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return // who asked has gone
	}
	var q struct {
		Type string                  `json:"type"`
		Data webhook.ResourceConfirm `json:"data"`
	}
	key := req.Header.Get("Idempotency-Key")
	if err := json.Unmarshal(body, &q); err != nil || q.Type != "resource_offer.confirm" || key == "" || key != q.Data.OfferID || req.Header.Get("Webhook-Id") != key {
		r.t.Errorf("asked %s with key %q: %v", body, key, err)
	}
	if err := r.verify(q.Data.ResourceID, req.Header, body); err != nil {
		r.t.Errorf("asked without a signature: %v", err)
	}
	release := q.Data.ResourceID + "/" + q.Data.ReleaseEventID
	if q.Data.PaymentMethodID != "pm_"+q.Data.UserID || q.Data.Attributes["area"] != "hall" {
		r.t.Errorf("asked %s", body)
	}

	r.mu.Lock()
	if before, ok := r.asked[key]; ok && before != string(body) {
		r.t.Errorf("asked %s after %s", body, before)
	}
	if r.calling[key] {
		r.t.Errorf("asked about %s while it is asked", key)
	}
	r.asked[key], r.calling[key] = string(body), true
	mood := r.rng.IntN(100)
	if _, ok := r.down[key]; !ok {
		r.down[key] = 0
		if mood < 6 {
			r.down[key] = []int{503, 500, 418}[mood/2]
		}
	}
	if down := r.down[key]; down != 0 && !r.healed {
		r.calls["down"]++
		r.done(key)
		w.WriteHeader(down)
		return
	}
	// Some of what goes wrong does so before it is decided, and some after.
	wrong := r.rng.IntN(100)
	if wrong < 30 && wrong%2 == 0 {
		r.wrong(w, key, wrong) // which unlocks
		return
	}
	answer := r.answers[key]
	if answer == 0 {
		switch n := r.rng.IntN(10); {
		case r.given[release]+r.sold[release]+q.Data.Units > tableUnits:
			answer = 409
		case n == 0:
			answer = 422
		case n == 1:
			answer = 200
		default:
			answer = 201
		}
		if answer < 300 {
			r.given[release] += q.Data.Units
		}
		r.answers[key] = answer
	}
	if wrong < 30 {
		r.wrong(w, key, wrong)
		return
	}
	r.calls["answered"]++
	r.done(key)
	r.reply(w, answer)
}

// done ends what is done about a key with r.mu held.
func (r *restaurant) done(key string) {
	delete(r.calling, key)
	r.mu.Unlock()
}

func (*restaurant) reply(w http.ResponseWriter, answer int) {
	w.WriteHeader(answer)
	if answer == 422 {
		_, _ = io.WriteString(w, `{"reason":"payment_failed","message":"Card <b>expired</b>\nlast year"}`)
	}
}

// wrong is an answer that is none, or comes late. r.mu is held, and is not afterwards.
func (r *restaurant) wrong(w http.ResponseWriter, key string, how int) {
	answer, held, hangUp := r.answers[key], r.late[1], r.hangUp[key]
	switch kind := how / 2 % 5; {
	case kind == 0: // dies
		r.calls["died"]++
		r.done(key)
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			r.t.Error(err)
			return
		}
		if err := conn.Close(); err != nil {
			r.t.Error(err)
		}
	case kind == 1: // says nothing, until whoever waits has had enough
		r.calls["hung"]++
		r.done(key)
		hangUp(context.DeadlineExceeded)
		<-held
	case kind == 2 && answer != 0: // decides, and says so when it is asked again
		r.calls["late"]++
		r.holding++
		r.changed.Broadcast()
		r.done(key)
		<-held
		r.mu.Lock()
		r.holding--
		r.mu.Unlock()
		r.reply(w, answer)
	case kind == 3:
		r.calls["429"]++
		r.done(key)
		w.Header().Set("Retry-After", "120")
		w.WriteHeader(http.StatusTooManyRequests)
	default:
		r.calls["503"]++
		r.done(key)
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}

// dinner is many resources of one restaurant, on two servers.
type dinner struct {
	*testing.T
	r        *restaurant
	stores   [2]*store.Store
	services [2]*waitlists.Service
	senders  [2]*webhook.Sender
	ids      id.Maker
	from     uint64
	ahead    atomic.Int64
	begun    time.Time
	crashed  atomic.Int64
	accepts  atomic.Int64
	raced    atomic.Int64 // were too late for what was offered to several
	// sales are what the restaurant has sold itself, and says again and again, by resource.
	sales map[string][]resource.Signal
}

func (v *dinner) now() time.Time { return v.begun.Add(time.Duration(v.ahead.Load())) }

func (v *dinner) must(err error) {
	v.Helper()
	if err != nil {
		v.Fatal(err)
	}
}

// errCrash ends a server in the middle.
var errCrash = errors.New("the server has crashed")

// ask asks by a real request; the server crashes before or after some.
func (v *dinner) ask(server int, r *rand.Rand, stop func()) waitlists.Ask {
	crash := r.IntN(12)
	return func(ctx context.Context, q *waitlists.Question) (waitlists.Reply, error) {
		// Servers ask by the clock of this test, of which a round is longer than a lease.
		if crash == 0 {
			return v.crash(stop)
		}
		ctx, end := context.WithCancelCause(ctx)
		defer end(nil)
		v.r.mu.Lock()
		v.r.hangUp[q.Offer.ID] = end
		if at, ok := v.r.at[q.Offer.ID]; ok && v.now().Sub(at) < time.Minute {
			v.Errorf("%s is asked about twice within a lease", q.Offer.ID)
		}
		v.r.at[q.Offer.ID] = v.now()
		v.r.mu.Unlock()
		reply, err := jobs.AskOf(v.senders[server].Ask)(ctx, q)
		if crash == 1 {
			return v.crash(stop)
		}
		return reply, err
	}
}

// TestConfirmations: hundreds accept what a real other system is asked about, which answers
// yes, that it is gone, no, that it is busy, nothing, late, twice, and dies; both servers crash
// before and after they ask. In the end each person has it, waits, was refused or is left to
// people, and both sides agree who has what.
func TestConfirmations(t *testing.T) {
	seed.InTurn(t, 0)
	t.Parallel()
	want := seed.Count(t, "HOLDFAST_CONFIRMATIONS", confirmedAccepts)
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		from := seed.Of(t)
		v := &dinner{T: t, r: newRestaurant(t, from), from: from, begun: time.Now(), sales: map[string][]resource.Signal{}}
		for i := range v.services {
			st := testdb.Open(t, url)
			v.stores[i] = st
			var err error
			v.services[i], err = waitlists.New(st, jobs.ResourceOutbox, v.now, nil)
			v.must(err)
			v.senders[i] = webhook.NewSender(webhook.Secrets{Key: make([]byte, 32)}, netguard.Guard{Private: true}, nil, v.now, "test")
		}
		v.r.verify = func(of string, header http.Header, body []byte) error {
			return v.senders[0].Verify(of, 1, 0, header, body)
		}
		for n := 0; v.accepts.Load() < int64(want); n++ {
			v.play(n)
		}
		// The jobs of this test are worked by nobody.
		report, err := verify.Run(t.Context(), v.stores[0], verify.Options{WithoutJobs: true})
		v.must(err)
		if !report.Clean() {
			t.Errorf("%+v", report.Violations)
		}
		if v.raced.Load() == 0 {
			t.Error("nobody was too late")
		}
		t.Logf("%d accepts, %d too late; the other system: %v; %d crashes", v.accepts.Load(), v.raced.Load(), v.r.calls, v.crashed.Load())
	})
}

// play lets people wait for some resources, gives them what there is, and sees what became of
// that.
func (v *dinner) play(n int) {
	org := v.ids.Top(id.Organization)
	v.must(v.stores[0].Organizations.CreateOrganization(v.Context(), organizations.Organization{ID: org, Name: "Old Harbour", CreatedAt: 1}))
	v.r.mu.Lock()
	v.r.healed = false
	v.r.mu.Unlock()
	tables := make([]string, tablesAtOnce)
	for i := range tables {
		tables[i] = v.open(org, fmt.Sprint("tables-", n, "-", i), int64(i%2*3), rand.New(rand.NewPCG(v.from, uint64(n*tablesAtOnce+i)))) //nolint:gosec // a history, not a secret
	}
	// Until nobody has anything to say or to be asked: late answers come meanwhile.
	var late sync.WaitGroup
	for round := 0; ; round++ {
		var busy atomic.Int64
		for i, of := range tables {
			r := rand.New(rand.NewPCG(v.from^uint64(round+1), uint64(n*tablesAtOnce+i))) //nolint:gosec // a history, not a secret
			busy.Add(v.round(of, r, &late))
		}
		if v.r.letGo(); busy.Load() == 0 {
			break
		}
		if round > 500 {
			v.Fatalf("after %d rounds %d are still asked", round, busy.Load())
		}
		v.ahead.Add(int64(70 * time.Second))
	}
	v.r.letGo()
	v.r.letGo()
	late.Wait()
	for i, of := range tables {
		v.decide(of, rand.New(rand.NewPCG(v.from, uint64(1_000_000+n*tablesAtOnce+i)))) //nolint:gosec // a history, not a secret
	}
	for _, of := range tables {
		v.judge(of)
	}
}

// open makes a resource and lets people join; its release is said ten times, in any order with
// what was sold since. atOnce is to how many the same is offered.
func (v *dinner) open(org, key string, atOnce int64, r *rand.Rand) string {
	of := v.ids.Top(id.Resource)
	at := inventory.At(v.now())
	_, _, err := v.stores[0].Resources.PutResource(v.Context(), resources.Resource{
		ID: of, OrgID: org, Key: key, Name: "Tables", Timezone: "UTC", PositionDisplay: "exact", SecretVersion: 1, CreatedAt: at, UpdatedAt: at,
		Settings: resource.Settings{ClaimWindow: 30 * inventory.Day, WaitlistLimit: 2 * diners, MaxUnits: 2, ConfirmURL: v.r.server.URL, AtOnce: atOnce},
	})
	v.must(err)
	for i := range diners {
		user := fmt.Sprint("user", i)
		_, err := v.services[i%2].Join(v.Context(), of, resource.Join{EntryID: v.ids.InResource(id.ResourceEntry, of), UserID: user, Units: 1, Attributes: resource.Attributes{}}, &resources.ResourceEntry{Email: user + "@example.org"})
		v.must(err)
	}
	said := slices.Repeat([]resource.Signal{{EventID: "first", Kind: resource.Released, Units: tableUnits, Attributes: resource.Attributes{"area": "hall"}}}, 10)
	for i := range 2 {
		if v.r.sell(of + "/first") {
			said = append(said, slices.Repeat([]resource.Signal{{EventID: fmt.Sprint("early", i), Kind: resource.Withdrawn, Units: 1, ReleaseID: "first", Attributes: resource.Attributes{}}}, 10)...)
		}
	}
	r.Shuffle(len(said), func(i, j int) { said[i], said[j] = said[j], said[i] })
	for i, g := range said {
		v.say(i%2, of, g)
	}
	g, err := v.stores[1].Resources.Signal(v.Context(), of, "first")
	v.must(err)
	if g.Offered != tableUnits-2 || g.Taken != 2 {
		v.Errorf("of %d units that were released ten times, and two that were withdrawn ten times: %+v", tableUnits, g)
	}
	return of
}

func (v *dinner) say(server int, of string, g resource.Signal) {
	v.Helper()
	_, d, err := v.services[server].Do(v.Context(), of, resource.Receive{Signal: g})
	v.must(err)
	if d.Code != resource.OK {
		v.Errorf("%+v: %s", g, d.Code)
	}
}

// round lets those who have an offer answer it, and asks about what is to be asked about now.
// It returns how much there was to do.
func (v *dinner) round(of string, r *rand.Rand, late *sync.WaitGroup) (busy int64) {
	offers, err := v.stores[0].Resources.OffersPage(v.Context(), of, false, 0, 1000)
	v.must(err)
	if r.IntN(2) == 0 && v.r.sell(of+"/first") { // which it says now, or later
		v.sales[of] = append(v.sales[of], resource.Signal{EventID: fmt.Sprint("late", len(v.sales[of])), Kind: resource.Withdrawn, Units: 1, ReleaseID: "first", Attributes: resource.Attributes{}})
	}
	for _, g := range v.sales[of] {
		if r.IntN(2) == 0 {
			v.say(r.IntN(2), of, g)
		}
	}
	rounds := map[string][]*resources.ResourceOffer{}
	defer v.races(rounds)
	for i := range offers {
		o, server := &offers[i], r.IntN(2)
		if o.State == resource.OfferOpen && o.Round != "" {
			if busy++; r.IntN(8) == 0 {
				v.answer(of, o, server, false)
			} else {
				rounds[o.Round] = append(rounds[o.Round], o)
			}
			continue
		}
		switch o.State {
		case resource.OfferOpen:
			busy++
			v.answer(of, o, server, r.IntN(12) > 0)
			continue
		case resource.OfferAccepting:
		default:
			continue
		}
		a, err := v.stores[server].Resources.Confirmation(v.Context(), of, o.ID)
		v.must(err)
		if a.State != resource.Asking {
			continue
		}
		busy++
		for server := range 2 { // both have the job, and one of them asks
			ctx, stop := context.WithCancel(v.Context())
			ask := v.ask(server, r, stop)
			v.r.started(1)
			late.Go(func() {
				defer v.r.started(-1)
				defer stop()
				if _, err := v.services[server].Confirm(ctx, of, o.ID, ask); err != nil && !errors.Is(err, errCrash) {
					v.Error(err)
				}
			})
		}
	}
	return busy
}

// answer is what somebody says to an offer.
func (v *dinner) answer(of string, o *resources.ResourceOffer, server int, accept bool) {
	v.Helper()
	e, err := v.stores[server].Resources.Entry(v.Context(), of, o.EntryID)
	v.must(err)
	var d *resource.Decision
	if accept {
		d, err = v.services[server].Accept(v.Context(), of, o.ID, "pm_"+e.UserID)
	} else {
		_, d, err = v.services[server].Do(v.Context(), of, resource.Answer{OfferID: o.ID})
	}
	v.must(err)
	if d.Code == resource.OK && accept {
		v.accepts.Add(1)
	}
}

// decide lets people look into the book and decide about some of what is left to them, and has
// some asked again.
func (v *dinner) decide(of string, r *rand.Rand) {
	offers, err := v.stores[0].Resources.OffersPage(v.Context(), of, true, 0, 1000)
	v.must(err)
	for i := range offers {
		o := &offers[i]
		v.r.mu.Lock()
		answer := v.r.answers[o.ID]
		v.r.healed = true
		v.r.mu.Unlock()
		var cmd resource.Command = resource.Conclude{OfferID: o.ID, As: resource.OutcomeReturned, Staff: true}
		switch n := r.IntN(4); {
		case n == 0:
			continue
		case n == 1:
			cmd = resource.Retry{OfferID: o.ID}
		case answer == 200 || answer == 201:
			cmd = resource.Conclude{OfferID: o.ID, As: resource.OutcomeAccepted, Staff: true}
		}
		_, d, err := v.services[0].Do(v.Context(), of, cmd)
		v.must(err)
		if d.Code != resource.OK {
			v.Errorf("%+v: %s", cmd, d.Code)
		}
		if _, again := cmd.(resource.Retry); !again {
			continue
		}
		for {
			next, err := v.services[1].Confirm(v.Context(), of, o.ID, func(ctx context.Context, q *waitlists.Question) (waitlists.Reply, error) {
				return waitlists.Reply{Status: v.r.finally(q)}, nil
			})
			v.must(err)
			if next == 0 {
				break
			}
			v.ahead.Add(int64(time.Minute))
		}
	}
}

// judge sees that each entry is in one state, and that both sides agree.
func (v *dinner) judge(of string) {
	for _, g := range v.sales[of] {
		v.say(0, of, g)
	}
	entries, err := v.stores[0].Resources.Everybody(v.Context(), of, resources.ResourcePosition{}, 1000)
	v.must(err)
	ends := map[resource.EntryState]int{}
	for i := range entries {
		ends[entries[i].State]++
	}
	for state := range ends {
		if !slices.Contains([]resource.EntryState{resource.Accepted, resource.Waiting, resource.Offered, resource.Declined, resource.Accepting}, state) {
			v.Errorf("%v", ends)
		}
	}
	offers, err := v.stores[0].Resources.OffersPage(v.Context(), of, false, 0, 1000)
	v.must(err)
	asked, err := v.stores[0].Resources.ConfirmationsBetween(v.Context(), of, 0, 1<<40, 1000)
	v.must(err)
	ours := int64(0)
	for i := range offers {
		o := &offers[i]
		a, known := asked[o.ID]
		v.r.mu.Lock()
		answer := v.r.answers[o.ID]
		v.r.mu.Unlock()
		given := answer == 200 || answer == 201
		switch {
		case !known:
			if answer != 0 || o.State == resource.OfferAccepted || o.State == resource.OfferAccepting {
				v.Errorf("nobody accepted %+v, and the other system answered %d", o, answer)
			}
			continue
		case a.State == resource.Failed: // which is left to people
			if o.State != resource.OfferAccepting {
				v.Errorf("%+v of %+v", a, o)
			}
			if given {
				ours++
			}
			continue
		}
		if o.State == resource.OfferAccepted {
			ours++
		}
		if a.State != resource.Ended || a.PaymentMethod != "" || (o.State == resource.OfferAccepted) != given {
			v.Errorf("%+v of %+v, and the other system answered %d", a, o, answer)
		}
		want := map[int]resource.Outcome{200: resource.OutcomeAccepted, 201: resource.OutcomeAccepted, 409: resource.OutcomeTaken, 422: resource.OutcomeDeclined}[answer]
		if !a.Staff && a.Outcome != want {
			v.Errorf("%+v, and the other system answered %d", a, answer)
		}
		if a.Outcome == resource.OutcomeDeclined && !a.Staff && a.Words != "Card <b>expired</b> last year" {
			v.Errorf("%+v", a)
		}
	}
	g, err := v.stores[0].Resources.Signal(v.Context(), of, "first")
	v.must(err)
	v.r.mu.Lock()
	defer v.r.mu.Unlock()
	given, sold := v.r.given[of+"/first"], v.r.sold[of+"/first"]
	if ours != given {
		v.Errorf("we say that %d units are given, the other system %d", ours, given)
	}
	if free := g.Units - g.Offered - g.Taken - g.Lost; free > tableUnits-given-sold || given+sold > tableUnits {
		v.Errorf("%+v: %d free here; there %d were given and %d sold", g, free, given, sold)
	}
}
