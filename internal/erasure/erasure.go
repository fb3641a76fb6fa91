// Package erasure makes sure that erased people stay erased. It keeps a list of erasures
// in the object store, outside of the database. When a server starts on a database that
// was restored from a backup and misses some of them, those people are erased again
// before any request is answered.
//
// The list contains only IDs, those of the audit log, and no personal data.
package erasure

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/erasures"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

const (
	// folder has one empty file for each erasure. A common file would have to be
	// rewritten each time, because buckets cannot append.
	folder = "erasures"
	// page is how many erasures are processed at once.
	page = 500
	// actor is the actor of erasures in the audit log that nobody asked for at that moment: those
	// that are repeated, and those of people whose time is over.
	actor = "system"
)

// Config configures a Keeper. All fields are required.
type Config struct {
	Store *store.Store
	Files objectstore.Store
	// Submit passes a command to the sequencer; a refusal is not an error.
	Submit func(ctx context.Context, event string, cmd inventory.Command) error
	// PersonKey returns the key of a person in the contacts of an organization.
	PersonKey func(org, user string) string
	// ForgetEntrant makes unknown who joined the waiting room of an event (""
	// is all events) with an address.
	ForgetEntrant func(ctx context.Context, event, address string) error
	// ForgetElsewhere takes the personal data out of the copies of a contact that the databases of
	// other cells have; nil: there are none.
	ForgetElsewhere func(ctx context.Context, org, personKey string) error
	// ForgetPlace makes a place on the waitlist of a resource nobody's.
	ForgetPlace func(ctx context.Context, entry string) error
	// BringBack brings an archived event back, so that somebody can be erased from it, and
	// has it archived again in a file without them; nil: no event is archived.
	BringBack func(ctx context.Context, event string) error
	Now       func() time.Time
	Log       *slog.Logger
}

// Keeper keeps the list of erasures.
type Keeper struct {
	cfg Config

	mu       sync.Mutex
	replayed bool // guarded by mu: this process has compared the list with the database
	// scrubbed is guarded by mu: nothing of an erased person is in the files of the
	// database. A process that begins does not know.
	scrubbed bool
}

// New checks the configuration.
func New(cfg Config) (*Keeper, error) {
	if cfg.Store == nil || cfg.Files == nil || cfg.Submit == nil || cfg.PersonKey == nil || cfg.ForgetEntrant == nil || cfg.ForgetPlace == nil || cfg.Now == nil || cfg.Log == nil {
		return nil, errors.New("erasure: Config is not complete")
	}
	return &Keeper{cfg: cfg}, nil
}

// Work repeats erasures that are in the list and not in the database, once in the life of
// a process, adds erasures to the list that are missing there, and takes what was erased
// out of the files of the database.
func (k *Keeper) Work(ctx context.Context) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return errors.Join(k.list(ctx), k.scrub(ctx))
}

func (k *Keeper) list(ctx context.Context) error {
	if !k.replayed {
		if err := k.replay(ctx); err != nil {
			return err
		}
		k.replayed = true
	}
	return k.keep(ctx)
}

// scrub takes what was erased out of the files of the database. Where somebody reads an
// older state, the next call does it, within a minute.
func (k *Keeper) scrub(ctx context.Context) (err error) {
	if !k.scrubbed {
		k.scrubbed, err = k.cfg.Store.Erasures.Scrub(ctx)
	}
	return err
}

// Person erases a person from an event: first the contact, then everything else, so that
// the call can be repeated after a crash in between. It returns ErrNotFound if there is no
// such person any more.
func (k *Keeper) Person(ctx context.Context, event, person string, who inventory.Who) error {
	return k.person(ctx, event, person, who, k.Around)
}

func (k *Keeper) person(ctx context.Context, event, person string, who inventory.Who, around func(ctx context.Context, org, event string, p *inventory.Person) error) error {
	if err := k.BringBack(ctx, event); err != nil {
		return err
	}
	v, err := k.cfg.Store.Registrations.PersonByID(ctx, event, person)
	if err != nil {
		return err
	}
	ev, err := k.cfg.Store.Events.Event(ctx, event)
	if err != nil {
		return err
	}
	if err := around(ctx, ev.Event.OrgID, event, &v.Person); err != nil {
		return err
	}
	if err := k.cfg.Submit(ctx, event, inventory.Erase{Who: who, UserID: v.Person.UserID}); err != nil {
		return err
	}
	return k.cfg.Store.Erasures.ForgetSalts(ctx, event, person)
}

// Aged erases a person of an event whose organization keeps nobody any longer that was there. How the
// organization reaches them stays while it has to do with them beside the event; everything else goes
// as with Person. It returns ErrNotFound if there is no such person any more.
func (k *Keeper) Aged(ctx context.Context, event, person string) error {
	return k.person(ctx, event, person, inventory.Who{Actor: actor, Staff: true}, k.aroundAged)
}

