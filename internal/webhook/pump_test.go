package webhook_test

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	webhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/netguard"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/webhook"
)

// engines runs a test on both.
func engines(t *testing.T, test func(f *fixture)) {
	testdb.Engines(t, func(t *testing.T, url string) { test(newFixture(t, url)) })
}

// fixture is an organization with events, a receiver, and a clock that is moved.
type fixture struct {
	*testing.T
	store    *store.Store
	writer   *sequencer.Writer
	ids      *id.Maker
	clock    time.Time
	org      string
	secrets  webhook.Secrets
	receiver *receiver
	patience time.Duration // of the sender with a receiver; 0: as always

	mu   sync.Mutex
	told map[string]int // tries by what became of their change (guarded by mu)

	marks []*webhook.Marks // of all pumps; told of what is written, unless silent
	// silent writes as another server would.
	silent bool
}

func newFixture(t *testing.T, url string) *fixture {
	st := testdb.Open(t, url)
	f := &fixture{T: t, store: st, ids: &id.Maker{}, clock: time.Now(), secrets: webhook.Secrets{Key: []byte("0123456789abcdef0123456789abcdef")}}
	var err error
	if f.writer, err = sequencer.NewWriter(sequencer.WriterConfig{Store: st, SigningKey: ed25519.NewKeyFromSeed(make([]byte, 32))}); err != nil {
		t.Fatal(err)
	}
	f.org = f.ids.Top(id.Organization)
	f.must(st.Organizations.CreateOrganization(t.Context(), organizations.Organization{ID: f.org, Name: "Test"}))
	f.receiver = &receiver{T: t}
	server := httptest.NewServer(f.receiver)
	t.Cleanup(server.Close)
	f.receiver.url = server.URL
	return f
}

func (f *fixture) must(err error) {
	f.Helper()
	if err != nil {
		f.Fatal(err)
	}
}

func (f *fixture) write(event string, d *events.DetailsChange, commands ...inventory.Command) {
	f.Helper()
	reqs := make([]sequencer.Request, len(commands))
	for i, c := range commands {
		reqs[i] = sequencer.Request{EventID: event, Command: c, Details: d}
	}
	results, _ := f.writer.Write(f.Context(), event, reqs)
	for _, r := range results {
		if r.Err != nil || r.Reply.Code != inventory.OK {
			f.Fatalf("%+v", r)
		}
	}
	for _, m := range f.marks {
		if !f.silent {
			m.Publish(event)
		}
	}
}

// event makes an event with people in it: 3 rows of its beginning, and one each.
func (f *fixture) event(people int) string {
	f.Helper()
	event := f.ids.Top(id.Event)
	pool, tier := f.ids.In(id.Pool, event), f.ids.In(id.Tier, event)
	start := inventory.At(f.clock.Add(30 * 24 * time.Hour))
	f.write(event, events.Details{Title: "Concert"}.All(), inventory.Create{
		Who:   inventory.Who{Actor: "system", Staff: true},
		Event: inventory.Event{ID: event, OrgID: f.org, StartsAt: start, EndsAt: start + inventory.Instant(inventory.Hour), Zone: time.UTC},
		Pools: []inventory.Pool{{ID: pool, Name: "All", Capacity: 1000}}, Tiers: []inventory.Tier{{ID: tier, Name: "General", Pools: []string{pool}}},
		Publish: true,
	})
	f.people(event, tier, people)
	return event
}

func (f *fixture) people(event, tier string, n int) {
	f.Helper()
	if tier == "" {
		v, err := f.store.Events.Event(f.Context(), event)
		f.must(err)
		tier = v.Tiers[0].ID
	}
	var all []inventory.Command
	for range n {
		person := f.ids.In(id.Person, event)
		all = append(all, inventory.Register{Who: inventory.Who{Actor: "public"}, OrderID: f.ids.In(id.Order, event), Party: inventory.Party{
			UserID: person, Tier: tier, Units: 1, Guests: "[]", PersonID: person, EntryID: f.ids.In(id.Entry, event),
			Profile: inventory.Profile{Email: person + "@example.org"},
		}})
	}
	f.write(event, nil, all...)
}

