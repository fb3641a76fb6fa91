package api_test

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/merchant"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/payment/manual"
	"github.com/holdfast-events/holdfast/internal/payment/paypal"
	"github.com/holdfast-events/holdfast/internal/payment/standin"
	"github.com/holdfast-events/holdfast/internal/payment/stripe"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// bankedServer is a test server with stand-ins of the providers, at which the installation has an
// account of its own at Stripe.
type bankedServer struct {
	*testServer
	stripe       *standin.Stripe
	paypal       *standin.PayPal
	installation *standin.StripeAccount
}

// Keys of accounts, which must be found nowhere.
const (
	installationKey, installationHook = "sk_test_installation", "whsec_installation"
	adaKey, adaHook                   = "sk_live_ada_secret", "whsec_ada_secret"
	budKey, budHook                   = "rk_live_bud_secret", "whsec_bud_secret"
)

func newBankedServer(t *testing.T, url string, change func(*merchant.Config)) *bankedServer {
	t.Helper()
	return newServerPaidBy(t, url, change, manual.Provider{})
}

// newServerPaidBy is newBankedServer with other providers beside the account of the installation.
func newServerPaidBy(t *testing.T, url string, change func(*merchant.Config), others ...payment.Provider) *bankedServer {
	t.Helper()
	b := &bankedServer{stripe: standin.NewStripe(t), paypal: standin.NewPayPal(t)}
	b.installation = b.stripe.Account(installationKey, installationHook)
	var accounts *merchant.Accounts
	var settler *settlement.Settler
	b.testServer = newTestServerAt(t, url, func(c *api.Config) {
		b.stripe.Now = c.Now
		conf := merchant.Config{StripeURL: b.stripe.URL, PayPalURL: b.paypal.URL, Log: c.Log}
		if change != nil {
			change(&conf)
		}
		var err error
		if accounts, err = openMerchants(c.Store, c.Now, conf); err != nil {
			t.Fatal(err)
		}
		p, err := stripe.New(stripe.Config{Key: installationKey, Secret: installationHook, URL: b.stripe.URL})
		if err != nil {
			t.Fatal(err)
		}
		c.Merchants = accounts
		payBy(t, c, append(payment.Providers{p}, others...)...)
		settler = c.Settler
	})
	b.settler, b.merchants = settler, accounts
	return b
}

// tenant is the server as the owner of an organization sees it, with an event of its own.
type tenant struct {
	*testServer
	event string
}

func (b *bankedServer) tenant(name string) *tenant {
	b.t.Helper()
	h := b.rival(b.organization(name))
	return &tenant{h, h.paidEvent(20)}
}

const accountsPath = "/v1/organization/payment-accounts"

// connect gives the tenant an account, in the two steps of the page, and returns its ID.
func (t *tenant) connect(keys, hook object) string {
	t.t.Helper()
	made := t.owner("POST", accountsPath, keys).want(201)
	if made.text("status") != "setup" || !strings.HasSuffix(made.text("webhook_url"), "/v1/webhooks/"+made.text("provider")+"/"+made.text("id")) {
		t.t.Errorf("%s", made.Raw)
	}
	done := t.owner("POST", accountsPath+"/"+made.text("id")+":change-keys", hook).want(200)
	if done.text("status") != "active" {
		t.t.Errorf("%s", done.Raw)
	}
	return made.text("id")
}

// page opens the payment page of a new order.
func (t *tenant) page(user, provider string) (order, page string) {
	t.t.Helper()
	order = t.placeOrder(t.event, user, 1)
	at := t.owner("POST", "/v1/orders/"+order+":checkout", object{"provider": provider}).want(200).text("payment_url")
	return order, at[strings.LastIndexAny(at, "/=")+1:]
}

// hear sends a webhook to an account, "" for the installation's.
func (b *bankedServer) hear(provider, account string, w standin.Webhook) *answer {
	b.t.Helper()
	path := "/v1/webhooks/" + provider
	if account != "" {
		path += "/" + account
	}
	var headers []string
	for name, values := range w.Header {
		headers = append(headers, name+": "+values[0])
	}
	return b.send(http.MethodPost, path, "", string(w.Body), headers...)
}

