package api_test

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/export"
	"github.com/holdfast-events/holdfast/internal/guestlist"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// exported is the export of the guests of an event as CSV.
func (h *testServer) exported(event string) string {
	h.t.Helper()
	name := h.owner("POST", event+"/exports", object{"kind": "guests"}).want(202).text("id")
	maker := &export.Maker{Store: h.store, Files: h.files, Now: h.now, Log: slog.New(slog.DiscardHandler)}
	h.must(maker.Make(h.t.Context(), name))
	url := strings.TrimPrefix(h.owner("GET", "/v1/exports/"+name, nil).want(200).text("url"), "http://holdfast.test")
	return h.send("GET", url, "", nil).want(200).Raw
}

// answered is what was answered with somebody's registration: whose, to what and how.
func (h *testServer) answered(event, user string) (list []string) {
	h.t.Helper()
	order := h.owner("GET", event+"/registrations/"+user, nil).want(200).text("order", "id")
	a := h.owner("GET", "/v1/orders/"+order+"/answers", nil).want(200)
	for i := range a.at("answers").([]any) {
		if a.text("answers", i, "kind") != "file" {
			list = append(list, fmt.Sprint(a.number("answers", i, "unit"), " ", a.text("answers", i, "question"), " ", a.text("answers", i, "value"), a.at("answers", i).(map[string]any)["values"]))
		}
	}
	return slices.Sorted(slices.Values(list))
}

// TestExportedGuestsAreImported: the export of the guests of an event, with what each of them has
// answered, is imported into another that asks the same, as it is.
func TestExportedGuestsAreImported(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		from, to := h.event(9), h.event(9)
		list := append(dinner(),
			object{"id": "called", "kind": "text", "scope": "attendee", "label": "Name"}, object{"id": "card", "kind": "file", "scope": "attendee", "label": "Student card"},
			object{"id": "menu", "kind": "choices", "scope": "attendee", "label": "Menu", "options": []object{{"value": "a", "label": "Fish; chips"}, {"value": "b", "label": "a"}, {"value": "c", "label": "Chips"}}})
		for _, event := range []string{from, to} {
			h.owner("PUT", event+"/questions", object{"questions": list}).want(200)
		}
		h.owner("POST", from+"/registrations", answering("ada", []string{"Bo", "Cy"}, says("company", 0, "=Engines"), says("nights", 0, "-3"), says("photos", 0, "yes"),
			says("diet", 1, "vegan"), says("diet", 2, "all"), says("called", 3, "@cy"), says("called", 1, "Countess"),
			object{"question": "without", "unit": 3, "values": []string{"milk", "100 %_nuts!"}}, object{"question": "menu", "unit": 2, "values": []string{"a", "b", "c"}})).want(201)
		h.owner("POST", from+"/registrations", answering("dan", nil, says("diet", 1, "all"))).want(201)
		h.owner("POST", from+"/registrations", answering("eve", []string{"Flo"})).want(201)
		file := h.exported(from)
		if !strings.Contains(file, "'=Engines") || strings.Count(file, "\n") != 7 {
			t.Fatalf("exported:\n%s", file)
		}
		before := h.ledger(to)
		dry := h.owner("POST", to+"/imports", object{"csv": file, "dry_run": true}).want(200)
		if dry.number("fault_count") > 0 || dry.number("lines") != 3 || dry.number("good") != 3 || dry.number("units") != 6 {
			t.Fatalf("dry: %s", dry.Raw)
		}
		if h.ledger(to) != before {
			t.Error("a dry run has changed something")
		}
		worker := &guestlist.Importer{Store: h.store, IDs: h.ids, Now: h.now, Submit: h.seq.SubmitAll}
		h.must(worker.Run(t.Context(), h.owner("POST", to+"/imports", object{"csv": file}).want(202).text("id")))
		for user, answers := range map[string]int{"ada": 9, "dan": 1, "eve": 0} {
			want, got := h.answered(from, user), h.answered(to, user)
			if !slices.Equal(got, want) || len(got) != answers {
				t.Errorf("%s has answered %v, as imported %v", user, want, got)
			}
		}
		guests := h.owner("GET", to+"/registrations/ada", nil).want(200)
		if guests.number("order", "units") != 3 || !strings.Contains(guests.Raw, `"Bo"`) || !strings.Contains(guests.Raw, `"Cy"`) {
			t.Errorf("her guests: %s", guests.Raw)
		}
		// Once more it is refused, as people who are there already.
		if again := h.owner("POST", to+"/imports", object{"csv": file, "dry_run": true}).want(200); again.number("refused") != 3 {
			t.Errorf("again: %s", again.Raw)
		}
		h.sound()
	})
}

