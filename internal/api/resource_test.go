package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	webhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/resource/waitlists"
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/store/resources"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// table makes a resource on which somebody has an offer, and returns the names of all that.
func (h *testServer) table() map[string]string {
	h.t.Helper()
	key := "tables-" + strings.TrimPrefix(h.ids.Top(id.Resource), id.Resource)
	path := "/v1/resources/" + key
	resource := h.owner("PUT", path, object{"name": "Tables"}).want(201).text("id")
	entry := h.owner("POST", path+"/waitlist:join", object{"user_id": "ada", "email": "ada@example.org"}).want(201).text("id")
	h.owner("POST", path+":capacity-released", object{"event_id": "first", "units": 1}).want(200)
	offer := h.owner("GET", "/v1/resource-entries/"+entry, nil).want(200).text("offer_id")
	return map[string]string{"resource_key": key, "resource_id": resource, "resource_entry_id": entry, "resource_offer_id": offer}
}

// signed sends a body as the system of a resource signs it.
func (h *testServer) signed(resource, secret string, at time.Time, body object) *answer {
	h.t.Helper()
	text, err := json.Marshal(body)
	h.must(err)
	signer, err := webhooks.NewWebhook(secret)
	h.must(err)
	signature, err := signer.Sign("msg_1", at, text)
	h.must(err)
	return h.send("POST", "/v1/resource-signals/"+resource, "", string(text), webhooks.HeaderWebhookID+": msg_1",
		webhooks.HeaderWebhookTimestamp+": "+strconv.FormatInt(at.Unix(), 10), webhooks.HeaderWebhookSignature+": "+signature)
}

// TestCreateResource makes resources without changing those that are there.
func TestCreateResource(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	body := object{"key": "harbour", "name": "Table at the Old Harbour", "window_seconds": 900}
	create := func(body object) *answer { return h.owner("POST", "/v1/resources", body, "Idempotency-Key: the-first") }
	made := create(body).want(201)
	if again := create(body).want(201); again.text("id") != made.text("id") || again.text("secret") != made.text("secret") || made.number("window_seconds") != 900 {
		t.Errorf("made %s, and again %s", made.Raw, again.Raw)
	}
	create(object{"key": "harbour", "name": "Other"}).problem(422, "idempotency_key_reused")
	h.owner("POST", "/v1/resources", object{"key": "harbour", "name": "Other"}).problem(409, "resource_key_taken").names("key")
	h.owner("POST", "/v1/resources", object{"key": "Harbour!", "name": "Other"}).problem(422, "invalid_request").names("key")
	if kept := h.owner("GET", "/v1/resources/harbour", nil).want(200); kept.text("name") != "Table at the Old Harbour" {
		t.Errorf("kept: %s", kept.Raw)
	}
}

// TestTooManyResources: when an organization has as many as it can, the next one is refused and
// those that are there can be changed.
func TestTooManyResources(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	h.owner("PUT", "/v1/resources/evening", object{"name": "Tables"}).want(201)
	values := strings.Split(resources.ResourceTable.Columns, ", ")
	for i, column := range values {
		if column == "id" || column == "key" {
			values[i] = column + " || '-' || n"
		}
	}
	_, err := h.store.JobsDB().ExecContext(t.Context(), "with recursive more(n) as (select 2 union all select n + 1 from more where n < $1) insert into resources ("+
		resources.ResourceTable.Columns+") select "+strings.Join(values, ", ")+" from resources, more", resources.MaxResources)
	h.must(err)
	h.owner("PUT", "/v1/resources/one-more", object{"name": "Tables"}).problem(409, "too_many_resources")
	h.owner("POST", "/v1/resources", object{"key": "one-more", "name": "Tables"}).problem(409, "too_many_resources")
	h.owner("GET", "/v1/resources/one-more", nil).problem(404, "not_found")
	h.owner("PUT", "/v1/resources/evening", object{"name": "Terrace"}).want(200)
}

