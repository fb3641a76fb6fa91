package events

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// SeriesFrom says which dates of a series a call is about.
type SeriesFrom struct {
	From string `json:"from,omitempty" maxLength:"64" doc:"Id of the event of the first date: it and all that start later are meant. Default: all dates that have not ended." example:"evt_3k9q0a7c1v5m"`
}

// FollowingChange is the body that changes dates of a series. What is absent stays.
type FollowingChange struct {
	SeriesFrom
	Title     *string            `json:"title,omitempty" minLength:"1" maxLength:"200" doc:"What each of the events is called."`
	StartTime *string            `json:"start_time,omitempty" minLength:"5" maxLength:"5" doc:"The time of day at which each starts, in its zone; the day stays, unless it is moved too. What is set for a time before the start moves with it, and the end too unless there is a duration: deadlines, the opening of the doors, and sales that have not begun or ended. A time of a sale that another date of the series has at the very same moment is a fixed day, and stays; so do releases and the waiting room." example:"19:30"`
	Duration  *int64             `json:"duration_seconds,omitempty" minimum:"60" maximum:"31622400" doc:"How long each takes."`
	MoveDays  *int64             `json:"move_days,omitempty" minimum:"-366" maximum:"366" doc:"How many days later each takes place, or with a number below 0 earlier, at the same time of day. Everything moves along as with start_time. It takes an Idempotency-Key: the same call again moves no date twice." example:"7"`
	Weekday   *string            `json:"weekday,omitempty" enum:"monday,tuesday,wednesday,thursday,friday,saturday,sunday" doc:"The day of the week, from Monday to Sunday, on which each takes place: of the week in which it does. Not beside move_days."`
	Capacity  wire.OptionalBound `json:"capacity,omitzero" doc:"Places of each in all; null: without a bound. Below what is taken it is allowed, and recorded as an overcommit."`
	Prices    []SeriesPrice      `json:"prices,omitempty" maxItems:"50" doc:"What tiers cost, by their names. Orders keep the price they were made at."`
	Sales     []SeriesSale       `json:"sales,omitempty" maxItems:"50" doc:"When tiers are sold, by their names."`
	// Deadlines, each so long before the start.
	RegistrationCutoff wire.OptionalSeconds `json:"registration_cutoff_before_seconds,omitzero" doc:"How long before its start nobody registers for it any more, joins or claims; null: until it ends."`
	CancellationCutoff wire.OptionalSeconds `json:"cancellation_cutoff_before_seconds,omitzero" doc:"How long before its start a person cannot cancel alone any more; null: until it ends."`
	DoorsOpen          wire.OptionalSeconds `json:"doors_open_before_seconds,omitzero" doc:"How long before its start people are let in; null: the door is always open."`
	wire.DetailsIn
	wire.RulesIn
}

// SeriesSale is when a tier is sold.
type SeriesSale struct {
	Tier   string               `json:"tier" minLength:"1" maxLength:"200" doc:"The name of the tier." example:"General"`
	Starts wire.OptionalSeconds `json:"sale_starts_before_seconds,omitzero" doc:"How long before its start the sale begins; null: no bound."`
	Ends   wire.OptionalSeconds `json:"sale_ends_before_seconds,omitzero" doc:"How long before its start the sale ends; null: no bound."`
}

// SeriesPrice is what a tier costs.
type SeriesPrice struct {
	Tier  string `json:"tier" minLength:"1" maxLength:"200" doc:"The name of the tier." example:"General"`
	Price int64  `json:"price" minimum:"0" maximum:"1000000000000" doc:"In minor units of the event's currency." example:"1500"`
}

// SeriesChanged says what became of each date that a call was about.
type SeriesChanged struct {
	SeriesID string          `json:"series_id" example:"ser_3k9q0a7c1v5m"`
	Changed  []DateChanged   `json:"changed" doc:"By start."`
	Refused  []DateUnchanged `json:"refused" doc:"Dates that stay as they were, and why: each event goes by its own rules."`
}

// DateChanged is a date that was changed.
type DateChanged struct {
	EventID   string    `json:"event_id" example:"evt_3k9q0a7c1v5m"`
	Position  int64     `json:"position" example:"3"`
	StartsAt  time.Time `json:"starts_at" doc:"When it started before the change."`
	LedgerSeq int64     `json:"ledger_seq" example:"12"`
}

// DateUnchanged is a date that was not changed.
type DateUnchanged struct {
	EventID  string               `json:"event_id" example:"evt_3k9q0a7c1v5m"`
	Position int64                `json:"position" example:"4"`
	StartsAt time.Time            `json:"starts_at"`
	Code     string               `json:"code" doc:"The kind of problem, for programs. Stable." example:"event_cancelled"`
	Title    string               `json:"title" doc:"The kind of problem in a few words."`
	Errors   []httpapi.FieldError `json:"errors,omitempty" doc:"What is wrong with which field."`
}

