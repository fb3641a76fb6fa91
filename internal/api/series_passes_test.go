package api_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/passes"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	storepasses "github.com/holdfast-events/holdfast/internal/store/passes"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/ticket"
	"github.com/holdfast-events/holdfast/internal/verify"
)

// evenings is a series of dates with five places each, and its path.
func (h *testServer) evenings(dates int) (series string, events []string) {
	h.t.Helper()
	event, _ := h.sale(5)
	made := h.owner("POST", event+"/series", object{"rule": fmt.Sprintf("FREQ=WEEKLY;COUNT=%d", dates)}).want(201)
	return "/v1/series/" + made.text("id"), made.dates()
}

// firstTier is the first tier of an event.
func (h *testServer) firstTier(event string) string {
	h.t.Helper()
	return h.owner("GET", event, nil).want(200).text("tiers", 0, "id")
}

// pass makes a pass, and returns its path and the path of what sells it.
func (h *testServer) pass(series string, body object) (path, event string) {
	h.t.Helper()
	made := h.owner("POST", series+"/passes", body).want(201)
	return series + "/passes/" + made.text("event_id"), "/v1/events/" + made.text("event_id")
}

// TestSeriesPass: places are set aside on each date, a pass opens the door of each once, and no
// door that it is not for.
func TestSeriesPass(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		series, dates := h.evenings(3)
		body := object{"title": "All evenings", "places": 3, "price": 4000}
		h.as(identity.BoxOffice, "POST", series+"/passes", body).problem(403, "forbidden")
		made := h.owner("POST", series+"/passes", body, "Idempotency-Key: pass").want(201)
		again := h.owner("POST", series+"/passes", body, "Idempotency-Key: pass").want(201)
		if made.text("event_id") != again.text("event_id") || made.number("places") != 3 || made.number("singly") != 6000 || made.number("saves") != 2000 || made.number("available") != 3 || len(made.at("dates").([]any)) != 3 || made.text("state") != "published" {
			t.Fatal(made.Raw, again.Raw)
		}
		path, sells := series+"/passes/"+made.text("event_id"), "/v1/events/"+made.text("event_id")
		for i := range 3 {
			if made.text("set_aside", i, "status") != "set" || made.number("set_aside", i, "places") != 3 {
				t.Error(made.Raw)
			}
		}
		if a := h.owner("GET", dates[0], nil).want(200); a.number("availability", "blocked") != 3 || a.number("availability", "available") != 2 {
			t.Error(a.Raw)
		}
		if p := h.send("GET", strings.Replace(series, "/v1/", "/v1/public/", 1), "", nil).want(200); p.text("passes", 0, "title") != "All evenings" || p.number("passes", 0, "saves") != 2000 {
			t.Error(p.Raw)
		}
		// Single tickets have what is left, and passes have theirs.
		h.owner("POST", dates[0]+"/orders", buy("bob", h.firstTier(dates[0]), 2)).want(201)
		h.owner("POST", dates[0]+"/orders", buy("cyd", h.firstTier(dates[0]), 1)).want(409)
		order := h.owner("POST", sells+"/orders", buy("ann", h.firstTier(sells), 1)).want(201).text("id")
		if o := h.pay(order, "pay_"+order, 4000); o.Code != inventory.OK {
			t.Fatal(o)
		}
		h.owner("POST", sells+"/orders", buy("dan", h.firstTier(sells), 3)).want(409)

		// Nothing is left to go on with, and going on changes nothing.
		if p := h.owner("POST", path+":resume", nil).want(200); p.number("places") != 3 || p.text("set_aside", 0, "status") != "set" {
			t.Error(p.Raw)
		}

		// What would take places away is refused, with what to do, and changes nothing.
		last := h.owner("PATCH", path, object{"places": 6}).problem(409, "pass_places_missing")
		if !strings.Contains(last.Raw, eventID(dates[0])) || strings.Contains(last.Raw, sells) {
			t.Error(last.Raw)
		}
		h.owner("PATCH", path, object{"places": 0}).problem(409, "pass_places_sold")
		block := made.text("set_aside", slices.IndexFunc([]int{0, 1, 2}, func(i int) bool { return made.text("set_aside", i, "event_id") == eventID(dates[0]) }), "block_id")
		h.owner("DELETE", dates[0]+"/blocks/"+block, nil).problem(409, "set_aside_for_passes")
		h.owner("PATCH", dates[0], object{"capacity": 2}).problem(409, "set_aside_for_passes")
		h.owner("PATCH", sells, object{"capacity": 9}).problem(409, "pass_pool")
		h.owner("POST", sells+"/series", object{"rule": "FREQ=WEEKLY;COUNT=2"}).problem(409, "pass_pool")
		if p := h.owner("GET", path, nil).want(200); p.number("places") != 3 || p.number("taken") != 1 {
			t.Error(p.Raw)
		}

		// The door.
		tk := h.ticketsOf(order)[0]
		token, name := tk["token"].(string), tk["id"].(string)
		if in := h.scan(dates[0], token).verdict("admit"); in.text("pass", "title") != "All evenings" || in.text("ticket_id") != name {
			t.Error(in.Raw)
		}
		h.scan(dates[0], token).verdict("already_admitted")
		h.scan(dates[1], name).verdict("admit")
		if no := h.scan(sells, token).verdict("wrong_list"); no.text("pass", "event_id") != eventID(sells) {
			t.Error(no.Raw)
		}
		fresh := h.owner("POST", series+":extend", object{"rule": "FREQ=WEEKLY;COUNT=2"}).want(200).dates()[3]
		if no := h.scan(fresh, token).verdict("wrong_event"); no.at("pass", "covered") != false {
			t.Error(no.Raw)
		}
		bundle := h.as(identity.Door, "GET", dates[2]+"/checkin-bundle", nil).want(200)
		hash := ticket.Ticket{ID: name}.Hash()
		if bundle.at("passes", 0, "covered") != true || bundle.text("passes", 0, "event_id") != eventID(sells) || !slices.Contains(bundle.at("valid").([]any), any(hash)) {
			t.Error(bundle.Raw)
		}
		log := object{"event_id": eventID(dates[2]), "device_id": "dev", "scans": []object{
			{"scan_id": "1", "token": token, "at": h.now().UTC(), "verdict": "admit"}, {"scan_id": "2", "token": token, "at": h.now().UTC(), "verdict": "admit"},
		}}
		synced := h.as(identity.Door, "POST", "/v1/checkins:sync", log).want(200)
		if synced.text("items", 0, "status") != "stored" || synced.at("items", 0, "refused") != nil {
			t.Error(synced.Raw)
		}
		if a := h.as(identity.Door, "GET", dates[2]+"/checkins", nil).want(200); a.number("admitted") != 1 || a.number("double_admissions") != 1 || a.number("passes", 0, "admitted") != 1 || a.number("tickets") != 1 {
			t.Error(a.Raw)
		}
		// A new date is covered once it is added, for people who have the pass already.
		if p := h.owner("PATCH", path, object{"add_event_ids": []string{eventID(fresh)}}).want(200); len(p.at("dates").([]any)) != 4 {
			t.Error(p.Raw)
		}
		h.scan(fresh, token).verdict("admit")
		// A date moves: the pass follows, and still opens its door. Another is cancelled.
		at, err := time.Parse(time.RFC3339, h.owner("GET", fresh, nil).want(200).text("ends_at"))
		h.must(err)
		h.owner("PATCH", fresh, object{"ends_at": at.Add(time.Hour)}).want(200)
		h.owner("POST", dates[1]+":cancel", nil).want(200)
		h.must(h.passKeeper().Keep(t.Context(), 10))
		if e := h.owner("GET", sells, nil).want(200); e.text("ends_at") != at.Add(time.Hour).UTC().Format(time.RFC3339) {
			t.Error(e.Raw)
		}
		if p := h.owner("GET", path, nil).want(200); p.number("singly") != 6000 {
			t.Error(p.Raw)
		}
		// Places go up and down between what is free and what is sold.
		h.owner("PATCH", path, object{"places": 1}).want(200)
		h.owner("POST", dates[0]+"/orders", buy("cyd", h.firstTier(dates[0]), 2)).want(201)
		h.owner("PATCH", path, object{"places": 2}).problem(409, "pass_places_missing")
		// A pass that is given back opens no door.
		h.owner("POST", "/v1/orders/"+order+":cancel", nil).want(200)
		h.scan(dates[2], token).verdict("invalid")
		h.sound()
	})
}