func (f *fixture) endpoint(types ...string) *messages.WebhookEndpoint {
	f.Helper()
	return f.endpointAt(f.receiver.url+"/hook", types...)
}

func (f *fixture) endpointAt(url string, types ...string) *messages.WebhookEndpoint {
	f.Helper()
	e := messages.WebhookEndpoint{ID: f.ids.Top("whk_"), OrgID: f.org, URL: url, Types: types, State: "enabled", SecretVersion: 1, CreatedAt: inventory.At(f.clock)}
	f.must(f.store.Webhooks.CreateWebhook(f.Context(), e))
	return &e
}

func (f *fixture) again(e *messages.WebhookEndpoint) *messages.WebhookEndpoint {
	f.Helper()
	got, err := f.store.Webhooks.Webhook(f.Context(), f.org, e.ID)
	f.must(err)
	return got
}

func (f *fixture) pump(process string) *webhook.Pump {
	f.Helper()
	now := func() time.Time { return f.clock }
	sender := webhook.NewSender(f.secrets, netguard.Guard{Private: true}, nil, now, "test")
	if f.patience > 0 {
		sender.SetTimeout(f.patience)
	}
	marks := &webhook.Marks{}
	f.marks = append(f.marks, marks)
	p, err := webhook.NewPump(webhook.Config{
		Marks: marks,
		Store: f.store, Sender: sender, ReadAudit: f.store.Events.Audit, Process: process, Now: now, Log: slog.New(slog.DiscardHandler),
		Tell: func(_ context.Context, e *messages.WebhookEndpoint) ([]database.Job, error) {
			return []database.Job{{Kind: "told_" + e.ID, Args: []byte("{}"), Queue: "default", Priority: 1, MaxAttempts: 1}}, nil
		},
		Observe: func(state string, _ time.Duration) {
			f.mu.Lock()
			defer f.mu.Unlock()
			if f.told == nil {
				f.told = map[string]int{}
			}
			f.told[state]++
		},
	})
	f.must(err)
	return p
}

// settle pumps until there is nothing more to do now.
func (f *fixture) finish(p *webhook.Pump) {
	f.Helper()
	for {
		more, err := p.Round(f.Context())
		f.must(err)
		if !more {
			return
		}
	}
}

