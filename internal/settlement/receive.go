package settlement

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/settlement/journal"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// Verdicts on notices.
const (
	verdictFine     = ""
	verdictUnknown  = "payment_unknown"
	verdictMismatch = "amount_mismatch"
	// verdictEarly is for a notice about a payment that is not known yet. It is recorded
	// again when the payment arrives.
	verdictEarly = payments.NoticeEarly
)

// Receipt is the result of a webhook.
type Receipt struct {
	// Status is recorded, duplicate, ignored (not about a payment), or foreign (a payment
	// of another installation or shop on the same account).
	Status string
	// EventID and PaymentID name what was recorded, if a payment was.
	EventID, PaymentID string

	payment *payments.Payment // as it was just recorded; nil: it has to be read
}

// Receive handles a webhook. Its body is verified, as it was received, before anything is
// stored. Then it is recorded with all its effects in one transaction. A repetition
// changes nothing and gets the same answer.
//
// ErrUnknownOrder and ErrAmount mean a payment that matches no order. It is recorded,
// because the money is there, and refunded later; orders are unchanged. With other
// errors, those of payment.Provider.Verify, ErrNoProvider and those of the store, nothing
// was recorded.
func (s *Settler) Receive(ctx context.Context, provider string, h http.Header, body []byte) (Receipt, error) {
	p, org, err := s.account(ctx, provider)
	if err != nil {
		return Receipt{}, err
	}
	fact, err := p.Verify(ctx, h, body)
	if org != "" && (err == nil || errors.Is(err, payment.ErrIgnored) || errors.Is(err, payment.ErrForeign)) {
		s.cfg.Accounts.Heard(ctx, provider)
	}
	switch {
	case errors.Is(err, payment.ErrIgnored):
		return Receipt{Status: "ignored"}, nil
	case errors.Is(err, payment.ErrForeign):
		return Receipt{Status: statusForeign}, nil
	case err != nil:
		if errors.Is(err, payment.ErrDenied) {
			s.log.ErrorContext(ctx, "settlement: the payment provider denies access; check its key",
				slog.String("provider", provider), slog.String("action", "verify a webhook"), slog.Any("error", err))
		}
		return Receipt{}, err
	case movesNothing(&fact):
		return Receipt{Status: statusForeign}, nil
	}
	if own, err := s.isOwn(ctx, org, &fact); err != nil || !own {
		return Receipt{Status: statusForeign}, err
	}
	if r, done, err := (abroad{s}).handOn(ctx, provider, &fact); err != nil || done {
		return r, err
	}
	return s.receive(ctx, provider, &fact)
}

// statusForeign is the status of a webhook about something that is not of here.
const statusForeign = "foreign"

// isOwn reports whether what an organization's account tells of an order is of an order of
// that organization: its owners have the secret that signs, and could name any. What names
// no order of ours names a page or a payment, and those are found under the account's name.
// An order of an event that is not known, because the database was restored, is nobody
// else's: its payment is recorded, and refunded.
func (s *Settler) isOwn(ctx context.Context, org string, f *payment.Fact) (bool, error) {
	if org == "" {
		return true, nil
	}
	if of, _, ours := s.bookingOf(f.Reference); ours {
		return of == org, nil
	}
	order, ours := s.orderOf(f.Reference)
	if !ours {
		return true, nil
	}
	event, _ := id.EventOf(order, id.Order)
	of, err := s.organizationOf(ctx, event)
	return of == org || of == "", err
}

// movesNothing reports whether a fact is about money of which there is none. Nothing of
// that kind is made here: each order that is paid for costs something.
func movesNothing(f *payment.Fact) bool {
	switch f.Kind {
	case payment.Captured, payment.Refunded, payment.RefundFailed, payment.Disputed, payment.DisputeWon, payment.DisputeLost, payment.Reversed:
		return f.Amount.Minor <= 0
	}
	return false
}

// record stores a fact and what it changes.
func (s *Settler) record(ctx context.Context, provider string, f *payment.Fact) (Receipt, error) {
	// Most webhooks are repetitions, which this query recognizes.
	verdict, err := s.cfg.Store.Payments.NoticeVerdict(ctx, provider, f.EventID)
	switch {
	case err == nil && verdict != verdictEarly:
		return Receipt{Status: "duplicate"}, verdictError(verdict)
	case err != nil && !errors.Is(err, database.ErrNotFound):
		return Receipt{}, err
	}
	r, fresh, err := s.store(ctx, provider, f)
	if err != nil {
		return Receipt{}, fmt.Errorf("settlement: record a notice of %s: %w", provider, err)
	}
	if r.Notice.Verdict == verdictEarly {
		if receipt, done, err := (together{s}).recordShares(ctx, provider, f); done || err != nil {
			return receipt, err
		}
	}
	receipt := Receipt{Status: "recorded"}
	if r.Payment != nil {
		receipt.EventID, receipt.PaymentID = r.Payment.EventID, r.Payment.ID
		if r.Payment.State == payments.PaymentForeign {
			receipt.Status = statusForeign
		}
	}
	if !fresh { // recorded by another request at the same time
		receipt.Status = "duplicate"
	} else if r.Payment != nil {
		s.recordEarly(ctx, r.Payment)
	}
	return receipt, verdictError(r.Notice.Verdict)
}

