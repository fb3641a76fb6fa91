package stripe_test

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stripe/stripe-go/v85/webhook"

	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/payment/stripe"
)

const secret = "whsec_test"

func provider(t *testing.T, url string) *stripe.Provider {
	t.Helper()
	p, err := stripe.New(stripe.Config{Key: "sk_test_123", Secret: secret, URL: url})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestConfigIsChecked(t *testing.T) {
	for _, c := range []stripe.Config{{}, {Key: "sk_test_1"}, {Secret: secret}} {
		if _, err := stripe.New(c); err == nil {
			t.Errorf("%+v was accepted", c)
		}
	}
}

// signed are the headers of a webhook as Stripe sends it.
func signed(body []byte, at time.Time, with string) http.Header {
	sum := webhook.ComputeSignature(at, body, with)
	return http.Header{"Stripe-Signature": {fmt.Sprintf("t=%d,v1=%s", at.Unix(), hex.EncodeToString(sum))}}
}

func eventBody(kind, object string) []byte {
	return []byte(`{"id":"evt_1","object":"event","api_version":"2020-08-27","type":"` + kind + `","created":1800000000,"data":{"object":` + object + `}}`)
}

const session = `{"id":"cs_1","object":"checkout.session","amount_total":2500,"currency":"eur","payment_status":"%s","status":"complete",
	"payment_intent":%s,"client_reference_id":"ord_x.abc","metadata":{"holdfast_reference":"ord_x.abc"}}`

func TestVerifySaysWhatHappened(t *testing.T) {
	p := provider(t, "")
	at := time.Unix(1800000000, 0).UTC()
	eur := func(n int64) payment.Money { return payment.Money{Minor: n, Currency: "EUR"} }
	paid := payment.Fact{EventID: "evt_1", Kind: payment.Captured, PaymentID: "pi_1", CheckoutID: "cs_1", Reference: "ord_x.abc", Amount: eur(2500), At: at}
	with := func(f payment.Fact, change func(*payment.Fact)) payment.Fact { change(&f); return f }
	refund := `{"id":"re_1","object":"refund","amount":700,"currency":"eur","status":"%s","payment_intent":"pi_1","metadata":{"holdfast_refund":"rfd_1"}}`
	refunded := payment.Fact{EventID: "evt_1", Kind: payment.Refunded, PaymentID: "pi_1", RefundID: "re_1", RefundRef: "rfd_1", Amount: eur(700), At: at}
	for _, c := range []struct {
		name, kind, object string
		want               payment.Fact
		err                error
	}{
		{"paid", "checkout.session.completed", fmt.Sprintf(session, "paid", `"pi_1"`), paid, nil},
		{"paid, expanded", "checkout.session.completed", fmt.Sprintf(session, "paid", `{"id":"pi_1","object":"payment_intent"}`), paid, nil},
		{"slow", "checkout.session.completed", fmt.Sprintf(session, "unpaid", `"pi_1"`), with(paid, func(f *payment.Fact) { f.Kind = payment.Pending }), nil},
		{"slow, arrived", "checkout.session.async_payment_succeeded", fmt.Sprintf(session, "paid", `"pi_1"`), paid, nil},
		{"slow, failed", "checkout.session.async_payment_failed", fmt.Sprintf(session, "unpaid", `"pi_1"`), with(paid, func(f *payment.Fact) { f.Kind = payment.Pending }), nil},
		{"expired", "checkout.session.expired", fmt.Sprintf(session, "unpaid", `null`), with(paid, func(f *payment.Fact) { f.Kind, f.PaymentID = payment.Expired, "" }), nil},
		{"paid without a payment", "checkout.session.completed", fmt.Sprintf(session, "paid", `null`), payment.Fact{}, payment.ErrMalformed},
		{"refunded", "refund.updated", fmt.Sprintf(refund, "succeeded"), refunded, nil},
		{"refund under way", "refund.created", fmt.Sprintf(refund, "pending"), payment.Fact{}, payment.ErrIgnored},
		{"refund lost", "refund.failed", fmt.Sprintf(refund, "failed"), with(refunded, func(f *payment.Fact) { f.Kind = payment.RefundFailed }), nil},
		{"disputed", "charge.dispute.created", `{"id":"dp_1","amount":2500,"currency":"eur","payment_intent":"pi_1","status":"needs_response"}`,
			payment.Fact{EventID: "evt_1", Kind: payment.Disputed, PaymentID: "pi_1", RefundID: "dp_1", Amount: eur(2500), At: at}, nil},
		{"dispute won", "charge.dispute.closed", `{"id":"dp_1","amount":2500,"currency":"eur","payment_intent":"pi_1","status":"won"}`,
			payment.Fact{EventID: "evt_1", Kind: payment.DisputeWon, PaymentID: "pi_1", RefundID: "dp_1", Amount: eur(2500), At: at}, nil},
		{"inquiry closed", "charge.dispute.closed", `{"id":"dp_1","amount":2500,"currency":"eur","payment_intent":"pi_1","status":"warning_closed"}`,
			payment.Fact{EventID: "evt_1", Kind: payment.DisputeWon, PaymentID: "pi_1", RefundID: "dp_1", Amount: eur(2500), At: at}, nil},
		{"dispute lost", "charge.dispute.closed", `{"id":"dp_1","amount":2500,"currency":"eur","payment_intent":"pi_1","status":"lost"}`,
			payment.Fact{EventID: "evt_1", Kind: payment.DisputeLost, PaymentID: "pi_1", RefundID: "dp_1", Amount: eur(2500), At: at}, nil},
		{"something else", "customer.created", `{"id":"cus_1"}`, payment.Fact{}, payment.ErrIgnored},
		{"no currency", "checkout.session.completed", `{"id":"cs_1","payment_status":"paid","payment_intent":"pi_1","metadata":{"holdfast_reference":"ord_x.abc"}}`, payment.Fact{}, payment.ErrMalformed},
		{"another product's subscription", "checkout.session.completed", `{"id":"cs_2","mode":"subscription","amount_total":900,"currency":"eur","payment_status":"paid","payment_intent":null,"metadata":{}}`, payment.Fact{}, payment.ErrForeign},
		{"another product's free order", "checkout.session.completed", `{"id":"cs_3","amount_total":0,"currency":"eur","payment_status":"no_payment_required","payment_intent":null,"client_reference_id":"cart_7"}`, payment.Fact{}, payment.ErrForeign},
		{"another product's card on file", "checkout.session.completed", `{"id":"cs_4","mode":"setup","amount_total":null,"currency":null,"payment_status":"no_payment_required","payment_intent":null,"metadata":null}`, payment.Fact{}, payment.ErrForeign},
		{"another product's page", "checkout.session.expired", `{"id":"cs_5","amount_total":100,"currency":"eur","payment_status":"unpaid","metadata":{"shop":"1"}}`, payment.Fact{}, payment.ErrForeign},
		{"a refund of a charge without an intent", "refund.updated", `{"id":"re_2","amount":700,"currency":"eur","status":"succeeded","payment_intent":null,"metadata":{}}`, payment.Fact{}, payment.ErrForeign},
		{"a dispute of a charge without an intent", "charge.dispute.created", `{"id":"dp_2","amount":700,"currency":"eur","status":"needs_response","payment_intent":null}`, payment.Fact{}, payment.ErrForeign},
		{"a refund of nothing without an intent", "refund.updated", `{"id":"re_3","amount":0,"currency":"eur","status":"succeeded","payment_intent":null}`, payment.Fact{}, payment.ErrForeign},
		{"an object of another form", "billing.meter.created", `{"id":"m_1","status":{"a":1},"amount":"12.5","currency":["eur"],"metadata":"none"}`, payment.Fact{}, payment.ErrIgnored},
	} {
		body := eventBody(c.kind, c.object)
		got, err := p.Verify(t.Context(), signed(body, time.Now(), secret), body)
		if c.name == "slow, failed" {
			c.want.Kind = payment.Failed
		}
		if !errors.Is(err, c.err) || c.err == nil && got != c.want {
			t.Errorf("%s: %+v, %v\nwant %+v, %v", c.name, got, err, c.want, c.err)
		}
	}
}

func TestVerifyBelievesNoOther(t *testing.T) {
	p := provider(t, "")
	body := eventBody("checkout.session.completed", fmt.Sprintf(session, "paid", `"pi_1"`))
	tampered := []byte(strings.Replace(string(body), "2500", "2501", 1))
	now := time.Now()
	good := signed(body, now, secret)
	for _, c := range []struct {
		name string
		head http.Header
		body []byte
		want error
	}{
		{"unsigned", http.Header{}, body, payment.ErrSignature},
		{"another secret", signed(body, now, "whsec_other"), body, payment.ErrSignature},
		{"tampered", good, tampered, payment.ErrSignature},
		{"garbage", http.Header{"Stripe-Signature": {"t=x,v1=y"}}, body, payment.ErrSignature},
		{"time moved", http.Header{"Stripe-Signature": {strings.Replace(good.Get("Stripe-Signature"), strconv.FormatInt(now.Unix(), 10), strconv.FormatInt(now.Unix()+1, 10), 1)}}, body, payment.ErrSignature},
		{"old", signed(body, now.Add(-6*time.Minute), secret), body, payment.ErrStale},
		{"no event", signed([]byte(`{"object":"list"}`), now, secret), []byte(`{"object":"list"}`), payment.ErrMalformed},
		{"no JSON", signed([]byte(`hello`), now, secret), []byte(`hello`), payment.ErrMalformed},
	} {
		if f, err := p.Verify(t.Context(), c.head, c.body); !errors.Is(err, c.want) || f != (payment.Fact{}) {
			t.Errorf("%s: %+v, %v, want %v", c.name, f, err, c.want)
		}
	}
	// The same one twice is believed twice: whoever stores it sees that it is known.
	for range 2 {
		if f, err := p.Verify(t.Context(), good, body); err != nil || f.EventID != "evt_1" {
			t.Errorf("%+v, %v", f, err)
		}
	}
}

// answering is an API that answers each path as it is told, and keeps what was asked.
type answering struct {
	answers map[string]string // by method and path
	status  map[string]int
	asked   []string
	keys    []string
	forms   []string
}

func (a *answering) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	call := r.Method + " " + r.URL.Path
	a.asked, a.keys, a.forms = append(a.asked, call), append(a.keys, r.Header.Get("Idempotency-Key")), append(a.forms, r.Form.Encode())
	w.Header().Set("Content-Type", "application/json")
	if s := a.status[call]; s != 0 {
		w.WriteHeader(s)
	}
	fmt.Fprint(w, a.answers[call])
}

