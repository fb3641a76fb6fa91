package standin

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// Stripe is Stripe.
type Stripe struct {
	URL string
	// Now is its clock.
	Now func() time.Time

	mu       sync.Mutex
	accounts map[string]*StripeAccount // by key
	made     int
}

// StripeAccount is an account at Stripe.
type StripeAccount struct {
	stripe *Stripe
	secret string // of its webhook endpoint

	// Endpoints are its webhook endpoints, by address, with the events that they send.
	Endpoints map[string][]string
	// Forbids are the paths that its key may not call.
	Forbids []string
	// Settles is the currency of its balance, "" that of the payment; Rate is how many of
	// its minor units one of the payment's is.
	Settles string
	Rate    int64
	// Late: fees are not known yet.
	Late bool
	// Card is the fingerprint of the card that payers pay with, "" where it is not a card.
	Card string
	// Broken: what is asked for fails, and the key is answered with that failure for good.
	// Loses: it is done all the same. Hides: refunds are not listed.
	Broken, Loses, Hides bool

	sessions map[string]*stripeSession
	refunds  []*stripeRefund
	kept     map[string]keptAnswer // by idempotency key
}

type stripeSession struct {
	id, reference, meta, status, payment, intent, card string
	items                                              []string
	created                                            time.Time
	amount                                             int64
	currency                                           string
	refunded                                           int64
}

type stripeRefund struct {
	id, intent, ref, status string
	amount                  int64
	currency                string
}

// NewStripe starts Stripe, for the time of a test.
func NewStripe(t testing.TB) *Stripe {
	t.Helper()
	s := &Stripe{Now: time.Now, accounts: map[string]*StripeAccount{}}
	srv := httptest.NewServer(s)
	t.Cleanup(srv.Close)
	s.URL = srv.URL
	return s
}

// Account opens an account with a key and the secret of its webhook endpoint.
func (s *Stripe) Account(key, secret string) *StripeAccount {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := &StripeAccount{
		stripe: s, secret: secret, Endpoints: map[string][]string{}, sessions: map[string]*stripeSession{}, kept: map[string]keptAnswer{},
	}
	s.accounts[key] = a
	return a
}

// Roll gives an account another key; the old one ends.
func (a *StripeAccount) Roll(key string) {
	a.stripe.mu.Lock()
	defer a.stripe.mu.Unlock()
	for old, b := range a.stripe.accounts {
		if a == b {
			delete(a.stripe.accounts, old)
		}
	}
	a.stripe.accounts[key] = a
}

// Set changes what an account does, while nobody asks it.
func (a *StripeAccount) Set(change func(*StripeAccount)) {
	a.stripe.mu.Lock()
	defer a.stripe.mu.Unlock()
	change(a)
}

// Refunds returns how many refunds the account has made, and Sessions how many pages.
func (a *StripeAccount) Refunds() (n int) {
	a.Set(func(a *StripeAccount) { n = len(a.refunds) })
	return n
}

// Sessions returns how many pages the account has.
func (a *StripeAccount) Sessions() (n int) {
	a.Set(func(a *StripeAccount) { n = len(a.sessions) })
	return n
}

// Items returns what a page shows to be bought, as "2 × Regular at 2400".
func (a *StripeAccount) Items(page string) (items []string) {
	a.Set(func(a *StripeAccount) {
		if c := a.sessions[page]; c != nil {
			items = c.items
		}
	})
	return items
}

// Asked returns the parameters of the first call with an idempotency key, "" if there was
// none.
func (a *StripeAccount) Asked(key string) (form string) {
	a.Set(func(a *StripeAccount) { form = a.kept[key].form })
	return form
}

// ServeHTTP answers a call of the API.
func (s *Stripe) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Request-Id", "req_test")
	a := s.accounts[strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")]
	if err := r.ParseForm(); err != nil {
		refuse(w, badParam(""))
		return
	}
	switch {
	case a == nil:
		refuse(w, &refusal{http.StatusUnauthorized, "invalid_request_error", "api_key_expired", ""})
	case slices.ContainsFunc(a.Forbids, func(path string) bool { return strings.HasPrefix(r.URL.Path, path) }):
		refuse(w, &refusal{http.StatusForbidden, "invalid_request_error", "more_permissions_required", ""})
	case r.Method == http.MethodPost:
		a.post(w, r)
	default:
		a.get(w, r)
	}
}

