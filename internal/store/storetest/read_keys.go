package storetest

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
)

func readKeys(t *testing.T, s *store.Store) {
	ctx := t.Context()
	for i, name := range []string{"Keys A", "Keys B"} {
		o := organizations.Organization{ID: fmt.Sprint("org_keys_", i), Name: name, CreatedAt: 11}
		if err := s.Organizations.CreateOrganization(ctx, o); err != nil {
			t.Fatal(err)
		}
		wantErr(t, s.Organizations.CreateOrganization(ctx, o), database.ErrConflict)
	}
	a, b := organizations.Organization{ID: "org_keys_0", Name: "Keys A", CreatedAt: 11}, organizations.Organization{ID: "org_keys_1", Name: "Keys B", CreatedAt: 11}
	same(t, must[[]organizations.Organization](t)(s.Organizations.AllOrganizations(ctx, "org_keys", 2)), []organizations.Organization{a, b})
	same(t, must[[]organizations.Organization](t)(s.Organizations.AllOrganizations(ctx, "org_keys_0", 1)), []organizations.Organization{b})
	for _, name := range []string{"Keys B", "org_keys_1"} {
		same(t, must[*organizations.Organization](t)(s.Organizations.OrganizationNamed(ctx, name)), &b)
	}
	_, err := s.Organizations.OrganizationNamed(ctx, "Keys")
	wantErr(t, err, database.ErrNotFound)

	key := func(n int, org string) organizations.APIKey {
		return organizations.APIKey{ID: fmt.Sprint("key_", n), OrgID: org, Name: "n", Role: "organizer", CreatedAt: 12, ExpiresAt: 13,
			Hash: sha256.Sum256(fmt.Append(nil, n))}
	}
	one, two, three := key(1, "org_keys_0"), key(2, "org_keys_0"), key(3, "org_keys_1")
	two.EventID = "evt_keys"
	for _, k := range []organizations.APIKey{one, two, three} {
		if err := s.Organizations.CreateAPIKey(ctx, k); err != nil {
			t.Fatal(err)
		}
	}
	twin := key(4, "org_keys_0")
	twin.Hash = one.Hash
	wantErr(t, s.Organizations.CreateAPIKey(ctx, twin), database.ErrConflict)
	wantErr(t, s.Organizations.CreateAPIKey(ctx, key(5, "org_nobody")), database.ErrConstraint)
	king := key(6, "org_keys_0")
	king.Role = "king"
	wantErr(t, s.Organizations.CreateAPIKey(ctx, king), database.ErrConstraint)

	// Nobody owns a single event.
	lord := key(7, "org_keys_0")
	lord.Role, lord.EventID = "owner", "evt_keys"
	wantErr(t, s.Organizations.CreateAPIKey(ctx, lord), database.ErrConstraint)

	same(t, must[*organizations.APIKey](t)(s.Organizations.APIKeyByHash(ctx, one.Hash)), &one)
	_, err = s.Organizations.APIKeyByHash(ctx, [32]byte{1})
	wantErr(t, err, database.ErrNotFound)
	same(t, must[[]organizations.APIKey](t)(s.Organizations.APIKeys(ctx, "org_keys_0")), []organizations.APIKey{one, two})

	wantErr(t, s.Organizations.RevokeAPIKey(ctx, "org_keys_0", three.ID, 20), database.ErrNotFound)
	wantErr(t, s.Organizations.RevokeAPIKey(ctx, "org_keys_0", "key_none", 20), database.ErrNotFound)
	for _, now := range []int64{20, 30} { // again changes nothing
		if err := s.Organizations.RevokeAPIKey(ctx, "org_keys_0", one.ID, instant(now)); err != nil {
			t.Fatal(err)
		}
	}
	one.RevokedAt = 20
	same(t, must[*organizations.APIKey](t)(s.Organizations.APIKeyByHash(ctx, one.Hash)), &one)
	same(t, must[*organizations.APIKey](t)(s.Organizations.APIKeyByHash(ctx, three.Hash)), &three)
}

