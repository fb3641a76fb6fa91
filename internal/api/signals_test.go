package api_test

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/challenge"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestSignals: a network from which somebody tries without a page, or with one page again and
// again, is asked for more work, also who has an answer to a cheaper challenge; others are not,
// organizers see it, and it passes.
func TestSignals(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url, behindProxy)
		event := h.event(1)
		asked := h.event(1)
		h.register(asked, "ada")
		h.owner("PUT", asked+"/onsale", object{"mode": "open", "challenge": "always"}).want(200)
		try := func(of string, n int, headers ...string) *answer {
			return h.send("POST", of+"/waitlist:join", "", stranger(n), headers...)
		}
		visit := func(of, address string) string {
			got := h.send("GET", of+"/visit", "", nil, from(address)).want(200)
			if got.Header.Get("Cache-Control") != "no-store" {
				t.Error("the opening of a page is kept by caches")
			}
			return "Holdfast-Visit: " + got.text("visit")
		}
		work := func(of, address string) challenge.Effort {
			c := new(challenge.Challenge)
			h.must(json.Unmarshal([]byte(h.send("GET", of+"/challenges/waitlist", "", nil, from(address)).want(200).Raw), c))
			return challenge.Effort{Cost: c.Parameters.Cost, Prefix: c.Parameters.KeyPrefix}
		}
		signals := func(of, by string) []any {
			return h.owner("GET", of+"/takers?by="+by, nil).want(200).at("items").([]any)
		}

		// Where nobody is asked for work a program waits nine times without a page, and a class of
		// people in another network of the range with one each.
		h.register(event, "ada")
		pages := []string{}
		for range 9 {
			pages = append(pages, visit(event, "192.0.2.8"))
		}
		h.later(3 * time.Second)
		for n := range 9 {
			try(event, n, from("192.0.2.7")).want(201)
			try(event, 100+n, from("192.0.2.8"), pages[n]).want(201)
		}
		if program, class := work(event, "192.0.2.7"), work(event, "192.0.2.8"); program != challenge.Busy.Effort() || class != challenge.Idle.Effort() {
			t.Errorf("the program is asked for %+v, the class for %+v", program, class)
		}
		networks := signals(event, "network")
		if len(networks) != 2 {
			t.Fatalf("%d networks: %v", len(networks), networks)
		}
		for _, one := range networks {
			s := one.(map[string]any)["signals"].(map[string]any)
			quick, effort := s["quick"].(float64), s["effort"]
			if s["tries"] != 9.0 || !(quick == 9 && effort == "more" || quick == 0 && effort == "usual") {
				t.Errorf("%v", one)
			}
		}
		if ranges := signals(event, "range"); len(ranges) != 1 || ranges[0].(map[string]any)["signals"].(map[string]any)["tries"] != 18.0 {
			t.Errorf("by range: %v", ranges)
		}
		if people := signals(event, "person"); people[0].(map[string]any)["signals"] != nil {
			t.Errorf("of a person: %v", people[0])
		}

		// Where strangers are asked: an answer that was got before costs too little now.
		const address = "198.51.100.1"
		solved := func() string {
			c := new(challenge.Challenge)
			h.must(json.Unmarshal([]byte(h.send("GET", asked+"/challenges/register", "", nil, from(address)).want(200).Raw), c))
			a, err := challenge.Solve(c)
			h.must(err)
			return "Holdfast-Challenge: " + a.Text()
		}
		register := func(n int, headers ...string) *answer {
			return h.send("POST", asked+"/registrations", "", stranger(n), append(headers, from(address))...)
		}
		kept := solved()
		for n := range 9 {
			register(n).problem(403, "challenge_required") // that is not a try
		}
		if got := work(asked, address); got != challenge.Idle.Effort() || len(signals(asked, "network")) != 0 {
			t.Errorf("who was only asked has to do %+v", got)
		}
		h.owner("PATCH", asked+"/onsale", object{"challenge": "off"}).want(200)
		for n := range 6 { // without a page, and from the fourth time on refused often
			register(n).problem(409, "sold_out")
		}
		h.owner("PATCH", asked+"/onsale", object{"challenge": "always"}).want(200)
		register(6, kept).problem(403, "challenge_required")
		register(6, solved()).problem(409, "sold_out")
		list := signals(asked, "network")
		if len(list) != 1 {
			t.Fatalf("%v", list)
		}
		one := list[0].(map[string]any)
		if s := one["signals"].(map[string]any); one["units"] != 0.0 || s["tries"] != 7.0 || s["refusals_in_a_row"] != 7.0 || s["effort"] != "more" {
			t.Errorf("who has nothing: %v", one)
		}
		if done := h.owner("POST", asked+"/takers:release", object{"by": "network", "id": one["id"]}).want(200); done.number("orders") != 0 || done.number("entries") != 0 || done.at("more") != false {
			t.Errorf("of one that has nothing: %s", done.Raw)
		}
		h.owner("POST", asked+"/takers:release", object{"by": "range", "id": one["id"]}).problem(http.StatusNotFound, "no_such_taker")
		h.later(21 * time.Minute)
		if got := work(asked, address); got != challenge.Idle.Effort() {
			t.Errorf("21 minutes later they are asked for %+v", got)
		}
	})
}