func (t *tenant) status(order string) string {
	t.t.Helper()
	return t.owner("GET", "/v1/orders/"+order, nil).want(200).text("status")
}

// paid returns the payments of an order.
func (t *tenant) payments(order string) *answer {
	t.t.Helper()
	return t.owner("GET", "/v1/orders/"+order+"/payments", nil).want(200)
}

// TestOrganizationsHaveTheirOwnPaymentAccounts: two organizations have an account each, a
// third uses the installation's. Whatever comes of a payment goes where it began, and an
// owner who signs webhooks of their own account reaches nothing of the others.
func TestOrganizationsHaveTheirOwnPaymentAccounts(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		b := newBankedServer(t, url, nil)
		ada, bud, cyd := b.tenant("Ada"), b.tenant("Bud"), b.tenant("Cyd")
		adaBank, budBank := b.stripe.Account(adaKey, adaHook), b.stripe.Account(budKey, budHook)
		adaAccount := ada.connect(object{"provider": "stripe", "secret_key": adaKey}, object{"webhook_secret": adaHook})
		budAccount := bud.connect(object{"provider": "stripe", "secret_key": budKey}, object{"webhook_secret": budHook})

		adaOrder, adaPage := ada.page("ann", "stripe")
		budOrder, budPage := bud.page("ben", "stripe")
		cydOrder, cydPage := cyd.page("cat", "stripe")
		if adaBank.Sessions() != 1 || budBank.Sessions() != 1 || b.installation.Sessions() != 1 {
			t.Errorf("pages: %d, %d, %d", adaBank.Sessions(), budBank.Sessions(), b.installation.Sessions())
		}

		// What is signed for one account is not believed of another.
		adaPaid, budPaid := adaBank.Pay(adaPage), budBank.Pay(budPage)
		b.hear("stripe", budAccount, adaPaid).problem(400, "webhook_signature")
		b.hear("stripe", "", adaPaid).problem(400, "webhook_signature")
		// Bud has the secret of Bud's account, and names Ada's page, payment and order.
		for _, stolen := range [][]byte{adaPaid.Body, bytes.ReplaceAll(adaPaid.Body, []byte("evt_"), []byte("evt_x"))} {
			if got := b.hear("stripe", budAccount, budBank.Sign(stolen)).want(200).text("status"); got != "foreign" {
				t.Errorf("a webhook of Bud's account about Ada's payment is %s", got)
			}
		}
		refund := fmt.Sprintf(`{"id":"evt_steal","object":"event","type":"refund.updated","created":1800000000,"data":{"object":{"id":"re_steal","amount":11900,"currency":"eur","status":"succeeded","payment_intent":"pi_%s","metadata":{}}}}`, adaPage)
		b.hear("stripe", budAccount, budBank.Sign([]byte(refund))).want(200)
		if ada.status(adaOrder) != "pending" || len(ada.payments(adaOrder).at("items").([]any)) != 0 {
			t.Errorf("Bud's webhook has changed Ada's order: %s", ada.payments(adaOrder).Raw)
		}

		for _, heard := range []struct {
			account string
			w       standin.Webhook
		}{{adaAccount, adaPaid}, {budAccount, budPaid}, {"", b.installation.Pay(cydPage)}} {
			if got := b.hear("stripe", heard.account, heard.w).want(200).text("status"); got != "recorded" {
				t.Errorf("account %q: %s", heard.account, got)
			}
			if got := b.hear("stripe", heard.account, heard.w).want(200).text("status"); got != "duplicate" {
				t.Errorf("account %q, again: %s", heard.account, got)
			}
		}
		if ada.status(adaOrder) != "confirmed" || bud.status(budOrder) != "confirmed" || cyd.status(cydOrder) != "confirmed" {
			t.Error("an order that was paid for is not confirmed")
		}
		// The database was restored, and does not know the event of what was paid: it is
		// recorded, and given back.
		ids := &id.Maker{}
		lost := ids.In(id.Order, ids.Top(id.Event))
		body := bytes.ReplaceAll(adaPaid.Body, []byte(b.settler.Reference(adaOrder)), []byte(b.settler.Reference(lost)))
		b.hear("stripe", adaAccount, adaBank.Sign(bytes.ReplaceAll(body, []byte(adaPage), []byte("cs_lost")))).problem(422, "payment_unknown")
		b.settleAll()
		back, err := b.store.Payments.Payment(t.Context(), "", settlement.PaymentID(payment.AccountName("stripe", adaAccount), "pi_cs_lost"))
		b.must(err)
		if back.State != payments.PaymentRefund || back.EventID != "" {
			t.Errorf("what was paid for what nobody knows is %+v", back)
		}
		shown := ada.payments(adaOrder)
		if shown.text("items", 0, "provider") != "stripe" || shown.text("items", 0, "account_id") != adaAccount {
			t.Errorf("%s", shown.Raw)
		}
		// A dispute that Bud makes up about Ada's payment disputes nothing.
		dispute := bytes.ReplaceAll(adaBank.Disputed(adaPage).Body, []byte("evt_dp"), []byte("evt_fake"))
		b.hear("stripe", budAccount, budBank.Sign(dispute)).want(200)
		if strings.Contains(ada.payments(adaOrder).Raw, `"disputed"`) {
			t.Error("Bud disputes Ada's payment")
		}
		b.hear("stripe", adaAccount, adaBank.Disputed(adaPage)).want(200)
		if !strings.Contains(ada.payments(adaOrder).Raw, `"disputed":11900`) {
			t.Errorf("%s", ada.payments(adaOrder).Raw)
		}

		// Other tenants do not see the account, and keys are read by nobody.
		bud.owner("POST", accountsPath+"/"+adaAccount+":test", nil).problem(404, "not_found")
		bud.owner("POST", accountsPath+"/"+adaAccount+":change-keys", object{"webhook_secret": budHook}).problem(404, "not_found")
		bud.owner("DELETE", accountsPath+"/"+adaAccount, nil).problem(404, "not_found")
		for _, org := range []*tenant{ada, bud} {
			for _, key := range []string{adaKey, adaHook, budKey, budHook} {
				if strings.Contains(org.owner("GET", accountsPath, nil).want(200).Raw, key) || strings.Contains(b.logged.String(), key) {
					t.Errorf("%s is shown or logged", key)
				}
			}
		}
		wrapped, err := b.store.Organizations.ServerKeys(t.Context())
		b.must(err)
		if len(wrapped) != 2 || slices.ContainsFunc(wrapped, func(k organizations.ServerKey) bool {
			return bytes.Contains(k.Secret, []byte("secret")) || !strings.HasPrefix(k.Purpose, payments.PaymentAccountPurpose)
		}) {
			t.Errorf("%d secrets, or not wrapped", len(wrapped))
		}
		b.sound()
	})
}