// passKeeper is what looks after passes every minute.
func (h *testServer) passKeeper() *passes.Keeper { return h.passKeeperBy(h.seq) }

func (h *testServer) passKeeperBy(s passes.Sequencer) *passes.Keeper {
	h.t.Helper()
	k, err := passes.NewKeeper(passes.Config{Store: h.store, Sequencer: s, Now: h.now})
	h.must(err)
	return k
}

// dying is a sequencer that is lost at its nth command: before it, or after its commit.
type dying struct {
	passes.Sequencer
	left  int
	after bool
}

var errDied = errors.New("died")

func (d *dying) Submit(ctx context.Context, r sequencer.Request) (sequencer.Reply, error) {
	if d.left--; d.left < 0 {
		return sequencer.Reply{}, errDied
	}
	reply, err := d.Sequencer.Submit(ctx, r)
	if d.left == 0 && d.after {
		return sequencer.Reply{}, errors.Join(err, errDied)
	}
	return reply, err
}

// TestSettingAsideDies: wherever setting places aside ends, there are never more passes than each
// date keeps places, and who comes next finishes it.
func TestSettingAsideDies(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	series, dates := h.evenings(2)
	path, sells := h.pass(series, object{"title": "Both", "places": 1})
	places := int64(1)
	for n := range 12 {
		want := []int64{3, 1, 2, 4}[n%4]
		if n == 8 { // a date has no places left: the plan is undone
			h.owner("POST", dates[1]+"/blocks", object{"units": 5 - places}).want(201)
			want = places + 1
		}
		pass := strings.TrimPrefix(sells, "/v1/events/")
		h.must(h.store.Passes.Change(t.Context(), pass, func(w *storepasses.WithDates) ([]storepasses.Date, error) {
			w.Places = want
			return nil, nil
		}))
		d := &dying{h.seq, n / 2 % 4, n%2 == 1}
		if _, err := h.passKeeperBy(d).Settle(t.Context(), pass); err != nil && !errors.Is(err, errDied) {
			t.Fatal(err)
		}
		h.sound()
		h.later(2 * time.Minute) // the lease is over
		h.must(h.passKeeper().Keep(t.Context(), 10))
		h.sound()
		if n < 8 {
			places = want
		}
		if p := h.owner("GET", path, nil).want(200); p.number("places") != min(places, want) || p.at("setting") != nil {
			t.Fatalf("step %d: %s", n, p.Raw)
		}
		if n == 8 {
			break
		}
	}
}

