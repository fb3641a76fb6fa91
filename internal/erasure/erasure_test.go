package erasure_test

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/erasure"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/publiclog"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/testdb"
	"github.com/holdfast-events/holdfast/internal/tlog"
	"github.com/holdfast-events/holdfast/internal/waitroom/joins"
)

// fixture is an event with two people, two accounts, and somewhere to keep files.
type fixture struct {
	t          *testing.T
	store      *store.Store
	seq        *sequencer.Sequencer
	joins      *joins.Writer
	files      objectstore.Store
	ids        *id.Maker
	event      string
	ann, bob   string // people
	ada, owner string // accounts
}

func engines(t *testing.T, test func(f *fixture)) {
	t.Run("sqlite", func(t *testing.T) { test(newFixture(t, testdb.SQLite(t))) })
	t.Run("postgres", func(t *testing.T) { test(newFixture(t, testdb.Postgres(t))) })
}

func (f *fixture) must(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

func (f *fixture) submit(ctx context.Context, event string, cmd inventory.Command) error {
	reply, err := f.seq.Submit(ctx, sequencer.Request{EventID: event, Command: cmd, Details: events.Details{Title: "Concert"}.All()})
	if err == nil && reply.Code != inventory.OK {
		err = errors.New(string(reply.Code))
	}
	return err
}

func newFixture(t *testing.T, url string) *fixture {
	f := &fixture{t: t, ids: &id.Maker{}}
	st := testdb.Open(t, url, testdb.Quiet)
	f.store = st
	var err error
	f.files, err = objectstore.Open(t.TempDir(), objectstore.Credentials{})
	f.must(err)
	f.seq, err = sequencer.New(sequencer.Config{WriterConfig: sequencer.WriterConfig{
		Store: st, SigningKey: ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)), Log: slog.New(slog.DiscardHandler),
	}})
	f.must(err)
	t.Cleanup(func() { f.must(f.seq.Close(context.Background())) })
	f.joins, err = joins.New(joins.Config{
		Store: st, Key: ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)), IdentityKey: make([]byte, 32), Now: func() inventory.Instant { return inventory.At(time.Now()) },
	})
	f.must(err)
	t.Cleanup(func() { f.must(f.joins.Close(context.Background())) })
	org := f.ids.Top(id.Organization)
	f.must(st.Organizations.CreateOrganization(t.Context(), organizations.Organization{ID: org, Name: "Test", CreatedAt: 1}))
	f.event = f.ids.Top(id.Event)
	tier, pool, now := f.ids.In(id.Tier, f.event), f.ids.In(id.Pool, f.event), inventory.At(time.Now())
	f.must(f.submit(t.Context(), f.event, inventory.Create{
		Who: inventory.Who{Actor: "system", Staff: true},
		Event: inventory.Event{ID: f.event, OrgID: org, Zone: time.UTC,
			StartsAt: now + inventory.Instant(30*inventory.Day), EndsAt: now + inventory.Instant(31*inventory.Day),
			Settings: inventory.Settings{Waitlist: inventory.WaitlistSettings{
				Promotion: inventory.PromoteOffer, PartyPolicy: inventory.BoundedSkip, PositionDisplay: inventory.PositionExact, ClaimWindow: 6 * inventory.Hour,
			}}},
		Pools: []inventory.Pool{{ID: pool, Name: "All", Capacity: 9}}, Tiers: []inventory.Tier{{ID: tier, Name: "General", Pools: []string{pool}}}, Publish: true,
	}))
	for name, person := range map[string]*string{"ann": &f.ann, "bob": &f.bob} {
		*person = f.ids.In(id.Person, f.event)
		f.must(f.submit(t.Context(), f.event, inventory.Register{
			Who: inventory.Who{Actor: "public"}, OrderID: f.ids.In(id.Order, f.event),
			Party: inventory.Party{UserID: name, Profile: inventory.Profile{Email: name + "@example.org", Name: name}, Tier: tier, Guests: "[]", Units: 1,
				PersonID: *person, EntryID: f.ids.In(id.Entry, f.event)},
		}))
	}
	f.ada, f.owner = f.account("ada@example.org"), f.account("olga@example.org")
	f.must(st.Organizations.AddMember(t.Context(), organizations.Member{ID: f.ids.Top(id.Member), OrgID: org, Address: "olga@example.org", Email: "olga@example.org", Role: "owner", CreatedAt: 1}, nil))
	return f
}

// account signs somebody in.
func (f *fixture) account(address string) string {
	f.t.Helper()
	link := organizations.SignInLink{ID: f.ids.Top(id.SignIn), Purpose: "sign_in", Address: address, Email: address, CreatedAt: 1, ExpiresAt: 1 << 60}
	err := f.store.Accounts.CreateSignInLink(f.t.Context(), link, nil)
	f.must(err)
	session := organizations.Session{ID: f.ids.Top(id.Session), Method: "link", CreatedAt: 2, SeenAt: 2, ExpiresAt: 1 << 60}
	copy(session.Hash[:], address)
	a, err := f.store.Accounts.SignIn(f.t.Context(), link.ID, f.ids.Top(id.Account), session, nil)
	f.must(err)
	return a.ID
}

