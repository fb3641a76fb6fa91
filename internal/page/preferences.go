package page

import (
	"context"
	"net/http"

	"github.com/holdfast-events/holdfast/internal/delivery"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// reader is who a link to preferences belongs to.
type reader struct {
	token string
	event *events.EventView
	user  string // the organization's own name for them
	key   string // in contacts
	mute  bool
}

// reader reads who holds a link to preferences.
func (p *Pages) reader(ctx context.Context, token string) (*reader, error) {
	link, err := p.cfg.Links.Read(ctx, token)
	if err != nil {
		return nil, err
	}
	if link.Kind != identity.PreferenceLink {
		return nil, identity.ErrLinkInvalid
	}
	people, err := p.cfg.Store.Announcements.PeopleWithHolds(ctx, link.Event(), []string{link.Person})
	if err != nil {
		return nil, err
	}
	v := people[link.Person]
	if v == nil {
		return nil, database.ErrNotFound
	}
	r := &reader{token: token}
	if r.event, err = p.cfg.Store.Events.Event(ctx, link.Event()); err != nil {
		return nil, err
	}
	r.user = v.Person.UserID
	r.key = delivery.PersonKey(p.cfg.Links.Derive(delivery.KeyPurpose), r.event.Event.OrgID, v.Person.UserID)
	contacts, err := p.cfg.Store.Contacts.ContactsOf(ctx, r.event.Event.OrgID, []string{r.key})
	if c := contacts[r.key]; c != nil {
		r.mute = c.MutedAt != 0
	}
	return r, err
}

// preferences shows whether a person is reminded, and the button that turns it; and what they
// agreed to, with the buttons that withdraw it.
func (p *Pages) preferences(w http.ResponseWriter, r *http.Request) {
	who, err := p.reader(r.Context(), r.PathValue("token"))
	if err != nil {
		p.fail(w, r, err)
		return
	}
	words := WordsFor(r.Header.Get("Accept-Language"))
	v := &view{State: "prefs.on", Good: true, Title: words.of(who.event).Details.Title, Turn: &ending{words.NoReminders, "/u/" + who.token + "/unsubscribe"}}
	if who.mute {
		v.State, v.Good, v.Turn = "prefs.off", false, &ending{words.Reminders, "/u/" + who.token + "/subscribe"}
	}
	if v.Consents, err = p.consentsOf(r.Context(), words, who); err != nil {
		p.fail(w, r, err)
		return
	}
	p.show(w, r, http.StatusOK, v)
}

func (p *Pages) unsubscribe(w http.ResponseWriter, r *http.Request) {
	p.turn(w, r, inventory.At(p.cfg.Now()))
}

func (p *Pages) subscribe(w http.ResponseWriter, r *http.Request) { p.turn(w, r, 0) }

// turn stores since when a person wants no reminders; 0: they want them.
func (p *Pages) turn(w http.ResponseWriter, r *http.Request, since inventory.Instant) {
	who, err := p.reader(r.Context(), r.PathValue("token"))
	if err == nil {
		err = p.cfg.Store.Contacts.MuteContact(r.Context(), who.event.Event.OrgID, who.key, since, inventory.At(p.cfg.Now()))
	}
	if err != nil {
		p.fail(w, r, err)
		return
	}
	if since != 0 && oneClick(w, r) {
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(http.StatusNoContent)
		return
	}
	http.Redirect(w, r, "/u/"+who.token, http.StatusSeeOther)
}

// maxClick is how much a mail program has to say, in bytes.
const maxClick = 4 << 10

// oneClick reports whether it is a mail program that asks, for its reader (RFC 8058).
// Such a program looks at no page and follows no redirect.
func oneClick(w http.ResponseWriter, r *http.Request) bool {
	r.Body = http.MaxBytesReader(w, r.Body, maxClick)
	return r.PostFormValue("List-Unsubscribe") == "One-Click"
}