// TestResourceFigures: an organizer reads what became of offers; that its person has opened one
// counts when it is said with the token of their place, and not when that is read.
func TestResourceFigures(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	h.owner("PUT", "/v1/resources/harbour", object{"name": "Tables", "window_seconds": 60}).want(201)
	if none := h.owner("GET", "/v1/resources/harbour/figures", nil).want(200); strings.Contains(none.Raw, "accepted_within") || !strings.Contains(none.Raw, `"failures":[]`) {
		t.Errorf("of nothing: %s", none.Raw)
	}
	entry := map[string]string{}
	for _, user := range []string{"ada", "ben", "cyd"} {
		entry[user] = h.owner("POST", "/v1/resources/harbour/waitlist:join", object{"user_id": user, "email": user + "@example.org"}).want(201).text("id")
	}
	h.owner("POST", "/v1/resources/harbour:capacity-released", object{"event_id": "a", "units": 3}).want(200)
	h.send("POST", "/v1/resource-places/"+h.links.PlaceToken(entry["ada"])+":opened", "", nil).want(200)
	h.send("GET", "/v1/resource-places/"+h.links.PlaceToken(entry["ben"]), "", nil).want(200)
	// Neither has a program opened it that follows the links of mails.
	for _, agent := range []string{"", "Go-http-client/1.1"} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/w/"+h.links.PlaceToken(entry["ben"]), nil)
		r.Header.Set("User-Agent", agent)
		w := httptest.NewRecorder()
		if h.handler.ServeHTTP(w, r); w.Code != http.StatusOK {
			t.Errorf("a scanner of mails: %d", w.Code)
		}
	}
	offer := h.owner("GET", "/v1/resource-entries/"+entry["cyd"], nil).want(200).text("offer_id")
	h.later(30 * time.Second)
	h.owner("POST", "/v1/resource-offers/"+offer+":accept", nil).want(200)
	h.later(31 * time.Second)
	h.owner("POST", "/v1/resources/harbour:capacity-released", object{"event_id": "b", "units": 1}).want(200) // whoever comes finds the others lapsed
	got := h.owner("GET", "/v1/resources/harbour/figures", nil).want(200)
	for name, want := range map[string]int64{"accepted": 1, "expired": 2, "expired_unopened": 1, "declined": 0, "withdrawn": 0} {
		if got.number(name) != want {
			t.Errorf("%s: %d, want %d: %s", name, got.number(name), want, got.Raw)
		}
	}
	if half := got.number("accepted_within", "half_seconds"); half < 30 || half > 40 {
		t.Errorf("half were accepted within %d seconds", half)
	}
	h.owner("GET", "/v1/resources/nowhere/figures", nil).problem(404, "not_found")
}

// TestResource walks through an evening of a restaurant.
func TestResource(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) { eveningOfTables(t, newTestServerAt(t, url)) })
}

