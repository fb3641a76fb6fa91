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
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/webhook"
)

// engines runs a test on both.
func engines(t *testing.T, test func(h *house)) {
	t.Run("sqlite", func(t *testing.T) { test(newHouse(t, testdb.SQLite(t))) })
	t.Run("postgres", func(t *testing.T) { test(newHouse(t, testdb.Postgres(t))) })
}

// house is an organization with events, a receiver, and a clock that is moved.
type house struct {
	*testing.T
	store    *store.Store
	writer   *sequencer.Writer
	ids      *id.Maker
	clock    time.Time
	org      string
	secrets  webhook.Secrets
	receiver *receiver

	mu   sync.Mutex
	told map[string]int // tries by what became of their change (guarded by mu)
}

func newHouse(t *testing.T, url string) *house {
	st, err := store.Open(t.Context(), store.Config{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := st.Close(); err != nil {
			t.Error(err)
		}
	})
	h := &house{T: t, store: st, ids: &id.Maker{}, clock: time.Now(), secrets: webhook.Secrets{Key: []byte("0123456789abcdef0123456789abcdef")}}
	if h.writer, err = sequencer.NewWriter(sequencer.WriterConfig{Store: st, SigningKey: ed25519.NewKeyFromSeed(make([]byte, 32))}); err != nil {
		t.Fatal(err)
	}
	h.org = h.ids.Top(id.Organization)
	h.must(st.Organizations.CreateOrganization(t.Context(), store.Organization{ID: h.org, Name: "Test"}))
	h.receiver = &receiver{T: t}
	server := httptest.NewServer(h.receiver)
	t.Cleanup(server.Close)
	h.receiver.url = server.URL
	return h
}

func (h *house) must(err error) {
	h.Helper()
	if err != nil {
		h.Fatal(err)
	}
}

func (h *house) write(event string, d *store.DetailsChange, commands ...inventory.Command) {
	h.Helper()
	reqs := make([]sequencer.Request, len(commands))
	for i, c := range commands {
		reqs[i] = sequencer.Request{EventID: event, Command: c, Details: d}
	}
	results, _ := h.writer.Write(h.Context(), event, reqs)
	for _, r := range results {
		if r.Err != nil || r.Reply.Code != inventory.OK {
			h.Fatalf("%+v", r)
		}
	}
}

// event makes an event with people in it: 3 rows of its beginning, and one each.
func (h *house) event(people int) string {
	h.Helper()
	event := h.ids.Top(id.Event)
	pool, tier := h.ids.In(id.Pool, event), h.ids.In(id.Tier, event)
	start := inventory.At(h.clock.Add(30 * 24 * time.Hour))
	h.write(event, store.Details{Title: "Concert"}.All(), inventory.Create{
		Who:   inventory.Who{Actor: "system", Staff: true},
		Event: inventory.Event{ID: event, OrgID: h.org, StartsAt: start, EndsAt: start + inventory.Instant(inventory.Hour), Zone: time.UTC},
		Pools: []inventory.Pool{{ID: pool, Name: "All", Capacity: 1000}}, Tiers: []inventory.Tier{{ID: tier, Name: "General", Pools: []string{pool}}},
		Publish: true,
	})
	h.people(event, tier, people)
	return event
}

func (h *house) people(event, tier string, n int) {
	h.Helper()
	if tier == "" {
		v, err := h.store.Events.Event(h.Context(), event)
		h.must(err)
		tier = v.Tiers[0].ID
	}
	var all []inventory.Command
	for range n {
		person := h.ids.In(id.Person, event)
		all = append(all, inventory.Register{Who: inventory.Who{Actor: "public"}, OrderID: h.ids.In(id.Order, event), Party: inventory.Party{
			UserID: person, Tier: tier, Units: 1, Guests: "[]", PersonID: person, EntryID: h.ids.In(id.Entry, event),
			Profile: inventory.Profile{Email: person + "@example.org"},
		}})
	}
	h.write(event, nil, all...)
}

