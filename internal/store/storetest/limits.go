package storetest

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// room is how many more there may be of a kind when many are made at once.
const room = 3

// atOnce makes more at the same moment than there is room for: each is made or refused
// with ErrLimit, and as many are made as there is room for.
func atOnce(t *testing.T, what string, try func(i int) error) {
	t.Helper()
	var wg sync.WaitGroup
	errs := make([]error, 2*room+2)
	for i := range errs {
		wg.Go(func() { errs[i] = try(i) })
	}
	wg.Wait()
	made := 0
	for _, err := range errs {
		if err == nil {
			made++
		} else if !errors.Is(err, database.ErrLimit) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if made != room {
		t.Errorf("%d %s were made, and there was room for %d", made, what, room)
	}
}

func upTo(n int) string {
	return fmt.Sprintf("with recursive numbers(i) as (select 1 union all select i + 1 from numbers where i < %d) ", n)
}

// testLimits: what people make without an end has one, also when many are made at once.
func testLimits(t *testing.T, open Open) {
	s := open(t)
	ctx := t.Context()
	for i := range 2*room + 3 {
		if err := s.Organizations.CreateOrganization(ctx, organizations.Organization{ID: fmt.Sprint("org_", i), Name: "L", CreatedAt: 1}); err != nil {
			t.Fatal(err)
		}
	}

	key := func(i int) organizations.APIKey {
		return organizations.APIKey{ID: fmt.Sprint("key_", i), OrgID: "org_0", Name: "n", Role: "door", CreatedAt: 1, Hash: sha256.Sum256(fmt.Append(nil, i))}
	}
	for i := range organizations.MaxAPIKeys - room {
		if err := s.Organizations.CreateAPIKey(ctx, key(1000+i)); err != nil {
			t.Fatal(err)
		}
	}
	atOnce(t, "keys", func(i int) error { return s.Organizations.CreateAPIKey(ctx, key(i)) })
	if err := s.Organizations.RevokeAPIKey(ctx, "org_0", "key_1000", 9); err != nil {
		t.Fatal(err)
	}
	if err := s.Organizations.CreateAPIKey(ctx, key(999)); err != nil {
		t.Errorf("after one was revoked: %v", err)
	}
	if list := must[[]organizations.APIKey](t)(s.Organizations.APIKeys(ctx, "org_0")); len(list) != organizations.MaxAPIKeys+1 {
		t.Errorf("%d keys are listed, want %d and the one that is revoked", len(list), organizations.MaxAPIKeys)
	}

	const member = "insert into members (id, org_id, address, email, name, role, created_at, salt) "
	execRaw(t, s, member+upTo(organizations.MaxMembers-room)+"select 'mem_o' || cast(i as text), 'org_0', 'm' || cast(i as text), '', '', 'door', 1, '' from numbers")
	join := func(id, org, address string) error {
		return s.Organizations.AddMember(ctx, organizations.Member{ID: id, OrgID: org, Address: address, Email: address, Role: "door", CreatedAt: 1}, nil)
	}
	atOnce(t, "members", func(i int) error { return join(fmt.Sprint("mem_", i), "org_0", fmt.Sprint("new", i)) })
	if list := must[[]organizations.Member](t)(s.Organizations.Members(ctx, "org_0")); len(list) != organizations.MaxMembers {
		t.Errorf("%d members are listed, want %d", len(list), organizations.MaxMembers)
	}

	execRaw(t, s, "insert into organizations (id, name, created_at) "+upTo(organizations.MaxMemberships-room)+"select 'org_more' || cast(i as text), 'M', 1 from numbers")
	execRaw(t, s, member+upTo(organizations.MaxMemberships-room)+"select 'mem_a' || cast(i as text), 'org_more' || cast(i as text), 'busy', '', '', 'door', 1, '' from numbers")
	atOnce(t, "memberships", func(i int) error { return join(fmt.Sprint("mem_b", i), fmt.Sprint("org_", i+1), "busy") })

	execRaw(t, s, "insert into accounts (id, address, email, name, locale, created_at) values ('acc_1', 'a', 'a', '', 'en', 1)")
	session := func(i int) organizations.Session {
		return organizations.Session{ID: fmt.Sprintf("ses_%03d", i), AccountID: "acc_1", Hash: sha256.Sum256(fmt.Append(nil, "s", i)), Method: "link", CreatedAt: instant(int64(i)), SeenAt: instant(int64(1000 - i)), ExpiresAt: 5000}
	}
	for i := range organizations.MaxSessions + 2 { // the first was used last
		if err := s.Accounts.OpenSession(ctx, session(i), nil); err != nil {
			t.Fatal(err)
		}
	}
	list := must[[]organizations.Session](t)(s.Accounts.Sessions(ctx, "acc_1", 10))
	if n := len(list); n != organizations.MaxSessions || list[0].ID != "ses_000" || list[n-1].ID != session(organizations.MaxSessions+1).ID {
		t.Errorf("%d sessions from %s to %s, want %d: the new one, and those that were used last", n, list[0].ID, list[n-1].ID, organizations.MaxSessions)
	}
}
