package api_test

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/api/registrations"
	"github.com/holdfast-events/holdfast/internal/clock"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/limit"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/gather"
)

func TestPublicRegistration(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(2)
	ada := object{"email": "Ada.Lovelace@Example.org", "name": "Ada"}
	a := h.send("POST", event+"/registrations", "", ada, "Accept-Language: de-AT,de;q=0.9").want(201)
	if a.text("status") != "confirmed" {
		t.Fatalf("ada: %s", a.Raw)
	}
	stored := h.owner("GET", event+"/registrations/mail:ada.lovelace@example.org", nil).want(200)
	if stored.text("person", "email") != "Ada.Lovelace@Example.org" || stored.text("person", "locale") != "de-AT" {
		t.Errorf("stored: %s", stored.Raw)
	}
	// Somebody who tries her address is answered like a newcomer, and takes nothing.
	again := h.send("POST", event+"/registrations", "", object{"email": "ada.lovelace@example.org", "name": "Eve"}).want(201)
	if again.text("order_id") == a.text("order_id") || strings.Contains(again.Raw, "per_") {
		t.Errorf("a stranger is told an id: %s", again.Raw)
	}
	if free := h.send("GET", event, "", nil).want(200).number("availability", "available"); free != 1 {
		t.Errorf("%d places are free, want 1", free)
	}
	if h.owner("GET", event+"/registrations/mail:ada.lovelace@example.org", nil).text("person", "name") != "Ada" {
		t.Error("a stranger has renamed her")
	}
	h.send("POST", event+"/registrations", "", object{"email": "x@example.org", "name": "X", "user_id": "u1"}).problem(422, "invalid_request").names("user_id")
	h.send("POST", event+"/registrations", "", object{"email": "x@example.org"}).problem(422, "invalid_request").names("name")
	h.send("POST", event+"/registrations", "", object{"name": "X"}).problem(422, "invalid_request").names("email")
	h.send("POST", event+"/registrations", "", object{"email": "x@example.org", "name": "X", "priority_class": 1}).problem(403, "class_not_allowed").names("priority_class")
	h.send("POST", event+"/waitlist:join", "", object{"email": "bob@example.org", "name": "Bob"}).want(201)
	h.send("GET", event, "", nil).want(200)
	h.send("GET", event+"/registrations", "", nil).problem(401, "credentials_required")

	draft := h.event(2, func(e object) { e["publish"] = false })
	h.send("GET", draft, "", nil).problem(404, "not_found")
	h.send("POST", draft+"/registrations", "", ada).problem(404, "not_found")
	h.send("POST", "/v1/events/evt_000000000000/registrations", "", ada).problem(404, "not_found")
}

func TestPublicRate(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, func(c *api.Config) {
		c.Limits = limits(map[limit.Kind]limit.Rate{limit.Address: {PerSecond: 0.001, Burst: 3}, limit.Network: {PerSecond: 0.001, Burst: 100}})
	})
	event := h.event(50)
	for i := range 3 {
		h.send("POST", event+"/registrations", "", object{"email": fmt.Sprintf("p%d@example.org", i), "name": "P"}).want(201)
	}
	late := h.send("POST", event+"/registrations", "", object{"email": "p4@example.org", "name": "P"}).problem(429, "rate_limited")
	if late.Header.Get("Retry-After") == "" || late.text("limit") != "address" {
		t.Errorf("Retry-After %q, %s", late.Header.Get("Retry-After"), late.Raw)
	}
	// The header of a proxy that nobody configured is not a way around it.
	h.send("POST", event+"/registrations", "", object{"email": "p5@example.org", "name": "P"}, "X-Forwarded-For: 198.51.100.9").problem(429, "rate_limited")
	h.register(event, "ada") // keys are not bounded
	h.send("GET", event, "hf_"+strings.Repeat("A", 43), nil).problem(429, "rate_limited")
	if n := h.owner("GET", event, nil).number("availability", "confirmed"); n != 4 {
		t.Errorf("%d confirmed", n)
	}
}

