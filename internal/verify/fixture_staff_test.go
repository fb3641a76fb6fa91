package verify_test

import (
	"time"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/messages"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// staff lets people and programs act for two organizations, and changes what they may.
func (f *fixture) staff() {
	f.t.Helper()
	must := func(err error) {
		f.t.Helper()
		if err != nil {
			f.t.Fatal(err)
		}
	}
	o, ctx, now := f.store.Organizations, f.t.Context(), inventory.At(f.now)
	other := f.ids.Top(id.Organization)
	must(o.CreateOrganization(ctx, organizations.Organization{ID: other, Name: "Other", CreatedAt: now}))
	if n, err := o.TakeHeads(ctx, f.org); n == 0 || err != nil {
		f.t.Fatalf("%d heads taken, %v", n, err)
	}
	must(o.ChangeProfile(ctx, organizations.Profile{ID: f.org, Name: "Test", Color: "#0f766e", StaffPasskeys: true, StaffOIDC: true, Websites: []string{"https://test.example"}}))
	var event string
	must(f.raw.QueryRowContext(ctx, "select min(id) from events where org_id = '"+f.org+"'").Scan(&event))
	for i, role := range []string{"owner", "viewer", "door"} {
		k := organizations.APIKey{ID: f.ids.Top(id.APIKey), OrgID: f.org, Name: "key", Role: role, Hash: [32]byte{byte(i)}, CreatedAt: now}
		if role == "viewer" {
			k.EventID = event
		}
		must(o.CreateAPIKey(ctx, k))
		m := organizations.Member{ID: f.ids.Top(id.Member), OrgID: f.org, Email: role + "@example.org", Address: address.Fold(role + "@example.org"), Role: role, CreatedAt: now}
		must(o.AddMember(ctx, m, nil))
		switch role {
		case "viewer":
			must(o.RevokeAPIKey(ctx, f.org, k.ID, now))
			must(o.RevokeAPIKey(ctx, f.org, k.ID, now+1)) // changes nothing
			must(o.ChangeMember(ctx, f.org, m.ID, "Vera", "box_office", []organizations.EventRole{{EventID: "evt_3k9q0a7c1v5m", Role: "door"}}))
		case "door":
			must(o.RemoveMember(ctx, f.org, m.ID))
			must(o.AddMember(ctx, m, nil)) // again, as one who was there before
		}
	}
	f.apart(3, f.book)
	f.apart(6, f.wait)
	account, err := f.store.Accounts.SignIn(ctx, f.signInLink("erased@example.org"), f.ids.Top(id.Account),
		organizations.Session{ID: f.ids.Top(id.Session), Hash: [32]byte{1}, Method: "link", CreatedAt: now, ExpiresAt: now + 1}, nil)
	must(err)
	for i, org := range []string{other, f.org} {
		must(o.AddMember(ctx, organizations.Member{ID: f.ids.Top(id.Member), OrgID: org, Email: "erased@example.org", Address: "erased@example.org", Role: "viewer", CreatedAt: now}, nil))
		hook := messages.WebhookEndpoint{ID: f.ids.Top("whk_"), OrgID: org, URL: "https://example.org/", State: "enabled", SecretVersion: 1, CreatedAt: now}
		must(f.store.Webhooks.CreateWebhook(ctx, hook))
		_, err := f.store.Webhooks.ChangeWebhook(ctx, org, hook.ID, func(e *messages.WebhookEndpoint) error {
			e.Types, e.SecretVersion = []string{"order.*"}, 2
			return nil
		})
		must(err)
		if i == 0 {
			must(f.store.Webhooks.DeleteWebhook(ctx, org, hook.ID))
		}
	}
	for i, org := range []string{f.org, f.org} { // the second takes the place of the first, which was never paid to
		a := payments.PaymentAccount{ID: f.ids.Top(id.PaymentAccount), OrgID: org, Provider: "stripe", State: payments.PaymentAccountSetup, Mode: "test", Version: 1, CreatedAt: now, ChangedAt: now}
		keys := organizations.ServerKey{Purpose: payments.PaymentAccountPurpose + a.ID, Secret: []byte{1}, KeyVersion: 1, KeyID: "k", CreatedAt: now}
		must(f.store.Payments.CreatePaymentAccount(ctx, a, keys))
		a.State, a.Version = payments.PaymentAccountActive, 2
		must(f.store.Payments.ChangePaymentAccount(ctx, a, keys))
		if i == 0 {
			must(f.store.Payments.RetirePaymentAccount(ctx, org, a.ID, now))
			if closed, err := f.store.Payments.ClosePaymentAccount(ctx, org, a.ID, "stripe@"+a.ID, now, now); !closed || err != nil {
				f.t.Fatalf("closed %t, %v", closed, err)
			}
		}
	}
	must(f.store.Erasures.EraseAccount(ctx, account.ID, now))
}

func (f *fixture) signInLink(email string) string {
	f.t.Helper()
	l := organizations.SignInLink{ID: f.ids.Top(id.SignIn), Purpose: "sign_in", Address: email, Email: email, CreatedAt: 1, ExpiresAt: inventory.At(f.now) + 1000}
	if err := f.store.Accounts.CreateSignInLink(f.t.Context(), l, nil); err != nil {
		f.t.Fatal(err)
	}
	return l.ID
}

// seal puts the names and scans of the organization's events into its chain.
func (f *fixture) seal() {
	f.t.Helper()
	ctx := f.t.Context()
	for _, seal := range []func() (more bool, err error){
		func() (bool, error) { return f.store.Erasures.SealNames(ctx, f.org) },
		func() (bool, error) {
			return f.store.Erasures.SealScans(ctx, f.org, inventory.At(f.now.Add(time.Hour)))
		},
	} {
		for more := true; more; {
			var err error
			if more, err = seal(); err != nil {
				f.t.Fatal(err)
			}
		}
	}
}
