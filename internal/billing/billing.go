// Package billing takes who an order is to be invoiced to, and has the order taxed by that while it
// is pending. It knows no law (package vat) and moves no money (package settlement); what is said
// is stored by the store, and what an order costs is decided by the sequencer of its event.
package billing

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/invoice"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/vat"
)

// Register is asked whether a business has a number: VIES.
type Register interface {
	Check(ctx context.Context, number, requester string) (vat.Consultation, error)
}

// Config is what a Biller needs.
type Config struct {
	Store *store.Store
	// Tax has a pending order taxed, and closes the pages on which it could be paid otherwise. It calls
	// ready, unless that is nil, when nobody can pay there any more, and before the order is taxed.
	Tax func(ctx context.Context, order string, t inventory.Taxation, vatID string, ready func() error) (total int64, err error)
	// Register is asked for numbers of businesses; nil: they are taken as they are written.
	Register Register
	Log      *slog.Logger
}

// Biller takes who orders are invoiced to.
type Biller struct{ cfg Config }

// New returns a Biller.
func New(cfg Config) (*Biller, error) {
	if cfg.Store == nil || cfg.Tax == nil || cfg.Log == nil {
		return nil, errors.New("billing: Config.Store, Tax and Log are required")
	}
	return &Biller{cfg}, nil
}

// Set stores who an order is to be invoiced to. An order that is pending is taxed by that, which may
// change what it costs: v has that then. The errors are those of Invoices.SetBilling, and of Config.Tax;
// where the order is being paid nothing is stored.
func (b *Biller) Set(ctx context.Context, v *events.RegistrationView, said *payments.Billing) error {
	o := v.Hold.Order
	if err := b.recall(ctx, said); err != nil {
		return err
	}
	if v.Hold.State != inventory.HoldHeld || o == nil {
		return b.cfg.Store.Invoices.SetBilling(ctx, *said)
	}
	of, err := b.cfg.Store.Invoices.OfEvent(ctx, said.EventID)
	switch {
	case errors.Is(err, database.ErrNotFound) || err == nil && of.Since == 0:
		return payments.ErrNoInvoicing
	case err != nil:
		return err
	}
	e, err := b.cfg.Store.Events.Event(ctx, said.EventID)
	if err != nil {
		return err
	}
	t := b.decide(ctx, of, e, said)
	store := func() error { return b.cfg.Store.Invoices.SetBilling(ctx, *said) }
	// Whoever owes the tax is stored before the order is without it, and not forgotten before it has it.
	if t.Rule == inventory.ReverseCharge && !taxed(o, t, said.VATID) {
		return b.tax(ctx, o, v.Hold.ID, t, said.VATID, store)
	}
	if t.Rule != inventory.ReverseCharge && !taxed(o, t, "") {
		if err := b.tax(ctx, o, v.Hold.ID, t, "", func() error { return nil }); err != nil {
			return err
		}
	}
	return store()
}

// Recalled is how long an answer of the register stands for the same number of the same order: a
// register that is away a moment later takes nothing back.
const Recalled = 24 * time.Hour

// recall takes over what the register said of the number when it was asked before.
func (b *Biller) recall(ctx context.Context, said *payments.Billing) error {
	was, err := b.cfg.Store.Invoices.Billing(ctx, said.EventID, said.OrderID)
	switch {
	case errors.Is(err, database.ErrNotFound):
		return nil
	case err != nil:
		return err
	case was.VATCheck == vat.Valid && was.VATID == said.VATID:
		said.VATCheck, said.VATCheckedAt, said.VATCheckID = was.VATCheck, was.VATCheckedAt, was.VATCheckID
	}
	return nil
}

// taxed reports whether an order is taxed so.
func taxed(o *inventory.Order, t inventory.Taxation, number string) bool {
	return o.Taxation == t.String() && o.VATID == number
}

// tax has an order taxed.
func (b *Biller) tax(ctx context.Context, o *inventory.Order, order string, t inventory.Taxation, number string, ready func() error) error {
	total, err := b.cfg.Tax(ctx, order, t, number, ready)
	if err != nil {
		return err
	}
	o.Taxation, o.VATID, o.Total = t.String(), number, total
	return nil
}

// decide says how an order is taxed, and asks the register where that makes a difference; what it
// answers is stored with what the buyer said.
func (b *Biller) decide(ctx context.Context, of *payments.Invoicing, e *events.EventView, said *payments.Billing) inventory.Taxation {
	seller, sold := SellerOf(of), EventOf(e)
	buyer := &vat.Buyer{Country: said.Country, VATID: said.VATID}
	if b.cfg.Register != nil && vat.Matters(seller, sold, buyer) {
		if said.VATCheck == "" || said.UpdatedAt > said.VATCheckedAt+inventory.Instant(Recalled.Microseconds()) {
			c, err := b.cfg.Register.Check(ctx, said.VATID, seller.VATID)
			if err != nil {
				b.cfg.Log.WarnContext(ctx, "billing: the register of VAT numbers did not answer", slog.Any("error", err))
			}
			said.VATCheck, said.VATCheckedAt, said.VATCheckID = c.Answer, c.At, c.ID
		}
		buyer.Asked, buyer.Answer = true, said.VATCheck
	}
	return vat.Decide(seller, sold, buyer)
}

// SellerOf is what of an organization decides how its orders are taxed.
func SellerOf(of *payments.Invoicing) *vat.Seller {
	rates, _ := vat.ReadRates(of.BuyerRates)
	return &vat.Seller{Country: of.Country, VATID: of.VATID, ReverseCharge: of.ReverseCharge, Rates: rates}
}

// EventOf is what of an event does.
func EventOf(e *events.EventView) *vat.Event {
	d := &e.Details
	return &vat.Event{Online: d.OnlineURL != "" && d.Location == "" && d.VenueRooms.VenueID == "", BusinessOwesTaxIn: d.BusinessOwesTaxIn}
}

// Asks reports whether what a buyer says of themselves can change what they pay for an order of the
// event.
func Asks(of *payments.Invoicing, e *events.EventView) bool {
	s, sold := SellerOf(of), EventOf(e)
	return of.Since > 0 && (sold.BusinessOwesTaxIn != "" && sold.BusinessOwesTaxIn != s.Country || sold.Online && vat.InUnion(s.Country) && (s.ReverseCharge || len(s.Rates) > 0))
}

// ReadBuyer returns what a buyer gave as it is stored, the number with the letters of its country, and
// what is wrong with it, with the digits of the number too.
func ReadBuyer(p invoice.Party) (invoice.Party, []invoice.Problem) {
	p = p.Normal()
	p.VATID = vat.Complete(p.Country, p.VATID)
	list := invoice.CheckBuyer(&p)
	if p.VATID != "" && !vat.Wellformed(p.VATID) && !slices.ContainsFunc(list, func(w invoice.Problem) bool { return w.Field == "vat_id" }) {
		list = append(list, invoice.Problem{Field: "vat_id", Code: "bad_format", Message: "is no VAT number of its country: check the digits"})
	}
	return p, list
}