// receiver keeps what it takes.
type receiver struct {
	*testing.T
	url string

	mu      sync.Mutex
	answer  func(n int, b *webhook.Body) int // nil: 200 always
	calls   int
	taken   []webhook.Body
	headers []http.Header
	raw     [][]byte
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(req.Body)
	if err != nil {
		r.Error(err)
	}
	var b webhook.Body
	if err := json.Unmarshal(body, &b); err != nil {
		r.Errorf("%v in %s", err, body)
	}
	if got := req.Header.Get("webhook-id"); got != b.Data.ID || got == "" {
		r.Errorf("webhook-id %q of %q", got, b.Data.ID)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	status := http.StatusOK
	if r.answer != nil {
		status = r.answer(r.calls, &b)
	}
	r.calls++
	if status == http.StatusOK {
		r.taken, r.headers, r.raw = append(r.taken, b), append(r.headers, req.Header), append(r.raw, body)
	}
	if status >= 300 && status < 400 {
		w.Header().Set("Location", "http://127.0.0.1:1/")
	}
	w.WriteHeader(status)
}

func (r *receiver) set(answer func(n int, b *webhook.Body) int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answer = answer
}

// inOrder checks that each event's changes came in the order of its ledger,
// without a gap from the first to the last, each once by its id.
func (r *receiver) inOrder(want map[string]int) {
	r.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	last, count, seen := map[string]int64{}, map[string]int{}, map[string]bool{}
	for _, b := range r.taken {
		if seen[b.Data.ID] {
			continue // sent again: the receiver knows it by its id
		}
		seen[b.Data.ID] = true
		event := b.Data.EventID
		if before := last[event]; before != 0 && b.Data.LedgerSeq != before+1 {
			r.Errorf("%s: %d after %d", event, b.Data.LedgerSeq, before)
		}
		last[event] = b.Data.LedgerSeq
		count[event]++
	}
	for event, n := range want {
		if count[event] != n {
			r.Errorf("%s: %d changes, want %d", event, count[event], n)
		}
	}
}

func TestSignedAndInOrder(t *testing.T) {
	engines(t, func(f *fixture) {
		old := f.event(5)
		e := f.endpoint()
		p := f.pump("one")
		f.finish(p)
		if f.receiver.calls != 0 {
			t.Errorf("%d calls for what was there before", f.receiver.calls)
		}
		f.people(old, "", 30)
		fresh := f.event(250)
		f.finish(p)
		f.receiver.inOrder(map[string]int{old: 30, fresh: 253})
		if len(f.receiver.taken) != 283 {
			t.Errorf("%d sent, want 283: none twice", len(f.receiver.taken))
		}
		f.verify(e, 0)
		first := f.receiver.taken[0]
		if first.Type == "" || first.Timestamp.IsZero() || first.Type != first.Data.Type {
			t.Errorf("%+v", first)
		}
		rows, err := f.store.Webhooks.WebhookDeliveries(f.Context(), e.ID, "delivered", messages.DeliveryPosition{}, 1000)
		f.must(err)
		if len(rows) != 283 || f.again(e).SucceededAt == 0 {
			t.Errorf("%d deliveries on record", len(rows))
		}
		f.finish(p)
		if f.receiver.calls != 283 {
			t.Errorf("%d calls after all was taken", f.receiver.calls)
		}
		f.clock = f.clock.Add(8 * 24 * time.Hour)
		f.must(p.Prune(f.Context()))
		if rows, err = f.store.Webhooks.WebhookDeliveries(f.Context(), e.ID, "", messages.DeliveryPosition{}, 1000); err != nil || len(rows) != 0 {
			t.Errorf("%d deliveries after pruning, %v", len(rows), err)
		}
	})
}

// verify checks the signature of the nth change that was taken as a receiver
// does, by the library of the specification.
func (f *fixture) verify(e *messages.WebhookEndpoint, n int) {
	f.Helper()
	wh, err := webhooks.NewWebhook(f.secrets.Text(e))
	f.must(err)
	if err := wh.Verify(f.receiver.raw[n], f.receiver.headers[n]); err != nil {
		f.Errorf("signature: %v", err)
	}
	tampered := slices.Clone(f.receiver.raw[n])
	tampered[len(tampered)-2] ^= 1
	if wh.Verify(tampered, f.receiver.headers[n]) == nil {
		f.Error("a tampered body has a good signature")
	}
}

func TestRotatedSecret(t *testing.T) {
	engines(t, func(f *fixture) {
		e := f.endpoint()
		before := *e
		e, err := f.store.Webhooks.ChangeWebhook(f.Context(), f.org, e.ID, func(e *messages.WebhookEndpoint) error {
			e.SecretVersion, e.RotatedAt = e.SecretVersion+1, inventory.At(f.clock)
			return nil
		})
		f.must(err)
		f.event(0)
		f.finish(f.pump("one"))
		f.verify(e, 0)
		f.verify(&before, 0)
		f.clock = f.clock.Add(webhook.Overlap)
		f.event(0)
		f.finish(f.pump("one"))
		if signatures := f.receiver.headers[3].Get("webhook-signature"); strings.Contains(signatures, " ") {
			t.Errorf("the old secret still signs: %s", signatures)
		}
		raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(f.secrets.Text(e), "whsec_"))
		if err != nil || len(raw) != 32 {
			t.Errorf("secret of %d bytes, %v", len(raw), err)
		}
	})
}

func TestTypes(t *testing.T) {
	engines(t, func(f *fixture) {
		f.endpoint("order.*")
		event := f.event(2)
		f.finish(f.pump("one"))
		for _, b := range f.receiver.taken {
			if b.Type != "order.registered" {
				t.Errorf("%s was sent", b.Type)
			}
		}
		f.receiver.inOrder(map[string]int{event: 2})
	})
}

