package jobs_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/mail"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// Owners and organizers are told once of a refund that has failed for good, and nobody is mailed for one
// that was retried meanwhile, nor for one from the provider's own desk.
func TestMembersAreToldOfRefundsThatFailed(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, url string) {
		f := newFixture(t, database.Config{URL: url}, 1)
		j := f.worker(mail.NewLocal(f.store), nil)
		now := inventory.At(time.Now())
		for _, role := range []string{"owner", "organizer", "box_office", "viewer"} {
			f.member(role)
		}
		// fails stores a refund that its provider has refused minutes ago.
		fails := func(event, reason string, amount int64) *payments.Payout {
			t.Helper()
			o := payments.Payout{EventID: event, ID: f.ids.In(id.Refund, f.event), OrderID: f.ids.In(id.Order, f.event), Amount: amount, Owed: amount, Currency: "EUR", State: payments.PayoutDue, Reason: reason, CreatedAt: 1}
			o.PaymentID = "bank:" + o.ID
			p := payments.Payment{EventID: event, ID: o.PaymentID, Provider: "bank", OrderID: o.OrderID, Amount: amount, Currency: "EUR", State: payments.PaymentTickets}
			n := payments.PaymentNotice{EventID: event, Provider: "bank", ID: o.PaymentID, Kind: "captured", Currency: "EUR"}
			if fresh, err := f.store.Payments.Receive(t.Context(), &payments.Received{Notice: n, Payment: &p}); err != nil || !fresh {
				t.Fatal(fresh, err)
			}
			due, err := f.store.Payouts.OpenPayout(t.Context(), o, nil)
			f.must(err)
			failed := due
			failed.State, failed.Error, failed.UpdatedAt = payments.PayoutFailed, "too old", now-inventory.Instant(3*inventory.Minute)
			for _, want := range []bool{true, false} {
				if moved, err := f.store.Payouts.MovePayout(t.Context(), &failed, &due, nil); err != nil || moved != want {
					t.Fatal(moved, err)
				}
			}
			return &failed
		}
		stands := fails(f.event, "event_cancelled", 1000)
		ofOrganization := fails(f.org, "booking_cancelled", 2000)
		retried := fails(f.event, "event_cancelled", 3000)
		f.must(f.store.Payouts.RetryPayout(t.Context(), f.event, retried.ID, now, database.Job{Kind: "pay_out", Args: []byte("{}"), Queue: "money", Priority: 1, MaxAttempts: 1}))
		fails(f.event, payments.ReasonAtProvider, 4000)
		if n := f.count("select count(*) from river_job where kind = 'tell_failed_refund'"); n != 3 {
			t.Fatalf("%d jobs", n)
		}
		// They stand in a list, page by page, and are counted.
		var standing []string
		for at := (payments.FailedCursor{}); ; {
			page, err := f.store.Payouts.Failed(t.Context(), f.org, at, 1)
			f.must(err)
			if len(page) == 0 {
				break
			}
			at = payments.FailedCursor{UpdatedAt: int64(page[0].UpdatedAt), EventID: page[0].EventID, ID: page[0].ID}
			standing = append(standing, page[0].ID)
		}
		slices.Sort(standing)
		want := []string{stands.ID, ofOrganization.ID}
		slices.Sort(want)
		if !slices.Equal(standing, want) {
			t.Errorf("%v, not %v", standing, want)
		}
		for org, want := range map[string]int64{f.org: 2, "": 2, "org_other": 0} {
			if n, err := f.store.Payouts.CountFailed(t.Context(), org); err != nil || n != want {
				t.Errorf("%q: %d, %v", org, n, err)
			}
		}
		f.start(j)
		mails := f.afterLetters(4)
		if len(mails) != 4 {
			t.Fatalf("%d mails", len(mails))
		}
		var ofEvent, ofOrg int
		for i := range mails {
			m := &mails[i]
			switch {
			case strings.Contains(m.Subject, "€10.00") && strings.HasPrefix(m.Subject, "Concert: "):
				ofEvent++
			case strings.Contains(m.Subject, "€20.00") && strings.HasPrefix(m.Subject, "Test: "):
				ofOrg++
			}
			if m.Recipient != "owner@example.org" && m.Recipient != "organizer@example.org" || !strings.Contains(m.TextBody, "/sign-in?to=/manage/refunds") {
				t.Errorf("%+v", m)
			}
		}
		if ofEvent != 2 || ofOrg != 2 {
			t.Errorf("%d of the event, %d of the organization: %+v", ofEvent, ofOrg, mails)
		}

		// One that fails again is told again, and one that the provider has told of counts as well.
		again, err := f.store.Payouts.Payout(t.Context(), f.event, retried.ID)
		f.must(err)
		lost := *again
		lost.State, lost.Ref, lost.UpdatedAt = payments.PayoutFailed, "re_1", stands.UpdatedAt
		n := payments.PaymentNotice{EventID: f.event, Provider: "bank", ID: "lost", Kind: "refund_failed", PaymentID: retried.PaymentID, Currency: "EUR"}
		if fresh, err := f.store.Payments.Receive(t.Context(), &payments.Received{Notice: n, Payout: &lost, PayoutWas: again}); err != nil || !fresh {
			t.Fatal(fresh, err)
		}
		if mails := f.afterLetters(6); len(mails) != 6 {
			t.Errorf("%d mails", len(mails))
		}
	})
}
