package api_test

import (
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// diet are two questions: where somebody comes from, and what each who comes eats.
func diet() []object {
	return []object{
		{"id": "company", "kind": "text", "scope": "order", "label": "Company"},
		{"id": "diet", "kind": "choice", "scope": "attendee", "label": "What do you eat?", "required": true, "at_door": true, "options": []object{
			{"value": "all", "label": "Everything"}, {"value": "vegan", "label": "Vegan"}}},
	}
}

func says(question string, unit int64, value string) object {
	return object{"question": question, "unit": unit, "value": value}
}

// words are the answers as people read them, below the words that the questions had.
func (a *answer) words() (list []string) {
	answers, _ := a.at("answers").([]any)
	for i := range answers {
		list = append(list, a.text("answers", i, "label")+" "+a.text("answers", i, "text"))
	}
	return list
}

// TestQuestions: what is required is asked of guests, is stored with the registration, and
// keeps its words when the questions change.
func TestQuestions(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		event := h.event(9)
		if a := h.send("GET", event+"/questions", "", nil).want(200); a.number("version") != 0 || a.at("questions") == nil {
			t.Error(a.Raw)
		}
		set := func(base int64, list []object) *answer {
			return h.as(identity.Organizer, "PUT", event+"/questions", object{"version": base, "questions": list})
		}
		set(0, diet()).want(200)
		if a := h.send("GET", event, "", nil).want(200); a.number("questions") != 2 {
			t.Error(a.Raw)
		}
		// Without answers nobody is registered, and each fault has its field.
		body := func(answers ...object) object {
			return object{"email": "ada@example.org", "name": "Ada", "guests": []object{{"name": "Bo"}}, "answers": append([]object{}, answers...)}
		}
		h.send("POST", event+"/registrations", "", body(says("diet", 1, "all"))).problem(422, "invalid_request").names("answers.diet[2]")
		h.send("POST", event+"/registrations", "", body(says("diet", 1, "all"), says("diet", 2, "meat"))).problem(422, "invalid_request").names("answers[1].value")
		h.send("POST", event+"/registrations", "", body(says("shoe", 0, "42"))).problem(422, "invalid_request").names("answers[0].question")
		h.send("POST", event+"/registrations", "", body(says("company", 0, "a\u202eb"))).problem(422, "invalid_request").names("answers[0].value")
		h.send("POST", event+"/waitlist:join", "", body()).problem(422, "invalid_request").names("answers.diet[1]")
		order := h.send("POST", event+"/registrations", "", body(says("company", 0, "Engines"), says("diet", 1, "all"), says("diet", 2, "vegan"))).want(201).text("order_id")
		path := "/v1/orders/" + order + "/answers"
		got := h.as(identity.BoxOffice, "GET", path, nil).want(200)
		if w := strings.Join(got.words(), ", "); w != "Company Engines, What do you eat? Everything, What do you eat? Vegan" || got.text("units", 1, "name") != "Bo" {
			t.Error(got.Raw)
		}
		// The questions change: one is gone, one has other words, one is new.
		list := diet()[1:]
		list[0]["label"], list[0]["options"] = "Your menu", []object{{"value": "all", "label": "The roast"}, {"value": "vegan", "label": "The salad"}}
		list = append(list, object{"id": "photos", "kind": "consent", "scope": "order", "label": "May we take photos?", "required": true})
		set(0, list).problem(409, "questions_changed")
		if a := set(1, list).want(200); a.number("version") != 2 {
			t.Error(a.Raw)
		}
		if a := set(2, list).want(200); a.number("version") != 2 { // nothing changed
			t.Error(a.Raw)
		}
		guest := h.link(identity.OrderLink, order, h.addressed(event, "ada@example.org"))
		got = h.send("GET", path, guest, nil).want(200)
		if w := strings.Join(got.words(), ", "); w != "Company Engines, What do you eat? Everything, What do you eat? Vegan" || got.text("missing", 0) != "answers.photos" {
			t.Error(got.Raw)
		}
		// The guest answers what is new; what is gone stays as it was.
		change := func(token string, answers ...object) *answer {
			return h.send("PUT", path, token, object{"answers": append([]object{}, answers...)})
		}
		change(guest, says("diet", 1, "all"), says("diet", 2, "all")).problem(422, "invalid_request").names("answers.photos")
		got = change(guest, says("diet", 1, "all"), says("diet", 2, "all"), says("photos", 0, "yes")).want(200)
		if w := strings.Join(got.words(), ", "); w != "May we take photos? yes, Company Engines, Your menu The roast, Your menu The roast" {
			t.Error(w)
		}
		// Staff change one: the others keep the words to which the guest gave them.
		list[0]["label"] = "Meal"
		set(2, list).want(200)
		got = change(h.keys[identity.BoxOffice], says("diet", 1, "all"), says("diet", 2, "vegan"), says("photos", 0, "yes")).want(200)
		if w := strings.Join(got.words(), ", "); w != "May we take photos? yes, Company Engines, Your menu The roast, Meal The salad" {
			t.Error(w)
		}
		if log := h.visit(h.member(h.org, identity.Owner, "boss@example.org"), "GET", "/v1/organization/security-log", nil).want(200); !strings.Contains(log.Raw, `"action":"answers_changed","actor":"key_`) || !strings.Contains(log.Raw, `"action":"questions_changed","actor":"key_`) {
			t.Error(log.Raw)
		}
		h.as(identity.Door, "GET", path, nil).problem(403, "forbidden")
		// Until the cutoff.
		h.sound()
		h.later(400 * 24 * time.Hour)
		guest = h.link(identity.OrderLink, order, h.addressed(event, "ada@example.org"))
		change(guest, says("diet", 1, "all"), says("diet", 2, "all"), says("photos", 0, "yes")).problem(409, "answers_closed")
		// Anyone who is erased leaves no answer.
		h.owner("DELETE", event+"/people/"+h.userOf(event), nil).want(200)
		if rows, err := h.store.Questions.Answers(t.Context(), eventID(event), []string{order}); err != nil || len(rows) != 0 {
			t.Errorf("%v, %v", rows, err)
		}
		change(h.keys[identity.BoxOffice]).problem(409, "answers_closed")
		h.sound()
	})
}

