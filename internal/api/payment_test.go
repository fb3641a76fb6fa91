package api_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/keyring"
	"github.com/holdfast-events/holdfast/internal/merchant"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/payment/manual"
	"github.com/holdfast-events/holdfast/internal/payment/testpay"
	"github.com/holdfast-events/holdfast/internal/resource/waitlists"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

var paySecret = bytes.Repeat([]byte{5}, 32)

// openSettler gives the server a test provider, whose webhooks come in as requests
// of the network, and payment by the organizer's own hands.
func (h *testServer) openSettler(cfg *api.Config) {
	h.t.Helper()
	var err error
	h.testpay, err = testpay.New(testpay.Config{
		Store: h.store, Secret: paySecret, Base: "http://holdfast.test", Hook: "http://holdfast.test/v1/webhooks/testpay", Now: h.now,
		Client: &http.Client{Transport: inside{h: h}},
	})
	h.must(err)
	h.merchants, err = openMerchants(h.store, h.now, merchant.Config{})
	h.must(err)
	cfg.Merchants = h.merchants
	payBy(h.t, cfg, h.testpay, manual.Provider{})
	h.settler = cfg.Settler
}

// payBy has the server of a test be paid by these providers and by the accounts that cfg has.
func payBy(t testing.TB, cfg *api.Config, providers ...payment.Provider) {
	t.Helper()
	places, err := waitlists.New(cfg.Store, nil, cfg.Now, nil)
	if err != nil {
		t.Fatal(err)
	}
	if cfg.Settler, err = settlement.New(settlement.Config{
		ReturnPlace: cfg.Links.PlaceURL, Places: places,
		Accounts: cfg.Merchants, Store: cfg.Store, Sequencer: cfg.Sequencer, Providers: providers, Key: bytes.Repeat([]byte{6}, 32),
		Return: cfg.Links.BearerURL, IDs: &id.Maker{}, Now: cfg.Now, Log: cfg.Log,
		ReturnBooking: func(venue, booking string) string {
			return "http://holdfast.test/manage/venues/" + venue + "?booking=" + booking
		},
	}); err != nil {
		t.Fatal(err)
	}
}

// openMerchants has payment accounts whose keys are wrapped with a master key of the test's.
func openMerchants(st *store.Store, now func() time.Time, c merchant.Config) (*merchant.Accounts, error) {
	var err error
	if c.Wrap, c.Unwrap, err = wrapping(); err != nil {
		return nil, err
	}
	c.Store, c.BaseURL, c.IDs, c.Now = st, "http://holdfast.test", &id.Maker{}, now
	return merchant.New(c)
}

// wrapping wraps secrets with a master key of the test's, and opens them.
func wrapping() (wrap func(string, []byte) (organizations.ServerKey, error), unwrap func(*organizations.ServerKey) ([]byte, error), err error) {
	ring, err := keyring.New()
	wrap = func(purpose string, secret []byte) (organizations.ServerKey, error) {
		w, err := ring.Wrap(purpose, secret)
		return organizations.ServerKey{Purpose: purpose, Secret: w.Box, KeyVersion: w.Version, KeyID: w.KeyID}, err
	}
	unwrap = func(k *organizations.ServerKey) ([]byte, error) {
		return ring.Unwrap(k.Purpose, keyring.Wrapped{Version: k.KeyVersion, KeyID: k.KeyID, Box: k.Secret})
	}
	return wrap, unwrap, err
}

// inside is a network that leads to the server itself.
type inside struct{ h *testServer }

func (i inside) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	i.h.handler.ServeHTTP(w, r)
	return w.Result(), nil
}

// paidEvent is an event whose tickets cost 119.00 EUR, 19 % tax included.
func (h *testServer) paidEvent(capacity int) string {
	h.t.Helper()
	made := h.owner("POST", "/v1/events", object{
		"title": "An evening", "starts_at": h.now().Add(30 * 24 * time.Hour), "ends_at": h.now().Add(31 * 24 * time.Hour), "timezone": "UTC",
		"capacity": capacity, "publish": true, "currency": "EUR",
		"tiers": []object{{"name": "General", "price": 11900, "tax_rate_bp": 1900, "tax_included": true}},
	}).want(201)
	return "/v1/events/" + made.text("id")
}

