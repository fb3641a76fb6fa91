package api_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/jobs"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// again are the people who are to be mailed what they have.
type again struct {
	mu    sync.Mutex
	asked []inventory.AskedAgain // guarded by mu
}

func (h *testServer) tellAgain(event string, asked []inventory.AskedAgain) (database.Job, error) {
	h.again.mu.Lock()
	defer h.again.mu.Unlock()
	h.again.asked = append(h.again.asked, asked...)
	return jobs.TellAgain(event, asked)
}

// toldAgain empties the list of people to be mailed.
func (h *testServer) toldAgain() (asked []inventory.AskedAgain) {
	h.again.mu.Lock()
	defer h.again.mu.Unlock()
	asked, h.again.asked = h.again.asked, nil
	return asked
}

// probe is a way into an event for the public, in an event that is made ready for it.
type probe struct {
	name  string
	ready func(h *testServer) string // returns the event
	known func(h *testServer, event, name string)
	path  func(event string) string
	body  object
	mails string // what the person has that is mailed: the kind of its id, "-" nothing
}

// probes are all ways in, with each that a person can be known by.
func probes() []probe {
	mine := func(name string) object { return object{"email": name + "@example.org", "name": "N"} } // whom the address names
	registered := func(h *testServer, event, name string) {
		h.owner("POST", event+"/registrations", mine(name)).want(201)
	}
	waits := func(h *testServer, event, name string) {
		h.owner("POST", event+"/waitlist:join", mine(name)).want(201)
	}
	waitsForSeat := func(h *testServer, event, name string) {
		h.owner("POST", event+"/seats/"+seat(event, 7)+"/waitlist", mine(name)).want(201)
	}
	taken := func(h *testServer) string {
		event := h.theatre()
		h.owner("POST", event+"/seats/"+seat(event, 7)+"/reserve", mine("x")).want(201)
		return event
	}
	buys := func(quantity int) func(h *testServer, event, name string) {
		return func(h *testServer, event, name string) {
			h.owner("POST", event+"/orders", object{"email": name + "@example.org", "name": "N", "items": []object{{"tier_id": h.tierOf(event, "Regular"), "quantity": quantity}}}).want(201)
		}
	}
	free := func(h *testServer) string { return h.event(5) }
	full := func(h *testServer) string {
		event := h.event(2)
		h.register(event, "someone")
		h.register(event, "another")
		return event
	}
	half := func(h *testServer) string { // two places are left, and somebody waits for three
		event := h.event(4)
		h.register(event, "someone")
		return event
	}
	sold := func(h *testServer) string {
		event, _ := h.sale(9, func(e object) { e["limit_per_person"] = 4 })
		return event
	}
	at := func(tail string) func(string) string { return func(event string) string { return event + tail } }
	seatOf := func(tail string) func(string) string {
		return func(event string) string { return event + "/seats/" + seat(event, 7) + tail }
	}
	return []probe{
		{"register", free, registered, at("/registrations"), object{"guests": []object{{"name": "G"}}}, id.Order},
		{"register, or wait", full, waits, at("/registrations"), object{"join_waitlist": true}, id.Entry},
		{"register where it is full", full, waits, at("/registrations"), object{}, "-"},
		{"register who waits", half, func(h *testServer, event, name string) {
			h.register(event, "third")
			h.owner("POST", event+"/registrations", object{"email": name + "@example.org", "name": "N", "guests": []object{{"name": "G"}, {"name": "H"}}, "join_waitlist": true}).want(201)
		}, at("/registrations"), object{"join_waitlist": true}, id.Entry},
		{"join", full, waits, at("/waitlist:join"), object{}, id.Entry},
		{"join what is free", free, registered, at("/waitlist:join"), object{}, id.Order},
		{"join and be given", func(h *testServer) string {
			return h.event(5, waitlist(object{"promotion": "confirm"}))
		}, registered, at("/waitlist:join"), object{}, id.Order},
		{"order", sold, buys(1), at("/orders"), object{"quantity": 2}, "-"},
		{"order beyond a limit", sold, buys(3), at("/orders"), object{"quantity": 2}, "-"},
		{"order more than anybody may", sold, buys(3), at("/orders"), object{"quantity": 5}, "-"},
		{"join what is sold", sold, buys(3), at("/waitlist:join"), object{"guests": []object{{"name": "G"}}}, "-"},
		{"reserve a seat", func(h *testServer) string { return h.theatre() }, func(h *testServer, event, name string) {
			h.owner("POST", event+"/seats/"+seat(event, 3)+"/reserve", mine(name)).want(201)
		}, seatOf("/reserve"), object{}, "-"},
		{"wait for a seat", taken, waitsForSeat, seatOf("/waitlist"), object{}, id.Entry},
		{"wait for seats", taken, waitsForSeat, at("/seats:wait"), object{"seats": true}, id.Entry},
	}
}

