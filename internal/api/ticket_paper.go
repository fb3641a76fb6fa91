package api

import (
	"errors"

	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/ticketpdf"
)

func (s *server) printTicket(c *call, _ *none) (*image, error) {
	v, err := s.goodTicket(c)
	if err != nil {
		return nil, err
	}
	return s.print(c, []store.TicketView{*v})
}

func (s *server) printOrder(c *call, _ *none) (*image, error) {
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
func (s *server) print(c *call, tickets []store.TicketView) (*image, error) {
	if len(tickets) == 0 {
		return nil, problem(codeTicketVoid, kinds[codeTicketVoid].Help)
	}
	ev, err := s.store.Event(c.r.Context(), tickets[0].EventID)
	if err != nil {
		return nil, err
	}
	body, err := s.pages.Print(c.r.Context(), page.WordsFor(c.r.Header.Get("Accept-Language")), ev, tickets)
	if errors.Is(err, ticketpdf.ErrTooMany) {
		return nil, problem(codeTooManyTickets, kinds[codeTooManyTickets].Help)
	}
	c.w.Header().Set("Vary", "Accept-Language")
	c.w.Header().Set("Content-Disposition", `inline; filename="tickets.pdf"`)
	return &image{mediaPDF, body}, err
}
