package api_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestEstimatedWait: whoever waits is told about how long, from how places of the event came
// back, with the figures; not before some have, and not where no position is shown.
func TestEstimatedWait(t *testing.T) {
	testdb.Engines(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		event := h.event(4, waitlist(object{"promotion": "confirm", "position_display": "exact"}))
		hidden := h.event(1, waitlist(object{"promotion": "confirm", "position_display": "hidden"}))
		for n := range 4 {
			h.register(event, fmt.Sprintf("first%d", n))
		}
		h.register(hidden, "first")
		entry := map[string]string{}
		for n := range 40 {
			entry[fmt.Sprint(n)] = h.register(event, fmt.Sprintf("next%d", n)).text("entry_id")
		}
		at := func(n int) *answer {
			return h.owner("GET", "/v1/waitlist/"+entry[fmt.Sprint(n)], nil).want(200)
		}
		h.later(time.Hour)
		if got := at(5); got.at("estimated_wait") != nil || got.at("returned") != nil {
			t.Errorf("before anything came back: %s", got.Raw)
		}
		for n := range 4 {
			h.later(time.Hour)
			h.owner("DELETE", fmt.Sprintf("%s/registrations/first%d", event, n), nil).want(200)
		}
		h.later(time.Hour)
		h.eventually("the estimate", func() bool { return at(5).at("estimated_wait") != nil })
		// Four came back in six hours.
		for n, want := range map[int]string{4: "hours", 10: "hours", 39: "days"} {
			got := at(n)
			if got.at("estimated_wait") != want || got.at("returned", "units") != float64(4) || got.at("returned", "since") == nil {
				t.Errorf("%d: want %s: %s", n, want, got.Raw)
			}
		}
		link := h.link(identity.EntryLink, entry["10"], h.owner("GET", "/v1/waitlist/"+entry["10"], nil).want(200).text("person", "id"))
		if got := h.send("GET", "/e/"+link, "", nil).want(200); !strings.Contains(got.Raw, "A few hours") || !strings.Contains(got.Raw, "4 tickets have gone to people on the waitlist") {
			t.Errorf("the page: %s", got.Raw)
		}
		h.estimatesSeats()
		other := "/v1/waitlist/" + h.register(hidden, "later").text("entry_id")
		person := h.owner("GET", other, nil).want(200).text("person", "id")
		mine := h.send("GET", other, h.link(identity.EntryLink, strings.TrimPrefix(other, "/v1/waitlist/"), person), nil).want(200)
		if mine.at("estimated_wait") != nil {
			t.Errorf("hidden: %s", mine.Raw)
		}
		h.sound()
	})
}

// estimatesSeats: whoever waits for a seat is told as much, by what came back of its tier.
func (h *testServer) estimatesSeats() {
	h.t.Helper()
	event := h.theatre(waitlist(object{"position_display": "exact"}))
	wants := func(user string, n int) string {
		return "/v1/waitlist/" + h.owner("POST", event+"/seats/"+seat(event, n)+"/waitlist", object{"user_id": user}).want(201).text("entry_id")
	}
	order := ""
	for n := 1; n <= 4; n++ {
		order = h.owner("POST", event+"/orders", take(event, fmt.Sprint("buyer", n), n)).want(201).text("id")
		wants(fmt.Sprint("first", n), n)
	}
	last := wants("last", 1)
	if got := h.owner("GET", last, nil).want(200); got.at("estimated_wait") != nil {
		h.t.Errorf("before a seat came back: %s", got.Raw)
	}
	h.later(time.Hour) // nobody has paid: the seats are offered
	h.eventually("the last order lapses", func() bool { return h.owner("GET", "/v1/orders/"+order, nil).want(200).text("status") == "expired" })
	if got := h.owner("GET", last, nil).want(200); got.at("status") != "waiting" || got.at("estimated_wait") != "minutes" || got.at("returned", "units") != float64(4) {
		h.t.Errorf("whoever waits for a seat is told %s", got.Raw)
	}
}
