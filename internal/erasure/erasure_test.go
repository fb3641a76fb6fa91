package erasure_test

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/erasure"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// house is an event with two people, two accounts, and somewhere to keep files.
type house struct {
	t          *testing.T
	store      *store.Store
	seq        *sequencer.Sequencer
	files      objectstore.Store
	ids        *id.Maker
	event      string
	ann, bob   string // people
	ada, owner string // accounts
}

func engines(t *testing.T, test func(h *house)) {
	t.Run("sqlite", func(t *testing.T) { test(newHouse(t, testdb.SQLite(t))) })
	t.Run("postgres", func(t *testing.T) { test(newHouse(t, testdb.Postgres(t))) })
}

func (h *house) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *house) submit(ctx context.Context, event string, cmd inventory.Command) error {
	reply, err := h.seq.Submit(ctx, sequencer.Request{EventID: event, Command: cmd, Details: store.Details{Title: "Concert"}.All()})
	if err == nil && reply.Code != inventory.OK {
		err = errors.New(string(reply.Code))
	}
	return err
}

func newHouse(t *testing.T, url string) *house {
	h := &house{t: t, ids: &id.Maker{}}
	st, err := store.Open(t.Context(), store.Config{URL: url, Log: slog.New(slog.DiscardHandler)})
	h.must(err)
	t.Cleanup(func() { h.must(st.Close()) })
	h.store = st
	h.files, err = objectstore.Open(t.TempDir(), objectstore.Credentials{})
	h.must(err)
	h.seq, err = sequencer.New(sequencer.Config{WriterConfig: sequencer.WriterConfig{
		Store: st, SigningKey: ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)), Log: slog.New(slog.DiscardHandler),
	}})
	h.must(err)
	t.Cleanup(func() { h.must(h.seq.Close(context.Background())) })
	org := h.ids.Top(id.Organization)
	h.must(st.Organizations.CreateOrganization(t.Context(), store.Organization{ID: org, Name: "Test", CreatedAt: 1}))
	h.event = h.ids.Top(id.Event)
	tier, pool, now := h.ids.In(id.Tier, h.event), h.ids.In(id.Pool, h.event), inventory.At(time.Now())
	h.must(h.submit(t.Context(), h.event, inventory.Create{
		Who: inventory.Who{Actor: "system", Staff: true},
		Event: inventory.Event{ID: h.event, OrgID: org, Zone: time.UTC,
			StartsAt: now + inventory.Instant(30*inventory.Day), EndsAt: now + inventory.Instant(31*inventory.Day),
			Settings: inventory.Settings{Waitlist: inventory.WaitlistSettings{
				Promotion: inventory.PromoteOffer, PartyPolicy: inventory.BoundedSkip, PositionDisplay: inventory.PositionExact, ClaimWindow: 6 * inventory.Hour,
			}}},
		Pools: []inventory.Pool{{ID: pool, Name: "All", Capacity: 9}}, Tiers: []inventory.Tier{{ID: tier, Name: "General", Pools: []string{pool}}}, Publish: true,
	}))
	for name, person := range map[string]*string{"ann": &h.ann, "bob": &h.bob} {
		*person = h.ids.In(id.Person, h.event)
		h.must(h.submit(t.Context(), h.event, inventory.Register{
			Who: inventory.Who{Actor: "public"}, OrderID: h.ids.In(id.Order, h.event),
			Party: inventory.Party{UserID: name, Profile: inventory.Profile{Email: name + "@example.org", Name: name}, Tier: tier, Guests: "[]", Units: 1,
				PersonID: *person, EntryID: h.ids.In(id.Entry, h.event)},
		}))
	}
	h.ada, h.owner = h.account("ada@example.org"), h.account("olga@example.org")
	h.must(st.Organizations.AddMember(t.Context(), store.Member{ID: h.ids.Top(id.Member), OrgID: org, Address: "olga@example.org", Email: "olga@example.org", Role: "owner", CreatedAt: 1}, nil))
	return h
}

// account signs somebody in.
func (h *house) account(address string) string {
	h.t.Helper()
	link := store.SignInLink{ID: h.ids.Top(id.SignIn), Purpose: "sign_in", Address: address, Email: address, CreatedAt: 1, ExpiresAt: 1 << 60}
	_, err := h.store.Accounts.CreateSignInLink(h.t.Context(), link, nil, 0, 0)
	h.must(err)
	session := store.Session{ID: h.ids.Top(id.Session), Method: "link", CreatedAt: 2, SeenAt: 2, ExpiresAt: 1 << 60}
	copy(session.Hash[:], address)
	a, err := h.store.Accounts.SignIn(h.t.Context(), link.ID, h.ids.Top(id.Account), session, nil)
	h.must(err)
	return a.ID
}