// classifyTries is how often a fact is classified again because the rows that it changes
// were changed meanwhile.
const classifyTries = 8

// store classifies a fact and stores its effects, if the rows that it changes are still
// the same.
func (s *Settler) store(ctx context.Context, provider string, f *payment.Fact) (r *payments.Received, fresh bool, err error) {
	for range classifyTries {
		if r, err = s.classify(ctx, provider, f); err != nil {
			return nil, false, err
		}
		if fresh, err = s.cfg.Store.Payments.Receive(ctx, r); !errors.Is(err, database.ErrStale) {
			break
		}
	}
	return r, fresh, err
}

// verdictError returns the error of a verdict.
func verdictError(verdict string) error {
	switch verdict {
	case verdictUnknown:
		return ErrUnknownOrder
	case verdictMismatch:
		return ErrAmount
	}
	return nil
}

// recordEarly records notices again that arrived before their payment. The reconciler
// does so for those that arrived at the same moment.
func (s *Settler) recordEarly(ctx context.Context, p *payments.Payment) {
	whole, _ := payments.CutShare(p.ID)
	early, err := s.cfg.Store.Payments.EarlyNotices(ctx, whole, earlyLimit)
	if err == nil {
		err = s.recordAgain(ctx, early)
	}
	if err != nil {
		s.log.WarnContext(ctx, "settlement: earlier payment webhooks wait for the reconciler", slog.String("payment", p.ID), slog.Any("error", err))
	}
}

// earlyLimit is the maximum number of early notices that are recorded at once.
const earlyLimit = 100

// recordAgain records early notices again.
func (s *Settler) recordAgain(ctx context.Context, list []payments.PaymentNotice) error {
	var errs error
	for i := range list {
		n := &list[i]
		f := factOf(n)
		if _, err := s.record(ctx, n.Provider, &f); err != nil {
			errs = errors.Join(errs, err)
		}
	}
	return errs
}

// factOf is the fact that a notice was made of.
func factOf(n *payments.PaymentNotice) payment.Fact {
	_, theirs, _ := cutProvider(n.PaymentID)
	return payment.Fact{
		EventID: n.ID, Kind: payment.Kind(n.Kind), PaymentID: theirs, RefundID: n.RefundID, RefundRef: n.RefundRef,
		Amount: payment.Money{Minor: n.Amount, Currency: n.Currency}, At: n.At.Time(),
	}
}

// classify returns what a fact changes.
func (s *Settler) classify(ctx context.Context, provider string, f *payment.Fact) (*payments.Received, error) {
	r := s.received(provider, f)
	switch f.Kind {
	case payment.Captured:
		return r, s.classifyCapture(ctx, f, r)
	case payment.Approved, payment.Pending, payment.Failed, payment.Expired:
		return r, s.classifyCheckout(ctx, f, r)
	}
	return r, s.classifyReturn(ctx, f, r)
}

// received returns what a fact changes whatever it refers to: its notice, and the payment
// of one that is captured.
func (s *Settler) received(provider string, f *payment.Fact) *payments.Received {
	r := &payments.Received{Notice: payments.PaymentNotice{
		Provider: provider, ID: f.EventID, Kind: string(f.Kind), PaymentID: PaymentID(provider, f.PaymentID),
		RefundID: f.RefundID, RefundRef: f.RefundRef,
		Amount: f.Amount.Minor, Currency: f.Amount.Currency, At: inventory.At(f.At), ReceivedAt: s.now(),
	}}
	if f.PaymentID == "" {
		r.Notice.PaymentID = ""
	}
	if f.Kind == payment.Captured {
		r.Payment = &payments.Payment{
			ID: r.Notice.PaymentID, Provider: provider, Amount: f.Amount.Minor, Currency: f.Amount.Currency,
			CapturedAt: r.Notice.At, ReceivedAt: r.Notice.ReceivedAt, State: payments.PaymentCaptured, Note: f.Note,
			ProviderFee: payments.ProviderFee{FeeDue: s.firstFee(provider, r.Notice.ReceivedAt)},
		}
	}
	return r
}

// paidCheckout returns a checkout as it is once it was paid.
func paidCheckout(c *payments.Checkout, f *payment.Fact) *payments.Checkout {
	paid := *c
	paid.State, paid.Standing = payments.CheckoutPaid, string(f.Kind)
	return &paid
}

