package api

import (
	"errors"

	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/ticketpdf"
)

func (s *server) printTicket(c *Call, _ *None) (*Image, error) {
	v, err := s.goodTicket(c)
	if err != nil {
		return nil, err
	}
	return s.print(c, []store.TicketView{*v})
}

func (s *server) printOrder(c *Call, _ *None) (*Image, error) {
	tickets, err := s.orderTickets(c)
	if err != nil {
		return nil, err
	}
	var mine []store.TicketView
	for i := range tickets.Tickets {
		if v := &tickets.Tickets[i]; v.HolderID == tickets.Person.ID {
			mine = append(mine, *v)
		}
	}
	return s.print(c, mine)
}

// print makes a PDF of tickets of one event.
func (s *server) print(c *Call, tickets []store.TicketView) (*Image, error) {
	if len(tickets) == 0 {
		return nil, kindTicketVoid.Problem()
	}
	ev, err := s.store.Events.Event(c.Context(), tickets[0].EventID)
	if err != nil {
		return nil, err
	}
	body, err := s.pages.Print(c.Context(), page.WordsFor(c.HTTP.Header.Get("Accept-Language")), ev, tickets)
	if errors.Is(err, ticketpdf.ErrTooMany) {
		return nil, kindTooManyTickets.Problem()
	}
	c.Writer.Header().Set("Vary", "Accept-Language")
	c.Writer.Header().Set("Content-Disposition", `inline; filename="tickets.pdf"`)
	return &Image{mediaPDF, body}, err
}
