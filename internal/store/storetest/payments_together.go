package storetest

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// testPaymentsTogether receives many payments at once and settles them at once. What
// cannot be stored of one keeps all of them from being stored.
func testPaymentsTogether(t *testing.T, open Open) {
	h, order := till(t, open)
	ctx := t.Context()
	page := payments.Checkout{
		EventID: h.Event, ID: h.In("chk_"), OrderID: order, Provider: "p", Amount: 1000, Currency: "EUR", State: payments.CheckoutOpen, Deadline: 900, CreatedAt: 10, LookAt: 10, Standing: "open",
	}
	if _, err := h.S.Payments.OpenCheckout(ctx, page, "", settleJob); err != nil {
		t.Fatal(err)
	}
	if _, err := h.S.Payments.PageOfCheckout(ctx, h.Event, page.ID, "cs_7", "https://p.example/7"); err != nil {
		t.Fatal(err)
	}
	h.receive(h.capture(order, "evt_old", "pi_old"))
	h.receive(&payments.Received{Notice: payments.PaymentNotice{
		Provider: "p", ID: "evt_back", Kind: "refunded", PaymentID: "p:pi_7", RefundID: "re_1", Amount: 5, Currency: "EUR", At: 3, ReceivedAt: 4, Verdict: payments.NoticeEarly,
	}})
	const many = 70 // more than one statement of SQLite
	var list []*payments.Received
	q := payments.CapturesQuery{EventID: h.Event, Provider: "p", Orders: []string{order, "ord_none"}, CheckoutRefs: []string{"cs_7", "cs_none"}}
	for i := range many {
		r := h.capture(order, fmt.Sprintf("evt_%d", i), fmt.Sprintf("pi_%d", i))
		if r.Jobs = nil; i == 7 {
			paid := page
			paid.State, paid.Standing, r.Payment.CheckoutID = payments.CheckoutPaid, "captured", page.ID
			r.Checkout = &paid
		}
		list = append(list, r)
		q.Notices, q.Payments = append(q.Notices, r.Notice.ID), append(q.Payments, r.Payment.ID)
	}
	q.Notices, q.Payments = append(q.Notices, "evt_old"), append(q.Payments, "p:pi_old")
	receive := func(list []*payments.Received) (known *payments.KnownCaptures, early []payments.PaymentNotice, err error) {
		early, err = h.S.Payments.ReceiveTogether(ctx, q, func(k *payments.KnownCaptures) ([]*payments.Received, []database.Job, error) {
			known = k
			return list, []database.Job{settleJob}, nil
		})
		return known, early, err
	}
	twice := append([]*payments.Received{h.capture(order, "evt_x", "pi_old")}, list...)
	if _, _, err := receive(twice); !errors.Is(err, database.ErrConflict) {
		t.Fatalf("a payment that is there already: %v", err)
	}
	lopsided := *list[0]
	lopsided.Journal = lopsided.Journal[:1]
	if _, _, err := receive([]*payments.Received{&lopsided, list[1]}); err == nil {
		t.Fatal("a journal out of balance was booked")
	}
	if n := h.Count("select count(*) from payments"); n != 1 {
		t.Fatalf("%d payments were stored by what has failed", n)
	}
	known, early, err := receive(list)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := known.Verdicts["evt_old"]; !ok || len(known.Verdicts) != 1 || !known.Payments["p:pi_old"] || len(known.Payments) != 1 {
		t.Errorf("what is known: %+v", known)
	}
	if c := known.Checkouts["cs_7"]; c.ID != page.ID || len(known.Checkouts) != 1 {
		t.Errorf("which checkouts are known: %+v", known.Checkouts)
	}
	if len(early) != 1 || early[0].ID != "evt_back" {
		t.Errorf("early notices: %+v", early)
	}
	got, err := h.S.Payments.PaymentsByID(ctx, h.Event, []string{"p:pi_7", "p:none"})
	if err != nil || len(got) != 1 {
		t.Fatalf("%v, %v", got, err)
	}
	if diff := cmp.Diff(list[7].Payment, got["p:pi_7"]); diff != "" && list[7].Payment.ID == "p:pi_7" {
		t.Error(diff)
	}
	if c, err := h.S.Payments.Checkout(ctx, h.Event, page.ID); err != nil || c.State != payments.CheckoutPaid || c.Standing != "captured" {
		t.Errorf("%+v, %v", c, err)
	}
	if n := h.Count("select count(*) from journal"); n != 2*many+2 {
		t.Errorf("%d journal lines", n)
	}
	if n := h.Count("select count(*) from river_job where kind = 'settle'"); n != 3 { // of the page, of the old one, and one of all
		t.Errorf("%d jobs", n)
	}
	h.settleTogether(order, many)
}

// settleTogether settles the payments of testPaymentsTogether.
func (h *Fixture) settleTogether(order string, many int) {
	t, ctx := h.T, h.T.Context()
	settle := func(ids ...string) error {
		return h.S.Payments.SettleTogether(ctx, h.Event, []string{order}, func(sold map[string]*payments.SoldOrder) ([]*payments.Settlement, error) {
			if o := sold[order]; o == nil || len(o.Open) != 0 {
				t.Errorf("an order whose page was paid: %+v", o)
			}
			var list []*payments.Settlement
			for _, id := range ids {
				list = append(list, &payments.Settlement{EventID: h.Event, PaymentID: id, State: payments.PaymentTickets, At: 9, Journal: []payments.JournalLine{
					{Ref: "sale:" + id, Line: 1, BookedAt: 9, At: 9, Account: "buyers", Debit: 1000, Currency: "EUR", OrderID: order, PaymentID: id},
					{Ref: "sale:" + id, Line: 2, BookedAt: 9, At: 9, Account: "sales", Credit: 1000, Currency: "EUR", OrderID: order, PaymentID: id},
				}})
			}
			return list, nil
		})
	}
	var ids []string
	for i := range many {
		ids = append(ids, fmt.Sprintf("p:pi_%d", i))
	}
	if err := settle(ids[0]); err != nil {
		t.Fatal(err)
	}
	if err := settle(ids...); !errors.Is(err, database.ErrStale) && !errors.Is(err, database.ErrConflict) {
		t.Fatalf("one that is settled: %v", err)
	}
	if n := h.Count("select count(*) from payments where state = 'tickets'"); n != 1 {
		t.Fatalf("%d payments were settled by what has failed", n)
	}
	if err := settle(ids[1:]...); err != nil {
		t.Fatal(err)
	}
	if n := h.Count("select count(*) from payments where state = 'tickets' and settled_at = 9"); n != int64(many) {
		t.Errorf("%d of %d payments are settled", n, many)
	}
	if n := h.Count("select count(*) from journal where ref like 'sale:%'"); n != int64(2*many) {
		t.Errorf("%d lines of sales", n)
	}
}
