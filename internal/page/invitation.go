package page

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/consent/stored"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// inviteForm is the form in which somebody takes the places of an invitation, or waits.
type inviteForm struct {
	URL   string
	Tiers []tierChoice // one, or those to choose from
	Many  []int64      // places to choose from
	Wrong string       // what is wrong with what was sent; "": nothing
	Send  string       // label of the button
	Boxes []consentBox // what may be agreed to
	Price *priceField  // nil: no tier's buyers choose what they pay
}

// tierChoice is a tier that can be chosen.
type tierChoice struct {
	ID, Name, Note string
	Chosen         bool
}

// maxInviteForm is how much the form sends at most, in bytes.
const maxInviteForm = 2 << 10

// invitedTo is an invitation with its event, for whoever has the link.
type invitedTo struct {
	link  identity.Link
	v     *events.InvitationView
	event *events.EventView
}

// left is how many places are not taken yet.
func (i *invitedTo) left() int64 { return max(0, i.v.Places-i.v.Person.Units) }

// invitedBy finds the invitation whose link it is.
func (p *Pages) invitedBy(ctx context.Context, token string) (*invitedTo, error) {
	link, err := p.cfg.Links.Read(ctx, token)
	if err != nil {
		return nil, err
	}
	if link.Kind != identity.InvitationLink {
		return nil, identity.ErrLinkInvalid
	}
	g := &invitedTo{link: link}
	if g.v, err = p.cfg.Store.Invitations.Of(ctx, link.ID); err != nil {
		return nil, err
	}
	g.event, err = p.cfg.Store.Events.Event(ctx, link.Event())
	return g, err
}

// tiers are those whose places an invitation gives here. Seats are not chosen on this page.
func (i *invitedTo) tiers(now inventory.Instant) []inventory.Tier {
	return slices.DeleteFunc(shownTiers(i.event), func(t inventory.Tier) bool {
		return i.event.Seated[t.ID] || t.SellsTo(inventory.Who{}, now) != inventory.OK
	})
}

// invitation shows what somebody is invited to, and how many places are theirs.
func (p *Pages) invitation(w http.ResponseWriter, r *http.Request) {
	g, err := p.invitedBy(r.Context(), r.PathValue("token"))
	if err != nil {
		p.noInvitation(w, r, err)
		return
	}
	p.showInvitation(w, r, http.StatusOK, g, "", "")
}

// noInvitation says that a link is good for nothing: no other is mailed for it but by the
// organizer.
func (p *Pages) noInvitation(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, identity.ErrLinkRevoked) || errors.Is(err, identity.ErrLinkExpired) {
		p.show(w, r, http.StatusGone, &view{State: "invite.void"})
		return
	}
	p.fail(w, r, err)
}

// showInvitation shows an invitation with its form, in which a tier is chosen and something
// may be wrong.
func (p *Pages) showInvitation(w http.ResponseWriter, r *http.Request, status int, g *invitedTo, tier, wrong string) {
	words, now := WordsFor(r.Header.Get("Accept-Language")), inventory.At(p.cfg.Now())
	g.event = words.of(g.event)
	org, err := p.cfg.Store.Organizations.Profile(r.Context(), g.event.Event.OrgID)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	e, base := &g.event.Event, "/"+string(identity.InvitationLink)+"/"+r.PathValue("token")
	v := words.viewOf(g.event, true)
	v.State = "invite.open"
	v.Facts = append(v.Facts, fact{Label: words.From, Text: org.Name},
		fact{Label: words.Places, Text: fill(words.InviteLeft, "{n}", strconv.FormatInt(g.left(), 10), "{of}", strconv.FormatInt(g.v.Places, 10))})
	tiers := g.tiers(now)
	switch {
	case e.Status == inventory.Cancelled:
		v.State = "cancelled"
	case now >= e.EndsAt:
		v.State = "over"
	case g.v.State == inventory.InvitationDeclined:
		v.State = "invite.declined"
	case now >= e.RegistrationEnds():
		v.State = "invite.closed"
	case g.left() == 0:
		v.State, v.Good = "invite.taken", true
	case len(tiers) == 0 && slices.ContainsFunc(shownTiers(g.event), func(t inventory.Tier) bool { return g.event.Seated[t.ID] }):
		v.State = "invite.seats"
	case len(tiers) == 0:
		v.State = "invite.closed"
	default:
		v.Invite = &inviteForm{URL: base, Wrong: wrong, Send: words.InviteTake}
		full := true
		for i := range tiers {
			t := &tiers[i]
			free := Free(g.event, t)
			full = full && free == 0
			note := words.left(free, g.event.TierWaiting[t.ID])
			if t.Chosen() {
				v.Invite.Price = words.chooses(t, e.Settings.Orders.Currency, "", false)
				if len(tiers) > 1 { // they have bounds of their own
					v.Invite.Price.Min, v.Invite.Price.Max, v.Invite.Price.Value, v.Invite.Price.Hint = "", "", "", ""
				}
			}
			v.Invite.Tiers = append(v.Invite.Tiers, tierChoice{t.ID, t.Name, words.tierPrice(t, inventory.Fees(g.event.Tiers), e.Settings.Orders.Currency) + " · " + note, t.ID == tier || tier == "" && i == 0})
		}
		asked, err := stored.Asked(r.Context(), p.cfg.Store, e.ID)
		if err != nil {
			p.fail(w, r, err)
			return
		}
		v.Invite.Boxes = boxes(words, asked, r.PostForm["consent"])
		for n := int64(1); n <= g.left(); n++ {
			v.Invite.Many = append(v.Invite.Many, n)
		}
		if full {
			v.State, v.Invite.Send = "invite.full", words.InviteWait
			if e.Settings.Waitlist.Disabled {
				v.Invite = nil
			}
		}
	}
	if g.v.State == inventory.InvitationSent && g.v.Person.Units == 0 && v.State != "cancelled" && v.State != "over" {
		v.Turn = &ending{words.Decline, base + "/decline"}
	}
	p.show(w, r, status, v)
}

