package testpay_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/payment/testpay"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

var secret = []byte(strings.Repeat("s", 32))

// shop is the receiving side: it verifies what it is told, and can be deaf.
type shop struct {
	t     *testing.T
	pay   *testpay.Provider
	page  *httptest.Server // of the provider
	hook  *httptest.Server
	mu    sync.Mutex
	facts []payment.Fact
	deaf  int // deliveries to fail
}

func open(t *testing.T) *shop {
	t.Helper()
	st := testdb.Open(t, testdb.SQLite(t))
	s := &shop{t: t}
	s.hook = httptest.NewServer(http.HandlerFunc(s.receive))
	t.Cleanup(s.hook.Close)
	s.page = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.pay.ServeHTTP(w, r) }))
	t.Cleanup(s.page.Close)
	var err error
	s.pay, err = testpay.New(testpay.Config{Store: st, Secret: secret, Base: s.page.URL, Hook: s.hook.URL})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *shop) receive(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.Method != http.MethodPost {
		return // the payer comes back
	}
	body, err := io.ReadAll(r.Body)
	if err != nil || s.deaf > 0 {
		s.deaf--
		http.Error(w, "not now", http.StatusServiceUnavailable)
		return
	}
	f, err := s.pay.Verify(r.Context(), r.Header, body)
	if err != nil {
		s.t.Errorf("a webhook is not believed: %v", err)
		http.Error(w, "no", http.StatusBadRequest)
		return
	}
	s.facts = append(s.facts, f)
}