func eveningOfTables(t *testing.T, h *testServer) {
	t.Helper()
	const path = "/v1/resources/harbour"
	made := h.owner("PUT", path, object{"name": "Table at the Old Harbour", "timezone": "Europe/Berlin", "window_seconds": 600, "class_head_start_seconds": 3600}).want(201)
	if !strings.HasPrefix(made.text("secret"), "whsec_") || !strings.HasSuffix(made.text("signal_url"), "/v1/resource-signals/"+made.text("id")) || made.number("max_units") != 20 {
		t.Errorf("made: %s", made.Raw)
	}
	changed := h.owner("PUT", path, object{"name": "Table at the Old Harbour", "window_seconds": 900}).want(200)
	if changed.text("id") != made.text("id") || strings.Contains(changed.Raw, "whsec_") || changed.text("timezone") != "UTC" || changed.number("window_seconds") != 900 {
		t.Errorf("changed: %s", changed.Raw)
	}
	h.owner("PUT", "/v1/resources/Harbour!", object{"name": "x"}).problem(422, "invalid_request").names("resource_key")
	h.owner("PUT", path, object{"name": "x", "timezone": "Mars"}).problem(422, "invalid_request").names("timezone")
	h.owner("PUT", path, object{"name": "x", "notify_url": "http://10.0.0.1/"}).problem(422, "invalid_request").names("notify_url")

	join := func(user string, more object) *answer {
		t.Helper()
		body := object{"user_id": user, "email": user + "@example.org", "units": 2}
		for k, v := range more {
			body[k] = v
		}
		return h.owner("POST", path+"/waitlist:join", body)
	}
	ada := join("ada", object{"attributes": object{"area": "terrace"}}).want(201)
	bob := join("bob", nil).want(201)
	cyd := join("cyd", object{"units": 1}).want(201)
	if bob.number("position") != 2 || bob.number("estimate", "units_ahead") != 2 || !strings.HasPrefix(bob.text("page_url"), "http://holdfast.test/w/hp_") {
		t.Errorf("joined: %s", bob.Raw)
	}
	join("bob", nil).problem(409, "resource_already_waiting").names("user_id")
	join("dan", object{"units": 21}).problem(422, "resource_units").names("units")
	join("dan", object{"email": "nobody"}).problem(422, "invalid_request").names("email")

	release := func(event string, units int, attributes object) *answer {
		t.Helper()
		return h.owner("POST", path+":capacity-released", object{"event_id": event, "units": units, "attributes": attributes})
	}
	first := release("cancel-1", 3, object{"area": "hall"}).want(200)
	if first.text("status") != "taken" || first.number("units_offered") != 3 || first.number("units_free") != 0 {
		t.Errorf("released: %s", first.Raw)
	}
	if again := release("cancel-1", 3, object{"area": "hall"}).want(200); again.text("status") != "repeated" || again.number("seq") != first.number("seq") {
		t.Errorf("repeated: %s", again.Raw)
	}
	release("cancel-1", 4, object{"area": "hall"}).problem(409, "event_id_reused").names("event_id")
	status := func(of *answer) string {
		t.Helper()
		return h.owner("GET", "/v1/resource-entries/"+of.text("id"), nil).want(200).text("status")
	}
	if status(ada) != "waiting" || status(bob) != "offered" || status(cyd) != "offered" {
		t.Errorf("%s %s %s", status(ada), status(bob), status(cyd))
	}
	offer := func(of *answer) string {
		t.Helper()
		return h.owner("GET", "/v1/resource-entries/"+of.text("id"), nil).want(200).text("offer_id")
	}
	bobs := offer(bob)
	h.owner("POST", "/v1/resource-offers/"+bobs+":accept", nil).want(200)
	h.owner("POST", "/v1/resource-offers/"+bobs+":accept", nil).want(200)
	h.owner("POST", "/v1/resource-offers/"+bobs+":decline", nil).problem(409, "resource_offer_ended")

	// The restaurant seats somebody at the door: cyd's offer ends, bob's table stays.
	taken := h.owner("POST", path+":capacity-withdrawn", object{"event_id": "door-1", "release_event_id": "cancel-1", "units": 2}).want(200)
	if taken.number("units_withdrawn") != 1 || len(taken.at("ended_offer_ids").([]any)) != 1 || status(cyd) != "waiting" || status(bob) != "accepted" {
		t.Errorf("withdrawn: %s, %s %s", taken.Raw, status(cyd), status(bob))
	}
	early := h.owner("POST", path+":capacity-withdrawn", object{"event_id": "door-2", "release_event_id": "cancel-2", "units": 1}).want(200)
	if !early.at("pending").(bool) {
		t.Errorf("before its release: %s", early.Raw)
	}
	h.owner("POST", path+":capacity-withdrawn", object{"event_id": "door-3", "release_event_id": "door-1", "units": 1}).problem(422, "not_a_release").names("release_event_id")
	if late := release("cancel-2", 1, object{}).want(200); late.number("units_withdrawn") != 1 || late.number("units_free") != 0 {
		t.Errorf("after its withdrawal: %s", late.Raw)
	}

	whole := h.owner("GET", "/v1/resource-entries/"+cyd.text("id"), nil).want(200)
	var steps []string
	for i := range whole.at("history").([]any) {
		steps = append(steps, whole.text("history", i, "reason"))
	}
	if strings.Join(steps, " ") != "joined offered capacity_withdrawn" || whole.number("position") != 2 {
		t.Errorf("history: %v of %s", steps, whole.Raw)
	}
	list := h.owner("GET", path+"/waitlist?limit=1", nil).want(200)
	if list.text("items", 0, "user_id") != "ada" || list.text("next_cursor") == "" {
		t.Errorf("waitlist: %s", list.Raw)
	}
	if next := h.owner("GET", path+"/waitlist?limit=1&cursor="+list.text("next_cursor"), nil).want(200); next.text("items", 0, "user_id") != "cyd" {
		t.Errorf("waitlist: %s", next.Raw)
	}
	if all := h.owner("GET", path+"/waitlist?everybody=true", nil).want(200); len(all.at("items").([]any)) != 3 {
		t.Errorf("everybody: %s", all.Raw)
	}
	offers := h.owner("GET", path+"/offers?limit=1", nil).want(200)
	if more := h.owner("GET", path+"/offers?cursor="+offers.text("next_cursor"), nil).want(200); offers.text("items", 0, "status") != "withdrawn" || more.text("items", 0, "id") != bobs {
		t.Errorf("offers: %s %s", offers.Raw, more.Raw)
	}

	// An offer that nobody answers lapses, and its units go on.
	release("cancel-3", 2, object{"area": "terrace"}).want(200)
	adas := offer(ada)
	h.later(15 * time.Minute)
	h.owner("POST", "/v1/resource-offers/"+adas+":accept", nil).problem(409, "resource_offer_ended")
	if status(ada) != "expired" || status(cyd) != "offered" {
		t.Errorf("%s %s", status(ada), status(cyd))
	}
	h.owner("POST", "/v1/resource-entries/"+ada.text("id")+":leave", object{}).problem(409, "resource_entry_ended")
	h.owner("POST", "/v1/resource-entries/"+cyd.text("id")+":leave", object{"reason": "removed_by_staff"}).want(200)
	if got := h.owner("GET", path, nil).want(200); got.number("waiting") != 0 || got.number("free_units") != 2 {
		t.Errorf("left: %s", got.Raw)
	}

	// Anyone who declines has answered, and the units are there for others.
	eve := join("eve", object{"units": 1}).want(201)
	eves := offer(eve)
	no := h.owner("POST", "/v1/resource-offers/"+eves+":decline", nil).want(200)
	if no.text("id") != eves || no.text("status") != "declined" || status(eve) != "declined" {
		t.Errorf("declined: %s, %s", no.Raw, status(eve))
	}
	h.owner("POST", "/v1/resource-offers/"+eves+":accept", nil).problem(409, "resource_offer_ended")
	if got := h.owner("GET", path, nil).want(200); got.number("waiting") != 0 || got.number("free_units") != 2 {
		t.Errorf("at last: %s", got.Raw)
	}
	h.sound()
}

