package page_test

import (
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// offer offers the ticket of an order to somebody, and returns the paths of the
// pages of the person who may have it and of the one who gives it.
func (f *fixture) give(order, from, to string) (taker, giver string) {
	f.t.Helper()
	r := f.submit(inventory.OfferTransfer{
		Who: inventory.Who{Actor: from}, TransferID: f.ids.In(id.Transfer, f.event), TicketID: id.TicketOf(order, 1), OrderID: order, Unit: 1, Holder: from,
		UserID: "mail:" + to, PersonID: f.ids.In(id.Person, f.event), Profile: inventory.Profile{Email: to},
	}, nil)
	v, err := f.store.Tickets.TransferByID(f.t.Context(), r.TransferID)
	f.must(err)
	return pathOf(f.links.TransferURL(r.TransferID, v.Transfer.To, f.now())), pathOf(f.links.TransferURL(r.TransferID, from, f.now()))
}

func TestTransferPages(t *testing.T) {
	f := newFixture(t, func(c *inventory.Create) { c.Pools[0].Capacity = 4 })
	first, ada := f.enter("ada")
	order := pathOf(f.links.OrderURL(first.OrderID, ada, f.now()))
	taker, giver := f.give(first.OrderID, ada, "eve@example.org")
	f.shows(taker, 200, "A ticket for you", "Lantern &lt;walk&gt;", "Accept ticket", "From", ">ada<", taker+"/accept")
	f.shows(giver, 200, "You’re transferring this ticket", "eve@example.org", "Cancel transfer", giver+"/cancel")
	if w := f.send("GET", taker, "Accept-Language: de"); !strings.Contains(w.Body.String(), "Ticket annehmen") {
		t.Error("not German")
	}
	if w := f.send("GET", taker+"/ticket.pdf"); w.Code != 404 {
		t.Errorf("a ticket that is not theirs: %d", w.Code)
	}
	if w := f.send("POST", giver+"/accept"); w.Code != 303 {
		t.Errorf("%d", w.Code)
	}
	f.shows(giver, 200, "You’re transferring this ticket") // who gives cannot take
	if w := f.send("POST", taker+"/accept", "Origin: http://evil.test"); w.Code != 403 {
		t.Errorf("from another page: %d", w.Code)
	}
	if w := f.send("POST", taker+"/accept"); w.Code != 303 || w.Header().Get("Location") != taker {
		t.Errorf("%d", w.Code)
	}
	f.shows(taker, 200, "Your ticket", "<svg", taker+"/ticket.pdf")
	f.shows(giver, 200, "You transferred this ticket")
	if body := f.shows(order, 200, "You’re going"); strings.Contains(body, "<svg") {
		t.Error("who gave the ticket away still sees its code")
	}
	if w := f.send("GET", taker+"/ticket.pdf"); w.Code != 200 || w.Header().Get("Content-Type") != "application/pdf" {
		t.Errorf("%d", w.Code)
	}
	if w := f.send("POST", order+"/cancel"); w.Code != 409 {
		t.Errorf("who gave a ticket away gives the order back: %d", w.Code)
	}
	f.submit(inventory.Cancel{Who: staff, OrderID: first.OrderID}, nil)
	if body := f.shows(taker, 200, "This ticket is no longer valid"); strings.Contains(body, "<svg") {
		t.Error("a code of a void ticket")
	}

	second, bob := f.enter("bob")
	taker, giver = f.give(second.OrderID, bob, "eve@example.org")
	f.send("POST", giver+"/cancel")
	f.shows(taker, 200, "This transfer was cancelled")
	f.shows(giver, 200, "You cancelled this transfer")
	taker, giver = f.give(second.OrderID, bob, "zoe@example.org")
	f.send("POST", taker+"/decline")
	f.shows(taker, 200, "You declined this ticket")
	f.shows(giver, 200, "This ticket is still yours")
	f.shows("/t/hl_nonsense", 404, "This link doesn’t work")
	f.shows("/t"+strings.TrimPrefix(order, "/r"), 404, "This link doesn’t work")
	f.shows("/r"+strings.TrimPrefix(taker, "/t"), 404, "This link doesn’t work")
}

// TestTransferOfGoodsPages: the pages of both persons name what is transferred, in each language, and
// speak of no ticket.
func TestTransferOfGoodsPages(t *testing.T) {
	f, of := withExtras(t)
	r := f.submit(inventory.Reserve{
		Who: staff, OrderID: f.ids.In(id.Order, f.event), PersonID: f.ids.In(id.Person, f.event), UserID: "ada", Guests: inventory.NoGuests,
		Profile: inventory.Profile{Name: "Ada", Email: "ada@example.org"}, Lines: []inventory.OrderLine{{Tier: of.shirt, Quantity: 2}},
	}, nil)
	f.pays("shirts", 5000)
	v, err := f.store.Registrations.Hold(t.Context(), r.OrderID)
	f.must(err)
	ada := v.Person.ID
	taker, giver := f.give(r.OrderID, ada, "eve@example.org")
	says := func(path, heading string, texts ...string) {
		t.Helper()
		body := f.shows(path, 200, heading, texts...)
		if said := strings.NewReplacer(`"tickets"`, "", "/ticket.pdf", "").Replace(body); strings.Contains(strings.ToLower(said), "ticket") {
			t.Errorf("%s speaks of a ticket:\n%s", path, body)
		}
	}
	says(taker, "For you: Shirt", "Accept it, and it’s yours.", ">Accept<", taker+"/accept")
	says(giver, "You’re transferring: Shirt", "It’s yours until they accept.", "Cancel transfer")
	for language, heading := range map[string]string{"de": "Für dich: Shirt", "fr": "Pour vous", "es": "Para ti: Shirt", "it": "Per te: Shirt", "nl": "Voor jou: Shirt", "pt": "Para si: Shirt", "pl": "Dla Ciebie: Shirt", "cs": "Pro vás: Shirt", "sv": "Till dig: Shirt", "tr": "Sizin için: Shirt", "ar": "لك: Shirt"} {
		if w := f.send("GET", taker, "Accept-Language: "+language); !strings.Contains(w.Body.String(), heading) {
			t.Errorf("%s: %s", language, w.Body)
		}
	}
	f.send("POST", taker+"/decline")
	says(taker, "You declined: Shirt", "The sender keeps it.")
	says(giver, "Still yours: Shirt", "your code still works")
	taker, giver = f.give(r.OrderID, ada, "zoe@example.org")
	f.send("POST", giver+"/cancel")
	says(taker, "This transfer was cancelled", "The sender keeps it.")
	says(giver, "You cancelled this transfer", "It’s yours, and your code still works.")
	taker, giver = f.give(r.OrderID, ada, "eve@example.org")
	f.send("POST", taker+"/accept")
	says(taker, "Yours now: Shirt", "Show this code where you pick it up.", "<svg")
	says(giver, "You transferred: Shirt", "Your code no longer works.")
	f.submit(inventory.CancelItems{Who: staff, OrderID: r.OrderID, Items: []int{1}}, nil)
	says(taker, "No longer valid: Shirt", "can’t be accepted anymore")
}
