package api_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/checkin"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/limit"
	"github.com/holdfast-events/holdfast/internal/store/checkins"
)

// phone lets a phone in at an event that is weeks away, and returns its pass and its token.
func (h *testServer) phone(event string) (pass, token string) {
	h.t.Helper()
	now := inventory.At(h.now())
	code, hash := identity.PassCode(nil)
	pass = h.ids.In(id.CheckinPass, eventID(event))
	h.must(h.store.CheckIns.CreatePass(h.t.Context(), checkins.CheckinPass{
		Name: "Gate A, Mia", CodeHash: hash, CreatedAt: now,
		Pass: checkin.Pass{ID: pass, EventID: eventID(event), ValidFrom: now - 1, ValidUntil: now + inventory.Instant(inventory.Day)},
	}))
	return pass, h.send("POST", "/v1/checkin-passes:redeem", "", object{"code": code}).want(201).text("token")
}

// evening is an event that begins in an hour.
func evening(h *testServer) func(object) {
	return func(e object) {
		start := h.now().Add(time.Hour).UTC().Truncate(time.Second)
		e["starts_at"], e["ends_at"] = start.Format(time.RFC3339), start.Add(3*time.Hour).Format(time.RFC3339)
	}
}

// codeIn is the code behind the # of a link.
func codeIn(a *answer) string {
	_, code, _ := strings.Cut(a.text("url"), "#")
	return code
}