// TestResourceSignals: the other system needs no key, and nobody speaks for it without its secret.
func TestResourceSignals(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	made := h.owner("PUT", "/v1/resources/harbour", object{"name": "Tables"}).want(201)
	resource, secret := made.text("id"), made.text("secret")
	body := object{"type": "capacity_released", "event_id": "cancel-1", "units": 2}
	if a := h.signed(resource, secret, h.now(), body).want(200); a.text("status") != "taken" || a.number("units_free") != 2 {
		t.Errorf("%s", a.Raw)
	}
	if a := h.signed(resource, secret, h.now(), body).want(200); a.text("status") != "repeated" {
		t.Errorf("%s", a.Raw)
	}
	h.signed(resource, secret, h.now().Add(-6*time.Minute), body).problem(401, "resource_signature")
	h.signed(resource, secret, h.now().Add(6*time.Minute), body).problem(401, "resource_signature")
	h.signed(h.ids.Top(id.Resource), secret, h.now(), body).problem(401, "resource_signature")
	h.signed(resource, "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=", h.now(), body).problem(401, "resource_signature")
	h.send("POST", "/v1/resource-signals/"+resource, "", body).problem(401, "resource_signature")
	h.signed(resource, secret, h.now(), object{"type": "capacity_withdrawn", "event_id": "w", "units": 1}).problem(422, "invalid_request").names("release_event_id")
	h.signed(resource, secret, h.now(), object{"type": "capacity_released", "event_id": "w", "units": 1, "release_event_id": "x"}).problem(422, "invalid_request").names("release_event_id")
	if a := h.signed(resource, secret, h.now(), object{"type": "capacity_withdrawn", "event_id": "door", "units": 1, "release_event_id": "cancel-1"}).want(200); a.number("units_withdrawn") != 1 {
		t.Errorf("%s", a.Raw)
	}
	fresh := h.owner("POST", "/v1/resources/harbour:rotate-secret", nil).want(200).text("secret")
	if fresh == secret {
		t.Error("the secret is the same")
	}
	body["event_id"] = "cancel-2"
	h.signed(resource, secret, h.now(), body).want(200) // for a day
	h.later(25 * time.Hour)
	h.signed(resource, secret, h.now(), body).problem(401, "resource_signature")
	h.signed(resource, fresh, h.now(), body).want(200)
	h.sound()
}

