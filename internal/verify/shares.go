package verify

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
)

// Invariant 59: several dates of a booking that are paid at once have one payment of a provider, which is
// stored as its shares. All of them are there, one for each date of the page on which it was paid, with
// what that page asked for the date, so that they add up to what was taken. What becomes of each is for
// invariants 10 and 22.

// shares checks the payments for several dates of an organization.
func (m *moneyCheck) shares(r *run) error {
	pages := map[string]*payments.Checkout{}
	m.pages = pages
	paid := map[string]int{} // pages with a payment
	err := snapshot.SharedCheckouts(r.snapshot, m.org, func(c *payments.Checkout) error {
		page, sum, orders := *c, int64(0), map[string]bool{}
		for _, s := range c.Shares {
			sum += s.Amount
			orders[s.OrderID] = true
		}
		if pages[c.ID] = &page; sum != c.Amount || len(orders) != len(c.Shares) {
			r.report.add(59, "", c.ID, "the page asks for %d, and what is for %d dates comes to %d", c.Amount, len(orders), sum)
		}
		return nil
	})
	if err != nil {
		return err
	}
	found := map[string]int{} // shares, by the whole payment
	for _, id := range slices.Sorted(maps.Keys(m.payments)) {
		p := m.payments[id]
		whole, number, isShare := strings.Cut(id, "~")
		c := pages[p.CheckoutID]
		if !isShare {
			if c != nil {
				paid[c.ID]++
			}
			continue
		}
		found[whole]++
		n, err := strconv.Atoi(number)
		switch {
		case err != nil || c == nil || n < 1 || n > len(c.Shares):
			r.report.add(59, "", id, "the payment is a share of %s, of which its page %q knows nothing", whole, p.CheckoutID)
			continue
		case n == 1:
			paid[c.ID]++
		}
		if s := c.Shares[n-1]; s.OrderID != p.OrderID || s.Amount != p.Amount || c.Currency != p.Currency || c.Provider != p.Provider {
			r.report.add(59, "", id, "%d %s came in by %s for %s, and the page asked by %s for %d %s for %s", p.Amount, p.Currency, p.Provider, p.OrderID, c.Provider, s.Amount, c.Currency, s.OrderID)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(m.payments)) {
		whole, _, isShare := strings.Cut(id, "~")
		c := pages[m.payments[id].CheckoutID]
		if isShare && c != nil && found[whole] != len(c.Shares) {
			r.report.add(59, "", whole, "%d shares of the payment are stored, and its page asked for %d dates", found[whole], len(c.Shares))
			found[whole] = len(c.Shares) // it is said once
		}
	}
	for _, id := range slices.Sorted(maps.Keys(pages)) {
		if pages[id].State == payments.CheckoutPaid && paid[id] == 0 {
			r.report.add(59, "", id, "the page is paid, and its payment is not stored")
		}
	}
	return nil
}