// checkoutOf returns the checkout of a fact, or nil.
func (s *Settler) checkoutOf(ctx context.Context, provider string, f *payment.Fact) (*payments.Checkout, error) {
	c, err := s.cfg.Store.Payments.CheckoutByRef(ctx, provider, f.CheckoutID)
	if errors.Is(err, database.ErrNotFound) {
		return nil, nil //nolint:nilnil // there may be none, and that is not an error
	}
	return c, err
}

// classifyCapture handles a captured payment.
func (s *Settler) classifyCapture(ctx context.Context, f *payment.Fact, r *payments.Received) error {
	p := r.Payment
	c, err := s.checkoutOf(ctx, p.Provider, f)
	if err != nil {
		return err
	}
	order, ours := s.orderOf(f.Reference)
	org, booked, ofBooking := s.bookingOf(f.Reference)
	switch {
	case c != nil:
		p.EventID, p.CheckoutID, p.OrderID, r.Checkout = c.EventID, c.ID, c.OrderID, paidCheckout(c, f)
	case ours:
		p.OrderID = order
	case ofBooking:
		p.EventID, p.OrderID = org, booked
	default:
		p.State, p.Problem, p.FeeDue = payments.PaymentForeign, "no_reference", 0
		return nil
	}
	if isDates(p.OrderID) {
		return together{s}.split(ctx, c, r)
	}
	if err := s.compare(ctx, p, r); err != nil {
		return err
	}
	r.Notice.EventID = p.EventID
	r.Journal = journal.Capture(p, r.Notice.ReceivedAt)
	settle, err := job(SettleJob{EventID: p.EventID, PaymentIDs: []string{p.ID}}, r.Notice.ReceivedAt+inventory.Instant(settleGrace.Microseconds()))
	r.Jobs = []database.Job{settle}
	return err
}

// compare checks whether the payment matches its order, as far as that needs no decision.
func (s *Settler) compare(ctx context.Context, p *payments.Payment, r *payments.Received) error {
	if hasNoEvent(p.OrderID) { // which is compared when it is decided
		return nil
	}
	p.EventID = "" // until its order is found
	h, err := s.cfg.Store.Orders.OrderItems(ctx, p.OrderID)
	switch {
	case errors.Is(err, database.ErrNotFound):
		r.Notice.Verdict, p.Problem = verdictUnknown, "unknown_order"
		event, _ := id.EventOf(p.OrderID, id.Order)
		switch _, err := s.cfg.Store.Events.Event(ctx, event); {
		case errors.Is(err, database.ErrNotFound): // the event is unknown, too
		case err != nil:
			return err
		default:
			p.EventID = event
		}
		return nil
	case err != nil:
		return err
	}
	p.EventID, _ = id.EventOf(p.OrderID, id.Order)
	if o := h.Order; p.Amount != o.Total || p.Currency != o.Currency {
		r.Notice.Verdict, p.Problem = verdictMismatch, verdictMismatch
	}
	return nil
}

// classifyCheckout handles a change of a checkout that moved no money. The checkout is
// looked up at once if something may have to be done.
func (s *Settler) classifyCheckout(ctx context.Context, f *payment.Fact, r *payments.Received) error {
	c, err := s.checkoutOf(ctx, r.Notice.Provider, f)
	if err != nil || c == nil {
		return err
	}
	r.Notice.EventID = c.EventID
	said := *c
	said.Standing = string(f.Kind)
	r.Checkout = &said
	if c.State != payments.CheckoutOpen || f.Kind == payment.Failed {
		return nil
	}
	watch, err := job(WatchJob{EventID: c.EventID, CheckoutID: c.ID}, 0)
	r.Jobs = []database.Job{watch}
	return err
}

// classifyReturn handles refunds, failed refunds, disputes and reversals.
func (s *Settler) classifyReturn(ctx context.Context, f *payment.Fact, r *payments.Received) error {
	p, err := s.cfg.Store.Payments.Payment(ctx, "", r.Notice.PaymentID)
	switch {
	case errors.Is(err, database.ErrNotFound):
		r.Notice.Verdict = verdictEarly
		return nil
	case err != nil:
		return err
	case p.State == payments.PaymentForeign:
		return nil
	}
	r.Notice.EventID = p.EventID
	switch f.Kind {
	case payment.Disputed, payment.DisputeWon, payment.DisputeLost, payment.Reversed:
	case payment.Refunded, payment.RefundFailed:
		if err := s.classifyRefund(ctx, f, p, r); err != nil {
			return err
		}
	default:
		return payment.ErrMalformed
	}
	return s.classifyDisputes(ctx, p, r)
}
