package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/rehearsal/runs"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// rehearsed returns the id of a rehearsal of an event, which has failed by then.
func (h *testServer) rehearsed(event string) string {
	h.t.Helper()
	r := waitingrooms.Rehearsal{ID: h.ids.In(waitingrooms.RehearsalPrefix, eventID(event)), EventID: eventID(event), People: 1, Minutes: 1, Curve: "burst", CreatedAt: inventory.At(h.now())}
	h.must(h.store.Rehearsals.StartRehearsal(h.t.Context(), r))
	r.State, r.Reason, r.FinishedAt = waitingrooms.RehearsalFailed, waitingrooms.RehearsalError, r.CreatedAt
	h.must(h.store.Rehearsals.EndRehearsal(h.t.Context(), &r))
	return r.ID
}

// ends waits until a rehearsal is in a state for a reason.
func (h *testServer) ends(rehearsal, state, reason string) *answer {
	h.t.Helper()
	var got *answer
	h.eventually(state+" "+reason, func() bool {
		got = h.owner("GET", "/v1/rehearsals/"+rehearsal, nil).want(200)
		return got.text("state") != "running"
	})
	if why, _ := got.at("reason").(string); got.text("state") != state || why != reason {
		h.t.Errorf("the rehearsal has %s", got.Raw)
	}
	return got
}

// TestRehearsals: an owner rehearses, sees how far it is and what came of it; one at a time on
// the whole server, and never beside an on-sale.
func TestRehearsals(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		event, other := h.event(10), h.event(10)
		var asked waitingrooms.Rehearsal
		end := make(chan struct{})
		h.rehearse = func(ctx context.Context, r *waitingrooms.Rehearsal, progress func(runs.Progress)) (json.RawMessage, error) {
			asked = *r
			progress(runs.Progress{Phase: runs.Selling, Seconds: 2.5, Arrived: 90, Called: 40, Sold: 7, Capacity: 10})
			select {
			case <-end:
				return json.RawMessage(`{"sound":true,"engine":"sqlite","cpus":2,"sold":10,"capacity":10,"inside":{"answers":30,"p50_ms":2.5,"p99_ms":70},
					"refusals":[{"code":"sold_out","count":4}],"limits":[{"code":"inside","peak":5,"limit":5,"share":1}],"differs":["no_proof_of_work"]}`), nil
			case <-ctx.Done():
				return nil, context.Cause(ctx)
			}
		}
		body := object{"people": 100, "max_inside": 5}
		started := h.send("POST", event+"/rehearsals", h.keys[identity.Owner], body, "Idempotency-Key: one").want(202)
		name := started.text("id")
		if started.text("state") != "running" || started.number("minutes") != 5 || started.text("curve") != "emf" {
			t.Errorf("started: %s", started.Raw)
		}
		if again := h.send("POST", event+"/rehearsals", h.keys[identity.Owner], body, "Idempotency-Key: one").want(202); again.text("id") != name {
			t.Errorf("asked for again: %s", again.Raw)
		}
		h.send("POST", event+"/rehearsals", h.keys[identity.Owner], object{"people": 101}, "Idempotency-Key: one").problem(422, "idempotency_key_reused")
		h.owner("POST", event+"/rehearsals", body).problem(409, "rehearsal_running")
		h.owner("POST", other+"/rehearsals", body).problem(409, "rehearsal_running")
		h.eventually("progress", func() bool {
			got := h.owner("GET", "/v1/rehearsals/"+name, nil).want(200)
			return got.at("progress", "phase") == "selling" && got.number("progress", "sold") == 7
		})
		close(end)
		done := h.ends(name, "done", "")
		if asked.People != 100 || asked.Inside != 5 || asked.Minutes != 5 || done.at("report", "sound") != true || done.number("report", "refusals", 0, "count") != 4 || done.at("progress") != nil {
			t.Errorf("done: %+v, %s", asked, done.Raw)
		}
		if list := h.owner("GET", event+"/rehearsals", nil).want(200); list.at("enabled") != true || list.text("items", 0, "id") != name || len(list.at("items").([]any)) != 1 {
			t.Errorf("the list: %s", list.Raw)
		}
		for field, wrong := range map[string]object{"people": {"people": 50_001}, "minutes": {"people": 1, "minutes": 11}, "curve": {"people": 1, "curve": "wave"}, "max_inside": {"people": 1, "max_inside": -2}} {
			if got := h.owner("POST", event+"/rehearsals", wrong).problem(422, "invalid_request"); got.text("errors", 0, "field") != field {
				t.Errorf("%s: %s", field, got.Raw)
			}
		}
		h.sound()
	})
}

