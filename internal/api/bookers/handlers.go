// Package bookers answers for people who book rooms of a venue without being a member of its
// organization: what they ask for on its public page, and the booking behind the link that they
// were mailed.
package bookers

import (
	"context"
	"errors"
	"net/netip"
	"time"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/invoices"
	"github.com/holdfast-events/holdfast/internal/api/roomtime"
	"github.com/holdfast-events/holdfast/internal/api/venues"
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/erasure"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
	"github.com/holdfast-events/holdfast/internal/settlement"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	storevenues "github.com/holdfast-events/holdfast/internal/store/venues"
)

const (
	// linkLife is how long the link works with which an address is confirmed.
	linkLife = inventory.Instant(2 * inventory.Hour)
	// keptFor is how long after its end a booking has a page: as long as its invoices are looked for.
	keptFor = inventory.Instant(400 * inventory.Day)
	// maxPurpose bounds what a booking is for, in characters.
	maxPurpose = 1000
	// maxDates is how many dates a guest can ask for at once: a year of weeks.
	maxDates = 60
	// recipientPurpose derives the key by which addresses are counted that were typed.
	recipientPurpose = "booking recipients"
)

// Handlers answer for guests who book.
type Handlers struct {
	Access   *access.Control
	Erasures *erasure.Keeper
	IDs      *id.Maker
	// Invoices answers for whom bookings are invoiced to.
	Invoices *invoices.Handlers
	// Letter makes the job that mails a link; nil: nothing is mailed, and nobody can ask.
	Letter  func(what accountmail.Kind, thing, org string) (database.Job, error)
	Links   identity.Links
	Now     func() time.Time
	Settler *settlement.Settler
	Store   *store.Store
}

// Kinds of problem that only guests' bookings have.
var (
	kindNoGuests = httpapi.Kind{
		Code: "guest_bookings_off", Status: 403, Title: "The venue takes no requests here",
		Help: "guest_bookings of the venue is false. Write to its organization. Nothing was booked.",
	}
	kindConfirmLate = httpapi.Kind{
		Code: "confirmation_expired", Status: 410, Title: "The link is over",
		Help: "The address was not confirmed in time, and what was asked for is deleted. Ask again on the page of the venue.",
	}
	kindNotConfirmed = httpapi.Kind{
		Code: "booking_not_confirmed", Status: 409, Title: "There is no booking yet",
		Help: "The address has to be confirmed first, with confirm. If its rooms were taken meanwhile, ask again on the page of the venue.",
	}
)

// Problems are the problems that only these resources have.
var Problems = httpapi.Problems{
	Kinds:  []httpapi.Kind{kindNoGuests, kindConfirmLate, kindNotConfirmed},
	Errors: []httpapi.ErrorKind{{Err: bookings.ErrGuestExpired, Kind: kindConfirmLate}},
}

// NewGuestBooking is the body with which somebody asks for rooms who is no member.
type NewGuestBooking struct {
	Name     string               `json:"name" minLength:"1" maxLength:"200" doc:"Who asks." example:"Grace Hopper"`
	Email    string               `json:"email" maxLength:"254" doc:"Where the link goes with which the address is confirmed." example:"grace@example.org"`
	Locale   string               `json:"locale,omitempty" maxLength:"35" doc:"The language of the mails. Default: that of Accept-Language." example:"de"`
	Rooms    []string             `json:"rooms" minItems:"1" maxItems:"50" doc:"Ids of rooms of the venue."`
	StartsAt time.Time            `json:"starts_at" doc:"Not in the past."`
	EndsAt   time.Time            `json:"ends_at" doc:"At most 366 days later."`
	Layout   string               `json:"layout,omitempty" enum:"rows,tables,standing" doc:"How the rooms are furnished."`
	People   int64                `json:"people,omitempty" minimum:"0" maximum:"1000000" doc:"How many come."`
	AddOns   []venues.ChosenAddOn `json:"add_ons,omitempty" maxItems:"50" doc:"What it has beside rooms."`
	Purpose  string               `json:"purpose,omitempty" maxLength:"1000" doc:"What it is for, in your own words."`
	RRule    string               `json:"rrule,omitempty" maxLength:"500" doc:"How it repeats (RFC 5545), as create-booking takes it; at most 60 dates. Each is a booking with a link of its own." example:"FREQ=WEEKLY;COUNT=10"`
	// OnConflict is what becomes of dates that are taken.
	OnConflict string `json:"on_conflict,omitempty" enum:"all,skip,wait" doc:"What becomes of dates that are taken, as in create-booking: all (the default), nothing is booked; skip, they are left out; wait, they wait for their time to come free."`
}

