package api_test

import (
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestMyPlaces: whoever is signed in sees their places on waitlists of resources with what they are offered,
// and accepts or declines there; reads the offers in the inbox and in the file of all that is stored; and
// nothing of others.
func TestMyPlaces(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		h := newTestServerAt(t, url)
		tables, seats := "/v1/resources/harbour", "/v1/resources/theatre"
		h.owner("PUT", tables, object{"name": "Table", "timezone": "Europe/Berlin", "window_seconds": 600, "price": object{"amount": 4500, "currency": "EUR"}}).want(201)
		h.owner("PUT", seats, object{"name": "Box", "hold_fee": deposit}).want(201)
		join := func(path, who, email string) string {
			return h.owner("POST", path+"/waitlist:join", object{"user_id": who, "email": email, "units": 1}).want(201).text("id")
		}
		bob := join(tables, "bob", "bob@example.org")
		ada := join(tables, "ada", "ADA@example.org")
		h.later(time.Second)
		unpaid := join(seats, "guest-1815", "ada@example.org")
		me := h.signIn("ada@example.org")
		mine := func() *answer { return h.visit(me, "GET", "/v1/me/resource-entries", nil).want(200) }
		got := mine()
		if len(got.at("items").([]any)) != 2 || got.text("items", 0, "id") != unpaid || got.text("items", 0, "status") != "pending_payment" || got.number("items", 0, "hold_fee", "amount") != 500 ||
			got.text("items", 1, "status") != "waiting" || got.number("items", 1, "position") != 2 || got.text("items", 1, "resource_name") != "Table" || strings.Contains(got.Raw, bob) {
			t.Fatalf("%s", got.Raw)
		}
		if !strings.HasSuffix(got.text("items", 1, "page_url"), "/w/"+got.text("items", 1, "place_token")) || got.text("items", 1, "place_token") != h.links.PlaceToken(ada) {
			t.Errorf("%s", got.Raw)
		}
		h.send("GET", "/v1/me/resource-entries", "", nil).problem(401, "credentials_required")

		h.owner("POST", tables+":capacity-released", object{"event_id": "a", "units": 2}).want(200)
		got = mine()
		place := "/v1/resource-places/" + got.text("items", 1, "place_token")
		if got.text("items", 1, "status") != "offered" || got.number("items", 1, "offer", "price", "amount") != 4500 || got.text("items", 1, "offer", "expires_at") == "" {
			t.Fatalf("%s", got.Raw)
		}
		o, err := h.store.Resources.EntryOffers(t.Context(), h.owner("GET", tables, nil).want(200).text("id"), ada, 1)
		h.must(err)
		h.must(h.store.Resources.OfferTold(t.Context(), o[0].ResourceID, o[0].ID, "sms", inventory.At(h.now())))
		box := h.visit(me, "GET", "/v1/me/inbox", nil).want(200)
		if len(box.at("items").([]any)) != 1 || box.text("items", 0, "kind") != "resource_offer" || box.text("items", 0, "resource_name") != "Table" || box.text("items", 0, "in") != ada ||
			box.text("items", 0, "deliveries", 0, "channel") != "sms" || box.text("items", 0, "deliveries", 0, "state") != "sent" {
			t.Errorf("%s", box.Raw)
		}
		h.send("POST", place+":accept", "", object{}).want(200)
		if got := mine(); got.text("items", 1, "status") != "accepted" || got.at("items", 1, "offer") != nil {
			t.Errorf("%s", got.Raw)
		}
		data := h.visit(me, "GET", "/v1/me/data", nil).want(200)
		found := 0
		for i := range data.at("resource_entries").([]any) {
			if offers := data.at("resource_entries", i, "offers").([]any); len(offers) > 0 {
				found++
				if data.text("resource_entries", i, "offers", 0, "told_by") != "sms" || data.text("resource_entries", i, "offers", 0, "status") != "accepted" || data.number("resource_entries", i, "offers", 0, "price", "amount") != 4500 {
					t.Errorf("%s", data.Raw)
				}
			}
		}
		if found != 1 {
			t.Errorf("%s", data.Raw)
		}
		// What has ended is here for as long as its link leads somewhere.
		h.later(31 * 24 * time.Hour)
		me = h.signIn("ada@example.org")
		for i := range mine().at("items").([]any) {
			if mine().text("items", i, "status") == "accepted" {
				t.Errorf("%s", mine().Raw)
			}
		}
		h.sound()
	})
}
