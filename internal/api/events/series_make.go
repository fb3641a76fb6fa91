package events

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/consent"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/question"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// sourceEvent is an event that others are made of.
type sourceEvent struct {
	*events.EventView
	seating   *events.Seating // nil: it has no seats
	questions *question.List  // nil: it asks nothing
	consents  []string        // purposes of consent that it asks for
}

// sourceEvent reads an event that others are made of; organizations.ErrEventsElsewhere: what it
// sells is in another cell.
func (h *Handlers) sourceEvent(ctx context.Context, event string) (*sourceEvent, error) {
	v, err := h.Store.Events.Event(ctx, event)
	if err != nil {
		return nil, err
	}
	if v.ArchivedAt == events.Elsewhere {
		return nil, organizations.ErrEventsElsewhere
	}
	s := &sourceEvent{EventView: v}
	if v.PlanID != "" {
		if s.seating, err = h.Store.Events.Seating(ctx, event); err != nil {
			return nil, err
		}
	}
	if s.questions, err = access.Questions(ctx, h.Store, event); err != nil {
		return nil, err
	}
	asked, err := h.Store.Consents.Asked(ctx, event, consent.MaxAsked)
	for i := range asked {
		s.consents = append(s.consents, asked[i].ID)
	}
	return s, err
}

// makeDates makes the events of dates that are not made yet, each in a transaction of its own.
// What it has made stays when it cannot go on, and is not made again.
func (h *Handlers) makeDates(c *access.Call, dates []events.SeriesDate) error {
	sources := map[string]*sourceEvent{}
	for i := range dates {
		d := &dates[i]
		if d.Made {
			continue
		}
		source := sources[d.SourceID]
		if source == nil {
			var err error
			if source, err = h.sourceEvent(c.Context(), d.SourceID); err != nil {
				return err
			}
			sources[d.SourceID] = source
		}
		if err := h.makeDate(c, source, d); err != nil {
			return err
		}
		if err := h.Store.Series.SetMade(c.Context(), d); err != nil {
			return err
		}
		d.Made = true
		h.Access.Forget(d.EventID)
	}
	return nil
}

// makeDate makes the event of a date. One that asks questions or for consents is published once
// it does, and one that takes rooms once they are booked. Where they are taken it stays a draft.
func (h *Handlers) makeDate(c *access.Call, source *sourceEvent, d *events.SeriesDate) error {
	cmd, details, err := source.copyTo(d, func(prefix string) string { return h.IDs.In(prefix, d.EventID) })
	if err != nil {
		return err
	}
	cmd.Who = c.Who()
	publish := source.Event.Status != inventory.Draft
	asks := source.questions != nil && len(source.questions.Questions) > 0
	consents := len(source.consents) > 0
	takes := source.Details.VenueRooms.VenueID != ""
	cmd.Publish = publish && !asks && !consents && !takes
	if reply, err := c.SubmitPart(d.EventID, cmd, details); err != nil && reply.Code != inventory.AlreadyExists {
		return err
	}
	if asks {
		if err := h.copyQuestions(c, source, d); err != nil {
			return err
		}
	}
	if consents {
		if err := h.copyConsents(c, source, d); err != nil {
			return err
		}
	}
	if !publish || cmd.Publish {
		return nil
	}
	reply, err := h.publish(c, d.EventID, func() (sequencer.Reply, error) { return c.SubmitPart(d.EventID, inventory.Publish{Who: c.Who()}, nil) })
	if reply.Code == inventory.AlreadyPublished || reply.Code == inventory.EventPostponed || reply.Code == inventory.EventIsCancelled {
		return nil
	}
	var refused *httpapi.Problem
	if takes && errors.As(err, &refused) && (refused.Status == http.StatusConflict || refused.Status == http.StatusUnprocessableEntity) {
		return nil
	}
	return err
}

// copyTo is the command that makes a copy of an event that starts when a date does. All times
// of it, the deadlines and those of sales too, keep their distance to the start. What it was
// cancelled, blocked, held back or given codes for is not copied, nor is its waiting room.
func (s *sourceEvent) copyTo(d *events.SeriesDate, newID func(prefix string) string) (inventory.Create, *events.DetailsChange, error) {
	move := func(at *inventory.Instant) {
		if *at != 0 {
			*at += d.StartsAt - s.Event.StartsAt
		}
	}
	set := s.Event.Settings
	set.Onsale = inventory.Onsale{}
	move(&set.RegistrationCutoff)
	move(&set.CancellationCutoff)
	move(&set.DoorsOpen)
	cmd := inventory.Create{Event: inventory.Event{
		ID: d.EventID, OrgID: d.OrgID, Zone: s.Event.Zone, Settings: set, StartsAt: d.StartsAt, EndsAt: d.StartsAt + s.Event.EndsAt - s.Event.StartsAt,
	}}
	pools, tiers := map[string]string{}, map[string]string{}
	for _, p := range s.Pools {
		pools[p.ID] = newID(id.Pool)
		cmd.Pools = append(cmd.Pools, inventory.Pool{ID: pools[p.ID], Name: p.Name, Capacity: p.Capacity})
	}
	for i := range s.Tiers {
		t := s.Tiers[i]
		tiers[t.ID] = newID(id.Tier)
		t.ID, t.Pools = tiers[t.ID], slices.Clone(t.Pools)
		for j := range t.Pools {
			t.Pools[j] = pools[t.Pools[j]]
		}
		move(&t.SaleStarts)
		move(&t.SaleEnds)
		cmd.Tiers = append(cmd.Tiers, t)
	}
	for i := range cmd.Tiers {
		with := slices.Clone(cmd.Tiers[i].GoesWith)
		for j := range with {
			with[j] = tiers[with[j]]
		}
		cmd.Tiers[i].GoesWith = with
	}
	details := s.Details.All()
	details.Translations = s.Translations.ForCopy(tiers)
	if s.seating == nil {
		return cmd, details, nil
	}
	plan := *s.seating
	plan.Tiers = make(map[string]string, len(s.seating.Tiers))
	for name, tier := range s.seating.Tiers {
		plan.Tiers[name] = tiers[tier]
	}
	var err error
	details.Seating = &plan
	cmd.Seats, err = plan.Layout(d.EventID)
	return cmd, details, err
}

// copyQuestions has the event of a date ask what its source asks.
func (h *Handlers) copyQuestions(c *access.Call, source *sourceEvent, d *events.SeriesDate) error {
	made, err := h.Store.Events.Event(c.Context(), d.EventID)
	if err != nil {
		return err
	}
	list, err := asksInstead(source.questions, source.EventView, made) // by names of tiers, which are unique: where they stand may be changed in between
	if err != nil {
		return err
	}
	text, err := list.Encode()
	if err != nil {
		return err
	}
	// Of one that asks something already, somebody has seen to it.
	none := int64(0)
	_, err = h.Store.Questions.SetQuestions(organizations.WithBy(c.Context(), c.By()), d.EventID, text, len(list.Questions), &none, question.MaxVersions, inventory.At(h.Now()))
	if errors.Is(err, database.ErrConflict) {
		return nil
	}
	return err
}

// copyConsents has the event of a date ask for what its source asks for. Of one that asks for
// something already, somebody has seen to it.
func (h *Handlers) copyConsents(c *access.Call, source *sourceEvent, d *events.SeriesDate) error {
	have, err := h.Store.Consents.Asked(c.Context(), d.EventID, 1)
	if err != nil || len(have) > 0 {
		return err
	}
	return h.Store.Consents.SetAsked(organizations.WithBy(c.Context(), c.By()), d.OrgID, d.EventID, source.consents, inventory.At(h.Now()))
}
