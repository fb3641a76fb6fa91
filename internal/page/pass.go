package page

import (
	"context"
	"net/http"
	"strconv"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/ticket"
	"github.com/holdfast-events/holdfast/internal/wallet"
)

// Pass is what a telephone is told of a ticket.
func (p *Pages) Pass(ctx context.Context, ev *store.EventView, t *store.TicketView) (*wallet.Pass, error) {
	token, err := p.cfg.Tickets.Token(ticket.Ticket{ID: t.ID, Version: t.Version})
	if err != nil {
		return nil, err
	}
	by, err := p.cfg.Store.Profile(ctx, ev.Event.OrgID)
	if err != nil {
		return nil, err
	}
	return &wallet.Pass{
		Ticket: t.ID, Version: t.Version, Token: token, Event: t.EventID,
		Title: ev.Details.Title, Where: ev.Details.Location, Organization: by.Name, Color: by.Color,
		Starts: ev.Event.StartsAt.Time(), Ends: ev.Event.EndsAt.Time(), Zone: ev.Event.Zone,
		Name: t.Attendee.Name, Tier: t.Tier, Seat: t.Seat,
	}, nil
}

// owned finds the ticket that a request names, as one that its link's person holds
// and can come in with.
type owned func(r *http.Request) (*store.EventView, *store.TicketView, error)

func (p *Pages) ofOrder(r *http.Request) (*store.EventView, *store.TicketView, error) {
	s, err := p.find(r.Context(), r.PathValue("token"), identity.OrderLink)
	if err != nil {
		return nil, nil, err
	}
	tickets, err := p.cfg.Store.OrderTickets(r.Context(), s.v.Hold.ID)
	if err != nil {
		return nil, nil, err
	}
	for i := range tickets.Tickets {
		if t := &tickets.Tickets[i]; t.ID == r.PathValue("ticket") && t.HolderID == s.link.Person && s.event.Event.Status != inventory.Cancelled {
			return s.event, t, nil
		}
	}
	return nil, nil, store.ErrNotFound
}

func (p *Pages) ofTransfer(r *http.Request) (*store.EventView, *store.TicketView, error) {
	g, err := p.findTransfer(r.Context(), r.PathValue("token"))
	if err != nil {
		return nil, nil, err
	}
	if !g.mine() {
		return nil, nil, store.ErrNotFound
	}
	return g.event, &g.v.Ticket, nil
}

// pass answers with a pass of a ticket.
func (p *Pages) pass(find owned, send func(w http.ResponseWriter, r *http.Request, pass *wallet.Pass) error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ev, t, err := find(r)
		var pass *wallet.Pass
		if err == nil {
			pass, err = p.Pass(r.Context(), ev, t)
		}
		if err == nil {
			h := w.Header()
			h.Set("Cache-Control", "no-store")
			h.Set("Referrer-Policy", "no-referrer")
			h.Set("X-Robots-Tag", "noindex, nofollow")
			err = send(w, r, pass)
		}
		if err != nil {
			p.fail(w, r, err)
		}
	})
}

func (p *Pages) sendApple(w http.ResponseWriter, _ *http.Request, pass *wallet.Pass) error {
	if p.cfg.Wallets.Apple == nil {
		return store.ErrNotFound
	}
	body, err := p.cfg.Wallets.Apple.Pass(pass)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", wallet.AppleMedia)
	w.Header().Set("Content-Disposition", `attachment; filename="ticket.pkpass"`)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.Write(body) // the client went away: there is nobody to tell
	return nil
}

func (p *Pages) toGoogle(w http.ResponseWriter, r *http.Request, pass *wallet.Pass) error {
	if p.cfg.Wallets.Google == nil {
		return store.ErrNotFound
	}
	link, err := p.cfg.Wallets.Google.Link(pass)
	if err != nil {
		return err
	}
	http.Redirect(w, r, link, http.StatusSeeOther)
	return nil
}
