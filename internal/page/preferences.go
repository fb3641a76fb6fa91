package page

import (
	"context"
	"net/http"

	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// reader is who a link to preferences belongs to.
type reader struct {
	event *store.EventView
	key   string // in contacts
	mute  bool
}

// reader reads who holds a link to preferences.
func (p *Pages) reader(ctx context.Context, link identity.Link) (*reader, error) {
	people, err := p.cfg.Store.Announcements.PeopleWithHolds(ctx, link.Event(), []string{link.Person})
	if err != nil {
		return nil, err
	}
	v := people[link.Person]
	if v == nil {
		return nil, store.ErrNotFound
	}
	r := new(reader)
	if r.event, err = p.cfg.Store.Events.Event(ctx, link.Event()); err != nil {
		return nil, err
	}
	r.key = delivery.PersonKey(p.cfg.Links.Derive(delivery.KeyPurpose), r.event.Event.OrgID, v.Person.UserID)
	contacts, err := p.cfg.Store.Contacts.ContactsOf(ctx, r.event.Event.OrgID, []string{r.key})
	if c := contacts[r.key]; c != nil {
		r.mute = c.MutedAt != 0
	}
	return r, err
}

// preferences shows whether a person is reminded, and the button that turns it.
func (p *Pages) preferences(w http.ResponseWriter, r *http.Request) {
	link, err := p.link(r, identity.PreferenceLink)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	who, err := p.reader(r.Context(), link)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	words := WordsFor(r.Header.Get("Accept-Language"))
	v := &view{State: "prefs.on", Good: true, Title: who.event.Details.Title, Turn: &ending{words.NoReminders, pageOf(identity.PreferenceLink, r) + "/mute"}}
	if who.mute {
		v.State, v.Good, v.Turn = "prefs.off", false, &ending{words.Reminders, pageOf(identity.PreferenceLink, r) + "/unmute"}
	}
	p.show(w, r, http.StatusOK, v)
}

// unsubscribe turns reminders off for a mail program, by the token in its address: such a
// program has no cookie. Whoever comes from elsewhere is led to the page.
func (p *Pages) unsubscribe(w http.ResponseWriter, r *http.Request) {
	link, err := p.cfg.Links.Read(r.Context(), r.PathValue("token"))
	if err == nil && link.Kind != identity.PreferenceLink {
		err = identity.ErrLinkInvalid
	}
	if err == nil {
		err = p.turn(r.Context(), link, inventory.At(p.cfg.Now()))
	}
	switch {
	case err != nil:
		p.fail(w, r, err)
	case oneClick(w, r):
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(http.StatusNoContent)
	default:
		p.enter(w, r, r.PathValue("token"))
	}
}

func (p *Pages) mute(w http.ResponseWriter, r *http.Request) {
	p.turnPage(w, r, inventory.At(p.cfg.Now()))
}

func (p *Pages) unmute(w http.ResponseWriter, r *http.Request) { p.turnPage(w, r, 0) }

// turnPage answers a form of the page.
func (p *Pages) turnPage(w http.ResponseWriter, r *http.Request, since inventory.Instant) {
	link, err := p.link(r, identity.PreferenceLink)
	if err == nil {
		err = p.turn(r.Context(), link, since)
	}
	if err != nil {
		p.fail(w, r, err)
		return
	}
	http.Redirect(w, r, pageOf(identity.PreferenceLink, r), http.StatusSeeOther)
}

// turn stores since when a person wants no reminders; 0: they want them.
func (p *Pages) turn(ctx context.Context, link identity.Link, since inventory.Instant) error {
	who, err := p.reader(ctx, link)
	if err != nil {
		return err
	}
	return p.cfg.Store.Contacts.MuteContact(ctx, who.event.Event.OrgID, who.key, since, inventory.At(p.cfg.Now()))
}

// maxClick is how much a mail program has to say, in bytes.
const maxClick = 4 << 10

// oneClick reports whether it is a mail program that asks, for its reader (RFC 8058).
// Such a program looks at no page and follows no redirect.
func oneClick(w http.ResponseWriter, r *http.Request) bool {
	r.Body = http.MaxBytesReader(w, r.Body, maxClick)
	return r.PostFormValue("List-Unsubscribe") == "One-Click"
}