func refuse(w http.ResponseWriter, r *refusal) {
	if r.status >= 500 {
		w.Header().Set("Stripe-Should-Retry", "false") // or the library waits and asks again by itself
	}
	w.WriteHeader(r.status)
	w.Write(encode(object{"error": object{"type": r.kind, "code": r.code, "param": r.param, "message": "refused"}}))
}

// keptAnswer is what Stripe keeps of an idempotency key.
type keptAnswer struct {
	form    string
	answer  []byte
	refused *refusal // a failure of its own, which it repeats too
}

// post answers a call that changes something, once for each key. A key that comes with
// other parameters is refused. What is refused as malformed is not kept.
func (a *StripeAccount) post(w http.ResponseWriter, r *http.Request) {
	key, form := r.Header.Get("Idempotency-Key"), r.URL.Path+"?"+r.Form.Encode()
	if len(key) > maxKey {
		refuse(w, &refusal{http.StatusBadRequest, "idempotency_error", "", ""})
		return
	}
	was, again := a.kept[key]
	switch {
	case again && was.form != form:
		refuse(w, &refusal{http.StatusBadRequest, "idempotency_error", "", ""})
		return
	case again:
		w.Header().Set("Idempotent-Replayed", "true")
	default:
		answer, refused := a.change(r)
		if a.Broken && (refused == nil || refused.status >= 500) {
			refused = &refusal{http.StatusInternalServerError, "api_error", "", ""}
		}
		was = keptAnswer{form: form, refused: refused}
		if refused == nil {
			was.answer = encode(answer)
		}
		if key != "" && (refused == nil || refused.status >= 500) {
			a.kept[key] = was
		}
	}
	if was.refused != nil {
		refuse(w, was.refused)
		return
	}
	w.Write(was.answer)
}

// change does what a call asks for. An account that is broken does nothing, unless its
// failure is only that the answer is lost.
func (a *StripeAccount) change(r *http.Request) (object, *refusal) {
	path := strings.Split(strings.TrimPrefix(r.URL.Path, "/v1/"), "/")
	switch {
	case r.URL.Path == "/v1/checkout/sessions":
		c, refused := sessionOf(r.Form, a.stripe.Now())
		if refused != nil || a.Broken && !a.Loses {
			return nil, refused
		}
		a.stripe.made++
		c.id = fmt.Sprintf("cs_%d", a.stripe.made)
		a.sessions[c.id] = c
		return a.session(c), nil
	case r.URL.Path == "/v1/refunds":
		return a.refund(r)
	case len(path) == 4 && path[0] == "checkout" && path[3] == "expire":
		c := a.sessions[path[2]]
		switch {
		case c == nil:
			return nil, &refusal{http.StatusNotFound, "invalid_request_error", "resource_missing", "id"}
		case c.status != "open":
			return nil, badParam("")
		}
		c.status = "expired"
		return a.session(c), nil
	}
	return nil, &refusal{http.StatusNotFound, "invalid_request_error", "url_invalid", ""}
}

func (*StripeAccount) session(c *stripeSession) object {
	out := object{
		"id": c.id, "object": "checkout.session", "url": "https://checkout.stripe.example/" + c.id, "client_reference_id": c.reference, "created": c.created.Unix(),
		"amount_total": c.amount, "currency": c.currency, "status": c.status, "payment_status": c.payment, "payment_intent": nil,
		"metadata": object{"holdfast_reference": c.meta},
	}
	if c.intent != "" {
		out["payment_intent"] = c.intent
	}
	return out
}

func (a *StripeAccount) byIntent(intent string) *stripeSession {
	for _, c := range a.sessions {
		if intent != "" && c.intent == intent {
			return c
		}
	}
	return nil
}

