package events

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/recurrence"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// move is what becomes of the start of each date.
type move struct {
	clock   int  // the time of day in minutes, or -1: as before
	days    int  // later
	weekday *int // days after the Monday of its week; nil: as before
	now     inventory.Instant
	// fixed are the times of sales that several dates of the series have at one moment.
	fixed map[saleTime]int
}

// saleTime is a time at which the sale of a tier begins or ends.
type saleTime struct {
	tier string // by name
	ends bool
	at   inventory.Instant
}

var weekdays = [...]string{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}

// move reads what the request says of starts.
func (in *FollowingChange) move(check *httpapi.Checks, keyed bool, now inventory.Instant) *move {
	m := &move{clock: -1, now: now, fixed: map[saleTime]int{}}
	if in.StartTime != nil {
		m.clock = check.MinuteOfDay("start_time", *in.StartTime)
	}
	if in.MoveDays != nil {
		if m.days = int(*in.MoveDays); !keyed {
			check.Add("move_days", "required", "takes an Idempotency-Key, so that nothing is moved twice")
		}
	}
	if in.Weekday != nil {
		m.weekday = httpapi.Ptr(slices.Index(weekdays[:], *in.Weekday))
		if in.MoveDays != nil {
			check.Add("weekday", "not_allowed", "must not stand beside move_days")
		}
	}
	return m
}

// dayOf is the day of a date, and how many days that is after the Monday of its week.
func dayOf(v *events.EventView) (day time.Time, weekday int) {
	d := recurrence.DateOf(v.Event.StartsAt.Time(), v.Event.Zone)
	day = time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC)
	return day, (int(day.Weekday()) + 6) % 7
}

// start is when a date starts after the move. A day that its zone skipped is refused.
func (m *move) start(v *events.EventView) (inventory.Instant, error) {
	if m.clock < 0 && m.days == 0 && m.weekday == nil {
		return v.Event.StartsAt, nil
	}
	day, weekday := dayOf(v)
	if m.weekday != nil {
		day = day.AddDate(0, 0, *m.weekday-weekday)
	}
	day = day.AddDate(0, 0, m.days)
	local := v.Event.StartsAt.Time().In(v.Event.Zone)
	clock := time.Duration(local.Hour())*time.Hour + time.Duration(local.Minute())*time.Minute + time.Duration(local.Second())*time.Second + time.Duration(local.Nanosecond())
	if m.clock >= 0 {
		clock = time.Duration(m.clock) * time.Minute
	}
	at, ok := recurrence.DateOf(day, time.UTC).At(clock, v.Event.Zone)
	if !ok {
		return 0, httpapi.Invalid(httpapi.FieldError{Field: "move_days", Code: "out_of_range", Message: "leads to a day that its time zone does not have"})
	}
	return inventory.At(at), nil
}

// know counts the times of sales of all dates of the series.
func (m *move) know(all []*events.EventView) {
	for _, v := range all {
		for i := range v.Tiers {
			t := &v.Tiers[i]
			m.fixed[saleTime{t.Name, false, t.SaleStarts}]++
			m.fixed[saleTime{t.Name, true, t.SaleEnds}]++
		}
	}
}

// along is a time of the sale of a tier once the start is later by so much. One that is past
// stays, so that no sale that has begun ends by a move and none that has ended begins again; and
// so does one that other dates have at the same moment.
func (m *move) along(of saleTime, by inventory.Instant) (to wire.OptionalTime) {
	if of.at > m.now && by != 0 && m.fixed[of] < 2 {
		to = wire.OptionalTime{Set: true, At: (of.at + by).Time()}
	}
	return to
}

