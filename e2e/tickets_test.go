package e2e

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
)

// pay opens the page of an order at the test provider and presses its button;
// what the provider tells by webhook, and what follows, is the server's own.
func (p *process) pay(order string) {
	p.t.Helper()
	page := p.call("POST", "/v1/orders/"+order+":checkout", object{"provider": "testpay"}).want(200).at("payment_url")
	req, err := http.NewRequestWithContext(p.t.Context(), http.MethodPost, page+"/pay", nil)
	if err != nil {
		p.t.Fatal(err)
	}
	quiet := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := quiet.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	defer resp.Body.Close() //nolint:errcheck // only read
	if body, err := io.ReadAll(resp.Body); err != nil || resp.StatusCode != http.StatusSeeOther {
		p.t.Fatalf("paying: %d, %v\n%s", resp.StatusCode, err, body)
	}
	p.stands("/v1/orders/"+order, "confirmed")
}

// stands waits until what is at a path has a status.
func (p *process) stands(path, status string) {
	p.t.Helper()
	within(p.t, 60*time.Second, path+" is "+status, func() bool { return p.call("GET", path, nil).want(200).at("status") == status })
}

// scan is what the door says to a token.
func (p *process) scan(event, token, verdict string) {
	p.t.Helper()
	p.call("POST", "/v1/checkins", object{"event_id": event, "token": token, "gate": "North"}).want(200).is("verdict", verdict)
}

type heldTicket struct{ ID, Token string }

// TestTicketStory is an evening with three tiers and a seating plan: two people
// pay at the test provider, one lets the hold lapse and the next on the waitlist is
// offered it, a ticket is transferred, scanned at the door with a network and
// without, another is given to the waitlist for its money, and one order is partly
// refunded. In the end everything adds up.
func TestTicketStory(t *testing.T) {
	together(t, func(t *testing.T, db string) {
		s := serveDemo(t, db)
		venue := s.call("POST", "/v1/venues", object{"name": "Old harbour"}).want(201).at("id")
		room := s.call("POST", "/v1/venues/"+venue+"/rooms", object{"name": "Great hall"}).want(201).at("id")
		plan := s.call("POST", "/v1/rooms/"+room+"/seating-plans", object{
			"name": "Hall", "csv": "section,row,number,tier\nStalls,A,1,Front\nStalls,A,2,Front\nStalls,B,1,Back\nStalls,B,2,Back\n",
		}).want(201).at("id")
		event := s.newEvent(50, object{
			"seating": object{"plan_id": plan}, "currency": "EUR", "orders": object{"hold_seconds": 10, "seat_hold_seconds": 600},
			"tiers": []object{{"name": "Front", "price": 5000, "tax_rate_bp": 1900, "tax_included": true}, {"name": "Standing", "price": 1000, "capacity": 1}, {"name": "Back", "price": 3000}},
		})
		tiers := map[string]string{}
		var made struct{ Tiers []struct{ ID, Name string } }
		if err := json.Unmarshal(s.call("GET", "/v1/events/"+event, nil).want(200).body, &made); err != nil {
			t.Fatal(err)
		}
		for _, tier := range made.Tiers {
			tiers[tier.Name] = tier.ID
		}
		order := func(user string, items ...object) *reply {
			return s.call("POST", "/v1/events/"+event+"/orders", object{"user_id": user, "email": user + "@example.org", "name": user, "items": items})
		}
		seat := func(n int) object { return object{"seat_id": id.SeatPrefix(event) + fmt.Sprintf("%016d", n)} }

		// Ada pays for two seats side by side; Bob lets his place go.
		ada := order("ada", seat(1), seat(2)).want(201).is("status", "pending").is("total", "10000").at("id")
		order("zoe", seat(2)).want(409).is("code", "seat_taken")
		s.pay(ada)
		bob := order("bob", object{"tier_id": tiers["Standing"], "quantity": 1}).want(201).at("id")
		cyd := s.call("POST", "/v1/events/"+event+"/waitlist:join", object{"user_id": "cyd", "email": "cyd@example.org", "name": "Cyd", "tier_id": tiers["Standing"]}).want(201).at("entry_id")
		s.stands("/v1/orders/"+bob, "expired")
		s.stands("/v1/waitlist/"+cyd, "offered")
		order("zoe", object{"tier_id": tiers["Standing"], "quantity": 1}).want(409).is("code", "sold_out")
		offer := s.call("GET", "/v1/waitlist/"+cyd, nil).want(200).at("offer", "id")
		cyds := s.call("POST", "/v1/offers/"+offer+":accept", nil).want(200).at("order_id")
		s.pay(cyds)
		s.mailTo("cyd@example.org", "")

		// Ada gives a ticket to Eve; the door knows only Eve's from then on.
		tickets := items[heldTicket](s.call("GET", "/v1/orders/"+ada+"/tickets", nil))
		if len(tickets) != 2 {
			t.Fatalf("%d tickets", len(tickets))
		}
		transfer := s.call("POST", "/v1/tickets/"+tickets[1].ID+":transfer", object{"email": "eve@example.org"}).want(201).at("id")
		s.call("POST", "/v1/transfers/"+transfer+":accept", nil).want(200).is("status", "accepted")
		s.scan(event, tickets[1].Token, "invalid")
		s.scan(event, s.call("GET", "/v1/tickets/"+tickets[1].ID, nil).want(200).at("token"), "admit")

		// Cyd gives the ticket to the waitlist, and Dan pays for it: it is void then.
		old := items[heldTicket](s.call("GET", "/v1/orders/"+cyds+"/tickets", nil))[0]
		exchange := s.call("POST", "/v1/tickets/"+old.ID+":exchange", nil).want(201).is("status", "open").at("id")
		dan := s.call("POST", "/v1/events/"+event+"/waitlist:join", object{"user_id": "dan", "email": "dan@example.org", "name": "Dan", "tier_id": tiers["Standing"]}).want(201).is("status", "offered").at("offer_id")
		dans := s.call("POST", "/v1/offers/"+dan+":accept", nil).want(200).at("order_id")
		s.pay(dans)
		s.call("GET", "/v1/exchanges/"+exchange, nil).want(200).is("status", "exchanged").is("refund", "1000")
		s.mailTo("cyd@example.org", "Your ticket was sold")
		s.scan(event, old.Token, "invalid")

		// Two devices without a network let Dan in, and send their logs twice.
		in := items[heldTicket](s.call("GET", "/v1/orders/"+dans+"/tickets", nil))[0]
		for _, device := range []string{"tablet", "phone", "tablet"} {
			s.call("POST", "/v1/checkins:sync", object{"event_id": event, "device_id": device, "scans": []object{
				{"scan_id": "1", "ticket_id": in.ID, "at": time.Now().UTC().Truncate(time.Second), "verdict": "admit", "gate": "South"},
			}}).want(200)
		}
		s.scan(event, in.Token, "already_admitted")

		// One of Ada's seats is given back for its money, and is for sale again.
		s.call("POST", "/v1/orders/"+ada+":refund", object{"items": []int{1}}).want(200).is("refund", "5000")
		order("fay", seat(1)).want(201)
		for _, paid := range []string{ada, cyds} {
			within(t, 60*time.Second, "the money of "+paid+" is back", func() bool {
				list := items[struct{ Refunds []struct{ Status string } }](s.call("GET", "/v1/orders/"+paid+"/payments", nil))
				return len(list) == 1 && len(list[0].Refunds) == 1 && list[0].Refunds[0].Status == "done"
			})
		}
		s.stop()
		verified(t, db)
	})
}