func TestPhoneChecksIn(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(9, evening(h))
	order := h.register(event, "ada", "Bo", "Cy").text("order_id")
	tickets := h.ticketsOf(order)
	lounge := h.owner("POST", event+"/checkin-lists", object{"name": "Lounge", "gates": []string{"Lounge door"}}).want(201).text("id")

	body := object{"name": "Gate A, Mia", "gate": "North"}
	made := h.as(identity.BoxOffice, "POST", event+"/checkin-passes", body, "Idempotency-Key: pass").want(201)
	again := h.as(identity.BoxOffice, "POST", event+"/checkin-passes", body, "Idempotency-Key: pass").want(201)
	if again.text("url") != made.text("url") || again.text("id") != made.text("id") || !strings.HasPrefix(made.text("url"), "http://holdfast.test/door#hq_") {
		t.Errorf("%s, and again %s", made.Raw, again.Raw)
	}
	h.as(identity.BoxOffice, "POST", event+"/checkin-passes", object{"name": "Another"}, "Idempotency-Key: pass").problem(422, "idempotency_key_reused")
	if !strings.HasPrefix(made.text("qr_svg"), "<svg") || made.text("status") != "waiting" {
		t.Errorf("made: %s", made.Raw)
	}
	pass := made.text("id")
	list := h.owner("GET", event+"/checkin-passes", nil).want(200)
	if len(list.at("items").([]any)) != 1 || strings.Contains(list.Raw, codeIn(made)) {
		t.Errorf("the list shows %s", list.Raw)
	}

	// The first phone has it from then on, however often its answer is lost; a second one does not.
	redeemed := h.send("POST", "/v1/checkin-passes:redeem", "", object{"code": codeIn(made)}, "Idempotency-Key: phone").want(201)
	repeated := h.send("POST", "/v1/checkin-passes:redeem", "", object{"code": codeIn(made)}, "Idempotency-Key: phone").want(201)
	token := redeemed.text("token")
	if !strings.HasPrefix(token, "hp_") || repeated.text("token") != token || redeemed.text("id") != pass || redeemed.text("title") != "Lantern walk" || redeemed.text("gate") != "North" {
		t.Errorf("%s, and again %s", redeemed.Raw, repeated.Raw)
	}
	h.send("POST", "/v1/checkin-passes:redeem", "", object{"code": codeIn(made)}, "Idempotency-Key: other").problem(410, "checkin_code_used").names("code")
	h.send("POST", "/v1/checkin-passes:redeem", "", object{"code": codeIn(made)}).problem(410, "checkin_code_used")
	h.send("POST", "/v1/checkin-passes:redeem", "", object{"code": "hq_" + strings.Repeat("A", 22)}).problem(401, "checkin_code_invalid").names("code")
	h.send("POST", "/v1/checkin-passes:redeem", "", object{"code": "nonsense"}).problem(401, "checkin_code_invalid")
	h.send("POST", "/v1/checkin-passes:redeem", "", object{"code": codeIn(made)}, "Origin: https://elsewhere.example", "Sec-Fetch-Site: cross-site").problem(403, "cross_origin")

	// It lets in at its gate, by its own name, and goes by no other.
	phone := func(method, path string, body any) *answer { return h.send(method, path, token, body) }
	scan := func(ticket any, more object) object {
		body := object{"event_id": eventID(event), "ticket_id": ticket}
		for k, v := range more {
			body[k] = v
		}
		return body
	}
	if a := phone("POST", "/v1/checkins", scan(tickets[0]["id"], nil)).verdict("admit"); a.text("device_id") != pass || a.text("gate") != "North" {
		t.Errorf("the scan is %s", a.Raw)
	}
	for field, value := range map[string]any{"device_id": "tablet", "gate": "South", "list_id": lounge} {
		phone("POST", "/v1/checkins", scan(tickets[1]["id"], object{field: value})).problem(422, "invalid_request").names(field)
	}
	h.as(identity.Door, "POST", "/v1/checkins", scan(tickets[1]["id"], object{"device_id": pass})).problem(422, "invalid_request").names("device_id")
	phone("POST", "/v1/checkins:override", scan(tickets[1]["id"], object{"reason": "Because"})).problem(403, "forbidden")
	phone("GET", event+"/checkin-bundle?list_id="+lounge, nil).problem(422, "invalid_request").names("list_id")
	phone("GET", event+"/checkin-bundle", nil).want(200)
	if a := phone("GET", event+"/checkin-lists", nil).want(200); len(a.at("items").([]any)) != 0 {
		t.Errorf("the phone is shown other lists: %s", a.Raw)
	}
	found := phone("GET", event+"/tickets?q=Ada", nil).want(200)
	if found.text("items", 0, "attendee") != "Ada" || strings.Contains(found.Raw, "@example.org") {
		t.Errorf("the phone finds %s", found.Raw)
	}
	if a := h.as(identity.BoxOffice, "GET", event+"/tickets?q=Ada", nil).want(200); !strings.Contains(a.Raw, "@example.org") {
		t.Errorf("the box office finds %s", a.Raw)
	}
	if a := phone("GET", "/v1/checkin-pass", nil).want(200); a.text("name") != "Gate A, Mia" || a.text("event_id") != eventID(event) {
		t.Errorf("its pass: %s", a.Raw)
	}
	if a := phone("GET", "/v1/me", nil).want(200); a.text("kind") != "phone" {
		t.Errorf("it is %s", a.Raw)
	}
	seen := h.owner("GET", event+"/checkin-passes", nil).want(200)
	if seen.text("items", 0, "status") != "in_use" || seen.number("items", 0, "scans") != 1 || seen.number("items", 0, "tries") != 2 || seen.text("items", 0, "seen_at") == "" {
		t.Errorf("the organizer sees %s", seen.Raw)
	}

	// Without a network.
	log := func(scans ...object) object {
		return object{"event_id": eventID(event), "device_id": pass, "scans": scans}
	}
	offline := func(name string, ticket any, at time.Time) object {
		return object{"scan_id": name, "ticket_id": ticket, "at": at.UTC(), "verdict": "admit"}
	}
	phone("POST", "/v1/checkins:sync", log(offline("1", tickets[1]["id"], h.now()))).want(200)

	// Signed out in the middle of the evening: it may hand in what it scanned before, and nothing else.
	before := h.now()
	h.later(10 * time.Second)
	ended := h.owner("POST", "/v1/checkin-passes/"+pass+":end", object{}).want(200)
	if ended.text("status") != "ended" || ended.text("hands_in_until") == "" {
		t.Errorf("ended: %s", ended.Raw)
	}
	phone("POST", "/v1/checkins", scan(tickets[2]["id"], nil)).problem(401, "checkin_pass_ended")
	phone("GET", event+"/checkin-bundle", nil).problem(401, "checkin_pass_ended")
	phone("GET", event, nil).problem(401, "checkin_pass_ended")
	got := phone("POST", "/v1/checkins:sync", log(offline("2", tickets[2]["id"], before), offline("3", tickets[2]["id"], h.now().Add(time.Minute)))).want(200)
	if got.text("items", 0, "status") != "stored" || got.text("items", 1, "status") != "late" {
		t.Errorf("handed in: %s", got.Raw)
	}
	if a := h.owner("GET", event+"/checkins", nil).want(200); a.number("admitted") != 3 || a.number("double_admissions") != 0 {
		t.Errorf("in are %s", a.Raw)
	}
	h.send("POST", "/v1/checkin-passes:redeem", "", object{"code": codeIn(made)}).problem(410, "checkin_code_over")
	h.owner("PATCH", "/v1/checkin-passes/"+pass, object{"valid_until": h.now().Add(time.Hour).UTC()}).problem(409, "checkin_pass_over")
	h.owner("PATCH", "/v1/checkin-passes/"+pass, object{"name": "Gate A"}).want(200)
	// The phone turns out to be lost.
	h.owner("POST", "/v1/checkin-passes/"+pass+":end", object{"late_scans": "refuse"}).want(200)
	phone("POST", "/v1/checkins:sync", log(offline("4", tickets[2]["id"], before))).problem(401, "checkin_pass_ended")
	h.owner("POST", "/v1/checkin-passes/"+pass+":end", object{"late_scans": "take"}).want(200)
	phone("POST", "/v1/checkins:sync", log(offline("4", tickets[2]["id"], before))).problem(401, "checkin_pass_ended")
	log401 := h.logged.String()
	for _, secret := range []string{token, codeIn(made)} {
		if strings.Contains(log401, secret) {
			t.Error("the log has a secret of a phone")
		}
	}
	h.sound()
}

