package api_test

import (
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestTillCodes: at a till codes hold as for buyers: what they take off, how often they can be
// used, and that a sale which is taken back or comes to nothing gives its use back.
func TestTillCodes(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		event, tiers := h.sale(9, evening(h))
		h.owner("POST", event+"/codes", object{"code": "HALF", "kind": "promo", "percent_bp": 5000, "tier_ids": []string{tiers["Regular"]}, "max_uses": 1}).want(201)
		door := h.owner("PATCH", event, object{"tiers": []object{{"id": tiers["Front"], "hidden": true}}}).want(200)
		h.owner("POST", event+"/codes", object{"code": "BACKSTAGE", "kind": "access", "tier_ids": []string{tiers["Front"]}}).want(201)
		till := h.openTill(event, 5000)
		sell := func(tier string, more object) *answer {
			t.Helper()
			body := object{"items": []object{{"tier_id": tiers[tier], "quantity": 1}}, "payment": "cash"}
			for name, value := range more {
				body[name] = value
			}
			return h.as(identity.BoxOffice, "POST", till+"/sales", body)
		}
		// What is wrong with a code is said of the code, and nothing is sold.
		sell("Regular", object{"promo_code": "nothing"}).problem(422, "code_unknown").names("promo_code")
		sell("Regular", object{"access_code": "half"}).problem(422, "code_unknown").names("access_code")
		sell("Front", object{"promo_code": "half"}).problem(422, "code_not_applicable").names("promo_code")
		sell("Regular", object{"access_code": "backstage"}).problem(422, "code_not_applicable").names("access_code")
		sell("Regular", object{"promo_code": "half", "tendered": 999}).problem(422, "invalid_request").names("tendered") // gives its use back
		gift := object{"items": []object{{"tier_id": tiers["Regular"], "quantity": 1}}, "payment": "complimentary", "promo_code": "half"}
		h.as(identity.Organizer, "POST", till+"/sales", gift).problem(422, "invalid_request").names("promo_code")
		if a := h.owner("GET", event, nil).want(200); a.number("availability", "available") != 9 {
			t.Errorf("of what was refused something is taken: %s, %s", a.Raw, door.Raw)
		}
		sold := sell("Regular", object{"promo_code": " half ", "tendered": 2000}).want(201)
		if sold.number("order", "total") != 1000 || sold.number("order", "discount") != 1000 || sold.number("change") != 1000 {
			t.Errorf("sold: %s", sold.Raw)
		}
		sell("Regular", object{"promo_code": "half"}).problem(409, "code_used_up").names("promo_code")
		// A till and a buyer share its uses.
		buyer := buy("ada", tiers["Regular"], 1)
		buyer["promo_code"] = "half"
		h.owner("POST", event+"/orders", buyer).problem(409, "code_used_up")
		if a := h.as(identity.BoxOffice, "POST", till+"/sales/"+sold.text("order_id")+":void", object{}).want(200); a.number("given") != 1000 {
			t.Errorf("taken back: %s", a.Raw)
		}
		sell("Regular", object{"promo_code": "half", "payment": "card_terminal"}).want(201)
		if a := sell("Front", object{"access_code": "backstage"}).want(201); a.number("order", "total") != 5350 {
			t.Errorf("backstage: %s", a.Raw)
		}
		if a := h.owner("GET", event+"/codes", nil).want(200); a.number("items", 0, "used") != 1 || a.number("items", 1, "used") != 1 {
			t.Errorf("codes: %s", a.Raw)
		}
		h.sound()
	})
}

