package storetest

import (
	"crypto/sha256"
	"fmt"
	"sync"
	"testing"

	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

func session(n int, at, ends int64) organizations.Session {
	return organizations.Session{ID: fmt.Sprint("ses_", n), Hash: sha256.Sum256(fmt.Append(nil, "s", n)), Method: "link", Agent: "a",
		CreatedAt: instant(at), SeenAt: instant(at), ExpiresAt: instant(ends)}
}

func accounts(t *testing.T, s *store.Store) {
	ctx := t.Context()
	link := func(n int, created, expires int64) organizations.SignInLink {
		return organizations.SignInLink{ID: fmt.Sprint("sgn_", n), Purpose: "sign_in", Address: "ada@x.org", Email: "Ada@x.org", Locale: "de",
			CreatedAt: instant(created), ExpiresAt: instant(expires)}
	}
	job := &database.Job{Kind: "write_letter_test", Args: []byte(`{"a":1}`), Queue: "other", Priority: 1, MaxAttempts: 3}
	for _, l := range []organizations.SignInLink{link(0, 100, 200), link(1, 100, 200), link(3, 160, 300)} {
		if err := s.Accounts.CreateSignInLink(ctx, l, job); err != nil {
			t.Fatalf("link %s: %v", l.ID, err)
		}
	}
	want := link(0, 100, 200)
	same(t, must[*organizations.SignInLink](t)(s.Accounts.SignInLink(ctx, "sgn_0")), &want)
	_, err := s.Accounts.SignInLink(ctx, "sgn_2")
	wantErr(t, err, database.ErrNotFound)

	account := must[*organizations.Account](t)(s.Accounts.SignIn(ctx, "sgn_0", "acc_1", session(1, 150, 500), nil))
	same(t, account, &organizations.Account{ID: "acc_1", Address: "ada@x.org", Email: "Ada@x.org", Locale: "de", CreatedAt: 150})
	_, err = s.Accounts.SignIn(ctx, "sgn_0", "acc_2", session(2, 151, 500), nil)
	wantErr(t, err, organizations.ErrEnded)
	_, err = s.Accounts.SignIn(ctx, "sgn_1", "acc_2", session(2, 200, 500), nil) // at its end
	wantErr(t, err, organizations.ErrEnded)
	_, err = s.Accounts.SignIn(ctx, "sgn_none", "acc_2", session(2, 151, 500), nil)
	wantErr(t, err, database.ErrNotFound)
	one := session(1, 150, 500)
	if a := must[*organizations.Account](t)(s.Accounts.SignIn(ctx, "sgn_3", "acc_2", session(2, 170, 600), &one.Hash)); a.ID != "acc_1" {
		t.Errorf("a second account for one address: %+v", a)
	}
	_, err = s.Accounts.LoginByHash(ctx, one.Hash)
	wantErr(t, err, database.ErrNotFound) // replaced
	two := session(2, 170, 600)
	two.AccountID = "acc_1"
	login := must[*organizations.Login](t)(s.Accounts.LoginByHash(ctx, two.Hash))
	same(t, login.Session, two)
	same(t, login.Account, *account)
	if err := s.Accounts.OpenSession(ctx, func() organizations.Session { v := session(3, 171, 400); v.AccountID = "acc_1"; return v }(), nil); err != nil {
		t.Fatal(err)
	}
	if list := must[[]organizations.Session](t)(s.Accounts.Sessions(ctx, "acc_1", 400)); len(list) != 1 || list[0].ID != "ses_2" {
		t.Errorf("sessions that have not expired: %+v", list)
	}
	if err := s.Accounts.ProlongSession(ctx, "ses_2", 300, 700); err != nil {
		t.Fatal(err)
	}
	if err := s.Accounts.ProlongSession(ctx, "ses_none", 300, 700); err != nil {
		t.Fatal(err)
	}
	if l := must[*organizations.Login](t)(s.Accounts.LoginByHash(ctx, two.Hash)); l.Session.SeenAt != 300 || l.Session.ExpiresAt != 700 {
		t.Errorf("prolonged: %+v", l.Session)
	}
	wantErr(t, s.Accounts.EndSession(ctx, "acc_other", "ses_2"), database.ErrNotFound)
	if err := s.Accounts.ChangeAccount(ctx, "acc_1", "Ada", "en"); err != nil {
		t.Fatal(err)
	}
	wantErr(t, s.Accounts.ChangeAccount(ctx, "acc_none", "Ada", "en"), database.ErrNotFound)
	if a := must[*organizations.Account](t)(s.Accounts.Account(ctx, "acc_1")); a.Name != "Ada" || a.Locale != "en" {
		t.Errorf("changed: %+v", a)
	}
	_, err = s.Accounts.Account(ctx, "acc_none")
	wantErr(t, err, database.ErrNotFound)
	other := link(4, 160, 300)
	other.Email = "ADA@X.org"
	if err := s.Accounts.CreateSignInLink(ctx, other, nil); err != nil {
		t.Fatal(err)
	}
	if l := must[*organizations.SignInLink](t)(s.Accounts.SignInLink(ctx, "sgn_4")); l.Email != "Ada@x.org" {
		t.Errorf("a link is mailed to %q, want the spelling that is stored", l.Email)
	}
	passkeys(t, s, "acc_1")
	oidcAttempts(t, s)
	// 400: three links, session 3 and an attempt have ended; session 2 has not.
	if n := must[int64](t)(s.Accounts.PruneSignIns(ctx, 401, 10)); n != 6 {
		t.Errorf("%d pruned", n)
	}
	if err := s.Accounts.EndSession(ctx, "acc_1", "ses_2"); err != nil {
		t.Fatal(err)
	}
	_, err = s.Accounts.LoginByHash(ctx, two.Hash)
	wantErr(t, err, database.ErrNotFound)
}

// linkRequests asks for links to sign in from two networks. A link works for ten and
// is mailed again while five are left; two mails of each network count in sixty, and
// five of all.
func linkRequests(t *testing.T, s *store.Store) {
	ctx := t.Context()
	asked := 0
	ask := func(at int64, network, event, want string) {
		t.Helper()
		asked++
		r := organizations.LinkRequest{
			Link: organizations.SignInLink{ID: fmt.Sprint("sgn_r", asked), Purpose: "sign_in", Address: "ask@x.org", Email: "ask@x.org", Locale: "de",
				EventID: event, CreatedAt: instant(at), ExpiresAt: instant(at + 10)},
			Network: network, Since: instant(at - 60), Fresh: instant(at + 5), Remembered: instant(at + 60), PerNetwork: 2, PerAddress: 5,
		}
		got := ""
		sent, err := s.Accounts.RequestSignInLink(ctx, &r, func(link string) (*database.Job, error) {
			got = link
			return &database.Job{Kind: "write_letter_test", Args: []byte(`{"a":1}`), Queue: "other", Priority: 1, MaxAttempts: 3}, nil
		})
		if err != nil || sent != (want != "") || got != want {
			t.Fatalf("request %d: mailed %q (%v, %v), want %q", asked, got, sent, err, want)
		}
	}
	ask(100, "eve", "", "sgn_r1")
	ask(101, "eve", "", "sgn_r1") // the same link, again
	ask(102, "eve", "", "")       // eve's share is used up, and the link is good
	ask(103, "eve", "evt_x", "")
	ask(104, "ada", "", "sgn_r1")      // which is nothing to another network
	ask(105, "ada", "evt_x", "sgn_r6") // a link for an event leads there
	ask(106, "ada", "evt_x", "")       // ada's share
	ask(107, "bob", "evt_x", "sgn_r6") // five in all
	ask(108, "cyd", "evt_x", "")       // and no more while a link is good
	ask(111, "eve", "", "sgn_r10")     // none is: even eve's neighbor gets one
	ask(112, "ada", "", "")            // which was mailed to the address
	must[*organizations.Account](t)(s.Accounts.SignIn(ctx, "sgn_r10", "acc_ask", session(50, 113, 500), nil))
	ask(113, "ada", "", "sgn_r12") // a used link is none
	ask(190, "eve", "", "sgn_r13") // the earlier requests count no more
	ask(191, "eve", "", "sgn_r13")
	ask(192, "eve", "", "")
	if n := must[int64](t)(s.Accounts.PruneSignIns(ctx, 260, 100)); n != 5+9 {
		t.Errorf("%d pruned, want five links and nine requests", n)
	}
	ask(262, "eve", "", "sgn_r16")
}

func members(t *testing.T, s *store.Store) {
	ctx := t.Context()
	for i, name := range []string{"Members A", "Members B"} {
		if err := s.Organizations.CreateOrganization(ctx, organizations.Organization{ID: fmt.Sprint("org_m", i), Name: name, CreatedAt: 11}); err != nil {
			t.Fatal(err)
		}
	}
	if must[bool](t)(s.Organizations.AnyMember(ctx)) {
		t.Error("somebody is a member of nothing")
	}
	// Two set-up links used at once make one owner.
	_, err := s.Organizations.ServerKey(ctx, organizations.ServerKey{Purpose: "link", Secret: make([]byte, 32), CreatedAt: 1})
	if err != nil {
		t.Fatal(err)
	}
	won := make([]error, 4)
	var all sync.WaitGroup
	for i := range won {
		l := organizations.SignInLink{ID: fmt.Sprint("sgn_setup", i), Purpose: "setup", CreatedAt: 1, ExpiresAt: 1000}
		if err := s.Accounts.CreateSignInLink(ctx, l, nil); err != nil {
			t.Fatal(err)
		}
		all.Go(func() {
			v := session(100+i, 10, 500)
			m := organizations.Member{ID: fmt.Sprint("mem_setup", i), OrgID: "org_m0", Address: "olga@x.org", Email: "olga@x.org", Role: "owner", CreatedAt: 10}
			_, won[i] = s.Organizations.SetUp(ctx, l.ID, organizations.Organization{ID: "org_m0"}, organizations.Account{ID: fmt.Sprint("acc_setup", i), Address: "olga@x.org", CreatedAt: 10}, m, v)
		})
	}
	all.Wait()
	owners := 0
	for i, err := range won {
		if err == nil {
			owners++
			continue
		}
		wantErr(t, err, organizations.ErrSetUp)
		_, err = s.Organizations.SetUp(ctx, fmt.Sprint("sgn_setup", i), organizations.Organization{ID: "org_m0"}, organizations.Account{ID: "x", Address: "y"}, organizations.Member{}, session(200, 10, 500))
		wantErr(t, err, organizations.ErrSetUp)
	}
	if owners != 1 {
		t.Fatalf("%d owners set up", owners)
	}
	owner := must[[]organizations.Member](t)(s.Organizations.Members(ctx, "org_m0"))[0]
	if !owner.SignedIn {
		t.Error("the owner has an account")
	}
	add := func(n int, org, address, role string) organizations.Member {
		m := organizations.Member{ID: fmt.Sprint("mem_", n), OrgID: org, Address: address, Email: address, Name: "N", Role: role, CreatedAt: 12, Events: []organizations.EventRole{}, Salt: []byte("sixteen of salt.")}
		if err := s.Organizations.AddMember(ctx, m, nil); err != nil {
			t.Fatal(err)
		}
		return m
	}
	grace := add(1, "org_m0", "grace@x.org", "door")
	add(2, "org_m1", "grace@x.org", "owner")
	wantErr(t, s.Organizations.AddMember(ctx, organizations.Member{ID: "mem_3", OrgID: "org_m0", Address: "grace@x.org", Role: "door"}, nil), database.ErrConflict)
	wantErr(t, s.Organizations.AddMember(ctx, organizations.Member{ID: "mem_3", OrgID: "org_m0", Address: "z@x.org", Role: "king"}, nil), database.ErrConstraint)
	same(t, must[*organizations.Member](t)(s.Organizations.MemberByID(ctx, "org_m0", "mem_1")), &grace)
	_, err = s.Organizations.MemberByID(ctx, "org_m1", "mem_1")
	wantErr(t, err, database.ErrNotFound)
	wantErr(t, s.Organizations.ChangeMember(ctx, "org_m1", "mem_1", "X", "owner", nil), database.ErrNotFound)
	wantErr(t, s.Organizations.RemoveMember(ctx, "org_m1", "mem_1"), database.ErrNotFound)
	wantErr(t, s.Organizations.RemoveMember(ctx, "org_m1", "mem_2"), organizations.ErrLastOwner)
	wantErr(t, s.Organizations.RemoveMember(ctx, "org_m0", owner.ID), organizations.ErrLastOwner)
	wantErr(t, s.Organizations.ChangeMember(ctx, "org_m0", owner.ID, "O", "viewer", nil), organizations.ErrLastOwner)
	if err := s.Organizations.ChangeMember(ctx, "org_m0", "mem_1", "Grace", "owner", nil); err != nil {
		t.Fatal(err)
	}
	// Two owners who remove each other at once: one stays.
	all.Go(func() { err = s.Organizations.RemoveMember(ctx, "org_m0", owner.ID) })
	var other error
	all.Go(func() { other = s.Organizations.RemoveMember(ctx, "org_m0", "mem_1") })
	all.Wait()
	if (err == nil) == (other == nil) || len(must[[]organizations.Member](t)(s.Organizations.Members(ctx, "org_m0"))) != 1 {
		t.Errorf("removed each other: %v, %v", err, other)
	}
	want := organizations.Profile{ID: "org_m1", Name: "B", Color: "#123456", StaffPasskeys: true, Websites: []string{"https://b.example", "http://localhost:5173"}, CreatedAt: 11}
	if err := s.Organizations.ChangeProfile(ctx, want); err != nil {
		t.Fatal(err)
	}
	same(t, must[*organizations.Profile](t)(s.Organizations.Profile(ctx, "org_m1")), &want)
	want.ID = "org_none"
	wantErr(t, s.Organizations.ChangeProfile(ctx, want), database.ErrNotFound)
	_, err = s.Organizations.Profile(ctx, "org_none")
	wantErr(t, err, database.ErrNotFound)
}

// ownOrganizations: somebody with an account owns at most so many organizations, also when
// all are asked for at once, and one that is refused leaves nothing.
func ownOrganizations(t *testing.T, s *store.Store) {
	ctx := t.Context()
	create := func(org, address string, most int) error {
		o := organizations.Organization{ID: "org_own" + org, Name: "Own", CreatedAt: 13}
		m := organizations.Member{ID: "mem_own" + org, OrgID: o.ID, Address: address, Email: address, Role: "owner", CreatedAt: 13}
		return s.Organizations.CreateOwned(ctx, o, m, most)
	}
	wantErr(t, create("0", "nobody@x.org", 9), database.ErrNotFound)
	link := organizations.SignInLink{ID: "sgn_own", Purpose: "sign_in", Address: "own@x.org", Email: "own@x.org", CreatedAt: 1, ExpiresAt: 1000}
	if err := s.Accounts.CreateSignInLink(ctx, link, nil); err != nil {
		t.Fatal(err)
	}
	must[*organizations.Account](t)(s.Accounts.SignIn(ctx, link.ID, "acc_own", session(950, 13, 500), nil))
	made := make([]error, 6)
	var all sync.WaitGroup
	for i := range made {
		all.Go(func() { made[i] = create(fmt.Sprint(i), "own@x.org", 4) })
	}
	all.Wait()
	owned := 0
	for i, err := range made {
		_, found := s.Organizations.Profile(ctx, fmt.Sprint("org_own", i))
		if err == nil {
			owned++
			wantErr(t, create(fmt.Sprint(i), "own@x.org", 4), database.ErrConflict)
			continue
		}
		wantErr(t, err, database.ErrLimit)
		wantErr(t, found, database.ErrNotFound)
	}
	if owned != 4 {
		t.Errorf("%d organizations were created, want 4", owned)
	}
}

func passkeys(t *testing.T, s *store.Store, account string) {
	ctx := t.Context()
	if err := s.Accounts.CreateChallenge(ctx, "chl_1", account, "{}", 900); err != nil {
		t.Fatal(err)
	}
	_, err := s.Accounts.TakeChallenge(ctx, "chl_1", "", 800)
	wantErr(t, err, database.ErrNotFound) // of another account
	if data := must[string](t)(s.Accounts.TakeChallenge(ctx, "chl_1", account, 899)); data != "{}" {
		t.Errorf("challenge %q", data)
	}
	_, err = s.Accounts.TakeChallenge(ctx, "chl_1", account, 899)
	wantErr(t, err, database.ErrNotFound) // once
	if err := s.Accounts.CreateChallenge(ctx, "chl_2", "", "{}", 900); err != nil {
		t.Fatal(err)
	}
	_, err = s.Accounts.TakeChallenge(ctx, "chl_2", "", 900)
	wantErr(t, err, organizations.ErrEnded)
	key := organizations.Passkey{ID: "psk_1", AccountID: account, CredentialID: []byte{1, 2}, Credential: "{}", Name: "Phone", CreatedAt: 5}
	if err := s.Accounts.AddPasskey(ctx, key); err != nil {
		t.Fatal(err)
	}
	twin := key
	twin.ID = "psk_2"
	wantErr(t, s.Accounts.AddPasskey(ctx, twin), database.ErrConflict)
	if err := s.Accounts.UsePasskey(ctx, account, key.CredentialID, `{"n":1}`, 7); err != nil {
		t.Fatal(err)
	}
	wantErr(t, s.Accounts.UsePasskey(ctx, "acc_other", key.CredentialID, "{}", 8), database.ErrNotFound)
	key.Credential, key.UsedAt = `{"n":1}`, 7
	same(t, must[[]organizations.Passkey](t)(s.Accounts.Passkeys(ctx, account)), []organizations.Passkey{key})
	wantErr(t, s.Accounts.RemovePasskey(ctx, "acc_other", "psk_1"), database.ErrNotFound)
	if err := s.Accounts.RemovePasskey(ctx, account, "psk_1"); err != nil {
		t.Fatal(err)
	}
	if list := must[[]organizations.Passkey](t)(s.Accounts.Passkeys(ctx, account)); len(list) != 0 {
		t.Errorf("left: %+v", list)
	}
}

// oidcAttempts: each is taken once, and in time. One is left that ends at 300.
func oidcAttempts(t *testing.T, s *store.Store) {
	ctx := t.Context()
	attempt := func(n int, ends int64) organizations.OIDCAttempt {
		return organizations.OIDCAttempt{ID: fmt.Sprint("oia_", n), Hash: sha256.Sum256(fmt.Append(nil, "a", n)), ExpiresAt: instant(ends)}
	}
	for n := range 3 {
		if err := s.Accounts.BeginOIDC(ctx, attempt(n, 300)); err != nil {
			t.Fatal(err)
		}
	}
	wantErr(t, s.Accounts.BeginOIDC(ctx, attempt(0, 300)), database.ErrConflict)
	wantErr(t, s.Accounts.TakeOIDC(ctx, attempt(7, 0).Hash, 1), organizations.ErrEnded)
	wantErr(t, s.Accounts.TakeOIDC(ctx, attempt(0, 0).Hash, 300), organizations.ErrEnded) // at its end
	taken := make([]error, 4)
	var all sync.WaitGroup
	for i := range taken {
		all.Go(func() { taken[i] = s.Accounts.TakeOIDC(ctx, attempt(1, 0).Hash, 299) })
	}
	all.Wait()
	won := 0
	for _, err := range taken {
		if err == nil {
			won++
			continue
		}
		wantErr(t, err, organizations.ErrEnded)
	}
	if won != 1 {
		t.Errorf("%d have taken one attempt", won)
	}
}

// oidcLinks: a person of a provider is one account, and an account one person of each provider,
// whatever is asked for at once; and who is refused leaves nothing.
func oidcLinks(t *testing.T, s *store.Store) {
	ctx := t.Context()
	org := organizations.Organization{ID: "org_oidc", Name: "Provider", CreatedAt: 1}
	if err := s.Organizations.CreateOrganization(ctx, org); err != nil {
		t.Fatal(err)
	}
	invite := func(n int, address, role string) {
		m := organizations.Member{ID: fmt.Sprint("mem_oidc", n), OrgID: org.ID, Address: address, Email: address, Role: role, CreatedAt: 1}
		if err := s.Organizations.AddMember(ctx, m, nil); err != nil {
			t.Fatal(err)
		}
	}
	n := 0
	in := func(issuer, subject, address string) (*organizations.Account, error) {
		n++
		v := session(8000+n, 20, 500)
		v.Method = organizations.ByOIDC
		return s.Accounts.SignInByOIDC(ctx, organizations.OIDCPerson{Issuer: issuer, Subject: subject, Address: address, Email: address}, fmt.Sprint("oid_", n), fmt.Sprint("acc_oidc", n), v, nil)
	}
	_, err := in("one", "s1", "olga@oidc.test")
	wantErr(t, err, organizations.ErrNotMember)
	_, err = in("one", "s1", "")
	wantErr(t, err, organizations.ErrUnverified)
	_, err = s.Accounts.AccountByAddress(ctx, "olga@oidc.test")
	wantErr(t, err, database.ErrNotFound)
	invite(1, "olga@oidc.test", "owner")
	olga := must[*organizations.Account](t)(in("one", "s1", "olga@oidc.test"))
	if again := must[*organizations.Account](t)(in("one", "s1", "other@oidc.test")); again.ID != olga.ID {
		t.Errorf("another account: %+v", again)
	}
	_, err = in("one", "s2", "olga@oidc.test")
	wantErr(t, err, organizations.ErrLinkedOtherwise)
	if second := must[*organizations.Account](t)(in("two", "s1", "olga@oidc.test")); second.ID != olga.ID { // of another provider
		t.Errorf("another account: %+v", second)
	}
	links := must[[]organizations.OIDCLink](t)(s.Accounts.OIDCLinks(ctx, olga.ID))
	if len(links) != 2 || links[0].Email != "olga@oidc.test" || links[0].Subject != "s1" || links[0].UsedAt != 20 {
		t.Errorf("links: %+v", links)
	}
	if owned := must[[]string](t)(s.Organizations.OwnedBy(ctx, "olga@oidc.test")); len(owned) != 1 || owned[0] != "Provider" {
		t.Errorf("owned: %v", owned)
	}
	if owned := must[[]string](t)(s.Organizations.OwnedBy(ctx, "nobody@oidc.test")); len(owned) != 0 {
		t.Errorf("owned: %v", owned)
	}
	if asked := must[bool](t)(s.Organizations.RequireOIDC(ctx)); asked {
		t.Error("somebody asks for a provider")
	}
	if err := s.Organizations.ChangeProfile(ctx, organizations.Profile{ID: org.ID, Name: "Provider", StaffOIDC: true, Websites: []string{}}); err != nil {
		t.Fatal(err)
	}
	if asked := must[bool](t)(s.Organizations.RequireOIDC(ctx)); !asked {
		t.Error("nobody asks for a provider")
	}
	wantErr(t, s.Accounts.RemoveOIDCLink(ctx, "acc_other", links[0].ID), database.ErrNotFound)
	if err := s.Accounts.RemoveOIDCLink(ctx, olga.ID, links[0].ID); err != nil {
		t.Fatal(err)
	}
	if left := must[[]organizations.Session](t)(s.Accounts.Sessions(ctx, olga.ID, 21)); len(left) != 0 {
		t.Errorf("sessions that the provider vouched for: %+v", left)
	}
}