// placeOrder makes a pending order and returns its id.
func (h *testServer) placeOrder(event, user string, quantity int) string {
	h.t.Helper()
	return h.owner("POST", event+"/orders", object{"user_id": user, "email": user + "@example.org", "name": user,
		"items": []object{{"quantity": quantity}}}).want(201).text("id")
}

// choose presses a button of the test provider's page.
func (h *testServer) choose(url, button string) {
	h.t.Helper()
	h.chooseWith(url, button, "")
}

// chooseWith is choose with the number of a card.
func (h *testServer) chooseWith(url, button, card string) {
	h.t.Helper()
	req := httptest.NewRequestWithContext(h.t.Context(), http.MethodPost, strings.TrimPrefix(url, "http://holdfast.test")+"/"+button, strings.NewReader("card="+card))
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	w := httptest.NewRecorder()
	h.testpay.ServeHTTP(w, req)
	if w.Code != http.StatusSeeOther {
		h.t.Fatalf("%s: HTTP %d %s", button, w.Code, w.Body)
	}
}

func (h *testServer) settleAll() {
	h.t.Helper()
	far, err := h.store.Payments.PaymentsToSettle(h.t.Context(), 1<<60, 1000)
	h.must(err)
	for _, p := range far {
		h.must(h.settler.Settle(h.t.Context(), p.EventID, p.ID))
	}
	due, err := h.store.Payouts.RefundsWithoutPayout(h.t.Context(), 0, 1<<60, 1000)
	h.must(err)
	for _, d := range due {
		h.must(h.settler.PayRefunds(h.t.Context(), d.EventID, d.Seq, d.Seq))
	}
	list, err := h.store.Payouts.PayoutsToGive(h.t.Context(), 1<<60, 1000)
	h.must(err)
	for _, o := range list {
		h.must(h.settler.PayOut(h.t.Context(), o.EventID, o.ID))
	}
}

// refundByHand pays an order by hand, gives it back, and returns the refund.
func (h *testServer) refundByHand(order string) string {
	h.t.Helper()
	h.owner("POST", "/v1/orders/"+order+":mark-paid", object{"reference": "slip"}).want(200)
	h.owner("POST", "/v1/orders/"+order+":cancel", nil).want(200)
	h.settleAll()
	return h.owner("GET", "/v1/orders/"+order+"/payments", nil).want(200).text("items", 0, "refunds", 0, "id")
}

func TestAnOrderIsPaidOnline(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.paidEvent(5)
	order := h.placeOrder(event, "ada", 2)
	made := h.owner("POST", "/v1/orders/"+order+":checkout", object{"provider": "testpay"}).want(200)
	if again := h.owner("POST", "/v1/orders/"+order+":checkout", object{}).want(200); again.text("payment_url") != made.text("payment_url") {
		t.Errorf("%s and %s", made.Raw, again.Raw)
	}
	h.choose(made.text("payment_url"), "pay")
	if got := h.owner("GET", "/v1/orders/"+order, nil).want(200).text("status"); got != "confirmed" {
		t.Errorf("the order is %s", got)
	}
	if paid := h.owner("GET", "/v1/orders/"+order+"/payments", nil).want(200); paid.text("items", 0, "status") != "tickets" {
		t.Errorf("%s", paid.Raw)
	}
	h.owner("GET", "/v1/orders/"+order+"/tickets", nil).want(200)
	h.owner("POST", "/v1/orders/"+order+":checkout", object{}).problem(409, "order_not_payable")

	h.owner("POST", "/v1/orders/"+order+":refund", object{"items": []int{1}}).want(200)
	h.settleAll()
	paid := h.owner("GET", "/v1/orders/"+order+"/payments", nil).want(200)
	if paid.text("items", 0, "refunds", 0, "status") != "done" {
		t.Errorf("%s", paid.Raw)
	}
	h.owner("POST", "/v1/refunds/"+paid.text("items", 0, "refunds", 0, "id")+":mark-refunded", object{"reference": "cash"}).problem(409, "refund_not_manual")
	h.owner("POST", "/v1/refunds/"+paid.text("items", 0, "refunds", 0, "id")+":retry", nil).problem(409, "refund_not_failed")
	h.owner("POST", "/v1/orders/"+order+":refund", object{"amount": 20000}).problem(422, "refund_exceeds_payment")
}

