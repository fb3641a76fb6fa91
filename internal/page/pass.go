package page

import (
	"context"
	"net/http"
	"slices"
	"strconv"

	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/ticket"
	"github.com/holdfast-events/holdfast/internal/wallet"
)

// Pass is what a telephone is told about a ticket, in the words of the event as it is given.
func (p *Pages) Pass(ctx context.Context, ev *events.EventView, t *events.TicketView) (*wallet.Pass, error) {
	token, err := p.cfg.Tickets.Token(ticket.Ticket{ID: t.ID, Version: t.Version})
	if err != nil {
		return nil, err
	}
	by, err := p.cfg.Store.Organizations.Profile(ctx, ev.Event.OrgID)
	if err != nil {
		return nil, err
	}
	place, err := p.cfg.Charts.Place(ctx, t.Seat)
	if err != nil {
		return nil, err
	}
	seat := "" // in every language
	if place != nil {
		seat = place.Section + " " + place.Row + " " + strconv.Itoa(place.Number)
	}
	return &wallet.Pass{
		Ticket: t.ID, Version: t.Version, Token: token, Event: t.EventID,
		Title: ev.Details.Title, Where: ev.Details.Location, Organization: by.Name, Color: by.Color,
		Starts: ev.Event.StartsAt.Time(), Ends: ev.Event.EndsAt.Time(), Zone: ev.Event.Zone,
		Name: t.Attendee.Name, Tier: tierOf(ev, t), Seat: seat, SeatID: t.Seat,
	}, nil
}

// owned finds the ticket that a request names, as one that its link's person holds
// and can come in with.
type owned func(r *http.Request) (*events.EventView, *events.TicketView, error)

func (p *Pages) ofOrder(r *http.Request) (*events.EventView, *events.TicketView, error) {
	ev, mine, err := p.held(r)
	if err != nil {
		return nil, nil, err
	}
	i := slices.IndexFunc(mine, func(t events.TicketView) bool { return t.ID == r.PathValue("ticket") })
	if i < 0 {
		return nil, nil, database.ErrNotFound
	}
	return ev, &mine[i], nil
}

func (p *Pages) ofTransfer(r *http.Request) (*events.EventView, *events.TicketView, error) {
	g, err := p.findTransfer(r.Context(), r.PathValue("token"))
	if err != nil {
		return nil, nil, err
	}
	if !g.mine() {
		return nil, nil, database.ErrNotFound
	}
	return g.event, &g.v.Ticket, nil
}

// pass answers with a pass of a ticket.
func (p *Pages) pass(find owned, send func(w http.ResponseWriter, r *http.Request, pass *wallet.Pass) error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ev, t, err := find(r)
		var pass *wallet.Pass
		if err == nil {
			pass, err = p.Pass(r.Context(), translated(r, ev), t)
		}
		if err == nil {
			private(w.Header())
			err = send(w, r, pass)
		}
		if err != nil {
			p.fail(w, r, err)
		}
	})
}

func (p *Pages) sendApple(w http.ResponseWriter, _ *http.Request, pass *wallet.Pass) error {
	if p.cfg.Wallets.Apple == nil {
		return database.ErrNotFound
	}
	body, err := p.cfg.Wallets.Apple.Pass(pass)
	if err != nil {
		return err
	}
	sendFile(w, wallet.AppleMedia, `attachment; filename="ticket.pkpass"`, body)
	return nil
}

func (p *Pages) toGoogle(w http.ResponseWriter, r *http.Request, pass *wallet.Pass) error {
	if p.cfg.Wallets.Google == nil {
		return database.ErrNotFound
	}
	link, err := p.cfg.Wallets.Google.Link(pass)
	if err != nil {
		return err
	}
	http.Redirect(w, r, link, http.StatusSeeOther)
	return nil
}