func TestRefundIsGivenOnce(t *testing.T) {
	api := &answering{answers: map[string]string{
		"GET /v1/refunds":  `{"object":"list","data":[],"has_more":false}`,
		"POST /v1/refunds": `{"id":"re_1","object":"refund","status":"pending"}`,
	}}
	srv := httptest.NewServer(api)
	defer srv.Close()
	p := provider(t, srv.URL)
	wish := payment.Refund{Ref: "rfd_1", PaymentID: "pi_1", Amount: payment.Money{Minor: 500, Currency: "EUR"}}
	if got, err := p.Refund(t.Context(), wish); err != nil || got != (payment.RefundResult{ID: "re_1", State: payment.RefundPending}) {
		t.Fatalf("%+v, %v", got, err)
	}
	if got := api.keys[len(api.keys)-1]; got != "rfd_1" {
		t.Errorf("the idempotency key was %q", got)
	}
	// Stripe has forgotten the key; the refund itself is found.
	api.answers["GET /v1/refunds"] = `{"object":"list","has_more":false,"data":[
		{"id":"re_0","object":"refund","status":"succeeded","metadata":{"holdfast_refund":"rfd_0"}},
		{"id":"re_1","object":"refund","status":"succeeded","metadata":{"holdfast_refund":"rfd_1"}}]}`
	before := len(api.asked)
	if got, err := p.Refund(t.Context(), wish); err != nil || got != (payment.RefundResult{ID: "re_1", State: payment.RefundDone}) {
		t.Fatalf("%+v, %v", got, err)
	}
	for _, call := range api.asked[before:] {
		if strings.HasPrefix(call, "POST") {
			t.Errorf("a refund that was given is given again: %s", call)
		}
	}
}

