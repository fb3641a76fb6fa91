package api_test

import (
	"encoding/csv"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/export"
	"github.com/holdfast-events/holdfast/internal/payment/standin"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// exported returns the rows of an export of an event.
func (t *tenant) exported(kind string) [][]string {
	t.t.Helper()
	asked := t.owner("POST", t.event+"/exports", object{"kind": kind}).want(202).text("id")
	maker := &export.Maker{Store: t.store, Files: t.files, Now: t.now, Log: slog.New(slog.DiscardHandler)}
	t.must(maker.Make(t.t.Context(), asked))
	done := t.owner("GET", "/v1/exports/"+asked, nil).want(200)
	file := t.send("GET", strings.TrimPrefix(done.text("url"), "http://holdfast.test"), "", nil).want(200)
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(file.Raw, "\ufeff"))).ReadAll()
	t.must(err)
	return rows
}

// TestFeesAreShown: what a provider has kept is in the payment, its refund, the journal and
// the export of orders, each in the currency of the provider's balance.
func TestFeesAreShown(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		b := newBankedServer(t, url, nil)
		ada, bud := b.tenant("Ada"), b.tenant("Bud")
		bank := b.stripe.Account(adaKey, adaHook)
		bank.Set(func(a *standin.StripeAccount) { a.Settles, a.Rate = "CHF", 2 })
		account := ada.connect(object{"provider": "stripe", "secret_key": adaKey}, object{"webhook_secret": adaHook})
		order, page := ada.page("ann", "stripe")
		b.hear("stripe", account, bank.Pay(page)).want(200)
		budOrder, budPage := bud.page("ben", "stripe")
		b.hear("stripe", "", b.installation.Pay(budPage)).want(200)
		if strings.Contains(ada.payments(order).Raw, `"fee"`) {
			t.Errorf("nobody has asked for a fee: %s", ada.payments(order).Raw)
		}
		b.later(2 * time.Minute)
		b.must(b.settler.BookFees(t.Context()))
		ada.owner("POST", "/v1/orders/"+order+":refund", object{}).want(200)
		b.settleAll()
		b.later(2 * time.Minute)
		b.must(b.settler.BookFees(t.Context()))

		kept := standin.StripeFee(2 * 11900)
		shown := ada.payments(order)
		if shown.number("items", 0, "fee") != kept || shown.text("items", 0, "fee_currency") != "CHF" || shown.text("items", 0, "refunds", 0, "fee_currency") != "CHF" {
			t.Errorf("%s", shown.Raw)
		}
		if got := bud.payments(budOrder); got.number("items", 0, "fee") != standin.StripeFee(11900) || got.text("items", 0, "fee_currency") != "EUR" {
			t.Errorf("%s", got.Raw)
		}
		if journal := ada.owner("GET", ada.event+"/journal", nil).want(200); !strings.Contains(journal.Raw, fmt.Sprintf(`{"account":"fees","currency":"CHF","debit":%d,"credit":0}`, kept)) {
			t.Errorf("%s", journal.Raw)
		}
		rows := ada.exported("orders")
		fees, currency := slices.Index(rows[0], "fees"), slices.Index(rows[0], "fees_currency")
		if fees < 0 || currency < 0 || len(rows) != 2 || rows[1][fees] != fmt.Sprintf("%d.%02d", kept/100, kept%100) || rows[1][currency] != "CHF" {
			t.Errorf("%q", rows)
		}
		b.sound()
	})
}

// TestAnOrderPaidAtTwoAccounts: the organization changes to another account while a buyer
// has the page of the first open, and the buyer pays on both. The second money goes back,
// at the account where it came in.
func TestAnOrderPaidAtTwoAccounts(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, url string) {
		b := newBankedServer(t, url, nil)
		ada := b.tenant("Ada")
		first, second := b.stripe.Account(adaKey, adaHook), b.stripe.Account(budKey, budHook)
		one := ada.connect(object{"provider": "stripe", "secret_key": adaKey}, object{"webhook_secret": adaHook})
		order, page := ada.page("ann", "stripe")
		two := ada.connect(object{"provider": "stripe", "secret_key": budKey}, object{"webhook_secret": budHook})
		at := ada.owner("POST", "/v1/orders/"+order+":checkout", object{"provider": "stripe"}).want(200).text("payment_url")
		other := at[strings.LastIndexAny(at, "/=")+1:]
		b.hear("stripe", two, second.Pay(other)).want(200)
		b.hear("stripe", one, first.Pay(page)).want(200)
		b.settleAll()
		if ada.status(order) != "confirmed" || first.Refunds() != 1 || second.Refunds() != 0 {
			t.Errorf("the order is %s; refunds: %d at the first account, %d at the second", ada.status(order), first.Refunds(), second.Refunds())
		}
		b.hear("stripe", one, first.Refunded()).want(200)
		var got []string
		for i := range 2 {
			p := ada.payments(order)
			got = append(got, p.text("items", i, "account_id")+" "+p.text("items", i, "status"))
		}
		slices.Sort(got)
		want := []string{one + " refund", two + " tickets"}
		if slices.Sort(want); !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
		b.sound()
	})
}
