package settlement_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/invoice"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/resources"
	"github.com/holdfast-events/holdfast/internal/verify"
)

// change changes the rules of the tables.
func (h *tables) change(set func(r *resources.Resource)) {
	h.t.Helper()
	r, err := h.store.Resources.ByID(h.t.Context(), h.of)
	h.must(err)
	r.Version = 0
	set(r)
	_, _, err = h.store.Resources.PutResource(h.t.Context(), *r)
	h.must(err)
}

// taxed has the fee have 19 % of tax in it.
func (h *tables) taxed() { h.change(func(r *resources.Resource) { r.HoldFeeTaxRate = 1900 }) }

// papers are the documents of a place, each as number, kind, gross and tax.
func (h *tables) papers(entry string, want ...string) []*invoice.Document {
	h.t.Helper()
	list, err := h.store.Invoices.OfOrder(h.t.Context(), h.org, resources.FeeOrder(entry), 10)
	h.must(err)
	var got []string
	var documents []*invoice.Document
	for _, v := range list {
		got = append(got, fmt.Sprintf("%s %s %d %d", v.Number, v.Kind, v.Gross, v.Tax))
		d, err := invoice.Decode(v.Document)
		h.must(err)
		documents = append(documents, d)
		if v.PlaceID() != entry || v.BookingID() != "" {
			h.t.Errorf("%s is of place %q and booking %q", v.Number, v.PlaceID(), v.BookingID())
		}
	}
	if !slices.Equal(got, want) {
		h.t.Fatalf("the documents of the place are %q, want %q", got, want)
	}
	return documents
}

// TestInvoicesOfFees follows fees: one that gives a place has an invoice with its tax as it was when somebody
// joined, and what goes back a credit note, also when invoices are off by then or the person is erased. What is
// paid too late has none.
func TestInvoicesOfFees(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openTables(t, url, resource.GiveUnlessAccepted)
		h.taxed()
		before := h.join("before")
		h.pay(h.feePage(before))
		h.papers(before)
		h.wait(time.Hour)
		h.invoicing()
		a := h.join("a")
		h.change(func(r *resources.Resource) { r.HoldFeeTaxRate = 700 })
		h.pay(h.feePage(a))
		d := h.papers(a, "T-2027-000001 invoice 500 80")[0]
		if l := d.Lines[0]; l.Text != "Gebühr für die Warteliste" || l.Count != 1 || l.TaxRate != 1900 || l.Net != 420 || d.Title != "Tables" || d.Buyer.Name != "a@example.org" || d.Order != resources.FeeOrder(a) {
			t.Errorf("%+v of %+v", l, d)
		}
		// It is erased: the fee goes back, and the documents keep whom they are to, because the law asks for them.
		h.must(h.waitlists.Forget(t.Context(), a))
		h.work()
		list := h.papers(a, "T-2027-000001 invoice 500 80", "T-2027-000002 credit_note 500 80")
		if list[1].Refers.Number != "T-2027-000001" || list[1].Buyer.Name != "a@example.org" || list[1].Lines[0].Text != d.Lines[0].Text {
			t.Errorf("%+v", list[1])
		}
		b := h.join("b")
		h.pay(h.feePage(b))
		_, err := h.store.Invoices.SetInvoicing(t.Context(), h.particulars(), false)
		h.must(err)
		h.do(resource.Leave{EntryID: b, Reason: resource.ReasonRemoved})
		h.work()
		h.papers(b, "T-2027-000003 invoice 500 33", "T-2027-000004 credit_note 500 33")
		// What has no invoice has no credit note.
		h.do(resource.Leave{EntryID: before, Reason: resource.ReasonRemoved})
		h.work()
		h.papers(before)
		h.invoicing()
		late := h.join("late")
		c := h.feePage(late)
		h.wait(31 * time.Minute)
		h.bank.Pay(c.Ref, payment.Captured)
		h.hear()
		h.work()
		h.place(late, resource.Unpaid, "refund:500 place_payment_late done:500")
		h.papers(late)
		h.clean()
	})
}

