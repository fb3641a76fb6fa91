package export

import (
	"context"
	"fmt"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/question"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/audience"
	"github.com/holdfast-events/holdfast/internal/store/checkins"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// pageSize is how many rows are read at once, and kept in memory.
const pageSize = 500

// sheet is what an export of a kind has in it: the names of its columns, which
// never change, and its rows, told one after the other.
type sheet struct {
	columns []string
	rows    func(ctx context.Context, s *store.Store, v *events.EventView, asked *asked, row func(...any) error) error
	// asks are the scopes of the questions that have columns of their own.
	asks []question.Scope
}

var sheets = map[Kind]sheet{
	Guests:       {[]string{"ticket_id", "order_id", "tier", "attendee_name", "attendee_email", "ordered_by_name", "ordered_by_email", "user_id", "unit", "units", "checked_in_at", "gate", "via", "via_name"}, guestRows, []question.Scope{question.Order, question.Attendee}},
	Orders:       {[]string{"order_id", "status", "name", "email", "user_id", "units", "currency", "total", "paid", "refunded", "items", "created_at", "updated_at", "fees", "fees_currency", "order_fees", "via", "via_name", "donations"}, orderRows, []question.Scope{question.Order}},
	Waitlist:     {[]string{"position", "entry_id", "tier", "name", "email", "user_id", "units", "guests", "priority_class", "joined_at", "times_passed", "via", "via_name"}, waitlistRows, []question.Scope{question.Order, question.Attendee}},
	Applications: {[]string{"entry_id", "answer", "status", "reason", "tier", "name", "email", "user_id", "units", "guests", "applied_at", "approved_at", "declined_at", "via", "via_name"}, applicationRows, []question.Scope{question.Order, question.Attendee}},
	Invitations:  {[]string{"invitation_id", "status", "name", "email", "user_id", "places", "taken", "waited", "invited_at", "sent_at", "answered_at"}, invitationRows, nil},
	Checkins:     {[]string{"list_id", "ticket_id", "at", "gate", "inside", "device_id", "scan_id", "phone"}, checkinRows, nil},
	Audit:        {[]string{"seq", "at", "actor", "subject", "from", "to", "reason", "related", "units", "rule_version", "hash", "commitment"}, auditRows, nil},
}

// guestRows tells each good ticket, who comes in with it, and when and where they
// first came in. Tickets are told by pages, because what they came in by is read for many
// at once.
func guestRows(ctx context.Context, s *store.Store, v *events.EventView, asked *asked, row func(...any) error) (err error) {
	page := make([]events.TicketView, 0, pageSize)
	tell := func() error {
		ids := make([]string, len(page))
		for i := range page {
			ids[i] = page[i].ID
		}
		came, err := s.CheckIns.Admitted(ctx, v.Event.ID, ids)
		if err != nil {
			return err
		}
		orders := make([]string, len(page))
		for i := range page {
			orders[i] = page[i].OrderID
		}
		answers, err := asked.read(ctx, orders)
		if err != nil {
			return err
		}
		from, err := s.Tracking.SourcesOfOrders(ctx, v.Event.ID, orders)
		if err != nil {
			return err
		}
		for i := range page {
			t := &page[i]
			a := came[t.ID] // none: neither a time nor a gate
			cells := []any{t.ID, t.OrderID, t.Tier, t.Attendee.Name, t.Attendee.Email, inventory.NameFor(t.Name, &t.Person), t.Person.Profile.Email,
				t.Person.UserID, t.Unit, t.Units, a.At, a.Gate, from[t.OrderID].Code, from[t.OrderID].Name}
			err := row(append(cells, asked.cells(answers[t.OrderID], t.Unit)...)...)
			if err != nil {
				return err
			}
		}
		page = page[:0]
		return nil
	}
	all := s.Tickets.EachTicket(ctx, v.Event.ID, func(t *events.TicketView) bool {
		if t.Extra { // nobody comes in with it: orders tell of it
			return true
		}
		if page = append(page, *t); len(page) == pageSize {
			err = tell()
		}
		return err == nil
	})
	if err == nil {
		err = all
	}
	if err != nil {
		return err
	}
	return tell()
}

func orderRows(ctx context.Context, s *store.Store, v *events.EventView, asked *asked, row func(...any) error) error {
	tiers := tierNames(v)
	for after := ""; ; {
		page, err := s.Orders.OrdersPage(ctx, v.Event.ID, "", after, pageSize)
		if err != nil {
			return err
		}
		orders := make([]string, len(page))
		for i := range page {
			orders[i] = page[i].Hold.ID
		}
		fees, err := s.Payments.OrderFees(ctx, v.Event.ID, orders)
		if err != nil {
			return err
		}
		answers, err := asked.read(ctx, orders)
		if err != nil {
			return err
		}
		from, err := s.Tracking.SourcesOfOrders(ctx, v.Event.ID, orders)
		if err != nil {
			return err
		}
		for i := range page {
			if err := orderRow(&page[i], tiers, fees[page[i].Hold.ID], from[page[i].Hold.ID], asked.cells(answers[page[i].Hold.ID], 0), row); err != nil {
				return err
			}
			after = page[i].Hold.ID
		}
		if len(page) < pageSize {
			return nil
		}
	}
}

func orderRow(v *events.RegistrationView, tiers map[string]string, fees []payments.ProviderFee, from audience.Source, answers []any, row func(...any) error) error {
	h, o := v.Hold, v.Hold.Order
	if o == nil {
		return fmt.Errorf("export: order %s has no money", h.ID)
	}
	var refunded, charged int64 // charged: the fees of the event
	for i := range o.Refunds {
		refunded += o.Refunds[i].Amount
	}
	items := make([]string, 0, len(o.Items))
	for i := range o.Items {
		it := &o.Items[i]
		text := tiers[it.Tier] + " " + amount{it.Gross, o.Currency}.String()
		if !it.Live() {
			text += " (released)"
		}
		items = append(items, text)
		if it.IsFee() {
			charged += it.Gross
		}
	}
	money := func(minor int64) amount { return amount{minor, o.Currency} }
	p := &v.Person
	cells := []any{h.ID, h.OrderStatus(), inventory.NameFor(h.Name, p), p.Profile.Email, p.UserID, h.Units, o.Currency, money(o.Total), money(o.Paid),
		money(refunded), strings.Join(items, "; "), h.CreatedAt, h.UpdatedAt, feesOf(fees), currenciesOf(fees), money(charged), from.Code, from.Name, money(h.Given())}
	return row(append(cells, answers...)...)
}

// feesOf returns what providers have kept: an amount, or where they reckon in several
// currencies the amounts one after the other, as currenciesOf returns these.
func feesOf(fees []payments.ProviderFee) any {
	if len(fees) == 1 {
		return amount{fees[0].Fee, fees[0].FeeCurrency}
	}
	return joined(fees, func(f payments.ProviderFee) string { return amount{f.Fee, f.FeeCurrency}.String() })
}

func currenciesOf(fees []payments.ProviderFee) string {
	return joined(fees, func(f payments.ProviderFee) string { return f.FeeCurrency })
}

func joined(fees []payments.ProviderFee, text func(payments.ProviderFee) string) string {
	parts := make([]string, len(fees))
	for i := range fees {
		parts[i] = text(fees[i])
	}
	return strings.Join(parts, "; ")
}

func checkinRows(ctx context.Context, s *store.Store, v *events.EventView, _ *asked, row func(...any) error) error {
	phones, err := s.CheckIns.PassNames(ctx, v.Event.ID) // of the devices that have a pass
	if err != nil {
		return err
	}
	for after := (checkins.AdmissionPosition{}); ; {
		page, err := s.CheckIns.Admissions(ctx, v.Event.ID, after, pageSize)
		if err != nil {
			return err
		}
		for i := range page {
			a := &page[i]
			inside := "yes"
			if !a.Inside {
				inside = "no"
			}
			if err := row(a.List, a.Ticket, a.At, a.Gate, inside, a.Device, a.ID, phones[a.Device]); err != nil {
				return err
			}
			after = checkins.AdmissionPosition{List: a.List, Ticket: a.Ticket}
		}
		if len(page) < pageSize {
			return nil
		}
	}
}

// auditRows tells the ledger up to where it was when the export began.
func auditRows(ctx context.Context, s *store.Store, v *events.EventView, _ *asked, row func(...any) error) error {
	for after := int64(0); after < v.Event.Seq; {
		page, err := s.Events.Audit(ctx, v.Event.ID, after, pageSize)
		if err != nil {
			return err
		}
		if len(page) == 0 {
			return fmt.Errorf("export: the ledger of %s ends at %d of %d", v.Event.ID, after, v.Event.Seq)
		}
		for i := range page {
			a := &page[i]
			if after = a.Seq; after > v.Event.Seq {
				return nil
			}
			if err := row(a.Seq, a.At, a.Actor, a.Subject, a.From, a.To, string(a.Reason), a.Related, a.Units, a.Rule, fmt.Sprintf("%x", a.Hash[:]), a.Commitment); err != nil {
				return err
			}
		}
	}
	return nil
}

func tierNames(v *events.EventView) map[string]string {
	names := make(map[string]string, len(v.Tiers))
	for i := range v.Tiers {
		names[v.Tiers[i].ID] = v.Tiers[i].Name
	}
	return names
}