func TestLookUpAndExpire(t *testing.T) {
	api := &answering{answers: map[string]string{}, status: map[string]int{}}
	srv := httptest.NewServer(api)
	defer srv.Close()
	p := provider(t, srv.URL)
	one := func(status, paid, intent string) string {
		return `{"id":"cs_1","object":"checkout.session","status":"` + status + `","payment_status":"` + paid + `","amount_total":900,"currency":"eur",
			"client_reference_id":"ord_x.abc","payment_intent":` + intent + `}`
	}
	for _, c := range []struct {
		name, answer string
		want         payment.Kind
		closed       error
	}{
		{"open", one("open", "unpaid", "null"), payment.Open, nil},
		{"a bank asks the payer", one("open", "unpaid", `{"id":"pi_1","status":"requires_action"}`), payment.Pending, payment.ErrPaid},
		{"paid", one("complete", "paid", `{"id":"pi_1","status":"succeeded"}`), payment.Captured, payment.ErrPaid},
		{"slow", one("complete", "unpaid", `{"id":"pi_1","status":"processing"}`), payment.Pending, payment.ErrPaid},
		{"slow, failed", one("complete", "unpaid", `{"id":"pi_1","status":"requires_payment_method"}`), payment.Failed, nil},
		{"closed", one("expired", "unpaid", "null"), payment.Expired, nil},
	} {
		api.answers["GET /v1/checkout/sessions/cs_1"] = c.answer
		got, err := p.LookUp(t.Context(), "cs_1")
		if err != nil || got.Kind != c.want || got.Reference != "ord_x.abc" || got.Amount != (payment.Money{Minor: 900, Currency: "EUR"}) {
			t.Errorf("%s: %+v, %v", c.name, got, err)
		}
		api.answers["POST /v1/checkout/sessions/cs_1/expire"], api.status["POST /v1/checkout/sessions/cs_1/expire"] = one("expired", "unpaid", "null"), 0
		if c.want != payment.Open {
			api.answers["POST /v1/checkout/sessions/cs_1/expire"] = `{"error":{"type":"invalid_request_error","message":"not open"}}`
			api.status["POST /v1/checkout/sessions/cs_1/expire"] = 400
		}
		if err := p.Expire(t.Context(), "cs_1"); !errors.Is(err, c.closed) || (c.closed == nil) != (err == nil) {
			t.Errorf("%s: closing says %v, want %v", c.name, err, c.closed)
		}
	}
}