// GuestBookingAsked is the answer to whoever asks for rooms: nothing is booked yet.
type GuestBookingAsked struct {
	Status    string    `json:"status" enum:"confirm_address" doc:"A link was mailed. The rooms are booked, or requested, when it is followed and pressed; nobody keeps them until then."`
	ExpiresAt time.Time `json:"expires_at" doc:"When the link is over."`
}

// GuestBooking is what somebody has asked for, and the booking that came of it.
type GuestBooking struct {
	Status    string          `json:"status" enum:"confirm_address,not_booked,booked" doc:"confirm_address: the address is not confirmed. not_booked: it is, and the rooms could not be had. booked: there is a booking, which has a status of its own."`
	VenueID   string          `json:"venue_id"`
	VenueName string          `json:"venue_name"`
	Name      string          `json:"name"`
	Email     string          `json:"email"`
	Locale    string          `json:"locale"`
	ExpiresAt time.Time       `json:"expires_at" doc:"Until when the address can be confirmed."`
	Rooms     []string        `json:"rooms" doc:"What was asked for."`
	StartsAt  time.Time       `json:"starts_at"`
	EndsAt    time.Time       `json:"ends_at"`
	RRule     string          `json:"rrule,omitempty" doc:"How what was asked for repeats."`
	Booking   *venues.Booking `json:"booking,omitempty"`
	// Series and Dates are of what repeats.
	Series    *venues.BookingSeries `json:"series,omitempty" doc:"What was asked for at once, and the dates of which there is no booking; absent: it does not repeat."`
	Dates     []GuestBookingDate    `json:"dates,omitempty" doc:"The bookings of its dates, by start, each with its own token."`
	Providers []string              `json:"payment_providers" doc:"Where it can be paid."`
	// Transfer is how what is to be paid now is transferred.
	Transfer *venues.BookingTransfer `json:"bank_transfer,omitempty" doc:"How what is to be paid now is transferred; absent: nothing is to be paid, or the venue takes no transfers."`
	Together *venues.DatesTogether   `json:"together,omitempty" doc:"What can be paid at once of the dates; absent: no more than one waits."`
}

// GuestBookingDate is one date of what a guest asked for.
type GuestBookingDate struct {
	BookingID    string    `json:"booking_id"`
	BookingToken string    `json:"booking_token" doc:"Reads, pays, moves and cancels this date."`
	StartsAt     time.Time `json:"starts_at"`
	EndsAt       time.Time `json:"ends_at"`
	Status       string    `json:"status" enum:"waiting,requested,pending_deposit,confirmed,completed,cancelled,declined,lapsed"`
	Part         string    `json:"part,omitempty" enum:"deposit,balance" doc:"What of its price is to be paid now; absent: nothing."`
	Due          int64     `json:"due,omitempty" doc:"How much that is, in minor units of the currency of the booking's cost." example:"6000"`
}

// Found is what a token of a guest leads to.
type Found struct {
	Guest   *bookings.BookingGuest
	Booking *bookings.Booking // nil: there is none
	Venue   *storevenues.VenueRooms
	// Series is what repeats, of which Dates are the bookings; nil: it does not.
	Series *bookings.BookingSeries
	Dates  []bookings.Booking
}

// Find reads a token. identity.ErrLinkInvalid: it is none, or there is nothing any more.
func (h *Handlers) Find(ctx context.Context, token string) (*Found, error) {
	of, err := h.Links.Booking(token)
	if err != nil {
		return nil, err
	}
	g, err := h.Store.Bookers.Guest(ctx, of)
	if errors.Is(err, database.ErrNotFound) || err == nil && g.Email == "" {
		return nil, identity.ErrLinkInvalid
	}
	if err != nil {
		return nil, err
	}
	f := &Found{Guest: g}
	now := inventory.At(h.Now())
	switch f.Booking, err = h.Store.Bookings.Booking(ctx, g.OrgID, g.BookingID); {
	case errors.Is(err, database.ErrNotFound):
		f.Booking = nil
	case err != nil:
		return nil, err
	case f.Booking.EndsAt+keptFor <= now && !f.Booking.At(now).Live():
		return nil, identity.ErrLinkInvalid
	}
	if f.Booking != nil && f.Booking.SeriesID != "" {
		if f.Series, err = h.Store.Bookings.BookingSeries(ctx, g.OrgID, f.Booking.SeriesID); err != nil {
			return nil, err
		}
		if f.Dates, err = h.Store.Bookings.SeriesBookings(ctx, g.OrgID, f.Booking.SeriesID); err != nil {
			return nil, err
		}
	}
	f.Venue, err = h.Store.Venues.VenueRooms(ctx, g.OrgID, g.VenueID)
	if errors.Is(err, database.ErrNotFound) {
		return nil, identity.ErrLinkInvalid
	}
	return f, err
}

