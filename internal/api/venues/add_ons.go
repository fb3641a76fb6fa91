package venues

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/refusal"
	"github.com/holdfast-events/holdfast/internal/api/roomtime"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	storevenues "github.com/holdfast-events/holdfast/internal/store/venues"
)

// NewAddOn is the body that creates an add-on of a venue.
type NewAddOn struct {
	Name        string `json:"name" minLength:"1" maxLength:"200" example:"Sound engineer"`
	Description string `json:"description,omitempty" maxLength:"500" doc:"What it comes with, in one or two sentences."`
	Unit        string `json:"unit" enum:"person,hour,piece" doc:"What the price is for: each person, each hour from start to end of the booking, or each piece."`
	Price       int64  `json:"price,omitempty" minimum:"0" maximum:"9999999" doc:"Per unit, with its tax, in minor units of the currency of the venue's booking_terms." example:"6000"`
	TaxRateBP   int64  `json:"tax_rate_bp,omitempty" minimum:"0" maximum:"9999" doc:"The tax that the price has in it, in basis points." example:"1900"`
	Pool        int64  `json:"pool,omitempty" minimum:"0" maximum:"10000" doc:"How many there are at one time, set-up and tear-down of bookings included. 0: as many as are asked for." example:"2"`
	LeadHours   int64  `json:"lead_hours,omitempty" minimum:"0" maximum:"17520" doc:"How long before the start it has to be chosen. Who can confirm bookings is not bound by it." example:"72"`
	Active      *bool  `json:"active,omitempty" doc:"Whether it can be chosen. Default: true."`
}

// AddOnChange is the body that changes an add-on. What is absent stays as it is.
type AddOnChange struct {
	Name        *string `json:"name,omitempty" minLength:"1" maxLength:"200"`
	Description *string `json:"description,omitempty" maxLength:"500"`
	Unit        *string `json:"unit,omitempty" enum:"person,hour,piece"`
	Price       *int64  `json:"price,omitempty" minimum:"0" maximum:"9999999" doc:"For bookings to come: those that have it keep the price that they were made for."`
	TaxRateBP   *int64  `json:"tax_rate_bp,omitempty" minimum:"0" maximum:"9999"`
	Pool        *int64  `json:"pool,omitempty" minimum:"0" maximum:"10000" doc:"Not less than live bookings have at one time."`
	LeadHours   *int64  `json:"lead_hours,omitempty" minimum:"0" maximum:"17520"`
	Active      *bool   `json:"active,omitempty"`
}

// VenueAddOn is what a venue offers with its rooms.
type VenueAddOn struct {
	ID          string    `json:"id" example:"adn_3k9q0a7c1v5m"`
	VenueID     string    `json:"venue_id"`
	Name        string    `json:"name" example:"Sound engineer"`
	Description string    `json:"description,omitempty"`
	Unit        string    `json:"unit" enum:"person,hour,piece"`
	Price       int64     `json:"price" example:"6000"`
	Currency    string    `json:"currency,omitempty" doc:"Of the venue's booking_terms; absent where these have none, and nothing costs anything." example:"EUR"`
	TaxRateBP   int64     `json:"tax_rate_bp"`
	Pool        int64     `json:"pool"`
	LeadHours   int64     `json:"lead_hours"`
	Active      bool      `json:"active"`
	CreatedAt   time.Time `json:"created_at"`
}

// AddOnList is the add-ons of a venue.
type AddOnList struct {
	Items []VenueAddOn `json:"items" doc:"By id, at most 200."`
}

// AddOnDeleted is the answer to an add-on that was deleted.
type AddOnDeleted struct {
	ID     string `json:"id" example:"adn_3k9q0a7c1v5m"`
	Status string `json:"status" enum:"deleted"`
}

// ChosenAddOn chooses so many of an add-on.
type ChosenAddOn struct {
	AddOnID  string `json:"add_on_id" maxLength:"60" doc:"An add-on of the venue that can be chosen, each once." example:"adn_3k9q0a7c1v5m"`
	Quantity int64  `json:"quantity,omitempty" minimum:"1" maximum:"10000" doc:"How many: persons or pieces, and of what is paid by the hour how many at once. Default: of what is for each person the people of the booking, else 1."`
}

