package identity

import (
	"context"
	"errors"
	"time"

	"github.com/holdfast-events/holdfast/internal/cache"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/guests"
)

// freshLinkEvery is how often a person is mailed a fresh link at most. What was
// mailed before still works then.
const freshLinkEvery = 2 * time.Minute

// linkOwner is the person of an event whose links are signed out together.
type linkOwner struct{ event, person string }

// LinkReaderConfig configures a LinkReader. All but Mail and Now are required.
type LinkReaderConfig struct {
	Links Links
	Store *store.Store
	// Mail makes the job that mails a person a fresh link to a thing; nil: none is
	// mailed.
	Mail func(thing, person string) (database.Job, error)
	Now  func() time.Time // nil: time.Now
}

// LinkReader reads signed links as they come back from people. It knows which of
// them were signed out, and has fresh ones mailed.
type LinkReader struct {
	cfg    LinkReaderConfig
	cached *cache.Cache[linkOwner, *guests.LinkMarks]
}

// NewLinkReader checks the configuration.
func NewLinkReader(cfg LinkReaderConfig) (*LinkReader, error) {
	if cfg.Store == nil {
		return nil, errors.New("identity: a store is required")
	}
	if err := cfg.Links.Check(); err != nil {
		return nil, err
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	m, err := cache.New(cache.Config[linkOwner, *guests.LinkMarks]{
		Fresh: keyFresh, Stale: keyStale, Limit: sessionLimit,
		Load: func(ctx context.Context, o linkOwner) (*guests.LinkMarks, error) {
			return cfg.Store.People.LinkMarks(ctx, o.event, o.person)
		},
	})
	return &LinkReader{cfg: cfg, cached: m}, err
}

// Read returns the link that a token is of, or one of the errors of Links.Parse,
// ErrLinkRevoked, or the store's error. A link that expired or was signed out comes
// with its error, so that a page can offer another.
func (r *LinkReader) Read(ctx context.Context, token string) (Link, error) {
	l, err := r.cfg.Links.Parse(token)
	if err != nil || l.Bears() {
		return l, err
	}
	marks, err := r.cached.Get(ctx, linkOwner{l.Event(), l.Person})
	if err != nil {
		return Link{}, err
	}
	made := inventory.At(l.Issued)
	if made <= marks.AllUntil || l.Reach == ReachFull && made <= marks.FreshUntil {
		return l, ErrLinkRevoked
	}
	if l.Kind == InvitationLink {
		return l, r.stands(ctx, &l)
	}
	return l, nil
}

// stands returns ErrLinkRevoked for the link of an invitation that was sent again since, or
// ended.
func (r *LinkReader) stands(ctx context.Context, l *Link) error {
	v, err := r.cfg.Store.Invitations.Of(ctx, l.ID)
	switch {
	case errors.Is(err, database.ErrNotFound):
		return ErrLinkInvalid
	case err != nil:
		return err
	case v.State == inventory.InvitationEnded || v.SentAt != inventory.At(l.Issued):
		return ErrLinkRevoked
	}
	return nil
}

// Onward is Links.Onward.
func (r *LinkReader) Onward(from Link, kind LinkKind, thing string) string {
	return r.cfg.Links.Onward(from, kind, thing)
}

// Derive is Links.Derive.
func (r *LinkReader) Derive(purpose string) []byte { return r.cfg.Links.Derive(purpose) }

// Place reads the token of a place on the waitlist of a resource and returns its entry.
func (r *LinkReader) Place(token string) (entry string, err error) { return r.cfg.Links.Place(token) }

// Room reads the token of a place in a waiting room and returns its event and index.
func (r *LinkReader) Room(token string) (event string, index int64, err error) {
	return r.cfg.Links.Room(token)
}

// RoomURL is Links.RoomURL.
func (r *LinkReader) RoomURL(event string, index int64) string {
	return r.cfg.Links.RoomURL(event, index)
}

// ParseWithdraw is Links.ParseWithdraw.
func (r *LinkReader) ParseWithdraw(token string) (organization, purpose, code string, err error) {
	return r.cfg.Links.ParseWithdraw(token)
}

// ParseFollow is Links.ParseFollow.
func (r *LinkReader) ParseFollow(token string) (organization, code string, err error) {
	return r.cfg.Links.ParseFollow(token)
}

// ConsentCode is Links.ConsentCode.
func (r *LinkReader) ConsentCode(organization, user string) string {
	return r.cfg.Links.ConsentCode(organization, user)
}

// SignOut signs all links of a person out that were made until now. Other servers
// refuse them within keyStale.
func (r *LinkReader) SignOut(ctx context.Context, event, person string) error {
	defer r.cached.Forget(linkOwner{event, person})
	return r.cfg.Store.People.SignOutLinks(ctx, event, person, inventory.At(r.cfg.Now()))
}

// Forget makes the next use of a link of a person look again whether it is signed
// out: call it when a ticket was given away.
func (r *LinkReader) Forget(event, person string) { r.cached.Forget(linkOwner{event, person}) }

// Renew has a fresh link mailed to the person of a link, whatever has become of that
// one: it goes to the address that the person has now. An invitation is sent again by its
// organizer alone. Of a link that is for whoever
// has it, that is the person whose order it is. Nobody is told whether mail was sent.
func (r *LinkReader) Renew(ctx context.Context, token string) error {
	l, err := r.cfg.Links.Parse(token)
	if err != nil && !errors.Is(err, ErrLinkExpired) {
		return err
	}
	if l.Kind == InvitationLink {
		return ErrLinkInvalid
	}
	person := l.Person
	if l.Bears() {
		v, err := r.cfg.Store.Registrations.Hold(ctx, l.ID)
		if err != nil {
			return err
		}
		person = v.Person.ID
	}
	return r.MailTo(ctx, l.ID, l.Event(), person)
}

// MailTo has a fresh link to a thing mailed to a person of an event, unless that person
// was mailed one a moment ago.
func (r *LinkReader) MailTo(ctx context.Context, thing, event, person string) error {
	if r.cfg.Mail == nil {
		return nil
	}
	job, err := r.cfg.Mail(thing, person)
	if err != nil {
		return err
	}
	now := r.cfg.Now()
	_, err = r.cfg.Store.People.MailLink(ctx, event, person, &job, inventory.At(now.Add(-freshLinkEvery)), inventory.At(now))
	return err
}

// KindOf returns the kind of link that leads to a thing; ok is false when none does.
func KindOf(thing string) (kind LinkKind, ok bool) {
	for k := range narrowest {
		if k == FeedbackLink || k == InvitationLink { // a link to the preferences leads to a person, and none that is fresh to an invitation
			continue
		}
		if _, ok := id.EventOf(thing, k.prefix()); ok {
			return k, true
		}
	}
	return 0, false
}

// Booking reads the token of a booking of a guest and returns its id.
func (r *LinkReader) Booking(token string) (booking string, err error) {
	return r.cfg.Links.Booking(token)
}
