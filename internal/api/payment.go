package api

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/store"
)

// MaxReference is how long the text of a payment by hand may be, in characters.
const MaxReference = 140

// moneyProblem maps what the till and the providers say to problems.
func (s *server) moneyProblem(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, settlement.ErrNoProvider):
		return kindNoProvider.Problem()
	case errors.Is(err, settlement.ErrChoose), errors.Is(err, settlement.ErrNoPage):
		return invalid(FieldError{Field: "provider", Code: "not_allowed", Message: "must be one of those with a page to pay on"})
	}
	for _, k := range moneyKinds {
		if errors.Is(err, k.err) {
			p := k.kind.Problem()
			if f := k.kind.Field; f != "" {
				p.Errors = []FieldError{{Field: f, Code: k.kind.Code, Message: k.kind.Title}}
			}
			if p.Status == http.StatusServiceUnavailable {
				p.RetryAfter = 10 * time.Second
			}
			return p
		}
	}
	return err
}

var moneyKinds = []struct {
	err  error
	kind Kind
}{
	{payment.ErrSignature, kindWebhookSignature},
	{payment.ErrStale, kindWebhookStale},
	{payment.ErrMalformed, kindWebhookMalformed},
	{payment.ErrUnavailable, kindProviderDown},
	{payment.ErrRejected, kindProviderRefuses},
	{settlement.ErrUnknownOrder, kindPaymentUnknown},
	{settlement.ErrAmount, kindAmountMismatch},
	{settlement.ErrPaid, kindOrderPaid},
	{settlement.ErrNotPayable, kindNotPayable},
	{settlement.ErrNotByHand, kindNotByHand},
	{settlement.ErrNotFailed, kindNotFailed},
}

// WebhookReceipt is what a provider is answered.
type WebhookReceipt struct {
	Status string `json:"status" enum:"recorded,duplicate,ignored,foreign" doc:"foreign: a payment of somebody else on the same account."`
}

func (s *server) hearProvider(c *Call, _ *None) (*WebhookReceipt, error) {
	receipt, err := s.cfg.Settler.Receive(c.Context(), c.Param("provider"), c.HTTP.Header, c.Body)
	if err != nil {
		return nil, s.moneyProblem(err)
	}
	if receipt.Status == "recorded" && receipt.PaymentID != "" {
		s.settleSoon(c, receipt)
	}
	return &WebhookReceipt{Status: receipt.Status}, nil
}

// settleSoon settles a payment before its provider is answered, if that takes no
// time to speak of. It may fail: the job of the payment settles it then.
func (s *server) settleSoon(c *Call, r settlement.Receipt) {
	ctx, cancel := contextFor(c, settleFor)
	defer cancel()
	if err := s.cfg.Settler.Settle(ctx, r.EventID, r.PaymentID); err != nil && !errors.Is(err, store.ErrNotFound) {
		s.log.Warn("payment waits for its job", "event", r.EventID, "error", err)
	}
}

// NewCheckout says where an order is to be paid.
type NewCheckout struct {
	Provider string `json:"provider,omitempty" maxLength:"32" doc:"stripe, paypal or testpay, of those that are switched on. May be left out when there is one." example:"stripe"`
}

