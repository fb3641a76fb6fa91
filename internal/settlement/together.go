package settlement

import (
	"context"
	"errors"
	"log/slog"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/settlement/journal"
	"github.com/holdfast-events/holdfast/internal/store/archives"
	"github.com/holdfast-events/holdfast/internal/store/database"
	storepayments "github.com/holdfast-events/holdfast/internal/store/payments"
)

// source is where captured payments come from that are received together.
type source struct{ event, provider string }

// received is the answer to a fact that was received together with others.
type received struct {
	// alone: the fact is not like the others, or something was in the way. Nothing was
	// stored for it, and it has to be recorded by itself.
	alone   bool
	receipt Receipt
	early   []storepayments.PaymentNotice // that arrived before their payment
	err     error
}

// capture is a captured payment, with the order of ours that its reference names.
type capture struct {
	*payment.Fact
	order string
}

// captureOf returns a fact as a capture, and which others it can be received with. ok is
// false for any but captured payments of an order of ours: those come in a rush.
func (s *Settler) captureOf(provider string, f *payment.Fact) (c capture, from source, ok bool) {
	if f.Kind != payment.Captured {
		return capture{}, source{}, false
	}
	order, ours := s.orderOf(f.Reference)
	if !ours {
		return capture{}, source{}, false
	}
	event, ok := id.EventOf(order, id.Order)
	return capture{f, order}, source{event, provider}, ok
}

// receive records a verified fact, together with others if it can be.
func (s *Settler) receive(ctx context.Context, provider string, f *payment.Fact) (Receipt, error) {
	c, from, ok := s.captureOf(provider, f)
	if !ok {
		return s.record(ctx, provider, f)
	}
	got, err := s.receiving.Submit(ctx, from, c)
	switch {
	case err != nil:
		return Receipt{}, err
	case got.alone:
		return s.record(ctx, provider, f)
	}
	if len(got.early) > 0 {
		if err := s.recordAgain(ctx, got.early); err != nil {
			s.log.WarnContext(ctx, "settlement: earlier payment webhooks wait for the reconciler", slog.String("payment", got.receipt.PaymentID), slog.Any("error", err))
		}
	}
	return got.receipt, got.err
}

// receiveTogether records captured payments of one event in one transaction. Those that
// are anything but a new payment of the right amount are left to be recorded alone.
func (s *Settler) receiveTogether(from source, facts []capture) []received {
	ctx, cancel := context.WithTimeout(context.Background(), writeTimeout)
	defer cancel()
	q := storepayments.CapturesQuery{EventID: from.event, Provider: from.provider}
	for _, f := range facts {
		q.Notices, q.Payments, q.Orders = append(q.Notices, f.EventID), append(q.Payments, PaymentID(from.provider, f.PaymentID)), append(q.Orders, f.order)
		if f.CheckoutID != "" {
			q.CheckoutRefs = append(q.CheckoutRefs, f.CheckoutID)
		}
	}
	var answers []received
	early, err := s.cfg.Store.Payments.ReceiveTogether(ctx, q, func(known *storepayments.KnownCaptures) (list []*storepayments.Received, jobs []database.Job, err error) {
		answers, list = s.classifyAll(from, facts, known)
		if len(list) == 0 {
			return nil, nil, nil
		}
		names := make([]string, len(list))
		for i := range list {
			names[i] = list[i].Payment.ID
		}
		settle, err := job(SettleJob{EventID: from.event, PaymentIDs: names}, s.now()+inventory.Instant(settleGrace.Microseconds()))
		return list, []database.Job{settle}, err
	})
	switch {
	case err == nil:
	case errors.Is(err, archives.ErrElsewhere), errors.Is(err, database.ErrUnavailable), errors.Is(err, database.ErrFull), errors.Is(err, database.ErrLost), ctx.Err() != nil:
		return repeat(received{err: err}, len(facts))
	default:
		if !errors.Is(err, database.ErrConflict) { // another server was faster
			s.log.Error("settlement: payments could not be received together; receiving them one by one", slog.String("event", from.event), slog.Int("payments", len(facts)), slog.Any("error", err))
		}
		return repeat(received{alone: true}, len(facts))
	}
	for _, n := range early {
		for i := range answers {
			if answers[i].receipt.PaymentID == n.PaymentID {
				answers[i].early = append(answers[i].early, n)
			}
		}
	}
	return answers
}

func repeat[T any](v T, n int) []T {
	list := make([]T, n)
	for i := range list {
		list[i] = v
	}
	return list
}

// classifyAll returns the answer to each of the facts, and what is stored of those that are new
// payments.
func (s *Settler) classifyAll(from source, facts []capture, known *storepayments.KnownCaptures) (answers []received, list []*storepayments.Received) {
	answers = make([]received, len(facts))
	notices, payments := map[string]bool{}, map[string]bool{} // of this batch
	for i, f := range facts {
		answer := &answers[i]
		verdict, repeated := known.Verdicts[f.EventID]
		if repeated && verdict != verdictEarly {
			answer.receipt.Status, answer.err = "duplicate", verdictError(verdict)
			continue
		}
		r := s.newCapture(from, f, known)
		if answer.alone = r == nil || repeated || notices[f.EventID] || payments[r.Payment.ID]; answer.alone {
			continue
		}
		notices[f.EventID], payments[r.Payment.ID] = true, true
		list = append(list, r)
		answer.receipt = Receipt{Status: "recorded", EventID: r.Payment.EventID, PaymentID: r.Payment.ID, payment: r.Payment}
	}
	return answers, list
}