func (h *house) endpoint(types ...string) *store.WebhookEndpoint {
	h.Helper()
	e := store.WebhookEndpoint{ID: h.ids.Top("whk_"), OrgID: h.org, URL: h.receiver.url + "/hook", Types: types, State: "enabled", SecretVersion: 1, CreatedAt: inventory.At(h.clock)}
	h.must(h.store.Webhooks.CreateWebhook(h.Context(), e))
	return &e
}

func (h *house) again(e *store.WebhookEndpoint) *store.WebhookEndpoint {
	h.Helper()
	got, err := h.store.Webhooks.Webhook(h.Context(), h.org, e.ID)
	h.must(err)
	return got
}

func (h *house) pump(process string) *webhook.Pump {
	h.Helper()
	now := func() time.Time { return h.clock }
	p, err := webhook.NewPump(webhook.Config{
		Store: h.store, Sender: webhook.NewSender(h.secrets, netguard.Guard{Private: true}, nil, now, "test"), Process: process, Now: now, Log: slog.New(slog.DiscardHandler),
		Tell: func(_ context.Context, e *store.WebhookEndpoint) ([]store.Job, error) {
			return []store.Job{{Kind: "told_" + e.ID, Args: []byte("{}"), Queue: "default", Priority: 1, MaxAttempts: 1}}, nil
		},
		Observe: func(state string, _ time.Duration) {
			h.mu.Lock()
			defer h.mu.Unlock()
			if h.told == nil {
				h.told = map[string]int{}
			}
			h.told[state]++
		},
	})
	h.must(err)
	return p
}

// settle pumps until there is nothing more to do now.
func (h *house) settle(p *webhook.Pump) {
	h.Helper()
	for {
		more, err := p.Round(h.Context())
		h.must(err)
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
	engines(t, func(h *house) {
		old := h.event(5)
		e := h.endpoint()
		p := h.pump("one")
		h.settle(p)
		if h.receiver.calls != 0 {
			t.Errorf("%d calls for what was there before", h.receiver.calls)
		}
		h.people(old, "", 30)
		fresh := h.event(250)
		h.settle(p)
		h.receiver.inOrder(map[string]int{old: 30, fresh: 253})
		if len(h.receiver.taken) != 283 {
			t.Errorf("%d sent, want 283: none twice", len(h.receiver.taken))
		}
		h.verify(e, 0)
		first := h.receiver.taken[0]
		if first.Type == "" || first.Timestamp.IsZero() || first.Type != first.Data.Type {
			t.Errorf("%+v", first)
		}
		rows, err := h.store.Webhooks.WebhookDeliveries(h.Context(), e.ID, "delivered", store.DeliveryPosition{}, 1000)
		h.must(err)
		if len(rows) != 283 || h.again(e).SucceededAt == 0 {
			t.Errorf("%d deliveries on record", len(rows))
		}
		h.settle(p)
		if h.receiver.calls != 283 {
			t.Errorf("%d calls after all was taken", h.receiver.calls)
		}
		h.clock = h.clock.Add(8 * 24 * time.Hour)
		h.must(p.Prune(h.Context()))
		if rows, err = h.store.Webhooks.WebhookDeliveries(h.Context(), e.ID, "", store.DeliveryPosition{}, 1000); err != nil || len(rows) != 0 {
			t.Errorf("%d deliveries after pruning, %v", len(rows), err)
		}
	})
}

// verify checks the signature of the nth change that was taken as a receiver
// does, by the library of the specification.
func (h *house) verify(e *store.WebhookEndpoint, n int) {
	h.Helper()
	wh, err := webhooks.NewWebhook(h.secrets.Text(e))
	h.must(err)
	if err := wh.Verify(h.receiver.raw[n], h.receiver.headers[n]); err != nil {
		h.Errorf("signature: %v", err)
	}
	tampered := slices.Clone(h.receiver.raw[n])
	tampered[len(tampered)-2] ^= 1
	if wh.Verify(tampered, h.receiver.headers[n]) == nil {
		h.Error("a tampered body has a good signature")
	}
}

func TestRotatedSecret(t *testing.T) {
	engines(t, func(h *house) {
		e := h.endpoint()
		before := *e
		e, err := h.store.Webhooks.ChangeWebhook(h.Context(), h.org, e.ID, func(e *store.WebhookEndpoint) error {
			e.SecretVersion, e.RotatedAt = e.SecretVersion+1, inventory.At(h.clock)
			return nil
		})
		h.must(err)
		h.event(0)
		h.settle(h.pump("one"))
		h.verify(e, 0)
		h.verify(&before, 0)
		h.clock = h.clock.Add(webhook.Overlap)
		h.event(0)
		h.settle(h.pump("one"))
		if signatures := h.receiver.headers[3].Get("webhook-signature"); strings.Contains(signatures, " ") {
			t.Errorf("the old secret still signs: %s", signatures)
		}
		raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(h.secrets.Text(e), "whsec_"))
		if err != nil || len(raw) != 32 {
			t.Errorf("secret of %d bytes, %v", len(raw), err)
		}
	})
}