func (s *shop) checkout(key string) payment.Checkout {
	s.t.Helper()
	c, err := s.pay.Checkout(s.t.Context(), payment.Order{
		Key: key, Reference: "ord_x.abc", Title: "An evening of <chamber> music", Amount: payment.Money{Minor: 123450, Currency: "EUR"},
		Lines:  []payment.Line{{Name: "Front <row>", Count: 3, Each: 41000}, {Name: "Regular", Count: 1, Each: 450}},
		Return: s.hook.URL + "/back", Deadline: time.Now().Add(time.Hour),
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return c
}

// press presses a button as a browser does, and returns the page that follows.
func (s *shop) press(c payment.Checkout, button, lang string) (int, string) {
	s.t.Helper()
	return s.do(http.MethodPost, c.URL+"/"+button, lang, s.page.URL)
}

// pressWith is press with the number of a card.
func (s *shop) pressWith(c payment.Checkout, button, card string) {
	s.t.Helper()
	form := url.Values{"card": {card}}
	req, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, c.URL+"/"+button, strings.NewReader(form.Encode()))
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Origin", s.page.URL)
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := client.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	if err := resp.Body.Close(); err != nil || resp.StatusCode != http.StatusSeeOther {
		s.t.Fatal(resp.StatusCode, err)
	}
}

func (s *shop) do(method, url, lang, origin string) (int, string) {
	s.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(s.t.Context(), method, url, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Accept-Language", lang)
	if origin != "" {
		req.Header.Set("Origin", origin)
	}
	resp, err := (&http.Client{Jar: jar}).Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close() //nolint:errcheck // it was only read
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return resp.StatusCode, string(body)
}

func (s *shop) last() payment.Fact {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.facts) == 0 {
		s.t.Fatal("no webhook came")
	}
	return s.facts[len(s.facts)-1]
}

func (s *shop) stands(c payment.Checkout, want payment.Kind) payment.CheckoutStatus {
	s.t.Helper()
	got, err := s.pay.LookUp(s.t.Context(), c.ID)
	if err != nil || got.Kind != want || got.Reference != "ord_x.abc" {
		s.t.Fatalf("it stands at %+v, %v, want %s", got, err, want)
	}
	return got
}

func TestConfigIsChecked(t *testing.T) {
	if _, err := testpay.New(testpay.Config{}); err == nil {
		t.Error("an empty configuration was accepted")
	}
}

func TestAPayerPays(t *testing.T) {
	s := open(t)
	c := s.checkout("chk_1")
	if again := s.checkout("chk_1"); again != c {
		t.Errorf("the same key makes %+v", again)
	}
	s.stands(c, payment.Open)
	for lang, want := range map[string][]string{
		"en": {`lang="en"`, "<dd>€1,234.50</dd>", "3 × Front &lt;row&gt;</dt><dd>€1,230.00</dd>", "1 × Regular</dt><dd>€4.50</dd>", "Pay €1,234.50", "&lt;chamber&gt;"},
		"de": {`lang="de"`, "<dd>1.234,50\u00a0€</dd>", "1.234,50\u00a0€ bezahlen"},
		"ar": {`lang="ar" dir="rtl"`},
		"ja": {`lang="en" dir="ltr"`},
	} {
		status, page := s.do(http.MethodGet, c.URL, lang, "")
		for _, text := range want {
			if status != http.StatusOK || !strings.Contains(page, text) {
				t.Errorf("%s: HTTP %d, no %q in the page", lang, status, text)
			}
		}
	}
	if status, _ := s.press(c, "pay", "en"); status != http.StatusOK {
		t.Errorf("HTTP %d", status)
	}
	f := s.last()
	if f.Kind != payment.Captured || f.CheckoutID != c.ID || f.Reference != "ord_x.abc" || f.Amount != (payment.Money{Minor: 123450, Currency: "EUR"}) {
		t.Errorf("%+v", f)
	}
	if got := s.stands(c, payment.Captured); got.PaymentID != f.PaymentID {
		t.Errorf("%+v and %+v", got, f)
	}
	if err := s.pay.Expire(t.Context(), c.ID); !errors.Is(err, payment.ErrPaid) {
		t.Errorf("closing what is paid: %v", err)
	}
	s.press(c, "pay", "en") // twice: one payment
	if again := s.last(); again.PaymentID != f.PaymentID || again.EventID != f.EventID {
		t.Errorf("paid twice: %+v and %+v", f, again)
	}
	if _, page := s.do(http.MethodGet, c.URL, "de", ""); !strings.Contains(page, "Das ist bezahlt.") || strings.Contains(page, "<button") {
		t.Error("what is paid can be paid again")
	}
}

func TestAPayerFailsAndTriesAgain(t *testing.T) {
	s := open(t)
	c := s.checkout("chk_1")
	if _, page := s.press(c, "fail", "en"); !strings.Contains(page, "The last try failed") {
		t.Error("the page does not say so")
	}
	failed := s.last()
	if failed.Kind != payment.Failed {
		t.Errorf("%+v", failed)
	}
	s.press(c, "slow", "en")
	if f := s.last(); f.Kind != payment.Pending || f.PaymentID == failed.PaymentID {
		t.Errorf("%+v", f)
	}
	if err := s.pay.Expire(t.Context(), c.ID); !errors.Is(err, payment.ErrPaid) {
		t.Errorf("closing what is being paid: %v", err)
	}
	s.press(c, "arrived", "en")
	s.stands(c, payment.Captured)
}

func TestAClosedPageCannotBePaid(t *testing.T) {
	s := open(t)
	c := s.checkout("chk_1")
	for range 2 {
		if err := s.pay.Expire(t.Context(), c.ID); err != nil {
			t.Fatal(err)
		}
	}
	_, page := s.press(c, "pay", "en")
	s.stands(c, payment.Expired)
	if len(s.facts) != 0 || !strings.Contains(page, "is over") {
		t.Errorf("%+v\n%s", s.facts, page)
	}
}

func TestBadRequestsToThePage(t *testing.T) {
	s := open(t)
	c := s.checkout("chk_1")
	if status, _ := s.do(http.MethodPost, c.URL+"/pay", "en", "https://evil.example"); status != http.StatusForbidden {
		t.Errorf("a form of another site: HTTP %d", status)
	}
	if status, page := s.do(http.MethodGet, s.page.URL+"/testpay/tpc_x", "de", ""); status != http.StatusNotFound || !strings.Contains(page, "gibt es nicht") {
		t.Errorf("a page that is none: HTTP %d", status)
	}
	if status, _ := s.do(http.MethodPost, s.page.URL+"/testpay/tpc_x/pay", "en", s.page.URL); status != http.StatusNotFound {
		t.Errorf("paying on none: HTTP %d", status)
	}
	s.stands(c, payment.Open)
}

// What real providers refuse is refused here, so that nobody tries out what nobody can pay.
func TestRefuses(t *testing.T) {
	s := open(t)
	good := payment.Order{
		Key: "k", Title: "x", Amount: payment.Money{Minor: 99_999_999, Currency: "EUR"}, Return: s.hook.URL + "/back", Deadline: time.Now().Add(time.Hour),
	}
	if _, err := s.pay.Checkout(t.Context(), good); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(*payment.Order){
		"no address to return to": func(o *payment.Order) { o.Return = "/back" },
		"nothing bought":          func(o *payment.Order) { o.Title = "" },
		"nothing to pay":          func(o *payment.Order) { o.Amount.Minor = 0 },
		"less than nothing":       func(o *payment.Order) { o.Amount.Minor = -100 },
		"too much":                func(o *payment.Order) { o.Amount.Minor++ },
		"no currency":             func(o *payment.Order) { o.Amount.Currency = "" },
		"an unknown currency":     func(o *payment.Order) { o.Amount.Currency = "XTS" },
		"a line of nobody":        func(o *payment.Order) { o.Lines = []payment.Line{{Count: 1, Each: o.Amount.Minor}} },
		"a line of nothing": func(o *payment.Order) {
			o.Lines = []payment.Line{{Name: "x", Count: 1, Each: o.Amount.Minor}, {Name: "y", Count: 1}}
		},
		"lines of another sum":    func(o *payment.Order) { o.Lines = []payment.Line{{Name: "x", Count: 2, Each: o.Amount.Minor}} },
		"half a forint":           func(o *payment.Order) { o.Amount = payment.Money{Minor: 500_050, Currency: "HUF"} },
		"a thousandth of a dinar": func(o *payment.Order) { o.Amount = payment.Money{Minor: 5124, Currency: "KWD"} },
	} {
		o := good
		o.Key = name
		spoil(&o)
		if _, err := s.pay.Checkout(t.Context(), o); !errors.Is(err, payment.ErrRejected) {
			t.Errorf("%s: %v", name, err)
		}
	}
	s.press(s.checkout("chk_1"), "pay", "en")
	for _, m := range []payment.Money{{Minor: 0, Currency: "EUR"}, {Minor: -1, Currency: "EUR"}} {
		if _, err := s.pay.Refund(t.Context(), payment.Refund{Ref: "rfd_1", PaymentID: s.last().PaymentID, Amount: m}); !errors.Is(err, payment.ErrRejected) {
			t.Errorf("a refund of %+v: %v", m, err)
		}
	}
}

// A refund to the card for it fails, and arrives when it is retried.
func TestRefundsThatFail(t *testing.T) {
	s := open(t)
	s.pressWith(s.checkout("chk_1"), "pay", "4000000000005126")
	wish := payment.Refund{Ref: "rfd_1", PaymentID: s.last().PaymentID, Amount: payment.Money{Minor: 1000, Currency: "EUR"}}
	for range 2 {
		if _, err := s.pay.Refund(t.Context(), wish); !errors.Is(err, payment.ErrRejected) {
			t.Errorf("to a card that takes none: %v", err)
		}
	}
	wish.Ref = "rfd_1.1"
	if done, err := s.pay.Refund(t.Context(), wish); err != nil || done.State != payment.RefundDone {
		t.Errorf("%+v, %v", done, err)
	}
}

func TestRefunds(t *testing.T) {
	s := open(t)
	c := s.checkout("chk_1")
	s.press(c, "pay", "en")
	paid := s.last()
	wish := payment.Refund{Ref: "rfd_1", PaymentID: paid.PaymentID, Amount: payment.Money{Minor: 100000, Currency: "EUR"}}
	first, err := s.pay.Refund(t.Context(), wish)
	if err != nil || first.State != payment.RefundDone {
		t.Fatalf("%+v, %v", first, err)
	}
	if again, err := s.pay.Refund(t.Context(), wish); err != nil || again != first {
		t.Errorf("%+v, %v", again, err)
	}
	if f := s.last(); f.Kind != payment.Refunded || f.RefundRef != "rfd_1" || f.PaymentID != paid.PaymentID || f.Amount.Minor != 100000 {
		t.Errorf("%+v", f)
	}
	wish.Ref = "rfd_2"
	if _, err := s.pay.Refund(t.Context(), wish); !errors.Is(err, payment.ErrRejected) {
		t.Errorf("more than was paid: %v", err)
	}
	wish.PaymentID = "tpp_none"
	if _, err := s.pay.Refund(t.Context(), wish); !errors.Is(err, payment.ErrUnknown) {
		t.Errorf("of no payment: %v", err)
	}
}

func TestALostWebhookIsFoundByLookingUp(t *testing.T) {
	s := open(t)
	s.deaf = 100
	c := s.checkout("chk_1")
	s.press(c, "pay", "en")
	if len(s.facts) != 0 {
		t.Errorf("%+v", s.facts)
	}
	s.stands(c, payment.Captured)
	s.deaf = 2 // the third try is heard
	s.press(c, "pay", "en")
	s.last()
}

func TestVerifyBelievesNoOther(t *testing.T) {
	s := open(t)
	body := []byte(`{"id":"tpe_1","kind":"captured","payment":"tpp_1","amount":100,"currency":"EUR","at":1}`)
	now := time.Now()
	for _, c := range []struct {
		name, header string
		body         []byte
		want         error
	}{
		{"good", testpay.Sign(secret, body, now), body, nil},
		{"unsigned", "", body, payment.ErrSignature},
		{"another secret", testpay.Sign([]byte("other"), body, now), body, payment.ErrSignature},
		{"tampered", testpay.Sign(secret, body, now), []byte(strings.Replace(string(body), "100", "900", 1)), payment.ErrSignature},
		{"old", testpay.Sign(secret, body, now.Add(-6*time.Minute)), body, payment.ErrStale},
		{"from the future", testpay.Sign(secret, body, now.Add(6*time.Minute)), body, payment.ErrStale},
		{"no JSON", testpay.Sign(secret, []byte("x"), now), []byte("x"), payment.ErrMalformed},
		{"another kind", testpay.Sign(secret, []byte(`{"id":"e","kind":"greeting","currency":"EUR"}`), now), []byte(`{"id":"e","kind":"greeting","currency":"EUR"}`), payment.ErrIgnored},
	} {
		if _, err := s.pay.Verify(t.Context(), http.Header{testpay.Header: {c.header}}, c.body); !errors.Is(err, c.want) || (c.want == nil) != (err == nil) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
}

// TestPageIsForEverybody looks at what a screen reader and a keyboard need.
func TestPageIsForEverybody(t *testing.T) {
	s := open(t)
	_, page := s.do(http.MethodGet, s.checkout("chk_1").URL, "en", "")
	for _, want := range []string{`<html lang="en" dir="ltr">`, "<title>", "<main>", "<h1>", `name="viewport"`, `type="submit"`} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s", want)
		}
	}
	for _, button := range regexp.MustCompile(`<button[^>]*>([^<]*)</button>`).FindAllStringSubmatch(page, -1) {
		if strings.TrimSpace(button[1]) == "" {
			t.Error("a button without words")
		}
	}
	if strings.Contains(page, "<script") || strings.Contains(page, " on") && regexp.MustCompile(`\son\w+=`).MatchString(page) {
		t.Error("the page has a script")
	}
}

