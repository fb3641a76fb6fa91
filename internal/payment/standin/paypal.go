package standin

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"
)

// PayPal is PayPal.
type PayPal struct {
	URL string

	mu       sync.Mutex
	accounts map[string]*PayPalAccount // by client ID
	made     int
	key      *rsa.PrivateKey // of the certificate that webhooks are signed with; nil until one is
}

// PayPalAccount is an account at PayPal, with its app and the webhook of that.
type PayPalAccount struct {
	paypal                  *PayPal
	client, secret, webhook string
	HookURL                 string
	HookEvents              []string
	Settles                 string // the currency of its balance, "" that of the payment
	Late                    bool   // fees are not known yet
	Payer                   string // the account of whoever pays; "": a card is typed
	Declines                bool   // the payer's card
	Captures, Payouts       string // the status of new captures and refunds
	Broken                  int    // the status of every answer; 0: it works

	tokens   map[string]bool // that are accepted
	tokensNo int
	orders   map[string]*paypalOrder
	refunds  map[string]*paypalRefund
	asked    map[string]paypalAnswer // by path and request ID
}

// paypalAnswer is what PayPal keeps of a request ID.
type paypalAnswer struct {
	body   string
	status int
	text   []byte
}

type paypalOrder struct {
	id, status, reference, currency, method string
	capture, captureStatus                  string
	items                                   []string
	value, refunded                         int64
}

type paypalRefund struct {
	id, status, capture, ref, currency string
	value                              int64
}

// NewPayPal starts PayPal, for the time of a test.
func NewPayPal(t testing.TB) *PayPal {
	t.Helper()
	p := &PayPal{accounts: map[string]*PayPalAccount{}}
	srv := httptest.NewServer(p)
	t.Cleanup(srv.Close)
	p.URL = srv.URL
	return p
}

// Account opens an account with the keys of its app and the ID of its webhook.
func (p *PayPal) Account(client, secret, webhook string) *PayPalAccount {
	p.mu.Lock()
	defer p.mu.Unlock()
	a := &PayPalAccount{
		paypal: p, client: client, secret: secret, webhook: webhook, Captures: "COMPLETED", Payouts: "COMPLETED", tokens: map[string]bool{},
		orders: map[string]*paypalOrder{}, refunds: map[string]*paypalRefund{}, asked: map[string]paypalAnswer{},
	}
	p.accounts[client] = a
	return a
}

// Set changes what an account does, while nobody asks it.
func (a *PayPalAccount) Set(change func(*PayPalAccount)) {
	a.paypal.mu.Lock()
	defer a.paypal.mu.Unlock()
	change(a)
}

// Tokens returns how many access tokens were handed out.
func (a *PayPalAccount) Tokens() (n int) {
	a.Set(func(a *PayPalAccount) { n = a.tokensNo })
	return n
}

// Revoke takes all access tokens back.
func (a *PayPalAccount) Revoke() { a.Set(func(a *PayPalAccount) { clear(a.tokens) }) }

// Method returns which payment methods a page takes.
func (a *PayPalAccount) Method(page string) (method string) {
	a.Set(func(a *PayPalAccount) { method = a.orders[page].method })
	return method
}

// Items returns what a page shows to be bought, as "2 × Regular at 24.00".
func (a *PayPalAccount) Items(page string) (items []string) {
	a.Set(func(a *PayPalAccount) { items = a.orders[page].items })
	return items
}

// Total returns what a page charges.
func (a *PayPalAccount) Total(page string) (value, currency any) {
	a.Set(func(a *PayPalAccount) {
		total := amount(a.orders[page].currency, a.orders[page].value)
		value, currency = total["value"], total["currency_code"]
	})
	return value, currency
}

// GivenBack returns how many cents of a capture were given back.
func (a *PayPalAccount) GivenBack(capture string) (n int64) {
	a.Set(func(a *PayPalAccount) { n = a.byCapture(capture).refunded })
	return n
}

// EndRefund ends a refund that was pending.
func (a *PayPalAccount) EndRefund(refund, status string) {
	a.Set(func(a *PayPalAccount) { a.refunds[refund].status = status })
}

