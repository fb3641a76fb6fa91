package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/guests"
)

const (
	// mostFound is how many bookings a mail has.
	mostFound = 20
	// foundBack is how long ago what is over ended that a mail has.
	foundBack = inventory.Instant(30 * inventory.Day)
	// foundRounds is how many rounds the address book is brought up to date for a mail: the
	// job of the address book does the rest.
	foundRounds = 5
)

// foundMail is the mail with links to what an address has booked, or that says that it has
// booked nothing: what comes next first, and behind it what is over. Each attempt makes new
// links, which work from when they are sent.
func (w *mailSender) foundMail(ctx context.Context, args *sendAccountMail) (to string, l accountmail.Mail, err error) {
	j := w.jobs
	link, err := j.store.Accounts.SignInLink(ctx, args.ID)
	if err != nil {
		return "", l, err
	}
	if link.ExpiresAt <= j.instant() {
		return "", l, errObsolete
	}
	for range foundRounds {
		more, err := j.store.People.IndexAddresses(ctx, j.dispatcher.Yield(ctx))
		if err != nil {
			return "", l, fmt.Errorf("index addresses: %w", err)
		}
		if !more {
			break
		}
	}
	l.Kind, l.Locale, l.URL, l.Minutes = accountmail.FoundMail, link.Locale, w.oneTime.SignInURL()+"?to=/me", int64(identity.FreshLinkLife/time.Minute)
	if l.Bookings, err = w.bookings(ctx, link.Address, link.Locale); err != nil {
		return "", l, err
	}
	if len(l.Bookings) == 0 {
		l.Kind, l.URL = accountmail.NothingFoundMail, w.oneTime.FindURL()
	}
	return link.Email, l, nil
}

// bookings are what an address has, with fresh links, for a mail in a language.
func (w *mailSender) bookings(ctx context.Context, address, in string) ([]accountmail.Booking, error) {
	j := w.jobs
	book, err := j.store.People.Book(ctx, address)
	if err != nil {
		return nil, err
	}
	now := j.instant()
	book = slices.DeleteFunc(book, func(m guests.Mine) bool { return m.EndsAt <= now-foundBack })
	slices.SortFunc(book, func(a, b guests.Mine) int {
		if over := b.EndsAt <= now; over != (a.EndsAt <= now) {
			if over {
				return -1
			}
			return 1
		} else if over {
			a, b = b, a
		}
		return cmp.Or(cmp.Compare(a.StartsAt, b.StartsAt), cmp.Compare(a.EventID, b.EventID), cmp.Compare(a.PersonID, b.PersonID))
	})
	var list []accountmail.Booking
	for i := range book {
		m := &book[i]
		thing, err := j.store.People.Linkable(ctx, m)
		if errors.Is(err, database.ErrNotFound) || err == nil && thing == "" { // erased meanwhile, or over
			continue
		}
		if err != nil {
			return nil, err
		}
		kind, ok := identity.KindOf(thing)
		if !ok {
			return nil, fmt.Errorf("jobs: no link leads to %q", thing)
		}
		e, err := j.store.Events.Event(ctx, m.EventID)
		if err != nil {
			return nil, err
		}
		list = append(list, accountmail.Booking{
			Title: titleFor(e, in), URL: w.oneTime.FreshURL(kind, thing, m.PersonID), StartsAt: e.Event.StartsAt, Zone: e.Event.Zone,
		})
		if len(list) == mostFound {
			break
		}
	}
	return list, nil
}
