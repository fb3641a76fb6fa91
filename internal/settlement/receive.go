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
	"github.com/holdfast-events/holdfast/internal/store"
)

// What a notice is answered.
const (
	verdictFine     = ""
	verdictUnknown  = "payment_unknown"
	verdictMismatch = "amount_mismatch"
	// verdictEarly: it tells of a payment that is not known yet. When the payment
	// comes, the notice is taken up again.
	verdictEarly = store.NoticeEarly
)

// Receipt is what became of a webhook.
type Receipt struct {
	// Status is recorded, duplicate, ignored (says nothing about money), or
	// foreign (a payment of somebody else on the same account).
	Status string
	// EventID and PaymentID name what was recorded, if a payment was.
	EventID, PaymentID string
}

// Receive takes a webhook: it is verified on its body as it came, before anything
// is stored, and recorded with all it changes in one transaction. The same one
// again changes nothing and is answered the same.
//
// ErrUnknownOrder and ErrAmount say that money came in that no order can have: it
// is recorded all the same, because it is there, and will be given back. Orders
// are left as they are. The other errors are those of payment.Provider.Verify,
// ErrNoProvider and those of the store; with them nothing was recorded.
func (t *Settler) Receive(ctx context.Context, provider string, h http.Header, body []byte) (Receipt, error) {
	p, err := t.provider(provider)
	if err != nil {
		return Receipt{}, err
	}
	fact, err := p.Verify(ctx, h, body)
	switch {
	case errors.Is(err, payment.ErrIgnored):
		return Receipt{Status: "ignored"}, nil
	case err != nil:
		return Receipt{}, err
	}
	return t.record(ctx, provider, &fact)
}

// record stores a fact and what it changes.
func (t *Settler) record(ctx context.Context, provider string, f *payment.Fact) (Receipt, error) {
	// Most of what comes, came before: that costs one look.
	verdict, err := t.cfg.Store.Payments.NoticeVerdict(ctx, provider, f.EventID)
	switch {
	case err == nil && verdict != verdictEarly:
		return Receipt{Status: "duplicate"}, verdictError(verdict)
	case err != nil && !errors.Is(err, store.ErrNotFound):
		return Receipt{}, err
	}
	r, fresh, err := t.store(ctx, provider, f)
	if err != nil {
		return Receipt{}, fmt.Errorf("settlement: record a notice of %s: %w", provider, err)
	}
	receipt := Receipt{Status: "recorded"}
	if r.Payment != nil {
		receipt.EventID, receipt.PaymentID = r.Payment.EventID, r.Payment.ID
		if r.Payment.State == store.PaymentForeign {
			receipt.Status = "foreign"
		}
	}
	if !fresh { // somebody recorded it at the same time
		receipt.Status = "duplicate"
	} else if r.Payment != nil {
		t.takeUp(ctx, r.Payment)
	}
	return receipt, verdictError(r.Notice.Verdict)
}

// weighings is how often a fact is weighed anew because something it changes was
// changed meanwhile, by another notice or by what the provider answered.
const weighings = 8

// store weighs a fact and stores what it changes, on what stood when it was weighed.
func (t *Settler) store(ctx context.Context, provider string, f *payment.Fact) (r *store.Received, fresh bool, err error) {
	for range weighings {
		if r, err = t.weigh(ctx, provider, f); err != nil {
			return nil, false, err
		}
		if fresh, err = t.cfg.Store.Payments.Receive(ctx, r); !errors.Is(err, store.ErrStale) {
			break
		}
	}
	return r, fresh, err
}

// verdictError is how a notice is answered.
func verdictError(verdict string) error {
	switch verdict {
	case verdictUnknown:
		return ErrUnknownOrder
	case verdictMismatch:
		return ErrAmount
	}
	return nil
}

// takeUp records again what came earlier than the payment it tells of. The
// reconciler does so too, for what came at the very same time.
func (t *Settler) takeUp(ctx context.Context, p *store.Payment) {
	early, err := t.cfg.Store.Payments.EarlyNotices(ctx, p.ID, earlyLimit)
	if err == nil {
		err = t.again(ctx, early)
	}
	if err != nil {
		t.log.WarnContext(ctx, "settlement: earlier payment webhooks wait for the reconciler", slog.String("payment", p.ID), slog.Any("error", err))
	}
}

// earlyLimit bounds the notices that are taken up at once.
const earlyLimit = 100

// again records notices that were early.
func (t *Settler) again(ctx context.Context, list []store.PaymentNotice) error {
	var errs error
	for i := range list {
		n := &list[i]
		_, theirs, _ := cutProvider(n.PaymentID)
		f := payment.Fact{
			EventID: n.ID, Kind: payment.Kind(n.Kind), PaymentID: theirs, RefundID: n.RefundID, RefundRef: n.RefundRef,
			Amount: payment.Money{Minor: n.Amount, Currency: n.Currency}, At: n.At.Time(),
		}
		if _, err := t.record(ctx, n.Provider, &f); err != nil {
			errs = errors.Join(errs, err)
		}
	}
	return errs
}

// weigh says what a fact changes.
func (t *Settler) weigh(ctx context.Context, provider string, f *payment.Fact) (*store.Received, error) {
	now := t.now()
	r := &store.Received{Notice: store.PaymentNotice{
		Provider: provider, ID: f.EventID, Kind: string(f.Kind), PaymentID: PaymentID(provider, f.PaymentID),
		RefundID: f.RefundID, RefundRef: f.RefundRef,
		Amount: f.Amount.Minor, Currency: f.Amount.Currency, At: inventory.At(f.At), ReceivedAt: now,
	}}
	if f.PaymentID == "" {
		r.Notice.PaymentID = ""
	}
	switch f.Kind {
	case payment.Captured:
		return r, t.weighCapture(ctx, f, r)
	case payment.Approved, payment.Pending, payment.Failed, payment.Expired:
		return r, t.weighCheckout(ctx, f, r)
	}
	return r, t.weighBack(ctx, f, r)
}

