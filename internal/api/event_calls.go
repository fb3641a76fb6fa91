package api

import (
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// createEvent brings an event to life. With an Idempotency-Key the event's id is
// derived from the key, so that a repetition finds the event that the first
// request made, and two at once meet in one queue.
func (s *server) createEvent(c *Call, in *NewEvent) (*Event, error) {
	event := c.ownID(id.Event)
	if in.Seating != nil { // what was answered stands, whatever has become of the plan since
		if reply, done, err := c.answered(c.Caller.OrgID); err != nil {
			return nil, err
		} else if done {
			return s.eventAnswer(c, event, reply.Seq)
		}
	}
	var check checks
	plan, err := s.seat(c, &check, in)
	if err != nil {
		return nil, err
	}
	cmd, details := in.command(&check, event, func(prefix string) string { return s.ids.In(prefix, event) })
	if err := check.err(); err != nil {
		return nil, err
	}
	if plan != nil {
		cmd.Seats, details.Seating = plan.forEvent(event, cmd.Tiers)
	}
	cmd.Who = c.who()
	cmd.Event.OrgID = c.Caller.OrgID
	reply, err := c.submitIn(c.Caller.OrgID, event, cmd, details)
	if err != nil {
		return nil, err
	}
	return s.eventAnswer(c, event, reply.Seq)
}

func (in *NewEvent) command(check *checks, event string, newID func(string) string) (inventory.Create, *store.DetailsChange) {
	set := inventory.Settings{MaxGuests: in.MaxGuests, LimitPerPerson: in.LimitPerPerson, KeepPairs: in.NoSingleSeats, ConfirmedAddress: in.ConfirmedAddress, Waitlist: defaultWaitlist()}
	in.Waitlist.apply(check, &set.Waitlist)
	in.Orders.apply(check, &set.Orders)
	set.Orders.Currency = check.currency("currency", in.Currency)
	check.cutoff("registration_cutoff", in.RegistrationCutoff, &set.RegistrationCutoff)
	check.cutoff("cancellation_cutoff", in.CancellationCutoff, &set.CancellationCutoff)
	check.door(in.DoorsOpenAt, in.MaxTransfers, &set)
	details := store.Details{
		Title:       check.line("title", in.Title, 1, MaxTitle),
		Description: check.prose("description", in.Description, MaxDescription),
		Location:    check.line("location", in.Location, 0, MaxLocation),
		Reminders:   check.reminders(in.Reminders),
	}
	cmd := inventory.Create{
		Event: inventory.Event{
			ID: event, Zone: check.zone("timezone", in.Timezone),
			StartsAt: check.moment("starts_at", in.StartsAt), EndsAt: check.moment("ends_at", in.EndsAt),
		},
		Publish: in.Publish,
	}
	check.schedule(cmd.Event.StartsAt, cmd.Event.EndsAt, &set)
	cmd.Event.Settings = set
	cmd.Pools, cmd.Tiers = in.pools(check, newID, poolPrefixes{id.Pool, id.Tier})
	return cmd, details.All()
}

// eventAnswer is the event after a change.
func (s *server) eventAnswer(c *Call, event string, seq int64) (*Event, error) {
	s.access.forget(event)
	v, err := s.store.Events.Event(c.Context(), event)
	if err != nil {
		return nil, err
	}
	out := eventOf(v)
	// Others may have changed it since; the answer tells where this change is.
	out.LedgerSeq = seq
	return out, s.nameOrganization(c, v.Event.OrgID, out)
}

// eventBy shows an event to the public, with who runs it.
func eventBy(v *store.EventView, by *store.Profile) any {
	e := eventOf(v)
	e.Organization = organizationOf(by)
	e.Orders.Instructions = "" // who orders has them with the order
	return e
}

// nameOrganization says who runs the events, all of one organization.
func (s *server) nameOrganization(c *Call, org string, events ...*Event) error {
	o, err := s.store.Organizations.Profile(c.Context(), org)
	if err != nil {
		return err
	}
	for _, e := range events {
		e.Organization = organizationOf(o)
	}
	return nil
}

func (s *server) getEvent(c *Call, k *card, _ *None) (*Event, error) {
	v, err := s.store.Events.Event(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	// The card may be seconds old: a draft must not be shown to the public.
	if err := c.Caller.Authorize(c.Action, cardOf(v).resource()); err != nil {
		return nil, err
	}
	out := eventOf(v)
	if !c.Caller.Staff() {
		out.forPublic()
	}
	return out, s.nameOrganization(c, k.OrgID, out)
}

// EventList is a page of events.
type EventList struct {
	Items      []*Event `json:"items"`
	NextCursor string   `json:"next_cursor,omitempty" doc:"Where the next page begins; absent on the last."`
}

func (s *server) listEvents(c *Call, _ *None) (*EventList, error) {
	var after string
	list := "events " + c.Caller.OrgID
	limit, err := c.Page(list, &after)
	if err != nil {
		return nil, err
	}
	views, err := s.store.Events.EventsPage(c.Context(), c.Caller.OrgID, after, limit+1)
	if err != nil {
		return nil, err
	}
	out := &EventList{Items: []*Event{}}
	for i := range views[:min(limit, len(views))] {
		out.Items = append(out.Items, eventOf(&views[i]))
	}
	if err := s.nameOrganization(c, c.Caller.OrgID, out.Items...); err != nil {
		return nil, err
	}
	if len(views) > limit {
		out.NextCursor, err = c.Cursor(list, views[limit-1].Event.ID)
	}
	return out, err
}

// changeEvent changes what the request names, all or nothing.
func (s *server) changeEvent(c *Call, k *card, in *EventChange) (*Event, error) {
	seq, err := s.mergeEvent(c, k.EventID, in)
	if err != nil {
		return nil, err
	}
	return s.eventAnswer(c, k.EventID, seq)
}

// mergeTries bounds how often a change is merged again after somebody else, on
// this server or another, changed the event in between.
const mergeTries = 8

// mergeEvent reads the event, merges the change into it and submits the whole,
// again when the event is no longer what was read.
func (s *server) mergeEvent(c *Call, event string, in *EventChange) (seq int64, err error) {
	lock := s.merging.of(event)
	lock.Lock()
	defer lock.Unlock()
	for try := 1; ; try++ {
		v, err := s.store.Events.Event(c.Context(), event)
		if err != nil {
			return 0, err
		}
		var check checks
		cmd, details := in.command(&check, v, func(prefix string) string { return s.ids.In(prefix, event) })
		if err := check.err(); err != nil {
			return 0, err
		}
		if in.empty() {
			return v.Event.Seq, nil
		}
		cmd.Who, cmd.From = c.who(), &v.Event
		if in.Capacity != nil && len(v.Pools) > 0 {
			cmd.Capacity = &inventory.SetCapacity{Who: cmd.Who, Pool: v.Pools[0].ID, Capacity: *in.Capacity}
		}
		reply, err := c.submit(event, cmd, details)
		if err != nil && reply.Code == inventory.SettingsMoved && try < mergeTries {
			continue
		}
		return reply.Seq, err
	}
}

// command merges the change into the settings as they stand. Of the details it
// takes those that the request names.
func (in *EventChange) command(check *checks, v *store.EventView, newID func(prefix string) string) (inventory.Configure, *store.DetailsChange) {
	set := v.Event.Settings
	number(in.MaxGuests, func(n int64) { set.MaxGuests = n })
	number(in.LimitPerPerson, func(n int64) { set.LimitPerPerson = n })
	if in.NoSingleSeats != nil {
		set.KeepPairs = *in.NoSingleSeats
	}
	if in.ConfirmedAddress != nil {
		set.ConfirmedAddress = *in.ConfirmedAddress
	}
	in.Waitlist.apply(check, &set.Waitlist)
	in.Orders.apply(check, &set.Orders)
	if in.Currency != nil {
		set.Orders.Currency = check.currency("currency", *in.Currency)
	}
	check.cutoff("registration_cutoff", in.RegistrationCutoff, &set.RegistrationCutoff)
	check.cutoff("cancellation_cutoff", in.CancellationCutoff, &set.CancellationCutoff)
	check.door(in.DoorsOpenAt, in.MaxTransfers, &set)
	cmd := inventory.Configure{
		StartsAt: check.optionalMoment("starts_at", in.StartsAt, v.Event.StartsAt),
		EndsAt:   check.optionalMoment("ends_at", in.EndsAt, v.Event.EndsAt),
		Zone:     v.Event.Zone,
	}
	if in.Timezone != nil {
		cmd.Zone = check.zone("timezone", *in.Timezone)
	}
	check.schedule(cmd.StartsAt, cmd.EndsAt, &set)
	cmd.Settings = set
	cmd.Tiers = in.tiers(check, v, set.Orders.Currency, newID)
	return cmd, in.details(check)
}

// details are those that the request names, nil when it names none.
func (in *EventChange) details(check *checks) *store.DetailsChange {
	var d store.DetailsChange
	if in.Title != nil {
		d.Title = ptr(check.line("title", *in.Title, 1, MaxTitle))
	}
	if in.Description != nil {
		d.Description = ptr(check.prose("description", *in.Description, MaxDescription))
	}
	if in.Location != nil {
		d.Location = ptr(check.line("location", *in.Location, 0, MaxLocation))
	}
	if in.Reminders != nil {
		d.Reminders = ptr(check.reminders(*in.Reminders))
	}
	if d == (store.DetailsChange{}) {
		return nil
	}
	return &d
}

// empty says whether the request names nothing to change.
func (in *EventChange) empty() bool {
	return in.Title == nil && in.Description == nil && in.Location == nil && in.StartsAt == nil && in.EndsAt == nil &&
		in.Timezone == nil && in.Capacity == nil && in.MaxGuests == nil && in.LimitPerPerson == nil && in.NoSingleSeats == nil && in.ConfirmedAddress == nil &&
		!in.RegistrationCutoff.Set && !in.CancellationCutoff.Set && !in.DoorsOpenAt.Set &&
		in.MaxTransfers == nil && in.Reminders == nil && in.Waitlist == WaitlistIn{} &&
		in.Currency == nil && in.Orders == OrdersIn{} && len(in.Tiers) == 0
}

// EventState answers what became of an event.
type EventState struct {
	EventID   string `json:"event_id"`
	Status    string `json:"status" enum:"draft,published,cancelled"`
	LedgerSeq int64  `json:"ledger_seq"`
}

func (s *server) publishEvent(c *Call, _ *None) (*EventState, error) {
	return s.moveEvent(c, inventory.Publish{Who: c.who()}, inventory.Published)
}

func (s *server) cancelEvent(c *Call, _ *None) (*EventState, error) {
	return s.moveEvent(c, inventory.CancelEvent{Who: c.who()}, inventory.Cancelled)
}

func (s *server) moveEvent(c *Call, cmd inventory.Command, to inventory.EventStatus) (*EventState, error) {
	k, err := c.event()
	if err != nil {
		return nil, err
	}
	reply, err := c.submit(k.EventID, cmd, nil)
	if err != nil {
		return nil, err
	}
	s.access.forget(k.EventID)
	return &EventState{EventID: k.EventID, Status: string(to), LedgerSeq: reply.Seq}, nil
}
