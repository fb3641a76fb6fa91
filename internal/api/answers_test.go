package api_test

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/audience"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// dinner asks for a company, a diet of each who comes, what else they eat, a number and a consent.
func dinner() []object {
	return append(diet(),
		object{"id": "without", "kind": "choices", "scope": "attendee", "label": "What do you leave out?", "options": []object{
			{"value": "100 %_nuts!", "label": "Nuts"}, {"value": "milk", "label": "Milk"}}},
		object{"id": "nights", "kind": "number", "scope": "order", "label": "How many nights?"},
		object{"id": "photos", "kind": "consent", "scope": "order", "label": "May we take photos?"})
}

// answering is the body of a registration with answers.
func answering(name string, guests []string, answers ...object) object {
	return with(person(name, guests...), "answers", answers)
}

// sums are what a summary says, a line for each question.
func (a *answer) sums() (lines []string) {
	for i := range a.at("questions").([]any) {
		line := a.text("questions", i, "question") + " " + strconv.FormatInt(a.number("questions", i, "answered"), 10)
		choices, _ := a.at("questions", i, "choices").([]any)
		for j := range choices {
			line += " " + a.text("questions", i, "choices", j, "label") + ":" + strconv.FormatInt(a.number("questions", i, "choices", j, "count"), 10)
		}
		for _, more := range []string{"agreed", "earlier"} {
			if n := a.number("questions", i, more); n >= 0 {
				line += " " + more + ":" + strconv.FormatInt(n, 10)
			}
		}
		for _, more := range []string{"sum", "least", "most"} {
			if n := a.number("questions", i, "numbers", more); n >= 0 {
				line += " " + more + ":" + strconv.FormatInt(n, 10)
			}
		}
		lines = append(lines, line)
	}
	return lines
}

// TestAnswersAddedUp: what counts is what people with a place have answered, by what is asked now.
func TestAnswersAddedUp(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		event := h.event(3)
		summary := event + "/questions/summary"
		if a := h.as(identity.BoxOffice, "GET", summary, nil).want(200); a.number("version") != 0 || len(a.sums()) != 0 {
			t.Error(a.Raw)
		}
		h.owner("PUT", event+"/questions", object{"questions": dinner()}).want(200)
		sums := func(want ...string) {
			t.Helper()
			if a := h.as(identity.BoxOffice, "GET", summary, nil).want(200); !slices.Equal(a.sums(), want) || a.at("at_least") != nil {
				t.Errorf("%s\nis %s\nand not %s", a.Raw, strings.Join(a.sums(), ", "), strings.Join(want, ", "))
			}
		}
		sums("company 0", "diet 0 Everything:0 Vegan:0", "without 0 Nuts:0 Milk:0", "nights 0", "photos 0 agreed:0")
		h.owner("POST", event+"/registrations", answering("gone", nil, says("diet", 1, "vegan"), says("nights", 0, "70"))).want(201)
		h.owner("DELETE", event+"/registrations/gone", nil).want(200)
		ada := h.owner("POST", event+"/registrations", answering("ada", []string{"Bo"}, says("company", 0, "Engines"), says("diet", 1, "vegan"), says("diet", 2, "all"),
			object{"question": "without", "unit": 1, "values": []string{"milk", "100 %_nuts!"}}, says("nights", 0, "3"), says("photos", 0, "yes"))).want(201).text("order_id")
		h.owner("POST", event+"/registrations", answering("dan", nil, says("diet", 1, "all"), says("nights", 0, "5"))).want(201)
		h.owner("POST", event+"/registrations", answering("fay", nil, says("diet", 1, "vegan"), says("nights", 0, "9"))).want(201) // waits
		sums("company 1", "diet 3 Everything:2 Vegan:1", "without 1 Nuts:1 Milk:1", "nights 2 sum:8 least:3 most:5", "photos 1 agreed:1")

		// No more rows are read than the bound; all of them say so.
		list, err := access.Questions(t.Context(), h.store, eventID(event))
		h.must(err)
		for _, most := range []int{1, 3, 4, 7, 8, 9} { // of gone two, of ada three, of dan two, of fay two
			if _, all, err := audience.Summarize(t.Context(), h.store, eventID(event), list, most); err != nil || all != (most >= 9) {
				t.Errorf("of %d rows all: %v, %v", most, all, err)
			}
		}

		// Bo does not come; Fay, who is offered the place, has it once she accepts.
		h.owner("POST", "/v1/tickets/"+id.TicketOf(ada, 2)+":cancel", nil).want(200)
		sums("company 1", "diet 2 Everything:1 Vegan:1", "without 1 Nuts:1 Milk:1", "nights 2 sum:8 least:3 most:5", "photos 1 agreed:1")
		entry := h.owner("GET", event+"/guests?q=fay", nil).want(200).text("items", 0, "entry", "id")
		offer := h.owner("GET", "/v1/waitlist/"+entry, nil).want(200).text("offer", "id")
		h.owner("POST", "/v1/offers/"+offer+":accept", nil).want(200)
		sums("company 1", "diet 3 Everything:1 Vegan:2", "without 1 Nuts:1 Milk:1", "nights 3 sum:17 least:3 most:9", "photos 1 agreed:1")

		// The questions change: an answer to an option that is gone counts apart.
		now := dinner()
		now[1]["options"] = []object{{"value": "vegan", "label": "No animals"}, {"value": "fish", "label": "Fish"}}
		h.owner("PUT", event+"/questions", object{"questions": now[1:2]}).want(200)
		sums("diet 2 No animals:2 Fish:0 earlier:1")
		h.sound()
	})
}

