package api_test

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/audience"
	"github.com/holdfast-events/holdfast/internal/guestlist"
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

// TestImportedAnswers: a guest list brings answers along, checked as the API checks them; what is
// wrong is named by line and column, and nothing is required.
func TestImportedAnswers(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		event := h.event(9)
		list := append(dinner(), object{"id": "arrival", "kind": "date", "scope": "order", "label": "Arrival"}, object{"id": "card", "kind": "file", "scope": "attendee", "label": "Student card"},
			object{"id": "soup", "kind": "text", "scope": "attendee", "label": "Soup?", "if": object{"question": "diet", "values": []string{"vegan"}}})
		h.owner("PUT", event+"/questions", object{"questions": list}).want(200)
		bring := func(csv string, more ...func(object)) *answer {
			body := object{"csv": csv}
			for _, m := range more {
				m(body)
			}
			return h.owner("POST", event+"/imports", body)
		}
		for what, c := range map[string]faultyList{
			"no option":                    {"email,question:diet\na@example.org,meat\n", "csv[2].question:diet", "not_allowed"},
			"one of several is none":       {"email,question:without\na@example.org,milk; eggs\n", "csv[2].question:without", "not_allowed"},
			"no number":                    {"email,How many nights?\na@example.org,three\n", "csv[2].question:nights", "bad_format"},
			"no day":                       {"email,Arrival\na@example.org,31.5.2027\n", "csv[2].question:arrival", "bad_format"},
			"neither yes nor no":           {"email,question:photos\na@example.org,perhaps\n", "csv[2].question:photos", "not_allowed"},
			"too long":                     {"email,company\na@example.org," + strings.Repeat("x", 201) + "\n", "csv[2].question:company", "too_long"},
			"another direction":            {"email,company\na@example.org,a\u202eb\n", "csv[2].question:company", "forbidden_character"},
			"asked only of others":         {"email,question:diet,question:soup\na@example.org,all,leek\n", "csv[2].question:soup", "not_asked"},
			"a question that nobody asks":  {"email,question:shoe\na@example.org,43\n", "csv[1]", "unknown_field"},
			"a question that asks a file":  {"email,Student card\na@example.org,upl_1\n", "csv[1].question:card", "not_allowed"},
			"a column twice":               {"email,question:diet,question:diet\na@example.org,all,all\n", "csv[1].question:diet", "duplicate"},
			"an answer in another charset": {"email,company\na@example.org,J\ufffdrgen\n", "csv[2].question:company", "encoding"},
		} {
			c.refused(h, event, what)
		}
		bring("email,Essen\n", set("columns", []object{{"name": "Essen", "field": "question:shoe"}})).problem(422, "invalid_request").names("columns[0].field")
		file := "E-Mail;Name;Gäste;Essen;What do you leave out?;How many nights?;question:photos;Soup?\n" +
			"ada@example.org;Ada;Bo;VEGAN;nuts; milk;;;\n" + // a semicolon within needs quotes
			"bo@example.org;Bo;;Everything;\"Nuts; Milk\";3,0;Yes;\n" +
			"cy@example.org;Cy;;;;;no;\n" +
			"di@example.org;Di;Ed;vegan;;;;leek\n"
		mapped := set("columns", []object{{"name": "Essen", "field": "question:diet"}})
		bring(file, mapped).problem(422, "invalid_request").names("csv[2]")
		dry := bring(file, mapped, set("dry_run", true), set("skip_bad_lines", true)).want(200)
		if dry.number("good") != 3 || dry.text("columns", 3, "field") != "question:diet" || dry.text("columns", 7, "field") != "question:soup" {
			t.Error(dry.Raw)
		}
		m := bring(file, mapped, set("skip_bad_lines", true)).want(202)
		worker := &guestlist.Importer{Store: h.store, IDs: h.ids, Now: h.now, Submit: h.seq.SubmitAll}
		h.must(worker.Run(t.Context(), m.text("id")))
		for email, want := range map[string]string{
			"bo@example.org": "May we take photos? yes, How many nights? 3, What do you eat? Everything, What do you leave out? Nuts; Milk",
			"cy@example.org": "",
			"di@example.org": "What do you eat? Vegan, Soup? leek",
		} {
			order := h.owner("GET", event+"/guests?q="+email, nil).want(200).text("items", 0, "orders", 0, "id")
			got := h.owner("GET", "/v1/orders/"+order+"/answers", nil).want(200).words()
			if said := strings.Split(want, ", "); !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(said))) && len(got)+len(want) > 0 {
				t.Errorf("%s: %v, want %s", email, got, want)
			}
		}
		if a := h.owner("GET", event+"/questions/summary", nil).want(200); a.sums()[1] != "diet 2 Everything:1 Vegan:1" {
			t.Error(a.Raw)
		}
		h.sound()
	})
}
