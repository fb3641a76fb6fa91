package orders

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/resources"
)

// FailedRefund is a refund that has failed for good.
type FailedRefund struct {
	ID       string    `json:"id" example:"rfd_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	Of       string    `json:"of" enum:"order,booking,place,payment" doc:"What was paid for. payment: nothing that is known here, so that it went back at once. It says where it is retried: below /v1/refunds, /v1/bookings/{booking_id}/refunds or /v1/resource-entries/{resource_entry_id}/refunds."`
	EventID  string    `json:"event_id,omitempty" doc:"Of an order." example:"evt_3k9q0a7c1v5m"`
	OrderID  string    `json:"order_id,omitempty" example:"ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	Booking  string    `json:"booking_id,omitempty" example:"bkg_3k9q0a7c1v5m"`
	VenueID  string    `json:"venue_id,omitempty" doc:"Of a booking." example:"ven_3k9q0a7c1v5m"`
	Entry    string    `json:"resource_entry_id,omitempty" doc:"Of a place." example:"rwe_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	Resource string    `json:"resource_key,omitempty" doc:"Of a place: what the organization calls the resource." example:"table-12"`
	Title    string    `json:"title" doc:"The event, venue or resource." example:"Lantern evening"`
	Name     string    `json:"name" doc:"Whose money it is. Empty: not known, or erased." example:"Ada Lovelace"`
	Provider string    `json:"provider" doc:"Who was to refund it." example:"stripe"`
	Amount   int64     `json:"amount" doc:"In minor units of the currency." example:"2500"`
	Currency string    `json:"currency" example:"EUR"`
	Reason   string    `json:"reason" doc:"Why it goes back." example:"event_cancelled"`
	Error    string    `json:"error" doc:"Why it failed: the provider's answer." example:"the charge is too old to be refunded"`
	Attempts int64     `json:"attempts" doc:"How often it was begun: 1, and once more for each retry." example:"1"`
	FailedAt time.Time `json:"failed_at"`
	MadeAt   time.Time `json:"created_at" doc:"Since when it is owed."`
}

// FailedRefundList is a page of failed refunds.
type FailedRefundList struct {
	httpapi.List[FailedRefund] `doc:"The latest first."`
}

func (h *Handlers) listRefunds(c *access.Call, _ *httpapi.None) (*FailedRefundList, error) {
	if state := c.Query.Get("refund_state"); state != "" && state != payments.PayoutFailed {
		return nil, httpapi.Invalid(httpapi.FieldError{Field: "refund_state", Code: "unknown", Message: "must be failed"})
	}
	found, next, err := httpapi.Page(&c.Request, "failed refunds "+c.Caller.OrgID,
		func(after payments.FailedCursor, limit int) ([]payments.Payout, error) {
			return h.Store.Payouts.Failed(c.Context(), c.Caller.OrgID, after, limit)
		},
		func(o *payments.Payout) payments.FailedCursor {
			return payments.FailedCursor{UpdatedAt: int64(o.UpdatedAt), EventID: o.EventID, ID: o.ID}
		})
	if err != nil {
		return nil, err
	}
	out := &FailedRefundList{httpapi.NewList([]FailedRefund{}, next)}
	for i := range found {
		r, err := h.failedRefund(c.Context(), &found[i])
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, *r)
	}
	return out, nil
}

// failedRefund says what a refund is of, and whose.
func (h *Handlers) failedRefund(ctx context.Context, o *payments.Payout) (*FailedRefund, error) {
	name, _, _ := strings.Cut(o.PaymentID, ":")
	provider, _ := payment.CutAccount(name)
	out := &FailedRefund{
		ID: o.ID, Of: "payment", Provider: provider, Amount: o.Amount, Currency: o.Currency, Reason: o.Reason, Error: o.Error, Attempts: o.Attempt + 1,
		FailedAt: o.UpdatedAt.Time(), MadeAt: o.CreatedAt.Time(),
	}
	var err error
	_, _, fee := resources.CutFeeOrder(o.OrderID)
	switch {
	case !payments.OfBookings(o.EventID):
		err = h.refundOfOrder(ctx, o, out)
	case fee:
		err = h.refundOfPlace(ctx, o, out)
	default:
		err = h.refundOfBooking(ctx, o, out)
	}
	if errors.Is(err, database.ErrNotFound) { // what was paid for is not here, and the money is all the same
		err = nil
	}
	return out, err
}

func (h *Handlers) refundOfOrder(ctx context.Context, o *payments.Payout, out *FailedRefund) error {
	e, err := h.Store.Events.Event(ctx, o.EventID)
	if err != nil {
		return err
	}
	out.EventID, out.Title = o.EventID, e.Details.Title
	if _, ok := id.EventOf(o.OrderID, id.Order); !ok {
		return nil
	}
	hold, err := h.Store.Orders.OrderItems(ctx, o.OrderID)
	if err != nil {
		return err
	}
	out.Of, out.OrderID = "order", o.OrderID
	who, err := h.Store.Registrations.PersonByID(ctx, o.EventID, hold.PersonID)
	if err == nil {
		out.Name = who.Person.Profile.Name
	}
	return err
}

func (h *Handlers) refundOfPlace(ctx context.Context, o *payments.Payout, out *FailedRefund) error {
	of, entry, _ := resources.CutFeeOrder(o.OrderID)
	r, err := h.Store.Resources.ByID(ctx, of)
	if err != nil {
		return err
	}
	out.Of, out.Entry, out.Resource, out.Title = "place", entry, r.Key, r.Name
	e, err := h.Store.Resources.Entry(ctx, of, entry)
	if err == nil {
		out.Name = e.Name
	}
	return err
}

func (h *Handlers) refundOfBooking(ctx context.Context, o *payments.Payout, out *FailedRefund) error {
	of, _, ok := bookings.CutBookingOrder(o.OrderID)
	if !ok {
		return nil
	}
	b, err := h.Store.Venues.Booking(ctx, o.EventID, of)
	if err != nil {
		return err
	}
	v, err := h.Store.Venues.Venue(ctx, o.EventID, b.VenueID)
	if err != nil {
		return err
	}
	out.Of, out.Booking, out.VenueID, out.Title = "booking", of, v.ID, v.Name
	if b.CreatedBy == bookings.GuestBooker {
		guests, err := h.Store.Bookers.Of(ctx, o.EventID, []string{of})
		if g := guests[of]; err == nil && g != nil {
			out.Name = g.Name
		}
		return err
	}
	m, err := h.Store.Organizations.MemberByID(ctx, o.EventID, b.CreatedBy)
	if err == nil {
		out.Name = m.Name
	}
	return err
}
