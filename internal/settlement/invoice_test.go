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
	"github.com/holdfast-events/holdfast/internal/seed"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/verify"
)

// rushOrders is how many orders are invoiced at once; HOLDFAST_INVOICES says another number.
const rushOrders = 60

// invoicing turns invoices on, since an hour ago: what is settled from now on has to have one.
func (s *shop) invoicing() *payments.Invoicing {
	s.t.Helper()
	v := s.particulars()
	v.Since = v.ChangedAt - inventory.Instant(inventory.Hour)
	set, err := s.store.Invoices.SetInvoicing(s.t.Context(), v, true)
	s.must(err)
	return set
}

func (s *shop) particulars() payments.Invoicing {
	s.t.Helper()
	org, err := s.store.Events.Event(s.t.Context(), s.event)
	s.must(err)
	return payments.Invoicing{
		OrgID: org.Event.OrgID, LegalName: "Test GmbH", Street: "Hauptstr. 1", PostalCode: "20095", City: "Hamburg", Country: "DE", VATID: "DE123456789",
		Prefix: "T", Language: "de", Timezone: "Europe/Berlin", ChangedAt: inventory.At(s.now()),
	}
}

// sell makes an order that is paid.
func (s *shop) sell(user string, units int64) string {
	s.t.Helper()
	order := s.order(user, units)
	s.bank.Pay(s.checkout(order).Ref, payment.Captured)
	s.hear()
	s.work()
	return order
}

// documents are those of an order, each as number, kind and gross.
func (s *shop) documents(order string, want ...string) []payments.InvoiceRow {
	s.t.Helper()
	list, err := s.store.Invoices.OfOrder(s.t.Context(), s.event, order, 100)
	s.must(err)
	var got []string
	for _, v := range list {
		got = append(got, fmt.Sprintf("%s %s %d", v.Number, v.Kind, v.Gross))
	}
	if !slices.Equal(got, want) {
		s.t.Errorf("the documents of %s are %q, want %q", order, got, want)
	}
	return list
}

// TestInvoices follows an organization that turns invoices on, sells, gives back in every way,
// corrects who an invoice is to, and turns them off.
func TestInvoices(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 100)
		before := s.sell("ada", 1)
		s.later(2 * time.Hour)
		s.invoicing()
		order := s.sell("bob", 3)
		sold := s.documents(order, "T-2027-000001 invoice 35700")
		d, err := invoice.Decode(sold[0].Document)
		s.must(err)
		if len(d.Lines) != 1 || d.Lines[0].Count != 3 || d.Lines[0].Net != 30000 || d.Tax != 5700 || d.Buyer.Name != "bob" || d.IssuedOn != "2027-01-04" ||
			d.SuppliedOn != "2027-03-05" || d.Lines[0].Text != "General" {
			t.Errorf("%+v", d)
		}
		// One of three, half of one, and one with something on top.
		s.do(inventory.CancelItems{Who: staff, OrderID: order, Items: []int{1}})
		s.work()
		half, more := int64(price/2), int64(price+500)
		for i, amount := range []*int64{&half, &more} {
			if r := s.do(inventory.CancelItems{Who: staff, OrderID: order, Items: []int{i + 2}, Refund: amount}); r.Code != inventory.OK {
				t.Fatalf("%+v", r)
			}
			s.work()
		}
		notes := s.documents(order, "T-2027-000001 invoice 35700", "T-2027-000002 credit_note 11900", "T-2027-000003 credit_note 5950", "T-2027-000004 credit_note 12400")
		if last, err := invoice.Decode(notes[3].Document); err != nil || len(last.Lines) != 2 || last.Lines[1].Category != invoice.Exempt || last.Lines[1].Gross != 500 || last.Refers.Number != "T-2027-000001" {
			t.Errorf("%+v, %v", last, err)
		}
		s.clean()
		// Nothing of an order that was sold before has a document.
		s.do(inventory.CancelOrder{Who: staff, OrderID: before})
		s.work()
		s.documents(before)
		s.correct()
		// What was invoiced is credited when they are off, too.
		last := s.sell("eve", 1)
		v := s.particulars()
		_, err = s.store.Invoices.SetInvoicing(t.Context(), v, false)
		s.must(err)
		none := s.sell("fay", 1)
		s.documents(none)
		s.do(inventory.CancelOrder{Who: staff, OrderID: last})
		s.work()
		s.documents(last, "T-2027-000010 invoice 11900", "T-2027-000011 credit_note 11900")
		s.clean()
	})
}

