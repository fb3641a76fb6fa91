package page_test

import (
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/ticket"
)

// The page of an order shows the code of each ticket, black on white, as long
// as the order stands.
func TestCodes(t *testing.T) {
	f := newFixture(t)
	first, person := f.enter("ada <b>")
	path := pathOf(f.links.OrderURL(first.OrderID, person, f.now()))
	qr := func(version uint32) string {
		t.Helper()
		token, err := f.tickets.Token(ticket.Ticket{ID: id.TicketOf(first.OrderID, 1), Version: version})
		f.must(err)
		c, err := ticket.NewCode(token)
		f.must(err)
		return c.SVG("QR code: Ticket 1 of 1, ada <b>")
	}
	body := f.shows(path, 200, "You’re going", `<h2 id="tickets">Your ticket</h2>`, "Ticket 1 of 1", qr(0), "ada &lt;b&gt;")
	if strings.Contains(body, "style=") || strings.Contains(body, "<script") || strings.Contains(body, "<b>") {
		t.Errorf("not inert: %s", body)
	}
	f.submit(inventory.ReissueTicket{Who: staff, TicketID: id.TicketOf(first.OrderID, 1), OrderID: first.OrderID, Unit: 1}, nil)
	f.shows(path, 200, "You’re going", qr(1))
	if w := f.send("GET", path, "Accept-Language: de"); !strings.Contains(w.Body.String(), "Dein Ticket") {
		t.Error("not German")
	}
	f.submit(inventory.Cancel{Who: staff, OrderID: first.OrderID}, nil)
	if body := f.shows(path, 200, "This registration has ended"); strings.Contains(body, "<svg") {
		t.Error("a code of a void ticket")
	}
}