// tierOf is the id of a tier by its name.
func (h *testServer) tierOf(event, name string) string {
	h.t.Helper()
	for _, t := range h.owner("GET", event, nil).want(200).at("tiers").([]any) {
		if tier := t.(object); tier["name"] == name {
			return tier["id"].(string)
		}
	}
	h.t.Fatalf("no tier %s", name)
	return ""
}

// try asks with an address, and says what the answer was with all that differs from
// call to call taken out.
func (p *probe) try(h *testServer, event, email string) []string {
	body := maps.Clone(p.body)
	body["email"], body["name"] = email, "Somebody Else"
	if n, ok := body["quantity"]; ok {
		delete(body, "quantity")
		body["items"] = []object{{"tier_id": h.tierOf(event, "Regular"), "quantity": n}}
	}
	if strings.HasPrefix(p.name, "join what is sold") {
		body["tier_id"] = h.tierOf(event, "Regular")
	}
	if body["seats"] != nil {
		delete(body, "seats")
		body["seat_ids"] = []string{seat(event, 7)}
	}
	key := "Idempotency-Key: " + email
	a := h.send("POST", p.path(event), "", body, key)
	said := plain(event, a)
	// The same again, by its key: the answer that was given.
	if b := h.send("POST", p.path(event), "", body, key); b.Status != a.Status || b.text("order_id") != a.text("order_id") || b.text("entry_id") != a.text("entry_id") {
		h.t.Errorf("%s: repeated %d %s, first %d %s", p.name, b.Status, b.Raw, a.Status, a.Raw)
	} else {
		said = append(said, plain(event, b)...)
	}
	for kind, path := range map[string]string{"order_id": "/v1/orders/", "entry_id": "/v1/waitlist/", "offer_id": "/v1/offers/", "id": "/v1/orders/"} {
		if thing := a.text(kind); a.Status == http.StatusCreated && thing != "" {
			said = append(said, fmt.Sprint(kind, " ", h.send("GET", path+thing, "", nil).Status))
			if token := a.text("access_token"); token != "" {
				said = append(said, plain(event, h.send("GET", path+thing, token, nil))...)
			}
		}
	}
	said = append(said, plain(event, h.send("GET", event+"/registrations/mail:"+email, "", nil))...)
	// Whoever comes next sees how far the ledger is. How many wait is not a secret, and not
	// said otherwise here: their position is left out.
	next := h.send("POST", p.path(event), "", varied(body, "email", "next@example.org"))
	said = append(said, fmt.Sprint("next ", next.Status, " ", next.text("status"), " ", next.text("code"), " ", next.number("ledger_seq")))
	slices.Sort(said)
	return said
}

func varied(o object, name string, value any) object {
	o = maps.Clone(o)
	o[name] = value
	return o
}

