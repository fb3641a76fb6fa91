package storetest

import (
	"errors"
	"sync"
	"testing"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// PaymentAccount is a new account of the fixture's organization that orders are paid to.
func (h *Fixture) PaymentAccount(provider string) payments.PaymentAccount {
	return payments.PaymentAccount{
		ID: h.ids.Top(id.PaymentAccount), OrgID: h.Org, Provider: provider, State: payments.PaymentAccountActive, Mode: "live", Version: 1, CreatedAt: 10, ChangedAt: 10,
	}
}

// KeysOf are keys of an account, as if they were wrapped.
func KeysOf(a *payments.PaymentAccount, secret string) organizations.ServerKey {
	return organizations.ServerKey{Purpose: payments.PaymentAccountPurpose + a.ID, Secret: []byte(secret), KeyVersion: 1, KeyID: "k", CreatedAt: 10}
}

// createAccount stores an account with keys.
func (h *Fixture) createAccount(a payments.PaymentAccount) payments.PaymentAccount {
	h.T.Helper()
	if err := h.S.Payments.CreatePaymentAccount(h.T.Context(), a, KeysOf(&a, "keys of "+a.ID)); err != nil {
		h.T.Fatal(err)
	}
	return a
}

// accountStates returns the states of an organization's accounts, by their IDs.
func (h *Fixture) accountStates() map[string]string {
	h.T.Helper()
	list, err := h.S.Payments.PaymentAccounts(h.T.Context(), h.Org)
	if err != nil {
		h.T.Fatal(err)
	}
	states := map[string]string{}
	for i := range list {
		states[list[i].ID] = list[i].State
	}
	return states
}

// testPaymentAccounts: new orders are paid to one account of a provider, which its
// organization alone changes. Its keys come, change and go with it, and each change is in
// the organization's chain.
func testPaymentAccounts(t *testing.T, open Open) {
	s := open(t)
	h, other := OpenEvent(t, s, 5, nil), NewFixture(t, s)
	ctx := t.Context()
	first := h.createAccount(h.PaymentAccount("stripe"))
	theirs := other.createAccount(other.PaymentAccount("stripe"))
	paypal := h.createAccount(h.PaymentAccount("paypal"))
	wantErr(t, s.Payments.CreatePaymentAccount(ctx, first, KeysOf(&first, "others")), database.ErrConflict)
	same(t, h.accountStates(), map[string]string{first.ID: payments.PaymentAccountActive, paypal.ID: payments.PaymentAccountActive})

	// Other keys, once for each version.
	next := first
	next.Mode, next.Version, next.ChangedAt = "test", 2, 20
	keys := KeysOf(&next, "new keys")
	keys.KeyVersion, keys.KeyID = 3, "m"
	for _, want := range []error{nil, database.ErrStale} {
		wantErr(t, s.Payments.ChangePaymentAccount(ctx, next, keys), want)
	}
	got, err := s.Payments.PaymentAccount(ctx, first.ID)
	if err != nil {
		t.Fatal(err)
	}
	same(t, *got, next)
	stored, err := s.Payments.PaymentAccountKeys(ctx, first.ID)
	if err != nil {
		t.Fatal(err)
	}
	same(t, *stored, keys)

	// Nobody else's: not to change, not to retire, not to close.
	stolen := theirs
	stolen.OrgID, stolen.Version = h.Org, 2
	wantErr(t, s.Payments.ChangePaymentAccount(ctx, stolen, KeysOf(&stolen, "a thief's")), database.ErrNotFound)
	wantErr(t, s.Payments.RetirePaymentAccount(ctx, h.Org, theirs.ID, 30), database.ErrNotFound)
	if closed, err := s.Payments.ClosePaymentAccount(ctx, h.Org, theirs.ID, "stripe@"+theirs.ID, 30, 30); err != nil || closed {
		t.Errorf("somebody else's account was closed: %t, %v", closed, err)
	}
	if k, err := s.Payments.PaymentAccountKeys(ctx, theirs.ID); err != nil || string(k.Secret) != "keys of "+theirs.ID {
		t.Errorf("somebody else's keys: %v", err)
	}

	// The next one of the provider takes its place, and its keys stay until nobody needs them.
	second := h.createAccount(h.PaymentAccount("stripe"))
	same(t, h.accountStates(), map[string]string{first.ID: payments.PaymentAccountRetired, paypal.ID: payments.PaymentAccountActive, second.ID: payments.PaymentAccountActive})
	page := payments.Checkout{
		EventID: h.Event, ID: h.In(id.Checkout), OrderID: h.In(id.Order), Provider: "stripe@" + second.ID, Amount: 1000, Currency: "EUR",
		Deadline: 900, CreatedAt: 10, LookAt: 10, Standing: "open",
	}
	if _, err := s.Payments.OpenCheckout(ctx, page, second.ID, settleJob); err != nil {
		t.Fatal(err)
	}
	late := page
	late.ID, late.OrderID, late.Provider = h.In(id.Checkout), h.In(id.Order), "stripe@"+first.ID
	_, err = s.Payments.OpenCheckout(ctx, late, first.ID, settleJob)
	wantErr(t, err, database.ErrStale)
	closes := func(a *payments.PaymentAccount, want bool) {
		t.Helper()
		if closed, err := s.Payments.ClosePaymentAccount(ctx, h.Org, a.ID, "stripe@"+a.ID, 30, 40); err != nil || closed != want {
			t.Errorf("closed: %t, want %t: %v", closed, want, err)
		}
	}
	closes(&second, false) // it takes orders
	if err := s.Payments.RetirePaymentAccount(ctx, h.Org, second.ID, 30); err != nil {
		t.Fatal(err)
	}
	closes(&second, false) // its page is open
	closes(&first, true)
	closes(&first, false) // it is
	_, err = s.Payments.PaymentAccountKeys(ctx, first.ID)
	wantErr(t, err, database.ErrNotFound)
	next.State, next.Version = payments.PaymentAccountActive, 3
	wantErr(t, s.Payments.ChangePaymentAccount(ctx, next, KeysOf(&next, "anew")), database.ErrStale)
	if retired, err := s.Payments.RetiredPaymentAccounts(ctx, "", 10); err != nil || len(retired) != 1 || retired[0].ID != second.ID {
		t.Errorf("retired: %+v, %v", retired, err)
	}
	wantDeeds(t, s, h.Org, map[audit.Action]int{
		audit.OrganizationCreated: 1, audit.EventCreated: 1, audit.PaymentAccountAdded: 3, audit.PaymentAccountChanged: 1, audit.PaymentAccountRemoved: 2, audit.PaymentAccountClosed: 1,
	})
	wantDeeds(t, s, other.Org, map[audit.Action]int{audit.OrganizationCreated: 1, audit.PaymentAccountAdded: 1})
}

// testPaymentAccountRace: of accounts that several servers add at once no more are stored
// than an organization can have, and new orders are paid to one of them.
func testPaymentAccountRace(t *testing.T, open Open) {
	const many = payments.MaxPaymentAccounts + 6
	h := NewFixture(t, open(t))
	servers := []*store.Store{h.S, open(t)}
	accounts := make([]payments.PaymentAccount, many)
	for i := range accounts {
		accounts[i] = h.PaymentAccount("stripe")
		accounts[i].ChangedAt = inventory.Instant(10 + i)
	}
	errs := make([]error, many)
	var wg sync.WaitGroup
	begin := make(chan struct{})
	for i := range accounts {
		wg.Go(func() {
			<-begin
			errs[i] = servers[i%len(servers)].Payments.CreatePaymentAccount(t.Context(), accounts[i], KeysOf(&accounts[i], "keys"))
		})
	}
	close(begin)
	wg.Wait()
	stored := 0
	for _, err := range errs {
		if err == nil {
			stored++
		} else if !errors.Is(err, database.ErrLimit) {
			t.Error(err)
		}
	}
	active := 0
	for _, state := range h.accountStates() {
		if state == payments.PaymentAccountActive {
			active++
		}
	}
	if keys := h.Count("select count(*) from server_keys where purpose like 'payment_account/%'"); stored != payments.MaxPaymentAccounts || active != 1 || keys != payments.MaxPaymentAccounts {
		t.Errorf("%d accounts with %d keys were stored, and orders are paid to %d", stored, keys, active)
	}
}
