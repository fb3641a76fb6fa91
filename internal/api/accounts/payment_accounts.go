package accounts

import (
	"errors"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/merchant"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/payment/paypal"
	"github.com/holdfast-events/holdfast/internal/payment/stripe"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// PaymentAccount is an account of the organization at a payment provider.
type PaymentAccount struct {
	ID         string     `json:"id" example:"pac_3k9q0a7c1v5m"`
	Provider   string     `json:"provider" enum:"stripe,paypal"`
	Status     string     `json:"status" enum:"setup,active,retired,closed" doc:"setup: the key of its webhook is missing. active: new orders are paid to it. retired: it was removed or replaced; payments that began there are refunded there. closed: nothing can come of them any more, and its keys are deleted."`
	Mode       string     `json:"mode" enum:"live,test" doc:"test: no money moves."`
	WebhookURL string     `json:"webhook_url" doc:"Where the provider is to send its events." example:"https://events.example.org/v1/webhooks/stripe/pac_3k9q0a7c1v5m"`
	KeyVersion int64      `json:"key_version" doc:"How often its keys were given. The keys themselves are never shown."`
	CreatedAt  time.Time  `json:"created_at"`
	ChangedAt  time.Time  `json:"changed_at" doc:"Its keys or its status."`
	HeardAt    *time.Time `json:"heard_at" doc:"When a webhook that was signed for it last came in, to the minute; null: never."`
}

// PaymentProvider is a provider at which an organization can have an account.
type PaymentProvider struct {
	Provider string   `json:"provider" enum:"stripe,paypal"`
	Name     string   `json:"name" doc:"What people know it by." example:"Stripe"`
	Events   []string `json:"events" doc:"The types of events that the account's webhook has to be subscribed to."`
}

// PaymentAccountList are the accounts of an organization.
type PaymentAccountList struct {
	Items     []PaymentAccount  `json:"items"`
	Providers []PaymentProvider `json:"providers"`
	Shared    bool              `json:"shared" doc:"Whether orders are paid to the accounts of this installation while the organization has no active one of its own."`
}

// PaymentKeys are the keys of an account. Those of the webhook may come later, when its
// address is known.
type PaymentKeys struct {
	SecretKey     string `json:"secret_key,omitempty" maxLength:"512" doc:"Stripe: secret key, or a restricted one that may write checkout sessions and refunds, and read payment intents, charges and balance transactions." example:"rk_live_51H8example"`
	WebhookSecret string `json:"webhook_secret,omitempty" maxLength:"512" doc:"Stripe: signing secret of the webhook endpoint." example:"whsec_example"`
	ClientID      string `json:"client_id,omitempty" maxLength:"512" doc:"PayPal: client ID of the app."`
	ClientSecret  string `json:"client_secret,omitempty" maxLength:"512" doc:"PayPal: its secret."`
	WebhookID     string `json:"webhook_id,omitempty" maxLength:"512" doc:"PayPal: ID of the webhook."`
}

// NewPaymentAccount is the body that adds an account.
type NewPaymentAccount struct {
	Provider string `json:"provider" enum:"stripe,paypal"`
	Sandbox  bool   `json:"sandbox,omitempty" doc:"PayPal: the keys are of its sandbox."`
	PaymentKeys
}

func (k *PaymentKeys) keys(sandbox bool) merchant.Keys {
	return merchant.Keys{
		SecretKey: k.SecretKey, WebhookSecret: k.WebhookSecret, ClientID: k.ClientID, ClientSecret: k.ClientSecret, WebhookID: k.WebhookID, Sandbox: sandbox,
	}
}

func (h *Handlers) paymentAccountOf(a *payments.PaymentAccount) *PaymentAccount {
	return &PaymentAccount{
		ID: a.ID, Provider: a.Provider, Status: a.State, Mode: a.Mode, WebhookURL: h.Merchants.WebhookURL(a), KeyVersion: a.Version,
		CreatedAt: a.CreatedAt.Time(), ChangedAt: a.ChangedAt.Time(), HeardAt: wire.TimePtr(a.HeardAt),
	}
}

// events are those that a webhook has to be subscribed to, by provider.
var events = map[string]func() []string{stripe.Name: stripe.Events, paypal.Name: paypal.Events}

func (h *Handlers) listPaymentAccounts(c *access.Call, _ *httpapi.None) (*PaymentAccountList, error) {
	list, err := h.Merchants.List(c.Context(), c.Caller.OrgID)
	if err != nil {
		return nil, err
	}
	out := &PaymentAccountList{Items: []PaymentAccount{}, Providers: []PaymentProvider{}, Shared: h.Merchants.Shared()}
	for i := range list {
		out.Items = append(out.Items, *h.paymentAccountOf(&list[i]))
	}
	for _, name := range payment.WithAccounts() {
		out.Providers = append(out.Providers, PaymentProvider{Provider: name, Name: payment.Title(name), Events: events[name]()})
	}
	return out, nil
}

// accountProblem maps what package merchant and the providers say to problems.
func accountProblem(err error) error {
	bad, isBad := errors.AsType[*merchant.BadKey](err)
	switch {
	case err == nil:
		return nil
	case isBad:
		return httpapi.Invalid(httpapi.FieldError{Field: bad.Field, Code: "bad_format", Message: bad.Problem})
	case errors.Is(err, merchant.ErrOther):
		return kindOtherAccount.Problem()
	case errors.Is(err, merchant.ErrClosed):
		return kindAccountClosed.Problem()
	case errors.Is(err, database.ErrLimit):
		return kindAccountLimit.Problem()
	case errors.Is(err, payment.ErrDenied), errors.Is(err, payment.ErrRejected):
		return kindKeysDenied.Problem()
	case errors.Is(err, payment.ErrUnavailable):
		p := kindProviderSilent.Problem()
		p.RetryAfter = 10 * time.Second
		return p
	}
	return err
}

func (h *Handlers) addPaymentAccount(c *access.Call, in *NewPaymentAccount) (*PaymentAccount, error) {
	account := c.OwnID(id.PaymentAccount)
	one, err := h.Merchants.Add(c.Context(), c.Caller.OrgID, account, in.Provider, in.keys(in.Sandbox))
	if errors.Is(err, database.ErrConflict) && c.Key != "" {
		// The keys of the first request are not compared: they are never read for that.
		have, err := h.Merchants.Get(c.Context(), c.Caller.OrgID, account)
		if err != nil {
			return nil, err
		}
		return h.paymentAccountOf(have), c.Repeated(have.Provider == in.Provider)
	}
	if err != nil {
		return nil, accountProblem(err)
	}
	return h.paymentAccountOf(one), nil
}

// paymentAccount finds the account of the path in the caller's organization.
func (h *Handlers) paymentAccount(c *access.Call) (*payments.PaymentAccount, error) {
	name := c.Param("account_id")
	if !id.Valid(name, id.PaymentAccount) {
		return nil, database.ErrNotFound
	}
	return h.Merchants.Get(c.Context(), c.Caller.OrgID, name)
}

func (h *Handlers) changePaymentKeys(c *access.Call, in *PaymentKeys) (*PaymentAccount, error) {
	one, err := h.paymentAccount(c)
	if err != nil {
		return nil, err
	}
	if *in == (PaymentKeys{}) {
		return nil, httpapi.Invalid(httpapi.FieldError{Field: "secret_key", Code: "required", Message: "or another key is needed"})
	}
	next, err := h.Merchants.Change(c.Context(), c.Caller.OrgID, one.ID, in.keys(false))
	if err != nil {
		return nil, accountProblem(err)
	}
	return h.paymentAccountOf(next), nil
}

func (h *Handlers) removePaymentAccount(c *access.Call, _ *httpapi.None) (*PaymentAccount, error) {
	one, err := h.paymentAccount(c)
	if err != nil {
		return nil, err
	}
	if err := h.Merchants.Remove(c.Context(), c.Caller.OrgID, one.ID); err != nil {
		return nil, accountProblem(err)
	}
	if one, err = h.paymentAccount(c); err != nil {
		return nil, err
	}
	return h.paymentAccountOf(one), nil
}

// PaymentAccountTest is how a provider takes the keys of an account.
type PaymentAccountTest struct {
	Keys    string   `json:"keys" enum:"work,denied,unavailable" doc:"denied: the provider does not accept them, or they may not do what payments need. unavailable: it does not answer now."`
	Webhook string   `json:"webhook" enum:"found,not_found,unknown" doc:"not_found: none sends to webhook_url. unknown: the keys may not ask, or do not work."`
	Missing []string `json:"missing_events" doc:"The types of events that the webhook is not subscribed to."`
}

func (h *Handlers) testPaymentAccount(c *access.Call, _ *httpapi.None) (*PaymentAccountTest, error) {
	one, err := h.paymentAccount(c)
	if err != nil {
		return nil, err
	}
	out := &PaymentAccountTest{Keys: "work", Webhook: string(payment.WebhookNotToldOf), Missing: []string{}}
	tested, err := h.Merchants.Test(c.Context(), one)
	switch {
	case errors.Is(err, payment.ErrDenied), errors.Is(err, payment.ErrRejected):
		out.Keys = "denied"
	case errors.Is(err, payment.ErrUnavailable):
		out.Keys = "unavailable"
	case err != nil:
		return nil, accountProblem(err)
	default:
		out.Webhook = string(tested.Webhook)
		out.Missing = append(out.Missing, slices.Sorted(slices.Values(tested.Missing))...)
	}
	return out, nil
}