// TestResourceSignalsShuffled: what another system says ten times over, in any order, by a request
// with a key or by one that is signed, has the effect of saying it once.
func TestResourceSignalsShuffled(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		made := h.owner("PUT", "/v1/resources/harbour", object{"name": "Tables"}).want(201)
		resource, secret := made.text("id"), made.text("secret")
		type said struct {
			what   string
			body   object
			signed bool
		}
		var all []said
		for n := range 3 {
			release, withdrawal := fmt.Sprint("cancel-", n), fmt.Sprint("door-", n)
			for i := range 10 {
				all = append(all, said{"released", object{"event_id": release, "units": 3 + n}, i%2 == 0},
					said{"withdrawn", object{"event_id": withdrawal, "release_event_id": release, "units": 1 + n}, i%2 == 0})
			}
		}
		random := seed.Draws(t)
		random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		taken := map[string]int{}
		for _, s := range all {
			var a *answer
			if s.signed {
				s.body["type"] = "capacity_" + s.what
				a = h.signed(resource, secret, h.now(), s.body).want(200)
			} else {
				a = h.owner("POST", "/v1/resources/harbour:capacity-"+s.what, s.body).want(200)
			}
			event := fmt.Sprint(s.body["event_id"])
			switch status := a.text("status"); {
			case status == "taken":
				taken[event]++
			case status != "repeated" || taken[event] != 1:
				t.Errorf("%s, which was taken %d times: %s", event, taken[event], a.Raw)
			}
		}
		for event, n := range taken {
			if n != 1 {
				t.Errorf("%s was taken %d times", event, n)
			}
		}
		// Of each release two are left.
		if got := h.owner("GET", "/v1/resources/harbour", nil).want(200); len(taken) != 6 || got.number("free_units") != 6 {
			t.Errorf("taken %v: %s", taken, got.Raw)
		}
		// Two are offered of one release, and three of none.
		joins := func(user string, units int) string {
			return h.owner("POST", "/v1/resources/harbour/waitlist:join", object{"user_id": user, "email": user + "@example.org", "units": units}).want(201).text("status")
		}
		if three, two := joins("ada", 3), joins("bob", 2); three != "waiting" || two != "offered" {
			t.Errorf("three are %s and two are %s", three, two)
		}
		h.sound()
	})
}

// TestResourceKeys: what one organization has under a key, another does not touch.
func TestResourceKeys(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	ours := h.owner("PUT", "/v1/resources/harbour", object{"name": "Ours"}).want(201)
	rival := h.rival(h.organization("Rival"))
	theirs := rival.send("PUT", "/v1/resources/harbour", rival.keys[identity.Owner], object{"name": "Theirs"}).want(201)
	if theirs.text("id") == ours.text("id") || h.owner("GET", "/v1/resources/harbour", nil).want(200).text("name") != "Ours" {
		t.Errorf("%s", theirs.Raw)
	}
	if list := h.owner("GET", "/v1/resources", nil).want(200); strings.Contains(list.Raw, "Theirs") || len(list.at("items").([]any)) != 1 {
		t.Errorf("%s", list.Raw)
	}
}

