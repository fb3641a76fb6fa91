package page

import (
	"context"
	"encoding/base64"
	"html/template"
	"net/http"
	"slices"
	"strconv"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/ticket"
	"github.com/holdfast-events/holdfast/internal/ticketpdf"
)

// code is one ticket of an order, to be shown at the door.
type code struct {
	// Image is SVG as the address of a picture, and Alt what it says to people who do not see it:
	// browsers count a picture for the largest part of a page, and no drawing.
	Image template.URL
	Alt   string
	SVG   template.HTML // made by package ticket, which escapes the label
	// Short is what can be typed instead, as people read it; "" when it has none.
	Short string
	// Name is the person who comes in with it; "" for a guest whose name is not known.
	Name, Label string
	// Seat is where to sit; "": anywhere.
	Seat string
	// Apple and Google are the paths of its passes for telephones; empty: none.
	Apple, Google string
}

// passes adds where the passes of a ticket are, below the path of its page.
func (p *Pages) passes(c *code, base string) {
	if p.cfg.Wallets.Apple != nil {
		c.Apple = base + "/pass.pkpass"
	}
	if p.cfg.Wallets.Google != nil {
		c.Google = base + "/google-wallet"
	}
}

// codes adds the QR codes of a confirmed order, those that its person holds.
func (p *Pages) codes(ctx context.Context, v *view, s *subject, base string) error {
	tickets, err := p.cfg.Store.Tickets.OrderTickets(ctx, s.v.Hold.ID)
	if err != nil {
		return err
	}
	short, err := ShortCodes(ctx, p.cfg.Store, p.cfg.Tickets, tickets.Tickets)
	if err != nil {
		return err
	}
	for i := range tickets.Tickets {
		t := &tickets.Tickets[i]
		if t.HolderID != s.link.Person {
			continue
		}
		c, err := p.code(ctx, v.Words, s.event, t)
		if err != nil {
			return err
		}
		c.Short = ticket.GroupShortCode(short[t.ID])
		p.passes(&c, base+"/"+t.ID)
		if !t.Extra {
			v.online(&s.event.Details)
		}
		v.Codes = append(v.Codes, c)
		v.PDF = base + "/tickets.pdf"
	}
	return nil
}

// online adds, once, where an event takes place online: for ticket holders.
func (v *view) online(of *events.Details) {
	if of.OnlineURL != "" && !slices.ContainsFunc(v.Facts, func(f fact) bool { return f.Path == of.OnlineURL }) {
		v.Facts = append(v.Facts, fact{Label: v.Online, Text: of.OnlineURL, Path: of.OnlineURL})
	}
}

// code draws a ticket for a page.
func (p *Pages) code(ctx context.Context, w *Words, ev *events.EventView, t *events.TicketView) (code, error) {
	seat, err := p.seat(ctx, w, t)
	if err != nil {
		return code{}, err
	}
	qr, err := p.qr(t)
	if err != nil {
		return code{}, err
	}
	c := code{Label: w.numbered(ev, t), Name: t.Attendee.Name, Seat: seat}
	alt := c.Label
	if c.Name != "" {
		alt += ", " + c.Name
	}
	c.Alt = fill(w.CodeAlt, "{ticket}", alt)
	svg := qr.SVG(c.Alt)
	c.SVG, c.Image = template.HTML(svg), template.URL("data:image/svg+xml;base64,"+base64.StdEncoding.EncodeToString([]byte(svg)))
	return c, nil
}

func (p *Pages) qr(t *events.TicketView) (*ticket.Code, error) {
	token, err := p.cfg.Tickets.Token(ticket.Ticket{ID: t.ID, Version: t.Version})
	if err != nil {
		return nil, err
	}
	return ticket.NewCode(token)
}

// numbered says which of its order's tickets a ticket is.
func (w *Words) numbered(ev *events.EventView, t *events.TicketView) string {
	if t.Extra {
		return tierOf(ev, t)
	}
	return fill(w.TicketOf, "{n}", strconv.FormatInt(t.Unit, 10), "{of}", strconv.FormatInt(t.Units, 10))
}