// TestInvoicesOfARushOfFees: fees of one organization are settled at once by two servers, some by both, while
// others go back and orders are invoiced: their numbers have no gap and no double.
func TestInvoicesOfARushOfFees(t *testing.T) {
	t.Parallel()
	const fees, orders, back = 20, 5, 5
	on(t, func(t *testing.T, url string) {
		h := openTables(t, url, resource.GiveAlways)
		h.taxed()
		h.invoicing()
		var leave []string
		for i := range back {
			leave = append(leave, h.join(fmt.Sprint("leaves", i)))
			h.pay(h.feePage(leave[i]))
		}
		servers := []*settlement.Settler{h.settler, h.settlerWith(h.bank)}
		for i := range fees {
			h.bank.Pay(h.feePage(h.join(fmt.Sprint("p", i))).Ref, payment.Captured)
			if i < orders {
				h.bank.Pay(h.checkout(h.order(fmt.Sprint("u", i), 1)).Ref, payment.Captured)
			}
		}
		var wg sync.WaitGroup
		for i, w := range h.bank.Mail() {
			for n, server := range servers[:1+i%2] {
				wg.Go(func() {
					r, err := server.Receive(t.Context(), "bank", w.Header, w.Body)
					if err == nil && r.PaymentID != "" && r.EventID != "" {
						err = server.SettleReceived(t.Context(), r)
					}
					if err != nil {
						t.Errorf("server %d: %v", n, err)
					}
				})
			}
		}
		for _, entry := range leave {
			wg.Go(func() {
				if _, _, err := h.waitlists.Do(t.Context(), h.of, resource.Leave{EntryID: entry, Reason: resource.ReasonLeft}); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		h.work()
		list, err := h.store.Invoices.Onward(t.Context(), &payments.InvoiceFilter{OrgID: h.org}, payments.InvoicePosition{}, 100)
		h.must(err)
		if len(list) != fees+orders+2*back {
			t.Errorf("%d documents of %d fees, %d orders and %d refunds", len(list), fees+back, orders, back)
		}
		for i := range list {
			if list[i].No != int64(i+1) {
				t.Fatalf("number %d stands at %d", list[i].No, i+1)
			}
		}
		h.clean()
	})
}

// TestVerifyCatchesWrongInvoicesOfFees damages sound invoices of fees.
func TestVerifyCatchesWrongInvoicesOfFees(t *testing.T) {
	t.Parallel()
	corruptions := []struct{ name, says, sql string }{
		{"an invoice is lost", "and has none", "delete from invoices where no = 1"},
		{"a credit note is lost", "and no credit note says so", "delete from invoices where kind = 'credit_note'"},
		{"an invoice is of another amount", "did not pay", "update payments set amount = amount + 1 where id = (select substr(ref, 6) from invoices where no = 1)"},
		{"a credit note is of another amount", "does not give back", "update payouts set owed = owed + 1 where id = (select substr(ref, 8) from invoices where kind = 'credit_note')"},
		{"the journal says otherwise", "and the journal", "update journal set credit = credit + 1 where account = 'tax' and ref = (select ref from invoices where no = 1)"},
		{"the journal says otherwise of what went back", "and the journal", "update journal set debit = debit + 1 where account = 'tax' and ref = (select ref from invoices where kind = 'credit_note')"},
		{"an id does not follow", "does not follow from", "update invoices set id = 'ivc_x' where no = 1"},
		{"nobody has that place", "which is missing from events", "update invoices set order_id = 'rwe_x-fee' where no = 1"},
		{"an invoice is of another place", "the row and the document", "update invoices set order_id = 'rwe_x-fee' where no = 1"},
		{"the place is taxed otherwise", "moves account tax", "update resource_entries set fee_tax_rate = 700 where fee > 0"},
		{"the tax is not booked apart", "moves account tax", "update journal set account = 'hold_fees' where account = 'tax'"},
	}
	tables := []string{"resource_entries", "payments", "payouts", "journal", "invoices"}
	on(t, func(t *testing.T, url string) {
		h := openTables(t, url, resource.GiveAlways)
		h.taxed()
		h.invoicing()
		h.wait(2 * time.Minute)
		entry := h.join("a")
		h.pay(h.feePage(entry))
		h.do(resource.Leave{EntryID: entry, Reason: resource.ReasonLeft})
		h.work()
		h.clean()
		h.save(tables)
		for _, c := range corruptions {
			if h.sql(c.sql) == 0 {
				t.Errorf("%s: nothing was changed", c.name)
			}
			report, err := verify.Run(t.Context(), h.store, verify.Options{WithoutJobs: true, AuditKeys: auditKeys, Now: inventory.At(h.now())})
			h.must(err)
			if !slices.ContainsFunc(report.Violations, func(v verify.Violation) bool { return strings.Contains(v.What, c.says) }) {
				t.Errorf("%s: nothing that was found says %q: %+v", c.name, c.says, report.Violations)
			}
			h.restore(tables)
		}
		h.clean()
	})
}

// byHand records that a fee was paid at the desk.
func (h *tables) byHand(entry, note string, amount int64) (*payments.Payment, error) {
	h.t.Helper()
	e, err := h.store.Resources.Entry(h.t.Context(), h.of, entry)
	h.must(err)
	return settlement.MarkFeePaid(h.t.Context(), h.settler, h.org, e, note, amount)
}

// TestAFeeIsPaidByHand: one payment of the right amount gives the place, however often it is recorded, and
// nothing is recorded of what cannot be.
func TestAFeeIsPaidByHand(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		h := openTables(t, url, resource.GiveAlways)
		entry := h.join("a")
		page := h.feePage(entry)
		if _, err := h.byHand(entry, "Receipt 1", 499); !errors.Is(err, settlement.ErrAmount) {
			t.Errorf("another amount: %v", err)
		}
		h.place(entry, resource.PendingPayment)
		for range 2 {
			if p, err := h.byHand(entry, "Receipt 1", 500); err != nil || p.State != payments.PaymentTickets || p.Note != "Receipt 1" {
				t.Fatalf("%+v, %v", p, err)
			}
		}
		if _, err := h.byHand(entry, "Receipt 2", 0); !errors.Is(err, settlement.ErrPaid) {
			t.Errorf("another payment: %v", err)
		}
		h.place(entry, resource.Waiting, "tickets:500")
		h.work()
		if h.bank.Pay(page.Ref, payment.Captured) { // it is closed as soon as it is known to be of no use
			h.hear()
			h.work()
			h.place(entry, resource.Waiting, "tickets:500", "refund:500 place_payment_again done:500")
		}
		gone := h.join("gone")
		h.do(resource.Leave{EntryID: gone, Reason: resource.ReasonLeft})
		if _, err := h.byHand(gone, "Receipt 3", 0); !errors.Is(err, settlement.ErrNotPayable) {
			t.Errorf("a place that was left: %v", err)
		}
		late := h.join("late")
		h.wait(31 * time.Minute)
		if _, err := h.byHand(late, "Receipt 4", 0); !errors.Is(err, settlement.ErrNotPayable) {
			t.Errorf("too late: %v", err)
		}
		// It ended between the look at it and the payment: the money is there, and has to be given back.
		left := h.join("left")
		e, err := h.store.Resources.Entry(t.Context(), h.of, left)
		h.must(err)
		h.do(resource.Leave{EntryID: left, Reason: resource.ReasonLeft})
		p, err := settlement.MarkFeePaid(t.Context(), h.settler, h.org, e, "Receipt 5", 0)
		if err != nil || p.State != payments.PaymentRefund {
			t.Errorf("%+v, %v", p, err)
		}
		h.work()
		h.place(left, resource.Left, "refund:500 place_payment_late pending:500")
		h.handedBack(left)
		h.place(left, resource.Left, "refund:500 place_payment_late done:500")
		h.clean()
	})
}

// handedBack records that what is due back of a place was given back by hand, twice.
func (h *tables) handedBack(entry string) {
	h.t.Helper()
	_, payouts, err := h.store.Resources.FeePayments(h.t.Context(), h.org, entry)
	h.must(err)
	for i := range payouts {
		for range 2 {
			o, err := h.settler.MarkRefunded(h.t.Context(), h.org, payouts[i].ID, "Cash")
			if err != nil || o.State != payments.PayoutDone {
				h.t.Errorf("%+v, %v", o, err)
			}
		}
	}
}

// TestFeesByHandGoBackByTheirRule: what was paid at the desk goes back by the same rules at the same ends of a
// place, and by hand; nothing else does.
func TestFeesByHandGoBackByTheirRule(t *testing.T) {
	t.Parallel()
	ends := []struct {
		name string
		do   func(h *tables, entry string)
		end  resource.EntryState
		back string // the rules by which it goes back
	}{
		{"accepted", func(h *tables, entry string) {
			h.do(resource.Answer{OfferID: h.offered(entry), Accept: true})
			h.do(resource.Conclude{OfferID: h.offered(entry), As: resource.OutcomeAccepted, Status: 200})
		}, resource.Accepted, "always unless_declined"},
		{"declined", func(h *tables, entry string) { h.do(resource.Answer{OfferID: h.offered(entry)}) }, resource.Declined, "always unless_accepted"},
		{"lapsed", func(h *tables, _ string) {
			h.wait(11 * time.Minute)
			h.do(resource.Tick{})
		}, resource.Expired, "always unless_accepted"},
		{"left an offer", func(h *tables, entry string) {
			h.do(resource.Leave{EntryID: entry, Reason: resource.ReasonLeft})
		}, resource.Left, "always unless_accepted"},
		{"removed with an offer", func(h *tables, entry string) {
			h.do(resource.Leave{EntryID: entry, Reason: resource.ReasonRemoved})
		}, resource.Removed, "always unless_declined unless_accepted never"},
		{"refused", func(h *tables, entry string) {
			h.do(resource.Answer{OfferID: h.offered(entry), Accept: true})
			h.do(resource.Conclude{OfferID: h.offered(entry), As: resource.OutcomeDeclined, Status: 422})
		}, resource.Declined, "always unless_declined unless_accepted never"},
		{"left", func(h *tables, entry string) {
			h.do(resource.Leave{EntryID: entry, Reason: resource.ReasonLeft})
		}, resource.Left, "always unless_declined unless_accepted"},
		{"erased", func(h *tables, entry string) { h.must(h.waitlists.Forget(h.t.Context(), entry)) }, resource.Removed, "always unless_declined unless_accepted"},
	}
	on(t, func(t *testing.T, url string) {
		h := openTables(t, url, resource.GiveAlways)
		h.taxed()
		h.invoicing()
		for _, rule := range resource.GiveBacks {
			h.change(func(r *resources.Resource) { r.GiveBack, r.ConfirmURL = rule, "https://tables.example/confirm" })
			for i, c := range ends {
				entry := h.join(fmt.Sprint(rule, i))
				_, err := h.byHand(entry, "Receipt", 0)
				h.must(err)
				if c.name != "left" && c.name != "erased" {
					event := fmt.Sprint(rule, " ", c.name)
					h.release(event)
					c.do(h, entry)
					h.do(resource.Receive{Signal: resource.Signal{EventID: "w " + event, Kind: resource.Withdrawn, ReleaseID: event, Units: 1}})
				} else {
					c.do(h, entry)
				}
				h.work()
				money, papers := "tickets:500", 1
				if slices.Contains(strings.Fields(c.back), string(rule)) {
					h.place(entry, c.end, "tickets:500 place_ended pending:500")
					h.handedBack(entry)
					money, papers = "tickets:500 place_ended done:500", 2
				}
				h.place(entry, c.end, money)
				list, err := h.store.Invoices.OfOrder(t.Context(), h.org, resources.FeeOrder(entry), 10)
				h.must(err)
				if len(list) != papers {
					t.Errorf("%s, %s: %d documents, want %d", rule, c.name, len(list), papers)
				}
			}
		}
		h.clean()
	})
}

// offered is the offer that an entry has.
func (h *tables) offered(entry string) string {
	h.t.Helper()
	e, err := h.store.Resources.Entry(h.t.Context(), h.of, entry)
	h.must(err)
	return e.OfferID
}