// TestFoundByAnswer: whoever may read answers finds guests and writes to them by what they have
// answered, of the places that they still have.
func TestFoundByAnswer(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, db string) {
		h := newTestServerAt(t, db)
		event := h.event(3)
		h.owner("PUT", event+"/questions", object{"questions": dinner()}).want(200)
		ada := h.owner("POST", event+"/registrations", answering("ada", []string{"Bo"}, says("diet", 1, "all"), says("diet", 2, "vegan"), says("photos", 0, "yes"),
			object{"question": "without", "unit": 2, "values": []string{"milk", "100 %_nuts!"}})).want(201).text("order_id")
		h.owner("POST", event+"/registrations", answering("dan", nil, says("diet", 1, "all"), says("company", 0, "vegan"))).want(201)
		h.owner("POST", event+"/registrations", answering("fay", nil, says("diet", 1, "vegan"))).want(201) // waits
		path := func(answer, more string) string {
			return event + "/guests?limit=1&answer=" + url.QueryEscape(answer) + more
		}
		found := func(answer, more, want string) {
			t.Helper()
			var users []string
			for cursor := ""; ; {
				a := h.as(identity.BoxOffice, "GET", path(answer, more)+cursor, nil).want(200)
				for i := range a.at("items").([]any) {
					users = append(users, a.text("items", i, "person", "user_id"))
				}
				if a.text("next_cursor") == "" {
					break
				}
				cursor = "&cursor=" + url.QueryEscape(a.text("next_cursor"))
			}
			if slices.Sort(users); strings.Join(users, " ") != want {
				t.Errorf("%s%s: %v, want %s", answer, more, users, want)
			}
		}
		found("diet:vegan", "", "ada fay")
		found("diet:all", "", "ada dan")
		found("diet:vegan", "&standing=confirmed", "ada")
		found("diet:vegan", "&standing=waiting", "fay")
		found("diet:vegan", "&q=fay", "fay")
		found("diet:vegan", "&q=dan", "")
		found("diet:all", "&standing=ended", "")
		found("without:100 %_nuts!", "", "ada")
		found("photos:yes", "", "ada")
		for _, wrong := range []string{"diet", "shoe:vegan", "diet:meat", "diet:", "company:vegan", "photos:no", "nights:3"} {
			h.as(identity.BoxOffice, "GET", path(wrong, ""), nil).problem(422, "invalid_request").names("answer")
		}
		// Whoever must not read answers does not learn of them so.
		for _, role := range []identity.Role{identity.Door, identity.Viewer} {
			h.as(role, "GET", path("diet:vegan", ""), nil).problem(403, "forbidden")
			h.as(role, "GET", event+"/guests", nil).want(200)
		}
		first := h.as(identity.BoxOffice, "GET", path("diet:vegan", ""), nil).want(200)
		h.as(identity.BoxOffice, "GET", path("diet:all", "&cursor="+url.QueryEscape(first.text("next_cursor"))), nil).problem(422, "invalid_request").names("cursor")

		// A message to the same people.
		letter := func(to object) object {
			return object{"locale": "en", "subject": "The menu", "body": []string{"There is soup."}, "audience": to}
		}
		reaches := func(to object, want int64) {
			t.Helper()
			if a := h.owner("POST", event+"/announcements:preview", letter(to)).want(200); a.number("recipients") != want {
				t.Errorf("%v: %s", to, a.Raw)
			}
		}
		reaches(object{"answer": "diet:vegan"}, 2)
		reaches(object{"answer": "diet:vegan", "standing": "confirmed"}, 1)
		reaches(object{"answer": "without:milk", "standing": "waiting"}, 0)
		for _, wrong := range []string{"diet", "shoe:vegan", "diet:meat", "company:vegan"} {
			h.owner("POST", event+"/announcements", letter(object{"answer": wrong})).problem(422, "invalid_request").names("audience.answer")
		}
		if a := h.owner("POST", event+"/announcements", letter(object{"answer": "diet:vegan"})).want(201); a.text("audience", "answer") != "diet:vegan" {
			t.Error(a.Raw)
		}
		// Bo, who was the vegan, does not come after all.
		h.owner("POST", "/v1/tickets/"+id.TicketOf(ada, 2)+":cancel", nil).want(200)
		found("diet:vegan", "", "fay")
		found("without:milk", "", "")
		found("photos:yes", "", "ada")
		reaches(object{"answer": "diet:vegan"}, 1)
		h.sound()
	})
}
