package orders

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/audience"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/translation"
)

// bears reports whether the caller came through a link that is for whoever has it.
func bears(c *access.Call) bool { return c.Caller.Link != nil && c.Caller.Link.Bears() }

// mayPay reports whether the caller may be told how an order is paid: whoever reads it for
// an organization and may not sell, as at the door, could else cancel it there.
// Anyone who has just ordered without credentials may.
func mayPay(c *access.Call) bool { return c.Caller.Public() || c.Caller.May(identity.PayOrder) == nil }

// pending says of an order how it can be paid, while it can, and who comes in.
func (h *Handlers) pending(c *access.Call, k *access.EventSummary, o *wire.Order, hold *inventory.Hold) error {
	if o.Status != "pending" {
		return nil
	}
	if o.Total > 0 && mayPay(c) {
		if o.PaymentURL = h.Links.BearerURL(o.ID, hold.ExpiresAt.Time()); bears(c) {
			o.PaymentURL = h.Links.Again(c.Caller.Link)
		}
		var err error
		if o.PaymentProviders, err = h.Settler.PageProviders(c.Context(), k.OrgID); err != nil {
			return err
		}
		o.Instructions, o.Reference = k.Instructions, hold.PaymentReference()
		if o.Transfer, err = h.transferOf(c, k, hold); err != nil {
			return err
		}
	}
	said, err := h.Store.Tickets.Attendees(c.Context(), o.ID)
	for i := range o.Items {
		it := &o.Items[i]
		if it.Status != "live" || it.Donation || it.Fee {
			continue
		}
		it.TicketID = id.TicketOf(o.ID, int64(it.No))
		it.Attendee, it.Email = said[int64(it.No)].Name, said[int64(it.No)].Email
	}
	return err
}

// transferOf says how a pending order is paid by bank transfer; nil: it is not.
func (h *Handlers) transferOf(c *access.Call, k *access.EventSummary, hold *inventory.Hold) (*wire.TransferTo, error) {
	if !k.BankTransfer {
		return nil, nil
	}
	a, err := h.Store.Banks.Account(c.Context(), k.OrgID)
	switch {
	case errors.Is(err, database.ErrNotFound):
		return nil, nil
	case err != nil:
		return nil, err
	}
	return wire.TransferToOf(a, hold), nil
}

func (h *Handlers) getOrder(c *access.Call, _ *httpapi.None) (*wire.Order, error) {
	k, v, err := c.Order(c.Param("order_id"))
	if err != nil {
		return nil, err
	}
	return h.Show(c, k, v)
}

// Show is an order as the caller may read it: whoever has its link and nothing
// else knows no more of the person of that address than was said with the order.
func (h *Handlers) Show(c *access.Call, k *access.EventSummary, v *events.RegistrationView) (*wire.Order, error) {
	out := wire.OrderOf(k.EventID, v.Hold, nil)
	if bears(c) || c.Caller.Public() {
		// Whether another name was typed than the person is known by says that they are known.
		out.Name = cmp.Or(v.Hold.Name, v.Person.Profile.Name)
	} else {
		person := wire.PersonOf(&v.Person)
		out.Person = &person
	}
	if c.Caller.Staff() {
		if err := h.Reader.ShowSources(c, k.EventID, []*wire.Order{out}, nil); err != nil {
			return nil, err
		}
	}
	texts, err := h.Reader.Texts(c, k)
	if err != nil {
		return nil, err
	}
	for i := range out.Items {
		it := &out.Items[i]
		it.Extra = !k.Admits(it.TierID)
		it.TierName, _ = texts.Or(translation.Tier(it.TierID, "name"), k.Tiers[it.TierID])
		if it.Place, err = h.Charts.Place(c.Context(), it.SeatID); err != nil {
			return nil, err
		}
	}
	if err := h.pending(c, k, out, v.Hold); err != nil {
		return nil, err
	}
	out.Instructions, _ = texts.Or(translation.Instructions, out.Instructions)
	return out, nil
}

func cancelOrder(c *access.Call, _ *httpapi.None) (*wire.Ended, error) {
	k, v, err := c.Order(c.Param("order_id"))
	if err != nil {
		return nil, err
	}
	if l := c.Caller.Link; l != nil && !l.MayEnd(v.Hold) {
		return nil, identity.ErrReach
	}
	var cmd inventory.Command = inventory.Cancel{Who: c.Who(), OrderID: v.Hold.ID}
	if v.Hold.Kind == inventory.KindOrder {
		cmd = inventory.CancelOrder{Who: c.Who(), OrderID: v.Hold.ID}
	}
	reply, err := c.Submit(k.EventID, cmd, nil)
	if err != nil {
		return nil, err
	}
	return &wire.Ended{Status: wire.StateOr(reply.Status, string(inventory.HoldReleased)), LedgerSeq: reply.Seq}, nil
}

// OrderList is a page of orders.
type OrderList struct {
	httpapi.List[*wire.Order]
}

