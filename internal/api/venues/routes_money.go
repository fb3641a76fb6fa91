package venues

import (
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/paying"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
)

func (h *Handlers) moneyRoutes() []access.Route {
	return []access.Route{
		access.On(identity.BookRooms, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/bookings/{booking_id}:checkout", ID: "checkout-booking", Tag: access.TagBookings, Unkeyed: true,
			Summary: "Create a page to pay for a booking",
			Description: "Creates the page at the provider on which the deposit or the balance is paid, or returns the open one. The booking is confirmed when the provider says " +
				"that the money is there, and not when the payer comes back from the page.",
			Problems: append(paying.Page(), KindNotPayable), Example: NewBookingCheckout{Part: "deposit", Provider: "testpay"},
		}, h.checkoutBooking),
		access.On(identity.BookRooms, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/booking-series/{booking_series_id}:checkout", ID: "checkout-booking-series", Tag: access.TagBookings, Unkeyed: true,
			Summary: "Create a page to pay for all dates of a booking that repeats",
			Description: "One payment for the deposits, or the balances, of all dates of which they are to be paid now; the others are left out. It becomes a payment of each date. " +
				"Of a date that has ended when the money comes, or was paid meanwhile, its part goes back.",
			Problems: append(paying.Page(), KindNotPayable), Example: NewBookingCheckout{Part: "deposit", Provider: "testpay"},
		}, h.checkoutSeries),
		access.On(identity.AnswerBookings, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/bookings/{booking_id}:mark-paid", ID: "mark-booking-paid", Tag: access.TagBookings, Unkeyed: true,
			Summary: "Record a manual payment for a booking",
			Description: "By bank transfer or in cash. A booking that waits for its deposit is confirmed, and one that has lapsed without it when its time is still free; " +
				"otherwise `status` is `refund`, and the money has to be returned.",
			Problems: append(paying.ByHand(), KindNotPayable), Example: BookingManualPayment{Part: "deposit", ManualPayment: paying.ManualPayment{Reference: "Receipt 2027-0142"}},
		}, h.markBookingPaid),
		access.On(identity.AnswerBookings, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/bookings/{booking_id}:set-price", ID: "price-booking", Tag: access.TagBookings, Unkeyed: true,
			Summary: "Name the price of a booking", Description: "Of what is requested, before it is confirmed, in place of what the venue's terms come to. It stays, whatever the booking is moved to. Naming it again changes nothing.",
			Problems: []httpapi.Kind{KindEnded}, Example: map[string]any{"price": 20000, "deposit": 6000},
		}, h.priceBooking),
		access.On(identity.AnswerBookings, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/bookings/{booking_id}:waive-deposit", ID: "waive-deposit", Tag: access.TagBookings, Unkeyed: true,
			Summary: "Confirm a booking without its deposit", Description: "What waits for its deposit is confirmed; the price is to be paid as its balance. Waiving it again for the same reason changes nothing.",
			Problems: []httpapi.Kind{KindEnded}, Example: DepositWaiver{Reason: "The choir of our own house"},
		}, h.waiveDeposit),
		access.On(identity.BookRooms, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/bookings/{booking_id}/payments", ID: "list-booking-payments", Tag: access.TagBookings,
			Summary: "List the payments of a booking", Description: "With their refunds, and where and how it can be paid.",
		}, h.listBookingPayments),
		access.On(identity.AnswerBookings, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/bookings/{booking_id}/refunds/{refund_id}:mark-refunded", ID: "mark-booking-refunded", Tag: access.TagBookings, Unkeyed: true,
			Summary: "Record a manual refund of a booking", Description: "Of a payment by bank transfer or in cash.",
			Problems: paying.ByHand(), Example: paying.ManualRefund{Reference: "Transfer of 3 May"},
		}, h.refunds().Mark),
		access.On(identity.AnswerBookings, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/bookings/{booking_id}/refunds/{refund_id}:retry", ID: "retry-booking-refund", Tag: access.TagBookings, Unkeyed: true,
			Summary: "Retry a failed refund of a booking", Description: "However often it is retried, the money is refunded once.",
			Problems: paying.ByHand(),
		}, h.refunds().Retry),
		access.On(identity.ReadBookings, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/venues/{venue_id}/overdue-bookings", ID: "list-overdue-bookings", Tag: access.TagBookings,
			Summary: "List the bookings of a venue whose balance is overdue", Description: "They stand: whether they are reminded, cancelled or left alone is for the venue to decide.",
		}, h.listOverdue),
	}
}