// refund gives money of a payment back.
func (a *StripeAccount) refund(r *http.Request) (object, *refusal) {
	if refused := unknownParam(r.Form, refundParams); refused != nil {
		return nil, refused
	}
	amount, err := strconv.ParseInt(r.Form.Get("amount"), 10, 64)
	c := a.byIntent(r.Form.Get("payment_intent"))
	switch {
	case c == nil:
		return nil, &refusal{http.StatusNotFound, "invalid_request_error", "resource_missing", "payment_intent"}
	case err != nil || amount <= 0:
		return nil, badParam("amount")
	case c.refunded == c.amount:
		return nil, &refusal{http.StatusBadRequest, "invalid_request_error", "charge_already_refunded", ""}
	case c.refunded+amount > c.amount:
		return nil, badParam("amount")
	case a.Broken && !a.Loses:
		return nil, nil
	}
	c.refunded += amount
	a.stripe.made++
	b := &stripeRefund{
		id: fmt.Sprintf("re_%d", a.stripe.made), intent: c.intent, ref: r.Form.Get("metadata[holdfast_refund]"), status: "succeeded", amount: amount, currency: c.currency,
	}
	a.refunds = append(a.refunds, b)
	return a.refundObject(b, false), nil
}

func (a *StripeAccount) refundObject(b *stripeRefund, whole bool) object {
	out := object{
		"id": b.id, "object": "refund", "amount": b.amount, "currency": b.currency, "status": b.status, "payment_intent": b.intent,
		"metadata": object{"holdfast_refund": b.ref}, "balance_transaction": nil,
	}
	if !a.Late {
		out["balance_transaction"] = "txn_" + b.id
		if whole {
			out["balance_transaction"] = a.transaction("txn_"+b.id, "refund", -b.amount, b.currency, 0)
		}
	}
	return out
}

// StripeFee is the fee of the stand-in for an amount.
func StripeFee(amount int64) int64 { return amount*15/1000 + 25 }

// transaction is a balance transaction. The fee is reckoned in the currency of the balance.
func (a *StripeAccount) transaction(id, kind string, amount int64, currency string, fee int64) object {
	if a.Settles != "" {
		amount, currency = amount*a.Rate, strings.ToLower(a.Settles)
	}
	return object{"id": id, "object": "balance_transaction", "type": kind, "amount": amount, "currency": currency, "fee": fee, "net": amount - fee, "status": "pending"}
}

// get answers a call that reads something.
func (a *StripeAccount) get(w http.ResponseWriter, r *http.Request) {
	path := strings.Split(strings.TrimPrefix(r.URL.Path, "/v1/"), "/")
	expands := func(what string) bool {
		return slices.Contains(r.Form["expand[]"], what) || r.Form.Get("expand[0]") == what
	}
	if refused := unknownParam(r.Form, readParams); refused != nil {
		refuse(w, refused)
		return
	}
	var answer any
	list := func(data []object) object { return object{"object": "list", "data": data, "has_more": false} }
	switch {
	case len(path) == 3 && path[0] == "checkout":
		if c := a.sessions[path[2]]; c != nil {
			one := a.session(c)
			if c.intent != "" && expands("payment_intent") {
				one["payment_intent"] = object{"id": c.intent, "object": "payment_intent", "status": "succeeded"}
			}
			answer = one
		}
	case len(path) == 2 && path[0] == "payment_intents":
		if c := a.byIntent(path[1]); c != nil {
			charge := object{"id": "ch_" + c.id, "object": "charge", "amount": c.amount, "currency": c.currency, "balance_transaction": nil}
			if !a.Late {
				charge["balance_transaction"] = "txn_" + c.id
				if expands("latest_charge.balance_transaction") {
					charge["balance_transaction"] = a.transaction("txn_"+c.id, "charge", c.amount, c.currency, StripeFee(c.amount*max(1, a.Rate)))
				}
			}
			method := object{"type": "ideal", "ideal": object{"bank": "rabobank"}}
			if c.card != "" {
				method = object{"type": "card", "card": object{"brand": "visa", "last4": "4242", "fingerprint": c.card, "wallet": nil}}
			}
			charge["payment_method_details"] = method
			one := object{"id": c.intent, "object": "payment_intent", "status": "succeeded", "latest_charge": charge["id"]}
			if expands("latest_charge") || expands("latest_charge.balance_transaction") {
				one["latest_charge"] = charge
			}
			answer = one
		}
	case len(path) == 2 && path[0] == "refunds":
		for _, b := range a.refunds {
			if b.id == path[1] {
				answer = a.refundObject(b, expands("balance_transaction"))
			}
		}
	case r.URL.Path == "/v1/refunds":
		data := []object{}
		for _, b := range a.refunds {
			if of := r.Form.Get("payment_intent"); !a.Hides && (of == "" || of == b.intent) {
				data = append(data, a.refundObject(b, false))
			}
		}
		if of := r.Form.Get("payment_intent"); of == "" || a.byIntent(of) != nil {
			answer = list(data)
		}
	case r.URL.Path == "/v1/webhook_endpoints":
		data := []object{}
		for url, events := range a.Endpoints {
			data = append(data, object{"id": "we_1", "object": "webhook_endpoint", "url": url, "status": "enabled", "enabled_events": events})
		}
		answer = list(data)
	case r.URL.Path == "/v1/checkout/sessions", r.URL.Path == "/v1/payment_intents":
		answer = list([]object{})
	}
	if answer == nil {
		refuse(w, &refusal{http.StatusNotFound, "invalid_request_error", "resource_missing", ""})
		return
	}
	w.Write(encode(answer))
}

