package api_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestTakers: organizers see from which networks and by whom most was taken and waited for,
// and take back what is not paid or waits. Whoever has it is told, and others get it.
func TestTakers(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url, behindProxy)
		event, tiers := h.sale(12)
		order := func(n, quantity int, address string) *answer {
			body := stranger(n)
			body["items"] = []object{{"tier_id": tiers["Regular"], "quantity": quantity}}
			return h.send("POST", event+"/orders", "", body, from(address))
		}
		wait := func(n int, address string) string {
			body := stranger(n)
			body["tier_id"] = tiers["Regular"]
			return h.send("POST", event+"/waitlist:join", "", body, from(address)).want(201).text("entry_id")
		}
		takers := func(by string) *answer { return h.owner("GET", event+"/takers?by="+by, nil).want(200) }
		release := func(by, id, what string) *answer {
			return h.owner("POST", event+"/takers:release", object{"by": by, "id": id, "what": what})
		}
		// One household has six, of which two are paid; another in the same /24 has four.
		paid := order(1, 2, "192.0.2.7").want(201).text("id")
		h.pay(paid, "pay_"+paid, 4000)
		unpaid := order(2, 4, "192.0.2.7").want(201).text("id")
		order(3, 4, "192.0.2.8").want(201)
		rest := h.owner("POST", event+"/orders", buy("box", tiers["Regular"], 2)).want(201).text("id") // nobody's network
		waiting := wait(4, "192.0.2.7")
		behind := wait(5, "198.51.100.1")

		got := takers("network")
		if got.text("by") != "network" || len(got.at("items").([]any)) != 3 {
			t.Fatalf("by network: %s", got.Raw)
		}
		first := got.at("items", 0).(map[string]any)
		for field, want := range map[string]float64{"units": 7, "taken": 2, "unpaid": 4, "waiting": 1, "people": 3} {
			if first[field] != want {
				t.Errorf("%s is %v, want %v: %s", field, first[field], want, got.Raw)
			}
		}
		network := got.text("items", 0, "id")
		if wider := takers("range"); wider.number("items", 0, "units") != 11 || wider.text("items", 0, "id") == network {
			t.Errorf("by range: %s", wider.Raw)
		}
		people := takers("person")
		if people.number("items", 0, "units") != 4 || people.text("items", 0, "email") == "" || len(people.at("items").([]any)) != 6 {
			t.Errorf("by person: %s", people.Raw)
		}
		// In another event the same network has another name.
		other := h.event(5)
		h.send("POST", other+"/registrations", "", stranger(1), from("192.0.2.7")).want(201)
		if again := h.owner("GET", other+"/takers", nil).want(200); again.text("items", 0, "id") == network || again.number("items", 0, "taken") != 1 {
			t.Errorf("in another event: %s", again.Raw)
		}

		release("network", "0000000000000000", "all").problem(http.StatusNotFound, "no_such_taker")
		release("range", network, "all").problem(http.StatusNotFound, "no_such_taker")
		if done := release("network", network, "unpaid").want(200); done.number("orders") != 1 || done.number("entries") != 0 || done.at("more") != false {
			t.Errorf("taken back: %s", done.Raw)
		}
		if got := h.owner("GET", "/v1/orders/"+unpaid, nil).want(200); got.text("status") != "cancelled" {
			t.Errorf("the order is %s", got.Raw)
		}
		if got := h.owner("GET", "/v1/orders/"+paid, nil).want(200); got.text("status") != "confirmed" {
			t.Errorf("what was paid is %s", got.Raw)
		}
		// What came back was offered to those who wait: first to the same network, which is taken off the waitlist.
		if done := release("network", network, "waiting").want(200); done.number("entries") != 1 || done.number("orders") != 0 {
			t.Errorf("taken off the waitlist: %s", done.Raw)
		}
		if got := h.owner("GET", "/v1/waitlist/"+waiting, nil).want(200); got.text("status") != "removed" {
			t.Errorf("the entry is %s", got.Raw)
		}
		if got := h.owner("GET", "/v1/waitlist/"+behind, nil).want(200); got.text("status") != "offered" {
			t.Errorf("who is next: %s", got.Raw)
		}
		if told := h.toldOf(event); told["order_cancelled"] != 1 || told["waitlist_removed"] != 1 {
			t.Errorf("people were told %v", told)
		}
		if got := takers("network"); got.number("items", 0, "units") != 4 {
			t.Errorf("afterwards: %s", got.Raw)
		}

		// A person: what the box office sold too.
		box := ""
		for i, one := range takers("person").at("items").([]any) {
			if p := one.(map[string]any); p["email"] == "box@example.org" {
				box = takers("person").text("items", i, "id")
			}
		}
		if done := release("person", box, "all").want(200); done.number("orders") != 1 {
			t.Errorf("of a person: %s", done.Raw)
		}
		if got := h.owner("GET", "/v1/orders/"+rest, nil).want(200); got.text("status") != "cancelled" {
			t.Errorf("the order is %s", got.Raw)
		}
		h.owner("GET", event+"/takers?by=device", nil).problem(422, "invalid_request").names("by")
		// Anyone who is erased is in no list of networks; that strangers of one have tried is of nobody.
		have := func() (n int) {
			for _, one := range takers("network").at("items").([]any) {
				if one.(map[string]any)["units"] != 0.0 {
					n++
				}
			}
			return n
		}
		before := have()
		last := takers("person").text("items", 0, "email")
		h.owner("DELETE", event+"/people/"+h.userNamed(event, last), nil).want(200)
		if after := have(); after != before-1 {
			t.Errorf("%d networks are listed after somebody was erased, %d before", after, before)
		}
		h.sound()
	})
}

