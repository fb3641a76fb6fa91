package payments

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// Several dates of a booking are paid at once: on one page, with one payment of a provider. Here that is
// as many payments as there are dates, its shares, each of which is settled, given back and invoiced by
// itself. All of them are stored with the notice that the money is there, in one transaction.

// Share is what of one payment is for one order.
type Share struct {
	OrderID string `json:"order_id"`
	Amount  int64  `json:"amount"`
}

const shareMark = "~"

// ShareID is the id of a share of a payment, counted from 1.
func ShareID(payment string, n int) string { return payment + shareMark + strconv.Itoa(n) }

// CutShare parts the id of a share into that of the whole payment, which the provider knows, and its
// number. n is 0 for a payment that is not a share.
func CutShare(id string) (whole string, n int) {
	whole, number, _ := strings.Cut(id, shareMark)
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || strconv.Itoa(n) != number {
		return id, 0
	}
	return whole, n
}

// AssignedSubject is what the chain of an organization calls a refund, made in the dashboard of a provider, of a
// payment for several dates, of which staff say of which dates it is.
func AssignedSubject(payment, refund string) string { return "refund " + refund + " of " + payment }

// Shares returns all shares of the payment that p is one of, in their order; p alone when it is none.
func (s Payments) Shares(ctx context.Context, p *Payment) ([]*Payment, error) {
	whole, n := CutShare(p.ID)
	if n == 0 {
		return []*Payment{p}, nil
	}
	c, err := s.Checkout(ctx, p.EventID, p.CheckoutID)
	if err != nil {
		return nil, fmt.Errorf("store: the page of payment %s: %w", p.ID, err)
	}
	ids := make([]string, len(c.Shares))
	for i := range ids {
		ids[i] = ShareID(whole, i+1)
	}
	found, err := s.PaymentsByID(ctx, p.EventID, ids)
	if err != nil {
		return nil, err
	}
	list := make([]*Payment, len(ids))
	for i, id := range ids {
		if list[i] = found[id]; list[i] == nil {
			return nil, fmt.Errorf("store: share %s of a payment is not stored", id)
		}
	}
	return list, nil
}