// TestAPaymentStaysWithItsAccount: after Ada has changed to another account, and after that
// one was removed too, refunds go to the account that was paid, and its webhooks are heard.
func TestAPaymentStaysWithItsAccount(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		b := newBankedServer(t, url, nil)
		ada := b.tenant("Ada")
		first, second := b.stripe.Account(adaKey, adaHook), b.stripe.Account("sk_live_second", "whsec_second")
		one := ada.connect(object{"provider": "stripe", "secret_key": adaKey}, object{"webhook_secret": adaHook})
		order, page := ada.page("ann", "stripe")
		late, latePage := ada.page("lea", "stripe")
		b.hear("stripe", one, first.Pay(page)).want(200)

		two := ada.connect(object{"provider": "stripe", "secret_key": "sk_live_second"}, object{"webhook_secret": "whsec_second"})
		list := ada.owner("GET", accountsPath, nil).want(200)
		if list.text("items", 0, "status") != "retired" || list.text("items", 1, "status") != "active" {
			t.Errorf("%s", list.Raw)
		}
		next, nextPage := ada.page("nia", "stripe")
		if first.Sessions() != 2 || second.Sessions() != 1 {
			t.Errorf("pages: %d, %d", first.Sessions(), second.Sessions())
		}
		// Somebody pays on the page that was open.
		b.hear("stripe", one, first.Pay(latePage)).want(200)
		b.hear("stripe", two, second.Pay(nextPage)).want(200)
		for _, o := range []string{order, late, next} {
			if ada.status(o) != "confirmed" {
				t.Errorf("order %s is %s", o, ada.status(o))
			}
		}
		ada.owner("DELETE", accountsPath+"/"+two, nil).want(200)
		if got := ada.owner("GET", "/v1/orders/"+ada.placeOrder(ada.event, "zoe", 1), nil).want(200); got.text("payment_providers", 0) != "stripe" {
			t.Errorf("without an account, the installation's is used: %s", got.Raw)
		}
		for _, o := range []string{order, next} {
			ada.owner("POST", "/v1/orders/"+o+":refund", object{}).want(200)
		}
		b.settleAll()
		if first.Refunds() != 1 || second.Refunds() != 1 || b.installation.Refunds() != 0 {
			t.Errorf("refunds: %d, %d and %d at the installation's", first.Refunds(), second.Refunds(), b.installation.Refunds())
		}
		b.hear("stripe", one, first.Refunded()).want(200)
		if got := ada.payments(order).text("items", 0, "refunds", 0, "status"); got != "done" {
			t.Errorf("the refund is %s", got)
		}

		// Its keys can be replaced, by those of the same account only.
		path := accountsPath + "/" + one
		ada.owner("POST", path+":change-keys", object{"secret_key": "sk_live_second"}).problem(409, "payment_account_differs")
		ada.owner("POST", path+":change-keys", object{"secret_key": "sk_live_nobody"}).problem(422, "payment_keys_denied")
		ada.owner("POST", path+":change-keys", object{"client_id": "x"}).problem(422, "invalid_request").names("client_id")
		ada.owner("POST", path+":change-keys", object{"secret_key": "pk_live_public"}).problem(422, "invalid_request").names("secret_key")
		first.Roll("rk_live_rolled")
		ada.owner("POST", path+":change-keys", object{"secret_key": "rk_live_rolled"}).want(200)
		ada.owner("POST", "/v1/orders/"+late+":refund", object{}).want(200)
		b.settleAll()
		if first.Refunds() != 2 {
			t.Errorf("with the new key there are %d refunds", first.Refunds())
		}

		// Nothing is deleted while something may come of it; then the keys are.
		if n, err := b.merchants.Close(t.Context()); n != 0 || err != nil {
			t.Errorf("%d accounts are closed, %v", n, err)
		}
		b.clock.Add(int64((31 + 180 + 1) * 24 * time.Hour))
		b.settleAll()
		n, err := b.merchants.Close(t.Context())
		if n == 0 || err != nil {
			open, _ := b.store.Payments.OrderCheckouts(t.Context(), strings.TrimPrefix(ada.event, "/v1/events/"), late)
			t.Errorf("%d accounts are closed, %v: %+v", n, err, open)
		}
		keys, err := b.store.Organizations.ServerKeys(t.Context())
		b.must(err)
		if len(keys) != 2-n {
			t.Errorf("%d accounts are closed, and %d have keys", n, len(keys))
		}
		ada.owner("POST", path+":change-keys", object{"secret_key": "rk_live_rolled"}).problem(409, "payment_account_closed")
		b.sound()
	})
}