// Ask stores what a guest asks for at a venue that everybody may see, and mails the link with which
// the address is confirmed. from is where the caller is.
func (h *Handlers) Ask(ctx context.Context, from netip.Addr, venue *storevenues.VenueRooms, language string, in *NewGuestBooking) (*GuestBookingAsked, error) {
	if !venue.GuestBookings || h.Letter == nil {
		return nil, kindNoGuests.Problem()
	}
	var check httpapi.Checks
	now := inventory.At(h.Now())
	g := &bookings.BookingGuest{
		OrgID: venue.OrgID, BookingID: h.IDs.Top(id.Booking), VenueID: venue.ID, Name: check.Line("name", in.Name, 1, httpapi.MaxName), Email: check.Email("email", in.Email),
		Locale: language, RequestedAt: now, ExpiresAt: now + linkLife,
	}
	if in.Locale != "" {
		g.Locale = check.Locale("locale", in.Locale)
	}
	g.Address = address.Fold(g.Email)
	g.Asked = bookings.GuestRequest{
		Rooms: in.Rooms, StartsAt: inventory.At(in.StartsAt), EndsAt: inventory.At(in.EndsAt), Layout: in.Layout, People: in.People, Purpose: check.Prose("purpose", in.Purpose, maxPurpose),
		RRule: in.RRule, OnConflict: booking.OnConflict(in.OnConflict),
	}
	b := g.Booking()
	b.Setup, b.Teardown = venue.DefaultSetup, venue.DefaultTeardown
	if b.StartsAt < now {
		check.Add("starts_at", "in_the_past", "must not be in the past")
	}
	b.AddOns = venues.Choose(&check, venue.AddOns, &b, in.AddOns, false, now)
	g.Asked.AddOns = b.AddOns
	_, dates, err := datesOf(&check, &venue.Venue, g, &b)
	if err != nil {
		return nil, err
	}
	g.Asked.Dates = int64(len(dates))
	if err := check.Err(); err != nil {
		return nil, err
	}
	if err := roomtime.Fits("", venue, &b); err != nil {
		return nil, err
	}
	if g.Asked.Plain() {
		err = h.refused(ctx, h.Store.Bookings.CheckBooking(ctx, &b, now), &b, now)
	} else {
		_, err = venues.LookAtDates(ctx, h.Store.Bookings, dates, g.Asked.Others(), now)
	}
	if err != nil {
		return nil, err
	}
	// Whoever has asked for too many uses up nothing of the address that they type.
	if err := h.Access.MayMail(from); err != nil {
		return nil, err
	}
	if err := h.Access.MayMailTo(h.Links.Derive(recipientPurpose), g.Address); err != nil {
		return nil, err
	}
	mail, err := h.Letter(accountmail.BookingAddressMail, g.BookingID, g.OrgID)
	if err != nil {
		return nil, err
	}
	if err := h.Store.Bookers.Ask(ctx, g, mail); err != nil {
		return nil, err
	}
	return &GuestBookingAsked{"confirm_address", g.ExpiresAt.Time()}, nil
}

// datesOf are the bookings that a guest asks for, with what repeats; nil: it does not.
func datesOf(check *httpapi.Checks, v *storevenues.Venue, g *bookings.BookingGuest, b *bookings.Booking) (*bookings.BookingSeries, []bookings.Booking, error) {
	series := &bookings.BookingSeries{OrgID: g.OrgID, ID: id.TopNamed(id.BookingDates, g.BookingID), VenueID: g.VenueID}
	dates, err := venues.DatesOf(check, v, g.Asked.RRule, g.Asked.Others(), maxDates, b, series)
	if g.Asked.RRule == "" {
		series = nil
	}
	return series, dates, err
}