// ServeHTTP answers a call of the API.
func (p *PayPal) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	body, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if r.URL.Path == "/v1/oauth2/token" {
		p.token(w, r, string(body))
		return
	}
	a := p.account(strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "))
	switch {
	case a == nil:
		w.WriteHeader(http.StatusUnauthorized)
		return
	case a.Broken != 0:
		w.WriteHeader(a.Broken)
		return
	case r.Method == http.MethodPost && r.Header.Get("Content-Type") != "application/json":
		w.WriteHeader(http.StatusUnsupportedMediaType)
		return
	}
	status, answer := a.answer(r, body)
	w.WriteHeader(status)
	w.Write(answer)
}

// token hands out an access token.
func (p *PayPal) token(w http.ResponseWriter, r *http.Request, body string) {
	client, secret, _ := r.BasicAuth()
	a := p.accounts[client]
	switch {
	case a == nil || a.secret != secret || body != "grant_type=client_credentials":
		w.WriteHeader(http.StatusUnauthorized)
		w.Write(encode(object{"error": "invalid_client"}))
	case a.Broken != 0:
		w.WriteHeader(a.Broken)
	default:
		a.tokensNo++
		token := fmt.Sprintf("token-%s-%d", client, a.tokensNo)
		a.tokens[token] = true
		w.Write(encode(object{"access_token": token, "token_type": "Bearer", "expires_in": 32400}))
	}
}

func (p *PayPal) account(token string) *PayPalAccount {
	for _, a := range p.accounts {
		if a.tokens[token] {
			return a
		}
	}
	return nil
}

// answer answers a call, once for each request ID: PayPal answers a known one as the first
// time, a declined instrument too. One that comes with another body is refused.
func (a *PayPalAccount) answer(r *http.Request, body []byte) (int, []byte) {
	id := r.Header.Get("PayPal-Request-Id")
	key := r.URL.Path + " " + id
	if was, again := a.asked[key]; again && id != "" {
		if was.body != string(body) {
			return unprocessable("DUPLICATE_REQUEST_ID")
		}
		return was.status, was.text
	}
	status, text := a.call(r, body)
	if id != "" && (status < 300 || bytes.Contains(text, []byte(declined))) {
		a.asked[key] = paypalAnswer{string(body), status, text}
	}
	return status, text
}

const declined = "INSTRUMENT_DECLINED"

func notFound() (int, []byte) {
	return http.StatusNotFound, encode(object{"name": "RESOURCE_NOT_FOUND", "debug_id": "d0"})
}

func invalid(field string) (int, []byte) {
	return http.StatusBadRequest, encode(object{"name": "INVALID_REQUEST", "debug_id": "d1", "details": []object{{"field": field, "issue": "INVALID_PARAMETER_SYNTAX"}}})
}

func unprocessable(issue string) (int, []byte) {
	return http.StatusUnprocessableEntity, encode(object{"name": "UNPROCESSABLE_ENTITY", "debug_id": "d2", "details": []object{{"issue": issue}}})
}

func (a *PayPalAccount) call(r *http.Request, body []byte) (int, []byte) {
	path := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	switch call := r.Method + " " + strings.Join(path[:min(3, len(path))], "/"); {
	case call == "POST v1/notifications/verify-webhook-signature":
		return a.verify(body)
	case call == "GET v1/notifications/webhooks" && len(path) == 4:
		return a.hook(path[3])
	case call == "POST v2/checkout/orders" && len(path) == 3:
		return a.open(r, body)
	case call == "GET v2/checkout/orders" && len(path) == 4:
		return a.show(path[3], http.StatusOK)
	case call == "POST v2/checkout/orders" && len(path) == 5 && path[4] == "capture":
		return a.capture(r, path[3], body)
	case call == "POST v2/payments/captures" && len(path) == 5 && path[4] == "refund":
		return a.refund(r, path[3], body)
	case call == "GET v2/payments/captures" && len(path) == 4:
		if o := a.byCapture(path[3]); o != nil {
			return http.StatusOK, encode(a.captured(o))
		}
	case call == "GET v2/payments/refunds" && len(path) == 4:
		if b := a.refunds[path[3]]; b != nil {
			return http.StatusOK, encode(a.refundObject(b))
		}
	}
	return notFound()
}

