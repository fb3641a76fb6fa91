package storetest

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// readFeed reads an organization's feed while its events grow and others
// gather: nothing is missing, nothing comes twice, each event is in order.
func readFeed(t *testing.T, s *store.Store) {
	written := []*writtenRows{newWrittenRows(eventID(1400), "tir_a"), newWrittenRows(eventID(1401), "tir_a")}
	written[1].org = written[0].org
	other := newWrittenRows(eventID(1402), "tir_a")
	for i, w := range []*writtenRows{written[0], written[1], other} {
		for n := range 7 + i {
			w.join(w.person(fmt.Sprint("p", n)), "tir_a", 0)
		}
		if i == 1 {
			w.writeInto(t, s)
		} else {
			w.write(t, s)
		}
	}
	org := written[0].org
	read := func(limit int) map[string][]int64 {
		seen, after := map[string][]int64{}, messages.FeedPosition{}
		for {
			page := must[[]messages.FeedRow](t)(s.Feeds.Changes(t.Context(), org, after, limit, 1, s.Events.Audit))
			if len(page) == 0 {
				return seen
			}
			if len(page) > limit {
				t.Fatalf("%d lines, limit %d", len(page), limit)
			}
			for _, l := range page {
				seen[l.EventID], after = append(seen[l.EventID], l.Seq), l.At
			}
		}
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if _, err := s.Feeds.Changes(t.Context(), org, messages.FeedPosition{}, 3, 1, s.Events.Audit); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for _, limit := range []int{1, 3, 100} {
		seen := read(limit)
		for _, w := range written {
			want := make([]int64, len(w.audit))
			for i := range want {
				want[i] = int64(i) + 1
			}
			same(t, seen[w.event], want)
		}
		if len(seen) != 2 {
			t.Errorf("changes of %d events, want 2", len(seen))
		}
	}
}

// readWebhooks checks what the pump's tests do not see: whose an endpoint is,
// and that a change of it is all or nothing.
func readWebhooks(t *testing.T, s *store.Store) {
	ctx, w := t.Context(), newWrittenRows(eventID(1410), "tir_a")
	w.join(w.person("a"), "tir_a", 0)
	w.join(w.person("b"), "tir_a", 0)
	w.write(t, s)
	e := messages.WebhookEndpoint{ID: "whk_a", OrgID: w.org, URL: "https://example.org/", Types: []string{"order.*"}, State: "enabled", SecretVersion: 1, CreatedAt: 5}
	if err := s.Webhooks.CreateWebhook(ctx, e); err != nil {
		t.Fatal(err)
	}
	wantErr(t, s.Webhooks.CreateWebhook(ctx, e), database.ErrConflict)
	none := e
	none.ID, none.OrgID = "whk_b", "org_nobody"
	wantErr(t, s.Webhooks.CreateWebhook(ctx, none), database.ErrConstraint)
	same(t, must[[]messages.WebhookEndpoint](t)(s.Webhooks.WebhooksOf(ctx, w.org)), []messages.WebhookEndpoint{e})
	webhookLimit(t, s, e)
	_, err := s.Webhooks.Webhook(ctx, "org_nobody", e.ID)
	wantErr(t, err, database.ErrNotFound)

	refused := errors.New("refused")
	_, err = s.Webhooks.ChangeWebhook(ctx, w.org, e.ID, func(e *messages.WebhookEndpoint) error { e.URL = "https://other.org/"; return refused })
	wantErr(t, err, refused)
	_, err = s.Webhooks.ChangeWebhook(ctx, "org_nobody", e.ID, func(*messages.WebhookEndpoint) error { return nil })
	wantErr(t, err, database.ErrNotFound)
	same(t, must[*messages.WebhookEndpoint](t)(s.Webhooks.Webhook(ctx, w.org, e.ID)), &e)

	// What was there before the endpoint is not due; what comes later is.
	due := func(now int64) []messages.WebhookWork {
		return must[[]messages.WebhookWork](t)(s.Webhooks.WebhookDue(ctx, e.ID, w.org, []string{w.event, "evt_none"}, instant(now)))
	}
	found := func(now int64) (retries, swept []string) {
		swept, next, err := s.Webhooks.WebhookSweep(ctx, e.ID, w.org, "", instant(now), 10)
		if err != nil || next != "" {
			t.Fatalf("the sweep goes on at %q: %v", next, err)
		}
		return must[[]string](t)(s.Webhooks.WebhookRetries(ctx, e.ID, instant(now), 10)), swept
	}
	finds := func(now int64, again bool) {
		t.Helper()
		retries, swept := found(now)
		if slices.Contains(retries, w.event) != again || slices.Contains(swept, w.event) != again {
			t.Errorf("at %d found to try again %v, and by looking at all %v; want: %t", now, retries, swept, again)
		}
	}
	same(t, must[map[string]string](t)(s.Events.OrganizationsOf(ctx, []string{w.event, "evt_none"})), map[string]string{w.event: w.org})
	same(t, len(due(10)), 0)
	finds(10, false)
	last := int64(len(w.audit))
	if err := s.Webhooks.ReplayWebhook(ctx, e.ID, w.event, last); err != nil {
		t.Fatal(err)
	}
	same(t, due(10), []messages.WebhookWork{{EventID: w.event, Seq: last - 1, Last: last}})
	finds(10, true)
	progress := &messages.WebhookProgress{EndpointID: e.ID, EventID: w.event, Before: last - 1, Seq: last - 1, Attempts: 1, FailingSince: 10, NextAt: 20, FailedAt: 10}
	if err := s.Webhooks.RecordWebhook(ctx, progress); err != nil {
		t.Fatal(err)
	}
	same(t, len(due(19)), 0)
	finds(19, false)
	finds(20, true)
	if err := s.Webhooks.RetryWebhook(ctx, e.ID); err != nil {
		t.Fatal(err)
	}
	finds(2, true)
	if err := s.Webhooks.RecordWebhook(ctx, progress); err != nil {
		t.Fatal(err)
	}
	same(t, due(20), []messages.WebhookWork{{EventID: w.event, Seq: last - 1, Last: last, Attempts: 1, FailingSince: 10}})
	same(t, must[*messages.WebhookEndpoint](t)(s.Webhooks.Webhook(ctx, w.org, e.ID)).FailingSince, instant(10))

	// A run that began before a replay does not undo it.
	stale := &messages.WebhookProgress{EndpointID: e.ID, EventID: w.event, Before: 0, Seq: last}
	if err := s.Webhooks.RecordWebhook(ctx, stale); err != nil {
		t.Fatal(err)
	}
	same(t, due(20)[0].Seq, last-1)

	wantErr(t, s.Webhooks.DeleteWebhook(ctx, "org_nobody", e.ID), database.ErrNotFound)
	if err := s.Webhooks.DeleteWebhook(ctx, w.org, e.ID); err != nil {
		t.Fatal(err)
	}
	wantErr(t, s.Webhooks.DeleteWebhook(ctx, w.org, e.ID), database.ErrNotFound)
	followWebhooks(t, s, w, e)
}

// followWebhooks: the endpoints of a cell become those of the catalogue, and what was sent to them
// stays. A new one is told about what comes, and one that is enabled again at once what has waited.
func followWebhooks(t *testing.T, s *store.Store, w *writtenRows, e messages.WebhookEndpoint) {
	t.Helper()
	ctx, last := t.Context(), int64(len(w.audit))
	follow := func(list ...messages.WebhookEndpoint) {
		t.Helper()
		for range 2 { // once more changes nothing
			if err := s.Webhooks.Follow(ctx, w.org, list); err != nil {
				t.Fatal(err)
			}
			if have := must[[]messages.WebhookEndpoint](t)(s.Webhooks.WebhooksOf(ctx, w.org)); len(have)+len(list) > 0 {
				same(t, have, list)
			}
		}
	}
	owners := func() bool {
		return slices.Contains(must[[]string](t)(s.Webhooks.HookOwners(ctx, "", 1000)), w.org)
	}
	due := func(endpoint string) int {
		return len(must[[]messages.WebhookWork](t)(s.Webhooks.WebhookDue(ctx, endpoint, w.org, []string{w.event}, 50)))
	}
	wantErr(t, s.Webhooks.Follow(ctx, "org_nobody", []messages.WebhookEndpoint{e}), database.ErrNotFound)
	same(t, owners(), false)
	other := e
	other.ID, other.URL = "whk_c", "https://c.example.org/"
	follow(e, other)
	same(t, owners(), true)
	same(t, due(e.ID), 0)
	if err := s.Webhooks.RecordWebhook(ctx, &messages.WebhookProgress{EndpointID: e.ID, EventID: w.event, Before: last, Seq: last - 1, Attempts: 3, FailingSince: 10, NextAt: 1000, FailedAt: 10}); err != nil {
		t.Fatal(err)
	}
	same(t, due(e.ID), 0) // not before 1000
	off := e
	off.State, off.Reason, off.Types, off.SecretVersion, off.RotatedAt, off.FailingSince = "disabled", "gone", []string{"entry.*"}, 2, 7, 10
	follow(off)
	on := off
	on.State, on.Reason, on.FailingSince = "enabled", "", 0
	follow(on)
	same(t, due(e.ID), 1)
	follow()
	same(t, owners(), false)
}

// webhookLimit: of many endpoints that are made at once there are as many as there may be.
func webhookLimit(t *testing.T, s *store.Store, e messages.WebhookEndpoint) {
	var all sync.WaitGroup
	var refused atomic.Int64
	for i := range messages.MaxWebhooks + 4 {
		all.Go(func() {
			e := e
			e.ID = fmt.Sprintf("whk_one_of_%02d", i)
			switch err := s.Webhooks.CreateWebhook(t.Context(), e); {
			case errors.Is(err, database.ErrLimit):
				refused.Add(1)
			case err != nil:
				t.Error(err)
			}
		})
	}
	all.Wait()
	have := must[[]messages.WebhookEndpoint](t)(s.Webhooks.WebhooksOf(t.Context(), e.OrgID))
	if len(have) != messages.MaxWebhooks || refused.Load() != 5 {
		t.Errorf("%d endpoints and %d refused, want %d and 5", len(have), refused.Load(), messages.MaxWebhooks)
	}
	for i := range have {
		if have[i].ID != e.ID {
			if err := s.Webhooks.DeleteWebhook(t.Context(), e.OrgID, have[i].ID); err != nil {
				t.Fatal(err)
			}
		}
	}
}