// People see places as the event shows them; staff always exactly.
func TestPositionDisplay(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	for _, display := range []string{"exact", "band", "hidden"} {
		event := h.event(1, waitlist(object{"position_display": display}))
		h.register(event, "who-has-it")
		var entries []string
		for i := range 14 {
			entries = append(entries, h.register(event, fmt.Sprint("p", i)).text("entry_id"))
		}
		h.owner("DELETE", "/v1/waitlist/"+entries[0], nil).want(200)
		h.owner("DELETE", "/v1/waitlist/"+entries[1], nil).want(200)
		last := entries[13]
		token := h.link(identity.EntryLink, last, h.personID(event, "p13"))
		mine := h.send("GET", "/v1/waitlist/"+last, token, nil).want(200)
		past := h.send("GET", "/v1/waitlist/"+last+"/history", token, nil).want(200)
		public := h.send("POST", event+"/waitlist:join", "", object{"email": "late@example.org", "name": "Late"}).want(201)
		steps := len(past.at("items").([]any))
		switch display {
		case "exact":
			if mine.number("position") != 12 || mine.number("waiting") != 12 || steps != 3 || public.number("position") != 13 {
				t.Errorf("exact: %s %s %s", mine.Raw, past.Raw, public.Raw)
			}
			if past.text("items", 0, "other") == past.text("items", 1, "other") || strings.Contains(past.Raw, "per_") || strings.Contains(past.Raw, entries[1]) {
				t.Errorf("others: %s", past.Raw)
			}
		case "band":
			if mine.number("position_band", "from") != 11 || mine.number("position_band", "to") != 50 || mine.at("position") != nil || mine.at("waiting") != nil ||
				steps != 1 || strings.Contains(past.Raw, `"position_after":`) || public.number("position_band", "from") != 11 {
				t.Errorf("band: %s %s %s", mine.Raw, past.Raw, public.Raw)
			}
		case "hidden":
			if strings.Contains(mine.Raw, "position") || strings.Contains(past.Raw, "position") || steps != 1 || strings.Contains(public.Raw, "position") {
				t.Errorf("hidden: %s %s %s", mine.Raw, past.Raw, public.Raw)
			}
		}
		if staff := h.owner("GET", "/v1/waitlist/"+last, nil).want(200); staff.number("position") != 12 {
			t.Errorf("%s, for staff: %s", display, staff.Raw)
		}
	}
}

// With several priority classes the place is read after the commit.
func TestPlaceWithClasses(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(1)
	h.register(event, "who-has-it")
	h.register(event, "ada")
	first := person("bob")
	first["priority_class"] = 2
	if a := h.owner("POST", event+"/registrations", first).want(201); a.number("position") != 1 {
		t.Errorf("class 2: %s", a.Raw)
	}
	if a := h.register(event, "cyd"); a.number("position") != 3 {
		t.Errorf("class 0: %s", a.Raw)
	}
}

func TestEveryCodeHasAProblem(t *testing.T) {
	t.Parallel()
	for _, code := range inventory.AllCodes() {
		if code == inventory.OK {
			continue
		}
		status, title, ok := api.KindOf(string(code))
		if !ok || title == "" || status < 400 || status > 499 {
			t.Errorf("%s: %d %q %v", code, status, title, ok)
		}
		if p := api.Refusal(inventory.Outcome{Code: code}); p.Status != status || p.Type != "/problems/"+string(code) {
			t.Errorf("%s: %+v", code, p)
		}
	}
}

func TestErrorsBecomeProblems(t *testing.T) {
	t.Parallel()
	for err, want := range map[error]int{
		sequencer.ErrBusy: 503, gather.ErrBusy: 503, sequencer.ErrClosed: 503, sequencer.ErrUnavailable: 503, sequencer.ErrUnknown: 503, sequencer.ErrClock: 503, clock.ErrOff: 503,
		sequencer.ErrKeyReused: 422, sequencer.ErrInternal: 500, database.ErrNotFound: 404, database.ErrUnavailable: 503,
		database.ErrConflict: 409, database.ErrConstraint: 500, database.ErrStale: 503, database.ErrCommitUnknown: 503,
		identity.ErrHidden: 404, identity.ErrForbidden: 403, identity.ErrUnauthenticated: 401,
		errors.New("pq: password authentication failed for user holdfast"): 500,
	} {
		p := api.ProblemOf(fmt.Errorf("doing something at 10.0.0.7: %w", err))
		if p.Status != want || strings.Contains(p.Detail+p.Title, "10.0.0.7") || strings.Contains(p.Detail, "password") {
			t.Errorf("%v: %+v", err, p)
		}
	}
}