// correct has the buyer of an order say who it is to be invoiced to, before and after.
func (s *shop) correct() {
	s.t.Helper()
	ctx := s.t.Context()
	order := s.order("cyd", 1)
	billing := func(order, company string) error {
		h := s.hold(order)
		return s.store.Invoices.SetBilling(ctx, payments.Billing{
			EventID: s.event, OrderID: order, PersonID: h.PersonID, Company: company, Street: "Rue 1", City: "Paris", Country: "FR", UpdatedAt: inventory.At(s.now()),
		})
	}
	s.must(billing(order, "Cyd SARL"))
	s.bank.Pay(s.checkout(order).Ref, payment.Captured)
	s.hear()
	s.work()
	first := s.documents(order, "T-2027-000005 invoice 11900")
	if d, err := invoice.Decode(first[0].Document); err != nil || d.Buyer.Name != "Cyd SARL" || d.Buyer.Contact != "cyd" || d.Buyer.Country != "FR" {
		s.t.Errorf("%+v, %v", d.Buyer, err)
	}
	s.must(billing(order, "Cyd SARL")) // the same again changes nothing
	s.documents(order, "T-2027-000005 invoice 11900")
	s.must(billing(order, "Cyd & Cie"))
	both := s.documents(order, "T-2027-000005 invoice 11900", "T-2027-000006 credit_note 11900", "T-2027-000007 invoice 11900")
	if d, err := invoice.Decode(both[2].Document); err != nil || d.Buyer.Name != "Cyd & Cie" || d.Buyer.Contact != "cyd" || d.Refers.Number != "T-2027-000005" {
		s.t.Errorf("%+v, %v", d, err)
	}
	s.do(inventory.CancelItems{Who: staff, OrderID: order, Items: []int{1}})
	s.work()
	if err := billing(order, "Too late"); !errors.Is(err, payments.ErrInvoiceFinal) {
		s.t.Errorf("after a refund: %v", err)
	}
	old := s.sell("dee", 1)
	s.later(31 * 24 * time.Hour)
	if err := billing(old, "Too late"); !errors.Is(err, payments.ErrInvoiceFinal) {
		s.t.Errorf("after a month: %v", err)
	}
	s.documents(old, "T-2027-000009 invoice 11900")
}

// TestInvoicesOfARush: orders are confirmed at once by two servers, some of them
// told of twice. Their numbers have no gap and no double.
// TestNoInvoiceOfAnotherShop: what another shop has sold, it has invoiced.
func TestNoInvoiceOfAnotherShop(t *testing.T) {
	t.Parallel()
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 100)
		s.invoicing()
		moved := s.order("ada", 2)
		if paid, err := s.settler.MarkImported(t.Context(), moved, "pretix ABC12"); err != nil || !paid {
			t.Fatalf("%t, %v", paid, err)
		}
		s.work()
		s.stands(moved, "confirmed")
		s.documents(moved)
		s.clean()
		s.do(inventory.CancelOrder{Who: staff, OrderID: moved})
		s.work()
		s.documents(moved)
		s.documents(s.sell("bob", 1), "T-2027-000001 invoice 11900")
		s.clean()
	})
}

