package store

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/resources"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// What a refund is of.
const (
	RefundOfOrder   = "order"
	RefundOfBooking = "booking"
	RefundOfPlace   = "place"   // on the waitlist of a resource
	RefundOfPayment = "payment" // for nothing that is known here
)

// RefundOf says what a refund is of, and whose.
type RefundOf struct {
	Kind  string
	OrgID string // "": of an event that is not here, or of nobody
	// Of an order EventID and OrderID, of a booking BookingID and VenueID, of a place EntryID and
	// ResourceKey, as the organization calls the resource.
	EventID, OrderID, BookingID, VenueID, EntryID, ResourceKey string
	// Title is the event, venue or resource, else the organization.
	Title string
	// Name is whose money it is; "": not known, or erased.
	Name string
}

// RefundsOf returns what refunds are of, in their order, by the same few queries however many there are.
func (s *Store) RefundsOf(ctx context.Context, list []payments.Payout) ([]RefundOf, error) {
	found := make([]RefundOf, 0, len(list))
	for some := range slices.Chunk(list, table.MaxInList) {
		r := refundsRead{s: s, found: make([]RefundOf, len(some))}
		r.sort(some)
		for _, read := range []func(context.Context) error{r.readEvents, r.readOrders, r.readBookings, r.readPlaces, r.readOrganizations} {
			if err := read(ctx); err != nil {
				return nil, fmt.Errorf("store: what refunds are of: %w", s.db.Classify(err))
			}
		}
		found = append(found, r.found...)
	}
	return found, nil
}

// refundsRead is what is read of some refunds.
type refundsRead struct {
	s     *Store
	found []RefundOf
	// Where a thing is asked for, by its id.
	events, orders, bookings, entries, orgs map[string][]*RefundOf
	resources                               []string // of entries
}

// sort sorts refunds by what they say that they are of.
func (r *refundsRead) sort(list []payments.Payout) {
	ask := func(of *map[string][]*RefundOf, name string, f *RefundOf) {
		if *of == nil {
			*of = map[string][]*RefundOf{}
		}
		(*of)[name] = append((*of)[name], f)
	}
	for i := range list {
		o, f := &list[i], &r.found[i]
		f.Kind = RefundOfPayment
		switch {
		case payments.OfBookings(o.EventID):
			f.OrgID = o.EventID
			ask(&r.orgs, o.EventID, f)
			if booking, _, ok := bookings.CutBookingOrder(o.OrderID); ok {
				ask(&r.bookings, booking, f)
			} else if resource, entry, ok := resources.CutFeeOrder(o.OrderID); ok {
				r.resources = append(r.resources, resource)
				ask(&r.entries, entry, f)
			}
		case id.Valid(o.EventID, id.Event): // else it is money of nobody
			ask(&r.events, o.EventID, f)
			if event, ok := id.EventOf(o.OrderID, id.Order); ok && event == o.EventID {
				ask(&r.orders, o.OrderID, f)
			}
		}
	}
}

// each runs a query over some things, of some events, organizations or resources, and has what it finds of
// each written where the thing is asked for.
func (r *refundsRead) each(ctx context.Context, of map[string][]*RefundOf, within []string, query func(of, within string) string, scan func(engine.Row, *string, *RefundOf) error, write func(found, to *RefundOf)) error {
	if len(of) == 0 {
		return nil
	}
	list, args := table.InList(1, slices.Sorted(maps.Keys(of)))
	parts := ""
	if within != nil {
		var more []any
		parts, more = table.InList(len(args)+1, within)
		args = append(args, more...)
	}
	_, err := table.All(ctx, r.s.db.Read, func(row engine.Row, f *RefundOf) error {
		var name string
		err := scan(row, &name, f)
		for _, to := range of[name] {
			write(f, to)
		}
		return err
	}, query(list, parts), args...)
	return err
}

func (r *refundsRead) readEvents(ctx context.Context) error {
	return r.each(ctx, r.events, nil, func(of, _ string) string {
		return "select id, org_id, title from events where id in (" + of + ")"
	}, func(row engine.Row, name *string, f *RefundOf) error {
		err := row.Scan(name, &f.OrgID, &f.Title)
		f.EventID = *name
		return err
	}, func(f, to *RefundOf) {
		to.OrgID, to.EventID, to.Title = f.OrgID, f.EventID, f.Title
	})
}

func (r *refundsRead) readOrders(ctx context.Context) error {
	return r.each(ctx, r.orders, slices.Sorted(maps.Keys(r.events)), func(of, within string) string {
		return `select h.id, h.event_id, coalesce(p.name, '') from holds h left join people p on p.event_id = h.event_id and p.id = h.person_id
			where h.event_id in (` + within + ") and h.id in (" + of + ")"
	}, func(row engine.Row, name *string, f *RefundOf) error {
		err := row.Scan(name, &f.EventID, &f.Name)
		f.OrderID = *name
		return err
	}, func(f, to *RefundOf) {
		to.Kind, to.OrderID, to.Name = RefundOfOrder, f.OrderID, f.Name
	})
}

func (r *refundsRead) readBookings(ctx context.Context) error {
	return r.each(ctx, r.bookings, slices.Sorted(maps.Keys(r.orgs)), func(of, within string) string {
		return `select b.id, v.id, v.name, coalesce(g.name, m.name, '') from bookings b join venues v on v.org_id = b.org_id and v.id = b.venue_id
			left join booking_guests g on g.org_id = b.org_id and g.booking_id = b.id left join members m on m.org_id = b.org_id and m.id = b.created_by
			where b.org_id in (` + within + ") and b.id in (" + of + ")"
	}, func(row engine.Row, name *string, f *RefundOf) error {
		err := row.Scan(name, &f.VenueID, &f.Title, &f.Name)
		f.BookingID = *name
		return err
	}, func(f, to *RefundOf) {
		to.Kind, to.BookingID, to.VenueID, to.Title, to.Name = RefundOfBooking, f.BookingID, f.VenueID, f.Title, f.Name
	})
}

func (r *refundsRead) readPlaces(ctx context.Context) error {
	return r.each(ctx, r.entries, r.resources, func(of, within string) string {
		return `select e.id, r.key, r.name, e.name from resources r join resource_entries e on e.resource_id = r.id
			where r.id in (` + within + ") and e.id in (" + of + ")"
	}, func(row engine.Row, name *string, f *RefundOf) error {
		err := row.Scan(name, &f.ResourceKey, &f.Title, &f.Name)
		f.EntryID = *name
		return err
	}, func(f, to *RefundOf) {
		to.Kind, to.EntryID, to.ResourceKey, to.Title, to.Name = RefundOfPlace, f.EntryID, f.ResourceKey, f.Title, f.Name
	})
}

func (r *refundsRead) readOrganizations(ctx context.Context) error {
	return r.each(ctx, r.orgs, nil, func(of, _ string) string {
		return "select id, name from organizations where id in (" + of + ")"
	}, func(row engine.Row, name *string, f *RefundOf) error { return row.Scan(name, &f.Title) }, func(f, to *RefundOf) {
		if to.Title == "" {
			to.Title = f.Title
		}
	})
}
