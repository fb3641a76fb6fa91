package orders

import (
	"errors"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/paying"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// moneyProblem maps what settlement and the providers say to problems.
func moneyProblem(err error) error {
	for _, k := range moneyKinds {
		if errors.Is(err, k.err) {
			return paying.Of(&k.kind)
		}
	}
	return paying.Problem(err)
}

var moneyKinds = []struct {
	err  error
	kind httpapi.Kind
}{
	{payment.ErrSignature, kindWebhookSignature},
	{payment.ErrStale, kindWebhookStale},
	{payment.ErrMalformed, kindWebhookMalformed},
	{settlement.ErrUnknownOrder, kindPaymentUnknown},
	{settlement.ErrReturns, kindNoticeLimit},
}

// WebhookReceipt is what a provider is answered.
type WebhookReceipt struct {
	Status string `json:"status" enum:"recorded,duplicate,ignored,foreign" doc:"foreign: a payment of somebody else on the same account."`
}

func (h *Handlers) hearProvider(c *access.Call, _ *httpapi.None) (*WebhookReceipt, error) {
	name := c.Param("provider")
	if account := c.Param("account_id"); account != "" {
		name = payment.AccountName(name, account)
	}
	receipt, err := h.Settler.Receive(c.Context(), name, c.HTTP.Header, c.Body)
	if err != nil {
		return nil, moneyProblem(err)
	}
	if receipt.Status == "recorded" && receipt.PaymentID != "" {
		h.settleSoon(c, receipt)
	}
	return &WebhookReceipt{Status: receipt.Status}, nil
}

// settleSoon settles a payment before its provider is answered, if that takes no
// time to speak of. It may fail: the job of the payment settles it then.
func (h *Handlers) settleSoon(c *access.Call, r settlement.Receipt) {
	ctx, cancel := contextFor(c, settleFor)
	defer cancel()
	if err := h.Settler.SettleReceived(ctx, r); err != nil && !errors.Is(err, database.ErrNotFound) {
		h.Log.Warn("payment waits for its job", "event", r.EventID, "error", err)
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

func (h *Handlers) checkoutOrder(c *access.Call, in *NewCheckout) (*Checkout, error) {
	_, v, err := c.Order(c.Param("order_id"))
	if err != nil {
		return nil, err
	}
	out, err := h.Settler.Checkout(c.Context(), v, in.Provider)
	if err != nil {
		return nil, moneyProblem(err)
	}
	provider, _ := payment.CutAccount(out.Provider)
	return &Checkout{
		ID: out.ID, OrderID: out.OrderID, Provider: provider, PaymentURL: out.URL, Amount: out.Amount, Currency: out.Currency,
		ExpiresAt: out.Deadline.Time(),
	}, nil
}

func (h *Handlers) markPaid(c *access.Call, in *paying.ManualPayment) (*wire.Payment, error) {
	_, v, err := c.Order(c.Param("order_id"))
	if err != nil {
		return nil, err
	}
	note, err := paying.Reference(in.Reference)
	if err != nil {
		return nil, err
	}
	p, err := h.Settler.MarkPaid(c.Context(), v.Hold.ID, note, in.Amount)
	if err != nil {
		return nil, moneyProblem(err)
	}
	return h.Reader.PaymentOf(c, p)
}

// Payments are the payments of an order.
type Payments struct {
	Items     []wire.Payment       `json:"items"`
	Checkouts []wire.CheckoutState `json:"checkouts" doc:"The payment pages of the order, oldest first, with the last known status of each."`
}

func (h *Handlers) orderPayments(c *access.Call, _ *httpapi.None) (*Payments, error) {
	k, v, err := c.Order(c.Param("order_id"))
	if err != nil {
		return nil, err
	}
	list, err := h.Store.Payments.OrderPayments(c.Context(), k.EventID, v.Hold.ID)
	if err != nil {
		return nil, err
	}
	pages, err := h.Store.Payments.OrderCheckouts(c.Context(), k.EventID, v.Hold.ID)
	if err != nil {
		return nil, err
	}
	out := &Payments{Items: []wire.Payment{}, Checkouts: []wire.CheckoutState{}}
	for i := range pages {
		out.Checkouts = append(out.Checkouts, wire.CheckoutStateOf(&pages[i]))
	}
	for i := range list {
		p, err := h.Reader.PaymentOf(c, &list[i])
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, *p)
	}
	return out, nil
}

// refund returns the refund that the path names, after checking access to it.
func (h *Handlers) refund(c *access.Call) (*payments.Payout, error) {
	refund := c.Param("refund_id")
	k, err := c.EventOf(refund, id.Refund)
	if err != nil {
		return nil, err
	}
	if err := c.Caller.Authorize(c.Action, k.Resource()); err != nil {
		return nil, err
	}
	return h.Store.Payouts.Payout(c.Context(), k.EventID, refund)
}

// anyRefund returns the refund that the path names, of a booking or a place of the organization too.
func (h *Handlers) anyRefund(c *access.Call) (*payments.Payout, error) {
	o, err := h.Store.Payouts.Payout(c.Context(), c.Caller.OrgID, c.Param("refund_id"))
	if errors.Is(err, database.ErrNotFound) {
		return h.refund(c)
	}
	return o, err
}

func (h *Handlers) refunds() paying.Refunds {
	return paying.Refunds{Find: h.refund, Settler: h.Settler, Store: h.Store}
}