// newCapture returns what is stored of a new payment of the right amount, nil if it is
// anything else.
func (s *Settler) newCapture(from source, f capture, known *storepayments.KnownCaptures) *storepayments.Received {
	r := s.received(from.provider, f.Fact)
	p := r.Payment
	p.EventID, r.Notice.EventID = from.event, from.event
	p.OrderID = f.order
	if o, ok := known.Orders[p.OrderID]; !ok || o.Total != p.Amount || o.Currency != p.Currency || known.Payments[p.ID] {
		return nil
	}
	if c, ok := known.Checkouts[f.CheckoutID]; ok {
		if c.OrderID != p.OrderID || c.EventID != p.EventID {
			return nil
		}
		r.Checkout, p.CheckoutID = paidCheckout(&c, f.Fact), c.ID
	}
	r.Journal = journal.Capture(p, r.Notice.ReceivedAt)
	return r
}

// decided is the answer to a payment that was settled together with others.
type decided struct {
	done  bool
	reply sequencer.Reply // what was decided, if it is not done
	err   error
}

// settleTogether has the payments of one event decided in one batch of its sequencer, and
// records those that ended in tickets in one transaction.
func (s *Settler) settleTogether(event string, list []*storepayments.Payment) []decided {
	ctx, cancel := context.WithTimeout(context.Background(), writeTimeout)
	defer cancel()
	first, answers := map[string]int{}, make([]decided, len(list))
	var fresh []int // of each payment once
	var commands []sequencer.Request
	for i, p := range list {
		if _, twice := first[p.ID]; twice {
			continue
		}
		first[p.ID], fresh, commands = i, append(fresh, i), append(commands, sequencer.Request{EventID: event, Command: payCommand(p)})
	}
	results, err := s.cfg.Sequencer.SubmitAll(ctx, event, commands)
	if err != nil {
		return repeat(decided{err: err}, len(list))
	}
	var sold []int
	for n, i := range fresh {
		answers[i].reply, answers[i].err = results[n].Reply, results[n].Err
		if answers[i].err == nil && getsTickets(&answers[i].reply) {
			sold = append(sold, i)
		}
	}
	s.fulfilTogether(ctx, event, list, sold, answers)
	for i, p := range list {
		answers[i] = answers[first[p.ID]]
	}
	return answers
}

// fulfilTogether records that orders have their tickets. If something is in the way, each
// is left to be recorded alone.
func (s *Settler) fulfilTogether(ctx context.Context, event string, list []*storepayments.Payment, sold []int, answers []decided) {
	if len(sold) == 0 {
		return
	}
	orders := make([]string, len(sold))
	for n, i := range sold {
		orders[n] = list[i].OrderID
	}
	err := s.cfg.Store.Payments.SettleTogether(ctx, event, orders, func(known map[string]*storepayments.SoldOrder) ([]*storepayments.Settlement, error) {
		all := make([]*storepayments.Settlement, len(sold))
		for n, i := range sold {
			o := known[list[i].OrderID]
			d, err := s.fulfilled(list[i], o.Items, o.Open)
			if err != nil {
				return nil, err
			}
			all[n] = d
		}
		return all, nil
	})
	if err != nil {
		if !errors.Is(err, database.ErrConflict) && !errors.Is(err, database.ErrStale) { // another server was faster
			s.log.Error("settlement: payments could not be settled together; settling them one by one", slog.String("event", event), slog.Int("payments", len(sold)), slog.Any("error", err))
		}
		return
	}
	for _, i := range sold {
		answers[i].done = true
	}
}

// SettleAll settles payments of one event in the order of their ids here. The error is of those that were not.
func (s *Settler) SettleAll(ctx context.Context, event string, ids []string) error {
	found, err := s.cfg.Store.Payments.PaymentsByID(ctx, event, ids)
	if err != nil {
		return err
	}
	var list []*storepayments.Payment
	for _, id := range ids {
		if p := found[id]; p != nil && p.State == storepayments.PaymentCaptured {
			list = append(list, p)
		}
	}
	if len(list) == 0 {
		return nil
	}
	if event == "" {
		return s.refundAllUnknown(ctx, list)
	}
	if storepayments.OfBookings(event) {
		var errs error
		done := map[string]bool{} // wholes whose shares were settled with one of them
		for _, p := range list {
			if whole, n := storepayments.CutShare(p.ID); n > 0 {
				if done[whole] {
					continue
				}
				done[whole] = true
			}
			errs = errors.Join(errs, s.settle(ctx, p))
		}
		return errs
	}
	answers, err := s.settling.SubmitAll(ctx, event, list)
	errs := err
	for i := range answers {
		errs = errors.Join(errs, s.settled(ctx, list[i], &answers[i]))
	}
	return errs
}

// refundAllUnknown refunds payments for events that are unknown.
func (s *Settler) refundAllUnknown(ctx context.Context, list []*storepayments.Payment) (errs error) {
	for _, p := range list {
		errs = errors.Join(errs, s.refundUnknown(ctx, p))
	}
	return errs
}