// TestACheckoutOfAnAccountThatIsRemovedGoesOn: Ada removes or replaces the account after
// an order has chosen it, and before its page is stored. The page is made where new
// orders are paid to then, and nothing is left at the account.
func TestACheckoutOfAnAccountThatIsRemovedGoesOn(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		var meanwhile func()
		b := newBankedServer(t, url, func(c *merchant.Config) {
			c.Observe = func(p payment.Provider) payment.Provider { // an account was chosen, and its provider is made
				if do := meanwhile; do != nil {
					meanwhile = nil
					do()
				}
				return p
			}
		})
		ada := b.tenant("Ada")
		first, second := b.stripe.Account(adaKey, adaHook), b.stripe.Account(budKey, budHook)
		orders := []string{ada.placeOrder(ada.event, "ann", 1), ada.placeOrder(ada.event, "ben", 1)}
		pay := func(order string) {
			t.Helper()
			ada.owner("POST", "/v1/orders/"+order+":checkout", object{"provider": "stripe"}).want(200)
			if meanwhile != nil {
				t.Error("nothing came in between")
			}
		}
		one := ada.connect(object{"provider": "stripe", "secret_key": adaKey}, object{"webhook_secret": adaHook})
		meanwhile = func() {
			if got := ada.owner("DELETE", accountsPath+"/"+one, nil).want(200).text("status"); got != "closed" {
				t.Errorf("the account that nothing was paid to is %s", got)
			}
		}
		pay(orders[0])
		ada.connect(object{"provider": "stripe", "secret_key": adaKey}, object{"webhook_secret": adaHook})
		meanwhile = func() {
			ada.connect(object{"provider": "stripe", "secret_key": budKey}, object{"webhook_secret": budHook})
		}
		pay(orders[1])
		if first.Sessions() != 0 || second.Sessions() != 1 || b.installation.Sessions() != 1 {
			t.Errorf("pages: %d at the removed, %d at its successor, %d at the installation's", first.Sessions(), second.Sessions(), b.installation.Sessions())
		}
		for _, o := range orders {
			if list, err := b.store.Payments.OrderCheckouts(t.Context(), strings.TrimPrefix(ada.event, "/v1/events/"), o); err != nil || len(list) != 1 {
				t.Errorf("the order has %d pages, %v", len(list), err)
			}
		}
		b.sound()
	})
}