// keeper is that of a process that has just started.
func (h *house) keeper(files objectstore.Store) *erasure.Keeper {
	h.t.Helper()
	k, err := erasure.New(erasure.Config{
		Store: h.store, Files: files, Submit: h.submit, Now: time.Now, Log: slog.New(slog.DiscardHandler),
		PersonKey: func(org, user string) string { return fmt.Sprint(org, user) },
	})
	h.must(err)
	return k
}

func (h *house) email(person string) string {
	h.t.Helper()
	text, err := h.store.People.PersonEmail(h.t.Context(), h.event, person)
	h.must(err)
	return text
}

// names are the files of the list.
func (h *house) names() (n int) {
	h.t.Helper()
	h.must(h.files.List(h.t.Context(), "erasures", func(string) error {
		n++
		return nil
	}))
	return n
}

// TestKept: who is erased is in the list, once.
func TestKept(t *testing.T) {
	engines(t, func(h *house) {
		k := h.keeper(h.files)
		h.must(k.Work(h.t.Context()))
		h.must(k.Person(h.t.Context(), h.event, h.ann, inventory.Who{Actor: h.ann}))
		h.must(h.store.Accounts.EraseAccount(h.t.Context(), h.ada, 7))
		if err := k.Person(h.t.Context(), h.event, h.ids.In(id.Person, h.event), inventory.Who{}); !errors.Is(err, store.ErrNotFound) {
			h.t.Errorf("nobody: %v", err)
		}
		if err := h.store.Accounts.EraseAccount(h.t.Context(), h.owner, 7); !errors.Is(err, store.ErrLastOwner) {
			h.t.Errorf("the last owner: %v", err)
		}
		for range 2 {
			h.must(k.Work(h.t.Context()))
			if n := h.names(); n != 2 {
				h.t.Errorf("%d in the list", n)
			}
		}
		left, err := h.store.Erasures.ErasuresToKeep(h.t.Context(), 10)
		h.must(err)
		if len(left) != 0 || h.email(h.ann) != "" || h.email(h.bob) == "" {
			h.t.Errorf("left %v; ann %q, bob %q", left, h.email(h.ann), h.email(h.bob))
		}
	})
}

// TestRestored: a database from before the erasures, and the list.
func TestRestored(t *testing.T) {
	engines(t, func(h *house) {
		for _, name := range []string{h.ann, h.ada, h.owner, h.ids.In(id.Person, h.ids.Top(id.Event)), "no-id"} {
			h.must(h.files.Put(h.t.Context(), "erasures/"+name, strings.NewReader(""), 0, "text/plain"))
		}
		for range 2 { // the second finds nothing to do
			h.must(h.keeper(h.files).Work(h.t.Context()))
			if h.email(h.ann) != "" || h.email(h.bob) == "" {
				h.t.Errorf("ann %q, bob %q", h.email(h.ann), h.email(h.bob))
			}
			if _, err := h.store.Accounts.Account(h.t.Context(), h.ada); !errors.Is(err, store.ErrNotFound) {
				h.t.Errorf("the account is back: %v", err)
			}
			if _, err := h.store.Accounts.Account(h.t.Context(), h.owner); err != nil {
				h.t.Errorf("an organization has no owner any more: %v", err)
			}
		}
		lines, err := h.store.Events.Story(h.t.Context(), h.event, h.ann, 0, 10)
		h.must(err)
		if last := lines[len(lines)-1]; last.Actor != "system" || last.Reason != inventory.ReasonPersonErased {
			h.t.Errorf("the story ends with %+v", last)
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
	h := newHouse(t, testdb.SQLite(t))
	h.must(h.files.Put(t.Context(), "erasures/"+h.ann, strings.NewReader(""), 0, "text/plain"))
	files := &away{h.files, true}
	k := h.keeper(files)
	if err := k.Work(t.Context()); err == nil || h.email(h.ann) == "" {
		t.Errorf("worked: %v", err)
	}
	files.down = false
	h.must(k.Work(t.Context()))
	if h.email(h.ann) != "" {
		t.Error("not erased again")
	}
}