func (a *PayPalAccount) hook(id string) (int, []byte) {
	if id != a.webhook {
		return notFound()
	}
	types := []object{}
	for _, e := range a.HookEvents {
		types = append(types, object{"name": e, "status": "ENABLED"})
	}
	return http.StatusOK, encode(object{"id": a.webhook, "url": a.HookURL, "event_types": types})
}

// strictly reads a body that has no other fields than v.
func strictly(body []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	return d.Decode(v)
}

// open makes an order. What it is not given as documented, it refuses.
func (a *PayPalAccount) open(r *http.Request, body []byte) (int, []byte) {
	var in struct {
		Intent string `json:"intent"`
		Units  []struct {
			CustomID    string       `json:"custom_id"`
			Description string       `json:"description"`
			Amount      paypalTotal  `json:"amount"`
			Items       []paypalItem `json:"items"`
		} `json:"purchase_units"`
		Source struct {
			PayPal struct {
				Context struct {
					Return   string `json:"return_url"`
					Cancel   string `json:"cancel_url"`
					Action   string `json:"user_action"`
					Shipping string `json:"shipping_preference"`
					Method   string `json:"payment_method_preference"`
				} `json:"experience_context"`
			} `json:"paypal"`
		} `json:"payment_source"`
	}
	if err := strictly(body, &in); err != nil || in.Intent != "CAPTURE" || len(in.Units) != 1 {
		return invalid("/")
	}
	unit, page := in.Units[0], in.Source.PayPal.Context
	value, ok := unit.Amount.cents()
	items, issue := shownItems(unit.Amount, unit.Items)
	switch {
	case r.Header.Get("PayPal-Request-Id") == "": // is required with a payment source
		return invalid("PayPal-Request-Id")
	case !ok:
		return invalid("/purchase_units/@reference_id=='default'/amount/value")
	case issue != "":
		return unprocessable(issue)
	case utf8.RuneCountInString(unit.CustomID) > 255 || utf8.RuneCountInString(unit.Description) > 127:
		return invalid("/purchase_units/@reference_id=='default'")
	case !webAddress(page.Return) || !webAddress(page.Cancel):
		return invalid("/payment_source/paypal/experience_context")
	case page.Action != "PAY_NOW" && page.Action != "CONTINUE", page.Shipping != "NO_SHIPPING" && page.Shipping != "GET_FROM_FILE",
		page.Method != "IMMEDIATE_PAYMENT_REQUIRED" && page.Method != "UNRESTRICTED":
		return invalid("/payment_source/paypal/experience_context")
	}
	a.paypal.made++
	o := &paypalOrder{
		id: fmt.Sprintf("PPO%d", a.paypal.made), status: "PAYER_ACTION_REQUIRED", reference: unit.CustomID, value: value, currency: unit.Amount.Currency, method: page.Method, items: items,
	}
	a.orders[o.id] = o
	return http.StatusOK, encode(object{"id": o.id, "status": o.status, "links": []object{
		{"rel": "self", "href": a.paypal.URL + "/v2/checkout/orders/" + o.id}, {"rel": "payer-action", "href": "https://www.paypal.example/checkoutnow?token=" + o.id},
	}})
}

func (a *PayPalAccount) capture(r *http.Request, id string, body []byte) (int, []byte) {
	o := a.orders[id]
	switch err := strictly(body, &struct{}{}); {
	case err != nil:
		return invalid("/")
	case r.Header.Get("PayPal-Request-Id") == "":
		return invalid("PayPal-Request-Id")
	case o == nil:
		return notFound()
	case o.capture != "":
		return unprocessable("ORDER_ALREADY_CAPTURED")
	case o.status != "APPROVED":
		return unprocessable("ORDER_NOT_APPROVED")
	case a.Declines:
		return unprocessable(declined)
	}
	o.status, o.capture, o.captureStatus = "COMPLETED", "CAP"+o.id, a.Captures
	return a.show(o.id, http.StatusCreated)
}