// TestPhoneHours: a pass is good for its hours by the clock of the server, and hands in for a
// day what was scanned in them.
func TestPhoneHours(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(9, func(e object) {
		start := h.now().Add(12 * time.Hour).UTC().Truncate(time.Second)
		e["starts_at"], e["ends_at"] = start.Format(time.RFC3339), start.Add(time.Hour).Format(time.RFC3339)
	})
	ticket := h.ticketsOf(h.register(event, "ada").text("order_id"))[0]["id"]
	made := h.owner("POST", event+"/checkin-passes", object{"name": "Gate A"}).want(201)
	redeem := func() *answer {
		return h.send("POST", "/v1/checkin-passes:redeem", "", object{"code": codeIn(made)})
	}
	if a := redeem().problem(403, "checkin_code_early"); !strings.Contains(a.text("detail"), made.text("valid_from")) {
		t.Errorf("too early: %s", a.Raw)
	}
	h.later(6*time.Hour + time.Minute)
	token := redeem().want(201).text("token")
	h.owner("PATCH", "/v1/checkin-passes/"+made.text("id"), object{"valid_from": h.now().UTC()}).problem(422, "invalid_request").names("valid_from")
	h.later(time.Hour)
	scanned := h.now()
	h.owner("PATCH", "/v1/checkin-passes/"+made.text("id"), object{"valid_until": h.now().Add(time.Hour).UTC()}).want(200)
	h.send("GET", event+"/checkin-bundle", token, nil).want(200)
	h.later(time.Hour)
	h.send("GET", event+"/checkin-bundle", token, nil).problem(401, "checkin_pass_expired")
	sync := func(name string) *answer {
		return h.send("POST", "/v1/checkins:sync", token, object{"event_id": eventID(event), "device_id": made.text("id"), "scans": []object{
			{"scan_id": name, "ticket_id": ticket, "at": scanned.UTC(), "verdict": "admit"}}})
	}
	sync("1").want(200)
	h.owner("POST", "/v1/checkin-passes/"+made.text("id")+":renew", nil).problem(409, "checkin_pass_over")
	if a := h.owner("GET", event+"/checkin-passes", nil).want(200); a.text("items", 0, "status") != "expired" {
		t.Errorf("it is %s", a.Raw)
	}
	h.later(24 * time.Hour)
	sync("2").problem(401, "checkin_pass_expired")
	h.sound()

	starts := h.now().Add(48 * time.Hour).UTC().Truncate(time.Second)
	event = h.event(9, func(e object) {
		e["starts_at"], e["ends_at"] = starts.Format(time.RFC3339), starts.Add(time.Hour).Format(time.RFC3339)
	})
	for _, c := range []struct {
		from, until time.Duration
		field       string
	}{
		{-7*24*time.Hour - time.Second, time.Hour, "valid_from"}, {0, 0, "valid_until"}, {-72 * time.Hour, -50 * time.Hour, "valid_until"},
		{0, 49*time.Hour + time.Second, "valid_until"},
	} {
		h.owner("POST", event+"/checkin-passes", object{"name": "x", "valid_from": starts.Add(c.from), "valid_until": starts.Add(c.until)}).
			problem(422, "invalid_request").names(c.field)
	}
	h.owner("POST", event+"/checkin-passes", object{"name": ""}).problem(422, "invalid_request").names("name")
	h.owner("POST", event+"/checkin-passes", object{"name": "x", "list_id": "lst_none"}).problem(422, "invalid_request").names("list_id")
	h.owner("POST", "/v1/checkin-passes/cpa_none:end", object{}).problem(404, "not_found")
}