// TestImportedPartyFaults: of people who come together each line is checked by itself and beside the
// others; what is wrong is named by line and column, and leaves the whole party out.
func TestImportedPartyFaults(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(9)
	h.owner("PUT", event+"/questions", object{"questions": append(dinner(), object{"id": "soup", "kind": "text", "scope": "attendee", "label": "Soup?", "if": object{"question": "diet", "values": []string{"vegan"}}})}).want(200)
	crowd := "order_id,email,attendee_name\n1,a@example.org,Ann\n"
	for i := range 51 {
		crowd += fmt.Sprintf("1,,Guest %d\n", i)
	}
	for what, c := range map[string]faultyList{
		"no option, of a guest":           {"order_id,email,question:diet\n1,a@example.org,all\n1,,meat\n", "csv[3].question:diet", "not_allowed"},
		"asked of a guest of others":      {"order_id,email,question:diet,question:soup\n1,a@example.org,vegan,leek\n1,,all,leek\n", "csv[3].question:soup", "not_asked"},
		"another direction":               {"order_id,email,question:soup,question:diet\n1,a@example.org,,\n1,,a\u202eb,vegan\n", "csv[3].question:soup", "forbidden_character"},
		"two answers of the whole":        {"order_id,email,question:nights\n1,a@example.org,2\n1,,3\n", "csv[3].question:nights", "mismatch"},
		"another kind of ticket":          {"order_id,email,tier\n1,a@example.org,\n1,,General\n", "csv[3].tier", "mismatch"},
		"another language":                {"order_id,email,locale\n1,a@example.org,de\n1,,fr\n", "csv[3].locale", "mismatch"},
		"the same number":                 {"order_id,email,unit\n1,a@example.org,1\n1,,1\n", "csv[3].unit", "duplicate"},
		"a number that is none":           {"order_id,email,unit\n1,a@example.org,1\n1,,second\n", "csv[3].unit", "wrong_type"},
		"guests twice":                    {"order_id,email,guests\n1,a@example.org,Bo\n1,,\n", "csv[3].guests", "not_allowed"},
		"a guest whose name is too long":  {"order_id,email,attendee_name\n1,a@example.org,Ann\n1,," + strings.Repeat("x", 300) + "\n", "csv[3].attendee_name", "too_long"},
		"a guest who has no name":         {"order_id,email,name\n1,a@example.org,Ann\n1,,\n", "csv[3].name", "required"},
		"a guest in another charset":      {"order_id,email,attendee_name\n1,a@example.org,Ann\n1,,J\ufffdrgen\n", "csv[3].attendee_name", "encoding"},
		"too many":                        {crowd, "csv[2].order_id", "too_many"},
		"nobody":                          {"order_id,email,name\n1,,Ann\n", "csv[2].user_id", "required"},
		"somebody in two orders":          {"order_id,email,name\n1,a@example.org,Ann\n2,a@example.org,Ann\n", "csv[3]", "duplicate"},
		"the columns of an export, twice": {"order_id,order_id,email\n1,1,a@example.org\n", "csv[1].order_id", "duplicate"},
	} {
		c.refused(h, event, what)
	}
	file := "order_id,email,name,unit,question:diet,question:nights\n7,b@example.org,Bea,2,vegan,\n7,,Cy,3,all,4\n9,d@example.org,Dan,1,all,\n9,,Eve,2,meat,\n"
	m := h.owner("POST", event+"/imports", object{"csv": file, "skip_bad_lines": true}).want(202)
	if m.number("lines") != 1 || fmt.Sprint(m.at("bad_lines")) != "[5]" {
		t.Errorf("%s", m.Raw)
	}
	worker := &guestlist.Importer{Store: h.store, IDs: h.ids, Now: h.now, Submit: h.seq.SubmitAll}
	h.must(worker.Run(t.Context(), m.text("id")))
	if got := h.answered(event, "mail:b@example.org"); fmt.Sprint(got) != "[0 nights 4<nil> 1 diet vegan<nil> 2 diet all<nil>]" {
		t.Errorf("%v", got)
	}
	h.owner("GET", event+"/registrations/mail:d@example.org", nil).problem(404, "not_found")
	h.sound()
}