// TestDownForADay: a receiver that is down for a day gets everything in order.
func TestDownForADay(t *testing.T) {
	engines(t, func(f *fixture) {
		e := f.endpoint()
		one, two := f.event(40), f.event(10)
		p := f.pump("one")
		f.receiver.set(func(n int, _ *webhook.Body) int { return []int{500, 503, 429, 301, 404}[n%5] })
		for range 24 * 4 {
			f.finish(p)
			f.clock = f.clock.Add(15 * time.Minute)
		}
		if n := f.receiver.calls; n < 30 || n > 120 {
			t.Errorf("%d attempts in a day for two events", n)
		}
		f.people(one, "", 5)
		f.receiver.set(nil)
		f.clock = f.clock.Add(2 * time.Hour)
		f.finish(p)
		f.receiver.inOrder(map[string]int{one: 48, two: 13})
		if e = f.again(e); e.State != "enabled" || e.FailingSince != 0 {
			t.Errorf("after a day: %+v", e)
		}
	})
}

// TestGivesUp: a change that the receiver never takes is given up after three
// days and those behind it follow; an endpoint that takes nothing at all is
// disabled, and loses nothing.
func TestGivesUp(t *testing.T) {
	engines(t, func(f *fixture) {
		e := f.endpoint()
		poisoned, fine := f.event(2), f.event(0)
		bad := int64(2)
		f.receiver.set(func(_ int, b *webhook.Body) int {
			if b.Data.EventID == poisoned && b.Data.LedgerSeq == bad {
				return 400
			}
			return 200
		})
		p := f.pump("one")
		for range 80 {
			f.finish(p)
			f.clock = f.clock.Add(time.Hour)
			f.people(fine, "", 1)
		}
		f.finish(p)
		failed, err := f.store.Webhooks.WebhookDeliveries(f.Context(), e.ID, "failed", messages.DeliveryPosition{}, 10)
		f.must(err)
		if len(failed) != 1 || failed[0].Seq != bad || failed[0].Status != 400 || failed[0].Attempts < 10 {
			t.Errorf("failed: %+v", failed)
		}
		if f.told["delivered"] != 4+83 || f.told["failed"] != 1 || f.told["retrying"] != int(failed[0].Attempts)-1 {
			t.Errorf("told of %v", f.told)
		}
		count := map[string]int{}
		for _, b := range f.receiver.taken {
			count[b.Data.EventID]++
		}
		if count[poisoned] != 4 || count[fine] != 83 || f.again(e).State != "enabled" {
			t.Errorf("taken %v of 4 and 83, endpoint %s", count, f.again(e).State)
		}

		f.receiver.set(func(int, *webhook.Body) int { return 500 })
		f.people(fine, "", 3)
		for range 80 {
			f.finish(p)
			f.clock = f.clock.Add(time.Hour)
		}
		if e = f.again(e); e.State != "disabled" || e.Reason == "" {
			t.Fatalf("after three days of nothing: %+v", e)
		}
		calls := f.receiver.calls
		f.finish(p)
		if f.receiver.calls != calls {
			t.Error("a disabled endpoint is called")
		}
		f.receiver.set(nil)
		_, err = f.store.Webhooks.ChangeWebhook(f.Context(), f.org, e.ID, func(e *messages.WebhookEndpoint) error {
			e.State, e.Reason, e.FailingSince = "enabled", "", 0
			return nil
		})
		f.must(err)
		f.must(f.store.Webhooks.RetryWebhook(f.Context(), e.ID))
		f.finish(p)
		f.receiver.taken = slices.DeleteFunc(f.receiver.taken, func(b webhook.Body) bool { return b.Data.EventID == poisoned })
		f.receiver.inOrder(map[string]int{fine: 86})
	})
}

