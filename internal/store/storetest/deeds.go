package storetest

import (
	"fmt"
	"sync"
	"testing"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
)

// testDeeds has two servers change two organizations in every way at once: the rows of
// each are one chain, in which nothing is missing and nobody waited for somebody who
// waited for them.
func testDeeds(t *testing.T, open Open) {
	first, ctx := open(t), t.Context()
	stores := []*store.Store{first, open(t)}
	fixtures := []*Fixture{NewFixture(t, first), NewFixture(t, first)}
	const each = 4
	var all sync.WaitGroup
	try := func(what string, do func() error) {
		all.Go(func() {
			if err := do(); err != nil {
				t.Errorf("%s: %v", what, err)
			}
		})
	}
	for n := range each { // who is a member of both, and will be erased
		a := organizations.Account{ID: fmt.Sprint("acc_", n), Address: fmt.Sprint("a", n, "@x.org"), CreatedAt: 1}
		l := organizations.SignInLink{ID: fmt.Sprint("sgn_deeds", n), Purpose: "sign_in", Address: a.Address, Email: a.Address, CreatedAt: 1, ExpiresAt: 1000}
		if err := first.Accounts.CreateSignInLink(ctx, l, nil); err != nil {
			t.Fatal(err)
		}
		must[*organizations.Account](t)(first.Accounts.SignIn(ctx, l.ID, a.ID, session(n, 2, 500), nil))
		for i, h := range fixtures {
			m := organizations.Member{ID: fmt.Sprint("mem_", i, "_", n), OrgID: h.Org, Address: a.Address, Email: a.Address, Role: "viewer", CreatedAt: 1}
			if err := first.Organizations.AddMember(ctx, m, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	for n := range each {
		s := stores[n%len(stores)]
		try("erase", func() error { return s.Erasures.EraseAccount(ctx, fmt.Sprint("acc_", n), 9) })
		for i, h := range fixtures {
			name := fmt.Sprint(i, "_", n)
			try("key", func() error {
				k := organizations.APIKey{ID: "key_" + name, OrgID: h.Org, Role: "door", Hash: [32]byte{byte(i), byte(n), 1}, CreatedAt: 1}
				if err := s.Organizations.CreateAPIKey(ctx, k); err != nil {
					return err
				}
				return s.Organizations.RevokeAPIKey(ctx, h.Org, k.ID, 5)
			})
			try("member", func() error {
				m := organizations.Member{ID: "mem_new" + name, OrgID: h.Org, Address: name + "@x.org", Role: "door", CreatedAt: 1}
				if err := s.Organizations.AddMember(ctx, m, nil); err != nil {
					return err
				}
				return s.Organizations.ChangeMember(ctx, h.Org, m.ID, "M", "viewer", nil)
			})
			try("profile", func() error {
				return s.Organizations.ChangeProfile(ctx, organizations.Profile{ID: h.Org, Name: name})
			})
			try("webhook", func() error {
				return s.Webhooks.CreateWebhook(ctx, messages.WebhookEndpoint{ID: "whk_" + name, OrgID: h.Org, URL: "https://x.org/", State: "enabled", CreatedAt: 1})
			})
			try("event", func() error {
				event := h.Beside(s)
				event.Event = h.ids.Top("evt_")
				event.Pool, event.Tier = event.In("pol_"), event.In("tir_")
				event.Must(event.CreateCommand(3, nil))
				return nil
			})
			try("heads", func() error { _, err := s.Organizations.TakeHeads(ctx, h.Org); return err })
		}
	}
	all.Wait()
	for _, h := range fixtures {
		// Whatever the heads were taken of earlier, these are all that are left.
		left := must[int](t)(first.Organizations.TakeHeads(ctx, h.Org))
		if n := must[int](t)(stores[1].Organizations.TakeHeads(ctx, h.Org)); n != 0 || left > each {
			t.Errorf("%d heads left, and then %d", left, n)
		}
		wantDeeds(t, first, h.Org, map[audit.Action]int{
			audit.OrganizationCreated: 1, audit.OrganizationChanged: each, audit.KeyCreated: each, audit.KeyRevoked: each,
			audit.MemberAdded: 2 * each, audit.MemberChanged: each, audit.MemberRemoved: each, audit.WebhookCreated: each,
			audit.EventCreated: each, audit.HeadTaken: each,
		})
	}
}

// wantDeeds compares how many rows of each kind an organization has, and hashes them.
func wantDeeds(t *testing.T, s *store.Store, org string, want map[audit.Action]int) {
	t.Helper()
	have := map[audit.Action]int{}
	var last organizations.Deed
	err := s.Snapshot(t.Context(), func(v *snapshot.Snapshot) error {
		clear(have)
		last = organizations.Deed{}
		return v.Deeds(org, func(d *organizations.Deed) error {
			if hash := audit.ChainDeeds(last.Hash, org, []audit.Deed{d.Deed})[0]; hash != d.Hash || d.Seq != last.Seq+1 {
				t.Errorf("row %d after row %d: the hash fits: %v", d.Seq, last.Seq, hash == d.Hash)
			}
			have[d.Action]++
			last = *d
			return nil
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	same(t, have, want)
}