func TestErrorsAreToldApartAndSayNoMoreThanNeeded(t *testing.T) {
	api := &answering{answers: map[string]string{}, status: map[string]int{}}
	srv := httptest.NewServer(api)
	defer srv.Close()
	p := provider(t, srv.URL)
	for _, c := range []struct {
		status int
		want   error
	}{{404, payment.ErrUnknown}, {401, payment.ErrDenied}, {403, payment.ErrDenied}, {401, payment.ErrUnavailable}, {403, payment.ErrUnavailable}, {400, payment.ErrRejected}, {402, payment.ErrRejected}, {409, payment.ErrUnavailable}, {429, payment.ErrUnavailable}} {
		api.answers["POST /v1/checkout/sessions"] = `{"error":{"type":"invalid_request_error","message":"secret ada@example.org"}}`
		api.status["POST /v1/checkout/sessions"] = c.status
		_, err := p.Checkout(t.Context(), order())
		if !errors.Is(err, c.want) {
			t.Errorf("HTTP %d: %v, want %v", c.status, err, c.want)
		}
		if err != nil && strings.Contains(err.Error(), "ada@") {
			t.Errorf("the error repeats what the provider said: %v", err)
		}
	}
	srv.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if _, err := p.LookUp(ctx, "cs_1"); !errors.Is(err, payment.ErrUnavailable) || strings.Contains(err.Error(), "cs_1") {
		t.Errorf("nobody there: %v", err)
	}
}

func order() payment.Order {
	return payment.Order{
		Key: "chk_1", Reference: "ord_x.abc", Title: "Two tickets", Amount: payment.Money{Minor: 2500, Currency: "EUR"},
		Email: "ada@example.org", Locale: "de-AT", Return: "https://tickets.example/r/x", Deadline: time.Now().Add(15 * time.Minute),
		At: time.Now(),
	}
}

// several is an order of several lines.
func several() payment.Order {
	o := order()
	o.Lines = []payment.Line{{Name: "Regular", Count: 2, Each: 850}, {Name: "Front “row”", Count: 1, Each: 800}}
	return o
}