// Pay has a payer pay on the page, and returns what the account's endpoint is sent.
func (a *StripeAccount) Pay(page string) Webhook {
	var w Webhook
	a.Set(func(a *StripeAccount) {
		c := a.sessions[page]
		c.status, c.payment, c.intent, c.card = "complete", "paid", "pi_"+c.id, a.Card
		w = a.event("checkout.session.completed", "evt_"+c.id, a.session(c))
	})
	return w
}

// PayIfOpen is Pay as long as the page is open, and says false of one that has expired. A page that was
// paid says so again.
func (a *StripeAccount) PayIfOpen(page string) (w Webhook, paid bool) {
	a.Set(func(a *StripeAccount) {
		c := a.sessions[page]
		if c == nil || c.status == "expired" {
			return
		}
		c.status, c.payment, c.intent = "complete", "paid", "pi_"+c.id
		w, paid = a.event("checkout.session.completed", "evt_"+c.id, a.session(c)), true
	})
	return w, paid
}

// Refunded returns what is sent of the last refund.
func (a *StripeAccount) Refunded() Webhook {
	var w Webhook
	a.Set(func(a *StripeAccount) {
		b := a.refunds[len(a.refunds)-1]
		w = a.event("refund.updated", "evt_"+b.id, a.refundObject(b, false))
	})
	return w
}

// Disputed returns what is sent when the payer of a page disputes the payment.
func (a *StripeAccount) Disputed(page string) Webhook {
	var w Webhook
	a.Set(func(a *StripeAccount) {
		c := a.sessions[page]
		w = a.event("charge.dispute.created", "evt_dp_"+c.id, object{
			"id": "dp_" + c.id, "object": "dispute", "amount": c.amount, "currency": c.currency, "status": "needs_response", "payment_intent": c.intent,
		})
	})
	return w
}

func (a *StripeAccount) event(kind, id string, o object) Webhook {
	return a.Sign(encode(object{"id": id, "object": "event", "type": kind, "created": 1800000000, "data": object{"object": o}}))
}

// Sign signs a body with the secret of the account's endpoint, as whoever has the secret can.
func (a *StripeAccount) Sign(body []byte) Webhook {
	at := time.Now().Unix()
	sum := hmac.New(sha256.New, []byte(a.secret))
	fmt.Fprintf(sum, "%d.%s", at, body)
	return Webhook{Header: http.Header{"Stripe-Signature": {fmt.Sprintf("t=%d,v1=%x", at, sum.Sum(nil))}}, Body: body}
}