func (k *Keeper) aroundAged(ctx context.Context, org, event string, p *inventory.Person) error {
	known, err := k.cfg.Store.Contacts.KnownBeside(ctx, org, event, p.UserID, address.Fold(p.Profile.Email))
	if err != nil {
		return err
	}
	if known {
		return k.textsAround(ctx, event, p)
	}
	return k.Around(ctx, org, event, p)
}

// BringBack brings an event back that is archived, so that somebody can be erased from it.
func (k *Keeper) BringBack(ctx context.Context, event string) error {
	archived, err := k.cfg.Store.Archives.Archived(ctx, event)
	if err != nil || !archived || k.cfg.BringBack == nil {
		return err
	}
	if err := k.cfg.BringBack(ctx, event); !errors.Is(err, database.ErrNotFound) {
		return err
	}
	return nil // somebody else has
}

// Around erases what is stored around a person of an event: how to reach them, and what
// staff wrote about them. It goes before the person, because a crash in between is made
// good by asking again, while nobody could say any more whose these are the other way
// round.
func (k *Keeper) Around(ctx context.Context, org, event string, p *inventory.Person) error {
	if err := k.forgetContact(ctx, org, p.UserID); err != nil {
		return err
	}
	return k.textsAround(ctx, event, p)
}

func (k *Keeper) aroundHere(ctx context.Context, org, event string, p *inventory.Person) error {
	if err := k.forgetContactHere(ctx, org, p.UserID); err != nil {
		return err
	}
	return k.textsAround(ctx, event, p)
}

func (k *Keeper) textsAround(ctx context.Context, event string, p *inventory.Person) error {
	if email := p.Profile.Email; email != "" {
		if err := k.cfg.ForgetEntrant(ctx, event, email); err != nil {
			return err
		}
	}
	return k.cfg.Store.Erasures.ForgetTexts(ctx, event, p.ID)
}

// Account erases an account: first its places in waiting rooms, which nobody could find
// without its address, so that the call can be repeated after a crash in between.
// database.ErrNotFound, or organizations.ErrLastOwner.
func (k *Keeper) Account(ctx context.Context, account string) error {
	return k.account(ctx, account, k.forgetContact)
}

func (k *Keeper) account(ctx context.Context, account string, forget func(ctx context.Context, org, user string) error) error {
	a, err := k.cfg.Store.Accounts.Account(ctx, account)
	if err != nil {
		return err
	}
	if err := k.cfg.ForgetEntrant(ctx, "", a.Address); err != nil {
		return err
	}
	follows, err := k.cfg.Store.Follows.Of(ctx, account, "")
	if err != nil {
		return err
	}
	for i := range follows {
		if err := forget(ctx, follows[i].OrgID, address.PublicID(a.Address)); err != nil {
			return err
		}
	}
	return k.cfg.Store.Erasures.EraseAccount(ctx, account, inventory.At(k.cfg.Now()))
}

// forgetContact takes the personal data out of how an organization reaches somebody, here and in the
// copies that other cells have.
func (k *Keeper) forgetContact(ctx context.Context, org, user string) error {
	if k.cfg.ForgetElsewhere != nil {
		if err := k.cfg.ForgetElsewhere(ctx, org, k.cfg.PersonKey(org, user)); err != nil {
			return err
		}
	}
	return k.forgetContactHere(ctx, org, user)
}

func (k *Keeper) forgetContactHere(ctx context.Context, org, user string) error {
	return k.cfg.Store.Contacts.ForgetContact(ctx, org, k.cfg.PersonKey(org, user))
}

// Unfollowed forgets how an organization reaches somebody with an address who has stopped following it, or was
// erased from what they waited for or booked, unless the organization has to do with them otherwise.
func (k *Keeper) Unfollowed(ctx context.Context, org, folded string) error {
	key := k.cfg.PersonKey(org, address.PublicID(folded))
	forgotten, err := k.cfg.Store.Contacts.ForgetUnknown(ctx, org, key, folded)
	if err != nil || !forgotten || k.cfg.ForgetElsewhere == nil {
		return err
	}
	return k.cfg.ForgetElsewhere(ctx, org, key)
}

// Entrants makes an address unknown in the waiting rooms of the events that live here.
func (k *Keeper) Entrants(ctx context.Context, address string) error {
	return k.cfg.ForgetEntrant(ctx, "", address)
}

// Traces removes what this database has of an account of another one, and of its address, once its
// people are erased from the events that live here.
func (k *Keeper) Traces(ctx context.Context, account, address string) error {
	if err := k.cfg.ForgetEntrant(ctx, "", address); err != nil {
		return err
	}
	return k.cfg.Store.Erasures.ForgetTraces(ctx, account, address)
}

// Place erases the person of a place on the waitlist of a resource; database.ErrNotFound.
func (k *Keeper) Place(ctx context.Context, entry string) error {
	of, _ := id.ResourceOf(entry, id.ResourceEntry)
	e, err := k.cfg.Store.Resources.Entry(ctx, of, entry)
	if errors.Is(err, database.ErrNotFound) { // who has not joined is reached by nobody
		return k.cfg.ForgetPlace(ctx, entry)
	}
	if err != nil {
		return err
	}
	r, err := k.cfg.Store.Resources.ByID(ctx, of)
	if err != nil {
		return err
	}
	if err := k.cfg.ForgetPlace(ctx, entry); err != nil {
		return err
	}
	return k.Visited(ctx, r.OrgID, e.UserID, e.Email)
}