// TestResourceJoinIsRepeated: with an Idempotency-Key a join is one join.
func TestResourceJoinIsRepeated(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	h.owner("PUT", "/v1/resources/harbour", object{"name": "Tables"}).want(201)
	join := func(user string) *answer {
		return h.owner("POST", "/v1/resources/harbour/waitlist:join", object{"user_id": user, "email": user + "@example.org"}, "Idempotency-Key: join-1")
	}
	first := join("ada").want(201)
	if again := join("ada").want(201); again.text("id") != first.text("id") {
		t.Errorf("%s, then %s", first.Raw, again.Raw)
	}
	join("bob").problem(422, "idempotency_key_reused")
}

// TestResourceErasure: a person reads what is stored of them, and has it erased.
func TestResourceErasure(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	h.owner("PUT", "/v1/resources/harbour", object{"name": "Tables"}).want(201)
	join := func(user string) string {
		return h.owner("POST", "/v1/resources/harbour/waitlist:join", object{"user_id": user, "email": user + "@example.org", "attributes": object{"area": "terrace"}}).want(201).text("id")
	}
	ada, bob := join("ada"), join("bob")
	cookie := h.signIn("ada@example.org")
	if data := h.visit(cookie, "GET", "/v1/me/data", nil).want(200); data.text("resource_entries", 0, "id") != ada || strings.Contains(data.Raw, bob) {
		t.Errorf("%s", data.Raw)
	}
	if gone := h.visit(cookie, "POST", "/v1/me:erase", object{"email": "ada@example.org"}).want(200); gone.number("resource_entries") != 1 {
		t.Errorf("%s", gone.Raw)
	}
	h.owner("POST", "/v1/resource-entries/"+bob+":erase", nil).want(200)
	for _, entry := range []string{ada, bob} {
		a := h.owner("GET", "/v1/resource-entries/"+entry, nil).want(200)
		if a.text("status") != "removed" || strings.Contains(a.Raw, "example.org") || strings.Contains(a.Raw, "terrace") || strings.Contains(a.Raw, "user_id") {
			t.Errorf("%s", a.Raw)
		}
	}
	h.sound()
}

// TestResourceConfirmation: what somebody accepts is asked about first, stays accepting until
// there is an answer, and is decided by people when there is none.
func TestResourceConfirmation(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) { tablesAreConfirmed(t, newTestServerAt(t, url)) })
}