// TestLinesAreShown: Stripe's page shows what is bought, and charges its sum.
func TestLinesAreShown(t *testing.T) {
	p, a, _ := open(t)
	c, err := p.Checkout(t.Context(), several())
	if err != nil {
		t.Fatal(err)
	}
	if got := a.Items(c.ID); !slices.Equal(got, []string{"2 × Regular at 850", "1 × Front “row” at 800"}) {
		t.Errorf("the page shows %q", got)
	}
	if s, err := p.LookUp(t.Context(), c.ID); err != nil || s.Amount != several().Amount {
		t.Errorf("it charges %+v, %v", s.Amount, err)
	}
	whole := order()
	whole.Key = "chk_2"
	if c, err = p.Checkout(t.Context(), whole); err != nil {
		t.Fatal(err)
	}
	if got := a.Items(c.ID); !slices.Equal(got, []string{"1 × Two tickets at 2500"}) {
		t.Errorf("without lines the page shows %q", got)
	}
	for name, spoil := range map[string]func(*payment.Line){
		"no name": func(l *payment.Line) { l.Name = "" }, "none": func(l *payment.Line) { l.Count = 0 }, "too much": func(l *payment.Line) { l.Each = 100_000_000 },
	} {
		o := several()
		o.Key = name
		spoil(&o.Lines[1])
		if _, err := p.Checkout(t.Context(), o); !errors.Is(err, payment.ErrRejected) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestAgainstStripeMock checks each call against Stripe's own description of its
// API: the mock refuses parameters that it does not know.
func TestAgainstStripeMock(t *testing.T) {
	p := provider(t, mock(t))
	ctx := t.Context()
	c, err := p.Checkout(ctx, order())
	if err != nil || c.ID == "" {
		t.Fatalf("%+v, %v", c, err)
	}
	if c, err := p.Checkout(ctx, several()); err != nil || c.ID == "" {
		t.Errorf("of several lines: %+v, %v", c, err)
	}
	if _, err := p.LookUp(ctx, c.ID); err != nil {
		t.Error(err)
	}
	if err := p.Expire(ctx, c.ID); err != nil && !errors.Is(err, payment.ErrPaid) {
		t.Error(err)
	}
	given, err := p.Refund(ctx, payment.Refund{Ref: "rfd_1", PaymentID: "pi_1", Amount: payment.Money{Minor: 500, Currency: "EUR"}})
	if err != nil || given.ID == "" {
		t.Errorf("%+v, %v", given, err)
	}
}

func TestPageOfASessionIsOpenLongEnoughForStripe(t *testing.T) {
	api := &answering{answers: map[string]string{"POST /v1/checkout/sessions": `{"id":"cs_1","url":"https://pay.example/cs_1"}`}}
	srv := httptest.NewServer(api)
	defer srv.Close()
	p := provider(t, srv.URL)
	for _, d := range []time.Duration{2 * time.Minute, 30 * 24 * time.Hour} {
		o := order()
		o.Deadline = time.Now().Add(d)
		if c, err := p.Checkout(t.Context(), o); err != nil || c.URL != "https://pay.example/cs_1" {
			t.Fatalf("%+v, %v", c, err)
		}
		var until int64
		for _, pair := range strings.Split(api.forms[len(api.forms)-1], "&") {
			if v, ok := strings.CutPrefix(pair, "expires_at="); ok {
				until, _ = strconv.ParseInt(v, 10, 64)
			}
		}
		if left := time.Until(time.Unix(until, 0)); left < 30*time.Minute || left > 24*time.Hour {
			t.Errorf("a deadline in %s makes a page for %s", d, left)
		}
	}
	if got := api.keys[0]; got != "chk_1" {
		t.Errorf("the idempotency key was %q", got)
	}
	// What settles days later is not offered: nobody keeps the places that long.
	for _, method := range []string{"sepa_debit", "us_bank_account", "bacs_debit", "customer_balance", "boleto", "oxxo"} {
		if !strings.Contains(api.forms[0], "="+method) || !strings.Contains(api.forms[0], "excluded_payment_method_types") {
			t.Errorf("%s is offered: %s", method, api.forms[0])
		}
	}
	if b, err := json.Marshal(api.forms); err != nil || !strings.Contains(string(b), "holdfast_reference") {
		t.Errorf("no reference in %s", b)
	}
}

func required() bool { return os.Getenv("CI") == "true" }