// keeper is that of a process that has just started.
func (f *fixture) keeper(files objectstore.Store) *erasure.Keeper {
	f.t.Helper()
	k, err := erasure.New(erasure.Config{
		Store: f.store, Files: files, Submit: f.submit, Now: time.Now, Log: slog.New(slog.DiscardHandler),
		PersonKey:   func(org, user string) string { return fmt.Sprint(org, user) },
		ForgetPlace: noPlaces, ForgetEntrant: func(ctx context.Context, event, address string) error {
			return f.joins.Forget(ctx, event, joins.AccountIdentity(address))
		},
	})
	f.must(err)
	return k
}

func (f *fixture) email(person string) string {
	f.t.Helper()
	text, err := f.store.People.PersonEmail(f.t.Context(), f.event, person)
	f.must(err)
	return text
}

// names are the files of the list.
func (f *fixture) names() (n int) {
	f.t.Helper()
	f.must(f.files.List(f.t.Context(), "erasures", func(string) error {
		n++
		return nil
	}))
	return n
}

// TestKept: whoever is erased is in the list, once.
func TestKept(t *testing.T) {
	engines(t, func(f *fixture) {
		k := f.keeper(f.files)
		f.must(k.Work(f.t.Context()))
		f.must(k.Person(f.t.Context(), f.event, f.ann, inventory.Who{Actor: f.ann}))
		f.must(f.store.Erasures.EraseAccount(f.t.Context(), f.ada, 7))
		if err := k.Person(f.t.Context(), f.event, f.ids.In(id.Person, f.event), inventory.Who{}); !errors.Is(err, database.ErrNotFound) {
			f.t.Errorf("nobody: %v", err)
		}
		if err := f.store.Erasures.EraseAccount(f.t.Context(), f.owner, 7); !errors.Is(err, organizations.ErrLastOwner) {
			f.t.Errorf("the last owner: %v", err)
		}
		for range 2 {
			f.must(k.Work(f.t.Context()))
			if n := f.names(); n != 2 {
				f.t.Errorf("%d in the list", n)
			}
		}
		left, err := f.store.Erasures.ErasuresToKeep(f.t.Context(), 10)
		f.must(err)
		if len(left) != 0 || f.email(f.ann) != "" || f.email(f.bob) == "" {
			f.t.Errorf("left %v; ann %q, bob %q", left, f.email(f.ann), f.email(f.bob))
		}
	})
}

// TestRestored: a database from before the erasures, and the list.
func TestRestored(t *testing.T) {
	engines(t, func(f *fixture) {
		for _, name := range []string{f.ann, f.ada, f.owner, f.ids.In(id.Person, f.ids.Top(id.Event)), "no-id"} {
			f.must(f.files.Put(f.t.Context(), "erasures/"+name, strings.NewReader(""), 0, "text/plain"))
		}
		signer, err := tlog.OpenSigner(filepath.Join(f.t.TempDir(), "log.key"), "holdfast.test")
		f.must(err)
		logs := &publiclog.Logs{Store: f.store, Signer: signer, Log: slog.New(slog.DiscardHandler)}
		// gone is how many entries of the public log nothing opens any more.
		gone := func() (n int) {
			f.t.Helper()
			_, err := logs.Grow(f.t.Context(), f.event)
			f.must(err)
			bundle, err := f.store.Logs.Bundle(f.t.Context(), f.event, 0)
			f.must(err)
			for i := range len(bundle.Salts) / len(tlog.Salt{}) {
				if tlog.SaltAt(bundle.Salts, i).Erased() {
					n++
				}
			}
			return n
		}
		if n := gone(); n != 0 {
			f.t.Errorf("nothing opens %d entries, and nobody is erased", n)
		}
		for range 2 { // the second finds nothing to do
			f.must(f.keeper(f.files).Work(f.t.Context()))
			if n := gone(); n != 3 { // ann registered, gave that up, and was erased
				f.t.Errorf("nothing opens %d entries", n)
			}
			if f.email(f.ann) != "" || f.email(f.bob) == "" {
				f.t.Errorf("ann %q, bob %q", f.email(f.ann), f.email(f.bob))
			}
			if _, err := f.store.Accounts.Account(f.t.Context(), f.ada); !errors.Is(err, database.ErrNotFound) {
				f.t.Errorf("the account is back: %v", err)
			}
			if _, err := f.store.Accounts.Account(f.t.Context(), f.owner); err != nil {
				f.t.Errorf("an organization has no owner any more: %v", err)
			}
		}
		lines, err := f.store.Events.Story(f.t.Context(), f.event, f.ann, 0, 10)
		f.must(err)
		if last := lines[len(lines)-1]; last.Actor != "system" || last.Reason != inventory.ReasonPersonErased {
			f.t.Errorf("the story ends with %+v", last)
		}
	})
}

// away is a store of files that cannot be reached at first.
type away struct {
	objectstore.Store
	down bool
}

func (a *away) List(ctx context.Context, folder string, each func(string) error) error {
	if a.down {
		return errors.New("unreachable")
	}
	return a.Store.List(ctx, folder, each)
}

// TestUnreachable: what could not be read at the start is read later.
func TestUnreachable(t *testing.T) {
	f := newFixture(t, testdb.SQLite(t))
	f.must(f.files.Put(t.Context(), "erasures/"+f.ann, strings.NewReader(""), 0, "text/plain"))
	files := &away{f.files, true}
	k := f.keeper(files)
	if err := k.Work(t.Context()); err == nil || f.email(f.ann) == "" {
		t.Errorf("worked: %v", err)
	}
	files.down = false
	f.must(k.Work(t.Context()))
	if f.email(f.ann) != "" {
		t.Error("not erased again")
	}
}