func tablesAreConfirmed(t *testing.T, h *testServer) {
	t.Helper()
	const path = "/v1/resources/asked"
	h.owner("PUT", path, object{"name": "Tables", "confirm_url": "http://10.0.0.1/"}).problem(422, "invalid_request").names("confirm_url")
	h.owner("PUT", path, object{"name": "Tables", "confirm_url": "https://user@tables.example/confirm"}).problem(422, "invalid_request").names("confirm_url")
	made := h.owner("PUT", path, object{"name": "Tables", "confirm_url": "https://tables.example/confirm", "window_seconds": 600}).want(201)
	if made.text("confirm_url") != "https://tables.example/confirm" {
		t.Errorf("%s", made.Raw)
	}
	entries, offers := map[string]string{}, map[string]string{}
	for _, user := range []string{"ada", "bob", "cyd"} {
		entries[user] = h.owner("POST", path+"/waitlist:join", object{"user_id": user, "email": user + "@example.org"}).want(201).text("id")
	}
	h.owner("POST", path+":capacity-released", object{"event_id": "x", "units": 3}).want(200)
	for user, entry := range entries {
		offers[user] = h.owner("GET", "/v1/resource-entries/"+entry, nil).want(200).text("offer_id")
	}
	do := func(user, what string, body any) *answer {
		t.Helper()
		return h.owner("POST", "/v1/resource-offers/"+offers[user]+":"+what, body)
	}
	do("ada", "accept", object{"payment_method_id": "two\nlines"}).problem(422, "invalid_request").names("payment_method_id")
	first := do("ada", "accept", object{"payment_method_id": "pm_secret"}).want(202)
	if first.text("status") != "accepting" || first.text("confirmation", "status") != "asking" || first.number("confirmation", "attempts") != 0 || strings.Contains(first.Raw, "pm_secret") {
		t.Errorf("%s", first.Raw)
	}
	if again := do("ada", "accept", nil).want(202); again.number("seq") != first.number("seq") {
		t.Errorf("%s", again.Raw)
	}
	do("ada", "decline", nil).problem(409, "resource_offer_accepting")
	h.owner("POST", "/v1/resource-entries/"+entries["ada"]+":leave", object{}).problem(409, "resource_offer_accepting")
	do("ada", "resolve", object{"as": "accepted"}).problem(409, "resource_confirmation_not_failed")
	do("bob", "resolve", object{"as": "retry"}).problem(409, "resource_confirmation_not_failed")
	do("bob", "accept", nil).want(202)
	do("cyd", "accept", nil).want(202)
	h.later(20 * time.Minute) // for longer than the offers stand
	if r := h.owner("GET", path, nil).want(200); r.number("accepting") != 3 || r.number("failed_confirmations") != 0 {
		t.Errorf("%s", r.Raw)
	}
	waits := h.owner("POST", path+":capacity-withdrawn", object{"event_id": "w", "release_event_id": "x", "units": 1}).want(200)
	if waits.number("units_withdrawn") != 0 || !waits.at("waits_for_confirmation").(bool) {
		t.Errorf("%s", waits.Raw)
	}

	// The other system answers nobody's question here: it is out of reach until people decide.
	ask := func(user string, reply waitlists.Reply) {
		t.Helper()
		d, err := waitlists.New(h.store, nil, h.now, nil)
		h.must(err)
		_, err = d.Confirm(t.Context(), made.text("id"), offers[user], func(_ context.Context, q *waitlists.Question) (waitlists.Reply, error) {
			if (q.Confirmation.PaymentMethod == "pm_secret") != (user == "ada") {
				t.Errorf("%s is asked about with %+v", user, q.Confirmation)
			}
			return reply, nil
		})
		h.must(err)
	}
	ask("ada", waitlists.Reply{Status: 503})
	if list := h.owner("GET", path+"/offers?accepting=true&limit=9", nil).want(200); !strings.Contains(list.Raw, `"cause":"unavailable"`) || !strings.Contains(list.Raw, `"http_status":503`) || !strings.Contains(list.Raw, "next_attempt_at") {
		t.Errorf("%s", list.Raw)
	}
	for _, user := range []string{"ada", "bob", "cyd"} {
		h.later(6 * time.Minute)
		ask(user, waitlists.Reply{Status: 418})
	}
	if r := h.owner("GET", path, nil).want(200); r.number("failed_confirmations") != 3 {
		t.Errorf("%s", r.Raw)
	}
	// Whoever waits reads that a person decides, and members that it is for them.
	left := func(user string) *answer {
		t.Helper()
		return h.send("GET", "/v1/resource-places/"+h.links.PlaceToken(entries[user]), "", nil).want(200)
	}
	for _, user := range []string{"ada", "cyd"} {
		if place := left(user); place.text("status") != "accepting" || place.text("left_to_staff_at") == "" || place.text("history", 3, "reason") != "confirmation_failed" {
			t.Errorf("%s", place.Raw)
		}
	}
	decisions := func() *answer { return h.owner("GET", "/v1/organization", nil).want(200) }
	if o := decisions(); o.text("resource_decisions", 0, "resource_key") != "asked" || o.text("resource_decisions", 0, "name") != "Tables" || o.number("resource_decisions", 0, "offers") != 3 || o.text("resource_decisions", 0, "since") == "" {
		t.Errorf("%s", o.Raw)
	}
	do("ada", "resolve", object{"as": "lost"}).problem(422, "invalid_request").names("as")
	if a := do("ada", "resolve", object{"as": "accepted"}).want(200); a.text("status") != "accepted" || a.text("confirmation", "outcome") != "accepted" || !a.at("confirmation", "by_staff").(bool) {
		t.Errorf("%s", a.Raw)
	}
	do("ada", "resolve", object{"as": "accepted"}).want(200)
	do("ada", "resolve", object{"as": "declined"}).problem(409, "resource_offer_ended")
	if a := do("bob", "resolve", object{"as": "returned"}).want(200); a.text("status") != "withdrawn" {
		t.Errorf("%s", a.Raw)
	}
	if a := do("cyd", "resolve", object{"as": "retry"}).want(202); a.text("confirmation", "status") != "asking" {
		t.Errorf("%s", a.Raw)
	}
	if place := left("cyd"); strings.Contains(place.Raw, "left_to_staff_at") {
		t.Errorf("%s", place.Raw)
	}
	if o := decisions(); len(o.at("resource_decisions").([]any)) != 0 {
		t.Errorf("%s", o.Raw)
	}
	ask("cyd", waitlists.Reply{Status: 422, Reason: "limit_reached", Words: "One table\neach"})
	whole := h.owner("GET", "/v1/resource-entries/"+entries["cyd"], nil).want(200)
	if whole.text("status") != "declined" || whole.text("offers", 0, "confirmation", "cause") != "limit_reached" || whole.text("offers", 0, "confirmation", "message") != "One table each" {
		t.Errorf("%s", whole.Raw)
	}
	var steps []string
	for i := range whole.at("history").([]any) {
		steps = append(steps, whole.text("history", i, "reason"))
	}
	if strings.Join(steps, " ") != "joined offered confirmation_asked not_confirmed" {
		t.Errorf("%v", steps)
	}
	// The withdrawal that waited has what came back first, and so bob is not offered it.
	bob := h.owner("GET", "/v1/resource-entries/"+entries["bob"], nil).want(200)
	if bob.text("status") != "offered" && bob.text("status") != "waiting" {
		t.Errorf("%s", bob.Raw)
	}
	h.owner("GET", path+"/offers?accepting=perhaps", nil).problem(422, "invalid_request").names("accepting")
	h.sound()
}

