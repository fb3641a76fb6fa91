package api_test

import (
	"fmt"
	"log/slog"
	"net/url"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/replay/stored"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestState: staff asks how an event stood, by the number of a row or by a time; now it
// stands as its tables say.
func TestState(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, at string) {
		h := newTestServerAt(t, at)
		event := h.event(2)
		h.register(event, "ada", "Guest One")
		h.later(time.Hour)
		cyd := h.register(event, "cyd")
		dan := h.register(event, "dan")
		then := h.owner("GET", event+"/audit?limit=200", nil).want(200).number("head", "seq")
		h.later(time.Hour)
		h.owner("DELETE", event+"/registrations/ada", nil).want(200) // Cyd and Dan are offered it
		h.later(time.Hour)
		h.owner("PATCH", event, object{"capacity": 5}).want(200)

		s := h.owner("GET", fmt.Sprint(event, "/state?at=", then), nil).want(200)
		for _, c := range []struct {
			want any
			path []any
		}{
			{"published", []any{"status"}},
			{float64(then), []any{"ledger_seq"}},
			{2.0, []any{"waiting"}}, {0.0, []any{"offered"}},
			{2.0, []any{"tiers", 0, "confirmed"}}, {0.0, []any{"tiers", 0, "held"}}, {2.0, []any{"tiers", 0, "waiting"}},
			{2.0, []any{"pools", 0, "capacity"}}, {0.0, []any{"pools", 0, "available"}}, {2.0, []any{"pools", 0, "confirmed"}},
			{nil, []any{"seats"}},
		} {
			if got := s.at(c.path...); got != c.want {
				t.Errorf("then %v was %v, want %v: %s", c.path, got, c.want, s.Raw)
			}
		}
		list := h.owner("GET", fmt.Sprint(event, "/state/waitlist?limit=1&at=", then), nil).want(200)
		rest := h.owner("GET", fmt.Sprint(event, "/state/waitlist?limit=1&at=", then, "&cursor=", list.text("next_cursor")), nil).want(200)
		if list.text("items", 0, "entry_id") != cyd.text("entry_id") || list.number("items", 0, "position") != 1 || list.text("items", 0, "name") != "Cyd" ||
			list.text("items", 0, "status") != "waiting" || rest.text("items", 0, "entry_id") != dan.text("entry_id") || rest.number("items", 0, "position") != 2 || rest.text("next_cursor") != "" {
			t.Errorf("then %s and %s waited", list.Raw, rest.Raw)
		}
		h.owner("GET", event+"/state/waitlist?limit=1&cursor="+list.text("next_cursor"), nil).problem(422, "invalid_request").names("cursor")

		// A time is that of the last row before it.
		byTime := h.owner("GET", event+"/state?at="+url.QueryEscape(h.now().Add(-90*time.Minute).Format(time.RFC3339)), nil).want(200)
		if byTime.number("ledger_seq") != then {
			t.Errorf("90 minutes ago it stood as %s", byTime.Raw)
		}
		now, figures := h.owner("GET", event+"/state", nil).want(200), h.owner("GET", event, nil).want(200)
		if now.number("offered") != 2 || now.number("tiers", 0, "held") != 2 || now.number("pools", 0, "capacity") != 5 || now.number("ledger_seq") != now.number("last_seq") ||
			now.number("pools", 0, "available") != figures.number("tiers", 0, "available") {
			t.Errorf("now it stands as %s, and is %s", now.Raw, figures.Raw)
		}
		if offers := h.owner("GET", event+"/state/waitlist", nil).want(200); offers.text("items", 0, "status") != "offered" || offers.text("items", 0, "offer_id") == "" || offers.at("items", 0, "position") != nil {
			t.Errorf("now %s have offers", offers.Raw)
		}
		if first := h.owner("GET", event+"/state?at=1", nil).want(200); first.text("status") != "draft" || len(first.at("pools").([]any)) != 0 {
			t.Errorf("after its first row it stood as %s", first.Raw)
		}

		for query, code := range map[string]string{
			"yesterday": "bad_format", "0": "bad_format", "-1": "bad_format", "99999": "out_of_range", "2001-01-01T00:00:00Z": "out_of_range", "0001-01-01T00:00:00Z": "bad_format",
		} {
			for _, list := range []string{"", "/waitlist", "/seats"} {
				a := h.owner("GET", event+"/state"+list+"?at="+query, nil).problem(422, "invalid_request").names("at")
				if got := a.text("errors", 0, "code"); got != code {
					t.Errorf("%s: %s, want %s", query, got, code)
				}
			}
		}
		if seats := h.owner("GET", event+"/state/seats", nil).want(200); len(seats.at("items").([]any)) != 0 {
			t.Errorf("an event without seats has %s", seats.Raw)
		}
	})
}

