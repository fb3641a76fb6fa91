package jobs_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/jobs"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// The owners are told about a refund that was made in the provider's dashboard, and nobody
// is told about one that a decision has covered since.
func TestOwnersAreToldOfRefundsAtTheProvider(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 1)
		j := f.worker(mail.NewLocal(f.store), nil)
		now := inventory.At(time.Now())
		f.member("owner")
		f.member("box_office")
		receive := func(r *payments.Received) {
			t.Helper()
			r.Notice.EventID, r.Notice.Provider, r.Notice.Currency = f.event, "bank", "EUR"
			if fresh, err := f.store.Payments.Receive(t.Context(), r); err != nil || !fresh {
				t.Fatal(fresh, err)
			}
		}
		order := f.ids.In(id.Order, f.event)
		for i, covered := range []int64{1000, 0} {
			paid := fmt.Sprintf("bank:pi_%d", i)
			receive(&payments.Received{Notice: payments.PaymentNotice{ID: "c" + paid, Kind: "captured"}, Payment: &payments.Payment{
				EventID: f.event, ID: paid, Provider: "bank", OrderID: order, Amount: 2500, Currency: "EUR", State: payments.PaymentTickets,
			}})
			o := payments.Payout{
				EventID: f.event, ID: f.ids.In(id.Refund, f.event), OrderID: order, PaymentID: paid, Amount: 1000, Owed: 1000, Currency: "EUR",
				State: payments.PayoutDone, Reason: payments.ReasonAtProvider, Ref: "re_1",
			}
			tell, err := jobs.MoneyNotifier{Store: f.store, Now: f.clock}.RefundedAtProvider(t.Context(), &o)
			if err != nil || len(tell) != 1 || tell[0].At <= now {
				t.Fatalf("%+v, %v", tell, err)
			}
			tell[0].At = 0
			receive(&payments.Received{Notice: payments.PaymentNotice{ID: "r" + paid, Kind: "refunded", PaymentID: paid}, Payout: &o, Jobs: tell})
			if covered > 0 {
				due := o
				due.ID, due.Owed, due.Reason, due.State = f.ids.In(id.Refund, f.event), 1500+covered, "event_cancelled", payments.PayoutDue
				if open, err := f.store.Payouts.OpenPayout(t.Context(), due, nil); err != nil || open.Amount != 1500 {
					t.Fatalf("%+v, %v", open, err)
				}
			}
		}
		f.start(j)
		mails := f.afterLetters(2)
		if len(mails) != 1 || mails[0].Recipient != "owner@example.org" || !strings.Contains(mails[0].Subject, "10.00") ||
			!strings.Contains(mails[0].TextBody, "/sign-in?to=/manage/events/"+f.event+"/orders/"+order) || !strings.Contains(mails[0].TextBody, "Concert") {
			t.Errorf("%+v", mails)
		}
	})
}

// The owners are told about a provider that denies access, and not of one that has accepted
// its key since.
func TestOwnersAreToldOfAProviderThatDenies(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 1)
		j := f.worker(mail.NewLocal(f.store), nil)
		now := inventory.At(time.Now())
		f.member("owner")
		f.member("organizer")
		for _, provider := range []string{"stripe", "paypal"} {
			tell, err := jobs.MoneyNotifier{Store: f.store, Now: f.clock}.ProviderDenies(t.Context(), f.org, provider)
			if err != nil || len(tell) != 1 {
				t.Fatalf("%+v, %v", tell, err)
			}
			d := payments.ProviderDenial{OrgID: f.org, Provider: provider, Action: payments.DeniedPage, DeniedAt: now, ToldAt: now}
			for _, want := range []bool{true, false} { // the second denial of a day is nothing new
				if told, err := f.store.Payments.NoteDenial(t.Context(), d, now, tell); err != nil || told != want {
					t.Fatalf("%s told: %t, %v", provider, told, err)
				}
			}
		}
		if err := f.store.Payments.EndDenial(t.Context(), f.org, "paypal", payments.DeniedPage, now); err != nil {
			t.Fatal(err)
		}
		f.start(j)
		mails := f.afterLetters(2)
		if len(mails) != 1 || mails[0].Recipient != "owner@example.org" || !strings.HasPrefix(mails[0].Subject, "Stripe denies access") ||
			!strings.Contains(mails[0].TextBody, "/sign-in?to=/manage") {
			t.Errorf("%+v", mails)
		}
	})
}