func (h *Handlers) changeFollowing(c *access.Call, in *FollowingChange) (*SeriesChanged, error) {
	var check httpapi.Checks
	m := in.move(&check, c.Repeats() != "", inventory.At(h.Now()))
	in.DetailsIn.Change(&check, in.Title)
	if err := check.Err(); err != nil {
		return nil, err
	}
	var before func(*events.EventView) (inventory.Instant, error)
	if m.days != 0 {
		before = func(v *events.EventView) (inventory.Instant, error) { return m.before(c, v) }
	}
	p, list, err := h.following(c, &in.SeriesFrom, before)
	if err != nil {
		return nil, err
	}
	m.know(p.all)
	if m.days > 0 { // the last first: it leaves its rooms to the one before
		slices.Reverse(list)
	}
	out, err := h.each(p, list, func(v *events.EventView) (int64, error) {
		if reply, done, err := c.Answered(v.Event.ID); done || err != nil {
			return reply.Seq, err
		}
		change, err := in.of(v, m)
		if err != nil {
			return 0, err
		}
		return h.mergeEvent(c, v.Event.ID, change, false)
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(out.Changed, func(a, b DateChanged) int {
		return cmp.Or(a.StartsAt.Compare(b.StartsAt), cmp.Compare(a.Position, b.Position))
	})
	slices.SortFunc(out.Refused, func(a, b DateUnchanged) int {
		return cmp.Or(a.StartsAt.Compare(b.StartsAt), cmp.Compare(a.Position, b.Position))
	})
	return out, nil
}

// before is when a date started before the request, of which this may be a repetition that goes
// on where the first one stopped: by days, of one that it has moved.
func (m *move) before(c *access.Call, v *events.EventView) (inventory.Instant, error) {
	reply, done, err := c.Answered(v.Event.ID)
	if done && reply.Code == inventory.OK {
		y, month, d := v.Event.StartsAt.Time().In(v.Event.Zone).Date()
		return inventory.At(time.Date(y, month, d-m.days, 0, 0, 0, 0, v.Event.Zone)), nil // its midnight: what is later that day follows it
	}
	if done {
		err = nil // refused: it is where it was
	}
	return v.Event.StartsAt, err
}

// of is the change as it is one of an event.
func (in *FollowingChange) of(v *events.EventView, m *move) (*wire.EventChange, error) {
	change := &wire.EventChange{Title: in.Title, Capacity: in.Capacity, DetailsIn: in.DetailsIn, SettingsIn: wire.SettingsIn{RulesIn: in.RulesIn}}
	starts, err := m.start(v)
	if err != nil {
		return nil, err
	}
	by := starts - v.Event.StartsAt
	ends := v.Event.EndsAt + by
	if in.Duration != nil {
		ends = starts + inventory.Instant(inventory.Micros(*in.Duration)*inventory.Second)
	}
	if by != 0 || ends != v.Event.EndsAt {
		change.StartsAt, change.EndsAt = httpapi.Ptr(starts.Time()), httpapi.Ptr(ends.Time())
	}
	deadline := func(to *wire.OptionalTime, said wire.OptionalSeconds, at inventory.Instant) {
		switch {
		case said.Set:
			*to = said.Before(starts)
		case at != 0 && change.StartsAt != nil:
			*to = wire.OptionalTime{Set: true, At: min(at+by, ends).Time()}
		}
	}
	set := &v.Event.Settings
	deadline(&change.RegistrationCutoff, in.RegistrationCutoff, set.RegistrationCutoff)
	deadline(&change.CancellationCutoff, in.CancellationCutoff, set.CancellationCutoff)
	deadline(&change.DoorsOpenAt, in.DoorsOpen, set.DoorsOpen)
	change.Tiers, err = in.tiers(v, m, starts)
	return change, err
}

// tiers are the tiers of a date that change, by its order: those that are named, and those whose
// sale moves along.
func (in *FollowingChange) tiers(v *events.EventView, m *move, starts inventory.Instant) ([]wire.TierChange, error) {
	changes := make([]wire.TierChange, len(v.Tiers))
	for i := range v.Tiers {
		t := &v.Tiers[i]
		by := starts - v.Event.StartsAt
		changes[i].SaleStartsAt, changes[i].SaleEndsAt = m.along(saleTime{t.Name, false, t.SaleStarts}, by), m.along(saleTime{t.Name, true, t.SaleEnds}, by)
	}
	named := func(field string, i int, name string) (*wire.TierChange, error) {
		at := slices.IndexFunc(v.Tiers, func(t inventory.Tier) bool { return t.Name == name })
		if at < 0 {
			return nil, httpapi.Invalid(httpapi.FieldError{Field: field + "[" + strconv.Itoa(i) + "].tier", Code: "unknown", Message: "is not a tier of this event"})
		}
		return &changes[at], nil
	}
	for i := range in.Prices {
		change, err := named("prices", i, in.Prices[i].Tier)
		if err != nil {
			return nil, err
		}
		change.Price = &in.Prices[i].Price
	}
	for i := range in.Sales {
		sale := &in.Sales[i]
		change, err := named("sales", i, sale.Tier)
		if err != nil {
			return nil, err
		}
		if sale.Starts.Set {
			change.SaleStartsAt = sale.Starts.Before(starts)
		}
		if sale.Ends.Set {
			change.SaleEndsAt = sale.Ends.Before(starts)
		}
	}
	var list []wire.TierChange
	for i := range changes {
		if c := &changes[i]; c.Price != nil || c.SaleStartsAt.Set || c.SaleEndsAt.Set {
			c.ID = v.Tiers[i].ID
			list = append(list, *c)
		}
	}
	return list, nil
}