// BookedAddOn is what a booking has beside its rooms, as it was when it was chosen.
type BookedAddOn struct {
	AddOnID   string `json:"add_on_id"`
	Name      string `json:"name" example:"Sound engineer"`
	Unit      string `json:"unit" enum:"person,hour,piece"`
	Quantity  int64  `json:"quantity" example:"1"`
	Price     int64  `json:"price" doc:"Per unit." example:"6000"`
	TaxRateBP int64  `json:"tax_rate_bp"`
	Amount    int64  `json:"amount" doc:"What all of it comes to, in minor units of the currency of the booking's cost." example:"18000"`
	LeadHours int64  `json:"lead_hours" doc:"How long before the start it has to be chosen." example:"72"`
}

// BookingAddOns is the body that gives a booking other add-ons.
type BookingAddOns struct {
	AddOns []ChosenAddOn `json:"add_ons" maxItems:"50" doc:"All that it has from then on; an empty list: none. What it has already keeps its price."`
}

func addOnOf(a *storevenues.AddOn, currency string) VenueAddOn {
	return VenueAddOn{
		ID: a.ID, VenueID: a.VenueID, Name: a.Name, Description: a.Description, Unit: string(a.Unit), Price: a.Price, Currency: currency, TaxRateBP: a.TaxRate, Pool: a.Pool,
		LeadHours: int64(a.Lead / inventory.Hour), Active: !a.Inactive, CreatedAt: a.CreatedAt.Time(),
	}
}

func bookedAddOns(list []booking.AddOn) []BookedAddOn {
	out := make([]BookedAddOn, len(list))
	for i := range list {
		a := &list[i]
		out[i] = BookedAddOn{AddOnID: a.ID, Name: a.Name, Unit: string(a.Unit), Quantity: a.Quantity, Price: a.Price, TaxRateBP: a.TaxRate, Amount: a.Cost(), LeadHours: int64(a.Lead / inventory.Hour)}
	}
	return out
}

func (h *Handlers) addOnRoutes() []access.Route {
	return []access.Route{
		access.On(identity.ChangeVenues, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/venues/{venue_id}/add-ons", ID: "create-add-on", Tag: access.TagBookings, Status: http.StatusCreated,
			Summary: "Create an add-on of a venue", Description: "What bookings can have beside rooms: catering, equipment, people. At most 200.",
			Problems: []httpapi.Kind{kindAddOns}, Refusals: refusal.Kinds(inventory.AlreadyExists),
			Example: NewAddOn{Name: "Sound engineer", Unit: "hour", Pool: 2, LeadHours: 72},
		}, h.createAddOn),
		access.On(identity.ReadVenues, httpapi.Route{
			Method: http.MethodGet, Path: "/v1/venues/{venue_id}/add-ons", ID: "list-add-ons", Tag: access.TagBookings,
			Summary: "List the add-ons of a venue", Description: "Those that cannot be chosen any more are among them.",
		}, h.listAddOns),
		access.On(identity.ChangeVenues, httpapi.Route{
			Method: http.MethodPatch, Path: "/v1/add-ons/{add_on_id}", ID: "change-add-on", Tag: access.TagBookings,
			Summary: "Change an add-on", Description: "What is absent stays as it is. Bookings keep the name and the price that they were made for.",
			Problems: []httpapi.Kind{kindPool}, Example: map[string]any{"pool": 3},
		}, h.changeAddOn),
		access.On(identity.ChangeVenues, httpapi.Route{
			Method: http.MethodDelete, Path: "/v1/add-ons/{add_on_id}", ID: "delete-add-on", Tag: access.TagBookings,
			Summary: "Delete an add-on", Description: "Not while a live booking, or one that waits, has it: set active to false instead.",
			Problems: []httpapi.Kind{kindBooked}, Answer: AddOnDeleted{"adn_3k9q0a7c1v5m", "deleted"},
		}, h.deleteAddOn),
		access.On(identity.BookRooms, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/bookings/{booking_id}:set-add-ons", ID: "set-booking-add-ons", Tag: access.TagBookings, Unkeyed: true,
			Summary: "Give a booking other add-ons",
			Description: "All of them, or none: add-ons that run short are listed, and nothing changes. What the booking costs changes with them; what was paid for stays. Where the venue " +
				"wants to confirm bookings, one that is changed by somebody who cannot confirm it is requested again.",
			Problems: append(slices.Clone(roomtime.Kinds), KindEnded, KindPaidFor), Example: map[string]any{"add_ons": []any{}},
		}, h.setAddOns),
	}
}