// A handler that panics is answered with a problem, and the log has the cause.
func TestPanic(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	r := chi.NewRouter()
	r.Get("/boom/{token}", func(http.ResponseWriter, *http.Request) { panic("the cause") })
	h := api.Outer(api.Config{Log: slog.New(slog.NewTextHandler(&log, nil)), Now: time.Now}, r)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "/boom/secret?q=secret", nil))
	if w.Code != 500 || !strings.Contains(w.Body.String(), "internal_error") || strings.Contains(w.Body.String(), "cause") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if !strings.Contains(log.String(), "the cause") || strings.Contains(log.String(), "secret") || !strings.Contains(log.String(), "/boom/{token}") {
		t.Errorf("log: %s", log.String())
	}
}

// The log names routes; it never holds what a person or a secret could be read from.
func TestAccessLog(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(2)
	order := h.register(event, "ada").text("order_id")
	token := h.link(identity.OrderLink, order, h.personID(event, "ada"))
	h.send("GET", "/r/"+token, "", nil).want(200)
	h.send("GET", "/v1/events/secret-path?cursor=secret-query", "", nil)
	h.send("GET", "/secret-nowhere", "", nil)
	log := h.logged.String()
	for _, secret := range []string{"ada", "secret", token[3:], "hf_", "hl_", h.keys[identity.Owner]} {
		if strings.Contains(log, secret) {
			t.Errorf("the log holds %q", secret)
		}
	}
	for _, wanted := range []string{"route=/r/{token}", "route=/v1/events/{event_id}/registrations/{user_id}", "status=404", "request_id="} {
		if !strings.Contains(log, wanted) {
			t.Errorf("the log lacks %q:\n%s", wanted, log)
		}
	}
}

func TestSecurityHeaders(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	for _, path := range []string{"/docs", "/problems", "/openapi.json", "/healthz", "/nowhere", "/v1/events", "/o/x"} {
		a := h.send("GET", path, "", nil)
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Content-Security-Policy": "frame-ancestors 'none'", "X-Request-Id": "-",
		} {
			if !strings.Contains(a.Header.Get(name), want) {
				t.Errorf("%s: %s is %q", path, name, a.Header.Get(name))
			}
		}
		if strings.Contains(a.Header.Get("Content-Security-Policy"), "unsafe") {
			t.Errorf("%s: %s", path, a.Header.Get("Content-Security-Policy"))
		}
	}
	if a := h.send("GET", "/v1/events", "", nil); a.Header.Get("WWW-Authenticate") == "" {
		t.Error("401 without WWW-Authenticate")
	}
	secure := newTestServer(t, func(c *api.Config) { c.BaseURL = "https://holdfast.test" })
	if secure.send("GET", "/healthz", "", nil).Header.Get("Strict-Transport-Security") == "" {
		t.Error("no Strict-Transport-Security over https")
	}
}

// The documentation is whole without any other server, and lists every problem.
func TestDocumentation(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	docs := h.send("GET", "/docs", "", nil)
	if docs.Status != 200 || strings.Contains(docs.Raw, "http") || strings.Contains(docs.Raw, "<script>") || strings.Contains(docs.Raw, "style=") {
		t.Errorf("docs: %d %s", docs.Status, docs.Raw)
	}
	for _, part := range strings.FieldsFunc(docs.Raw, func(r rune) bool { return r == '"' }) {
		if strings.HasPrefix(part, "/") {
			if a := h.send("GET", part, "", nil); a.Status != 200 {
				t.Errorf("%s: %d", part, a.Status)
			}
		}
	}
	problems := h.send("GET", "/problems", "", nil)
	for _, code := range inventory.AllCodes() {
		if code == inventory.OK {
			continue
		}
		if !strings.Contains(problems.Raw, "<code>"+string(code)+"</code>") || h.send("GET", "/problems/"+string(code), "", nil).Status != 200 {
			t.Errorf("%s is not explained", code)
		}
	}
	h.send("GET", "/problems/none", "", nil).problem(404, "not_found")
}