func TestTypes(t *testing.T) {
	engines(t, func(h *house) {
		h.endpoint("order.*")
		event := h.event(2)
		h.settle(h.pump("one"))
		for _, b := range h.receiver.taken {
			if b.Type != "order.registered" {
				t.Errorf("%s was sent", b.Type)
			}
		}
		h.receiver.inOrder(map[string]int{event: 2})
	})
}

// TestDownForADay: a receiver that is down for a day gets everything in order.
func TestDownForADay(t *testing.T) {
	engines(t, func(h *house) {
		e := h.endpoint()
		one, two := h.event(40), h.event(10)
		p := h.pump("one")
		h.receiver.set(func(n int, _ *webhook.Body) int { return []int{500, 503, 429, 301, 404}[n%5] })
		for range 24 * 4 {
			h.settle(p)
			h.clock = h.clock.Add(15 * time.Minute)
		}
		if n := h.receiver.calls; n < 30 || n > 120 {
			t.Errorf("%d attempts in a day for two events", n)
		}
		h.people(one, "", 5)
		h.receiver.set(nil)
		h.clock = h.clock.Add(2 * time.Hour)
		h.settle(p)
		h.receiver.inOrder(map[string]int{one: 48, two: 13})
		if e = h.again(e); e.State != "enabled" || e.FailingSince != 0 {
			t.Errorf("after a day: %+v", e)
		}
	})
}

// TestGivesUp: a change that the receiver never takes is given up after three
// days and those behind it follow; an endpoint that takes nothing at all is
// disabled, and loses nothing.
func TestGivesUp(t *testing.T) {
	engines(t, func(h *house) {
		e := h.endpoint()
		poisoned, fine := h.event(2), h.event(0)
		bad := int64(2)
		h.receiver.set(func(_ int, b *webhook.Body) int {
			if b.Data.EventID == poisoned && b.Data.LedgerSeq == bad {
				return 400
			}
			return 200
		})
		p := h.pump("one")
		for range 80 {
			h.settle(p)
			h.clock = h.clock.Add(time.Hour)
			h.people(fine, "", 1)
		}
		h.settle(p)
		failed, err := h.store.Webhooks.WebhookDeliveries(h.Context(), e.ID, "failed", store.DeliveryPosition{}, 10)
		h.must(err)
		if len(failed) != 1 || failed[0].Seq != bad || failed[0].Status != 400 || failed[0].Attempts < 10 {
			t.Errorf("failed: %+v", failed)
		}
		if h.told["delivered"] != 4+83 || h.told["failed"] != 1 || h.told["retrying"] != int(failed[0].Attempts)-1 {
			t.Errorf("told of %v", h.told)
		}
		count := map[string]int{}
		for _, b := range h.receiver.taken {
			count[b.Data.EventID]++
		}
		if count[poisoned] != 4 || count[fine] != 83 || h.again(e).State != "enabled" {
			t.Errorf("taken %v of 4 and 83, endpoint %s", count, h.again(e).State)
		}

		h.receiver.set(func(int, *webhook.Body) int { return 500 })
		h.people(fine, "", 3)
		for range 80 {
			h.settle(p)
			h.clock = h.clock.Add(time.Hour)
		}
		if e = h.again(e); e.State != "disabled" || e.Reason == "" {
			t.Fatalf("after three days of nothing: %+v", e)
		}
		calls := h.receiver.calls
		h.settle(p)
		if h.receiver.calls != calls {
			t.Error("a disabled endpoint is called")
		}
		h.receiver.set(nil)
		_, err = h.store.Webhooks.ChangeWebhook(h.Context(), h.org, e.ID, func(e *store.WebhookEndpoint) error {
			e.State, e.Reason, e.FailingSince = "enabled", "", 0
			return nil
		})
		h.must(err)
		h.must(h.store.Webhooks.RetryWebhook(h.Context(), e.ID))
		h.settle(p)
		h.receiver.taken = slices.DeleteFunc(h.receiver.taken, func(b webhook.Body) bool { return b.Data.EventID == poisoned })
		h.receiver.inOrder(map[string]int{fine: 86})
	})
}

