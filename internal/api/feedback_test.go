package api_test

import (
	"encoding/csv"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
)

// TestFeedback: guests say how an event was with the link of their mail, or signed in;
// organizers read how many gave each rating and what each said, with a name only where that
// was wanted; and what somebody said is in the file of their data and goes with them.
func TestFeedback(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	h.owner("POST", "/v1/events", h.newEvent(5, func(e object) { e["feedback_after_seconds"] = -1 })).problem(422, "invalid_request")
	h.owner("POST", "/v1/events", h.newEvent(5, func(e object) { e["feedback_after_seconds"] = 1209601 })).problem(422, "invalid_request")
	event := h.event(5, func(e object) { e["feedback_after_seconds"] = 7200 })
	if a := h.owner("GET", event, nil).want(200); a.number("feedback_after_seconds") != 7200 {
		t.Errorf("the event: %s", a.Raw)
	}
	planned := func() *answer { return h.owner("GET", event+"/automatic-announcements", nil).want(200) }
	ends, err := time.Parse(time.RFC3339, h.owner("GET", event, nil).want(200).text("ends_at"))
	h.must(err)
	if a := planned(); a.text("items", 0, "kind") != "feedback" || a.text("items", 0, "due_at") != ends.Add(2*time.Hour).UTC().Format(time.RFC3339) {
		t.Errorf("planned: %s", a.Raw)
	}
	for _, name := range []string{"ada", "bob", "cyd"} {
		h.register(event, name)
	}
	ada := h.personID(event, "ada")
	own := func(user string) string { return event + "/people/" + user + "/feedback" }
	link := h.link(identity.FeedbackLink, ada, ada)
	good := object{"rating": 4, "words": "Warm soup.\nMore lanterns!", "named": true}
	h.send("PUT", own("ada"), link, good).problem(409, "feedback_closed")
	if a := h.send("GET", own("ada"), link, nil).want(200); a.at("open") != false {
		t.Errorf("before the end: %s", a.Raw)
	}
	h.later(ends.Sub(h.now()) + time.Minute)
	link = h.link(identity.FeedbackLink, ada, ada)
	if a := h.send("GET", own("ada"), link, nil).want(200); a.at("open") != true || a.Body["said"] != nil {
		t.Errorf("nothing was said: %s", a.Raw)
	}
	for field, bad := range map[string]object{
		"rating": {"rating": 6}, "words": {"rating": 3, "words": strings.Repeat("x", 2001)}, "named": {"rating": 3, "named": "yes"},
	} {
		if a := h.send("PUT", own("ada"), link, bad).problem(422, "invalid_request"); !strings.Contains(a.Raw, field) {
			t.Errorf("%s: %s", field, a.Raw)
		}
	}
	h.send("PUT", own("ada"), link, object{"rating": 3, "words": "a\u202Eb"}).problem(422, "invalid_request")
	h.send("PUT", own("ada"), link, object{"words": "nothing else"}).problem(422, "invalid_request")
	first := h.send("PUT", own("ada"), link, good).want(200)
	again := h.send("PUT", own("ada"), link, object{"rating": 5, "words": "Warm soup.", "named": true}).want(200)
	if first.text("created_at") != again.text("created_at") || h.send("GET", own("ada"), link, nil).want(200).number("said", "rating") != 5 {
		t.Errorf("said %s, then %s", first.Raw, again.Raw)
	}
	// Nobody says it for others, and the link does nothing else.
	h.send("PUT", own("bob"), link, good).problem(404, "not_found")
	h.send("GET", event+"/people/ada/contact", link, nil).problem(403, "fresh_link_required")
	h.send("PUT", own("ada"), h.link(identity.PreferenceLink, ada, ada), good).problem(403, "fresh_link_required")
	h.owner("PUT", own("ada"), good).problem(403, "forbidden")
	h.send("PUT", own("ada"), "", good).problem(401, "credentials_required")

	h.visit(h.signIn("bob@example.org"), "PUT", own("bob"), object{"rating": 2}).want(200)
	cyd := h.personID(event, "cyd")
	h.send("PUT", own("cyd"), h.link(identity.FeedbackLink, cyd, cyd), object{"rating": 2, "words": "Cold feet."}).want(200)

	page := h.owner("GET", event+"/feedback?limit=2", nil).want(200)
	if got := page.at("ratings").([]any); len(got) != 5 || page.number("ratings", 1) != 2 || page.number("ratings", 4) != 1 {
		t.Errorf("ratings: %s", page.Raw)
	}
	if page.text("items", 0, "words") != "Cold feet." || strings.Contains(page.Raw, "name") || len(page.at("items").([]any)) != 2 {
		t.Errorf("the first page names who did not want that: %s", page.Raw)
	}
	rest := h.owner("GET", event+"/feedback?limit=2&cursor="+url.QueryEscape(page.text("next_cursor")), nil).want(200)
	if rest.text("items", 0, "name") != "Ada" || rest.text("items", 0, "words") != "Warm soup." || len(rest.at("items").([]any)) != 1 || rest.Body["next_cursor"] != nil {
		t.Errorf("the second page: %s", rest.Raw)
	}
	for _, r := range []identity.Role{identity.BoxOffice, identity.Door, identity.Viewer} {
		h.as(r, "GET", event+"/feedback", nil).problem(403, "forbidden")
		h.as(r, "GET", event+"/feedback.csv", nil).problem(403, "forbidden")
	}
	h.send("PUT", own("cyd"), h.link(identity.FeedbackLink, cyd, cyd), object{"rating": 2, "words": "=Cold feet,\nand \"queues\"."}).want(200)
	table := h.owner("GET", event+"/feedback.csv", nil).want(200)
	rows, err := csv.NewReader(strings.NewReader(table.Raw)).ReadAll()
	h.must(err)
	if len(rows) != 4 || strings.Join(rows[0], ",") != "rating,words,name,created_at,updated_at" || rows[1][0] != "2" || rows[1][1] != "'=Cold feet,\nand \"queues\"." || rows[1][2] != "" ||
		rows[3][1] != "Warm soup." || rows[3][2] != "Ada" {
		t.Errorf("the table: %q", rows)
	}

	if data := h.visit(h.signIn("ada@example.org"), "GET", "/v1/me/data", nil).want(200); data.text("events", 0, "feedback", "words") != "Warm soup." {
		t.Errorf("the data: %s", data.Raw)
	}
	h.owner("PATCH", event, object{"feedback_after_seconds": 0}).want(200)
	if a := planned(); a.text("items", 0, "state") != "void" {
		t.Errorf("not asked any more: %s", a.Raw)
	}
	h.send("PUT", own("ada"), link, good).problem(409, "feedback_closed")
	// Where it is asked for late, guests are asked at once.
	h.owner("PATCH", event, object{"feedback_after_seconds": 60}).want(200)
	if a := planned(); a.text("items", 0, "state") != "planned" {
		t.Errorf("asked again: %s", a.Raw)
	}
	h.send("PUT", own("ada"), link, good).want(200)
	nobody := id.Person + strings.Repeat("0", 28)
	h.send("PUT", own("nobody"), link, good).problem(404, "not_found")
	h.send("PUT", own(nobody), link, good).problem(404, "not_found")
	// An erasure takes it along.
	h.visit(h.signIn("ada@example.org"), "POST", "/v1/me:erase", object{"email": "ada@example.org"}).want(200)
	if left := h.owner("GET", event+"/feedback", nil).want(200); len(left.at("items").([]any)) != 2 || strings.Contains(left.Raw, "soup") {
		t.Errorf("after the erasure: %s", left.Raw)
	}
	h.later(31 * 24 * time.Hour)
	h.send("PUT", own("cyd"), h.link(identity.FeedbackLink, cyd, cyd), good).problem(409, "feedback_closed")
}
