package verify

import (
	"maps"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// Invariant 29: a till of the box office has taken and given what the orders, payments and
// refunds say that it did, and nothing once it was closed.

// tillSlack is how much later than the end of a till the time of a payment may be: it is
// noted before its transaction, and no two clocks agree.
const tillSlack = inventory.Instant(inventory.Minute)

// tillRecord is a till, with the cash that payments and refunds have moved.
type tillRecord struct {
	payments.Till
	in, out int64
}

// tillRow notes at which till the first row of an order says that it was sold.
func tillRow(o *orderRecord, r *inventory.AuditRow) {
	if strings.HasPrefix(r.Related, id.Till) {
		o.till = strings.Clone(r.Related)
	}
}

// tills compares the tills of the event with the chain of its organization, and their sales
// with the orders, payments and refunds.
func (m *moneyCheck) tills(r *run, event string) error {
	list, err := r.snapshot.Tills(event)
	if err != nil {
		return err
	}
	tills := make(map[string]*tillRecord, len(list))
	for i := range list {
		t := &list[i]
		r.report.Checked.Tills++
		tills[t.ID] = &tillRecord{Till: *t}
		r.compare(m.c.event.Event.OrgID, t.ID, t.Commitment(), "what the till had when it was opened or closed, by whom, or when,")
		m.c.checkHome(t.ID)
		if (t.ClosedAt == 0) != (t.ClosedBy == "") || t.ClosedAt == 0 && (t.Counted != 0 || t.Note != "") {
			m.c.fail(29, t.ID, "the till is said to be closed by %q, and to have been closed: %t", t.ClosedBy, t.ClosedAt != 0)
		}
	}
	sales := map[key]string{}
	if err := r.snapshot.TillSales(event, func(s *payments.TillSale) error {
		r.report.Checked.TillSales++
		k := m.c.names.key(s.OrderID)
		sales[k] = strings.Clone(s.Kind)
		m.tillSale(tills[s.TillID], m.c.orders[k], s)
		return nil
	}); err != nil {
		return err
	}
	for k, o := range m.c.orders {
		// A till that is lost is missing from the chain of the organization.
		if tills[o.till] != nil && sales[k] == "" {
			m.c.fail(29, m.c.names.id(k), "the first audit row of the order names till %s, and no sale of a till is stored", o.till)
		}
	}
	m.tillMoney(tills, sales)
	for _, name := range slices.Sorted(maps.Keys(tills)) {
		if t := tills[name]; t.CashIn != t.in || t.CashOut != t.out {
			m.c.fail(29, name, "the till has taken %d in cash and given %d, and by the payments and refunds %d and %d", t.CashIn, t.CashOut, t.in, t.out)
		}
	}
	return nil
}

// tillSale compares a sale with its order. A till or an order that is not stored is named by
// the check of references.
func (m *moneyCheck) tillSale(t *tillRecord, o *orderRecord, s *payments.TillSale) {
	if t == nil || o == nil {
		return
	}
	paidHere := strings.HasPrefix(o.PaymentID, s.Kind+":")
	switch {
	case o.till != s.TillID:
		m.c.fail(29, s.OrderID, "the order was sold at till %s, and its first audit row names %q", s.TillID, o.till)
	case s.SoldAt < t.OpenedAt:
		m.c.fail(29, s.OrderID, "the order was sold at a till before that was opened")
	case s.Kind == payments.Complimentary && o.Total != 0:
		m.c.fail(29, s.OrderID, "the order was given away at a till, and costs %d", o.Total)
	case s.Tendered != 0 && (s.Kind != payments.SoldForCash || paidHere && s.Tendered < o.Total):
		m.c.fail(29, s.OrderID, "%d were given for the order, which was sold for %s and costs %d", s.Tendered, s.Kind, o.Total)
	case paidHere && o.Currency != t.Currency:
		m.c.fail(29, s.OrderID, "the order was paid in %s at a till that counts in %s", o.Currency, t.Currency)
	}
}

// tillMoney adds up what payments and refunds have moved in cash, and checks that each of
// them is of an order that was sold at a till in that way.
func (m *moneyCheck) tillMoney(tills map[string]*tillRecord, sales map[key]string) {
	late := func(t *tillRecord, at inventory.Instant) bool { return t.ClosedAt != 0 && at > t.ClosedAt+tillSlack }
	for _, name := range slices.Sorted(maps.Keys(m.payments)) {
		p := m.payments[name]
		if !inTill(p.Provider) {
			continue
		}
		k := m.c.names.key(p.OrderID)
		o := m.c.orders[k]
		if o == nil || sales[k] != p.Provider {
			m.c.fail(29, p.ID, "the payment is in a till, and its order %s was not sold there for %s", p.OrderID, p.Provider)
			continue
		}
		t := tills[o.till]
		if t == nil {
			continue
		}
		if p.Provider == payments.CashProvider {
			t.in += p.Amount
		}
		if late(t, p.ReceivedAt) {
			m.c.fail(29, p.ID, "the payment came into a till that was closed")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(m.payouts)) {
		o := m.payouts[name]
		p := m.payments[o.PaymentID]
		if o.TillID == "" || p == nil {
			continue
		}
		t := tills[o.TillID]
		switch {
		case !inTill(p.Provider):
			m.c.fail(29, o.ID, "a till gave back a payment that came by %s", p.Provider)
		case o.State != payments.PayoutDone:
			m.c.fail(29, o.ID, "a till gave the refund, which is %s", o.State)
		case t != nil && late(t, o.UpdatedAt):
			m.c.fail(29, o.ID, "the refund was given by a till that was closed")
		}
		if t != nil && p.Provider == payments.CashProvider {
			t.out += o.Amount
		}
	}
}

// inTill reports whether a provider's money is taken at tills.
func inTill(provider string) bool {
	return provider == payments.CashProvider || provider == payments.SoldByCard
}