// refused is what an error of a decision is answered with.
func (h *Handlers) refused(ctx context.Context, err error, b *bookings.Booking, now inventory.Instant) error {
	var r *bookings.Refused
	switch {
	case errors.Is(err, bookings.ErrBookingEnded):
		return venues.KindEnded.Problem()
	case errors.Is(err, bookings.ErrPaidFor): // pages know problems alone
		return venues.KindPaidFor.Problem()
	case !errors.As(err, &r):
		return err
	}
	return roomtime.Refused(ctx, h.Store.Bookings, "", r, b, now)
}

// by has what a guest does be theirs in the chain of the organization.
func by(ctx context.Context, now inventory.Instant) context.Context {
	return organizations.WithBy(ctx, organizations.By{At: now, Actor: bookings.GuestBooker})
}

// Confirm confirms the address of a guest, and books what they asked for, or take in its place.
// Confirming again changes nothing; where the rooms could not be had, it tries again.
func (h *Handlers) Confirm(ctx context.Context, f *Found, instead Instead) error {
	now := inventory.At(h.Now())
	g, err := h.Store.Bookers.Confirm(ctx, f.Guest.BookingID, now)
	if err != nil || f.Booking != nil {
		return err
	}
	if err := h.takeInstead(ctx, f, g, instead, now); err != nil {
		return err
	}
	b := g.Booking()
	b.Setup, b.Teardown = f.Venue.DefaultSetup, f.Venue.DefaultTeardown
	switch {
	case !f.Venue.Published || !f.Venue.GuestBookings:
		return kindNoGuests.Problem()
	case b.StartsAt < now:
		return httpapi.Invalid(httpapi.FieldError{Field: "starts_at", Code: "in_the_past", Message: "must not be in the past"})
	}
	if err := roomtime.Fits("", f.Venue, &b); err != nil {
		return err
	}
	if !g.Asked.Plain() {
		return h.confirmDates(ctx, f, g, &b, now)
	}
	if _, err = h.Store.Bookings.Book(by(ctx, now), b, now); errors.Is(err, database.ErrConflict) {
		return nil // confirmed twice at once
	}
	return h.refused(ctx, err, &b, now)
}

// confirmDates books what repeats, or may wait.
func (h *Handlers) confirmDates(ctx context.Context, f *Found, g *bookings.BookingGuest, b *bookings.Booking, now inventory.Instant) error {
	var check httpapi.Checks
	series, dates, err := datesOf(&check, &f.Venue.Venue, g, b)
	if err == nil {
		err = check.Err()
	}
	if err != nil {
		return err
	}
	if _, err = h.Store.Bookings.BookGuestDates(by(ctx, now), g, series, dates, now); errors.Is(err, database.ErrConflict) {
		return nil // confirmed twice at once
	}
	return venues.DatesRefused(ctx, h.Store.Bookings, err, dates, now)
}

// booked is the booking that there is of what was found.
func (f *Found) booked() (*bookings.Booking, error) {
	if f.Booking == nil {
		return nil, kindNotConfirmed.Problem()
	}
	b := *f.Booking
	return &b, nil
}

// Cancel cancels the booking of a guest, as its booker.
func (h *Handlers) Cancel(ctx context.Context, f *Found) error {
	b, err := f.booked()
	if err != nil {
		return err
	}
	now := inventory.At(h.Now())
	_, err = h.Store.Bookings.EndBooking(by(ctx, now), b.OrgID, b.ID, booking.Cancelled, "no_longer_needed", false, now)
	return h.refused(ctx, err, b, now)
}

// CancelDates cancels all dates to come of what a guest asked for at once.
func (h *Handlers) CancelDates(ctx context.Context, f *Found) error {
	if _, err := f.booked(); err != nil {
		return err
	}
	if f.Series == nil {
		return h.Cancel(ctx, f)
	}
	now := inventory.At(h.Now())
	n, err := h.Store.Bookings.CancelSeries(by(ctx, now), f.Series, "no_longer_needed", false, now)
	if errors.Is(err, bookings.ErrBookingEnded) || err == nil && n == 0 {
		return venues.KindEnded.Problem()
	}
	return err
}