// takeInvitation takes places, or waits for them where there are none, and leads to the page
// of what came of it.
func (p *Pages) takeInvitation(w http.ResponseWriter, r *http.Request) {
	g, err := p.invitedBy(r.Context(), r.PathValue("token"))
	if err != nil {
		p.noInvitation(w, r, err)
		return
	}
	words := WordsFor(r.Header.Get("Accept-Language"))
	wrong := fill(words.InviteWrong, "{n}", strconv.FormatInt(g.left(), 10))
	r.Body = http.MaxBytesReader(w, r.Body, maxInviteForm)
	if err := r.ParseForm(); err != nil {
		p.showInvitation(w, r, http.StatusBadRequest, g, "", wrong)
		return
	}
	// Without a number it is 0, which is none.
	n, _ := strconv.ParseInt(r.PostForm.Get("places"), 10, 64)
	tiers := g.tiers(inventory.At(p.cfg.Now()))
	at := slices.IndexFunc(tiers, func(t inventory.Tier) bool { return t.ID == r.PostForm.Get("tier") })
	if n < 1 || n > g.left() || at < 0 {
		p.showInvitation(w, r, http.StatusBadRequest, g, r.PostForm.Get("tier"), wrong)
		return
	}
	providers, err := p.providers(r.Context(), &subject{event: g.event})
	if err != nil {
		p.fail(w, r, err)
		return
	}
	consents, err := p.taken(r.Context(), g, r.PostForm["consent"])
	if err != nil {
		p.fail(w, r, err)
		return
	}
	event, person := g.link.Event(), &g.v.Person
	order := inventory.Reserve{
		Who: inventory.Who{Actor: g.link.Actor(), Proven: true}, OrderID: p.ids.In(id.Order, event), PersonID: person.ID, UserID: person.UserID, Profile: person.Profile,
		Guests: inventory.NoGuests, Lines: []inventory.OrderLine{{Tier: tiers[at].ID, Quantity: n}}, NoCheckout: len(providers) == 0,
	}
	if t := &tiers[at]; t.Chosen() {
		currency := g.event.Event.Settings.Orders.Currency
		if order.Lines[0].UnitPrice = new(t.Price.Amount); strings.TrimSpace(r.PostForm.Get("price")) != "" { // else what is suggested
			order.Lines[0].UnitPrice = readAmount(r.PostForm.Get("price"), currency)
		}
	}
	reply, err := p.cfg.Sequencer.Submit(r.Context(), sequencer.Request{EventID: event, Command: order, Consents: consents})
	if err == nil && reply.Code == inventory.SoldOut {
		reply, err = p.cfg.Sequencer.Submit(r.Context(), sequencer.Request{EventID: event, Consents: consents, Command: inventory.Join{
			Who: order.Who, OrderID: order.OrderID, NoCheckout: order.NoCheckout, Invites: true,
			Party: inventory.Party{
				UserID: person.UserID, PersonID: person.ID, Profile: person.Profile, Tier: tiers[at].ID, Units: n, Guests: inventory.NoGuests, EntryID: p.ids.In(id.Entry, event),
			},
		}})
	}
	switch {
	case err != nil:
		p.fail(w, r, err)
	case reply.Code == inventory.PriceOutOfRange:
		p.showInvitation(w, r, http.StatusUnprocessableEntity, g, tiers[at].ID, words.chooses(&tiers[at], g.event.Event.Settings.Orders.Currency, "", true).Wrong)
	case reply.Code == inventory.LimitReached || reply.Code == inventory.LimitPerOrder || reply.Code == inventory.QuantityOutOfRange:
		p.showInvitation(w, r, http.StatusConflict, g, tiers[at].ID, wrong)
	case reply.Code != inventory.OK:
		p.show(w, r, http.StatusConflict, &view{State: "refused", Title: translated(r, g.event).Details.Title, Back: r.URL.Path})
	case reply.EntryID != "" && reply.OrderID == "":
		http.Redirect(w, r, p.cfg.Links.Onward(g.link, identity.EntryLink, reply.EntryID), http.StatusSeeOther)
	default:
		http.Redirect(w, r, p.cfg.Links.Onward(g.link, identity.OrderLink, cmp.Or(reply.OrderID, order.OrderID)), http.StatusSeeOther)
	}
}

// declineInvitation says that somebody does not come, and shows the page again.
func (p *Pages) declineInvitation(w http.ResponseWriter, r *http.Request) {
	g, err := p.invitedBy(r.Context(), r.PathValue("token"))
	if err != nil {
		p.noInvitation(w, r, err)
		return
	}
	// Refused: the person has places by now, or is no longer invited: the page says so.
	_, err = p.cfg.Sequencer.Submit(r.Context(), sequencer.Request{
		EventID: g.link.Event(), Command: inventory.DeclineInvitation{Who: inventory.Who{Actor: g.link.Actor()}, InvitationID: g.v.ID},
	})
	if err != nil {
		p.fail(w, r, err)
		return
	}
	http.Redirect(w, r, "/"+string(identity.InvitationLink)+"/"+r.PathValue("token"), http.StatusSeeOther)
}