// priced notes what is wrong with a price of an add-on of a venue.
func priced(check *httpapi.Checks, v *storevenues.Venue, price int64) {
	switch currency := v.Terms.Currency; {
	case price == 0:
	case currency == "":
		check.Add("price", "needs_currency", "the venue has no currency in its booking_terms")
	default:
		wire.Payable(check, "price", price, currency)
	}
}

func (h *Handlers) createAddOn(c *access.Call, in *NewAddOn) (*VenueAddOn, error) {
	v, err := h.venue(c)
	if err != nil {
		return nil, err
	}
	var check httpapi.Checks
	a := &storevenues.AddOn{
		OrgID: v.OrgID, ID: c.OwnID(id.AddOn), VenueID: v.ID, CreatedAt: inventory.At(h.Now()), Name: check.Line("name", in.Name, 1, httpapi.MaxName),
		Description: check.Prose("description", in.Description, 500), Unit: booking.Unit(in.Unit), Price: in.Price, TaxRate: in.TaxRateBP, Pool: in.Pool,
		Lead: inventory.Micros(in.LeadHours) * inventory.Hour, Inactive: in.Active != nil && !*in.Active,
	}
	priced(&check, v, a.Price)
	if err := check.Err(); err != nil {
		return nil, err
	}
	a, err = access.Made(c, h.Store.Venues.CreateAddOn(c.Context(), *a), a,
		func(ctx context.Context) (*storevenues.AddOn, error) { return h.Store.Venues.AddOn(ctx, a.OrgID, a.ID) },
		func(have *storevenues.AddOn) bool {
			created := *have
			created.CreatedAt = a.CreatedAt
			return created == *a
		})
	if errors.Is(err, database.ErrLimit) {
		return nil, kindAddOns.Problem()
	}
	if err != nil {
		return nil, err
	}
	out := addOnOf(a, v.Terms.Currency)
	return &out, nil
}

func (h *Handlers) listAddOns(c *access.Call, _ *httpapi.None) (*AddOnList, error) {
	v, err := h.venue(c)
	if err != nil {
		return nil, err
	}
	list, err := h.Store.Venues.AddOns(c.Context(), v.OrgID, v.ID)
	if err != nil {
		return nil, err
	}
	out := &AddOnList{Items: make([]VenueAddOn, len(list))}
	for i := range list {
		out.Items[i] = addOnOf(&list[i], v.Terms.Currency)
	}
	return out, nil
}

// addOn is the add-on in the path, with its venue.
func (h *Handlers) addOn(c *access.Call) (*storevenues.AddOn, *storevenues.Venue, error) {
	a, err := h.Store.Venues.AddOn(c.Context(), c.Caller.OrgID, c.Param("add_on_id"))
	if err != nil {
		return nil, nil, err
	}
	v, err := h.Store.Venues.Venue(c.Context(), a.OrgID, a.VenueID)
	if err != nil {
		return nil, nil, err
	}
	return a, v, ownedBy(c, a.OrgID)
}