// TestKilled: what was sent but not recorded when the process died is sent
// again, with the same id; nothing is missing.
func TestKilled(t *testing.T) {
	engines(t, func(f *fixture) {
		f.endpoint()
		event := f.event(100)
		ctx, kill := context.WithCancel(f.Context())
		f.receiver.set(func(n int, _ *webhook.Body) int {
			if n == 50 {
				kill()
			}
			return 200
		})
		_, err := f.pump("one").Round(ctx)
		if err == nil {
			t.Fatal("the round was not cut off")
		}
		f.receiver.set(nil)
		f.clock = f.clock.Add(2 * time.Minute) // the lease of the dead ends
		f.finish(f.pump("two"))
		f.receiver.inOrder(map[string]int{event: 103})
	})
}

// TestTwoProcesses: while one delivers to an endpoint, another does not.
func TestTwoProcesses(t *testing.T) {
	engines(t, func(f *fixture) {
		e := f.endpoint()
		event := f.event(60)
		now := inventory.At(f.clock)
		ok, err := f.store.Webhooks.LeaseWebhook(f.Context(), e.ID, "elsewhere", now, now+60_000_000)
		f.must(err)
		if !ok {
			t.Fatal("a free endpoint was not leased")
		}
		f.finish(f.pump("one"))
		if f.receiver.calls != 0 {
			t.Errorf("%d calls beside the process that has the lease", f.receiver.calls)
		}
		f.clock = f.clock.Add(time.Minute)
		f.finish(f.pump("one"))
		f.receiver.inOrder(map[string]int{event: 63})
	})
}

func TestReplay(t *testing.T) {
	engines(t, func(f *fixture) {
		e := f.endpoint()
		event := f.event(4)
		p := f.pump("one")
		f.finish(p)
		f.must(f.store.Webhooks.ReplayWebhook(f.Context(), e.ID, event, 6))
		f.finish(p)
		var seqs []int64
		for _, b := range f.receiver.taken {
			seqs = append(seqs, b.Data.LedgerSeq)
		}
		if got := fmt.Sprint(seqs); got != "[1 2 3 4 5 6 7 6 7]" {
			t.Errorf("sent %s", got)
		}
		f.must(f.store.Webhooks.ReplayWebhook(f.Context(), e.ID, event, 90)) // not there yet
		f.finish(p)
		if len(f.receiver.taken) != 9 {
			t.Errorf("%d sent", len(f.receiver.taken))
		}
	})
}

// TestSlowReceivers: receivers that do not answer, more of them than the pump has workers,
// delay nobody else, neither what was there when they began nor what comes later.
func TestSlowReceivers(t *testing.T) {
	engines(t, func(f *fixture) {
		const slow = messages.MaxWebhooks - 1 // and one that answers
		f.patience = time.Hour                // none of them is given up before the test ends
		hanging := make(chan struct{}, slow)
		server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, req *http.Request) {
			if _, err := io.Copy(io.Discard, req.Body); err != nil { // only then is it noticed that the caller went away
				return
			}
			hanging <- struct{}{}
			<-req.Context().Done()
		}))
		defer server.Close()
		for range slow {
			f.endpointAt(server.URL)
		}
		f.endpoint()
		taken := make(chan int64, 1000)
		f.receiver.set(func(_ int, b *webhook.Body) int {
			taken <- b.Data.LedgerSeq
			return http.StatusOK
		})
		event := f.event(2)
		ctx, stop := context.WithCancel(f.Context())
		var running sync.WaitGroup
		pump := f.pump("one")
		running.Go(func() { pump.Run(ctx) })
		defer running.Wait()
		defer stop()
		for range slow {
			await(f.T, hanging)
		}
		for want := range int64(5) {
			if seq := await(f.T, taken); seq != want+1 {
				t.Errorf("change %d came as number %d", seq, want+1)
			}
		}
		f.people(event, "", 1)
		if seq := await(f.T, taken); seq != 6 {
			t.Errorf("change %d came after the fifth", seq)
		}
	})
}

// await returns what comes, or fails when nothing comes at all.
func await[V any](t *testing.T, from <-chan V) (v V) {
	t.Helper()
	select {
	case v = <-from:
	case <-time.After(3 * time.Minute):
		t.Fatal("nothing came while other receivers did not answer")
	}
	return v
}
