package venues

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/settlement/returns"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/payments"
)

// refundRoutes answer for refunds that somebody has made in the dashboard of a provider, of a payment for several
// dates: nobody but staff can say of which dates they are.
func (h *Handlers) refundRoutes() []access.Route {
	const path = "/v1/bookings/{booking_id}/refunds/{refund_id}"
	return []access.Route{
		access.On(identity.AnswerBookings, httpapi.Route{
			Method: http.MethodGet, Path: path + "/dates", ID: "get-booking-refund-dates", Tag: access.TagBookings,
			Summary: "Of which dates a refund is", Description: "Of one that was made in the dashboard of a payment provider, of a payment for several dates: what of it is of which date, and what staff can say that it is.",
			Problems: []httpapi.Kind{kindNotAssignable},
		}, func(c *access.Call, _ *httpapi.None) (*RefundDates, error) { return refundDates(h, c) }),
		access.On(identity.AnswerBookings, httpapi.Route{
			Method: http.MethodPost, Path: path + ":assign", ID: "assign-booking-refund", Tag: access.TagBookings, Unkeyed: true,
			Summary: "Say of which dates a refund is",
			Description: "Of one that was made in the dashboard of a payment provider, of a payment for several dates. Without that it is first of dates that have ended, and then of the first that have so much left. " +
				"The amounts come to what the refund gave back; a date that is left out has nothing of it. The books follow, and what is cancelled later gives back the rest of what is left. Saying the same again changes nothing.",
			Problems: []httpapi.Kind{kindNotAssignable, kindDateLeft, kindCounted},
			Example:  map[string]any{"dates": []any{map[string]any{"booking_id": "bkg_3k9q0a7c1v5m", "amount": 6000}}, "reason": "other_date"},
		}, func(c *access.Call, in *RefundAssignment) (*RefundDates, error) { return assignRefund(h, c, in) }),
	}
}

// RefundAssignment says of which dates a refund is.
type RefundAssignment struct {
	Dates  []RefundOfDate `json:"dates" minItems:"1" maxItems:"100" doc:"What of the refund is of which date."`
	Reason string         `json:"reason" enum:"other_date,other_amounts,agreed,other" doc:"Why. other_date: another date was meant in the dashboard. other_amounts: the dates were meant, with other amounts. agreed: the booker has agreed to it."`
}

// RefundOfDate is what of a refund is of a date.
type RefundOfDate struct {
	BookingID string `json:"booking_id" maxLength:"60"`
	Amount    int64  `json:"amount" minimum:"1" maximum:"99999999999" doc:"In minor units of the currency." example:"6000"`
}

// RefundDates is what of a refund is of which date.
type RefundDates struct {
	Amount   int64        `json:"amount" doc:"What the refund gave back, in minor units of the currency."`
	Currency string       `json:"currency" example:"EUR"`
	Dates    []RefundDate `json:"dates" doc:"All dates of the payment, in its order."`
}

// RefundDate is a date of a payment, and what of a refund is of it.
type RefundDate struct {
	BookingID string    `json:"booking_id"`
	StartsAt  time.Time `json:"starts_at"`
	Status    string    `json:"status" enum:"waiting,requested,pending_deposit,confirmed,completed,cancelled,declined,lapsed"`
	Paid      int64     `json:"paid" doc:"What of the payment is for this date."`
	Amount    int64     `json:"amount" doc:"What of the refund is of it."`
	Least     int64     `json:"least" doc:"At least so much of the refund stays with it: it counts towards what was owed when the date was cancelled."`
	Most      int64     `json:"most" doc:"Not more of the refund can be of it."`
	RefundID  string    `json:"refund_id,omitempty" doc:"The refund of its payment that this is; absent: nothing is of it."`
}

// refundProblem is what an error of assigning a refund is answered with.
func refundProblem(err error) error {
	switch {
	case errors.Is(err, settlement.ErrNotAssignable):
		return kindNotAssignable.Problem()
	case errors.Is(err, returns.ErrTooMuch):
		return kindDateLeft.About()
	case errors.Is(err, returns.ErrCounted):
		return kindCounted.About()
	case errors.Is(err, returns.ErrSum):
		return httpapi.Invalid(httpapi.FieldError{Field: "dates", Code: "amount_mismatch", Message: "must come to what the refund gave back"})
	}
	return err
}

func refundDates(h *Handlers, c *access.Call) (*RefundDates, error) {
	o, err := h.bookingRefund(c)
	if err != nil {
		return nil, err
	}
	parts, err := settlement.RefundParts(c.Context(), h.Money.Settler, o)
	if err != nil {
		return nil, refundProblem(err)
	}
	return datesOfRefund(h, c, parts)
}

func datesOfRefund(h *Handlers, c *access.Call, parts []returns.Part) (*RefundDates, error) {
	out := &RefundDates{Currency: parts[0].Payment.Currency}
	for i := range parts {
		p := &parts[i]
		of, _, _ := bookings.CutBookingOrder(p.Payment.OrderID)
		b, err := h.Store.Bookings.Booking(c.Context(), p.Payment.EventID, of)
		if err != nil {
			return nil, err
		}
		d := RefundDate{BookingID: of, StartsAt: b.StartsAt.Time(), Status: string(b.At(inventory.At(h.Now()))), Paid: p.Payment.Amount, Amount: p.Amount, Least: p.Least, Most: p.Most}
		if p.Payout != nil {
			d.RefundID = p.Payout.ID
		}
		out.Amount, out.Dates = out.Amount+p.Amount, append(out.Dates, d)
	}
	return out, nil
}

func assignRefund(h *Handlers, c *access.Call, in *RefundAssignment) (*RefundDates, error) {
	o, err := h.bookingRefund(c)
	if err != nil {
		return nil, err
	}
	parts, err := settlement.RefundParts(c.Context(), h.Money.Settler, o)
	if err != nil {
		return nil, refundProblem(err)
	}
	amounts, err := in.amounts(parts)
	if err != nil {
		return nil, err
	}
	parts, err = settlement.AssignRefund(organizations.WithBy(c.Context(), c.By()), h.Money.Settler, o, amounts, in.Reason)
	if err != nil {
		return nil, refundProblem(err)
	}
	return datesOfRefund(h, c, parts)
}

// amounts is what is of which date, by the order of its share.
func (in *RefundAssignment) amounts(parts []returns.Part) (map[string]int64, error) {
	orders := map[string]*payments.Payment{}
	for i := range parts {
		of, _, _ := bookings.CutBookingOrder(parts[i].Payment.OrderID)
		orders[of] = parts[i].Payment
	}
	var check httpapi.Checks
	amounts := map[string]int64{}
	for i, d := range in.Dates {
		p, field := orders[d.BookingID], fmt.Sprintf("dates[%d].booking_id", i)
		switch {
		case p == nil:
			check.Add(field, "unknown", "is no date of the payment")
			continue
		case amounts[p.OrderID] > 0:
			check.Add(field, "duplicate", "is there already")
		}
		amounts[p.OrderID] += d.Amount
	}
	return amounts, check.Err()
}