// Checkout is a page on which an order is paid.
type Checkout struct {
	ID         string    `json:"id" example:"chk_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	OrderID    string    `json:"order_id"`
	Provider   string    `json:"provider" example:"stripe"`
	PaymentURL string    `json:"payment_url" doc:"Where the buyer pays."`
	Amount     int64     `json:"amount" doc:"In minor units of the currency."`
	Currency   string    `json:"currency" example:"EUR"`
	ExpiresAt  time.Time `json:"expires_at" doc:"When the order lapses. The page closes a moment before."`
}

func (s *server) checkoutOrder(c *Call, in *NewCheckout) (*Checkout, error) {
	_, v, err := s.order(c)
	if err != nil {
		return nil, err
	}
	out, err := s.cfg.Settler.Checkout(c.Context(), v.Hold.ID, in.Provider)
	if err != nil {
		return nil, s.moneyProblem(err)
	}
	return &Checkout{
		ID: out.ID, OrderID: out.OrderID, Provider: out.Provider, PaymentURL: out.URL, Amount: out.Amount, Currency: out.Currency,
		ExpiresAt: out.Deadline.Time(),
	}, nil
}

// payer is how the pages have an order paid.
func (cfg *Config) payer() page.Payer {
	return page.Payer{
		Providers: cfg.Settler.PageProviders(),
		Checkout: func(ctx context.Context, order, provider string) (string, error) {
			c, err := cfg.Settler.Checkout(ctx, order, provider)
			if err != nil {
				return "", err
			}
			return c.URL, nil
		},
		Refused: func(err error) bool {
			return errors.Is(err, settlement.ErrNotPayable) || errors.Is(err, payment.ErrUnavailable) || errors.Is(err, payment.ErrRejected)
		},
	}
}

// PaidByHand says that money came by bank transfer or in cash.
type PaidByHand struct {
	Reference string `json:"reference" minLength:"1" maxLength:"140" doc:"What to find it by: the transfer's text, the number of the receipt. The same text for the same order is the same money." example:"Receipt 2027-0142"`
	Amount    int64  `json:"amount,omitempty" minimum:"1" doc:"In minor units. Default: what the order costs; anything else is refused."`
}

// Payment is money that came in for an order.
type Payment struct {
	ID         string         `json:"id" example:"stripe:pi_3N0a"`
	OrderID    string         `json:"order_id,omitempty"`
	Provider   string         `json:"provider" example:"stripe"`
	Amount     int64          `json:"amount" doc:"In minor units of the currency."`
	Currency   string         `json:"currency" example:"EUR"`
	Status     string         `json:"status" enum:"captured,tickets,refund,foreign" doc:"captured: being decided. tickets: the order has it. refund: it goes back as a whole."`
	Problem    string         `json:"problem,omitempty" doc:"Why it goes back."`
	Reference  string         `json:"reference,omitempty" doc:"Of money that came by hand."`
	Disputed   int64          `json:"disputed,omitempty" doc:"What the payer's bank has taken back."`
	CapturedAt time.Time      `json:"captured_at"`
	SettledAt  *time.Time     `json:"settled_at,omitempty"`
	Refunds    []RefundPayout `json:"refunds"`
}

// RefundPayout is money that goes back.
type RefundPayout struct {
	ID        string    `json:"id" example:"rfd_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	Amount    int64     `json:"amount" doc:"In minor units of the currency."`
	Currency  string    `json:"currency" example:"EUR"`
	Status    string    `json:"status" enum:"due,pending,done,failed" doc:"due: the provider has not taken it on yet. pending: it has, or a person has to hand it over. failed: the provider refuses, a person has to look."`
	Reason    string    `json:"reason" example:"payment_late"`
	Reference string    `json:"reference,omitempty" doc:"Of money that was given by hand."`
	Error     string    `json:"error,omitempty" doc:"Of the last try."`
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at"`
}

func refundOf(o *store.Payout) RefundPayout {
	return RefundPayout{
		ID: o.ID, Amount: o.Amount, Currency: o.Currency, Status: o.State, Reason: o.Reason, Reference: o.Note, Error: o.Error,
		CreatedAt: o.CreatedAt.Time(), UpdatedAt: o.UpdatedAt.Time(),
	}
}

// paymentOf is a payment with its refunds.
func (s *server) paymentOf(c *Call, p *store.Payment) (*Payment, error) {
	list, err := s.store.Payouts.PaymentPayouts(c.Context(), p.EventID, p.ID)
	if err != nil {
		return nil, err
	}
	out := &Payment{
		ID: p.ID, OrderID: p.OrderID, Provider: p.Provider, Amount: p.Amount, Currency: p.Currency, Status: p.State, Problem: p.Problem,
		Reference: p.Note, Disputed: p.Disputed, CapturedAt: p.CapturedAt.Time(), SettledAt: timePtr(p.SettledAt), Refunds: []RefundPayout{},
	}
	for i := range list {
		out.Refunds = append(out.Refunds, refundOf(&list[i]))
	}
	return out, nil
}