func (h *Handlers) changeAddOn(c *access.Call, in *AddOnChange) (*VenueAddOn, error) {
	a, v, err := h.addOn(c)
	if err != nil {
		return nil, err
	}
	var check httpapi.Checks
	if in.Name != nil {
		*in.Name = check.Line("name", *in.Name, 1, httpapi.MaxName)
	}
	if in.Description != nil {
		*in.Description = check.Prose("description", *in.Description, 500)
	}
	if in.Price != nil {
		priced(&check, v, *in.Price)
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	a, err = h.Store.Venues.ChangeAddOn(organizations.WithBy(c.Context(), c.By()), a.OrgID, a.ID, func(a *storevenues.AddOn) {
		given(&a.Name, in.Name)
		given(&a.Description, in.Description)
		given((*string)(&a.Unit), in.Unit)
		given(&a.Price, in.Price)
		given(&a.TaxRate, in.TaxRateBP)
		given(&a.Pool, in.Pool)
		httpapi.Number(in.LeadHours, func(n int64) { a.Lead = inventory.Micros(n) * inventory.Hour })
		if in.Active != nil {
			a.Inactive = !*in.Active
		}
	})
	if err != nil {
		return nil, err
	}
	out := addOnOf(a, v.Terms.Currency)
	return &out, nil
}

// given sets a field to what the body has.
func given[T any](field, value *T) {
	if value != nil {
		*field = *value
	}
}

func (h *Handlers) deleteAddOn(c *access.Call, _ *httpapi.None) (*AddOnDeleted, error) {
	a, _, err := h.addOn(c)
	if err != nil {
		return nil, err
	}
	if err := h.Store.Venues.DeleteAddOn(organizations.WithBy(c.Context(), c.By()), a.OrgID, a.ID); err != nil {
		return nil, err
	}
	return &AddOnDeleted{a.ID, "deleted"}, nil
}

// Choose reads the add-ons that are chosen for a booking. What it has already keeps its price,
// and need not be offered any more. free: who chooses is not bound by lead times.
func Choose(check *httpapi.Checks, offered []storevenues.AddOn, b *bookings.Booking, in []ChosenAddOn, free bool, now inventory.Instant) []booking.AddOn {
	list := []booking.AddOn{}
	for i, chosen := range in {
		field := fmt.Sprintf("add_ons[%d].", i)
		if slices.ContainsFunc(list, func(a booking.AddOn) bool { return a.ID == chosen.AddOnID }) {
			check.Add(field+"add_on_id", "duplicate", "is there already")
			continue
		}
		have := slices.IndexFunc(b.AddOns, func(a booking.AddOn) bool { return a.ID == chosen.AddOnID })
		at := slices.IndexFunc(offered, func(a storevenues.AddOn) bool { return a.ID == chosen.AddOnID })
		if at < 0 || offered[at].Inactive && have < 0 {
			check.Add(field+"add_on_id", string(booking.UnknownAddOn), "must be an add-on of the venue that can be chosen")
			continue
		}
		of := &offered[at]
		a := booking.AddOn{ID: of.ID, Name: of.Name, Unit: of.Unit, Price: of.Price, TaxRate: of.TaxRate, Lead: of.Lead}
		was := int64(0)
		if have >= 0 {
			a, was = b.AddOns[have], b.AddOns[have].Quantity
		}
		if a.Quantity = chosen.Quantity; a.Quantity == 0 {
			a.Quantity = 1
			if of.Unit == booking.PerPerson {
				a.Quantity = max(1, b.People)
			}
		}
		if !free && a.Quantity > was && b.StartsAt < now+inventory.Instant(of.Lead) {
			check.Add(field+"add_on_id", "too_late", "has to be chosen %d hours before the start", int64(of.Lead/inventory.Hour))
		}
		list = append(list, a)
	}
	return list
}

func (h *Handlers) setAddOns(c *access.Call, in *BookingAddOns) (*Booking, error) {
	return h.onBooking(c, func(ctx context.Context, b *bookings.Booking, now inventory.Instant) (*bookings.Booking, error) {
		offered, err := h.Store.Venues.AddOns(ctx, b.OrgID, b.VenueID)
		if err != nil {
			return nil, err
		}
		staff := c.Caller.May(identity.AnswerBookings) == nil
		var check httpapi.Checks
		list := Choose(&check, offered, b, in.AddOns, staff, now)
		if err := check.Err(); err != nil {
			return nil, err
		}
		b.AddOns = list // for the answer that says what is in the way
		return h.Store.Bookings.SetAddOns(ctx, b.OrgID, b.ID, list, !staff, now)
	})
}