// checkoutOf finds the checkout of a fact; nil when there is none.
func (t *Settler) checkoutOf(ctx context.Context, provider string, f *payment.Fact) (*store.Checkout, error) {
	c, err := t.cfg.Store.Payments.CheckoutByRef(ctx, provider, f.CheckoutID)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil //nolint:nilnil // there may be none, and that is no error
	}
	return c, err
}

// weighCapture: money came in.
func (t *Settler) weighCapture(ctx context.Context, f *payment.Fact, r *store.Received) error {
	p := &store.Payment{
		ID: r.Notice.PaymentID, Provider: r.Notice.Provider, Amount: f.Amount.Minor, Currency: f.Amount.Currency,
		CapturedAt: r.Notice.At, ReceivedAt: r.Notice.ReceivedAt, State: store.PaymentCaptured, Note: f.Note,
	}
	r.Payment = p
	c, err := t.checkoutOf(ctx, p.Provider, f)
	if err != nil {
		return err
	}
	order, ours := t.orderOf(f.Reference)
	switch {
	case c != nil:
		paid := *c
		paid.State, paid.Standing = store.CheckoutPaid, string(f.Kind)
		p.CheckoutID, p.OrderID, r.Checkout = c.ID, c.OrderID, &paid
	case ours:
		p.OrderID = order
	default:
		p.State, p.Problem = store.PaymentForeign, "no_reference"
		return nil
	}
	if err := t.compare(ctx, p, r); err != nil {
		return err
	}
	r.Notice.EventID = p.EventID
	r.Journal = bookCapture(p, r.Notice.ReceivedAt)
	settle, err := job(SettleJob{EventID: p.EventID, PaymentID: p.ID}, 0)
	r.Jobs = []store.Job{settle}
	return err
}

// compare looks whether the order can be paid with this, as far as that can be
// said without a decision.
func (t *Settler) compare(ctx context.Context, p *store.Payment, r *store.Received) error {
	h, err := t.cfg.Store.Orders.OrderItems(ctx, p.OrderID)
	switch {
	case errors.Is(err, store.ErrNotFound):
		r.Notice.Verdict, p.Problem = verdictUnknown, "unknown_order"
		event, _ := id.EventOf(p.OrderID, id.Order)
		switch _, err := t.cfg.Store.Events.Event(ctx, event); {
		case errors.Is(err, store.ErrNotFound): // nor the event
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

// weighCheckout: a payer did something that moved no money. Whoever watches the
// checkout is to look at once when there may be something to do.
func (t *Settler) weighCheckout(ctx context.Context, f *payment.Fact, r *store.Received) error {
	c, err := t.checkoutOf(ctx, r.Notice.Provider, f)
	if err != nil || c == nil {
		return err
	}
	r.Notice.EventID = c.EventID
	said := *c
	said.Standing = string(f.Kind)
	r.Checkout = &said
	if c.State != store.CheckoutOpen || f.Kind == payment.Failed {
		return nil
	}
	watch, err := job(WatchJob{EventID: c.EventID, CheckoutID: c.ID}, 0)
	r.Jobs = []store.Job{watch}
	return err
}

// weighBack: money went back, did not arrive there, or was taken by a bank.
func (t *Settler) weighBack(ctx context.Context, f *payment.Fact, r *store.Received) error {
	p, err := t.cfg.Store.Payments.Payment(ctx, "", r.Notice.PaymentID)
	switch {
	case errors.Is(err, store.ErrNotFound):
		r.Notice.Verdict = verdictEarly
		return nil
	case err != nil:
		return err
	case p.State == store.PaymentForeign:
		return nil
	}
	r.Notice.EventID = p.EventID
	switch f.Kind {
	case payment.Disputed, payment.DisputeWon:
		return t.weighDispute(ctx, p, r)
	case payment.Refunded, payment.RefundFailed:
		return t.weighRefund(ctx, f, p, r)
	}
	return payment.ErrMalformed
}

// weighDispute: a payer's bank took money back, or gave it back because the
// dispute was won. What is said of a dispute comes in any order, so how much the
// bank has now follows from all that was said, and not from what was said last.
func (t *Settler) weighDispute(ctx context.Context, p *store.Payment, r *store.Received) error {
	heard, err := t.cfg.Store.Payments.PaymentDisputes(ctx, p.EventID, p.ID)
	if err != nil {
		return err
	}
	disputed := min(disputedBy(append(heard, r.Notice)), p.Amount)
	r.Disputed, r.DisputedWas, r.DisputesHeard = &disputed, p.Disputed, int64(len(heard))
	if change := disputed - p.Disputed; change != 0 {
		r.Journal = bookDispute(p, r.Notice.Provider+":"+r.Notice.ID, change, r.Notice.At, r.Notice.ReceivedAt)
	}
	return nil
}

// disputedBy adds up the disputes that were not won. One that was is over,
// whenever it is heard of. Notices that were stored before disputes had names are
// of one dispute, which any win ended.
func disputedBy(heard []store.PaymentNotice) (sum int64) {
	won, amounts := map[string]bool{}, map[string]int64{}
	for i := range heard {
		switch n := &heard[i]; payment.Kind(n.Kind) {
		case payment.DisputeWon:
			won[n.RefundID], won[""] = true, true
		case payment.Disputed:
			amounts[n.RefundID] = max(amounts[n.RefundID], n.Amount)
		}
	}
	for name, amount := range amounts {
		if !won[name] {
			sum += amount
		}
	}
	return sum
}