func (h *Handlers) listOrders(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*OrderList, error) {
	status := c.Query.Get("status")
	state, known := map[string]string{"": "", "pending": "held", "confirmed": "confirmed", "ended": "released"}[status]
	if !known {
		return nil, httpapi.Invalid(httpapi.FieldError{Field: "status", Code: "not_allowed", Message: "must be pending, confirmed or ended"})
	}
	sort, q := c.Query.Get("sort"), c.Query.Get("q")
	var check httpapi.Checks
	if q != "" {
		q = check.Line("q", q, 0, wire.MaxSearch)
	}
	if sort != "" && sort != "newest" {
		check.Add("sort", "not_allowed", "must be newest")
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	if tail, ok := inventory.MatchesReference(q); ok {
		q = tail
	}
	page := events.OrderPage{State: state, NewestFirst: sort == "newest"}
	words := strings.Fields(audience.Fold(q))
	list := strings.Join([]string{"orders", k.EventID, status, sort, strings.Join(words, " ")}, " ")
	found, next, err := httpapi.Search(&c.Request, list, func(at *string, limit int) ([]events.RegistrationView, bool, error) {
		page.From = *at
		found, more, err := h.ordersWith(c, k, &page, words, limit)
		*at = page.From
		return found, more, err
	})
	if err != nil {
		return nil, err
	}
	out := &OrderList{httpapi.ListOf(found, next, func(v *events.RegistrationView) *wire.Order {
		person := wire.PersonOf(&v.Person)
		return wire.OrderOf(k.EventID, v.Hold, &person)
	})}
	return out, h.Reader.ShowSources(c, k.EventID, out.Items, nil)
}

// Limits of one search of orders: orderScan is how many are looked at, orderPage how
// many at a time. Buyers who may be the wanted ones are found by an index; when there
// are more than fewBuyers, the orders are looked at one after the other, since many
// of them are wanted.
const (
	orderPage = 250
	orderScan = 1000
	fewBuyers = 500
)

// ordersWith reads on from a position until it has found enough orders or looked
// at orderScan, and moves the position. more says that there may be others.
func (h *Handlers) ordersWith(c *access.Call, k *access.EventSummary, page *events.OrderPage, words []string, limit int) (found []events.RegistrationView, more bool, err error) {
	page.Limit = orderPage
	if len(words) == 0 {
		page.Limit = limit + 1
	} else {
		few, isFew, err := h.ordersOfFew(c, k, page, words)
		if err != nil {
			return nil, false, err
		}
		if isFew {
			return h.orderPageOf(c, k, page, few, words, limit)
		}
	}
	for range orderScan / orderPage {
		views, err := h.Store.Orders.OrdersIn(c.Context(), k.EventID, *page)
		if err != nil {
			return nil, false, err
		}
		for i := range views {
			v := &views[i]
			if audience.ContainsAll(orderText(v), words) {
				if len(found) == limit {
					return found, true, nil
				}
				found = append(found, *v)
			}
			page.From = v.Hold.ID
		}
		if len(views) < page.Limit {
			return found, false, nil
		}
	}
	return found, true, nil
}

// ordersOfFew returns the ids of all orders that may be wanted, in the order of the
// page and after its position, unless they are those of too many people.
func (h *Handlers) ordersOfFew(c *access.Call, k *access.EventSummary, page *events.OrderPage, words []string) (orders []string, few bool, err error) {
	orders, named, err := h.Store.People.OrdersNamed(c.Context(), k.EventID, words)
	if err != nil {
		return nil, false, err
	}
	if !named {
		buyers, _, done, err := h.Store.People.FindGuests(c.Context(), k.EventID, words, "", fewBuyers)
		if err != nil || !done {
			return nil, false, err
		}
		if orders, err = h.Store.People.OrdersOfPeople(c.Context(), k.EventID, buyers, page.State); err != nil {
			return nil, false, err
		}
	}
	orders = slices.DeleteFunc(orders, func(id string) bool {
		return page.From != "" && (page.NewestFirst && id >= page.From || !page.NewestFirst && id <= page.From)
	})
	slices.Sort(orders)
	if page.NewestFirst {
		slices.Reverse(orders)
	}
	return orders, true, nil
}

// orderPageOf looks at orders one after the other until it has found enough.
func (h *Handlers) orderPageOf(c *access.Call, k *access.EventSummary, page *events.OrderPage, orders, words []string, limit int) (found []events.RegistrationView, more bool, err error) {
	for part := range slices.Chunk(orders, orderPage) {
		views, err := h.Store.People.OrdersByID(c.Context(), k.EventID, part)
		if err != nil {
			return nil, false, err
		}
		for _, order := range part {
			v := views[order]
			if v == nil || page.State != "" && string(v.Hold.State) != page.State || !audience.ContainsAll(orderText(v), words) {
				continue
			}
			if len(found) == limit {
				return found, true, nil
			}
			found, page.From = append(found, *v), order
		}
	}
	return found, false, nil
}

// orderText is what an order is found by.
func orderText(v *events.RegistrationView) string {
	p := &v.Person
	parts := []string{v.Hold.ID, v.Hold.Name, p.Profile.Name, p.Profile.Email, p.UserID}
	for i := range v.Hold.Order.Items {
		parts = append(parts, v.Hold.Order.Items[i].Seat)
	}
	return strings.Join(parts, "\n")
}