// plain are the fields and headers of an answer, with ids and moments by their kind.
func plain(event string, a *answer) (said []string) {
	said = append(said, fmt.Sprint("status ", a.Status))
	for name, values := range a.Header {
		if name != "X-Request-Id" && name != "Request-Id" && name != "Date" && name != "Content-Length" {
			said = append(said, name+": "+strings.Join(values, ","))
		}
	}
	var walk func(at string, v any)
	walk = func(at string, v any) {
		switch v := v.(type) {
		case object:
			for k, x := range v {
				walk(at+"."+k, x)
			}
		case []any:
			for i, x := range v {
				walk(fmt.Sprintf("%s[%d]", at, i), x)
			}
		case string:
			kind, _, isID := strings.Cut(v, "_")
			switch {
			case strings.HasSuffix(at, "_at"), strings.HasSuffix(at, "_url"), strings.HasSuffix(at, "_token"), strings.HasSuffix(at, "reference"):
				v = "(differs)"
			case isID && len(kind) == 3:
				v = kind
			case strings.HasSuffix(at, ".instance"), strings.HasSuffix(at, "request_id"):
				v = "(differs)"
			}
			said = append(said, at+" = "+strings.ReplaceAll(v, strings.TrimPrefix(event, "/v1/events/"), "(event)"))
		default:
			said = append(said, fmt.Sprint(at, " = ", v))
		}
	}
	walk("", a.Body)
	return said
}

// TestStrangersAreToldOfNobody: on every way in, an address that somebody has here is
// answered field by field like one that nobody has, whoever looks at the answer, its
// headers, its repetition, the things that it names and what comes after it. Anyone who has the
// address is mailed.
func TestStrangersAreToldOfNobody(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		for _, p := range probes() {
			theirs, others := p.ready(h), p.ready(h)
			p.known(h, theirs, "ada")
			p.known(h, others, "bob") // so that both events are as full
			h.toldAgain()
			known := p.try(h, theirs, "ada@example.org")
			told := h.toldAgain()
			unknown := p.try(h, others, "ada@example.org")
			if !slices.Equal(known, unknown) {
				for i := range max(len(known), len(unknown)) {
					if i >= len(known) || i >= len(unknown) || known[i] != unknown[i] {
						t.Errorf("%s: an address that is known is told from one that is not:\n%s\n\n%s", p.name, strings.Join(known, "\n"), strings.Join(unknown, "\n"))
						break
					}
				}
			}
			mailed := "-"
			if len(told) == 1 {
				mailed = told[0].Thing[:len(p.mails)]
			}
			if len(told) > 1 || mailed != p.mails {
				t.Errorf("%s: mailed about %v, want %s", p.name, told, p.mails)
			}
		}
		h.sound()
	})
}

// TestWhoIsKnownIsToldWhatTheyHave: staff, keys, and people who have proven the address, are
// refused as before.
func TestWhoIsKnownIsToldWhatTheyHave(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(1)
	ada, ben := object{"email": "ada@example.org", "name": "Ada"}, object{"email": "ben@example.org", "name": "Ben"}
	h.send("POST", event+"/registrations", "", ada).want(201)
	h.send("POST", event+"/waitlist:join", "", ben).want(201)
	h.owner("POST", event+"/registrations", ada).problem(409, "already_registered")
	h.owner("POST", event+"/waitlist:join", ben).problem(409, "already_waiting")
	h.visit(h.signIn("ada@example.org"), "POST", event+"/waitlist:join", ada).problem(409, "already_registered")
	h.visit(h.signIn("ben@example.org"), "POST", event+"/registrations", ben).problem(409, "already_waiting")
	// Anyone who is signed in with another address is a stranger too.
	eve := h.visit(h.signIn("eve@example.org"), "POST", event+"/waitlist:join", ada).want(201)
	if eve.text("status") != "waitlisted" || eve.number("position") != 2 {
		t.Errorf("answered %s", eve.Raw)
	}
	if waiting := h.owner("GET", event, nil).number("availability", "waiting"); waiting != 1 {
		t.Errorf("%d wait, want 1", waiting)
	}
	h.sound()
}