// readServerKey lets servers start at once: all must get the key of the first. Then
// all keys are wrapped anew, or none.
func readServerKey(t *testing.T, s *store.Store) {
	ctx := t.Context()
	const servers = 8
	got := make([]*organizations.ServerKey, servers)
	var wg sync.WaitGroup
	for i := range servers {
		wg.Go(func() {
			k, err := s.Organizations.ServerKey(ctx, organizations.ServerKey{
				Purpose: "ticket", Secret: fmt.Appendf(nil, "secret %d", i), KeyVersion: int64(i), KeyID: fmt.Sprint("id ", i), CreatedAt: 5,
			})
			if err != nil {
				t.Error(err)
			}
			got[i] = k
		})
	}
	wg.Wait()
	for _, k := range got {
		same(t, k, got[0])
	}
	link := organizations.ServerKey{Purpose: "link", Secret: []byte("another"), KeyVersion: 1, KeyID: "one", CreatedAt: 6}
	same(t, must[*organizations.ServerKey](t)(s.Organizations.ServerKey(ctx, link)), &link)
	same(t, must[[]organizations.ServerKey](t)(s.Organizations.ServerKeys(ctx)), []organizations.ServerKey{link, *got[0]})

	broken := errors.New("it cannot")
	err := s.Organizations.RewrapServerKeys(ctx, func(list []organizations.ServerKey) error {
		list[0].KeyID = "lost"
		return broken
	})
	if !errors.Is(err, broken) {
		t.Errorf("an error of wrap: %v", err)
	}
	same(t, must[[]organizations.ServerKey](t)(s.Organizations.ServerKeys(ctx)), []organizations.ServerKey{link, *got[0]})

	// Rotations at once come one after the other.
	for range servers {
		wg.Go(func() {
			err := s.Organizations.RewrapServerKeys(ctx, func(list []organizations.ServerKey) error {
				for i := range list {
					list[i].KeyVersion += 10
					list[i].Secret = append(list[i].Secret, '+')
				}
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for i, k := range must[[]organizations.ServerKey](t)(s.Organizations.ServerKeys(ctx)) {
		before := []organizations.ServerKey{link, *got[0]}[i]
		before.KeyVersion += 10 * servers
		before.Secret = append(bytes.Clone(before.Secret), bytes.Repeat([]byte{'+'}, servers)...)
		same(t, k, before)
	}
}

func pruneReplies(t *testing.T, s *store.Store) {
	tx := must2(t, s)
	var rows [][]any
	for i := range 10 {
		rows = append(rows, []any{"evt_prune", fmt.Sprint("caller", i%2), fmt.Sprint("key", i), bytes.Repeat([]byte{byte(i)}, 32), "{}", 100 + i})
	}
	insert(t, tx, "idempotency_keys", rows, "scope, caller, key, body_hash, reply, created_at")
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		k := database.Key{Scope: "evt_prune", Caller: fmt.Sprint("caller", i), Key: fmt.Sprint("key", i)}
		r := must[*database.Reply](t)(s.Replies.ReplyTo(t.Context(), &k))
		k.BodyHash = [32]byte(bytes.Repeat([]byte{byte(i)}, 32))
		same(t, r, &database.Reply{Key: k, Reply: "{}"})
		k.Key = "none"
		_, err := s.Replies.ReplyTo(t.Context(), &k)
		wantErr(t, err, database.ErrNotFound)
	}
	prune := must[int64](t)
	same(t, prune(s.Replies.PruneReplies(t.Context(), 107, 5)), int64(5))
	same(t, prune(s.Replies.PruneReplies(t.Context(), 107, 5)), int64(2))
	same(t, prune(s.Replies.PruneReplies(t.Context(), 107, 5)), int64(0))
	var left []string
	err := s.Snapshot(t.Context(), func(v *snapshot.Snapshot) error {
		return v.Replies(func(r *snapshot.ReplyRecord) error {
			if r.Key.Scope == "evt_prune" {
				left = append(left, r.Key.Caller+" "+r.Key.Key)
				same(t, r.CreatedAt, instant(100+int64(r.Key.BodyHash[0])))
			}
			return nil
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	same(t, left, []string{"caller0 key8", "caller1 key7", "caller1 key9"})
}
