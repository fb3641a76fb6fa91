package page_test

import (
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// offer offers the ticket of an order to somebody, and returns the paths of the
// pages of who may have it and of who gives it.
func (h *hall) give(order, from, to string) (taker, giver string) {
	h.t.Helper()
	r := h.submit(inventory.OfferTransfer{
		Who: inventory.Who{Actor: from}, TransferID: h.ids.In(id.Transfer, h.event), TicketID: id.TicketOf(order, 1), OrderID: order, Unit: 1, Holder: from,
		UserID: "mail:" + to, PersonID: h.ids.In(id.Person, h.event), Profile: inventory.Profile{Email: to},
	}, nil)
	v, err := h.store.Tickets.TransferByID(h.t.Context(), r.TransferID)
	h.must(err)
	return h.path(h.links.TransferURL(r.TransferID, v.Transfer.To)), h.path(h.links.TransferURL(r.TransferID, from))
}

func TestTransferPages(t *testing.T) {
	h := newHall(t, func(c *inventory.Create) { c.Pools[0].Capacity = 4 })
	first, ada := h.enter("ada")
	order := h.path(h.links.OrderURL(first.OrderID, ada))
	taker, giver := h.give(first.OrderID, ada, "eve@example.org")
	h.shows(taker, 200, "A ticket for you", "Lantern &lt;walk&gt;", "Accept ticket", "From", ">ada<", taker+"/accept")
	h.shows(giver, 200, "You’re transferring this ticket", "eve@example.org", "Cancel transfer", giver+"/cancel")
	if w := h.send("GET", taker, "Accept-Language: de"); !strings.Contains(w.Body.String(), "Ticket annehmen") {
		t.Error("not German")
	}
	if w := h.send("GET", taker+"/ticket.pdf"); w.Code != 404 {
		t.Errorf("a ticket that is not theirs: %d", w.Code)
	}
	if w := h.send("POST", giver+"/accept"); w.Code != 303 {
		t.Errorf("%d", w.Code)
	}
	h.shows(giver, 200, "You’re transferring this ticket") // who gives cannot take
	if w := h.send("POST", taker+"/accept", "Origin: http://evil.test"); w.Code != 403 {
		t.Errorf("from another page: %d", w.Code)
	}
	if w := h.send("POST", taker+"/accept"); w.Code != 303 || w.Header().Get("Location") != taker {
		t.Errorf("%d", w.Code)
	}
	h.shows(taker, 200, "Your ticket", "<svg", taker+"/ticket.pdf")
	h.shows(giver, 200, "You transferred this ticket")
	if body := h.shows(order, 200, "You’re going"); strings.Contains(body, "<svg") {
		t.Error("who gave the ticket away still sees its code")
	}
	if w := h.send("GET", taker+"/ticket.pdf"); w.Code != 200 || w.Header().Get("Content-Type") != "application/pdf" {
		t.Errorf("%d", w.Code)
	}
	if w := h.send("POST", order+"/cancel"); w.Code != 409 {
		t.Errorf("who gave a ticket away gives the order back: %d", w.Code)
	}
	h.submit(inventory.Cancel{Who: staff, OrderID: first.OrderID}, nil)
	if body := h.shows(taker, 200, "This ticket is no longer valid"); strings.Contains(body, "<svg") {
		t.Error("a code of a void ticket")
	}

	second, bob := h.enter("bob")
	taker, giver = h.give(second.OrderID, bob, "eve@example.org")
	h.send("POST", giver+"/cancel")
	h.shows(taker, 200, "This transfer was cancelled")
	h.shows(giver, 200, "You cancelled this transfer")
	taker, giver = h.give(second.OrderID, bob, "zoe@example.org")
	h.send("POST", taker+"/decline")
	h.shows(taker, 200, "You declined this ticket")
	h.shows(giver, 200, "This ticket is still yours")
	h.shows("/t/hl_nonsense", 404, "This link doesn’t work")
	h.shows("/t"+strings.TrimPrefix(order, "/r"), 404, "This link doesn’t work")
	h.shows("/r"+strings.TrimPrefix(taker, "/t"), 404, "This link doesn’t work")
}
