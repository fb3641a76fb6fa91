package orders

import (
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// FailedRefund is a refund that has failed for good.
type FailedRefund struct {
	ID       string `json:"id" example:"rfd_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	Of       string `json:"of" enum:"order,booking,place,payment" doc:"What was paid for. payment: nothing that is known here, so that it went back at once. It says where it is retried: below /v1/refunds, /v1/bookings/{booking_id}/refunds or /v1/resource-entries/{resource_entry_id}/refunds."`
	EventID  string `json:"event_id,omitempty" doc:"Of an order." example:"evt_3k9q0a7c1v5m"`
	OrderID  string `json:"order_id,omitempty" example:"ord_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	Booking  string `json:"booking_id,omitempty" example:"bkg_3k9q0a7c1v5m"`
	VenueID  string `json:"venue_id,omitempty" doc:"Of a booking." example:"ven_3k9q0a7c1v5m"`
	Entry    string `json:"resource_entry_id,omitempty" doc:"Of a place." example:"rwe_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	Resource string `json:"resource_key,omitempty" doc:"Of a place: what the organization calls the resource." example:"table-12"`
	Title    string `json:"title" doc:"The event, venue or resource; of anything else, the organization." example:"Lantern evening"`
	Name     string `json:"name" doc:"Whose money it is. Empty: not known, or erased." example:"Ada Lovelace"`
	Provider string `json:"provider" doc:"Who was to refund it." example:"stripe"`
	Amount   int64  `json:"amount" doc:"In minor units of the currency." example:"2500"`
	Currency string `json:"currency" example:"EUR"`
	Reason   string `json:"reason" doc:"Why it goes back." example:"event_cancelled"`
	wire.RefundFailure
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
	of, err := h.Store.RefundsOf(c.Context(), found)
	if err != nil {
		return nil, err
	}
	out := &FailedRefundList{httpapi.NewList([]FailedRefund{}, next)}
	for i := range found {
		out.Items = append(out.Items, failedRefund(&found[i], &of[i]))
	}
	return out, nil
}

func failedRefund(o *payments.Payout, of *store.RefundOf) FailedRefund {
	name, _, _ := strings.Cut(o.PaymentID, ":")
	provider, _ := payment.CutAccount(name)
	return FailedRefund{
		ID: o.ID, Of: of.Kind, EventID: of.EventID, OrderID: of.OrderID, Booking: of.BookingID, VenueID: of.VenueID, Entry: of.EntryID, Resource: of.ResourceKey,
		Title: of.Title, Name: of.Name, Provider: provider, Amount: o.Amount, Currency: o.Currency, Reason: o.Reason, RefundFailure: wire.FailureOf(o),
		Attempts: o.Attempt + 1, FailedAt: o.UpdatedAt.Time(), MadeAt: o.CreatedAt.Time(),
	}
}