// Each example of a body is a body that works.
func TestExamplesWork(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, func(c *api.Config) { c.NewOrganizations = identity.ByAnyone })
	h.member(h.org, identity.Owner, "olga@example.org") // it is set up
	s := h.scene()
	var repeated accessFixture // a series
	var weekly any             // the body that makes a series
	for _, rt := range api.Routes() {
		if rt.HasBody && rt.Example == nil {
			t.Errorf("%s has a body and no example", rt.ID)
		}
		if rt.Example == nil {
			continue
		}
		body := rt.Example
		if rt.ID == "create-event" {
			body = h.newEvent(5)
			for name, v := range rt.Example.(object) {
				if _, timed := body.(object)[name]; !timed {
					body.(object)[name] = v
				}
			}
			delete(body.(object), "registration_cutoff")
		}
		if rt.ID == "create-code" {
			s = h.scene()
		}
		if slices.Contains([]string{"create-booking", "check-booking", "confirm-booking", "decline-booking", "move-booking"}, rt.ID) {
			x := h.venue(object{"needs_approval": true})
			asked := &accessFixture{names: map[string]string{
				"venue_id": strings.TrimPrefix(x.path, "/v1/venues/"), "booking_id": h.owner("POST", x.path+"/bookings", x.hours(10, 12, x.hall)).want(201).text("id"),
			}}
			if rt.ID == "create-booking" || rt.ID == "check-booking" {
				body.(object)["rooms"] = []string{x.hall}
			}
			if a := h.owner(rt.Method, asked.path(rt.Path), body); a.Status >= 300 {
				t.Errorf("%s: %d %s", rt.ID, a.Status, a.Raw)
			}
			continue
		}
		if rt.ID == "refund-order" {
			s.names["order_id"] = h.owner("POST", h.event(5)+"/orders", object{"user_id": "u", "items": []object{{"quantity": 3}}}).want(201).text("id")
		}
		if rt.ID == "checkout-order" || rt.ID == "mark-order-paid" || rt.ID == "mark-refunded" {
			s.names["order_id"] = h.placeOrder(h.paidEvent(5), "u", 1)
		}
		if rt.ID == "change-payment-keys" {
			s.names["account_id"] = h.owner("POST", accountsPath, object{"provider": "stripe", "secret_key": "sk_test_1"}).want(201).text("id")
		}
		if rt.ID == "mark-refunded" {
			s.names["refund_id"] = h.refundByHand(s.names["order_id"])
		}
		if rt.ID == "register" || rt.ID == "join-waitlist" || rt.ID == "place-order" {
			s.names["event_id"] = strings.TrimPrefix(h.event(10), "/v1/events/")
		}
		if rt.ID == "extend-offer" || rt.ID == "change-event" || rt.ID == "change-pool" || rt.ID == "create-block" {
			s = h.scene()
		}
		switch rt.ID {
		case "find-seats", "reserve-seat", "wait-for-seat", "wait-for-seats", "unblock-seats":
			event := h.theatre()
			hall := &accessFixture{names: map[string]string{"event_id": eventID(event), "seat_id": seat(event, 1)}}
			if rt.ID == "unblock-seats" {
				seats := []string{seat(event, 1), seat(event, 2)}
				hall.names["block_id"] = h.owner("POST", event+"/blocks", object{"seat_ids": seats}).want(201).text("id")
				body = object{"seat_ids": seats[:1]}
			}
			if a := h.owner(rt.Method, hall.path(rt.Path), body); a.Status >= 300 {
				t.Errorf("%s: %d %s", rt.ID, a.Status, a.Raw)
			}
			continue
		case "assign-bank-transaction", "give-bank-transaction-back", "mark-bank-transaction-returned", "ignore-bank-transaction", "undo-bank-transaction":
			h.statement(camt(bankIBAN, bankLine{amount: 100, text: rt.ID})).want(201)
			var one *answer
			for text, found := range h.onDesk() {
				if text == rt.ID {
					one = found
				}
			}
			desk := &accessFixture{names: map[string]string{"transaction_id": one.text("id")}}
			switch rt.ID {
			case "assign-bank-transaction":
				_, orders, _ := h.transferEvent("zoe")
				body = object{"order_id": orders["zoe"]}
			case "mark-bank-transaction-returned":
				h.owner("POST", desk.path("/v1/organization/bank-transactions/{transaction_id}:give-back"), object{"note": "x"}).want(200)
			case "undo-bank-transaction":
				h.owner("POST", desk.path("/v1/organization/bank-transactions/{transaction_id}:ignore"), object{"note": "x"}).want(200)
			}
			if a := h.owner(rt.Method, desk.path(rt.Path), body); a.Status >= 300 {
				t.Errorf("%s: %d %s", rt.ID, a.Status, a.Raw)
			}
			continue
		case "sell-at-till", "void-till-sale":
			event := h.event(10, set("currency", "EUR"), set("tiers", []object{{"name": "General", "price": 1000}}))
			till := h.openTill(event, 0)
			sold := h.owner("POST", till+"/sales", object{"items": []object{{"quantity": 3}}, "payment": "cash"}).want(201).text("order_id")
			if rt.ID == "sell-at-till" {
				h.owner("POST", event+"/codes", object{"code": body.(object)["promo_code"], "kind": "promo", "percent_bp": 5000}).want(201)
			}
			box := &accessFixture{names: map[string]string{"event_id": eventID(event), "till_id": strings.TrimPrefix(till, event+"/tills/"), "order_id": sold}}
			if a := h.owner(rt.Method, box.path(rt.Path), body); a.Status >= 300 {
				t.Errorf("%s: %d %s", rt.ID, a.Status, a.Raw)
			}
			continue
		case "override-check-in":
			body.(object)["ticket_id"] = s.names["ticket_id"]
			fallthrough
		case "check-in", "sync-checkins":
			body.(object)["event_id"] = eventID(s.event)
		case "approve-applications", "decline-applications":
			event := h.event(5, set("approval", true))
			answer := object{"entry_ids": []string{h.applied(event, "ada")}}
			if rt.ID == "decline-applications" {
				answer["reason"] = body.(registrations.Declining).Reason
			}
			body = answer
			if a := h.owner(rt.Method, strings.Replace(rt.Path, "{event_id}", eventID(event), 1), body); a.Status >= 300 {
				t.Errorf("%s: %d %s", rt.ID, a.Status, a.Raw)
			}
			continue
		case "set-onsale", "steer-onsale":
			event := h.event(5)
			if rt.ID == "set-onsale" {
				body.(object)["opens_at"], body.(object)["serves_at"] = h.now().Add(time.Hour), h.now().Add(2*time.Hour)
			} else {
				h.queue(event, 5, "none")
			}
			if a := h.owner(rt.Method, event+"/onsale", body); a.Status >= 300 {
				t.Errorf("%s: %d %s", rt.ID, a.Status, a.Raw)
			}
			continue
		case "publish-statement":
			event := h.event(50)
			h.owner("PUT", event+"/onsale", object{"mode": "queue", "opens_at": h.now().Add(time.Hour), "serves_at": h.now().Add(time.Hour), "max_inside": 2, "identity": "none"}).want(200)
			if a := h.owner(rt.Method, event+"/statement", body); a.Status >= 300 {
				t.Errorf("%s: %d %s", rt.ID, a.Status, a.Raw)
			}
			continue
		case "transfer-ticket":
			s = h.scene()
			h.owner("POST", "/v1/transfers/"+s.names["transfer_id"]+":cancel", nil).want(200)
		case "change-checkin-list", "set-booking-add-ons":
			s = h.scene()
		case "create-series":
			weekly = body
			repeated.names = map[string]string{"event_id": eventID(h.event(5))}
			repeated.names["series_id"] = h.owner(rt.Method, repeated.path(rt.Path), body).want(201).text("id")
			continue // the next ones are about it
		case "change-series-dates", "publish-series-dates", "cancel-series-dates":
			at := object{"from": repeated.names["event_id"]}
			if rt.ID == "change-series-dates" {
				at["start_time"] = body.(object)["start_time"]
			}
			h.owner(rt.Method, repeated.path(rt.Path), at).want(200)
			continue
		case "copy-series-questions":
			h.owner(rt.Method, repeated.path(rt.Path), object{"from": repeated.names["event_id"]}).want(200)
			continue
		case "create-pass", "change-pass":
			series := h.owner("POST", h.event(50)+"/series", weekly).want(201).text("id")
			path := "/v1/series/" + series + "/passes"
			if rt.ID == "change-pass" {
				path += "/" + h.owner("POST", path, object{"title": "All evenings", "places": 5}).want(201).text("event_id")
			}
			delete(body.(object), "price") // the dates cost nothing
			if a := h.owner(rt.Method, path, body); a.Status >= 300 {
				t.Errorf("%s: %d %s", rt.ID, a.Status, a.Raw)
			}
			continue
		case "replay-dead-letter":
			continue // its example names what is nowhere: TestDeadLetters uses one that is
		case "join-waiting-room", "show-waiting-room-place", "enter-sale", "leave-sale":
			continue // their example is a receipt: TestWaitingRoom and TestWaitingRoomLeft use one that is signed
		case "enter-ballot":
			continue // it is for signed-in people, in a ballot: TestBallot
		case "release-taker":
			continue // its example is a pseudonym that is nobody's: TestTakers uses one that is listed
		case "create-rehearsal":
			continue // an on-sale is near here: TestRehearsals uses it beside none
		case "strike-entrant", "enter-beacon", "strike-network", "restore-entrants":
			continue // their examples are of a draw that is under way: TestDraw, TestDrawOfCeremony and TestStrikeNetwork use others
		case "redeem-checkin-pass":
			continue // its example is a code: TestPhoneChecksIn uses one that works
		case "put-feedback":
			continue // it is for a guest of an event that is over: TestFeedback
		case "receive-resource-signal":
			continue // it is signed: TestResourceSignals
		case "resolve-resource-offer":
			continue // it is for an offer that was not confirmed: TestResourceConfirmation
		case "ask-for-resource-place", "accept-resource-place", "checkout-resource-place":
			continue // their example is a token, or a resource that nobody may see: TestPeopleJoin, TestPeoplePayForPlaces
		case "checkout-resource-entry", "mark-resource-entry-paid":
			fee := "/v1/resources/" + rt.ID
			h.owner("PUT", fee, object{"name": "Table", "hold_fee": deposit}).want(201)
			paying := &accessFixture{names: map[string]string{"resource_entry_id": h.owner("POST", fee+"/waitlist:join", object{"user_id": "ada", "email": "ada@example.org"}).want(201).text("id")}}
			if a := h.owner(rt.Method, paying.path(rt.Path), body); a.Status >= 300 {
				t.Errorf("%s: %d %s", rt.ID, a.Status, a.Raw)
			}
			continue
		case "mark-resource-refunded":
			continue // no refund of a fee is by hand unless its provider says so: TestFeesOfPlaces
		case "mark-refund-paid-otherwise":
			continue // no refund is refused by its provider here: TestARefundIsPaidOtherwise
		case "reseat-ticket":
			event := h.theatre()
			order := h.owner("POST", event+"/orders", take(event, "ada", 7)).want(201).text("id")
			moved := &accessFixture{names: map[string]string{"ticket_id": id.TicketOf(order, 1)}}
			if a := h.owner(rt.Method, moved.path(rt.Path), object{"seat_id": seat(event, 10)}); a.Status >= 300 {
				t.Errorf("%s: %d %s", rt.ID, a.Status, a.Raw)
			}
			continue
		case "import-calendar":
			continue // the rooms of the venue are deleted by now: TestImportedCalendars
		case "ask-for-rooms", "confirm-guest-booking", "move-guest-booking", "set-guest-add-ons", "checkout-guest-booking", "checkout-guest-dates":
			continue // their example is a token, or a venue that takes no requests: TestGuestsBook, TestDatesArePaidTogether
		case "checkout-booking", "checkout-booking-series", "mark-booking-paid", "waive-deposit", "mark-booking-refunded", "price-booking", "set-booking-billing", "assign-booking-refund", "set-resource-entry-billing", "set-resource-place-billing", "set-guest-booking-billing":
			continue // they are for a booking that costs something: TestBookingsWithADeposit, TestDatesArePaidTogether
		case "leave-resource-waitlist", "accept-resource-offer", "decline-resource-offer":
			s = h.scene()
		case "get-tracking-link", "change-tracking-link", "get-via":
			link := h.owner("POST", s.event+"/tracking-links", object{"name": "Poster", "code": rt.ID}).want(201)
			s.names["tracking_link_id"], s.names["via"] = link.text("id"), rt.ID
		case "change-consent-purpose", "set-event-consents", "withdraw-consent":
			made := h.owner("POST", "/v1/consent-purposes", object{"kind": "marketing", "default_locale": "en", "words": object{"en": "News by email."}}, "Idempotency-Key: "+rt.ID).want(201)
			switch s.names["purpose_id"] = made.text("id"); rt.ID { // that of the example is nobody's
			case "set-event-consents":
				body = object{"purpose_ids": []string{made.text("id")}}
			case "withdraw-consent":
				body = object{"purpose_id": made.text("id"), "reason": "Asked by phone"}
			}
		case "create-campaign", "preview-campaign", "get-campaign", "stop-campaign", "get-campaign-mails-csv":
			made := h.owner("POST", "/v1/consent-purposes", object{"kind": "marketing", "default_locale": "en", "words": object{"en": "News by email."}}, "Idempotency-Key: "+rt.ID).want(201)
			words := object{"en": object{"subject": "News", "body": []string{"Come."}}}
			if campaign := (object{"purpose_id": made.text("id"), "default_locale": "en", "words": words}); rt.ID == "create-campaign" || rt.ID == "preview-campaign" {
				body = campaign
			} else {
				s.names["campaign_id"] = h.owner("POST", "/v1/campaigns", campaign).want(201).text("id")
			}
		case "get-guest-contact", "put-guest-contact":
			h.owner("PUT", "/v1/resources/"+rt.ID, object{"name": "Table"}).want(201)
			h.owner("POST", "/v1/resources/"+rt.ID+"/waitlist:join", object{"user_id": s.names["user_id"], "email": "ada@example.org", "units": 1}).want(201)
		case "put-my-contact", "add-my-push-subscription":
			s.names["organization_id"] = h.org
			h.visit(h.signIn("ada@example.org"), "PUT", "/v1/me/follows/"+h.org, nil).want(200)
		case "get-translation", "set-translation", "delete-translation", "set-series-translation", "delete-series-translation":
			s.names["translation"] = "fr"
		case "replay-webhook":
			body = object{"event_id": eventID(s.event), "ledger_seq": 1}
		}
		if rt.ID == "create-block" {
			h.owner("PATCH", s.event, object{"capacity": 50}).want(200)
		}
		if rt.ID == "renew-link" || rt.ID == "sign-in" || rt.ID == "set-up" || rt.ID == "sign-in-with-passkey" || rt.ID == "sign-in-with-oidc" || rt.ID == "add-passkey" {
			continue // their example is a token: TestRenewLink, TestSignIn and TestSetUp use one that works
		}
		if identity.SignedIn(rt.Action) {
			who := "ada@example.org"
			if rt.ID == "create-organization" {
				who = "freya@example.org" // an only owner is not erased
			}
			if a := h.visit(h.signIn(who), rt.Method, s.path(rt.Path), body); a.Status >= 300 {
				t.Errorf("%s: %d %s", rt.ID, a.Status, a.Raw)
			}
			continue
		}
		if a := h.owner(rt.Method, s.path(rt.Path), body); a.Status >= 300 {
			t.Errorf("%s: %d %s", rt.ID, a.Status, a.Raw)
		}
	}
}

