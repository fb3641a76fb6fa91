package events

import (
	"reflect"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/refusal"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	storeevents "github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// createEvent brings an event to life. With an Idempotency-Key the event's id is
// derived from the key, so that a repetition finds the event that the first
// request made, and two at once meet in one queue.
func (h *Handlers) createEvent(c *access.Call, in *wire.NewEvent) (*wire.Event, error) {
	event := c.OwnID(id.Event)
	takes := in.VenueRooms != nil && in.VenueRooms.VenueID != ""
	if in.Seating != nil || takes || in.Cover != nil && in.Cover.PictureID != "" { // what was answered stands, whatever has become of the plan, the rooms or the picture since
		if reply, done, err := c.Answered(c.Caller.OrgID); err != nil {
			return nil, err
		} else if done {
			return h.publishAnswer(c, event, reply.Seq, in.Publish && takes)
		}
	}
	var check httpapi.Checks
	plan, err := h.seat(c, &check, in)
	if err != nil {
		return nil, err
	}
	cmd, details := newEventCommand(in, &check, event, func(prefix string) string { return h.IDs.In(prefix, event) })
	if err := check.Err(); err != nil {
		return nil, err
	}
	if plan != nil {
		cmd.Seats, details.Seating = plan.forEvent(event, cmd.Tiers)
	}
	cmd.Who = c.Who()
	cmd.Event.OrgID = c.Caller.OrgID
	if err := h.knownPicture(c, c.Caller.OrgID, details); err != nil {
		return nil, err
	}
	if takes {
		if err := h.tryRooms(c, in, &cmd, details); err != nil {
			return nil, err
		}
		cmd.Publish = false // which is done once the rooms are booked
	}
	reply, err := c.SubmitIn(c.Caller.OrgID, event, cmd, details)
	if err != nil {
		return nil, err
	}
	return h.publishAnswer(c, event, reply.Seq, in.Publish && takes)
}

// publishAnswer is the event that was made; one that takes rooms is published first if it is to
// be.
func (h *Handlers) publishAnswer(c *access.Call, event string, seq int64, publish bool) (*wire.Event, error) {
	if publish {
		reply, err := h.publish(c, event, func() (sequencer.Reply, error) { return c.SubmitPart(event, inventory.Publish{Who: c.Who()}, nil) })
		switch {
		case reply.Code == inventory.AlreadyPublished || reply.Code == inventory.EventPostponed || reply.Code == inventory.EventIsCancelled: // by a client that repeats the request later
		case err != nil:
			return nil, err
		default:
			seq = reply.Seq
		}
	}
	return h.eventAnswer(c, event, seq)
}

func newEventCommand(in *wire.NewEvent, check *httpapi.Checks, event string, newID func(string) string) (inventory.Create, *storeevents.DetailsChange) {
	set := inventory.Settings{Waitlist: defaultWaitlist()}
	applySettings(&in.SettingsIn, check, &set)
	cmd := inventory.Create{
		Event: inventory.Event{
			ID: event, Zone: check.Zone("timezone", in.Timezone),
			StartsAt: wire.Moment(check, "starts_at", in.StartsAt), EndsAt: wire.Moment(check, "ends_at", in.EndsAt),
		},
		Publish: in.Publish,
	}
	checkSchedule(check, cmd.Event.StartsAt, cmd.Event.EndsAt, &set)
	cmd.Event.Settings = set
	cmd.Pools, cmd.Tiers = newPoolsAndTiers(in, check, newID, poolPrefixes{id.Pool, id.Tier})
	beside := slices.ContainsFunc(cmd.Tiers, func(t inventory.Tier) bool { return t.Kind == inventory.AddOnTier || t.Donation() })
	if set.Approval && set.Waitlist.Promotion == "" && beside { // which is chosen where an offer is accepted
		cmd.Event.Settings.Waitlist.Promotion = inventory.PromoteOffer
	}
	return cmd, in.DetailsIn.Change(check, &in.Title)
}

// eventAnswer is the event after a change.
func (h *Handlers) eventAnswer(c *access.Call, event string, seq int64) (*wire.Event, error) {
	h.Access.Forget(event)
	v, err := h.Store.Events.Event(c.Context(), event)
	if err != nil {
		return nil, err
	}
	out := wire.EventAt(v, inventory.At(h.Now()))
	// Others may have changed it since; the answer tells where this change is.
	out.LedgerSeq = seq
	if err := h.warn(c.Context(), v, out); err != nil {
		return nil, err
	}
	return out, h.nameOrganization(c, v.Event.OrgID, out)
}

// EventBy shows an event to the public, with its organization and its place.
func EventBy(v *storeevents.EventView, by *organizations.Profile, at *venues.EventPlace, now time.Time) any {
	return eventBy(v, by, at, inventory.At(now))
}

func eventBy(v *storeevents.EventView, by *organizations.Profile, at *venues.EventPlace, now inventory.Instant) *wire.Event {
	e := wire.PublicEventOf(v, now)
	e.Place = wire.EventVenueOf(at)
	e.Organization = wire.OrganizationOf(by)
	return e
}

// nameOrganization says who runs the events, all of one organization.
func (h *Handlers) nameOrganization(c *access.Call, org string, events ...*wire.Event) error {
	o, err := h.Store.Organizations.Profile(c.Context(), org)
	if err != nil {
		return err
	}
	for _, e := range events {
		e.Organization = wire.OrganizationOf(o)
	}
	return nil
}

func (h *Handlers) getEvent(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*wire.Event, error) {
	c.Writer.Header().Add("Vary", byCaller)
	if c.Caller.Public() {
		return h.Strangers.event(c, k.EventID, inventory.At(h.Now()))
	}
	v, err := h.Store.Events.Event(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	// The summary may be seconds old: a draft must not be shown to the public.
	if err := c.AuthorizeIn(v); err != nil {
		return nil, err
	}
	show := wire.PublicEventOf
	if c.Caller.Staff() {
		show = wire.EventAt
	}
	language, err := wire.WordsIn(c)
	if err != nil {
		return nil, err
	}
	out := show(v.In(language), inventory.At(h.Now()))
	if c.Caller.Staff() {
		if err := h.warn(c.Context(), v, out); err != nil {
			return nil, err
		}
	}
	place, err := h.Store.Venues.EventPlace(c.Context(), v)
	if err != nil {
		return nil, err
	}
	out.Place = wire.EventVenueOf(place)
	return out, h.nameOrganization(c, k.OrgID, out)
}

// EventList is a page of events.
type EventList struct {
	httpapi.List[*wire.Event]
}

func (h *Handlers) listEvents(c *access.Call, _ *httpapi.None) (*EventList, error) {
	views, next, err := eventsPage(h, c)
	if err != nil {
		return nil, err
	}
	out := &EventList{httpapi.ListOf(views, next, func(v *storeevents.EventView) *wire.Event { return wire.EventAt(v, inventory.At(h.Now())) })}
	shownElsewhere(c.Context(), h, views, out.Items)
	if err := h.nameOrganization(c, c.Caller.OrgID, out.Items...); err != nil {
		return nil, err
	}
	return out, nil
}

// maxTitleQuery bounds the text that titles are searched for, in characters.
const maxTitleQuery = 100

// eventsPage reads a page of the events that the caller may know of, or of those of them whose
// title has a text in it.
func eventsPage(h *Handlers, c *access.Call) (views []storeevents.EventView, next string, err error) {
	var check httpapi.Checks
	q := check.Line("q", c.Query.Get("q"), 0, maxTitleQuery)
	if err := check.Err(); err != nil {
		return nil, "", err
	}
	only := c.Caller.Single
	if q == "" {
		return httpapi.Page(&c.Request, "events "+c.Caller.OrgID,
			func(after string, limit int) ([]storeevents.EventView, error) {
				if only {
					return h.Store.Events.EventsOf(c.Context(), c.Caller.OrgID, c.Caller.Events, after, limit)
				}
				return h.Store.Events.EventsPage(c.Context(), c.Caller.OrgID, after, limit)
			},
			func(r *storeevents.EventView) string { return r.Event.ID })
	}
	var named []string
	if only {
		named = append([]string{}, c.Caller.Events...)
	}
	return httpapi.Search(&c.Request, "events "+c.Caller.OrgID+" "+q, func(at *string, limit int) ([]storeevents.EventView, bool, error) {
		return h.Store.Events.Titled(c.Context(), c.Caller.OrgID, named, q, at, limit)
	})
}

// changeEvent changes what the request names, all or nothing.
func (h *Handlers) changeEvent(c *access.Call, k *access.EventSummary, in *wire.EventChange) (*wire.Event, error) {
	return h.changeTo(c, k, in, false)
}

// changeTo changes an event; one that is postponed has other times only again.
func (h *Handlers) changeTo(c *access.Call, k *access.EventSummary, in *wire.EventChange, again bool) (*wire.Event, error) {
	seq, err := h.mergeEvent(c, k.EventID, in, again)
	if err != nil {
		return nil, err
	}
	return h.eventAnswer(c, k.EventID, seq)
}

// mergeTries bounds how often a change is merged again after somebody else, on
// this server or another, changed the event in between.
const mergeTries = 8

// mergeEvent reads the event, merges the change into it and submits the whole,
// again when the event is no longer what was read. again: one that is postponed gets its date by it.
func (h *Handlers) mergeEvent(c *access.Call, event string, in *wire.EventChange, again bool) (seq int64, err error) {
	lock := h.merging.Of(event)
	lock.Lock()
	defer lock.Unlock()
	for try := 1; ; try++ {
		v, err := h.Store.Events.Event(c.Context(), event)
		if err != nil {
			return 0, err
		}
		var check httpapi.Checks
		cmd, details := command(in, &check, v, func(prefix string) string { return h.IDs.In(prefix, event) })
		if err := check.Err(); err != nil {
			return 0, err
		}
		if empty(in) {
			return v.Event.Seq, nil
		}
		if err := h.knownPicture(c, v.Event.OrgID, details); err != nil {
			return 0, err
		}
		if v.Event.Status == inventory.Postponed && !again && (cmd.StartsAt != v.Event.StartsAt || cmd.EndsAt != v.Event.EndsAt) {
			return 0, refusal.Kind(inventory.EventPostponed).With("The event is postponed: it gets another date with POST /v1/events/" + event + ":reschedule, which publishes it again.")
		}
		follow, err := h.moved(c, v, in, &cmd, details)
		if err != nil {
			return 0, err
		}
		cmd.Who, cmd.From = c.Who(), &v.Event
		cmd.Reschedule = again
		if in.Capacity.Set && len(v.Pools) > 0 {
			if err := keepsForPasses(c.Context(), h.Store, event, v.Pools[0].ID, int64(in.Capacity.To)); err != nil {
				return 0, err
			}
			cmd.Capacity = &inventory.SetCapacity{Who: cmd.Who, Pool: v.Pools[0].ID, Capacity: int64(in.Capacity.To)}
		}
		reply, err := c.Submit(event, cmd, details)
		if err != nil && reply.Code == inventory.SettingsMoved && try < mergeTries {
			continue
		}
		if follow {
			h.align(c, &v.Event)
		}
		return reply.Seq, err
	}
}

// command merges the change into the settings as they stand. Of the details it
// takes those that the request names.
func command(in *wire.EventChange, check *httpapi.Checks, v *storeevents.EventView, newID func(prefix string) string) (inventory.Configure, *storeevents.DetailsChange) {
	set := v.Event.Settings
	applySettings(&in.SettingsIn, check, &set)
	cmd := inventory.Configure{
		StartsAt: wire.OptionalMoment(check, "starts_at", in.StartsAt, v.Event.StartsAt),
		EndsAt:   wire.OptionalMoment(check, "ends_at", in.EndsAt, v.Event.EndsAt),
		Zone:     v.Event.Zone,
	}
	if in.Timezone != nil {
		cmd.Zone = check.Zone("timezone", *in.Timezone)
	}
	checkSchedule(check, cmd.StartsAt, cmd.EndsAt, &set)
	cmd.Settings = set
	cmd.Tiers, cmd.Pools = changedTiers(in, check, v, set.Orders.Currency, newID)
	details := in.DetailsIn.Change(check, in.Title)
	if in.MainLanguage != nil && len(v.Translations[*in.MainLanguage]) > 0 {
		check.Add("main_language", "not_allowed", "is one that the event has a translation in: delete that first")
	}
	if order := tierOrder(in, check, v, cmd.Tiers); order != nil {
		details = details.Then(&storeevents.DetailsChange{TierOrder: order})
	}
	return cmd, details
}

// empty reports whether the request names nothing to change.
func empty(in *wire.EventChange) bool {
	rest := *in
	if len(rest.Tiers) == 0 {
		rest.Tiers = nil
	}
	return reflect.ValueOf(rest).IsZero()
}

// EventState answers what became of an event.
type EventState struct {
	EventID   string `json:"event_id"`
	Status    string `json:"status" enum:"draft,published,postponed,cancelled"`
	LedgerSeq int64  `json:"ledger_seq"`
	// Warnings are those of the event that was published.
	Warnings []string `json:"warnings,omitempty" enum:"no_way_to_pay" doc:"Of an event that was published: what hinders people nevertheless, as in get-event."`
}

func (h *Handlers) publishEvent(c *access.Call, _ *httpapi.None) (*EventState, error) {
	state, err := h.moveEvent(c, inventory.Published, func(event string) (sequencer.Reply, error) {
		return h.publish(c, event, func() (sequencer.Reply, error) { return c.Submit(event, inventory.Publish{Who: c.Who()}, nil) })
	})
	return warned(c, h, state, err)
}

func (h *Handlers) cancelEvent(c *access.Call, _ *httpapi.None) (*EventState, error) {
	return h.moveEvent(c, inventory.Cancelled, func(event string) (sequencer.Reply, error) {
		return h.cancel(c, event, func() (sequencer.Reply, error) { return c.Submit(event, inventory.CancelEvent{Who: c.Who()}, nil) })
	})
}

func (h *Handlers) postponeEvent(c *access.Call, _ *httpapi.None) (*EventState, error) {
	return h.moveEvent(c, inventory.Postponed, func(event string) (sequencer.Reply, error) {
		return c.Submit(event, inventory.Postpone{Who: c.Who()}, nil)
	})
}

// Reschedule is another date of an event.
type Reschedule struct {
	StartsAt time.Time  `json:"starts_at" doc:"When it starts, in the future."`
	EndsAt   *time.Time `json:"ends_at,omitempty" doc:"When it ends. Default: as long after its start as before."`
}

func (h *Handlers) rescheduleEvent(c *access.Call, in *Reschedule) (*wire.Event, error) {
	k, err := c.Event()
	if err != nil {
		return nil, err
	}
	v, err := h.Store.Events.Event(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	var check httpapi.Checks
	starts := wire.Moment(&check, "starts_at", in.StartsAt)
	if starts != 0 && starts <= inventory.At(h.Now()) {
		check.Add("starts_at", "in_the_past", "must be in the future")
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	by := starts - v.Event.StartsAt
	ends := (v.Event.EndsAt + by).Time()
	if in.EndsAt != nil {
		ends = *in.EndsAt
	}
	set := &v.Event.Settings
	along := func(at inventory.Instant) (out wire.OptionalTime) {
		if at != 0 {
			out = wire.OptionalTime{Set: true, At: (at + by).Time()}
		}
		return out
	}
	change := &wire.EventChange{StartsAt: &in.StartsAt, EndsAt: &ends, SettingsIn: wire.SettingsIn{
		RegistrationCutoff: along(set.RegistrationCutoff), CancellationCutoff: along(set.CancellationCutoff), DoorsOpenAt: along(set.DoorsOpen),
	}}
	return h.changeTo(c, k, change, true)
}

func (h *Handlers) moveEvent(c *access.Call, to inventory.EventStatus, move func(event string) (sequencer.Reply, error)) (*EventState, error) {
	k, err := c.Event()
	if err != nil {
		return nil, err
	}
	reply, err := move(k.EventID)
	if err != nil {
		return nil, err
	}
	h.Access.Forget(k.EventID)
	return &EventState{EventID: k.EventID, Status: string(to), LedgerSeq: reply.Seq}, nil
}