func TestJournalOfAnEvent(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.paidEvent(20)
	for _, user := range []string{"ada", "bob", "cyd"} {
		order := h.placeOrder(event, user, 1)
		h.owner("POST", "/v1/orders/"+order+":mark-paid", object{"reference": "slip of " + user}).want(200)
		if user == "cyd" {
			h.owner("POST", "/v1/orders/"+order+":cancel", nil).want(200)
			h.settleAll()
			refund := h.owner("GET", "/v1/orders/"+order+"/payments", nil).want(200).text("items", 0, "refunds", 0, "id")
			h.owner("POST", "/v1/refunds/"+refund+":mark-refunded", object{"reference": "cash"}).want(200)
		}
	}
	var all []struct {
		Debit, Credit int64
		Account       string
	}
	path, cursor := event+"/journal?limit=4", ""
	for {
		page := h.owner("GET", path+cursor, nil).want(200)
		var got struct {
			Items    json.RawMessage `json:"items"`
			Accounts []struct{ Debit, Credit int64 }
			Next     string `json:"next_cursor"`
		}
		h.must(json.Unmarshal([]byte(page.Raw), &got))
		var part []struct {
			Debit, Credit int64
			Account       string
		}
		h.must(json.Unmarshal(got.Items, &part))
		all = append(all, part...)
		var sum int64
		for _, a := range got.Accounts {
			sum += a.Debit - a.Credit
		}
		if sum != 0 {
			t.Errorf("out of balance by %d: %s", sum, page.Raw)
		}
		if cursor = "&cursor=" + got.Next; got.Next == "" {
			break
		}
	}
	balance := map[string]int64{}
	for _, l := range all {
		balance[l.Account] += l.Debit - l.Credit
	}
	if balance["provider:manual"] != 2*11900 || balance["sales"] != -20000 || balance["tax"] != -3800 || balance["buyers"] != 0 {
		t.Errorf("%v", balance)
	}
	rows, err := csv.NewReader(strings.NewReader(h.owner("GET", event+"/journal.csv", nil).want(200).Raw)).ReadAll()
	h.must(err)
	if len(rows) != len(all)+1 || rows[1][5] != "119.00" {
		t.Errorf("%d rows of CSV, %d lines: %v", len(rows), len(all), rows[:2])
	}
	h.send("GET", event+"/journal", h.keys["viewer"], nil).problem(403, "forbidden")
}