// TestStateOfSeats: who had a seat when is told, and which were blocked.
func TestStateOfSeats(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.theatre()
	order := h.owner("POST", event+"/orders", take(event, "ada", 1, 2)).want(201)
	block := h.owner("POST", event+"/blocks", object{"seat_ids": []string{seat(event, 5)}}).want(201)
	then := block.number("ledger_seq")
	h.owner("POST", "/v1/orders/"+order.text("id")+":cancel", nil).want(200)
	s := h.owner("GET", fmt.Sprint(event, "/state?at=", then), nil).want(200)
	if s.number("seats", "held") != 2 || s.number("seats", "blocked") != 1 || s.number("seats", "sold") != 0 {
		t.Errorf("the seats stood as %s", s.Raw)
	}
	list := h.owner("GET", fmt.Sprint(event, "/state/seats?at=", then), nil).want(200)
	if len(list.at("items").([]any)) != 3 || list.text("items", 0, "seat_id") != seat(event, 1) || list.text("items", 0, "status") != "held" ||
		list.text("items", 0, "order_id") != order.text("id") || list.text("items", 2, "status") != "blocked" || list.text("items", 2, "order_id") != block.text("id") ||
		list.text("items", 0, "place", "section") != "Stalls" || list.number("items", 2, "place", "number") != 5 {
		t.Errorf("the seats stood as %s", list.Raw)
	}
	if now := h.owner("GET", event+"/state/seats", nil).want(200); len(now.at("items").([]any)) != 1 {
		t.Errorf("now the seats stand as %s", now.Raw)
	}
}

// TestStateFromSnapshots: an event with more rows than a request folds is answered from
// stored snapshots; while they are missing or damaged, the answer says when to ask again.
func TestStateFromSnapshots(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, at string) {
		const every, most = 10, 20
		var keeper stored.Keeper
		h := newTestServerAt(t, at, func(c *api.Config) { c.MaxReplay, c.Snapshots = most, &keeper })
		keeper.Store, keeper.Log, keeper.Every = h.store, slog.New(slog.DiscardHandler), every
		event := h.event(8)
		for i := range 40 {
			h.register(event, fmt.Sprint("guest", i))
		}
		for i := range 4 {
			h.owner("DELETE", fmt.Sprint(event, "/registrations/guest", i), nil).want(200) // whoever waits is offered it
		}
		last := h.owner("GET", event+"/audit?limit=1", nil).want(200).number("head", "seq")
		if last < 2*most {
			t.Fatalf("%d rows are no more than a request folds", last)
		}
		ask := func(seq int64) *answer { return h.owner("GET", fmt.Sprint(event, "/state?at=", seq), nil) }
		pending := func() {
			t.Helper()
			if a := ask(last).problem(503, "replay_pending"); a.Header.Get("Retry-After") != "15" {
				t.Errorf("ask again after %q", a.Header.Get("Retry-After"))
			}
		}
		same := func() {
			t.Helper()
			for seq := int64(1); seq <= last; seq += 3 {
				v, err := stored.Replay(t.Context(), h.store, eventID(event), stored.Moment{Seq: seq}, stored.Way{FromRows: true})
				h.must(err)
				f, s := v.Figures(), ask(seq).want(200)
				list := h.owner("GET", fmt.Sprint(event, "/state/waitlist?at=", seq), nil).want(200)
				if s.number("waiting") != f.Waiting || s.number("offered") != f.Offered || s.number("tiers", 0, "confirmed") != f.Tiers[0].Confirmed ||
					len(list.at("items").([]any)) != len(v.Waitlist()) {
					t.Errorf("after row %d it stood as %s, by the rows %+v", seq, s.Raw, f)
				}
			}
		}
		pending()
		h.must(keeper.Round(t.Context()))
		same()

		exec := func(query string) {
			t.Helper()
			res, err := h.store.JobsDB().ExecContext(t.Context(), query, eventID(event))
			h.must(err)
			if n, err := res.RowsAffected(); n == 0 || err != nil {
				t.Fatalf("%s: %d rows, %v", query, n, err)
			}
		}
		differs := func() *stored.Damage {
			t.Helper()
			var d *stored.Damage
			h.must(h.store.Snapshot(t.Context(), func(snap *snapshot.Snapshot) (err error) {
				d, err = stored.Compare(snap, eventID(event))
				return err
			}))
			return d
		}
		for _, damage := range []string{
			"update replay_snapshots set delta = (select o.delta from replay_snapshots o where o.seq = 30) where event_id = $1 and seq = 10",
			"update replay_snapshots set format = format + 1 where event_id = $1",
			"delete from replay_snapshots where event_id = $1 and seq = 20",
		} {
			exec(damage)
			h.later(2 * time.Minute) // what was asked before is not remembered
			pending()
			h.must(keeper.Round(t.Context()))
			same()
			if d := differs(); d != nil {
				t.Errorf("%s: made again, %+v", damage, d)
			}
		}
		// A person who is erased is in no snapshot but by an ID.
		h.owner("DELETE", event+"/people/guest7", nil).want(200)
		h.must(keeper.Round(t.Context()))
		if d := differs(); d != nil {
			t.Errorf("after an erasure, %+v", d)
		}
		same()
	})
}

// TestStateThatCannotBeReplayed: a log that was changed past the server is said to be that,
// and so is one whose snapshots are missing.
func TestStateThatCannotBeReplayed(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(2)
	h.register(event, "ada")
	exec := func(query string) {
		t.Helper()
		_, err := h.store.JobsDB().ExecContext(t.Context(), query, eventID(event))
		h.must(err)
	}
	exec("update audit set reason = 'released_in_part' where event_id = $1 and reason = 'registered'")
	h.owner("GET", event+"/state", nil).problem(500, "log_not_replayable")
	exec("update events set seq = 100001 where id = $1")
	h.owner("GET", event+"/state", nil).problem(503, "replay_pending")
	h.owner("GET", event+"/state?at=1", nil).want(200)
}