func (s *server) markPaid(c *Call, in *PaidByHand) (*Payment, error) {
	_, v, err := s.order(c)
	if err != nil {
		return nil, err
	}
	var check checks
	note := check.line("reference", in.Reference, 1, MaxReference)
	if err := check.err(); err != nil {
		return nil, err
	}
	p, err := s.cfg.Settler.MarkPaid(c.Context(), v.Hold.ID, note, in.Amount)
	if err != nil {
		return nil, s.moneyProblem(err)
	}
	return s.paymentOf(c, p)
}

// Payments are the payments of an order.
type Payments struct {
	Items     []Payment       `json:"items"`
	Checkouts []CheckoutState `json:"checkouts" doc:"The pages on which somebody went to pay, oldest first, and how each was last heard to stand."`
}

// CheckoutState is how a page to pay on stands.
type CheckoutState struct {
	ID         string `json:"id" example:"chk_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	Provider   string `json:"provider" example:"stripe"`
	Status     string `json:"status" enum:"open,pending,failed,paid,closed" doc:"open: nobody has paid. pending: paid by something slow, or agreed to, and the money has not come. failed: a try did not work; another may. paid: its payment is among the items. closed: nobody can pay there any more."`
	PaymentURL string `json:"payment_url,omitempty" doc:"While somebody may pay there."`
}

func checkoutStateOf(c *store.Checkout) CheckoutState {
	out := CheckoutState{ID: c.ID, Provider: c.Provider, Status: c.State}
	if c.State != store.CheckoutOpen {
		return out
	}
	out.PaymentURL = c.URL
	switch payment.Kind(c.Standing) {
	case payment.Pending, payment.Approved, payment.Captured:
		out.Status = "pending"
	case payment.Failed:
		out.Status = "failed"
	}
	return out
}

func (s *server) orderPayments(c *Call, _ *None) (*Payments, error) {
	k, v, err := s.order(c)
	if err != nil {
		return nil, err
	}
	list, err := s.store.Payments.OrderPayments(c.Context(), k.EventID, v.Hold.ID)
	if err != nil {
		return nil, err
	}
	pages, err := s.store.Payments.OrderCheckouts(c.Context(), k.EventID, v.Hold.ID)
	if err != nil {
		return nil, err
	}
	out := &Payments{Items: []Payment{}, Checkouts: []CheckoutState{}}
	for i := range pages {
		out.Checkouts = append(out.Checkouts, checkoutStateOf(&pages[i]))
	}
	for i := range list {
		p, err := s.paymentOf(c, &list[i])
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, *p)
	}
	return out, nil
}

// GivenByHand says that a refund was handed over.
type GivenByHand struct {
	Reference string `json:"reference" minLength:"1" maxLength:"140" doc:"What to find it by." example:"Transfer of 3 May"`
}

// refund finds the refund in the path and asks for access to it.
func (s *server) refund(c *Call) (*store.Payout, error) {
	refund := c.Param("refund_id")
	k, err := c.eventOf(refund, id.Refund)
	if err != nil {
		return nil, err
	}
	if err := c.Caller.Authorize(c.Action, k.resource()); err != nil {
		return nil, err
	}
	return s.store.Payouts.Payout(c.Context(), k.EventID, refund)
}

func (s *server) markGiven(c *Call, in *GivenByHand) (*RefundPayout, error) {
	o, err := s.refund(c)
	if err != nil {
		return nil, err
	}
	var check checks
	note := check.line("reference", in.Reference, 1, MaxReference)
	if err := check.err(); err != nil {
		return nil, err
	}
	if o, err = s.cfg.Settler.MarkGiven(c.Context(), o.EventID, o.ID, note); err != nil {
		return nil, s.moneyProblem(err)
	}
	out := refundOf(o)
	return &out, nil
}

func (s *server) retryRefund(c *Call, _ *None) (*RefundPayout, error) {
	o, err := s.refund(c)
	if err != nil {
		return nil, err
	}
	err = s.cfg.Settler.Retry(c.Context(), o.EventID, o.ID)
	if errors.Is(err, store.ErrConstraint) {
		return nil, kindNothingLeft.Problem()
	}
	if err != nil {
		return nil, s.moneyProblem(err)
	}
	if o, err = s.store.Payouts.Payout(c.Context(), o.EventID, o.ID); err != nil {
		return nil, err
	}
	out := refundOf(o)
	return &out, nil
}