// Bad input on payments: a clear problem, and nothing changed.
func TestBadPayments(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	event := h.paidEvent(5)
	order := h.placeOrder(event, "ada", 1)
	url := h.owner("POST", "/v1/orders/"+order+":checkout", object{}).want(200).text("payment_url")
	page, err := h.store.TestPayments.TestCheckout(t.Context(), url[strings.LastIndexByte(url, '/')+1:])
	h.must(err)
	other := h.ids.In(id.Order, strings.TrimPrefix(event, "/v1/events/"))
	hear := func(notice object, sign func(body []byte) string) *answer {
		t.Helper()
		body, err := json.Marshal(notice)
		h.must(err)
		return h.send("POST", "/v1/webhooks/testpay", "", string(body), testpay.Header+": "+sign(body))
	}
	good := func(body []byte) string { return testpay.Sign(paySecret, body, h.now()) }
	notice := object{"id": "tpe_1", "kind": "captured", "payment": "tpp_1", "reference": page.Reference, "amount": 11900, "currency": "EUR", "at": 1}
	before := h.owner("GET", event+"/audit", nil).want(200).Raw

	hear(notice, func([]byte) string { return "" }).problem(400, "webhook_signature")
	hear(notice, func(b []byte) string { return testpay.Sign([]byte("other"), b, h.now()) }).problem(400, "webhook_signature")
	hear(notice, func(b []byte) string { return testpay.Sign(paySecret, append(b, ' '), h.now()) }).problem(400, "webhook_signature")
	hear(notice, func(b []byte) string { return testpay.Sign(paySecret, b, h.now().Add(-time.Hour)) }).problem(400, "webhook_stale")
	hear(object{"id": "tpe_1"}, good).problem(400, "webhook_malformed")
	h.send("POST", "/v1/webhooks/nobody", "", "{}").problem(404, "no_payment_provider")
	h.send("POST", "/v1/webhooks/manual", "", "{}").problem(400, "webhook_signature")
	h.send("POST", "/v1/webhooks/testpay", "", strings.Repeat("x", 65<<10)).problem(413, "body_too_large")
	if list, err := h.store.Payments.EventPayments(t.Context(), strings.TrimPrefix(event, "/v1/events/"), "", 10); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}

	// Money that is there is never forgotten: it is recorded, and goes back.
	change := func(name string, value any) object {
		n := object{}
		for k, v := range notice {
			n[k] = v
		}
		n[name], n["id"], n["payment"] = value, "tpe_"+name, "tpp_"+name
		return n
	}
	h.owner("POST", "/v1/orders/"+order+":mark-paid", object{"reference": "slip", "amount": 1}).problem(422, "amount_mismatch")
	h.owner("POST", "/v1/orders/"+order+":mark-paid", object{"reference": " "}).problem(422, "invalid_request")
	h.owner("POST", "/v1/orders/"+order+":mark-paid", object{}).problem(422, "invalid_request")
	h.owner("POST", "/v1/orders/"+order+":checkout", object{"provider": "nobody"}).problem(404, "no_payment_provider")
	h.owner("POST", "/v1/orders/"+order+":checkout", object{"provider": "manual"}).problem(422, "invalid_request")
	h.owner("POST", "/v1/orders/"+other+":checkout", object{}).problem(404, "not_found")
	h.owner("POST", "/v1/refunds/"+h.ids.In(id.Refund, strings.TrimPrefix(event, "/v1/events/"))+":retry", nil).problem(404, "not_found")
	if after := h.owner("GET", event+"/audit", nil).want(200).Raw; after != before {
		t.Errorf("something was changed: %s", after)
	}

	hear(change("amount", 11899), good).problem(422, "amount_mismatch")
	hear(change("amount", 11899), good).problem(422, "amount_mismatch") // again
	hear(change("currency", "USD"), good).problem(422, "amount_mismatch")
	hear(change("reference", h.settler.Reference(other)), good).problem(422, "payment_unknown")
	hear(change("reference", ""), good).problem(422, "payment_unknown") // the same notice, whatever it says now
	foreign := change("reference", "")
	foreign["id"], foreign["payment"] = "tpe_foreign", "tpp_foreign"
	if got := hear(foreign, good).want(200).text("status"); got != "foreign" {
		t.Errorf("a payment of somebody else is %s", got)
	}
	if got := h.owner("GET", "/v1/orders/"+order, nil).want(200).text("status"); got != "pending" {
		t.Errorf("the order is %s", got)
	}
	for _, name := range []string{"amount", "currency", "reference"} {
		p, err := h.store.Payments.Payment(t.Context(), "", "testpay:tpp_"+name)
		if err != nil || p.State == payments.PaymentTickets {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
	// The order can still be paid.
	h.choose(url, "pay")
	h.owner("POST", "/v1/orders/"+order+":mark-paid", object{"reference": "slip"}).problem(409, "order_paid")
}