func TestInvoicesOfARush(t *testing.T) {
	t.Parallel()
	orders := seed.Count(t, "HOLDFAST_INVOICES", rushOrders)
	on(t, func(t *testing.T, url string) {
		s := open(t, url, int64(orders))
		s.invoicing()
		servers := []*settlement.Settler{s.settler, s.settlerWith(s.bank)}
		for i := range orders {
			s.bank.Pay(s.checkout(s.order(fmt.Sprint("u", i), 1)).Ref, payment.Captured)
		}
		var wg sync.WaitGroup
		for i, w := range s.bank.Mail() {
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
		wg.Wait()
		s.work()
		list, err := s.store.Invoices.Onward(t.Context(), &payments.InvoiceFilter{OrgID: s.particulars().OrgID}, payments.InvoicePosition{}, orders+1)
		s.must(err)
		if len(list) != orders {
			t.Errorf("%d invoices of %d orders", len(list), orders)
		}
		for i := range list {
			if list[i].No != int64(i+1) {
				t.Fatalf("number %d stands at %d", list[i].No, i+1)
			}
		}
		s.clean()
	})
}

// TestVerifyCatchesWrongInvoices damages sound invoices in every way of the list.
func TestVerifyCatchesWrongInvoices(t *testing.T) {
	t.Parallel()
	const (
		sale   = "where ref like 'sale:%' and no = 1"
		credit = "where ref like 'refund:%'"
	)
	corruptions := []struct{ name, says, sql string }{
		{"an invoice is lost", "and has none", "delete from invoices where no = 2"},
		{"a number is left out", "follows number", "delete from invoices where no = 2"},
		{"the last invoice is lost", "or its document is another", "delete from invoices where no = (select max(no) from invoices)"},
		{"all are lost", "and no document has one", "delete from invoices"},
		{"a credit note is lost", "and no credit note says so", "delete from invoices " + credit},
		{"the last number is set back", "or its document is another", "update invoice_series set last = last - 1"},
		{"the last hash is another", "or its document is another", "update invoice_series set hash = 'x'"},
		{"a document says another name", "is not the one that was issued", "update invoices set document = replace(document, '\"name\":\"ada\"', '\"name\":\"eve\"')"},
		{"a document says another amount", "the row and the document", "update invoices set gross = gross + 1 " + sale},
		{"a line is more", "a line of", "update invoices set document = replace(document, '\"count\":1', '\"count\":2') " + sale},
		{"the sums by rate are others", "add up to other sums", "update invoices set document = replace(document, '\"category\":\"S\",\"tax_rate\":1900,\"net\":10000', '\"category\":\"S\",\"tax_rate\":1900,\"net\":10001') " + sale},
		{"a document cannot be read", "cannot be read", "update invoices set document = '' " + sale},
		{"an invoice is of another amount", "did not pay", "update payments set amount = amount + 1 where id = (select substr(ref, 6) from invoices " + sale + ")"},
		{"an invoice is of another order", "the row and the document", "update invoices set order_id = (select max(id) from orders) " + sale},
		{"an invoice is a credit note", "is a credit_note of", "update invoices set kind = 'credit_note' " + sale},
		{"a credit note refers to nothing", "not an earlier invoice", "update invoices set refers_to = '' " + credit},
		{"a credit note is of another amount", "does not give back", "update payouts set owed = owed + 1 where id = (select substr(ref, 8) from invoices " + credit + ")"},
		{"an invoice rests on nothing", "and there is no document of that", "update invoices set ref = 'gift:1' " + credit},
		{"a number is printed as another", "is printed as", "update invoices set number = 'T-2027-000099' " + sale},
		{"an invoice is another organization's", "of another organization", "update invoices set org_id = (select max(id) from organizations) " + sale},
		{"an id does not follow", "does not follow from", "update invoices set id = replace(id, 'ivc_', 'ivd_') " + sale},
		{"the journal says otherwise", "and the journal", "update journal set credit = credit + 1 where account = 'tax' and ref = (select ref from invoices " + sale + ")"},
		{"the journal says otherwise of a refund", "and the journal", "update journal set debit = debit + 1 where account = 'tax' and ref = (select ref from invoices " + credit + ")"},
		{"a correction is one by half", "by half", "update invoices set ref = 'cancel:x' where ref like 'cancel:%'"},
		{"a correction is of another amount", "than the invoice that it corrects", "update invoices set net = net + 1 where ref like 'instead:%'"},
		{"who was erased is left", "what they said of that is left", "update people set erased_at = 1 where id in (select person_id from billing)"},
		{"somebody else said who it is to", "whose it is not", "update billing set person_id = (select min(id) from people where id <> billing.person_id)"},
		{"what is on invoices was changed", "what the organization says on its invoices", "update invoicing set vat_id = 'DE999999999'"},
		{"a buyer who owes the tax has no number", "lacks the number of one of the two", "update invoices set document = replace(document, '\"vat_id\":\"FR40303265045\"', '\"vat_id\":\"\"') where document like '%\"category\":\"AE\"%'"},
		{"a tax that the buyer owes is the seller's", "and the document is not", "update invoices set document = replace(document, '\"category\":\"AE\"', '\"category\":\"Z\"') where document like '%\"category\":\"AE\"%' and kind = 'invoice'"},
		{"a tax that the buyer owes has no reason", "says no reason for a tax", "update invoices set document = replace(document, '\"reason\":\"Steuerschuldnerschaft', '\"was\":\"Steuerschuldnerschaft')"},
		{"an order is not taxed so any more", "and its order is not", "update orders set taxation = '', vat_id = '' where vat_id <> ''"},
		{"nobody knows who owes the tax", "and nobody knows which", "update orders set vat_id = '' where vat_id <> ''"},
		{"a number without a rule", "and is not taxed so", "update orders set vat_id = 'FR40303265045' where taxation = ''"},
		{"an order is taxed by no rule", "and there is no such rule", "update orders set taxation = 'gone;FR;0' where taxation <> ''"},
		{"an item was listed for more", "by what it is listed for and the tax of its order", "update hold_items set listed = '23800;1900;i;0' where listed <> ''"},
		{"how orders are taxed was changed", "what the organization says on its invoices", "update invoicing set reverse_charge = true"},
		{"rates of other countries were changed", "what the organization says on its invoices", "update invoicing set buyer_rates = 'FR=2000'"},
		{"invoices were turned on before", "what the organization says on its invoices", "update invoicing set since = since - 1"},
	}
	tables := []string{"payments", "payouts", "journal", "orders", "hold_items", "people", "invoicing", "invoice_series", "invoices", "billing"}
	on(t, func(t *testing.T, url string) {
		s := open(t, url, 20)
		s.must(s.store.Organizations.CreateOrganization(t.Context(), organizations.Organization{ID: "org_zzzzzzzzzzzz", Name: "Other", CreatedAt: 1}))
		s.invoicing()
		s.sell("ada", 1)
		bob := s.sell("bob", 2)
		cyd := s.sell("cyd", 1)
		s.must(s.store.Invoices.SetBilling(t.Context(), payments.Billing{
			EventID: s.event, OrderID: cyd, PersonID: s.hold(cyd).PersonID, Company: "Cyd", Street: "Rue 1", City: "Paris", Country: "FR", UpdatedAt: inventory.At(s.now()),
		}))
		s.do(inventory.CancelItems{Who: staff, OrderID: bob, Items: []int{1}})
		s.work()
		s.sellTo("dan", "FR40303265045", 2)
		s.clean()
		s.save(tables)
		for _, c := range corruptions {
			if s.sql(c.sql) == 0 {
				t.Errorf("%s: nothing was changed", c.name)
			}
			report, err := verify.Run(t.Context(), s.store, verify.Options{WithoutJobs: true, AuditKeys: auditKeys, Now: inventory.At(s.now())})
			s.must(err)
			if !slices.ContainsFunc(report.Violations, func(v verify.Violation) bool { return strings.Contains(v.What, c.says) }) {
				t.Errorf("%s: nothing that was found says %q: %+v", c.name, c.says, report.Violations)
			}
			s.restore(tables)
		}
		s.clean()
	})
}
