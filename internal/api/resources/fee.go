package resources

import (
	"context"
	"errors"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/paying"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/resources"
)

// ResourcePrice is what a unit costs.
type ResourcePrice struct {
	Amount   int64  `json:"amount" minimum:"1" maximum:"99999999" doc:"In minor units of the currency." example:"4500"`
	Currency string `json:"currency" minLength:"3" maxLength:"3" doc:"ISO 4217." example:"EUR"`
}

// ResourceFee is what a place on a waitlist costs, and when that goes back.
type ResourceFee struct {
	ResourcePrice
	TaxRateBP int64  `json:"tax_rate_bp,omitempty" minimum:"0" maximum:"9999" doc:"The tax that the fee has in it, in basis points: 1900 is 19 %. Invoices say so, where the organization issues them. Default: 0." example:"1900"`
	GiveBack  string `json:"give_back" enum:"always,unless_declined,unless_accepted,never" doc:"When it goes back, all of it, once the place has ended. always: however that is. unless_declined: not to anyone who declines an offer, lets it lapse, or leaves while it is open. unless_accepted: not to anyone who accepts; it is a part of the price. never: not. Whatever it says, the fee goes back to anyone who is removed by staff, and to anyone who accepts and is not given it." example:"unless_declined"`
}

// ResourceEntryFee is what somebody pays, or has paid, for their place.
type ResourceEntryFee struct {
	ResourceFee
	Status string     `json:"status" enum:"open,unpaid,kept,given_back,paid" doc:"open: it is to be paid, and the place is not in the queue. unpaid: it was not, and the place has ended. paid: it was, and the place stands. kept, given_back: what became of it when the place ended."`
	DueAt  time.Time  `json:"due_at" doc:"Until when it can be paid. A payment that comes later goes back."`
	PaidAt *time.Time `json:"paid_at,omitempty" doc:"When the payment was in: the place counts from then."`
}

// PriceOf is an amount; nil: there is none.
func PriceOf(amount int64, currency string) *ResourcePrice {
	if amount == 0 {
		return nil
	}
	return &ResourcePrice{amount, currency}
}

// FeeOf is what a place costs; nil: nothing.
func FeeOf(r *resources.Resource) *ResourceFee {
	if r.HoldFee == 0 {
		return nil
	}
	return &ResourceFee{ResourcePrice{r.HoldFee, r.HoldFeeCurrency}, r.HoldFeeTaxRate, string(r.GiveBack)}
}

// EntryFeeOf is what a place has to do with its fee; nil: it has none.
func EntryFeeOf(e *resources.ResourceEntry) *ResourceEntryFee {
	if e.Fee == 0 {
		return nil
	}
	f := &ResourceEntryFee{ResourceFee: ResourceFee{ResourcePrice{e.Fee, e.FeeCurrency}, e.FeeTaxRate, string(e.GiveBack)}, DueAt: e.PayUntil.Time(), PaidAt: wire.TimePtr(e.PaidAt)}
	switch {
	case e.FeeBack:
		f.Status = "given_back"
	case e.PaidBy != "" && e.EndedSeq != 0:
		f.Status = "kept"
	case e.PaidBy != "":
		f.Status = "paid"
	case e.EndedSeq != 0:
		f.Status = "unpaid"
	default:
		f.Status = "open"
	}
	return f
}

// money checks what a resource says of prices.
func money(check *httpapi.Checks, r *resources.Resource, in *ResourceIn) {
	amount := func(field string, p *ResourcePrice) {
		wire.KnownCurrency(check, field+".currency", p.Currency)
		wire.Payable(check, field+".amount", p.Amount, p.Currency)
	}
	if in.Price != nil {
		amount("price", in.Price)
		r.Price, r.PriceCurrency = in.Price.Amount, in.Price.Currency
	}
	if f := in.HoldFee; f != nil {
		amount("hold_fee", &f.ResourcePrice)
		r.HoldFee, r.HoldFeeCurrency, r.HoldFeeTaxRate, r.GiveBack = f.Amount, f.Currency, f.TaxRateBP, resource.GiveBack(f.GiveBack)
	}
}