func TestGone(t *testing.T) {
	engines(t, func(h *house) {
		e := h.endpoint()
		h.event(0)
		h.receiver.set(func(int, *webhook.Body) int { return http.StatusGone })
		h.settle(h.pump("one"))
		if e = h.again(e); e.State != "disabled" || !strings.Contains(e.Reason, "410") {
			t.Errorf("%+v", e)
		}
		h.settle(h.pump("two"))
		var told int
		h.must(h.store.JobsDB().QueryRowContext(h.Context(), "select count(*) from river_job where kind = '"+"told_"+e.ID+"'").Scan(&told))
		if told != 1 {
			t.Errorf("told %d times", told)
		}
	})
}

// TestKilled: what was sent but not recorded when the process died is sent
// again, with the same id; nothing is missing.
func TestKilled(t *testing.T) {
	engines(t, func(h *house) {
		h.endpoint()
		event := h.event(100)
		ctx, kill := context.WithCancel(h.Context())
		h.receiver.set(func(n int, _ *webhook.Body) int {
			if n == 50 {
				kill()
			}
			return 200
		})
		_, err := h.pump("one").Round(ctx)
		if err == nil {
			t.Fatal("the round was not cut off")
		}
		h.receiver.set(nil)
		h.clock = h.clock.Add(2 * time.Minute) // the lease of the dead ends
		h.settle(h.pump("two"))
		h.receiver.inOrder(map[string]int{event: 103})
	})
}

// TestTwoProcesses: while one delivers to an endpoint, another does not.
func TestTwoProcesses(t *testing.T) {
	engines(t, func(h *house) {
		e := h.endpoint()
		event := h.event(60)
		now := inventory.At(h.clock)
		ok, err := h.store.Webhooks.LeaseWebhook(h.Context(), e.ID, "elsewhere", now, now+60_000_000)
		h.must(err)
		if !ok {
			t.Fatal("a free endpoint was not leased")
		}
		h.settle(h.pump("one"))
		if h.receiver.calls != 0 {
			t.Errorf("%d calls beside the process that has the lease", h.receiver.calls)
		}
		h.clock = h.clock.Add(time.Minute)
		h.settle(h.pump("one"))
		h.receiver.inOrder(map[string]int{event: 63})
	})
}

func TestReplay(t *testing.T) {
	engines(t, func(h *house) {
		e := h.endpoint()
		event := h.event(4)
		p := h.pump("one")
		h.settle(p)
		h.must(h.store.Webhooks.ReplayWebhook(h.Context(), e.ID, event, 6))
		h.settle(p)
		var seqs []int64
		for _, b := range h.receiver.taken {
			seqs = append(seqs, b.Data.LedgerSeq)
		}
		if got := fmt.Sprint(seqs); got != "[1 2 3 4 5 6 7 6 7]" {
			t.Errorf("sent %s", got)
		}
		h.must(h.store.Webhooks.ReplayWebhook(h.Context(), e.ID, event, 90)) // not there yet
		h.settle(p)
		if len(h.receiver.taken) != 9 {
			t.Errorf("%d sent", len(h.receiver.taken))
		}
	})
}
