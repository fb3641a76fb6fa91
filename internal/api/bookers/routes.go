package bookers

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/roomtime"
	"github.com/holdfast-events/holdfast/internal/api/venues"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/challenge"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// tokenParam names the token in the paths.
const tokenParam = "booking_token"

// found is what the token in the path leads to.
func (h *Handlers) found(c *access.Call) (*Found, error) {
	if err := c.AdmitAnyone(); err != nil {
		return nil, err
	}
	return access.Linked(c, tokenParam, h.Find)
}

// on does something to what the token in the path leads to, and shows what came of it.
func on[In any](h *Handlers, do func(ctx context.Context, f *Found, in *In) error) func(*access.Call, *In) (*GuestBooking, error) {
	return access.ByLink(tokenParam, h.Find, do, h.show)
}

// GuestBookingMove is the body that moves the booking of a guest.
type GuestBookingMove struct {
	StartsAt time.Time `json:"starts_at" doc:"Not in the past, unless it stays as it is."`
	EndsAt   time.Time `json:"ends_at"`
}

// BookerErased is the answer to a booking whose booker was erased.
type BookerErased struct {
	ID     string `json:"id"`
	Status string `json:"status" enum:"erased"`
}

// Routes are the rows of the table of routes that the handlers answer.
func (h *Handlers) Routes() []access.Route {
	open := []httpapi.Kind{httpapi.KindNotFound, httpapi.KindRateLimited, httpapi.KindUnavailable}
	with := func(kinds ...httpapi.Kind) []httpapi.Kind { return slices.Concat(open, kinds) }
	const path = "/v1/guest-bookings/{booking_token}"
	return append(h.billingRoutes(path, open), []access.Route{
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/public/venues/{venue_id}/bookings", ID: "ask-for-rooms", Tag: access.TagBookings, Status: http.StatusAccepted, Unkeyed: true,
			Summary: "Ask for rooms as a guest",
			Description: "For whoever is no member, where the venue takes that (`guest_bookings`). A link is mailed; what it leads to confirms the address, and then books. " +
				"The token is in that mail alone. Refused as `create-booking` is, and while the server is busy a challenge has to be answered.",
			Problems: slices.Concat(with(kindNoGuests), access.ChallengeProblems, roomtime.Kinds),
			Example: NewGuestBooking{
				Name: "Grace Hopper", Email: "grace@example.org", Rooms: []string{"roo_3k9q0a7c1v5m"}, StartsAt: time.Date(2027, 9, 1, 17, 0, 0, 0, time.UTC), EndsAt: time.Date(2027, 9, 1, 20, 0, 0, 0, time.UTC), People: 80,
			},
		}, h.ask),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodGet, Path: path, ID: "get-guest-booking", Tag: access.TagBookings,
			Summary: "Read the booking of a guest", Description: "With the token of the link that was mailed, which reaches this booking, the other dates that were asked for with it, and nothing else.", Problems: open,
		}, h.get),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodPost, Path: path + ":confirm", ID: "confirm-guest-booking", Tag: access.TagBookings, Unkeyed: true, Bodiless: true,
			Summary: "Confirm the address and book",
			Description: "Confirming it again changes nothing. The rooms may have been taken meanwhile: then the refusal says what is in the way and the nearest free times, and the body takes " +
				"one of these, or says what becomes of dates that are taken.",
			Problems: slices.Concat(with(kindNoGuests, kindConfirmLate), roomtime.Kinds), Example: GuestBookingConfirm{OnConflict: "wait"},
		}, on(h, func(ctx context.Context, f *Found, in *GuestBookingConfirm) error {
			return h.Confirm(ctx, f, in.instead())
		})),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodPost, Path: path + ":cancel", ID: "cancel-guest-booking", Tag: access.TagBookings, Unkeyed: true,
			Summary: "Cancel the booking of a guest", Description: "What goes back of what was paid follows its rule, and goes the way it came.", Problems: with(venues.KindEnded, kindNotConfirmed),
		}, on(h, func(ctx context.Context, f *Found, _ *httpapi.None) error { return h.Cancel(ctx, f) })),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodPost, Path: path + ":cancel-dates", ID: "cancel-guest-dates", Tag: access.TagBookings, Unkeyed: true,
			Summary:     "Cancel all dates that a guest asked for at once",
			Description: "Those that have not ended, by the token of any of them. Of each, what goes back follows its rule.", Problems: with(venues.KindEnded, kindNotConfirmed),
		}, on(h, func(ctx context.Context, f *Found, _ *httpapi.None) error { return h.CancelDates(ctx, f) })),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodPost, Path: path + ":move", ID: "move-guest-booking", Tag: access.TagBookings, Unkeyed: true,
			Summary: "Move the booking of a guest", Description: "To another time, as `move-booking` does for somebody who cannot confirm it.",
			Problems: slices.Concat(with(venues.KindEnded, venues.KindPaidFor, kindNotConfirmed), roomtime.Kinds),
			Example:  GuestBookingMove{time.Date(2027, 9, 2, 17, 0, 0, 0, time.UTC), time.Date(2027, 9, 2, 20, 0, 0, 0, time.UTC)},
		}, on(h, func(ctx context.Context, f *Found, in *GuestBookingMove) error {
			return h.Move(ctx, f, inventory.At(in.StartsAt), inventory.At(in.EndsAt))
		})),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodPost, Path: path + ":set-add-ons", ID: "set-guest-add-ons", Tag: access.TagBookings, Unkeyed: true,
			Summary: "Give the booking of a guest other add-ons", Description: "As `set-booking-add-ons` does for somebody who cannot confirm it.",
			Problems: slices.Concat(with(venues.KindEnded, venues.KindPaidFor, kindNotConfirmed), roomtime.Kinds), Example: map[string]any{"add_ons": []any{}},
		}, on(h, func(ctx context.Context, f *Found, in *venues.BookingAddOns) error {
			return h.SetAddOns(ctx, f, in.AddOns)
		})),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodPost, Path: path + ":checkout", ID: "checkout-guest-booking", Tag: access.TagBookings, Unkeyed: true,
			Summary: "Create a page to pay for the booking of a guest", Description: "As `checkout-booking` does.", Problems: with(venues.KindNotPayable, kindNotConfirmed),
			Example: venues.NewBookingCheckout{Part: "deposit", Provider: "testpay"},
		}, h.checkout),
		access.On(identity.Unauthenticated, httpapi.Route{
			Method: http.MethodPost, Path: path + ":checkout-dates", ID: "checkout-guest-dates", Tag: access.TagBookings, Unkeyed: true,
			Summary:     "Create a page to pay for all dates that a guest asked for at once",
			Description: "As `checkout-booking-series` does, by the token of any of them.", Problems: with(venues.KindNotPayable, kindNotConfirmed),
			Example: venues.NewBookingCheckout{Part: "deposit", Provider: "testpay"},
		}, h.checkoutDates),
		access.On(identity.ErasePerson, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/bookings/{booking_id}:erase-booker", ID: "erase-booker", Tag: access.TagBookings, Unkeyed: true,
			Summary:     "Erase the person who booked",
			Description: "The name and the address of a guest, what the booking is for, and whom to invoice. What is live is cancelled first, as by its booker. Invoices that were issued stay as they are, because the law wants them kept.",
			Answer:      BookerErased{"bkg_3k9q0a7c1v5m", "erased"},
		}, h.erase),
	}...)
}