// TestTillAnswers: what the event asks is asked at the till, with the names of fields that a form
// has; whoever sells may go on without, and answers that are given count all the same.
func TestTillAnswers(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		event, tiers := h.sale(9, evening(h))
		h.owner("PUT", event+"/questions", object{"questions": diet()}).want(200)
		till := h.openTill(event, 0)
		sell := func(more object, header ...string) *answer {
			t.Helper()
			body := object{"items": []object{{"tier_id": tiers["Regular"], "quantity": 2}}, "payment": "cash"}
			for name, value := range more {
				body[name] = value
			}
			return h.as(identity.BoxOffice, "POST", till+"/sales", body, header...)
		}
		sell(nil).problem(422, "invalid_request").names("answers.diet[1]")
		sell(object{"answers": []object{says("diet", 1, "all")}}).problem(422, "invalid_request").names("answers.diet[2]")
		sell(object{"answers": []object{says("diet", 1, "all"), says("diet", 2, "meat")}, "unanswered": true}).problem(422, "invalid_request").names("answers[1].value")
		gift := object{"items": []object{{"tier_id": tiers["Regular"], "quantity": 1}}, "payment": "complimentary"}
		h.as(identity.Organizer, "POST", till+"/sales", gift).problem(422, "invalid_request").names("answers.diet[1]")
		if a := h.owner("GET", event, nil).want(200); a.number("availability", "available") != 9 {
			t.Errorf("of what was refused something is taken: %s", a.Raw)
		}
		all := object{"answers": []object{says("company", 0, "Engines"), says("diet", 1, "all"), says("diet", 2, "vegan")}}
		sold := sell(all, "Idempotency-Key: one").want(201)
		if a := sell(all, "Idempotency-Key: one").want(201); a.text("order_id") != sold.text("order_id") {
			t.Errorf("sold twice: %s", a.Raw)
		}
		answers := func(order string) *answer {
			return h.as(identity.BoxOffice, "GET", "/v1/orders/"+order+"/answers", nil).want(200)
		}
		if w := strings.Join(answers(sold.text("order_id")).words(), ", "); w != "Company Engines, What do you eat? Everything, What do you eat? Vegan" {
			t.Error(w)
		}
		// Without, and with one of two: the page of the tickets has the others.
		left := sell(object{"answers": []object{says("diet", 2, "vegan")}, "unanswered": true}).want(201)
		if a := answers(left.text("order_id")); strings.Join(a.words(), ", ") != "What do you eat? Vegan" || a.text("missing", 0) != "answers.diet[1]" {
			t.Error(a.Raw)
		}
		link := left.text("ticket_url")
		token := link[strings.LastIndex(link, "/")+1:]
		later := object{"answers": []object{says("diet", 1, "all"), says("diet", 2, "vegan")}}
		if a := h.send("PUT", "/v1/orders/"+left.text("order_id")+"/answers", token, later).want(200); len(a.words()) != 2 {
			t.Error(a.Raw)
		}
		sell(object{"unanswered": true}).want(201)
		h.sound()
	})
}

// TestTillSeatsWithCode: seats that are chosen on the map are asked about by their numbers, and
// cost less with a code.
func TestTillSeatsWithCode(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.theatre(evening(h))
	h.owner("POST", event+"/codes", object{"code": "FIVE", "kind": "promo", "amount": 500}).want(201)
	h.owner("PUT", event+"/questions", object{"questions": diet()}).want(200)
	till := h.openTill(event, 0)
	body := object{"items": []object{{"seat_id": seat(event, 3)}, {"seat_id": seat(event, 7)}}, "payment": "card_terminal", "promo_code": "FIVE",
		"answers": []object{says("diet", 1, "all")}}
	h.as(identity.BoxOffice, "POST", till+"/sales", body).problem(422, "invalid_request").names("answers.diet[2]")
	body["answers"] = []object{says("diet", 1, "all"), says("diet", 2, "vegan")}
	sold := h.as(identity.BoxOffice, "POST", till+"/sales", body).want(201)
	if sold.number("order", "discount") != 500 && sold.number("order", "discount") != 1000 || sold.text("tickets", 1, "place", "row") != "B" {
		t.Errorf("sold: %s", sold.Raw)
	}
	h.as(identity.BoxOffice, "POST", till+"/sales", body).problem(409, "seat_taken").names("items[0].seat_id")
	h.sound()
}
