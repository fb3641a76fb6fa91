package stripe_test

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
)

// The lists of docs.stripe.com/currencies, as they stand there. UGX is in the first
// one, and is to be given with two decimals all the same ("Special cases"), as is
// ISK.
var (
	zeroDecimals  = strings.Fields("BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF")
	threeDecimals = strings.Fields("BHD JOD KWD OMR TND")
)

// TestAmountsAreWhatStripeCounts: 5,000 of every currency that an event can count
// in, there and back.
func TestAmountsAreWhatStripeCounts(t *testing.T) {
	p, a, _ := open(t)
	for _, code := range inventory.Currencies() {
		want := 500_000
		switch {
		case slices.Contains(zeroDecimals, code):
			want = 5000
		case slices.Contains(threeDecimals, code), code == "IQD", code == "LYD": // Stripe takes neither of these two
			want = 5_000_000
		}
		five, err := payment.ParseDecimal("5000", code)
		if err != nil {
			t.Fatal(err)
		}
		o := order()
		o.Key, o.Amount = code, five
		if _, err := p.Checkout(t.Context(), o); err != nil {
			t.Errorf("5000 %s: %v", code, err)
			continue
		}
		_, form, _ := strings.Cut(a.Asked(code), "?")
		values, err := url.ParseQuery(form)
		if err != nil {
			t.Fatal(err)
		}
		if got := values.Get("line_items[0][price_data][unit_amount]"); got != fmt.Sprint(want) {
			t.Errorf("5000 %s are charged as %s, want %d", code, got, want)
		}
		body := eventBody("refund.updated", fmt.Sprintf(`{"id":"re_1","amount":%d,"currency":%q,"status":"succeeded","payment_intent":"pi_1","metadata":{"holdfast_refund":"rfd_1"}}`,
			want, strings.ToLower(code)))
		if f, err := p.Verify(t.Context(), signed(body, time.Now(), secret), body); err != nil || f.Amount != five {
			t.Errorf("%d of %s are read as %+v, %v", want, code, f.Amount, err)
		}
	}
}

func TestAmountsThatStripeDoesNotTake(t *testing.T) {
	p := provider(t, "http://127.0.0.1:9")
	for _, m := range []payment.Money{{Minor: 5124, Currency: "KWD"}, {Minor: 5001, Currency: "BHD"}, {Minor: 150, Currency: "MGA"}} {
		o := order()
		o.Amount = m
		if _, err := p.Checkout(t.Context(), o); !errors.Is(err, payment.ErrRejected) {
			t.Errorf("%+v: %v", m, err)
		}
	}
}