func (h *Handlers) ask(c *access.Call, in *NewGuestBooking) (*GuestBookingAsked, error) {
	if err := c.AdmitAnyone(); err != nil {
		return nil, err
	}
	venue, err := h.Store.Venues.PublicVenue(c.Context(), c.Param("venue_id"))
	if err != nil {
		return nil, err
	}
	if err := c.ScreenedBusy(venue.ID, challenge.Register); err != nil {
		return nil, err
	}
	return h.Ask(c.Context(), c.Address, venue, wire.FirstLanguage(c.HTTP.Header.Get("Accept-Language")), in)
}

func (h *Handlers) get(c *access.Call, _ *httpapi.None) (*GuestBooking, error) {
	f, err := h.found(c)
	if err != nil {
		return nil, err
	}
	return h.show(c.Context(), f)
}

func (h *Handlers) checkout(c *access.Call, in *venues.NewBookingCheckout) (*venues.BookingCheckout, error) {
	f, err := h.found(c)
	if err != nil {
		return nil, err
	}
	part := booking.PartNamed(in.Part)
	page, err := h.Checkout(c.Context(), f, part, in.Provider)
	if err != nil {
		return nil, err
	}
	return venues.CheckoutOf(page, f.Guest.BookingID, part), nil
}

func (h *Handlers) erase(c *access.Call, _ *httpapi.None) (*BookerErased, error) {
	ctx := organizations.WithBy(c.Context(), c.By())
	if err := h.Forget(ctx, c.Caller.OrgID, c.Param("booking_id")); err != nil {
		return nil, err
	}
	return &BookerErased{c.Param("booking_id"), "erased"}, nil
}