// The path of the hottest request: decode, check, decide, commit, encode.
func BenchmarkRegister(b *testing.B) {
	h := newTestServer(b, func(c *api.Config) {
		c.Log = slog.New(slog.NewTextHandler(io.Discard, &slog.HandlerOptions{Level: slog.LevelWarn}))
	})
	event := h.event(10_000_000)
	body := `{"user_id":"u%d","email":"u%d@example.org","name":"Ada Lovelace","guests":[{"name":"Grace Hopper"}],"join_waitlist":true}`
	key := "Bearer " + h.keys[identity.Owner]
	var n atomic.Int64
	b.SetParallelism(128)
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			i := n.Add(1)
			r := httptest.NewRequest("POST", event+"/registrations", strings.NewReader(fmt.Sprintf(body, i, i)))
			r.Header.Set("Authorization", key)
			r.Header.Set("Content-Type", "application/json")
			w := httptest.NewRecorder()
			h.handler.ServeHTTP(w, r)
			if w.Code != 201 {
				b.Errorf("%d %s", w.Code, w.Body)
				return
			}
		}
	})
}

// BenchmarkRefused is the same path without the database: the API's own cost.
func BenchmarkRefused(b *testing.B) {
	h := newTestServer(b, func(c *api.Config) {
		c.Log = slog.New(slog.NewTextHandler(io.Discard, &slog.HandlerOptions{Level: slog.LevelWarn}))
	})
	event := h.event(10)
	body := `{"user_id":"u1","email":"u1@example.org","name":"Ada Lovelace","guests":[{"name":"Grace Hopper"}],"tier_id":"none"}`
	key := "Bearer " + h.keys[identity.Owner]
	b.ReportAllocs()
	for b.Loop() {
		r := httptest.NewRequest("POST", event+"/registrations", strings.NewReader(body))
		r.Header.Set("Authorization", key)
		w := httptest.NewRecorder()
		h.handler.ServeHTTP(w, r)
		if w.Code != 422 {
			b.Fatalf("%d %s", w.Code, w.Body)
		}
	}
}
