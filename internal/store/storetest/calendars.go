package storetest

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// testCalendarAddresses: an account has one address at most, whose owner is found by its hash,
// until it is replaced, ended or erased with the account.
func testCalendarAddresses(t *testing.T, open Open) {
	s, ctx := open(t), t.Context()
	execRaw(t, s, "insert into accounts (id, address, email, name, locale, created_at) values ('acc_c', 'c@x.org', 'C@x.org', 'C', 'de', 1)")
	owner := func(hash byte, want error) {
		t.Helper()
		a, err := s.Accounts.CalendarOwner(ctx, [32]byte{hash})
		if wantErr(t, err, want); want == nil && a.Address != "c@x.org" {
			t.Errorf("%+v", a)
		}
	}
	set := func(account string, hash byte) error {
		return s.Accounts.SetCalendarAddress(ctx, organizations.CalendarAddress{AccountID: account, Hash: [32]byte{hash}, CreatedAt: instant(int64(hash))})
	}
	owner(1, database.ErrNotFound)
	wantErr(t, set("acc_none", 1), database.ErrNotFound)
	for hash := byte(1); hash < 3; hash++ {
		wantErr(t, set("acc_c", hash), nil)
		owner(hash, nil)
		same(t, must[*organizations.CalendarAddress](t)(s.Accounts.CalendarAddress(ctx, "acc_c")), &organizations.CalendarAddress{AccountID: "acc_c", Hash: [32]byte{hash}, CreatedAt: instant(int64(hash))})
	}
	owner(1, database.ErrNotFound)
	for range 2 {
		wantErr(t, s.Accounts.DropCalendarAddress(ctx, "acc_c"), nil)
		owner(2, database.ErrNotFound)
	}
	wantErr(t, set("acc_c", 3), nil)
	wantErr(t, s.Erasures.EraseAccount(ctx, "acc_c", 50), nil)
	owner(3, database.ErrNotFound)
	_, err := s.Accounts.CalendarAddress(ctx, "acc_c")
	wantErr(t, err, database.ErrNotFound)
}