// Visited forgets how an organization reaches somebody who was erased from what they waited for or booked, by the
// name that it had for them and by their address, where it has nothing else to do with them.
func (k *Keeper) Visited(ctx context.Context, org, user, email string) error {
	folded := address.Fold(email)
	if folded == "" {
		return nil
	}
	if user != "" {
		known, err := k.cfg.Store.Contacts.KnowsUser(ctx, org, user)
		if err != nil {
			return err
		}
		if !known {
			if err := k.forgetContact(ctx, org, user); err != nil {
				return err
			}
		}
	}
	return k.Unfollowed(ctx, org, folded)
}

// Booker erases who booked rooms: what is live is cancelled first, by whoever does it. database.ErrNotFound.
func (k *Keeper) Booker(ctx context.Context, bookingID, by string) error {
	org, err := k.cfg.Store.Bookers.Organization(ctx, bookingID)
	if err != nil {
		return err
	}
	g, err := k.cfg.Store.Bookers.Guest(ctx, bookingID)
	if err != nil && !errors.Is(err, database.ErrNotFound) {
		return err
	}
	now := inventory.At(k.cfg.Now())
	if err := k.cfg.Store.Bookers.Forget(organizations.WithBy(ctx, organizations.By{At: now, Actor: by}), org, bookingID, now); err != nil || g == nil {
		return err
	}
	return k.Visited(ctx, org, "", g.Email)
}

func name(e erasures.Erasure) string { return folder + "/" + e.ID }

// keep adds erasures to the list that are missing there.
func (k *Keeper) keep(ctx context.Context) error {
	for {
		list, err := k.cfg.Store.Erasures.ErasuresToKeep(ctx, page)
		if err != nil {
			return err
		}
		k.scrubbed = k.scrubbed && len(list) == 0
		for _, e := range list {
			if err := k.cfg.Files.Put(ctx, name(e), strings.NewReader(""), 0, "text/plain"); err != nil {
				return err
			}
			if err := k.cfg.Store.Erasures.ErasureKept(ctx, e); err != nil {
				return err
			}
		}
		if len(list) < page {
			return nil
		}
	}
}

// replay repeats erasures that are in the list and not in this database.
func (k *Keeper) replay(ctx context.Context) error {
	var batch []erasures.Erasure
	again := 0
	flush := func() error {
		known, err := k.cfg.Store.Erasures.Erased(ctx, batch)
		if err != nil {
			return err
		}
		for _, e := range batch {
			if known[e] {
				continue
			}
			did, err := k.again(ctx, e)
			if err != nil {
				return fmt.Errorf("erasure: erase %s again: %w", e.ID, err)
			}
			if did {
				again++
			}
		}
		batch = batch[:0]
		return nil
	}
	err := k.cfg.Files.List(ctx, folder, func(file string) error {
		e, ok := erasureOf(path.Base(file))
		if !ok {
			return nil
		}
		if batch = append(batch, e); len(batch) == page {
			return flush()
		}
		return nil
	})
	if err == nil {
		err = flush()
	}
	if again > 0 {
		k.cfg.Log.WarnContext(ctx, "erasure: repeated erasures that a restored backup had undone", slog.Int("people", again))
	}
	return err
}

// erasureOf parses the name of a file of the list.
func erasureOf(name string) (erasures.Erasure, bool) {
	if _, place := id.ResourceOf(name, id.ResourceEntry); place || id.Valid(name, id.Account) || id.Valid(name, id.Booking) {
		return erasures.Erasure{ID: name}, true
	}
	event, ok := id.EventOf(name, id.Person)
	return erasures.Erasure{EventID: event, ID: name}, ok
}

// again repeats an erasure. A person whom this database does not contain needs nothing.
func (k *Keeper) again(ctx context.Context, e erasures.Erasure) (did bool, err error) {
	if strings.HasPrefix(e.ID, id.ResourceEntry) {
		err = k.Place(ctx, e.ID)
	} else if strings.HasPrefix(e.ID, id.Booking) {
		err = k.Booker(ctx, e.ID, actor)
	} else if e.EventID == "" {
		err = k.account(ctx, e.ID, k.forgetContactHere)
		if errors.Is(err, organizations.ErrLastOwner) {
			k.cfg.Log.ErrorContext(ctx, "erasure: an account was erased that is the only owner of an organization in this backup; make somebody else an owner and start again", slog.String("account", e.ID))
			return false, nil
		}
	} else {
		// Other cells have their own lists.
		err = k.person(ctx, e.EventID, e.ID, inventory.Who{Actor: actor, Staff: true}, k.aroundHere)
	}
	if errors.Is(err, database.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}