// TestErasedWhileAsked: whoever is erased while the other system is asked is nobody at once.
func TestErasedWhileAsked(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	const path = "/v1/resources/asked"
	h.owner("PUT", path, object{"name": "Tables", "confirm_url": "https://tables.example/confirm"}).want(201)
	entry := h.owner("POST", path+"/waitlist:join", object{"user_id": "ada", "email": "ada@example.org", "attributes": object{"area": "hall"}}).want(201).text("id")
	h.owner("POST", path+":capacity-released", object{"event_id": "x", "units": 1, "attributes": object{"area": "hall"}}).want(200)
	offer := h.owner("GET", "/v1/resource-entries/"+entry, nil).want(200).text("offer_id")
	h.owner("POST", "/v1/resource-offers/"+offer+":accept", object{"payment_method_id": "pm_secret"}).want(202)
	h.owner("POST", "/v1/resource-entries/"+entry+":erase", nil).want(200)
	h.owner("POST", "/v1/resource-entries/"+entry+":erase", nil).want(200)
	a := h.owner("GET", "/v1/resource-entries/"+entry, nil).want(200)
	if a.text("status") != "accepting" || strings.Contains(a.Raw, "ada") || strings.Contains(a.Raw, "hall") {
		t.Errorf("%s", a.Raw)
	}
	kept, err := h.store.Resources.Confirmation(t.Context(), h.owner("GET", path, nil).want(200).text("id"), offer)
	h.must(err)
	if kept.PaymentMethod != "" || kept.State != "asking" {
		t.Errorf("%+v", kept)
	}
	h.sound()
}
