package tickets

import (
	"errors"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/ticketpdf"
)

func (h *Handlers) printTicket(c *access.Call, _ *httpapi.None) (*httpapi.Image, error) {
	v, err := h.goodTicket(c)
	if err != nil {
		return nil, err
	}
	return h.print(c, []events.TicketView{*v})
}

func (h *Handlers) printOrder(c *access.Call, _ *httpapi.None) (*httpapi.Image, error) {
	tickets, err := h.orderTickets(c)
	if err != nil {
		return nil, err
	}
	var mine []events.TicketView
	for i := range tickets.Tickets {
		if v := &tickets.Tickets[i]; v.HolderID == tickets.Person.ID {
			mine = append(mine, *v)
		}
	}
	return h.print(c, mine)
}

// print makes a PDF of tickets of one event.
func (h *Handlers) print(c *access.Call, tickets []events.TicketView) (*httpapi.Image, error) {
	if len(tickets) == 0 {
		return nil, kindTicketVoid.Problem()
	}
	ev, err := h.Store.Events.Event(c.Context(), tickets[0].EventID)
	if err != nil {
		return nil, err
	}
	body, err := h.Pages.Print(c.Context(), page.WordsFor(c.HTTP.Header.Get("Accept-Language")), ev, tickets)
	if errors.Is(err, ticketpdf.ErrTooMany) {
		return nil, kindTooManyTickets.Problem()
	}
	c.Writer.Header().Set("Vary", "Accept-Language")
	c.Writer.Header().Set("Content-Disposition", `inline; filename="tickets.pdf"`)
	return &httpapi.Image{Media: mediaPDF, Body: body}, err
}

func (h *Handlers) printReceipt(c *access.Call, _ *httpapi.None) (*httpapi.Image, error) {
	v, err := h.orderTickets(c)
	if err != nil {
		return nil, err
	}
	event, _ := id.EventOf(v.Hold.ID, id.Order)
	whole, err := h.Store.Registrations.Hold(c.Context(), v.Hold.ID) // with its items and money
	if err != nil {
		return nil, err
	}
	ev, err := h.Store.Events.Event(c.Context(), event)
	if err != nil {
		return nil, err
	}
	briefs, err := h.Store.Events.Briefs(c.Context(), []string{event})
	if err != nil {
		return nil, err
	}
	seller := ""
	if b := briefs[event]; b != nil {
		seller = b.OrgName
	}
	body, err := h.Pages.Receipt(page.WordsFor(c.HTTP.Header.Get("Accept-Language")), ev, whole, seller)
	c.Writer.Header().Set("Vary", "Accept-Language")
	c.Writer.Header().Set("Content-Disposition", `inline; filename="receipt.pdf"`)
	return &httpapi.Image{Media: mediaPDF, Body: body}, err
}