// TestAnUnusedPaymentAccountLeavesNoKeys: what was never paid to is deleted with its keys.
func TestAnUnusedPaymentAccountLeavesNoKeys(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		b := newBankedServer(t, url, func(c *merchant.Config) { c.Own = true })
		ada := b.tenant("Ada")
		order := ada.placeOrder(ada.event, "ann", 1)
		ada.owner("POST", "/v1/orders/"+order+":checkout", object{"provider": "stripe"}).problem(404, "no_payment_provider")
		if raw := ada.owner("GET", "/v1/orders/"+order, nil).want(200).Raw; strings.Contains(raw, `"payment_providers":["stripe"`) {
			t.Errorf("the installation's account is offered although organizations are to have their own: %s", raw)
		}
		made := ada.owner("POST", accountsPath, object{"provider": "stripe", "secret_key": adaKey}, "Idempotency-Key: one").want(201)
		again := ada.owner("POST", accountsPath, object{"provider": "stripe", "secret_key": adaKey}, "Idempotency-Key: one").want(201)
		if made.text("id") != again.text("id") {
			t.Error("a repeated request makes a second account")
		}
		// Nothing is believed of an account without the secret of its webhook.
		for _, secret := range []string{"", "none", adaHook} {
			b.hear("stripe", made.text("id"), b.stripe.Account("sk_live_x", secret).Sign([]byte(`{"id":"evt_1","object":"event"}`))).problem(400, "webhook_signature")
		}
		if got := ada.owner("DELETE", accountsPath+"/"+made.text("id"), nil).want(200).text("status"); got != "closed" {
			t.Errorf("an account that nothing was paid to is %s", got)
		}
		if keys, err := b.store.Organizations.ServerKeys(t.Context()); err != nil || len(keys) != 0 {
			t.Errorf("%d keys are left, %v", len(keys), err)
		}
		var actions []string
		log := ada.owner("GET", "/v1/organization/security-log", nil).want(200)
		for i := range log.at("items").([]any) {
			if a := log.text("items", i, "action"); strings.HasPrefix(a, "payment_account") {
				actions = append(actions, a+" "+log.text("items", i, "detail"))
			}
		}
		slices.Sort(actions)
		if want := []string{"payment_account_added stripe", "payment_account_closed stripe", "payment_account_removed stripe"}; !slices.Equal(actions, want) {
			t.Errorf("the security log has %v", actions)
		}
		b.sound()
	})
}

