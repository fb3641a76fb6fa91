package storetest

import (
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/store"
)

// PaymentAccount is a new account of the hall's organization that orders are paid to.
func (h *Hall) PaymentAccount(provider string) store.PaymentAccount {
	return store.PaymentAccount{
		ID: h.ids.Top(id.PaymentAccount), OrgID: h.Org, Provider: provider, State: store.PaymentAccountActive, Mode: "live", Version: 1, CreatedAt: 10, ChangedAt: 10,
	}
}

// KeysOf are keys of an account, as if they were wrapped.
func KeysOf(a *store.PaymentAccount, secret string) store.ServerKey {
	return store.ServerKey{Purpose: store.PaymentAccountPurpose + a.ID, Secret: []byte(secret), KeyVersion: 1, KeyID: "k", CreatedAt: 10}
}