// TestRehearsalEnds: each way in which a rehearsal ends without a report is named.
func TestRehearsalEnds(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		event := h.event(10)
		start := func() string {
			t.Helper()
			return h.owner("POST", event+"/rehearsals", object{"people": 1}).want(202).text("id")
		}
		waits := func(ctx context.Context, _ *waitingrooms.Rehearsal, _ func(runs.Progress)) (json.RawMessage, error) {
			<-ctx.Done()
			return nil, context.Cause(ctx)
		}
		h.rehearse = waits
		name := start()
		if got := h.owner("POST", "/v1/rehearsals/"+name+":stop", nil).want(200); got.text("id") != name {
			t.Errorf("stopped: %s", got.Raw)
		}
		h.ends(name, "stopped", "asked")
		h.owner("POST", "/v1/rehearsals/"+name+":stop", nil).want(200) // it stays as it is
		h.ends(name, "stopped", "asked")

		for _, c := range []struct {
			err    error
			reason string
		}{
			{errors.New("the process: exit status 2"), "error"},
			{&runs.Failure{Reason: waitingrooms.RehearsalConnections}, "connections"},
			{fmt.Errorf("wrapped: %w", &runs.Failure{Reason: waitingrooms.RehearsalNoTickets}), "no_tickets"},
		} {
			h.rehearse = func(context.Context, *waitingrooms.Rehearsal, func(runs.Progress)) (json.RawMessage, error) {
				return nil, c.err
			}
			h.ends(start(), "failed", c.reason)
		}

		// Its server is gone: nobody has heard of it for a while.
		lost := waitingrooms.Rehearsal{ID: h.ids.In(waitingrooms.RehearsalPrefix, eventID(event)), EventID: eventID(event), People: 1, Minutes: 1, Curve: "emf", CreatedAt: inventory.At(h.now())}
		h.must(h.store.Rehearsals.StartRehearsal(t.Context(), lost))
		h.owner("POST", event+"/rehearsals", object{"people": 1}).problem(409, "rehearsal_running")
		h.later(31 * time.Second)
		h.ends(lost.ID, "failed", "interrupted")
		h.rehearse = waits
		name = start()
		h.ends(lost.ID, "failed", "interrupted")

		// An on-sale of somebody else comes near.
		other := h.event(10)
		h.queue(other, 1, "none") // which opens in an hour
		h.ends(name, "stopped", "on_sale")
		if got := h.owner("POST", event+"/rehearsals", object{"people": 1}).problem(409, "on_sale_near"); got.text("detail") == "" {
			t.Errorf("beside an on-sale: %s", got.Raw)
		}
		h.owner("PUT", other+"/onsale", object{"mode": "open"}).want(200)

		// The oldest go.
		for range waitingrooms.RehearsalsKept {
			name = h.rehearsed(event)
		}
		list := h.owner("GET", event+"/rehearsals", nil).want(200)
		if items := list.at("items").([]any); len(items) != waitingrooms.RehearsalsKept || list.text("items", 0, "id") != name {
			t.Errorf("%d are kept", len(items))
		}
		h.owner("GET", "/v1/rehearsals/"+lost.ID, nil).problem(404, "not_found")
		h.owner("GET", "/v1/rehearsals/"+id.Named(waitingrooms.RehearsalPrefix, eventID(event), "x"), nil).problem(404, "not_found")
	})
}

// TestNoRehearsals: where owners may not rehearse, they are told who can.
func TestNoRehearsals(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, func(cfg *api.Config) {
		var err error
		if cfg.Rehearsals, err = runs.New(runs.Config{Store: cfg.Store, Now: func() inventory.Instant { return 0 }, Log: cfg.Log}); err != nil {
			t.Fatal(err)
		}
	})
	event := h.event(10)
	h.owner("POST", event+"/rehearsals", object{"people": 1}).problem(409, "rehearsals_off")
	if list := h.owner("GET", event+"/rehearsals", nil).want(200); list.at("enabled") != false {
		t.Errorf("the list: %s", list.Raw)
	}
}