// dateOf is a date with its event.
type dateOf struct {
	position int64
	*events.EventView
}

// following are the dates of the series in the path that a call is about, by start. before says
// when one started before the call, which may be a repetition that has moved it; nil: it moves none.
func (h *Handlers) following(c *access.Call, in *SeriesFrom, before func(*events.EventView) (inventory.Instant, error)) (*seriesPlan, []dateOf, error) {
	p, err := h.series(c)
	if err != nil {
		return nil, nil, err
	}
	_, views, err := h.Store.Events.BriefsOfAll(c.Context(), events.EventsOf(p.dates))
	if err != nil {
		return nil, nil, err
	}
	first := views[in.From]
	if first == nil && in.From != "" {
		return nil, nil, httpapi.Invalid(httpapi.FieldError{Field: "from", Code: "unknown", Message: "must be the event of a date of the series"})
	}
	now := inventory.At(h.Now())
	start := func(v *events.EventView) (inventory.Instant, error) {
		if before == nil {
			return v.Event.StartsAt, nil
		}
		return before(v)
	}
	var from inventory.Instant
	if first != nil {
		if from, err = start(first); err != nil {
			return nil, nil, err
		}
	}
	var list []dateOf
	for i := range p.dates {
		v := views[p.dates[i].EventID]
		if v == nil {
			continue
		}
		p.all = append(p.all, v)
		at, err := start(v)
		if err != nil {
			return nil, nil, err
		}
		if first != nil && at < from || first == nil && v.Event.EndsAt <= now {
			continue
		}
		list = append(list, dateOf{p.dates[i].Position, v})
	}
	slices.SortFunc(list, func(a, b dateOf) int {
		return cmp.Or(cmp.Compare(a.Event.StartsAt, b.Event.StartsAt), cmp.Compare(a.position, b.position))
	})
	return p, list, nil
}

// each changes dates one by one. A refusal of one keeps no other from being changed; what is
// wrong with us ends it, and whoever asks again goes on: each date is changed once for a key.
func (h *Handlers) each(p *seriesPlan, list []dateOf, change func(*events.EventView) (seq int64, err error)) (*SeriesChanged, error) {
	out := &SeriesChanged{SeriesID: p.ID, Changed: []DateChanged{}, Refused: []DateUnchanged{}}
	for _, d := range list {
		if d.ArchivedAt == events.Elsewhere { // it is changed there, singly
			k := &access.KindEventsElsewhere
			out.Refused = append(out.Refused, DateUnchanged{d.Event.ID, d.position, d.Event.StartsAt.Time(), k.Code, k.Title, nil})
			continue
		}
		seq, err := change(d.EventView)
		h.Access.Forget(d.Event.ID)
		var refused *httpapi.Problem
		switch {
		case err == nil:
			out.Changed = append(out.Changed, DateChanged{d.Event.ID, d.position, d.Event.StartsAt.Time(), seq})
		case errors.As(err, &refused) && refused.Status < 500 && refused.Status != 429:
			out.Refused = append(out.Refused, DateUnchanged{d.Event.ID, d.position, d.Event.StartsAt.Time(), refused.Code, refused.Title, refused.Errors})
		default:
			return nil, err
		}
	}
	return out, nil
}

// publishFollowing publishes the drafts among dates, each once its rooms are booked.
func (h *Handlers) publishFollowing(c *access.Call, in *SeriesFrom) (*SeriesChanged, error) {
	return h.moveFollowing(c, in, inventory.Publish{Who: c.Who()}, h.publish, func(s inventory.EventStatus) bool { return s == inventory.Draft })
}

// cancelFollowing cancels those among dates that are not.
func (h *Handlers) cancelFollowing(c *access.Call, in *SeriesFrom) (*SeriesChanged, error) {
	return h.moveFollowing(c, in, inventory.CancelEvent{Who: c.Who()}, h.cancel, func(s inventory.EventStatus) bool { return s != inventory.Cancelled })
}

func (h *Handlers) moveFollowing(c *access.Call, in *SeriesFrom, cmd inventory.Command, move func(*access.Call, string, func() (sequencer.Reply, error)) (sequencer.Reply, error), concerned func(inventory.EventStatus) bool) (*SeriesChanged, error) {
	p, list, err := h.following(c, in, nil)
	if err != nil {
		return nil, err
	}
	list = slices.DeleteFunc(list, func(d dateOf) bool { return !concerned(d.Event.Status) })
	return h.each(p, list, func(v *events.EventView) (int64, error) {
		reply, err := move(c, v.Event.ID, func() (sequencer.Reply, error) { return c.SubmitPart(v.Event.ID, cmd, nil) })
		return reply.Seq, err
	})
}
