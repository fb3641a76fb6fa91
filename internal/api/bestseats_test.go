package api_test

import (
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"

	"github.com/holdfast-events/holdfast/internal/testdb"
)

// Anyone who asks for the best seats is shown those that an order would be given, with what
// they cost, and nothing is taken.
func TestBestSeatsAreFound(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		event := h.theatre(func(e object) {
			e["no_single_seats"] = true
			e["tiers"] = append(e["tiers"].([]object), object{"name": "Back", "price": 3000, "max_per_order": 4, "tax_rate_bp": 1000})
		})
		back := h.owner("GET", event, nil).want(200).text("tiers", 2, "id")
		h.owner("POST", event+"/codes", object{"code": "HALF", "kind": "promo", "percent_bp": 5000}).want(201)
		find := func(key string, body object) *answer { return h.send("POST", event+"/seats:find", key, body) }
		seatIDs := func(a *answer, list string) (ids []string) {
			for i := range a.at(list).([]any) {
				ids = append(ids, a.text(list, i, "seat_id"))
			}
			return ids
		}
		before := h.owner("GET", event+"/audit", nil).want(200).Raw
		// The front row costs 50 and its middle is best; for at most 35 there is the row behind it.
		best := find("", object{"quantity": 2}).want(200)
		if got := seatIDs(best, "seats"); !slices.Equal(got, []string{seat(event, 3), seat(event, 4)}) || best.number("total") != 10000 || best.text("currency") != "EUR" {
			t.Errorf("%s", best.Raw)
		}
		cheap := find("", object{"quantity": 3, "section": "Stalls", "max_unit_gross": 3500}).want(200)
		if got := seatIDs(cheap, "seats"); len(got) != 3 || cheap.text("seats", 0, "tier_id") != back || cheap.text("seats", 0, "row") != "B" ||
			cheap.text("seats", 0, "section") != "Stalls" || cheap.number("seats", 0, "number") != 1 || cheap.number("seats", 0, "unit_gross") != 3000 || cheap.number("total") != 9000 {
			t.Errorf("%s", cheap.Raw)
		}
		if half := find("", object{"quantity": 2, "max_unit_gross": 2500, "promo_code": "half"}).want(200); half.number("seats", 0, "unit_gross") != 2500 || half.text("seats", 0, "row") != "A" {
			t.Errorf("with half the price off: %s", half.Raw)
		}
		if space := find("", object{"quantity": 2, "accessible": true}).want(200); space.text("seats", 0, "section") != "Balcony" || space.number("seats", 0, "number") != 1 {
			t.Errorf("%s", space.Raw)
		}
		find("", object{"quantity": 2, "max_unit_gross": 1000}).problem(409, "seats_cost_more").names("max_unit_gross")
		find("", object{"quantity": 2, "tier_id": back, "max_unit_gross": 2999}).problem(409, "seats_cost_more").names("max_unit_gross")
		find("", object{"quantity": 7}).problem(409, "not_together").names("quantity")
		find("", object{"quantity": 5, "tier_id": back}).problem(422, "limit_per_order").names("quantity")
		find("", object{"quantity": 11}).problem(422, "invalid_request").names("quantity")
		find("", object{"quantity": 1, "max_unit_gross": -1}).problem(422, "invalid_request").names("max_unit_gross")
		find("", object{"quantity": 1, "section": "Attic"}).problem(404, "not_found").names("section")
		find("", object{"quantity": 1, "promo_code": "NOSUCH"}).problem(422, "code_unknown").names("promo_code")
		h.send("POST", h.event(5)+"/seats:find", "", object{"quantity": 1}).problem(404, "not_found")
		if after := h.owner("GET", event+"/audit", nil).want(200).Raw; after != before {
			t.Errorf("a search changed something: %s", after)
		}
		// The order is given what was found, and then the next best is found.
		for range 2 {
			want := seatIDs(find("", object{"quantity": 2, "section": "Stalls", "max_unit_gross": 3500}).want(200), "seats")
			placed := h.owner("POST", event+"/orders", object{"user_id": "ada", "items": []object{{"quantity": 2, "best": object{"section": "Stalls", "max_unit_gross": 3500}}}}).want(201)
			if got := seatIDs(placed, "items"); !slices.Equal(got, want) {
				t.Errorf("found were %v, given %v", want, got)
			}
			h.owner("GET", event+"/seats?at_least="+fmt.Sprint(placed.number("ledger_seq")), nil).want(200)
		}
		h.owner("POST", event+"/orders", object{"user_id": "eve", "items": []object{{"quantity": 1, "best": object{"max_unit_gross": 100}}}}).
			problem(409, "seats_cost_more").names("items[0].best.max_unit_gross")
		h.sound()
	})
}

// Of a hidden tier nothing is found but with the code that opens it.
func TestBestSeatsOfHiddenTiers(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.theatre(func(e object) { e["tiers"] = []object{{"name": "Front", "price": 5000, "hidden": true}} })
	front := h.owner("GET", event, nil).want(200).text("tiers", 0, "id")
	h.owner("POST", event+"/codes", object{"code": "FRIEND", "kind": "access", "tier_ids": []string{front}}).want(201)
	if a := h.send("POST", event+"/seats:find", "", object{"quantity": 2}).want(200); a.text("seats", 0, "row") != "B" {
		t.Errorf("%s", a.Raw)
	}
	h.send("POST", event+"/seats:find", "", object{"quantity": 2, "tier_id": front}).problem(404, "not_found").names("tier_id")
	if a := h.send("POST", event+"/seats:find", "", object{"quantity": 2, "access_code": "friend"}).want(200); a.text("seats", 0, "row") != "A" {
		t.Errorf("%s", a.Raw)
	}
	order := object{"email": "p@example.org", "name": "P", "items": []object{{"quantity": 2, "best": object{}}}, "access_code": "FRIEND"}
	if a := h.send("POST", event+"/orders", "", order).want(201); a.text("items", 0, "tier_id") != front {
		t.Errorf("the order: %s", a.Raw)
	}
}

// People who look for the best seats while others take them all get a seat each, and
// nobody is shown one that an order had by the change that they have heard of.
func TestBestSeatsAreFoundInARush(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		event := h.theatre()
		var mu sync.Mutex
		newest, soldAt := int64(0), map[string]int64{} // ledger seqs: of the newest answer, and by seat
		buy := func(user string) {
			for range 1000 {
				mu.Lock()
				heard := newest
				mu.Unlock()
				seat := h.owner("POST", event+"/seats:find", object{"quantity": 1, "at_least": heard}).want(200).text("seats", 0, "seat_id")
				mu.Lock()
				if at := soldAt[seat]; at != 0 && at <= heard {
					t.Errorf("%s asked after change %d and was shown the seat that was sold by %d", user, heard, at)
				}
				mu.Unlock()
				placed := h.owner("POST", event+"/orders", object{"user_id": user, "items": []object{{"seat_id": seat}}})
				if placed.Status == http.StatusConflict {
					placed.problem(409, "seat_taken")
					continue
				}
				mu.Lock()
				defer mu.Unlock()
				soldAt[seat] = placed.want(201).number("ledger_seq")
				newest = max(newest, soldAt[seat])
				return
			}
			t.Errorf("%s was always too slow", user)
		}
		var wait sync.WaitGroup
		for n := range 14 { // as many as there are seats without a wheelchair space
			wait.Go(func() { buy(fmt.Sprintf("u%d", n)) })
		}
		wait.Wait()
		if len(soldAt) != 14 {
			t.Errorf("%d seats were sold", len(soldAt))
		}
		h.sound()
	})
}