// addressed is the id of the person with an address, at an event with one.
func (h *testServer) addressed(event, email string) string {
	h.t.Helper()
	a := h.owner("GET", event+"/registrations", nil).want(200)
	if a.text("items", 0, "person", "email") != email {
		h.t.Fatal(a.Raw)
	}
	return a.text("items", 0, "person", "id")
}

func (h *testServer) userOf(event string) string {
	h.t.Helper()
	return h.owner("GET", event+"/registrations", nil).want(200).text("items", 0, "person", "user_id")
}

// TestAnswersTravel: answers go with a place from the waitlist to the ticket, with an order
// by its items, and end with a ticket that goes to somebody else.
func TestAnswersTravel(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(1)
	h.owner("PUT", event+"/questions", object{"questions": diet()}).want(200)
	first := h.register(event, "ada").want(201).text("order_id") // staff need not answer
	wait := h.send("POST", event+"/waitlist:join", "", object{"email": "bo@example.org", "name": "Bo", "answers": []object{says("diet", 1, "vegan")}}).want(201)
	entry := wait.text("entry_id")
	if got := h.owner("GET", "/v1/waitlist/"+entry+"/answers", nil).want(200); len(got.words()) != 1 {
		t.Error(got.Raw)
	}
	got := h.owner("PUT", "/v1/waitlist/"+entry+"/answers", object{"answers": []object{says("diet", 1, "vegan"), says("company", 0, "=1+1")}}).want(200)
	if len(got.words()) != 2 {
		t.Error(got.Raw)
	}
	h.owner("POST", "/v1/orders/"+first+":cancel", nil).want(200)
	offer := h.owner("GET", "/v1/waitlist/"+entry, nil).want(200).text("offer", "id")
	order := h.owner("POST", "/v1/offers/"+offer+":accept", nil).want(200).text("order_id")
	if got := h.owner("GET", "/v1/orders/"+order+"/answers", nil).want(200); strings.Join(got.words(), ", ") != "Company =1+1, What do you eat? Vegan" {
		t.Error(got.Raw)
	}
	// Whoever checks people in sees what is marked for that.
	if scan := h.scan(event, id.TicketOf(order, 1)).verdict("admit"); scan.text("answers", 0, "text") != "Vegan" || strings.Contains(scan.Raw, "1+1") {
		t.Error(scan.Raw)
	}
	data := h.owner("GET", event+"/people/"+h.userOf(event)+"/data", nil).want(200)
	if data.text("answers", 0, "entry_id") != entry || data.text("answers", 0, "answers", 1, "text") != "Vegan" {
		t.Error(data.Raw)
	}
	// The ticket goes to Cy, who has not answered; what was of the whole stays.
	h.sound()
	event = h.event(1)
	h.owner("PUT", event+"/questions", object{"questions": diet()}).want(200)
	order = h.send("POST", event+"/registrations", "", object{"email": "bo@example.org", "name": "Bo", "answers": []object{says("company", 0, "=1+1"), says("diet", 1, "all")}}).want(201).text("order_id")
	transfer := h.owner("POST", "/v1/tickets/"+id.TicketOf(order, 1)+":transfer", object{"email": "cy@example.org"}).want(201).text("id")
	h.owner("POST", "/v1/transfers/"+transfer+":accept", object{"name": "Cy"}).want(200)
	if got := h.owner("GET", "/v1/orders/"+order+"/answers", nil).want(200); strings.Join(got.words(), ", ") != "Company =1+1" {
		t.Error(got.Raw)
	}
	h.sound()
}

