package page

import (
	"context"
	"net/http"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/ticket"
)

// giving is what the link of a transfer leads to, for one of its two persons.
type giving struct {
	link  identity.Link
	event *events.EventView
	v     *events.TransferView
}

// findTransfer reads what a token leads to.
func (p *Pages) findTransfer(ctx context.Context, token string) (*giving, error) {
	link, err := p.cfg.Links.Read(ctx, token)
	if err != nil {
		return nil, err
	}
	if link.Kind != identity.TransferLink {
		return nil, identity.ErrLinkInvalid
	}
	g := &giving{link: link}
	if g.v, err = p.cfg.Store.Tickets.TransferByID(ctx, link.ID); err != nil {
		return nil, err
	}
	if link.Person != g.v.Transfer.From && link.Person != g.v.Transfer.To {
		return nil, errNotTheirs
	}
	g.event, err = p.cfg.Store.Events.Event(ctx, link.Event())
	return g, err
}

// mine reports whether the link's person holds the ticket by this transfer.
func (g *giving) mine() bool {
	return g.link.Person == g.v.Transfer.To && g.v.Transfer.State == inventory.TransferAccepted &&
		g.v.Ticket.HolderID == g.link.Person && g.v.Ticket.Valid
}

func (p *Pages) transferPage(w http.ResponseWriter, r *http.Request) {
	g, err := p.findTransfer(r.Context(), r.PathValue("token"))
	if err != nil {
		p.fail(w, r, err)
		return
	}
	v, err := p.transferView(r, g)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	v.Embedded = embedded{Link: &linkTarget{Kind: "transfer", ID: g.link.ID, EventID: g.link.Event()}}
	p.show(w, r, http.StatusOK, v)
}

func (p *Pages) transferView(r *http.Request, g *giving) (*view, error) {
	w := WordsFor(r.Header.Get("Accept-Language"))
	g.event = w.of(g.event)
	v := w.viewOf(g.event, false)
	base := "/t/" + r.PathValue("token")
	open := g.v.Transfer.State == inventory.TransferOffered
	taker := g.link.Person == g.v.Transfer.To
	if taker {
		v.State = "transfer." + string(g.v.Transfer.State)
		v.name(w.From, &g.v.From)
	} else {
		v.State = "giving." + string(g.v.Transfer.State)
		v.name(w.To, &g.v.To)
	}
	if t := &g.v.Ticket; t.Extra {
		name := t.Tier
		if tier := g.event.Tier(t.TierID); tier != nil { // in the reader's language
			name = tier.Name
		}
		v.Goods = name
	}
	switch {
	case g.event.Event.Status == inventory.Cancelled:
		v.State = "cancelled"
	case inventory.At(p.cfg.Now()) >= g.event.Event.Ends():
		v.State = "over"
	case !g.v.Ticket.Valid && (open || taker && g.v.Transfer.State == inventory.TransferAccepted):
		v.State = "transfer.void"
	case open && taker:
		v.Good, v.Claim = true, &claim{AcceptURL: base + "/accept", DeclineURL: base + "/decline", Accept: w.TakeTicket, Decline: w.LeaveTicket}
		if v.Goods != "" {
			v.Claim.Accept = w.GoodsTake
		}
	case open:
		v.Ending = &ending{Label: w.TakeBack, URL: base + "/cancel"}
	case g.mine():
		short, err := ShortCodes(r.Context(), p.cfg.Store, p.cfg.Tickets, []events.TicketView{g.v.Ticket})
		if err != nil {
			return nil, err
		}
		c, err := p.code(r.Context(), w, g.event, &g.v.Ticket)
		c.Short = ticket.GroupShortCode(short[g.v.Ticket.ID])
		p.passes(&c, base)
		if !g.v.Ticket.Extra {
			v.online(&g.event.Details)
		}
		if g.event.Event.Status == inventory.Postponed {
			v.postponed(0)
		}
		v.Good, v.PDF, v.Codes = true, base+"/ticket.pdf", []code{c}
		return v, err
	case taker && g.v.Transfer.State == inventory.TransferAccepted:
		v.State = "transfer.gone"
	}
	if g.event.Event.Status == inventory.Postponed {
		v.postponed(0)
	}
	return v, nil
}

// name adds the other person, by address when there is no name.
func (v *view) name(label string, p *inventory.Person) {
	text := p.Profile.Name
	if text == "" {
		text = p.Profile.Email
	}
	if text != "" {
		v.Facts = append(v.Facts, fact{Label: label, Text: text})
	}
}

// transferForm is the route of a form that ends a transfer.
func (p *Pages) transferForm(verb string, command func(who inventory.Who, transfer string) inventory.Command) Route {
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token := r.PathValue("token")
		g, err := p.findTransfer(r.Context(), token)
		if err != nil {
			p.fail(w, r, err)
			return
		}
		reply, err := p.cfg.Sequencer.Submit(r.Context(), sequencer.Request{
			EventID: g.link.Event(), Command: command(inventory.Who{Actor: g.link.Actor()}, g.link.ID)})
		p.cfg.Links.Forget(g.link.Event(), g.v.Transfer.From)
		switch {
		case err != nil:
			p.fail(w, r, err)
			return
		case reply.Code == inventory.TransferLimit, reply.Code == inventory.TicketMoved:
			p.show(w, r, http.StatusConflict, &view{State: "refused", Title: translated(r, g.event).Details.Title, Back: "/t/" + token})
			return
		}
		// Every other refusal means that it has ended meanwhile: the page says so.
		http.Redirect(w, r, "/t/"+token, http.StatusSeeOther)
	})
	return Route{http.MethodPost, "/t/{token}/" + verb, p.guard.Handler(h)}
}

// transferPDF answers with the ticket to print, for the person who took it.
func (p *Pages) transferPDF(w http.ResponseWriter, r *http.Request) {
	g, err := p.findTransfer(r.Context(), r.PathValue("token"))
	if err == nil && !g.mine() {
		err = database.ErrNotFound
	}
	if err != nil {
		p.fail(w, r, err)
		return
	}
	p.sendPDF(w, r, g.event, []events.TicketView{g.v.Ticket})
}
