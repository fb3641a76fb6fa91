package wire

import (
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// Payment is a payment for an order.
type Payment struct {
	ID        string `json:"id" example:"stripe:pi_3N0a"`
	OrderID   string `json:"order_id,omitempty"`
	Provider  string `json:"provider" example:"stripe"`
	AccountID string `json:"account_id,omitempty" example:"pac_3k9q0a7c1v5m" doc:"The organization's own account at the provider. Absent: that of the installation."`
	Amount    int64  `json:"amount" doc:"In minor units of the currency."`
	Currency  string `json:"currency" example:"EUR"`
	Status    string `json:"status" enum:"captured,tickets,refund,foreign" doc:"captured: not settled yet. tickets: it paid for the order. refund: it is refunded in full. foreign: it belongs to another installation or shop."`
	Problem   string `json:"problem,omitempty" doc:"Why it is refunded."`
	Reference string `json:"reference,omitempty" doc:"Of a manual payment."`
	Disputed  int64  `json:"disputed,omitempty" doc:"What the payer's bank has taken back."`
	// AtProvider is what was refunded in the dashboard and no decision here covers.
	AtProvider int64 `json:"refunded_at_provider,omitempty" doc:"What was refunded in the provider's dashboard while the sale and its tickets stand. Refunding items here covers it: then it is not paid twice."`
	ProviderFee
	CapturedAt time.Time      `json:"captured_at"`
	SettledAt  *time.Time     `json:"settled_at,omitempty"`
	Refunds    []RefundPayout `json:"refunds"`
}

// RefundPayout is a refund and its progress.
type RefundPayout struct {
	ID        string `json:"id" example:"rfd_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	Amount    int64  `json:"amount" doc:"In minor units of the currency."`
	Currency  string `json:"currency" example:"EUR"`
	Status    string `json:"status" enum:"due,pending,done,failed" doc:"due: not accepted by the provider yet. pending: accepted, or a person has to make it. failed: refused by the provider, needs attention."`
	Reason    string `json:"reason" example:"payment_late"`
	Reference string `json:"reference,omitempty" doc:"Of a manual refund, and of one that was paid by other means."`
	PaidOn    string `json:"paid_on,omitempty" format:"date" doc:"The day on which it was paid by other means than its payment provider. Absent: it was not." example:"2027-05-03"`
	RefundFailure
	ProviderFee
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at"`
}

// RefundFailure is why a refund has failed; of one whose last attempt went wrong, what was said.
type RefundFailure struct {
	Failure   string `json:"failure,omitempty" enum:"card_closed,account_closed,insufficient_balance,expired,disputed,already_refunded,bank_refused,not_arrived,unknown_payment,account_removed,other" doc:"Why it failed. card_closed: the card is lost, closed or past its date. account_closed: the account that it was to go to is closed or locked. insufficient_balance: the organization has too little at the provider. expired: the provider refunds payments for so long only. disputed: the payer asks their bank for it, which may give it back. already_refunded: the provider gave it back without us. bank_refused: the payer's bank takes no refund. not_arrived: the provider took it on, and it came back. unknown_payment: the provider does not know the payment. account_removed: the organization has removed its account at the provider. Absent: it has not failed." example:"disputed"`
	Error     string `json:"error,omitempty" doc:"Of the last attempt: what the provider said, in its own words." example:"This charge has been disputed."`
	ErrorCode string `json:"error_code,omitempty" doc:"By which the provider names the reason." example:"charge_disputed"`
}

// FailureOf is why a payout has failed, or what was said when it was last tried.
func FailureOf(o *payments.Payout) RefundFailure {
	f := RefundFailure{Error: o.Error, ErrorCode: o.ErrorCode}
	if o.State == payments.PayoutFailed {
		f.Failure = string(payment.FailureOf(o.ErrorCode))
	}
	return f
}

// ProviderFee is what a provider has kept.
type ProviderFee struct {
	Fee         *int64 `json:"fee,omitempty" doc:"What the provider has kept, in minor units of fee_currency. Less than 0: what it gave back. Absent: not known, or not yet. It is asked for a minute after the payment or the refund." example:"204"`
	FeeCurrency string `json:"fee_currency,omitempty" doc:"That in which the provider reckons, which may be another than that of the payment." example:"EUR"`
}

func feeOf(f *payments.ProviderFee) ProviderFee {
	if f.FeeCurrency == "" {
		return ProviderFee{}
	}
	return ProviderFee{Fee: &f.Fee, FeeCurrency: f.FeeCurrency}
}

// RefundOf converts a payout.
func RefundOf(o *payments.Payout) RefundPayout {
	return RefundPayout{
		ID: o.ID, Amount: o.Amount, Currency: o.Currency, Status: o.State, Reason: o.Reason, Reference: o.Note, PaidOn: o.PaidOn, RefundFailure: FailureOf(o),
		ProviderFee: feeOf(&o.ProviderFee), CreatedAt: o.CreatedAt.Time(), UpdatedAt: o.UpdatedAt.Time(),
	}
}

// PaymentOf converts a payment with its refunds.
func (r *Reader) PaymentOf(c *access.Call, p *payments.Payment) (*Payment, error) {
	list, err := r.Store.Payouts.PaymentPayouts(c.Context(), p.EventID, p.ID)
	if err != nil {
		return nil, err
	}
	return PaymentWith(p, list), nil
}

// PaymentWith converts a payment, and what of it goes back.
func PaymentWith(p *payments.Payment, list []payments.Payout) *Payment {
	provider, account := payment.CutAccount(p.Provider)
	out := &Payment{
		ID: p.ID, OrderID: p.OrderID, Provider: provider, AccountID: account, Amount: p.Amount, Currency: p.Currency, Status: p.State, Problem: p.Problem,
		Reference: p.Note, Disputed: p.Disputed, ProviderFee: feeOf(&p.ProviderFee), CapturedAt: p.CapturedAt.Time(), SettledAt: TimePtr(p.SettledAt), Refunds: []RefundPayout{},
	}
	for i := range list {
		out.Refunds = append(out.Refunds, RefundOf(&list[i]))
	}
	out.AtProvider = payments.Uncovered(list)
	return out
}

// CheckoutState is the status of a payment page.
type CheckoutState struct {
	ID         string `json:"id" example:"chk_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	Provider   string `json:"provider" example:"stripe"`
	Status     string `json:"status" enum:"open,pending,failed,paid,closed" doc:"open: not paid. pending: paid or approved, and the money has not arrived. failed: an attempt failed, another may succeed. paid: its payment is among the items. closed: it cannot be paid any more."`
	PaymentURL string `json:"payment_url,omitempty" doc:"While it can be paid."`
}

// CheckoutStateOf converts a checkout.
func CheckoutStateOf(c *payments.Checkout) CheckoutState {
	provider, _ := payment.CutAccount(c.Provider)
	out := CheckoutState{ID: c.ID, Provider: provider, Status: c.State}
	if c.State != payments.CheckoutOpen {
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

// PaymentsWith are payments, each with those of the payouts that are of it.
func PaymentsWith(list []payments.Payment, payouts []payments.Payout) []Payment {
	out := make([]Payment, len(list))
	for i := range list {
		of := slices.DeleteFunc(slices.Clone(payouts), func(o payments.Payout) bool { return o.PaymentID != list[i].ID })
		out[i] = *PaymentWith(&list[i], of)
	}
	return out
}