// TestCard: the same number, however it is typed, is the same card, and no number is told. What is
// not paid with a card has none.
func TestCard(t *testing.T) {
	s := open(t)
	pay := func(key, button, number string) string {
		t.Helper()
		c := s.checkout(key)
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, c.URL+"/"+button, strings.NewReader(url.Values{"card": {number}}.Encode()))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.Header.Set("Origin", s.page.URL)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close() //nolint:errcheck // it is not read
		card, err := s.pay.Card(t.Context(), payment.Charge{PaymentID: s.last().PaymentID})
		if err != nil {
			t.Fatal(err)
		}
		return card
	}
	first := pay("one", "pay", "4242 4242 4242 4242")
	if again := pay("two", "pay", "4242-4242-4242-4242"); first == "" || again != first || strings.Contains(first, "4242") {
		t.Errorf("%q and %q", first, again)
	}
	if other := pay("three", "pay", "5555555555554444"); other == first || other == "" {
		t.Errorf("another card is %q", other)
	}
	if none := pay("four", "slow", ""); none != "" {
		t.Errorf("a transfer has the card %q", none)
	}
	if card, err := s.pay.Card(t.Context(), payment.Charge{PaymentID: "tpp_none"}); !errors.Is(err, payment.ErrUnknown) {
		t.Errorf("of no payment: %q, %v", card, err)
	}
}