// PayPalFee is the fee of the stand-in for an amount in cents.
func PayPalFee(amount int64) int64 { return amount*3/100 + 35 }

// captured is a capture as it is read. While it is pending nobody knows the fee. A balance
// in another currency has what it receives at twice the amount.
func (a *PayPalAccount) captured(o *paypalOrder) object {
	out := object{"id": o.capture, "status": o.captureStatus, "amount": amount(o.currency, o.value), "custom_id": o.reference, "create_time": "2027-01-15T08:00:00Z"}
	if a.Late || o.captureStatus != "COMPLETED" {
		return out
	}
	fee := PayPalFee(o.value)
	net := o.value - fee
	parts := object{"gross_amount": amount(o.currency, o.value), "paypal_fee": amount(o.currency, fee), "net_amount": amount(o.currency, net)}
	if a.Settles != "" {
		parts["receivable_amount"] = amount(a.Settles, 2*net)
		parts["exchange_rate"] = object{"value": "2.0", "source_currency": o.currency, "target_currency": a.Settles}
	}
	out["seller_receivable_breakdown"] = parts
	return out
}

func (a *PayPalAccount) byCapture(capture string) *paypalOrder {
	for _, o := range a.orders {
		if capture != "" && o.capture == capture {
			return o
		}
	}
	return nil
}

func (a *PayPalAccount) show(id string, status int) (int, []byte) {
	o := a.orders[id]
	if o == nil {
		return notFound()
	}
	unit := object{"custom_id": o.reference, "amount": amount(o.currency, o.value)}
	if o.capture != "" {
		unit["payments"] = object{"captures": []object{a.captured(o)}}
	}
	source := object{"card": object{"last_digits": "4242", "brand": "VISA"}}
	if a.Payer != "" {
		source = object{"paypal": object{"email_address": "ada@example.org", "account_id": a.Payer, "account_status": "VERIFIED"}}
	}
	return status, encode(object{"id": id, "status": o.status, "purchase_units": []object{unit}, "payment_source": source})
}

func (a *PayPalAccount) refund(r *http.Request, capture string, body []byte) (int, []byte) {
	var in struct {
		Amount   paypalMoney `json:"amount"`
		CustomID string      `json:"custom_id"`
	}
	err := strictly(body, &in)
	back, ok := in.Amount.cents()
	o := a.byCapture(capture)
	switch {
	case err != nil || !ok:
		return invalid("/amount/value")
	case r.Header.Get("PayPal-Request-Id") == "":
		return invalid("PayPal-Request-Id")
	case o == nil:
		return notFound()
	case o.captureStatus != "COMPLETED":
		return unprocessable("CAPTURE_STATUS_NOT_VALID")
	case in.Amount.Currency != o.currency:
		return unprocessable("REFUND_CURRENCY_MISMATCH")
	case o.refunded+back > o.value:
		return unprocessable("REFUND_AMOUNT_EXCEEDED")
	}
	if a.Payouts != "FAILED" {
		o.refunded += back
	}
	a.paypal.made++
	b := &paypalRefund{id: fmt.Sprintf("REF%d", a.paypal.made), status: a.Payouts, capture: capture, ref: in.CustomID, value: back, currency: o.currency}
	a.refunds[b.id] = b
	return http.StatusCreated, encode(a.refundObject(b))
}

// refundObject is a refund as it is read: 10 cents of the fee come back with each.
func (a *PayPalAccount) refundObject(b *paypalRefund) object {
	out := object{
		"id": b.id, "status": b.status, "amount": amount(b.currency, b.value), "custom_id": b.ref,
		"links": []object{{"rel": "up", "href": a.paypal.URL + "/v2/payments/captures/" + b.capture}},
	}
	if !a.Late && b.status == "COMPLETED" {
		out["seller_payable_breakdown"] = object{
			"gross_amount": amount(b.currency, b.value), "paypal_fee": amount(b.currency, 10), "net_amount": amount(b.currency, b.value-10),
			"total_refunded_amount": amount(b.currency, a.byCapture(b.capture).refunded),
		}
	}
	return out
}

