package page

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// moneyView shows an order that has items: what it costs, and its status. An
// order that waits for its payment must not look like a place that is sure.
func moneyView(v *view, s *subject, h *inventory.Hold, now inventory.Instant) {
	status := h.OrderStatus()
	if h.State == inventory.HoldHeld && h.ExpiresAt <= now {
		status = "expired" // which the next batch will say
	}
	v.State, v.Good = "order."+status, h.State == inventory.HoldConfirmed || status == "pending"
	if extras := v.extrasIn(s.event, h); extras != "" && v.Goods == "" {
		v.Facts = append(v.Facts, fact{Label: v.Words.Beside.Title, Text: extras, Lines: true})
	}
	if h.Order.Total > 0 {
		v.Facts = append(v.Facts, fact{Label: v.Total, Text: v.money(h.Order.Total, h.Order.Currency)})
	}
	if status == "pending" {
		until := func(label string, at inventory.Instant) {
			v.Facts = append(v.Facts, fact{
				Label: label, Text: v.Deadline(at.Time(), s.event.Event.Zone), Datetime: at.Time().Format(time.RFC3339), Strong: true,
			})
		}
		if h.FirstHold() {
			until(v.HeldUntil, h.ExpiresAt)
			until(v.ThenPayUntil, h.Order.PayUntil)
		} else {
			until(v.PayUntil, h.ExpiresAt)
		}
		if how := howToPay(s.event); how != "" && h.Order.Total > 0 {
			v.Facts = append(v.Facts, fact{Label: v.HowToPay, Text: how, Lines: true}, fact{Label: v.Reference, Text: h.PaymentReference()})
		}
	}
}

// howToPay says how orders of an event are paid by hand: the account to transfer to, and what
// the organizer wrote.
func howToPay(e *events.EventView) string {
	var lines []string
	if a := e.Bank; a != nil {
		lines = accountLines(a)
	}
	if how := e.Event.Settings.Orders.Instructions; how != "" {
		if len(lines) > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, how)
	}
	return strings.Join(lines, "\n")
}

// accountLines name an account to transfer to.
func accountLines(a *events.BankAccount) []string {
	lines := []string{a.Holder, "IBAN " + inventory.InFours(a.IBAN)}
	if a.BIC != "" {
		lines = append(lines, "BIC "+a.BIC)
	}
	return lines
}

// Payer is how a pending order comes to be paid.
type Payer struct {
	// Providers returns those with a page to pay on for an organization's orders, by name.
	// Nil: there are none.
	Providers func(ctx context.Context, org string) ([]string, error)
	// Checkout returns the address of the page of a provider for an order.
	Checkout func(ctx context.Context, order, provider string) (string, error)
	// Billing takes who an order is invoiced to, which may change what it costs. Nil: nobody does.
	Billing func(ctx context.Context, v *events.RegistrationView, said *payments.Billing) error
	// Refused reports whether an error of Checkout means that the order cannot be
	// paid there now.
	Refused func(error) bool
}

// providers returns the providers at which an order of the subject's event can be paid.
func (p *Pages) providers(ctx context.Context, s *subject) ([]string, error) {
	if p.cfg.Pay.Providers == nil {
		return nil, nil
	}
	return p.cfg.Pay.Providers(ctx, s.event.Event.OrgID)
}

// ways are the forms with which an order is paid.
func ways(w *Words, base string, providers []string) []ending {
	var list []ending
	for _, name := range providers {
		label := w.PayNow
		if known := payment.Title(name); known != "" && len(providers) > 1 {
			label = fill(w.PayWith, "{name}", known)
		}
		list = append(list, ending{Label: label, URL: base + "/pay/" + name})
	}
	return list
}

// pay shows the way to the page of a provider. It does not redirect there: what
// a form may lead to is this site only.
func (p *Pages) pay(w http.ResponseWriter, r *http.Request) {
	s, err := p.find(r.Context(), r.PathValue("token"), identity.OrderLink)
	if err == nil {
		var known []string
		if known, err = p.providers(r.Context(), s); err == nil && (!slices.Contains(known, r.PathValue("provider")) || s.v.Hold.Order == nil) {
			err = database.ErrNotFound
		}
	}
	if err != nil {
		p.fail(w, r, err)
		return
	}
	address, err := p.cfg.Pay.Checkout(r.Context(), s.v.Hold.ID, r.PathValue("provider"))
	back := "/r/" + r.PathValue("token")
	switch {
	case err != nil && p.cfg.Pay.Refused(err):
		p.show(w, r, http.StatusConflict, &view{State: "refused", Title: translated(r, s.event).Details.Title, Back: back})
	case err != nil:
		p.fail(w, r, err)
	default:
		words := WordsFor(r.Header.Get("Accept-Language"))
		p.show(w, r, http.StatusOK, &view{State: "order.pending", Good: true, Title: words.of(s.event).Details.Title, Further: address, FurtherText: words.ToPayment, Back: back})
	}
}

// mayEnd reports whether the buyer alone can give the order back now.
func mayEnd(e *inventory.Event, h *inventory.Hold, now inventory.Instant) bool {
	switch h.State {
	case inventory.HoldHeld:
		return true
	case inventory.HoldConfirmed:
		return now < e.CancellationEnds() && (!h.Order.Bought() || e.Settings.Orders.SelfRefund) && h.Order.Returnable()
	}
	return false
}