// TestPassesAgainstTickets: passes and single tickets of a date are sold at once while places are
// set aside and given back, and nobody gets a place twice. Without the guard they do.
func TestPassesAgainstTickets(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h, twin := newTestServerAt(t, url), newTestServerAt(t, url)
		series, dates := h.evenings(2)
		path, sells := h.pass(series, object{"title": "Both", "places": 1})
		tier, single := h.firstTier(sells), h.firstTier(dates[0])
		var all sync.WaitGroup
		for n := range 8 {
			all.Go(func() {
				twin.send("POST", sells+"/registrations", "", object{"name": "P", "email": fmt.Sprintf("p%d@example.org", n), "tier_id": tier})
			})
			all.Go(func() {
				body := stranger(n)
				body["items"] = []object{{"tier_id": single, "quantity": 1}}
				[]*testServer{h, twin}[n%2].send("POST", dates[0]+"/orders", "", body)
			})
			if n%2 == 0 {
				all.Go(func() { h.owner("PATCH", path, object{"places": n/2 + 1}) })
			}
		}
		all.Wait()
		h.must(twin.passKeeper().Keep(t.Context(), 10))
		h.sound()
		if e := h.owner("GET", dates[0], nil).want(200); e.number("availability", "available") < 0 || e.at("availability", "overcommit") != nil {
			t.Error(e.Raw)
		}
		pass := strings.TrimPrefix(sells, "/v1/events/")
		if _, err := h.seq.Submit(t.Context(), sequencer.Request{EventID: pass, Command: inventory.SetCapacity{Who: inventory.Who{Actor: "key", Staff: true}, Pool: storepasses.PoolID(pass), Capacity: 50}}); err != nil {
			t.Fatal(err)
		}
		report, err := h.verified()
		h.must(err)
		if !slices.ContainsFunc(report.Violations, func(v verify.Violation) bool { return v.Invariant == 46 }) {
			t.Error("nothing finds more passes than places")
		}
	})
}

// TestPassFees: a pass that costs something has the fees of its first date, in its price as it is
// shown and as a line of each order; one that is free has none.
func TestPassFees(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	series, dates := h.evenings(2)
	h.owner("PATCH", dates[0], object{"tiers": []object{bookingFee()}}).want(200)
	_, free := h.pass(series, object{"title": "Given", "places": 1})
	_, sells := h.pass(series, object{"title": "Both", "places": 2, "price": 3000})
	if e := h.owner("GET", free, nil).want(200); len(e.at("tiers").([]any)) != 1 {
		t.Error(e.Raw)
	}
	e := h.owner("GET", sells, nil).want(200)
	e.sees(t, "the fee", object{"name": "Booking fee", "kind": "fee", "tax_rate_bp": 1900}, "tiers", 1)
	if a := h.send("GET", strings.Replace(series, "/v1/", "/v1/public/", 1), "", nil).want(200); a.number("passes", 1, "price")+a.number("passes", 0, "price") != 3000+50+75 {
		t.Error(a.Raw)
	}
	o := h.owner("POST", sells+"/orders", buy("ann", e.text("tiers", 0, "id"), 2)).want(201)
	if fee := int64(100 + 2*50 + 150); o.number("fees") != fee || o.number("total") != 6000+fee || o.number("units") != 2 {
		t.Error(o.Raw)
	}
	h.sound()
}