// userNamed returns the user of whoever has an address in an event.
func (h *testServer) userNamed(event, email string) (user string) {
	h.t.Helper()
	h.must(h.store.JobsDB().QueryRowContext(h.t.Context(), "select user_id from people where event_id = $1 and email = $2", eventID(event), email).Scan(&user))
	return user
}

// toldOf counts the messages of an event by kind.
func (h *testServer) toldOf(event string) map[string]int64 {
	h.t.Helper()
	told := map[string]int64{}
	rows, err := h.store.JobsDB().QueryContext(h.t.Context(), "select kind, count(*) from messages where event_id = $1 group by kind", eventID(event))
	h.must(err)
	defer func() { h.must(rows.Close()) }()
	for rows.Next() {
		var kind string
		var n int64
		h.must(rows.Scan(&kind, &n))
		told[kind] = n
	}
	h.must(rows.Err())
	return told
}

// TestManyAreTakenBackInParts: one call takes back what fits into it, and says that there is more.
func TestManyAreTakenBackInParts(t *testing.T) {
	t.Parallel()
	h := newTestServer(t, behindProxy)
	event := h.event(1, func(e object) { e["unconfirmed_per_network"] = 0 })
	h.register(event, "first")
	for n := range 103 {
		h.send("POST", event+"/waitlist:join", "", stranger(n), from(fmt.Sprintf("192.0.2.%d", n%2))).want(201)
	}
	list := h.owner("GET", event+"/takers?by=range", nil).want(200)
	body := object{"by": "range", "id": list.text("items", 0, "id")}
	if done := h.owner("POST", event+"/takers:release", body).want(200); done.number("entries") != 100 || done.at("more") != true {
		t.Errorf("the first call: %s", done.Raw)
	}
	if done := h.owner("POST", event+"/takers:release", body).want(200); done.number("entries") != 3 || done.at("more") != false {
		t.Errorf("the second: %s", done.Raw)
	}
	// It is still listed, as one of which strangers have tried.
	if done := h.owner("POST", event+"/takers:release", body).want(200); done.number("entries") != 0 || done.at("more") != false {
		t.Errorf("the third: %s", done.Raw)
	}
	h.sound()
}
