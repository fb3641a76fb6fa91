package page

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// Claimer has a link mailed to an address, with which it is confirmed for an invitation that was
// handed over; its errors and what it returns are those of a Finder.
type Claimer func(r *http.Request, email string, v *events.InvitationView) (mail string, err error)

// claimPages are those of invitations that an organizer hands over: one asks for an address,
// another confirms it. The first who does has the invitation.
type claimPages struct{ *Pages }

func (p claimPages) routes() []Route {
	return []Route{
		{http.MethodGet, identity.HandoverPath + "{token}", http.HandlerFunc(p.show)},
		{http.MethodPost, identity.HandoverPath + "{token}", p.guard.Handler(http.HandlerFunc(p.send))},
	}
}

// confirms reports whether the token is that of a mail.
func confirms(r *http.Request) bool {
	return strings.HasPrefix(r.PathValue("token"), identity.OneTimePrefix)
}

func (p claimPages) show(w http.ResponseWriter, r *http.Request) {
	if !confirms(r) {
		p.asks(w, r, http.StatusOK, "", "")
		return
	}
	// Opening the address uses nothing up: mail scanners do so too.
	_, v, _, ok := p.confirmed(w, r)
	if ok {
		p.Pages.show(w, r, http.StatusOK, v)
	}
}

func (p claimPages) send(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxFind)
	if confirms(r) {
		p.claim(w, r)
		return
	}
	if err := r.ParseForm(); err != nil {
		p.asks(w, r, http.StatusBadRequest, "", WordsFor(r.Header.Get("Accept-Language")).FindWrong)
		return
	}
	email := r.PostForm.Get("email")
	v, err := p.cfg.Links.Handover(r.Context(), r.PathValue("token"))
	if err != nil {
		p.noClaim(w, r, v, err)
		return
	}
	if event, err := p.cfg.Store.Events.Event(r.Context(), eventOf(v)); err != nil || claimState(event, p.now()) != "" {
		p.asks(w, r, http.StatusConflict, email, "")
		return
	}
	mail, err := p.cfg.Claim(r, email, v)
	if errors.Is(err, ErrAddress) {
		p.asks(w, r, http.StatusUnprocessableEntity, email, WordsFor(r.Header.Get("Accept-Language")).FindWrong)
		return
	}
	p.mailed(w, r, "claim", email, mail, err)
}

func (p claimPages) now() inventory.Instant { return inventory.At(p.cfg.Now()) }

func eventOf(v *events.InvitationView) string {
	return identity.Link{Kind: identity.InvitationLink, ID: v.ID}.Event()
}

// claimState says why nobody can claim an invitation of an event now, "" when they can.
func claimState(e *events.EventView, now inventory.Instant) string {
	switch {
	case e.Event.Status == inventory.Draft:
		return "claim.early"
	case e.Event.Status == inventory.Cancelled:
		return "cancelled"
	case now >= e.Event.EndsAt:
		return "over"
	case now >= e.Event.RegistrationEnds():
		return "invite.closed"
	}
	return ""
}

// view is what is shown of the event of an invitation. Of a draft that is nothing.
func (p claimPages) view(r *http.Request, v *events.InvitationView) (*view, error) {
	words := WordsFor(r.Header.Get("Accept-Language"))
	event, err := p.cfg.Store.Events.Event(r.Context(), eventOf(v))
	if err != nil {
		return nil, err
	}
	state := claimState(event, p.now())
	if state == "claim.early" {
		return &view{Words: words, State: state}, nil
	}
	event = words.of(event)
	org, err := p.cfg.Store.Organizations.Profile(r.Context(), event.Event.OrgID)
	if err != nil {
		return nil, err
	}
	out := words.viewOf(event, true)
	out.State = state
	out.Facts = append(out.Facts, fact{Label: words.From, Text: org.Name}, fact{Label: words.Places, Text: strconv.FormatInt(v.Places, 10)})
	return out, nil
}

