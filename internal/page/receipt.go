package page

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/invoice"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/ticketpdf"
)

// Receipt makes a PDF of what was paid for an order, for its buyer; seller is the party that was
// paid. An order that nothing was paid for has none: database.ErrNotFound.
func (p *Pages) Receipt(w *Words, ev *events.EventView, v *events.RegistrationView, seller string) ([]byte, error) {
	ev = w.of(ev)
	h := v.Hold
	if h == nil || h.Order == nil || h.Order.Paid == 0 {
		return nil, database.ErrNotFound
	}
	o, starts, zone := h.Order, ev.Event.StartsAt.Time(), ev.Event.Zone
	money := func(amount int64) string { return w.money(amount, o.Currency) }
	r := &ticketpdf.Receipt{
		Event: ev.Event.ID, Heading: w.Receipt, Title: ev.Details.Title, Note: w.ReceiptNote,
		Facts: []ticketpdf.Fact{
			{Label: w.Seller, Text: seller},
			{Label: w.Buyer, Text: buyer(v)},
			{Label: w.When, Text: w.Span(starts, ev.Event.EndsAt.Time(), zone) + ", " + mailkit.ZoneName(starts, zone)},
			{Label: w.Where, Text: ev.Details.Location},
			{Label: w.OrderNumber, Text: h.ID},
			{Label: w.Ordered, Text: w.Moment(h.CreatedAt.Time(), zone) + ", " + mailkit.ZoneName(h.CreatedAt.Time(), zone)},
		},
	}
	bill := o.Bill()
	r.Lines = billLines(ev, bill.Lines, money)
	net := int64(0)
	for i := range o.Items {
		net += o.Items[i].Net
	}
	sum := func(label string, amount int64) {
		if amount != 0 {
			r.Sums = append(r.Sums, ticketpdf.Line{Text: label, Amount: money(amount)})
		}
	}
	sum(w.Discount, -bill.Discount)
	if tax := bill.TaxOnTop + bill.TaxIncluded; tax != 0 {
		sum(w.Net, net)
		sum(w.Tax, tax)
	}
	sum(invoice.WordsIn(w.Tag.String()).DonationReason, bill.Given)
	sum(w.Refunded, -(o.Paid - o.Refundable()))
	sum(w.Paid, o.Paid)
	return p.cfg.Paper.PrintReceipt(w.Tag, p.cfg.Now(), r)
}

// billLines are the lines of a bill, with their tax rate where they have one.
func billLines(ev *events.EventView, lines []inventory.BillLine, money func(int64) string) []ticketpdf.Line {
	out := make([]ticketpdf.Line, len(lines))
	for i := range lines {
		l := &lines[i]
		text := tierName(ev, l.Tier)
		if !l.Fee {
			text = fmt.Sprintf("%d × %s", l.Count, text)
		}
		if l.TaxRate != 0 {
			text += fmt.Sprintf(" (%s %%)", strconv.FormatFloat(float64(l.TaxRate)/100, 'f', -1, 64))
		}
		out[i] = ticketpdf.Line{Text: text, Amount: money(l.Amount())}
	}
	return out
}

func tierName(ev *events.EventView, tier string) string {
	if t := ev.Tier(tier); t != nil {
		return t.Name
	}
	return tier
}

// tierOf is the name of the tier of a ticket in the language of its event's words.
func tierOf(ev *events.EventView, t *events.TicketView) string {
	if named := ev.Tier(t.TierID); named != nil {
		return named.Name
	}
	return t.Tier
}

// buyer names who ordered, with the address.
func buyer(v *events.RegistrationView) string {
	name := inventory.NameFor(v.Hold.Name, &v.Person)
	switch email := v.Person.Profile.Email; {
	case email == "":
		return name
	case name == "":
		return email
	default:
		return name + ", " + email
	}
}

// receipt answers with the receipt of an order to print.
func (p *Pages) receipt(w http.ResponseWriter, r *http.Request) {
	s, err := p.find(r.Context(), r.PathValue("token"), identity.OrderLink)
	if err == nil && s.v.Person.ID != s.link.Person { // whoever has the address to pay at is not the buyer
		err = database.ErrNotFound
	}
	if err != nil {
		p.fail(w, r, err)
		return
	}
	words := WordsFor(r.Header.Get("Accept-Language"))
	seller, err := p.seller(r.Context(), s.event.Event.ID)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	body, err := p.Receipt(words, s.event, s.v, seller)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	w.Header().Set("Vary", "Accept-Language")
	sendFile(w, "application/pdf", `inline; filename="receipt.pdf"`, body)
}

// seller is the name of the organization that runs an event.
func (p *Pages) seller(ctx context.Context, event string) (string, error) {
	briefs, err := p.cfg.Store.Events.Briefs(ctx, []string{event})
	if err != nil || briefs[event] == nil {
		return "", err
	}
	return briefs[event].OrgName, nil
}
