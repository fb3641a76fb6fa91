package verify

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
)

// Invariant 59, of refunds: of one that was made in the dashboard of a provider, of a payment for several dates, so
// much is of each date as staff have said last; and the chain of the organization says the same.

// assigned is what staff said last of one refund.
type assigned struct {
	payment, refund, reason string
	at                      inventory.Instant
	shares                  map[string]int64
}

// assignedRefunds checks what staff said of refunds.
func (m *moneyCheck) assignedRefunds(r *run) error {
	found := map[string]*assigned{}
	if err := snapshot.MovedRefunds(r.snapshot, m.org, func(n *payments.PaymentNotice) error {
		whole, _, _ := strings.Cut(strings.Clone(n.PaymentID), "~")
		subject := payments.AssignedSubject(whole, n.RefundID)
		a := found[subject]
		if a == nil || n.ReceivedAt > a.at {
			a = &assigned{whole, strings.Clone(n.RefundID), strings.Clone(n.RefundRef), n.ReceivedAt, map[string]int64{}}
			found[subject] = a
		}
		if n.ReceivedAt == a.at {
			a.shares[strings.Clone(n.PaymentID)] = n.Amount
		}
		return nil
	}); err != nil {
		return err
	}
	stands := map[string]map[string]int64{} // what went back, by refund and share
	for _, id := range slices.Sorted(maps.Keys(m.payouts)) {
		o := m.payouts[id]
		whole, _, isShare := strings.Cut(o.PaymentID, "~")
		subject := payments.AssignedSubject(whole, o.Ref)
		if !isShare || found[subject] == nil || o.Reason != payments.ReasonAtProvider || o.State != payments.PayoutDone {
			continue
		}
		if stands[subject] == nil {
			stands[subject] = map[string]int64{}
		}
		stands[subject][o.PaymentID] += o.Amount
	}
	for _, subject := range slices.Sorted(maps.Keys(found)) {
		a := found[subject]
		said := audit.AssignedRefund{Org: m.org, Payment: a.payment, Refund: a.refund, Reason: a.reason, Shares: slices.Sorted(maps.Keys(a.shares))}
		slices.SortFunc(said.Shares, func(x, y string) int { return cmp.Compare(shareNumber(x), shareNumber(y)) })
		for _, share := range said.Shares {
			said.Amounts = append(said.Amounts, a.shares[share])
		}
		r.compare(m.org, subject, said.Commitment(), "of which dates staff have said that the refund is, or why,")
		back := stands[subject]
		if back == nil {
			continue // it did not arrive
		}
		for _, share := range said.Shares {
			if back[share] != a.shares[share] {
				r.report.add(59, "", share, "%d of refund %s went back, and staff have said that %d of it are of this date", back[share], a.refund, a.shares[share])
			}
			delete(back, share)
		}
		for _, share := range slices.Sorted(maps.Keys(back)) {
			r.report.add(59, "", share, "%d of refund %s went back, and staff have said that nothing of it is of this date", back[share], a.refund)
		}
	}
	return nil
}

func shareNumber(id string) int {
	_, number, _ := strings.Cut(id, "~")
	n, err := strconv.Atoi(number)
	if err != nil {
		return 0
	}
	return n
}
