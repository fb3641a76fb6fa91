package stripe_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/payment"
)

// strict keeps idempotency keys as Stripe documents that it does: a key that comes
// again with the same parameters gets the first answer again, a failure of
// Stripe's own too, and one that comes with others is refused. What is refused as
// malformed is not kept.
type strict struct {
	now func() time.Time

	mu     sync.Mutex
	forms  map[string]string // by key
	kept   map[string]kept   // by key
	made   int
	broken bool
	// loses: what it was asked for is done, and the answer is a failure all the same.
	loses   bool
	refunds []string // as they are listed
	hides   bool     // refunds are not listed
}

type kept struct {
	status int
	text   string
}

func newStrict(now func() time.Time) *strict {
	return &strict{now: now, forms: map[string]string{}, kept: map[string]kept{}}
}

func (s *strict) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	if err := r.ParseForm(); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if r.Method == http.MethodGet {
		list := strings.Join(s.refunds, ",")
		if s.hides {
			list = ""
		}
		fmt.Fprintf(w, `{"object":"list","data":[%s],"has_more":false}`, list)
		return
	}
	key, form := r.Header.Get("Idempotency-Key"), r.URL.Path+"?"+r.Form.Encode()
	if was, again := s.forms[key]; again {
		if was != form {
			w.WriteHeader(http.StatusBadRequest)
			fmt.Fprintf(w, `{"error":{"type":"idempotency_error","message":"Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '%s' if you meant to execute a different request."}}`, key)
			return
		}
		w.Header().Set("Idempotent-Replayed", "true")
		answerKept(w, s.kept[key])
		return
	}
	if until := r.Form.Get("expires_at"); until != "" {
		at, err := strconv.ParseInt(until, 10, 64)
		if left := time.Unix(at, 0).Sub(s.now()); err != nil || left < 30*time.Minute || left > 24*time.Hour {
			answerKept(w, kept{http.StatusBadRequest, `{"error":{"type":"invalid_request_error","param":"expires_at","message":"too soon or too late"}}`})
			return
		}
	}
	s.made++
	k := kept{http.StatusOK, fmt.Sprintf(`{"id":"made_%[1]d","url":"https://pay.example/made_%[1]d","status":"succeeded"}`, s.made)}
	if ref := r.Form.Get("metadata[holdfast_refund]"); ref != "" && (!s.broken || s.loses) {
		s.refunds = append(s.refunds, fmt.Sprintf(`{"id":"made_%d","object":"refund","status":"succeeded","metadata":{"holdfast_refund":%q}}`, s.made, ref))
	}
	if s.broken {
		k = kept{http.StatusInternalServerError, `{"error":{"type":"api_error","message":"sorry"}}`}
	}
	s.forms[key], s.kept[key] = form, k
	answerKept(w, k)
}

func answerKept(w http.ResponseWriter, k kept) {
	if k.status >= 500 {
		w.Header().Set("Stripe-Should-Retry", "false") // or the library waits and asks again by itself
	}
	w.WriteHeader(k.status)
	fmt.Fprint(w, k.text)
}

// TestCheckoutAskedAgainLaterIsTheSame: the answer to the first request is lost,
// and the buyer tries again two minutes later.
func TestCheckoutAskedAgainLaterIsTheSame(t *testing.T) {
	clock := time.Now().Add(-time.Hour).Truncate(time.Second)
	s := newStrict(func() time.Time { return clock })
	srv := httptest.NewServer(s)
	defer srv.Close()
	p := provider(t, srv.URL)
	o := order()
	o.At, o.Deadline = clock, clock.Add(15*time.Minute)
	first, err := p.Checkout(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if form, want := s.forms["chk_1"], fmt.Sprintf("expires_at=%d", clock.Add(31*time.Minute).Unix()); !strings.Contains(form, want) {
		t.Errorf("%s was asked for, want %s: what is reckoned from the clock is something else each time", form, want)
	}
	clock = clock.Add(2 * time.Minute)
	if again, err := p.Checkout(t.Context(), o); err != nil || again != first {
		t.Errorf("asked again: %+v, %v, want %+v", again, err, first)
	}
	o.Title = "Three tickets"
	if c, err := p.Checkout(t.Context(), o); !errors.Is(err, payment.ErrKeyUsed) || !errors.Is(err, payment.ErrUnavailable) {
		t.Errorf("another order with the same key: %+v, %v", c, err)
	}
	o.Key = "chk_1.1"
	if c, err := p.Checkout(t.Context(), o); !errors.Is(err, payment.ErrRejected) {
		t.Errorf("a page that would end too soon: %+v, %v", c, err)
	}
	o.At = clock
	if c, err := p.Checkout(t.Context(), o); err != nil || c == first {
		t.Errorf("another key: %+v, %v", c, err)
	}
}

// TestFailuresThatStripeRepeatsAreToldApart: a failure that comes again and again
// for the same key is none that waiting helps against.
func TestFailuresThatStripeRepeatsAreToldApart(t *testing.T) {
	s := newStrict(time.Now)
	srv := httptest.NewServer(s)
	defer srv.Close()
	p := provider(t, srv.URL)
	s.broken = true
	o := order()
	if _, err := p.Checkout(t.Context(), o); !errors.Is(err, payment.ErrUnavailable) || errors.Is(err, payment.ErrKeyUsed) {
		t.Errorf("the first time: %v", err)
	}
	s.broken = false
	if _, err := p.Checkout(t.Context(), o); !errors.Is(err, payment.ErrKeyUsed) {
		t.Errorf("the second time: %v", err)
	}
	wish := payment.Refund{Ref: "rfd_1", PaymentID: "pi_1", Amount: payment.Money{Minor: 500, Currency: "EUR"}}
	if _, err := p.Refund(t.Context(), wish); err != nil {
		t.Error(err)
	}
	wish.Amount.Minor, s.hides = 600, true
	if _, err := p.Refund(t.Context(), wish); !errors.Is(err, payment.ErrKeyUsed) || errors.Is(err, payment.ErrRejected) {
		t.Errorf("another refund with the same key: %v", err)
	}
}

// TestARefundAfterAFailureOfStripe is made once: where the failed attempt came to nothing
// under another key, because Stripe answers the first one with the failure for a day;
// where it did come to something it is found.
func TestARefundAfterAFailureOfStripe(t *testing.T) {
	for _, failures := range []int{1, 3} {
		for _, loses := range []bool{false, true} {
			s := newStrict(time.Now)
			srv := httptest.NewServer(s)
			defer srv.Close()
			p := provider(t, srv.URL)
			wish := payment.Refund{Ref: "rfd_1", PaymentID: "pi_1", Amount: payment.Money{Minor: 500, Currency: "EUR"}}
			s.broken = true
			for i := range failures {
				s.loses = loses && i == failures-1
				if _, err := p.Refund(t.Context(), wish); !errors.Is(err, payment.ErrUnavailable) {
					t.Errorf("a failure: %v", err)
				}
			}
			s.broken = false
			first, err := p.Refund(t.Context(), wish)
			if err != nil || first.State != payment.RefundDone {
				t.Fatalf("after %d failures: %+v, %v", failures, first, err)
			}
			if again, err := p.Refund(t.Context(), wish); err != nil || again != first {
				t.Errorf("asked again: %+v, %v, want %+v", again, err, first)
			}
			if len(s.refunds) != 1 {
				t.Errorf("after %d failures there are %d refunds: %s", failures, len(s.refunds), s.refunds)
			}
		}
	}
}