// Approve has a payer agree on the page, and returns what the app's webhook is sent.
func (a *PayPalAccount) Approve(page string) Webhook {
	var w Webhook
	a.Set(func(a *PayPalAccount) {
		o := a.orders[page]
		o.status = "APPROVED"
		w = a.event("CHECKOUT.ORDER.APPROVED", object{"id": o.id, "purchase_units": []object{{"custom_id": o.reference, "amount": amount(o.currency, o.value)}}})
	})
	return w
}

// Captured returns what is sent once the money of a page was taken.
func (a *PayPalAccount) Captured(page string) Webhook {
	var w Webhook
	a.Set(func(a *PayPalAccount) {
		o := a.orders[page]
		resource := a.captured(o)
		resource["supplementary_data"] = object{"related_ids": object{"order_id": o.id}}
		w = a.event("PAYMENT.CAPTURE.COMPLETED", resource)
	})
	return w
}

func (a *PayPalAccount) event(kind string, resource object) Webhook {
	a.paypal.made++
	body := encode(object{"id": fmt.Sprintf("WH-%d", a.paypal.made), "event_type": kind, "create_time": "2027-01-15T08:00:00Z", "resource": resource})
	return a.sign(body, time.Now())
}

// Sign signs a body for the app's webhook, as it is sent at a time.
func (a *PayPalAccount) Sign(body []byte, at time.Time) (w Webhook) {
	a.Set(func(a *PayPalAccount) { w = a.sign(body, at) })
	return w
}

func (a *PayPalAccount) sign(body []byte, at time.Time) Webhook {
	when := at.UTC().Format(time.RFC3339)
	sig, err := rsa.SignPKCS1v15(rand.Reader, a.paypal.certificate(), crypto.SHA256, digest("tr-1", when, a.webhook, body))
	if err != nil {
		panic(err)
	}
	h := http.Header{}
	h.Set("Paypal-Auth-Algo", "SHA256withRSA")
	h.Set("Paypal-Cert-Url", "https://api.paypal.example/certs/CERT-1")
	h.Set("Paypal-Transmission-Id", "tr-1")
	h.Set("Paypal-Transmission-Sig", base64.StdEncoding.EncodeToString(sig))
	h.Set("Paypal-Transmission-Time", when)
	return Webhook{h, body}
}

// certificate returns the key that webhooks are signed with. It takes a while to make, and
// most tests sign nothing.
func (p *PayPal) certificate() *rsa.PrivateKey {
	if p.key == nil {
		key, err := rsa.GenerateKey(rand.Reader, 2048)
		if err != nil {
			panic(err)
		}
		p.key = key
	}
	return p.key
}

// digest is what is signed: the transmission, its time, the webhook and the CRC of the
// event's bytes.
func digest(id, at, hook string, event []byte) []byte {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s|%s|%s|%d", id, at, hook, crc32.ChecksumIEEE(event)))
	return sum[:]
}

func (a *PayPalAccount) verify(body []byte) (int, []byte) {
	var in struct {
		Algo  string          `json:"auth_algo"`
		Cert  string          `json:"cert_url"`
		ID    string          `json:"transmission_id"`
		Sig   string          `json:"transmission_sig"`
		Time  string          `json:"transmission_time"`
		Hook  string          `json:"webhook_id"`
		Event json.RawMessage `json:"webhook_event"`
	}
	if err := strictly(body, &in); err != nil || in.Algo == "" || in.Cert == "" {
		return invalid("/")
	}
	sig, err := base64.StdEncoding.DecodeString(in.Sig)
	good := err == nil && in.Hook == a.webhook &&
		rsa.VerifyPKCS1v15(&a.paypal.certificate().PublicKey, crypto.SHA256, digest(in.ID, in.Time, in.Hook, in.Event), sig) == nil
	if !good {
		return http.StatusOK, encode(object{"verification_status": "FAILURE"})
	}
	return http.StatusOK, encode(object{"verification_status": "SUCCESS"})
}
