package standin

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// PayPal is PayPal.
type PayPal struct {
	URL string

	mu       sync.Mutex
	accounts map[string]*PayPalAccount // by client ID
	made     int
}

// PayPalAccount is an account at PayPal, with its app and the webhook of that.
type PayPalAccount struct {
	paypal                  *PayPal
	client, secret, webhook string
	HookURL                 string
	HookEvents              []string
	Settles                 string // the currency of its balance, "" that of the payment
	Late                    bool   // fees are not known yet
	orders                  map[string]*paypalOrder
	refunds                 map[string]*paypalRefund
	bodies                  map[string]string // by request ID
	answers                 map[string][]byte
}

type paypalOrder struct {
	id, status, reference, value, currency, capture string
	refunded                                        string
}

type paypalRefund struct{ id, capture, ref, value, currency string }

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
		paypal: p, client: client, secret: secret, webhook: webhook, orders: map[string]*paypalOrder{}, refunds: map[string]*paypalRefund{},
		bodies: map[string]string{}, answers: map[string][]byte{},
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
		client, secret, _ := r.BasicAuth()
		if a := p.accounts[client]; a != nil && a.secret == secret && string(body) == "grant_type=client_credentials" {
			w.Write(encode(object{"access_token": "token-" + client, "token_type": "Bearer", "expires_in": 32400}))
			return
		}
		w.WriteHeader(http.StatusUnauthorized)
		w.Write(encode(object{"error": "invalid_client"}))
		return
	}
	a := p.accounts[strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer token-")]
	if a == nil {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	key := r.Header.Get("PayPal-Request-Id")
	if key != "" {
		key = r.URL.Path + " " + key
		if was, again := a.bodies[key]; again {
			if was != string(body) {
				w.WriteHeader(http.StatusUnprocessableEntity)
				w.Write(encode(object{"name": "UNPROCESSABLE_ENTITY", "details": []object{{"issue": "DUPLICATE_REQUEST_ID"}}}))
				return
			}
			w.Write(a.answers[key])
			return
		}
	}
	status, answer := a.call(r, body)
	if key != "" && status < 300 {
		a.bodies[key], a.answers[key] = string(body), encode(answer)
	}
	w.WriteHeader(status)
	w.Write(encode(answer))
}

var notFound = object{"name": "RESOURCE_NOT_FOUND", "debug_id": "d0"}

func (a *PayPalAccount) call(r *http.Request, body []byte) (int, any) {
	path := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	switch call := r.Method + " " + strings.Join(path[:min(3, len(path))], "/"); {
	case call == "POST v1/notifications/verify-webhook-signature":
		return a.verify(body)
	case call == "GET v1/notifications/webhooks" && len(path) == 4:
		if path[3] != a.webhook {
			return http.StatusNotFound, notFound
		}
		types := []object{}
		for _, e := range a.HookEvents {
			types = append(types, object{"name": e, "status": "ENABLED"})
		}
		return http.StatusOK, object{"id": a.webhook, "url": a.HookURL, "event_types": types}
	case call == "POST v2/checkout/orders" && len(path) == 3:
		return a.open(body)
	case call == "GET v2/checkout/orders" && len(path) == 4:
		return a.show(path[3], http.StatusOK)
	case call == "POST v2/checkout/orders" && len(path) == 5 && path[4] == "capture":
		o := a.orders[path[3]]
		if o == nil {
			return http.StatusNotFound, notFound
		}
		if o.status != "APPROVED" {
			return http.StatusUnprocessableEntity, object{"name": "UNPROCESSABLE_ENTITY", "details": []object{{"issue": "ORDER_NOT_APPROVED"}}}
		}
		o.status, o.capture = "COMPLETED", "CAP"+o.id
		return a.show(o.id, http.StatusCreated)
	case call == "POST v2/payments/captures" && len(path) == 5 && path[4] == "refund":
		return a.refund(path[3], body)
	case call == "GET v2/payments/captures" && len(path) == 4:
		if o := a.byCapture(path[3]); o != nil {
			return http.StatusOK, a.captured(o)
		}
	case call == "GET v2/payments/refunds" && len(path) == 4:
		if b := a.refunds[path[3]]; b != nil {
			return http.StatusOK, a.refundObject(b)
		}
	}
	return http.StatusNotFound, notFound
}

func (a *PayPalAccount) open(body []byte) (int, any) {
	var in struct {
		Intent string `json:"intent"`
		Units  []struct {
			CustomID string            `json:"custom_id"`
			Amount   map[string]string `json:"amount"`
		} `json:"purchase_units"`
	}
	if err := json.Unmarshal(body, &in); err != nil || in.Intent != "CAPTURE" || len(in.Units) != 1 || in.Units[0].Amount["value"] == "" || len(in.Units[0].Amount["currency_code"]) != 3 {
		return http.StatusBadRequest, object{"name": "INVALID_REQUEST", "debug_id": "d1"}
	}
	a.paypal.made++
	o := &paypalOrder{id: fmt.Sprintf("PPO%d", a.paypal.made), status: "PAYER_ACTION_REQUIRED", reference: in.Units[0].CustomID, value: in.Units[0].Amount["value"], currency: in.Units[0].Amount["currency_code"]}
	a.orders[o.id] = o
	return http.StatusOK, object{"id": o.id, "status": o.status, "links": []object{{"rel": "payer-action", "href": "https://www.paypal.example/checkoutnow?token=" + o.id}}}
}

func amount(currency, value string) object { return object{"currency_code": currency, "value": value} }

// cents reads an amount with two decimals, and value writes one.
func cents(value string) (n int64) {
	if _, err := fmt.Sscanf(strings.Replace(value, ".", "", 1), "%d", &n); err != nil {
		panic(err)
	}
	return n
}

func value(n int64) string { return fmt.Sprintf("%d.%02d", n/100, n%100) }

// PayPalFee is the fee of the stand-in for an amount in cents.
func PayPalFee(amount int64) int64 { return amount*3/100 + 35 }

// captured is a capture as it is read. A balance in another currency has what it receives
// at twice the amount.
func (a *PayPalAccount) captured(o *paypalOrder) object {
	out := object{"id": o.capture, "status": "COMPLETED", "amount": amount(o.currency, o.value), "custom_id": o.reference, "create_time": "2027-01-15T08:00:00Z"}
	if a.Late {
		return out
	}
	fee := PayPalFee(cents(o.value))
	net := cents(o.value) - fee
	parts := object{"gross_amount": amount(o.currency, o.value), "paypal_fee": amount(o.currency, value(fee)), "net_amount": amount(o.currency, value(net))}
	if a.Settles != "" {
		parts["receivable_amount"] = amount(a.Settles, value(2*net))
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

func (a *PayPalAccount) show(id string, status int) (int, any) {
	o := a.orders[id]
	if o == nil {
		return http.StatusNotFound, notFound
	}
	unit := object{"custom_id": o.reference, "amount": amount(o.currency, o.value)}
	if o.capture != "" {
		unit["payments"] = object{"captures": []object{a.captured(o)}}
	}
	return status, object{"id": id, "status": o.status, "purchase_units": []object{unit}}
}

func (a *PayPalAccount) refund(capture string, body []byte) (int, any) {
	var in struct {
		Amount   map[string]string `json:"amount"`
		CustomID string            `json:"custom_id"`
	}
	o := a.byCapture(capture)
	switch err := json.Unmarshal(body, &in); {
	case err != nil:
		return http.StatusBadRequest, object{"name": "INVALID_REQUEST"}
	case o == nil:
		return http.StatusNotFound, notFound
	}
	back := cents(in.Amount["value"])
	if o.refunded == "" {
		o.refunded = "0.00"
	}
	if cents(o.refunded)+back > cents(o.value) {
		return http.StatusUnprocessableEntity, object{"name": "UNPROCESSABLE_ENTITY", "details": []object{{"issue": "REFUND_AMOUNT_EXCEEDED"}}}
	}
	o.refunded = value(cents(o.refunded) + back)
	a.paypal.made++
	b := &paypalRefund{fmt.Sprintf("REF%d", a.paypal.made), capture, in.CustomID, in.Amount["value"], o.currency}
	a.refunds[b.id] = b
	return http.StatusCreated, a.refundObject(b)
}

// refundObject is a refund as it is read: 10 cents of the fee come back with each.
func (a *PayPalAccount) refundObject(b *paypalRefund) object {
	out := object{
		"id": b.id, "status": "COMPLETED", "amount": amount(b.currency, b.value), "custom_id": b.ref,
		"links": []object{{"rel": "up", "href": a.paypal.URL + "/v2/payments/captures/" + b.capture}},
	}
	if !a.Late {
		out["seller_payable_breakdown"] = object{
			"gross_amount": amount(b.currency, b.value), "paypal_fee": amount(b.currency, "0.10"), "net_amount": amount(b.currency, value(cents(b.value)-10)),
			"total_refunded_amount": amount(b.currency, b.value),
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
	return a.sign(encode(object{"id": fmt.Sprintf("WH-%d", a.paypal.made), "event_type": kind, "create_time": "2027-01-15T08:00:00Z", "resource": resource}))
}

// sign signs a body for the app's webhook, in a way of the stand-in's own: whether it is
// good, PayPal itself is asked.
func (a *PayPalAccount) sign(body []byte) Webhook {
	h := http.Header{}
	at := time.Now().UTC().Format(time.RFC3339)
	h.Set("Paypal-Auth-Algo", "SHA256withRSA")
	h.Set("Paypal-Cert-Url", "https://api.paypal.example/cert")
	h.Set("Paypal-Transmission-Id", "tr-1")
	h.Set("Paypal-Transmission-Time", at)
	h.Set("Paypal-Transmission-Sig", a.signature(at, body))
	return Webhook{h, body}
}

func (a *PayPalAccount) signature(at string, body []byte) string {
	sum := hmac.New(sha256.New, []byte("the key of PayPal's certificate"))
	fmt.Fprintf(sum, "%s|%s|%s", at, a.webhook, body)
	return hex.EncodeToString(sum.Sum(nil))
}

func (a *PayPalAccount) verify(body []byte) (int, any) {
	var in struct {
		Sig   string          `json:"transmission_sig"`
		Time  string          `json:"transmission_time"`
		Hook  string          `json:"webhook_id"`
		Event json.RawMessage `json:"webhook_event"`
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return http.StatusBadRequest, object{"name": "VALIDATION_ERROR"}
	}
	if in.Hook != a.webhook || in.Sig != a.signature(in.Time, in.Event) {
		return http.StatusOK, object{"verification_status": "FAILURE"}
	}
	return http.StatusOK, object{"verification_status": "SUCCESS"}
}