// seat says where the seat of a ticket is; "" when it names none.
func (p *Pages) seat(ctx context.Context, w *Words, t *events.TicketView) (string, error) {
	place, err := p.cfg.Charts.Place(ctx, t.Seat)
	if place == nil {
		return "", err
	}
	return fill(w.SeatPlace, "{section}", place.Section, "{row}", place.Row, "{number}", strconv.Itoa(place.Number)), nil
}

// Print makes a PDF of tickets of one event. Errors are those of package ticketpdf.
func (p *Pages) Print(ctx context.Context, w *Words, ev *events.EventView, tickets []events.TicketView) ([]byte, error) {
	ev = w.of(ev)
	short, err := ShortCodes(ctx, p.cfg.Store, p.cfg.Tickets, tickets)
	if err != nil {
		return nil, err
	}
	log, err := p.logHead(ctx, ev)
	if err != nil {
		return nil, err
	}
	sheets := make([]ticketpdf.Sheet, len(tickets))
	for i := range tickets {
		t := &tickets[i]
		seat, err := p.seat(ctx, w, t)
		if err != nil {
			return nil, err
		}
		qr, err := p.qr(t)
		if err != nil {
			return nil, err
		}
		starts, zone := ev.Event.StartsAt.Time(), ev.Event.Zone
		sheets[i] = ticketpdf.Sheet{
			Code: qr, Event: ev.Event.ID, Title: ev.Details.Title, Where: ev.Details.Location,
			When: w.Span(starts, ev.Event.EndsAt.Time(), zone) + ", " + mailkit.ZoneName(starts, zone),
			Name: t.Attendee.Name, Tier: tierOf(ev, t), Seat: seat, Label: w.numbered(ev, t), Number: t.ID,
			Short: ticket.GroupShortCode(short[t.ID]), Log: log,
		}
	}
	return p.cfg.Paper.Print(w.Tag, p.cfg.Now(), sheets)
}

// logHead returns how far the public log of an event is; nil when it has none.
func (p *Pages) logHead(ctx context.Context, ev *events.EventView) (*ticketpdf.Head, error) {
	if p.cfg.Logs == nil || ev.Event.Settings.LogAudience() == inventory.LogOff {
		return nil, nil
	}
	head, err := p.cfg.Logs.Head(ctx, ev.Event.ID)
	if head == nil || err != nil {
		return nil, err
	}
	return &ticketpdf.Head{Entries: head.Size, Fingerprint: head.Fingerprint()}, nil
}

// pdf answers with the tickets of an order to print.
func (p *Pages) pdf(w http.ResponseWriter, r *http.Request) {
	ev, mine, err := p.held(r)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	p.sendPDF(w, r, ev, mine)
}

// held are the tickets of an order that its link's person holds and can come in
// with; there is at least one, or the error is database.ErrNotFound.
func (p *Pages) held(r *http.Request) (*events.EventView, []events.TicketView, error) {
	s, err := p.find(r.Context(), r.PathValue("token"), identity.OrderLink)
	if err != nil {
		return nil, nil, err
	}
	tickets, err := p.cfg.Store.Tickets.OrderTickets(r.Context(), s.v.Hold.ID)
	if err != nil {
		return nil, nil, err
	}
	mine := slices.DeleteFunc(tickets.Tickets, func(t events.TicketView) bool { return t.HolderID != s.link.Person })
	if len(mine) == 0 || s.event.Event.Status == inventory.Cancelled {
		return nil, nil, database.ErrNotFound
	}
	return s.event, mine, nil
}

func (p *Pages) sendPDF(w http.ResponseWriter, r *http.Request, ev *events.EventView, tickets []events.TicketView) {
	words := WordsFor(r.Header.Get("Accept-Language"))
	body, err := p.Print(r.Context(), words, ev, tickets)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	w.Header().Set("Vary", "Accept-Language")
	sendFile(w, "application/pdf", `inline; filename="tickets.pdf"`, body)
}

// private keeps an answer out of caches, search engines and the addresses that
// other sites are told.
func private(h http.Header) {
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Robots-Tag", "noindex, nofollow")
}

// sendFile answers with a file that is somebody's own.
func sendFile(w http.ResponseWriter, media, disposition string, body []byte) {
	h := w.Header()
	private(h)
	h.Set("Content-Type", media)
	h.Set("Content-Disposition", disposition)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.Write(body) // the client went away: there is nobody to tell
}
