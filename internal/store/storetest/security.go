package storetest

import (
	"fmt"
	"testing"

	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// securityLogs reads and prunes the logs of two organizations with a member in common.
func securityLogs(t *testing.T, s *store.Store) {
	ctx := organizations.WithBy(t.Context(), organizations.By{Actor: "mem_boss", AccountID: "acc_boss", Network: "192.0.2.1/32", RequestID: "r-1", At: 1000})
	for _, org := range []string{"org_sec_1", "org_sec_2"} {
		if err := s.Organizations.CreateOrganization(ctx, organizations.Organization{ID: org, Name: org, CreatedAt: 1}); err != nil {
			t.Fatal(err)
		}
		m := organizations.Member{ID: "mem_" + org, OrgID: org, Address: "sec@x.org", Email: "sec@x.org", Role: "viewer", CreatedAt: 1}
		if err := s.Organizations.AddMember(ctx, m, nil); err != nil {
			t.Fatal(err)
		}
	}
	l := organizations.SignInLink{ID: "sgn_sec", Purpose: "sign_in", Address: "sec@x.org", Email: "sec@x.org", CreatedAt: 1, ExpiresAt: 1000}
	if err := s.Accounts.CreateSignInLink(ctx, l, nil); err != nil {
		t.Fatal(err)
	}
	at := func(n int64, network string) organizations.By {
		return organizations.By{Network: network, RequestID: fmt.Sprint("r-", n), At: instant(n)}
	}
	signedIn := organizations.WithBy(t.Context(), at(2000, "192.0.2.2/32"))
	must[*organizations.Account](t)(s.Accounts.SignIn(signedIn, l.ID, "acc_sec", session(900, 2, 5000), nil))
	if noted := organizations.Noted(signedIn); len(noted) != 1 || noted[0].Action != organizations.SignedIn {
		t.Errorf("for the line: %+v", noted)
	}
	for n := range int64(3) { // twice from one network
		network := fmt.Sprint("192.0.2.", 3+n/2, "/32")
		if err := s.Organizations.NoteFailedSignIn(organizations.WithBy(t.Context(), at(3000+n, network)), l.ID, "link_ended"); err != nil {
			t.Fatal(err)
		}
	}
	// A change that does not come about leaves no row.
	wantErr(t, s.Organizations.RemoveMember(ctx, "org_sec_1", "mem_nobody"), database.ErrNotFound)
	log := func(f organizations.SecurityFilter, before organizations.SecurityPosition, limit int) (rows []string) {
		for _, e := range must[[]organizations.SecurityEntry](t)(s.Organizations.SecurityLog(t.Context(), "org_sec_1", f, before, limit)) {
			rows = append(rows, fmt.Sprint(int64(e.At), " ", e.Action, " ", e.Actor, " ", e.Subject, " ", e.Network, " ", e.RequestID))
		}
		return rows
	}
	failed := []string{
		"3002 sign_in_failed public mem_org_sec_1 192.0.2.4/32 r-3002",
		"3000 sign_in_failed public mem_org_sec_1 192.0.2.3/32 r-3000",
	}
	in := "2000 signed_in mem_org_sec_1 ses_900 192.0.2.2/32 r-2000"
	same(t, log(organizations.SecurityFilter{}, organizations.SecurityPosition{}, 3), append(failed, in))
	same(t, log(organizations.SecurityFilter{Action: "member_added", Actor: "mem_boss"}, organizations.SecurityPosition{}, 9),
		[]string{"1000 member_added mem_boss mem_org_sec_1 192.0.2.1/32 r-1"})
	same(t, log(organizations.SecurityFilter{Network: "192.0.2.4/32"}, organizations.SecurityPosition{}, 9), failed[:1])
	same(t, log(organizations.SecurityFilter{From: 2000, Until: 3000}, organizations.SecurityPosition{}, 9), []string{in})
	last := must[[]organizations.SecurityEntry](t)(s.Organizations.SecurityLog(t.Context(), "org_sec_1", organizations.SecurityFilter{}, organizations.SecurityPosition{}, 1))[0]
	same(t, log(organizations.SecurityFilter{}, organizations.SecurityPosition{At: last.At, ID: last.ID}, 2), []string{failed[1], in})

	if n := must[int64](t)(s.Organizations.PruneSecurityLog(t.Context(), 1500, 3)); n != 3 {
		t.Errorf("%d rows pruned, want the 3 that were allowed", n)
	}
	if err := s.Erasures.EraseAccount(organizations.WithBy(t.Context(), at(4000, "192.0.2.9/32")), "acc_sec", 4000); err != nil {
		t.Fatal(err)
	}
	same(t, log(organizations.SecurityFilter{From: 1500}, organizations.SecurityPosition{}, 9)[3:], []string{"2000 signed_in mem_org_sec_1 ses_900  r-2000"})
}