// TestPhoneRenewed: a new code ends the phone that has the pass, and the next one stands at the
// same place.
func TestPhoneRenewed(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(9, evening(h))
	h.owner("POST", event+"/checkin-lists", object{"name": "Lounge", "gates": []string{"Lounge door"}}).want(201)
	made := h.owner("POST", event+"/checkin-passes", object{"name": "Lounge, Mia", "gate": "Lounge door"}).want(201)
	if made.text("list_id") == "" {
		t.Errorf("the gate is of no list: %s", made.Raw)
	}
	h.owner("POST", event+"/checkin-passes", object{"name": "x", "list_id": made.text("list_id"), "gate": "North"}).problem(422, "invalid_request").names("gate")
	// Of phones that open it at once, one has it.
	var all sync.WaitGroup
	answers := make([]*answer, 8)
	for i := range answers {
		all.Go(func() { answers[i] = h.send("POST", "/v1/checkin-passes:redeem", "", object{"code": codeIn(made)}) })
	}
	all.Wait()
	token := ""
	for _, a := range answers {
		if a.Status == http.StatusCreated {
			if token != "" {
				t.Error("two phones have one pass")
			}
			token = a.text("token")
		} else {
			a.problem(410, "checkin_code_used")
		}
	}
	if a := h.owner("GET", event+"/checkin-passes", nil).want(200); token == "" || a.number("items", 0, "tries") != int64(len(answers)-1) {
		t.Errorf("the organizer sees %s", a.Raw)
	}
	h.send("GET", "/v1/checkin-pass", token, nil).want(200)
	path := "/v1/checkin-passes/" + made.text("id") + ":renew"
	next := h.owner("POST", path, nil, "Idempotency-Key: new").want(201)
	if again := h.owner("POST", path, nil, "Idempotency-Key: new").want(201); again.text("url") != next.text("url") || next.text("url") == made.text("url") {
		t.Errorf("%s, and again %s", next.Raw, again.Raw)
	}
	for _, field := range []string{"name", "list_id", "gate", "valid_from", "valid_until"} {
		if next.text(field) != made.text(field) {
			t.Errorf("the new pass has another %s: %s", field, next.Raw)
		}
	}
	h.send("GET", "/v1/checkin-pass", token, nil).problem(401, "checkin_pass_ended")
	fresh := h.send("POST", "/v1/checkin-passes:redeem", "", object{"code": codeIn(next)}).want(201)
	h.send("GET", "/v1/checkin-pass", fresh.text("token"), nil).want(200)
	h.sound()
}

// TestPhonesAreFew: an event has so many phones at once, and an address so many tries.
func TestPhonesAreFew(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(9, evening(h))
	for range checkins.MaxPasses {
		h.owner("POST", event+"/checkin-passes", object{"name": "Phone"}).want(201)
	}
	h.owner("POST", event+"/checkin-passes", object{"name": "Phone"}).problem(409, "too_many_checkin_passes")
	first := h.owner("GET", event+"/checkin-passes", nil).want(200).text("items", 0, "id")
	// One that is ended makes room, and a new code for one that is not takes none.
	h.owner("POST", "/v1/checkin-passes/"+first+":end", object{}).want(200)
	last := h.owner("POST", event+"/checkin-passes", object{"name": "Phone"}).want(201).text("id")
	h.owner("POST", "/v1/checkin-passes/"+last+":renew", nil).want(201)
	h.owner("POST", event+"/checkin-passes", object{"name": "Phone"}).problem(409, "too_many_checkin_passes")
}

// TestCodesAreTriedSlowly: an address has so many tries, of codes and of tokens.
func TestCodesAreTriedSlowly(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, func(c *api.Config) {
		c.Limits = limits(map[limit.Kind]limit.Rate{limit.Address: {PerSecond: 1e-6, Burst: 2}})
		c.TrustedProxies = 1
	})
	for i, address := range []string{"X-Forwarded-For: 203.0.113.1", "X-Forwarded-For: 203.0.113.2"} {
		for _, want := range []int{401, 401, 429} {
			if i == 0 {
				h.send("POST", "/v1/checkin-passes:redeem", "", object{"code": "hq_" + strings.Repeat("B", 22)}, address).want(want)
			} else {
				h.send("GET", "/v1/checkin-pass", "hp_"+strings.Repeat("B", 43), nil, address).want(want)
			}
		}
	}
}