// payable checks that a fee can be paid, on a page of a provider or by hand. What a resource asks for
// already stays.
func (h *Handlers) payable(c *access.Call, check *httpapi.Checks, r *resources.Resource) error {
	if r.HoldFee == 0 {
		return nil
	}
	have, err := h.Store.Resources.ByKey(c.Context(), r.OrgID, r.Key)
	switch {
	case errors.Is(err, database.ErrNotFound):
	case err != nil:
		return err
	case have.HoldFee == r.HoldFee && have.HoldFeeCurrency == r.HoldFeeCurrency:
		return nil
	}
	can, err := settlement.CanBePaid(c.Context(), h.Settler, r.OrgID)
	if err == nil && !can {
		check.Add("hold_fee", paying.NoProvider.Code, "needs a way in which people pay the organization; there is none")
	}
	return err
}

// ResourceCheckoutIn says where the fee of a place is paid.
type ResourceCheckoutIn struct {
	Provider string `json:"provider,omitempty" maxLength:"32" doc:"stripe, paypal or testpay, of those that are switched on. May be left out when there is one." example:"stripe"`
}

// ResourceCheckout is a page on which the fee of a place is paid.
type ResourceCheckout struct {
	ID         string    `json:"id" example:"chk_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	EntryID    string    `json:"entry_id"`
	Provider   string    `json:"provider" example:"stripe"`
	PaymentURL string    `json:"payment_url" doc:"Where it is paid. Whoever has the address can pay."`
	Amount     int64     `json:"amount" doc:"In minor units of the currency."`
	Currency   string    `json:"currency" example:"EUR"`
	ExpiresAt  time.Time `json:"expires_at" doc:"When the page closes at the latest."`
}

// Checkout returns the page on which the fee of a place is paid.
func Checkout(ctx context.Context, s *settlement.Settler, e *resources.ResourceEntry, provider string) (*ResourceCheckout, error) {
	page, err := s.CheckoutFee(ctx, e.ResourceID, e.ID, provider)
	if err != nil {
		return nil, paying.Problem(err)
	}
	name, _ := payment.CutAccount(page.Provider)
	return &ResourceCheckout{ID: page.ID, EntryID: e.ID, Provider: name, PaymentURL: page.URL, Amount: page.Amount, Currency: page.Currency, ExpiresAt: page.Deadline.Time()}, nil
}

func (h *Handlers) checkout(c *access.Call, in *ResourceCheckoutIn) (*ResourceCheckout, error) {
	_, e, err := h.place(c)
	if err != nil {
		return nil, err
	}
	return Checkout(c.Context(), h.Settler, e, in.Provider)
}

// ResourceEntryPayments is what was paid for a place.
type ResourceEntryPayments struct {
	Items     []wire.Payment `json:"items" doc:"The oldest first, with what of each goes back."`
	Providers []string       `json:"payment_providers" doc:"Where it can be paid."`
}

func (h *Handlers) entryPayments(c *access.Call, _ *httpapi.None) (*ResourceEntryPayments, error) {
	r, e, err := h.place(c)
	if err != nil {
		return nil, err
	}
	out := &ResourceEntryPayments{Items: []wire.Payment{}, Providers: []string{}}
	list, payouts, err := h.Store.Resources.FeePayments(c.Context(), r.OrgID, e.ID)
	if err != nil {
		return nil, err
	}
	out.Items = append(out.Items, wire.PaymentsWith(list, payouts)...)
	names, err := h.Settler.PageProviders(c.Context(), r.OrgID)
	out.Providers = append(out.Providers, names...)
	return out, err
}

func (h *Handlers) markFeePaid(c *access.Call, in *paying.ManualPayment) (*wire.Payment, error) {
	r, e, err := h.place(c)
	if err != nil {
		return nil, err
	}
	note, err := paying.Reference(in.Reference)
	if err != nil {
		return nil, err
	}
	p, err := settlement.MarkFeePaid(organizations.WithBy(c.Context(), c.By()), h.Settler, r.OrgID, e, note, in.Amount)
	if err != nil {
		return nil, paying.Problem(err)
	}
	back, err := h.Store.Payouts.PaymentPayouts(c.Context(), r.OrgID, p.ID)
	if err != nil {
		return nil, err
	}
	return wire.PaymentWith(p, back), nil
}

// entryRefund is the refund in the path, of the place in the path.
func (h *Handlers) entryRefund(c *access.Call) (*payments.Payout, error) {
	r, e, err := h.place(c)
	if err != nil {
		return nil, err
	}
	o, err := h.Store.Payouts.Payout(c.Context(), r.OrgID, c.Param("refund_id"))
	if err == nil && o.OrderID != resources.FeeOrder(e.ID) {
		err = database.ErrNotFound
	}
	return o, err
}

func (h *Handlers) refunds() paying.Refunds {
	return paying.Refunds{Find: h.entryRefund, Settler: h.Settler, Store: h.Store}
}
