package e2e

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/pgserver"
)

// onCitus is a migrated database on a coordinator and two workers.
func onCitus(t *testing.T) string {
	t.Helper()
	const shards = 2 // one for each worker: to make them is most of what the test does
	db, err := pgserver.RequireCitus(t, shards).CreateDB(t.Context(), "hf")
	if err != nil {
		t.Fatal(err)
	}
	must(t, "migrate", "--db", db)
	return db
}

// TestCitus is an evening on a cluster: the binary that knows of none fills an event, offers
// what comes back, sells, lets in, sends mails, and finds that everything adds up.
func TestCitus(t *testing.T) {
	t.Parallel()
	db := onCitus(t)
	s := serveDemo(t, db)

	// Until it is full, and one who waits.
	free := s.newEvent(1, object{"max_guests": 1})
	registrations := "/v1/events/" + free + "/registrations"
	s.call("POST", registrations, person("Ada")).want(201).is("status", "confirmed")
	cleo := s.call("POST", registrations, person("Cleo")).want(201).is("status", "waitlisted").is("position", "1").at("entry_id")
	s.call("DELETE", registrations+"/ada", nil).want(200).is("status", "released")
	s.call("GET", registrations+"/cleo", nil).want(200).is("status", "offered")
	s.claim(s.mailTo("cleo@example.org", "Your turn"))
	s.call("GET", registrations+"/cleo", nil).want(200).is("status", "confirmed").is("order.reason", "accepted")
	if history := items[step](s.call("GET", "/v1/waitlist/"+cleo+"/history", nil)); len(history) == 0 {
		t.Error("Cleo's entry has no history")
	}

	// Sold, paid, refunded in part, and scanned once.
	sold := s.newEvent(10, object{"currency": "EUR", "tiers": []object{{"name": "Standing", "price": 1000}}})
	var made struct{ Tiers []struct{ ID string } }
	if err := json.Unmarshal(s.call("GET", "/v1/events/"+sold, nil).want(200).body, &made); err != nil {
		t.Fatal(err)
	}
	order := s.call("POST", "/v1/events/"+sold+"/orders", object{"user_id": "bob", "email": "bob@example.org", "name": "Bob",
		"items": []object{{"tier_id": made.Tiers[0].ID, "quantity": 2}}}).want(201).is("total", "2000").at("id")
	s.pay(order)
	s.mailTo("bob@example.org", "")
	ticket := items[heldTicket](s.call("GET", "/v1/orders/"+order+"/tickets", nil))[1]
	s.call("POST", "/v1/orders/"+order+":refund", object{"items": []int{1}}).want(200).is("refund", "1000")
	s.scan(sold, ticket.Token, "admit")
	s.scan(sold, ticket.Token, "already_admitted")
	within(t, 60*time.Second, "the money is back", func() bool {
		list := items[struct{ Refunds []struct{ Status string } }](s.call("GET", "/v1/orders/"+order+"/payments", nil))
		return len(list) == 1 && len(list[0].Refunds) == 1 && list[0].Refunds[0].Status == "done"
	})
	s.stop()
	verified(t, db)
	doctorSays(t, db, "the rows are on 2 workers, and commits in doubt are looked for every 1s")
	must(t, "migrate", "--db", db) // again
}
