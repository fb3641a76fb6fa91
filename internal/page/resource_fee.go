package page

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/resources"
)

// unitPrice is what a unit costs, of so many.
func (w *Words) unitPrice(amount int64, currency string, units int64) string {
	text := w.money(amount, currency)
	if units > 1 {
		text = w.number(float64(units)) + " × " + text
	}
	return text
}

// holdFeeFacts say what a fee is, and when it goes back.
func (w *Words) holdFeeFacts(amount int64, currency string, rule resource.GiveBack) []fact {
	return []fact{{Label: w.Resource.Fee, Text: w.money(amount, currency), Strong: true}, {Label: w.Resource.FeeBack, Text: accountmail.FeeRule(w.Tag.String(), string(rule))}}
}

// feeView says what a place has to do with its fee.
func (w *Words) feeView(v *view, e *resources.ResourceEntry) {
	if e.Fee == 0 {
		return
	}
	v.Facts = append(v.Facts, w.holdFeeFacts(e.Fee, e.FeeCurrency, e.GiveBack)...)
	if e.PaidBy != "" && e.EndedSeq != 0 {
		v.Facts[len(v.Facts)-1].Text = accountmail.FeeGoesBack(w.Tag.String(), w.money(e.Fee, e.FeeCurrency), e.FeeBack)
	}
}

// feeWays are the forms with which the fee of a place is paid.
func feeWays(ctx context.Context, c *Config, words *Words, base, org string) ([]ending, error) {
	if c.Pay.Providers == nil || c.Joins == nil {
		return nil, nil
	}
	names, err := c.Pay.Providers(ctx, org)
	return ways(words, base, names), err
}

// payFee shows the way to the page of a provider, as pay does for orders.
func (p joinPages) payFee(w http.ResponseWriter, r *http.Request) {
	token := r.PathValue("token")
	res, e, err := p.place(r.Context(), token)
	if err == nil && p.cfg.Pay.Providers != nil {
		var known []string
		if known, err = p.cfg.Pay.Providers(r.Context(), res.OrgID); err == nil && !slices.Contains(known, r.PathValue("provider")) {
			err = database.ErrNotFound
		}
	}
	var address string
	if err == nil {
		address, err = p.cfg.Joins.Pay(r.Context(), e, r.PathValue("provider"))
	}
	var refused *GuestRefusal
	switch {
	case errors.As(err, &refused):
		p.show(w, r, http.StatusConflict, &view{State: "refused", Title: res.Name, Back: identity.PlacePath + token})
	case err != nil:
		p.fail(w, r, err)
	default:
		words := WordsFor(r.Header.Get("Accept-Language"))
		p.show(w, r, http.StatusOK, &view{State: "place.pending_payment", Good: true, Title: res.Name, Further: address, FurtherText: words.ToPayment, Back: identity.PlacePath + token})
	}
}

// feeDocument sends an invoice or a credit note of the fee of a place.
func feeDocument(p *Pages, w http.ResponseWriter, r *http.Request) {
	res, e, err := p.place(r.Context(), r.PathValue("token"))
	var row *payments.InvoiceRow
	if err == nil {
		row, err = p.cfg.Store.Invoices.Invoice(r.Context(), res.OrgID, r.PathValue("invoice"))
	}
	if err == nil && row.PlaceID() != e.ID {
		err = database.ErrNotFound
	}
	if err != nil {
		p.fail(w, r, err)
		return
	}
	sendInvoice(p, w, r, row)
}

// feeBilling is the form in which somebody says who the fee of their place is invoiced to; nil: it has no invoice.
func feeBilling(ctx context.Context, c *Config, w *Words, org, base string, e *resources.ResourceEntry) (*business, error) {
	if !e.Billable() || e.FeeBack {
		return nil, nil
	}
	of, err := c.Store.Invoices.Invoicing(ctx, org)
	if errors.Is(err, database.ErrNotFound) || err == nil && of.Since == 0 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	form := &business{URL: base + "/billing", Title: w.Bill.Title, Apply: w.Bill.Apply}
	if e.PaidBy != "" {
		form.Text = w.Bill.Text
	}
	said, err := c.Store.Invoices.Billing(ctx, org, e.ID)
	switch {
	case err == nil:
		form.Open, form.Outcome = true, w.Bill.Saved
	case errors.Is(err, database.ErrNotFound):
		said = &payments.Billing{}
	default:
		return nil, err
	}
	form.fill(w, said)
	return form, nil
}

// billFee takes who the fee of a place is invoiced to, and shows the place again.
func billFee(p *Pages, w http.ResponseWriter, r *http.Request) {
	token, words := r.PathValue("token"), WordsFor(r.Header.Get("Accept-Language"))
	base := identity.PlacePath + token
	res, e, err := p.place(r.Context(), token)
	var form *business
	if err == nil {
		form, err = feeBilling(r.Context(), &p.cfg, words, res.OrgID, base, e)
	}
	if err != nil {
		p.fail(w, r, err)
		return
	}
	if form == nil { // it went back, or there is no invoice by now: the page says what there is
		http.Redirect(w, r, base, http.StatusSeeOther)
		return
	}
	said := payments.Billing{EventID: res.OrgID, OrderID: e.ID, UpdatedAt: inventory.At(p.cfg.Now())}
	status := http.StatusUnprocessableEntity
	if form.read(w, r, words, &said) {
		err = p.cfg.Store.Resources.SetFeeBilling(r.Context(), said)
		if err == nil || errors.Is(err, payments.ErrNoInvoicing) {
			http.Redirect(w, r, base, http.StatusSeeOther)
			return
		}
		if !errors.Is(err, payments.ErrInvoiceFinal) {
			p.fail(w, r, err)
			return
		}
		form.Refused, status = words.Bill.Final, http.StatusConflict
	}
	v, err := p.placeView(r.Context(), words, token, res, e)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	form.Outcome, v.Business = "", form
	p.show(w, r, status, v)
}