// asks shows an invitation with the form for an address.
func (p claimPages) asks(w http.ResponseWriter, r *http.Request, status int, email, wrong string) {
	v, err := p.cfg.Links.Handover(r.Context(), r.PathValue("token"))
	if err != nil {
		p.noClaim(w, r, v, err)
		return
	}
	out, err := p.view(r, v)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	if out.State == "" {
		out.State = "claim"
		out.Finding = &findForm{URL: r.URL.Path, Send: out.InviteTake, Email: email, Wrong: wrong}
	}
	p.Pages.show(w, r, status, out)
}

// noClaim says that a link that was handed over is good for nothing any more: somebody has
// confirmed an address with it, or the organizer has ended it or made another.
func (p claimPages) noClaim(w http.ResponseWriter, r *http.Request, v *events.InvitationView, err error) {
	if errors.Is(err, identity.ErrLinkRevoked) && v != nil && v.Person.Profile.Email != "" {
		p.Pages.show(w, r, http.StatusGone, &view{State: "claim.used"})
		return
	}
	p.noInvitation(w, r, err)
}

// confirmed reads the one-time link of a mail, and what it is about. It answers by itself when
// that is over.
func (p claimPages) confirmed(w http.ResponseWriter, r *http.Request) (*organizations.SignInLink, *view, *events.InvitationView, bool) {
	var link *organizations.SignInLink
	var v *events.InvitationView
	name, err := p.cfg.Links.Claim(r.PathValue("token"))
	if err == nil {
		link, err = p.cfg.Store.Accounts.SignInLink(r.Context(), name)
	}
	if err == nil && link.Purpose != organizations.ForClaim {
		err = database.ErrNotFound
	}
	if err == nil {
		v, err = p.cfg.Store.Invitations.Of(r.Context(), link.InvitationID)
	}
	var out *view
	if err == nil {
		out, err = p.view(r, v)
	}
	theirs := err == nil && v.State == inventory.InvitationSent && v.Person.Profile.Email == link.Email
	switch {
	case errors.Is(err, identity.ErrOneTimeInvalid), errors.Is(err, database.ErrNotFound):
		p.fail(w, r, identity.ErrLinkInvalid)
	case err != nil:
		p.fail(w, r, err)
	case out.State != "":
		p.Pages.show(w, r, http.StatusConflict, out)
	case !theirs && (v.State != inventory.InvitationSent || v.SentAt != link.InvitedAt):
		p.noClaim(w, r, v, identity.ErrLinkRevoked)
	case link.ExpiresAt <= p.now():
		p.Pages.show(w, r, http.StatusGone, &view{State: "claim.late"})
	default:
		out.State, out.Ways = "claim.confirm", []ending{{out.ClaimConfirm, r.URL.Path}}
		return link, out, v, true
	}
	return nil, nil, nil, false
}

// claim gives the invitation to whoever reads the mail, and leads to its page. Whoever has done
// so already is led there again.
func (p claimPages) claim(w http.ResponseWriter, r *http.Request) {
	link, _, v, ok := p.confirmed(w, r)
	if !ok {
		return
	}
	event := eventOf(v)
	reply, err := p.cfg.Sequencer.Submit(r.Context(), sequencer.Request{EventID: event, Command: inventory.ClaimInvitation{
		Who: inventory.Who{Actor: "public"}, InvitationID: v.ID, SentAt: link.InvitedAt, Email: link.Email, Locale: link.Locale,
	}})
	if err != nil {
		p.fail(w, r, err)
		return
	}
	if v, err = p.cfg.Store.Invitations.Of(r.Context(), v.ID); err != nil {
		p.fail(w, r, err)
		return
	}
	if reply.Code != inventory.OK && (v.State != inventory.InvitationSent || v.Person.Profile.Email != link.Email) {
		p.noClaim(w, r, v, identity.ErrLinkRevoked)
		return
	}
	e, err := p.cfg.Store.Events.Event(r.Context(), event)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	http.Redirect(w, r, p.cfg.Links.InvitationURL(v.ID, v.PersonID, v.SentAt.Time(), e.Event.EndsAt.Time()), http.StatusSeeOther)
}
