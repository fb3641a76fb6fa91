package events

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/roomtime"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// Bookings that follow an event become what it needs before its ledger is asked, and are
// brought to where it stands afterwards, whatever became of that.

// alignWithin bounds how long an answer waits until bookings are where their event stands.
// Those that are not then are brought there by the housekeeping of the jobs.
const alignWithin = 10 * time.Second

// knownRooms notes that rooms are none of the organization, and refuses what they do not hold.
// It returns their venue.
func (h *Handlers) knownRooms(c *access.Call, r *events.EventRooms) (*venues.Venue, error) {
	var check httpapi.Checks
	venue, err := h.Store.Venues.VenueRooms(c.Context(), c.Caller.OrgID, r.VenueID)
	switch {
	case errors.Is(err, database.ErrNotFound):
		check.Add("venue_rooms.venue_id", "not_found", "must be a venue of the organization")
		return nil, check.Err()
	case err != nil:
		return nil, err
	}
	for i, id := range r.Rooms {
		if !slices.ContainsFunc(venue.Rooms, func(room venues.Room) bool { return room.ID == id }) {
			check.Add("venue_rooms.rooms["+httpapi.Itoa(int64(i))+"]", "room_unknown", "must be a room of the venue")
		}
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	var b bookings.Booking
	bookings.AskedBy(&venue.Venue, r, &b)
	return &venue.Venue, roomtime.Fits("venue_rooms.", venue, &b)
}

// notPast refuses to book rooms for what has begun.
func (h *Handlers) notPast(starts inventory.Instant) error {
	var check httpapi.Checks
	if starts < inventory.At(h.Now()) {
		check.Add("starts_at", "in_the_past", "must not be in the past where rooms are to be booked")
	}
	return check.Err()
}

// at says of the details of an event where its venue is, unless the request does.
func at(v *venues.Venue, in *wire.DetailsIn, d *events.DetailsChange) {
	if in.Location == nil {
		where := v.Name
		if v.Address != "" {
			where += ", " + v.Address
		}
		if letters := []rune(where); len(letters) > wire.MaxLocation {
			where = string(letters[:wire.MaxLocation])
		}
		d.Location = &where
		if in.Coordinates == nil {
			d.Coordinates = &v.Coordinates
		}
	}
}

// tryRooms looks at the rooms that a new event takes, and refuses it where it is published and
// they are taken.
func (h *Handlers) tryRooms(c *access.Call, in *wire.NewEvent, cmd *inventory.Create, d *events.DetailsChange) error {
	v, err := h.knownRooms(c, d.VenueRooms)
	if err != nil {
		return err
	}
	at(v, &in.DetailsIn, d)
	if !in.Publish {
		return nil
	}
	if err := h.notPast(cmd.Event.StartsAt); err != nil {
		return err
	}
	now := inventory.At(h.Now())
	return roomtime.RefusedEvent(c.Context(), h.Store.Bookings, h.Store.Bookings.CheckEvent(c.Context(), &bookings.EventTimes{
		OrgID: c.Caller.OrgID, StartsAt: cmd.Event.StartsAt, EndsAt: cmd.Event.EndsAt, Rooms: d.VenueRooms,
	}, now), now)
}

// follow gives the bookings that follow an event other times, or it other rooms.
func (h *Handlers) follow(c *access.Call, e *bookings.EventTimes) error {
	e.NewID, e.Ask = h.IDs.Top(id.Booking), c.Caller.May(identity.AnswerBookings) != nil
	now := inventory.At(h.Now())
	_, err := h.Store.Bookings.FollowEvent(organizations.WithBy(c.Context(), c.By()), e, now)
	return roomtime.RefusedEvent(c.Context(), h.Store.Bookings, err, now)
}

// moved moves what follows an event that is about to change, and books the rooms that it takes
// from then on. It reports whether the bookings are to be looked at once that is done.
func (h *Handlers) moved(c *access.Call, v *events.EventView, in *wire.EventChange, cmd *inventory.Configure, d *events.DetailsChange) (bool, error) {
	named := d != nil && d.VenueRooms != nil
	times := cmd.StartsAt != v.Event.StartsAt || cmd.EndsAt != v.Event.EndsAt
	if v.Event.Status == inventory.Cancelled || !named && !times {
		return false, nil
	}
	rooms := v.Details.VenueRooms
	e := &bookings.EventTimes{OrgID: v.Event.OrgID, EventID: v.Event.ID, Title: v.Details.Title, StartsAt: cmd.StartsAt, EndsAt: cmd.EndsAt}
	if d != nil && d.Title != nil {
		e.Title = *d.Title
	}
	if named {
		rooms = *d.VenueRooms
	}
	if named && rooms.VenueID != "" {
		venue, err := h.knownRooms(c, &rooms)
		if err != nil {
			return false, err
		}
		if rooms.VenueID != v.Details.VenueRooms.VenueID {
			at(venue, &in.DetailsIn, d)
			var check httpapi.Checks
			if in.Timezone == nil {
				cmd.Zone = check.Zone("timezone", venue.Timezone)
			}
			if err := check.Err(); err != nil {
				return false, err
			}
		}
	}
	begun := cmd.StartsAt < inventory.At(h.Now())
	switch {
	case v.Event.Status == inventory.Draft: // they are a wish
	case named && rooms.VenueID != "" && begun:
		return false, h.notPast(cmd.StartsAt)
	case named:
		e.Rooms = &rooms
	case rooms.VenueID != "" && !begun:
		e.Rooms, e.Keep = &rooms, true
	}
	return true, h.follow(c, e)
}

// publish publishes an event with submit once its rooms are booked.
func (h *Handlers) publish(c *access.Call, event string, submit func() (sequencer.Reply, error)) (sequencer.Reply, error) {
	lock := h.merging.Of(event)
	lock.Lock()
	defer lock.Unlock()
	v, err := h.Store.Events.Event(c.Context(), event)
	if err != nil {
		return sequencer.Reply{}, err
	}
	rooms := &v.Details.VenueRooms
	if v.Event.Status != inventory.Draft || rooms.VenueID == "" {
		return submit()
	}
	if _, err := h.knownRooms(c, rooms); err != nil {
		return sequencer.Reply{}, err
	}
	if err := h.notPast(v.Event.StartsAt); err != nil {
		return sequencer.Reply{}, err
	}
	e := &bookings.EventTimes{OrgID: v.Event.OrgID, EventID: event, Title: v.Details.Title, StartsAt: v.Event.StartsAt, EndsAt: v.Event.EndsAt, Rooms: rooms}
	if err := h.follow(c, e); err != nil {
		return sequencer.Reply{}, err
	}
	reply, err := submit()
	h.align(c, &v.Event)
	return reply, err
}

// cancel cancels an event with submit, and gives its rooms back.
func (h *Handlers) cancel(c *access.Call, event string, submit func() (sequencer.Reply, error)) (sequencer.Reply, error) {
	reply, err := submit()
	if k, unknown := h.Access.Event(c.Context(), event); unknown == nil {
		h.align(c, &inventory.Event{ID: event, OrgID: k.OrgID})
	}
	return reply, err
}

// align brings the bookings that follow an event to where it stands. What it cannot do is left
// to housekeeping: what became of the event is answered in any case.
func (h *Handlers) align(c *access.Call, e *inventory.Event) {
	ctx, cancel := context.WithTimeout(organizations.WithBy(context.WithoutCancel(c.Context()), c.By()), alignWithin)
	defer cancel()
	if _, err := h.Store.Bookings.AlignEvent(ctx, e.OrgID, e.ID, inventory.At(h.Now())); err != nil {
		c.API.Log.WarnContext(ctx, "api: bookings are not where their event is yet", slog.String("event", e.ID), slog.Any("error", err))
	}
}
