package paypal_test

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/payment/paypal"
	"github.com/holdfast-events/holdfast/internal/payment/standin"
)

const (
	clientID  = "client"
	clientKey = "secret"
	webhookID = "5WH123"
)

// open opens an account at a stand-in of PayPal, and returns the provider with its keys.
func open(t *testing.T) (*paypal.Provider, *standin.PayPalAccount) {
	t.Helper()
	s := standin.NewPayPal(t)
	return provider(t, s, clientKey), s.Account(clientID, clientKey, webhookID)
}

func provider(t *testing.T, s *standin.PayPal, secret string) *paypal.Provider {
	t.Helper()
	p, err := paypal.New(paypal.Config{ClientID: clientID, Secret: secret, WebhookID: webhookID, URL: s.URL})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestConfigIsChecked(t *testing.T) {
	for _, c := range []paypal.Config{{}, {ClientID: "a", Secret: "b"}, {ClientID: "a", WebhookID: "c"}, {ClientID: "a", Secret: "b", WebhookID: "c", URL: "paypal"}} {
		if _, err := paypal.New(c); err == nil {
			t.Errorf("%+v was accepted", c)
		}
	}
}

func order() payment.Order {
	return payment.Order{
		Key: "chk_1", Reference: "ord_x.abc", Title: "Zwei Plätze " + strings.Repeat("ä", 100), Amount: payment.Money{Minor: 2500, Currency: "EUR"},
		Return: "https://tickets.example/r/x", Deadline: time.Now().Add(15 * time.Minute),
	}
}

// TestLinesAreShown: PayPal's page shows what is bought, and refuses lines that are not the
// amount.
func TestLinesAreShown(t *testing.T) {
	p, a := open(t)
	several := func(key string) payment.Order {
		o := order()
		o.Key, o.Lines = key, []payment.Line{{Name: "Parkett " + strings.Repeat("ä", 100), Count: 2, Each: 850}, {Name: "Loge", Count: 1, Each: 800}}
		return o
	}
	c, err := p.Checkout(t.Context(), several("chk_1"))
	if err != nil {
		t.Fatal(err)
	}
	if got := a.Items(c.ID); !slices.Equal(got, []string{"2 × Parkett " + strings.Repeat("ä", 59) + " at 8.50", "1 × Loge at 8.00"}) {
		t.Errorf("the page shows %q", got)
	}
	if value, currency := a.Total(c.ID); value != "25.00" || currency != "EUR" {
		t.Errorf("it charges %s %s", value, currency)
	}
	for name, spoil := range map[string]func(*payment.Order){
		"no name": func(o *payment.Order) { o.Lines[0].Name = "" }, "none": func(o *payment.Order) { o.Lines[0].Count = 0 },
		"another sum": func(o *payment.Order) { o.Lines[0].Each++ }, "half a forint": func(o *payment.Order) {
			o.Amount, o.Lines[0].Each, o.Lines[1].Each = payment.Money{Minor: 2500, Currency: "HUF"}, 850, 800
		},
	} {
		o := several(name)
		spoil(&o)
		if _, err := p.Checkout(t.Context(), o); !errors.Is(err, payment.ErrRejected) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAnOrderIsApprovedAndThenCaptured(t *testing.T) {
	p, a := open(t)
	ctx := t.Context()
	c, err := p.Checkout(ctx, order())
	if err != nil || !strings.HasSuffix(c.URL, c.ID) {
		t.Fatalf("%+v, %v", c, err)
	}
	if again, err := p.Checkout(ctx, order()); err != nil || again != c {
		t.Errorf("the same key makes %+v, %v", again, err)
	}
	other := order()
	other.Amount.Minor++
	if got, err := p.Checkout(ctx, other); !errors.Is(err, payment.ErrRejected) {
		t.Errorf("the same key for another order: %+v, %v", got, err)
	}
	if got := a.Method(c.ID); got != "IMMEDIATE_PAYMENT_REQUIRED" {
		t.Errorf("payments that clear after days are taken: %q", got)
	}
	expect := func(want payment.Kind) payment.CheckoutStatus {
		t.Helper()
		got, err := p.LookUp(ctx, c.ID)
		if err != nil || got.Kind != want || got.Reference != "ord_x.abc" {
			t.Fatalf("it stands at %+v, %v, want %s", got, err, want)
		}
		return got
	}
	expect(payment.Open)
	if got, err := p.Capture(ctx, c.ID, "1"); err != nil || got.Kind != payment.Open {
		t.Errorf("capturing what nobody approved: %+v, %v", got, err)
	}
	a.Approve(c.ID)
	expect(payment.Approved)
	if err := p.Expire(ctx, c.ID); err != nil {
		t.Errorf("closing what is only approved: %v", err)
	}
	got, err := p.Capture(ctx, c.ID, "1")
	if err != nil || got.Kind != payment.Captured || got.PaymentID != "CAP"+c.ID || got.Amount != (payment.Money{Minor: 2500, Currency: "EUR"}) {
		t.Fatalf("%+v, %v", got, err)
	}
	if again, err := p.Capture(ctx, c.ID, "1"); err != nil || again != got {
		t.Errorf("captured again: %+v, %v", again, err)
	}
	if stands := expect(payment.Captured); stands != got {
		t.Errorf("%+v and %+v", stands, got)
	}
	if err := p.Expire(ctx, c.ID); !errors.Is(err, payment.ErrPaid) {
		t.Errorf("closing what is paid: %v", err)
	}
	if _, err := p.LookUp(ctx, "nothing"); !errors.Is(err, payment.ErrUnknown) {
		t.Errorf("an unknown order: %v", err)
	}
}

func TestCapturesThatDoNotComplete(t *testing.T) {
	for status, want := range map[string]payment.Kind{"PENDING": payment.Pending, "DECLINED": payment.Failed} {
		p, a := open(t)
		a.Set(func(a *standin.PayPalAccount) { a.Captures = status })
		c, err := p.Checkout(t.Context(), order())
		if err != nil {
			t.Fatal(err)
		}
		a.Approve(c.ID)
		if got, err := p.Capture(t.Context(), c.ID, "1"); err != nil || got.Kind != want {
			t.Errorf("%s: %+v, %v", status, got, err)
		}
	}
}

func TestRefundIsGivenOnceAndNeverTooMuch(t *testing.T) {
	p, a := open(t)
	ctx := t.Context()
	c, err := p.Checkout(ctx, order())
	if err != nil {
		t.Fatal(err)
	}
	a.Approve(c.ID)
	paid, err := p.Capture(ctx, c.ID, "1")
	if err != nil {
		t.Fatal(err)
	}
	a.Set(func(a *standin.PayPalAccount) { a.Payouts = "PENDING" })
	wish := payment.Refund{Ref: "rfd_1", PaymentID: paid.PaymentID, Amount: payment.Money{Minor: 1500, Currency: "EUR"}}
	got, err := p.Refund(ctx, wish)
	if err != nil || got.State != payment.RefundPending {
		t.Fatalf("%+v, %v", got, err)
	}
	a.EndRefund(got.ID, "COMPLETED")
	if again, err := p.Refund(ctx, wish); err != nil || again != (payment.RefundResult{ID: got.ID, State: payment.RefundDone}) {
		t.Errorf("%+v, %v", again, err)
	}
	if n := a.GivenBack(paid.PaymentID); n != 1500 {
		t.Errorf("%d were given back", n)
	}
	wish.Ref = "rfd_2"
	if _, err := p.Refund(ctx, wish); !errors.Is(err, payment.ErrRejected) {
		t.Errorf("more than was paid: %v", err)
	}
	wish.Amount.Minor, wish.Ref = 1000, "rfd_3"
	a.Set(func(a *standin.PayPalAccount) { a.Payouts = "FAILED" })
	if got, err := p.Refund(ctx, wish); err != nil || got.State != payment.RefundNotArrived {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestADeclinedCardIsToldAndAnotherMayPay: PayPal answers the request id of the declined
// attempt with that answer for good.
func TestADeclinedCardIsToldAndAnotherMayPay(t *testing.T) {
	p, a := open(t)
	ctx := t.Context()
	c, err := p.Checkout(ctx, order())
	if err != nil {
		t.Fatal(err)
	}
	a.Approve(c.ID)
	a.Set(func(a *standin.PayPalAccount) { a.Declines = true })
	if got, err := p.Capture(ctx, c.ID, "1"); err != nil || got.Kind != payment.Failed || got.Reference == "" {
		t.Errorf("declined: %+v, %v", got, err)
	}
	a.Set(func(a *standin.PayPalAccount) { a.Declines = false }) // the payer has chosen another card
	if got, err := p.Capture(ctx, c.ID, "1"); err != nil || got.Kind != payment.Failed {
		t.Errorf("the same attempt again: %+v, %v", got, err)
	}
	if got, err := p.Capture(ctx, c.ID, "2"); err != nil || got.Kind != payment.Captured {
		t.Errorf("the next attempt: %+v, %v", got, err)
	}
	if got, err := p.Capture(ctx, c.ID, "3"); err != nil || got.Kind != payment.Captured {
		t.Errorf("an attempt that comes too late: %+v, %v", got, err)
	}
}

func TestTokensAreRenewed(t *testing.T) {
	s := standin.NewPayPal(t)
	p, a := provider(t, s, clientKey), s.Account(clientID, clientKey, webhookID)
	if _, err := p.Checkout(t.Context(), order()); err != nil {
		t.Fatal(err)
	}
	a.Revoke()
	if _, err := p.LookUp(t.Context(), "PPO1"); !errors.Is(err, payment.ErrUnavailable) {
		t.Errorf("a token that was taken back: %v", err)
	}
	if _, err := p.LookUp(t.Context(), "PPO1"); err != nil || a.Tokens() != 2 {
		t.Errorf("the next try: %v, %d tokens", err, a.Tokens())
	}
	if _, err := provider(t, s, "wrong").LookUp(t.Context(), "PPO1"); !errors.Is(err, payment.ErrUnavailable) || !errors.Is(err, payment.ErrDenied) || strings.Contains(err.Error(), "wrong,") {
		t.Errorf("a wrong secret: %v", err)
	}
	a.Set(func(a *standin.PayPalAccount) { a.Broken = http.StatusForbidden })
	if _, err := p.Refund(t.Context(), payment.Refund{Ref: "rfd_1", PaymentID: "CAP1", Amount: payment.Money{Minor: 1, Currency: "EUR"}}); !errors.Is(err, payment.ErrDenied) || errors.Is(err, payment.ErrRejected) {
		t.Errorf("not allowed: %v", err)
	}
	a.Set(func(a *standin.PayPalAccount) { a.Broken = http.StatusBadGateway })
	if _, err := p.LookUp(t.Context(), "PPO1"); !errors.Is(err, payment.ErrUnavailable) {
		t.Errorf("a broken provider: %v", err)
	}
}

func event(kind, resource string) []byte {
	// Spaces and an escape that no encoder of ours would write this way: what is
	// sent back must be these very bytes.
	return []byte(`{"id": "WH-1",  "event_type":"` + kind + `","create_time":"2027-01-15T08:00:00.000Z","summary":"5 \u003e 3 <b>", "resource":` + resource + `}`)
}

const money = `"amount":{"currency_code":"EUR","value":"25.00"}`

func TestVerifySaysWhatHappened(t *testing.T) {
	p, a := open(t)
	at := time.Date(2027, 1, 15, 8, 0, 0, 0, time.UTC)
	eur := payment.Money{Minor: 2500, Currency: "EUR"}
	up := `"links":[{"rel":"self","href":"https://api.example/v2/payments/refunds/REF1"},{"rel":"up","href":"https://api.example/v2/payments/captures/CAP1"}]`
	capture := `{"id":"CAP1","status":"COMPLETED",` + money + `,"custom_id":"ord_x.abc","supplementary_data":{"related_ids":{"order_id":"PPO1"}}}`
	fact := func(kind payment.Kind) payment.Fact {
		return payment.Fact{EventID: "WH-1", Kind: kind, At: at, Amount: eur, PaymentID: "CAP1", CheckoutID: "PPO1", Reference: "ord_x.abc"}
	}
	back := payment.Fact{EventID: "WH-1", Kind: payment.Refunded, At: at, Amount: eur, PaymentID: "CAP1", RefundID: "REF1", RefundRef: "rfd_1"}
	reversed := back
	reversed.Kind, reversed.RefundRef = payment.Reversed, ""
	disputed := func(kind payment.Kind, minor int64) payment.Fact {
		return payment.Fact{EventID: "WH-1", Kind: kind, At: at, Amount: payment.Money{Minor: minor, Currency: "EUR"}, PaymentID: "CAP1", RefundID: "PP-D-27803"}
	}
	dispute := func(outcome string) string {
		return `{"dispute_id":"PP-D-27803","disputed_transactions":[{"seller_transaction_id":"CAP1","seller":{"merchant_id":"M1","name":"Shop"},"items":[]}],
			"reason":"MERCHANDISE_OR_SERVICE_NOT_RECEIVED","dispute_amount":{"currency_code":"EUR","value":"25.00"},"dispute_life_cycle_stage":"CHARGEBACK",` + outcome + `
			"links":[{"rel":"self","href":"https://api.example/v1/customer/disputes/PP-D-27803"}]}`
	}
	ended := func(code, refunded string) string {
		return dispute(`"status":"RESOLVED","dispute_outcome":{"outcome_code":"` + code + `"` + refunded + `},`)
	}
	approved := fact(payment.Approved)
	approved.PaymentID = ""
	for _, c := range []struct {
		kind, resource string
		want           payment.Fact
		err            error
	}{
		{"PAYMENT.CAPTURE.COMPLETED", capture, fact(payment.Captured), nil},
		{"PAYMENT.CAPTURE.PENDING", capture, fact(payment.Pending), nil},
		{"PAYMENT.CAPTURE.DENIED", capture, fact(payment.Failed), nil},
		{"CHECKOUT.ORDER.APPROVED", `{"id":"PPO1","purchase_units":[{"custom_id":"ord_x.abc",` + money + `}]}`, approved, nil},
		{"PAYMENT.CAPTURE.REFUNDED", `{"id":"REF1",` + money + `,"custom_id":"rfd_1",` + up + `}`, back, nil},
		{"PAYMENT.CAPTURE.REVERSED", `{"id":"REF1",` + money + `,` + up + `}`, reversed, nil},
		{"PAYMENT.CAPTURE.REFUNDED", `{"id":"REF1",` + money + `}`, payment.Fact{}, payment.ErrForeign},
		{"PAYMENT.CAPTURE.REVERSED", `{"id":"REF1",` + money + `,"links":[{"rel":"self","href":"https://api.example/v2/payments/refunds/REF1"}]}`, payment.Fact{}, payment.ErrForeign},
		{"PAYMENT.CAPTURE.REFUNDED", `{"id":"REF1",` + money + `,"links":[{"rel":"up","href":"https://api.example/v1/payments/sale/SALE1"}]}`, payment.Fact{}, payment.ErrForeign},
		{"PAYMENT.CAPTURE.REFUNDED", `{"id":"REF1",` + up + `}`, payment.Fact{}, payment.ErrMalformed},
		{"PAYMENT.CAPTURE.COMPLETED", `{"id":"CAP9","status":"COMPLETED",` + money + `}`, payment.Fact{}, payment.ErrForeign},
		{"PAYMENT.CAPTURE.COMPLETED", `{"id":"CAP9","status":"COMPLETED"}`, payment.Fact{}, payment.ErrForeign},
		{"CUSTOMER.DISPUTE.CREATED", dispute(`"status":"OPEN",`), disputed(payment.Disputed, 2500), nil},
		{"CUSTOMER.DISPUTE.RESOLVED", ended("RESOLVED_SELLER_FAVOUR", ""), disputed(payment.DisputeWon, 2500), nil},
		{"CUSTOMER.DISPUTE.RESOLVED", ended("RESOLVED_WITH_PAYOUT", `,"amount_refunded":{"currency_code":"EUR","value":"25.00"}`), disputed(payment.DisputeWon, 2500), nil},
		{"CUSTOMER.DISPUTE.RESOLVED", ended("CANCELED_BY_BUYER", ""), disputed(payment.DisputeWon, 2500), nil},
		{"CUSTOMER.DISPUTE.RESOLVED", ended("RESOLVED_BUYER_FAVOUR", ""), disputed(payment.DisputeLost, 2500), nil},
		{"CUSTOMER.DISPUTE.RESOLVED", ended("ACCEPTED", `,"amount_refunded":{"currency_code":"EUR","value":"10.00"}`), disputed(payment.DisputeLost, 1000), nil},
		{"CUSTOMER.DISPUTE.UPDATED", dispute(`"status":"UNDER_REVIEW",`), payment.Fact{}, payment.ErrIgnored},
		{"CUSTOMER.DISPUTE.RESOLVED", ended("RESOLVED_BUYER_FAVOUR", `,"amount_refunded":{"currency_code":"EUR","value":"0.00"}`), disputed(payment.DisputeWon, 2500), nil},
		{"CUSTOMER.DISPUTE.CREATED", `{"dispute_id":"PP-D-1","disputed_transactions":[],"dispute_amount":{"currency_code":"EUR","value":"25.00"}}`, payment.Fact{}, payment.ErrForeign},
		{"CUSTOMER.DISPUTE.CREATED", `{"dispute_id":"PP-D-1","disputed_transactions":[{"seller_transaction_id":"CAP1"}]}`, payment.Fact{}, payment.ErrMalformed},
		{"PAYMENT.CAPTURE.COMPLETED", `{"id":"CAP1","custom_id":"ord_x.abc"}`, payment.Fact{}, payment.ErrMalformed},
		{"BILLING.PLAN.CREATED", `{}`, payment.Fact{}, payment.ErrIgnored},
	} {
		body := event(c.kind, c.resource)
		got, err := p.Verify(t.Context(), a.Sign(body, time.Now()).Header, body)
		if !errors.Is(err, c.err) || c.err == nil && got != c.want {
			t.Errorf("%s: %+v, %v\nwant %+v, %v", c.kind, got, err, c.want, c.err)
		}
	}
}

func TestVerifyBelievesNoOther(t *testing.T) {
	p, a := open(t)
	body := event("PAYMENT.CAPTURE.COMPLETED", `{"id":"CAP1",`+money+`}`)
	_, other := open(t)
	signed := func(at time.Time) http.Header { return a.Sign(body, at).Header }
	edit := func(h http.Header, name, value string) http.Header {
		h = h.Clone()
		h.Set(name, value)
		return h
	}
	good := signed(time.Now())
	for _, c := range []struct {
		name string
		head http.Header
		body []byte
		want error
	}{
		{"unsigned", http.Header{}, body, payment.ErrSignature},
		{"another key", other.Sign(body, time.Now()).Header, body, payment.ErrSignature},
		{"tampered", good, []byte(strings.Replace(string(body), "25.00", "95.00", 1)), payment.ErrSignature},
		{"respelled", good, []byte(strings.Replace(string(body), `"id": "WH-1"`, `"id":"WH-1"`, 1)), payment.ErrSignature},
		{"another transmission", edit(good, "Paypal-Transmission-Id", "tr-2"), body, payment.ErrSignature},
		{"no algorithm", edit(good, "Paypal-Auth-Algo", ""), body, payment.ErrSignature},
		{"no JSON", good, []byte(`{"a":1},"x":{}`), payment.ErrSignature},
		{"old", signed(time.Now().Add(-5 * 24 * time.Hour)), body, payment.ErrStale},
		{"from the future", signed(time.Now().Add(time.Hour)), body, payment.ErrStale},
	} {
		if f, err := p.Verify(t.Context(), c.head, c.body); !errors.Is(err, c.want) || f != (payment.Fact{}) {
			t.Errorf("%s: %+v, %v, want %v", c.name, f, err, c.want)
		}
	}
	a.Set(func(a *standin.PayPalAccount) { a.Broken = http.StatusServiceUnavailable })
	if _, err := p.Verify(t.Context(), good, body); !errors.Is(err, payment.ErrUnavailable) {
		t.Errorf("PayPal cannot be asked: %v", err)
	}
}