// TestOrdersAnswer: an order is asked by its items and their tiers.
func TestOrdersAnswer(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event, tiers := h.sale(9)
	list := diet()
	list[1]["tiers"] = []string{tiers["Front"]}
	h.owner("PUT", event+"/questions", object{"questions": list}).want(200)
	order := func(answers ...object) *answer {
		body := buy("ada", tiers["Regular"], 2, tiers["Front"], 1)
		delete(body, "user_id")
		return h.send("POST", event+"/orders", "", with(body, "answers", append([]object{}, answers...)))
	}
	order().problem(422, "invalid_request").names("answers.diet[3]")
	order(says("diet", 1, "all"), says("diet", 3, "all")).problem(422, "invalid_request").names("answers[0].question")
	placed := order(says("diet", 3, "all")).want(201)
	// Anyone who has just ordered and showed nothing changes the answers with the token of the order.
	path := "/v1/orders/" + placed.text("id") + "/answers"
	got := h.send("PUT", path, placed.text("access_token"), object{"answers": []object{says("diet", 3, "vegan")}}).want(200)
	if strings.Join(got.words(), ", ") != "What do you eat? Vegan" || got.text("units", 2, "tier_id") != tiers["Front"] {
		t.Error(got.Raw)
	}
	h.sound()
}

// TestQuestionsOfEachKind: numbers, days, long texts and several of many are asked, refused where they
// do not fit, and kept as they were given.
func TestQuestionsOfEachKind(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.event(9)
	h.owner("PUT", event+"/questions", object{"version": 0, "questions": []object{
		{"id": "seats", "kind": "number", "scope": "order", "label": "Seats in your car", "min": 0, "max": 8, "required": true},
		{"id": "arrival", "kind": "date", "scope": "order", "label": "You arrive on", "required": true},
		{"id": "story", "kind": "long_text", "scope": "order", "label": "What brings you here?"},
		{"id": "days", "kind": "choices", "scope": "order", "label": "Which days?", "options": []object{{"value": "fri", "label": "Friday"}, {"value": "sat", "label": "Saturday"}, {"value": "sun", "label": "Sunday"}}},
	}}).want(200)
	register := func(answers ...object) *answer {
		return h.send("POST", event+"/registrations", "", object{"email": "ada@example.org", "name": "Ada", "answers": answers})
	}
	fine := func(changed ...object) []object {
		return append([]object{says("seats", 0, "3"), says("arrival", 0, "2026-06-05")}, changed...)
	}
	for _, c := range []struct {
		field   string
		answers []object
	}{
		{"answers[0].value", []object{says("seats", 0, "three"), says("arrival", 0, "2026-06-05")}},
		{"answers[0].value", []object{says("seats", 0, "9"), says("arrival", 0, "2026-06-05")}},
		{"answers[0].value", []object{says("seats", 0, "2.5"), says("arrival", 0, "2026-06-05")}},
		{"answers[1].value", []object{says("seats", 0, "3"), says("arrival", 0, "5 June")}},
		{"answers[1].value", []object{says("seats", 0, "3"), says("arrival", 0, "2026-02-30")}},
		{"answers[2].value", fine(says("story", 0, strings.Repeat("ä", 2001)))},
		{"answers[2].values", fine(object{"question": "days", "values": []string{"mon"}})},
		{"answers.arrival", []object{says("seats", 0, "3")}},
	} {
		register(c.answers...).problem(422, "invalid_request").names(c.field)
	}
	order := register(fine(says("story", 0, "A friend.\nAnd the harbour."), object{"question": "days", "values": []string{"fri", "sun"}})...).want(201).text("order_id")
	got := h.as(identity.BoxOffice, "GET", "/v1/orders/"+order+"/answers", nil).want(200)
	if w := strings.Join(got.words(), "; "); w != "Seats in your car 3; You arrive on 2026-06-05; What brings you here? A friend.\nAnd the harbour.; Which days? Friday; Sunday" {
		t.Errorf("%q", w)
	}
	h.sound()
}
