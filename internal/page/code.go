package page

import (
	"context"
	"encoding/json"
	"html/template"
	"strconv"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/ticket"
)

// code is one ticket of an order, to be shown at the door.
type code struct {
	SVG template.HTML // made by package ticket, which escapes the label
	// Name is who comes in with it; "" for a guest whose name is not known.
	Name, Label string
}

// codes adds the QR codes of a confirmed order.
func (p *Pages) codes(ctx context.Context, v *view, s *subject) error {
	h := s.v.Hold
	versions, err := p.cfg.Store.TicketVersions(ctx, h.ID)
	if err != nil {
		return err
	}
	var guests []struct {
		Name string `json:"name"`
	}
	if err := json.Unmarshal([]byte(h.Guests), &guests); err != nil {
		guests = nil // erased
	}
	for unit := int64(1); unit <= h.Units; unit++ {
		t := ticket.Ticket{ID: id.TicketOf(h.ID, unit)}
		t.Version = versions[t.ID]
		token, err := p.cfg.Tickets.Token(t)
		if err != nil {
			return err
		}
		qr, err := ticket.NewCode(token)
		if err != nil {
			return err
		}
		c := code{Label: fill(v.TicketOf, "{n}", strconv.FormatInt(unit, 10), "{of}", strconv.FormatInt(h.Units, 10))}
		switch {
		case unit == 1:
			c.Name = s.v.Person.Profile.Name
		case unit-2 < int64(len(guests)):
			c.Name = guests[unit-2].Name
		}
		alt := c.Label
		if c.Name != "" {
			alt += ", " + c.Name
		}
		c.SVG = template.HTML(qr.SVG(fill(v.CodeAlt, "{ticket}", alt)))
		v.Codes = append(v.Codes, c)
	}
	return nil
}
