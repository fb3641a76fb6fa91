package cells

import (
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/netguard"
	"github.com/holdfast-events/holdfast/internal/store/archives"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/webhook"
)

// heard is a receiver of webhooks, and what it has taken.
type heard struct {
	mu    sync.Mutex
	down  bool             // it takes nothing
	seqs  []int64          // in the order in which they came
	times map[string]int   // each change
	by    map[string]int64 // the greatest of each event
}

func (h *heard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	var b webhook.Body
	if err == nil {
		err = json.Unmarshal(body, &b)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if err != nil || h.down {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	h.seqs = append(h.seqs, b.Data.LedgerSeq)
	h.times[b.Data.ID]++
	h.by[b.Data.EventID] = max(h.by[b.Data.EventID], b.Data.LedgerSeq)
}

// pumped has the servers of a cell send what is due.
func (w *fixture) pumped(cell string, at time.Time) {
	w.t.Helper()
	now := func() time.Time { return at }
	p, err := webhook.NewPump(webhook.Config{
		Store: w.of[cell], Owner: w.of["home"], Sender: webhook.NewSender(webhook.Secrets{Key: make([]byte, 32)}, netguard.Guard{Private: true}, nil, now, "test"),
		ReadAudit: w.of[cell].Events.Audit, Process: "prc_" + cell + at.String(), Now: now, Log: slog.New(slog.DiscardHandler),
	})
	must(w.t, err)
	for more := true; more; {
		more, err = p.Round(w.t.Context())
		must(w.t, err)
	}
}

// TestMoveHooks: the events of an organization with webhooks move. What was not sent yet is sent by
// the cell where the event lives, each change in ledger order, none is left out, and none that was
// recorded is sent once more. A cell follows what organizers change in the catalogue.
func TestMoveHooks(t *testing.T) {
	t.Parallel()
	w := newFixture(t)
	ctx, event, org := t.Context(), w.stored.Event, w.stored.Org
	h := &heard{times: map[string]int{}, by: map[string]int64{}}
	receiver := httptest.NewServer(h)
	t.Cleanup(receiver.Close)
	clock := time.Now()
	hook := messages.WebhookEndpoint{ID: "whk_000000000001", OrgID: org, URL: receiver.URL, State: "enabled", SecretVersion: 1, CreatedAt: inventory.At(clock)}
	must(t, w.of["home"].Webhooks.CreateWebhook(ctx, hook))
	created, _, err := w.of["home"].Cells.Head(ctx, event)
	must(t, err)

	must(t, w.come("home", 10))
	w.pumped("home", clock)
	must(t, w.come("home", 10)) // waits to be sent
	for _, way := range []struct {
		to   string
		kill []string
	}{{"west", []string{"organization", "fill webhook_positions", "fill webhook_deliveries", "compare"}}, {"east", []string{"clear"}}, {"home", nil}} {
		w.moves(w.config(nil), way.to, way.kill...)
		must(t, w.come(way.to, 5))
		for _, cell := range names {
			if cell != way.to {
				w.gone(cell, "webhook_positions", "webhook_deliveries")
				w.pumped(cell, clock)
			}
		}
		before := len(h.seqs)
		w.pumped(way.to, clock)
		last, _, err := w.of[way.to].Cells.Head(ctx, event)
		must(t, err)
		if len(h.seqs) == before || !slices.IsSorted(h.seqs) || h.by[event] != last || int64(len(h.seqs)) != last-created {
			t.Errorf("%s has sent %d of %d changes, the last is %d of %d", way.to, len(h.seqs), last-created, h.by[event], last)
		}
		// Who has begun to send in the cell that the event has left records nothing there.
		err = w.of["west"].Webhooks.RecordWebhook(ctx, &messages.WebhookProgress{EndpointID: hook.ID, EventID: event, Before: 1, Seq: 2})
		if way.to != "west" && !errors.Is(err, archives.ErrElsewhere) {
			t.Errorf("recorded where it was: %v", err)
		}
		w.settled(way.to)
		w.clean()
	}
	for change, times := range h.times {
		if times != 1 {
			t.Errorf("%s came %d times", change, times)
		}
	}

	// One that fails is disabled in the catalogue, followed by the cell, and goes on once it is enabled.
	w.moves(w.config(nil), "west")
	follow := func() { must(t, followHooks(ctx, w.of["home"], w.of["west"], org)) }
	must(t, w.come("west", 3))
	h.down = true
	w.pumped("west", clock)
	clock = clock.Add(webhook.GiveUpAfter + 2*time.Hour)
	w.pumped("west", clock)
	is, err := w.of["home"].Webhooks.Webhook(ctx, org, hook.ID)
	if err != nil || is.State != "disabled" {
		t.Fatalf("it accepted nothing for three days: %+v, %v", is, err)
	}
	follow()
	h.down = false
	w.pumped("west", clock)
	if last, _, err := w.of["west"].Cells.Head(ctx, event); err != nil || h.by[event] == last {
		t.Errorf("one that is disabled was sent something, %v", err)
	}
	_, err = w.of["home"].Webhooks.ChangeWebhook(ctx, org, hook.ID, func(e *messages.WebhookEndpoint) error {
		e.State, e.Reason, e.FailingSince, e.SecretVersion, e.RotatedAt = "enabled", "", 0, 2, inventory.At(clock)
		return nil
	})
	must(t, err)
	follow()
	is, err = w.of["west"].Webhooks.Webhook(ctx, org, hook.ID)
	if err != nil || is.State != "enabled" || is.FailingSince != 0 || is.SecretVersion != 2 {
		t.Errorf("enabled again: %+v, %v", is, err)
	}
	w.pumped("west", clock)
	if last, _, err := w.of["west"].Cells.Head(ctx, event); err != nil || h.by[event] != last || int64(len(h.seqs)) != last-created {
		t.Errorf("what waited: %d changes of %d, %v", len(h.seqs), last-created, err)
	}

	// One that is made while the event lives there is told about what comes, and one that is deleted is gone.
	second := hook
	second.ID, second.CreatedAt = "whk_000000000002", inventory.At(clock)
	must(t, w.of["home"].Webhooks.CreateWebhook(ctx, second))
	must(t, w.of["home"].Webhooks.DeleteWebhook(ctx, org, hook.ID))
	follow()
	sent := len(h.seqs)
	w.pumped("west", clock)
	if len(h.seqs) != sent {
		t.Errorf("%d changes from before were sent", len(h.seqs)-sent)
	}
	must(t, w.come("west", 1))
	w.pumped("west", clock)
	if len(h.seqs) == sent {
		t.Error("the new one is told nothing")
	}
	if _, err := w.of["west"].Webhooks.Webhook(ctx, org, hook.ID); !errors.Is(err, database.ErrNotFound) {
		t.Errorf("the deleted one: %v", err)
	}
	w.moves(w.config(nil), "home")
	w.settled("home")
	w.clean()

	// None is made while an event of the organization is on its way.
	if _, err := Run(ctx, w.config(func(s string) error {
		if s == "copy" {
			return errKilled
		}
		return nil
	}), event, "east"); !errors.Is(err, errKilled) {
		t.Fatal(err)
	}
	third := hook
	third.ID = "whk_000000000003"
	if err := w.of["home"].Webhooks.CreateWebhook(ctx, third); !errors.Is(err, archives.ErrElsewhere) {
		t.Errorf("made while it moves: %v", err)
	}
	if err := w.of["home"].Webhooks.ReplayWebhook(ctx, second.ID, event, 1); !errors.Is(err, archives.ErrElsewhere) {
		t.Errorf("sent again while it moves: %v", err)
	}
	w.moves(w.config(nil), "home")
	w.clean()
}