// TestTheKeysOfAPaymentAccountAreTested says what is wrong: with the keys, with what they
// may do, with the webhook.
func TestTheKeysOfAPaymentAccountAreTested(t *testing.T) {
	t.Parallel()
	b := newBankedServer(t, testdb.SQLite(t), nil)
	ada := b.tenant("Ada")
	bank := b.stripe.Account(adaKey, adaHook)
	made := ada.owner("POST", accountsPath, object{"provider": "stripe", "secret_key": adaKey, "webhook_secret": adaHook}).want(201)
	try := func(account, keys, webhook string, missing ...any) {
		t.Helper()
		got := ada.owner("POST", accountsPath+"/"+account+":test", nil).want(200)
		if got.text("keys") != keys || got.text("webhook") != webhook || !slices.Equal(got.at("missing_events").([]any), missing) {
			t.Errorf("%s, want %s %s %v", got.Raw, keys, webhook, missing)
		}
	}
	name, hook := made.text("id"), made.text("webhook_url")
	try(name, "work", "not_found")
	bank.Set(func(a *standin.StripeAccount) { a.Endpoints[hook] = []string{"checkout.session.completed"} })
	var missing []any
	for _, e := range stripe.Events() {
		if e != "checkout.session.completed" {
			missing = append(missing, e)
		}
	}
	try(name, "work", "found", missing...)
	bank.Set(func(a *standin.StripeAccount) { a.Endpoints[hook] = stripe.Events() })
	try(name, "work", "found")
	bank.Set(func(a *standin.StripeAccount) { a.Forbids = []string{"/v1/webhook_endpoints"} })
	try(name, "work", "unknown")
	bank.Set(func(a *standin.StripeAccount) { a.Forbids = []string{"/v1/refunds"} })
	try(name, "denied", "unknown")
	bank.Roll("sk_live_other")
	try(name, "denied", "unknown")

	pal := b.paypal.Account("client", "pal-secret", "WH1")
	made = ada.owner("POST", accountsPath, object{"provider": "paypal", "client_id": "client", "client_secret": "pal-secret", "webhook_id": "WH1"}).want(201)
	name, hook = made.text("id"), made.text("webhook_url")
	try(name, "work", "not_found")
	pal.Set(func(a *standin.PayPalAccount) { a.HookURL, a.HookEvents = hook, paypal.Events() })
	try(name, "work", "found")
	ada.owner("POST", accountsPath+"/"+name+":change-keys", object{"client_secret": "wrong"}).want(200)
	try(name, "denied", "unknown")
	ada.owner("POST", accountsPath+"/"+name+":change-keys", object{"client_id": "another"}).problem(409, "payment_account_differs")
	ada.owner("POST", accountsPath+"/"+name+":change-keys", object{"client_secret": "pal-secret"}).want(200)

	// A payment at PayPal goes there too, and its webhook is asked of that account.
	order, page := ada.page("ann", "paypal")
	b.hear("paypal", name, pal.Approve(page)).want(200)
	checkouts, err := b.store.Payments.OrderCheckouts(t.Context(), strings.TrimPrefix(ada.event, "/v1/events/"), order)
	b.must(err)
	_, err = b.settler.Watch(t.Context(), checkouts[0].EventID, checkouts[0].ID)
	b.must(err)
	b.hear("paypal", name, pal.Captured(page)).want(200)
	if ada.status(order) != "confirmed" {
		t.Errorf("%s", ada.payments(order).Raw)
	}
	for _, role := range []identity.Role{identity.Organizer, identity.BoxOffice, identity.Viewer} {
		ada.as(role, "GET", accountsPath, nil).problem(403, "forbidden")
	}
	b.sound()
}
