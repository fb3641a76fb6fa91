package payments

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// Billing returns who an order is to be invoiced to, or ErrNotFound.
func (s Invoices) Billing(ctx context.Context, event, order string) (*Billing, error) {
	v, err := table.One(ctx, s.db.Read, BillingTable.Scan, BillingTable.From()+" where event_id = $1 and order_id = $2", event, order)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &v, nil
}

// BillingOf returns what a person of an event has said of invoices, limit at most.
func (s Invoices) BillingOf(ctx context.Context, event, person string, limit int) ([]Billing, error) {
	list, err := table.All(ctx, s.db.Read, BillingTable.Scan, BillingTable.From()+" where event_id = $1 and person_id = $2 order by order_id limit $3", event, person, limit)
	return list, s.db.Classify(err)
}

// OfOrder returns the documents of an order, the first first, limit at most.
func (s Invoices) OfOrder(ctx context.Context, event, order string, limit int) ([]InvoiceRow, error) {
	list, err := table.All(ctx, s.db.Read, InvoiceTable.Scan, InvoiceTable.From()+" where event_id = $1 and order_id = $2 order by year, no limit $3", event, order, limit)
	return list, s.db.Classify(err)
}

// OfPerson returns the documents of all orders of a person of an event, limit at most.
func (s Invoices) OfPerson(ctx context.Context, event, person string, limit int) ([]InvoiceRow, error) {
	list, err := table.All(ctx, s.db.Read, InvoiceTable.Scan, "select "+InvoiceTable.As("i")+` from invoices i join holds h on h.event_id = i.event_id and h.id = i.order_id
		where i.event_id = $1 and h.person_id = $2 order by i.year, i.no limit $3`, event, person, limit)
	return list, s.db.Classify(err)
}

// Invoice returns a document of an event, or ErrNotFound.
func (s Invoices) Invoice(ctx context.Context, event, doc string) (*InvoiceRow, error) {
	v, err := table.One(ctx, s.db.Read, InvoiceTable.Scan, InvoiceTable.From()+" where event_id = $1 and id = $2", event, doc)
	if err != nil {
		return nil, s.db.Classify(err)
	}
	return &v, nil
}

// InvoiceFilter says which documents of an organization are wanted.
type InvoiceFilter struct {
	OrgID    string
	EventID  string            // "": of all
	Kind     string            // "": both
	From, To inventory.Instant // issued from and before; 0: no bound
}

// InvoicePosition is a place in a list of documents, by number. The zero position is its
// beginning.
type InvoicePosition struct{ Year, No int64 }

func (f *InvoiceFilter) where() (string, []any) {
	parts, args := []string{"org_id = $1"}, []any{f.OrgID}
	add := func(text string, arg any) {
		args = append(args, arg)
		parts = append(parts, fmt.Sprintf(text, len(args)))
	}
	if f.EventID != "" {
		add("event_id = $%d", f.EventID)
	}
	if f.Kind != "" {
		add("kind = $%d", f.Kind)
	}
	if f.From != 0 {
		add("issued_at >= $%d", int64(f.From))
	}
	if f.To != 0 {
		add("issued_at < $%d", int64(f.To))
	}
	return strings.Join(parts, " and "), args
}

// List returns documents of an organization, the latest number first, before a position.
func (s Invoices) List(ctx context.Context, f *InvoiceFilter, before InvoicePosition, limit int) ([]InvoiceRow, error) {
	where, args := f.where()
	n := len(args)
	if before != (InvoicePosition{}) {
		where += fmt.Sprintf(" and (year, no) < (cast($%d as bigint), cast($%d as bigint))", n+1, n+2)
		args = append(args, before.Year, before.No)
	}
	list, err := table.All(ctx, s.db.Read, InvoiceTable.Scan, InvoiceTable.From()+" where "+where+fmt.Sprintf(" order by year desc, no desc limit $%d", len(args)+1), append(args, limit)...)
	return list, s.db.Classify(err)
}

// Onward returns documents of an organization by number, behind a position.
func (s Invoices) Onward(ctx context.Context, f *InvoiceFilter, after InvoicePosition, limit int) ([]InvoiceRow, error) {
	where, args := f.where()
	n := len(args)
	list, err := table.All(ctx, s.db.Read, InvoiceTable.Scan, InvoiceTable.From()+" where "+where+
		fmt.Sprintf(" and (year, no) > (cast($%d as bigint), cast($%d as bigint)) order by year, no limit $%d", n+1, n+2, n+3), append(args, after.Year, after.No, limit)...)
	return list, s.db.Classify(err)
}

// bookingInvoiceID is the id of a document of a booking, which follows from what it rests on.
func bookingInvoiceID(org, ref string) string {
	return id.OfOrganization(id.Invoice, org, sha256.Sum256([]byte("holdfast booking invoice v1\n"+ref)))
}

// BookingID is the booking that a document is of, empty when it is of something else.
func (v *InvoiceRow) BookingID() string { return v.of(id.Booking) }

// PlaceID is the place on the waitlist of a resource that a document is of, empty when it is of something
// else.
func (v *InvoiceRow) PlaceID() string { return v.of(id.ResourceEntry) }

// of is what of an organization stands in the place of an order, if its id is of a kind.
func (v *InvoiceRow) of(kind string) string {
	if of, _, _ := strings.Cut(v.OrderID, "-"); OfBookings(v.EventID) && strings.HasPrefix(of, kind) {
		return of
	}
	return ""
}

// OfBookings reports whether what stands in the place of an event is the organization whose
// bookings are paid.
func OfBookings(event string) bool { return strings.HasPrefix(event, id.Organization) }