// Move gives the booking of a guest another time. Where the venue wants to confirm bookings, it is
// requested again.
func (h *Handlers) Move(ctx context.Context, f *Found, from, to inventory.Instant) error {
	b, err := f.booked()
	if err != nil {
		return err
	}
	now := inventory.At(h.Now())
	if from < now && from != b.StartsAt {
		return httpapi.Invalid(httpapi.FieldError{Field: "starts_at", Code: "in_the_past", Message: "must not be in the past"})
	}
	b.StartsAt, b.EndsAt = from, to
	if err := roomtime.Fits("", f.Venue, b); err != nil { // what the rooms hold may be less by now
		return err
	}
	_, err = h.Store.Bookings.MoveBooking(by(ctx, now), b.OrgID, b.ID, &bookings.Move{StartsAt: &from, EndsAt: &to, Ask: true}, now)
	return h.refused(ctx, err, b, now)
}

// SetAddOns gives the booking of a guest other add-ons.
func (h *Handlers) SetAddOns(ctx context.Context, f *Found, in []venues.ChosenAddOn) error {
	b, err := f.booked()
	if err != nil {
		return err
	}
	now := inventory.At(h.Now())
	var check httpapi.Checks
	list := venues.Choose(&check, f.Venue.AddOns, b, in, false, now)
	if err := check.Err(); err != nil {
		return err
	}
	b.AddOns = list
	_, err = h.Store.Bookings.SetAddOns(by(ctx, now), b.OrgID, b.ID, list, true, now)
	return h.refused(ctx, err, b, now)
}

// Checkout returns the page on which a part of the price is paid.
func (h *Handlers) Checkout(ctx context.Context, f *Found, part booking.Part, provider string) (*payments.Checkout, error) {
	return f.page(func(b *bookings.Booking) (*payments.Checkout, error) {
		return h.Settler.CheckoutBooking(ctx, b.OrgID, b.ID, part, provider, f.Guest.Email, f.Guest.Locale)
	})
}

// Forget erases the booker of a booking; what is live is cancelled first.
func (h *Handlers) Forget(ctx context.Context, org, bookingID string) error {
	g, err := h.Store.Bookers.Guest(ctx, bookingID)
	if err != nil && !errors.Is(err, database.ErrNotFound) {
		return err
	}
	if err := h.Store.Bookers.Forget(ctx, org, bookingID, inventory.At(h.Now())); err != nil {
		return err
	}
	if g != nil && g.OrgID == org {
		if err := h.Erasures.Visited(ctx, org, "", g.Email); err != nil {
			return err
		}
	}
	// When that fails a job does it within a minute.
	_ = h.Erasures.Work(ctx)
	return nil
}

// ForgetGuest is Forget by the guest.
func (h *Handlers) ForgetGuest(ctx context.Context, f *Found) error {
	return h.Forget(by(ctx, inventory.At(h.Now())), f.Guest.OrgID, f.Guest.BookingID)
}

func (h *Handlers) show(ctx context.Context, f *Found) (*GuestBooking, error) {
	g, now := f.Guest, inventory.At(h.Now())
	out := &GuestBooking{
		Status: "confirm_address", VenueID: g.VenueID, VenueName: f.Venue.Name, Name: g.Name, Email: g.Email, Locale: g.Locale, ExpiresAt: g.ExpiresAt.Time(),
		RRule: g.Asked.RRule, Rooms: g.Asked.Rooms, StartsAt: g.Asked.StartsAt.Time(), EndsAt: g.Asked.EndsAt.Time(), Providers: []string{},
	}
	switch {
	case f.Booking != nil:
		out.Status, out.Booking = "booked", venues.BookingOf(f.Booking, now)
	case g.ConfirmedAt != 0:
		out.Status = "not_booked"
	}
	if f.Series != nil {
		out.Series = venues.SeriesOf(f.Series)
	}
	for i := range f.Dates {
		d := &f.Dates[i]
		part, due, _ := d.Asks(now)
		out.Dates = append(out.Dates, GuestBookingDate{d.ID, h.Links.BookingToken(d.ID), d.StartsAt.Time(), d.EndsAt.Time(), string(d.At(now)), string(part), due})
	}
	if f.Booking == nil || f.Booking.Price == 0 {
		return out, nil
	}
	how, err := h.Store.Dues.Transfer(ctx, f.Booking, now)
	if err != nil {
		return nil, err
	}
	out.Transfer = venues.TransferOf(how)
	if out.Together, err = venues.TogetherOf(ctx, h.Store.Dues, f.Dates, now); err != nil {
		return nil, err
	}
	names, err := h.Settler.PageProviders(ctx, g.OrgID)
	out.Providers = append(out.Providers, names...)
	return out, err
}
