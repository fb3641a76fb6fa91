package venues

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/httpapi"
)

// OpeningHours says when a venue is open, in its time zone.
type OpeningHours struct {
	Weekly     []Opening       `json:"weekly" maxItems:"50" doc:"Of each week. Without any, every day is open all day."`
	Exceptions []HourException `json:"exceptions,omitempty" maxItems:"400" doc:"Dates on which other hours take the place of the weekly ones."`
}

// Opening is from when to when a venue is open on a weekday.
type Opening struct {
	Weekday string `json:"weekday" enum:"monday,tuesday,wednesday,thursday,friday,saturday,sunday"`
	OpeningTime
}

// OpeningTime is from when to when a venue is open.
type OpeningTime struct {
	Opens  string `json:"opens" maxLength:"5" doc:"A time of day." example:"09:00"`
	Closes string `json:"closes" maxLength:"5" doc:"A time of day; of the next day when it is not after opens." example:"18:00"`
}

// HourException is a date with other hours.
type HourException struct {
	Date     string        `json:"date" maxLength:"10" doc:"The date." example:"2027-12-24"`
	Openings []OpeningTime `json:"openings,omitempty" maxItems:"5" doc:"Without any it is closed."`
}

var weekdays = []string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}

// hours reads opening hours.
func (in *OpeningHours) hours(check *httpapi.Checks) booking.Hours {
	var h booking.Hours
	span := func(field string, t OpeningTime) booking.Span {
		return booking.Span{Opens: check.MinuteOfDay(field+".opens", t.Opens), Closes: check.MinuteOfDay(field+".closes", t.Closes)}
	}
	for i, o := range in.Weekly {
		day := time.Weekday(slices.Index(weekdays, o.Weekday))
		h.Weekly = append(h.Weekly, booking.Opening{Weekday: day, Span: span(fmt.Sprintf("opening_hours.weekly[%d]", i), o.OpeningTime)})
	}
	dates := map[string]bool{}
	for i, e := range in.Exceptions {
		field := fmt.Sprintf("opening_hours.exceptions[%d]", i)
		if _, err := time.Parse(time.DateOnly, e.Date); err != nil {
			check.Add(field+".date", "bad_format", "must be a date, like 2027-12-24")
		} else if dates[e.Date] {
			check.Add(field+".date", "duplicate", "is there already")
		}
		dates[e.Date] = true
		x := booking.Exception{Date: e.Date}
		for j, o := range e.Openings {
			x.Openings = append(x.Openings, span(fmt.Sprintf("%s.openings[%d]", field, j), o))
		}
		h.Exceptions = append(h.Exceptions, x)
	}
	return h
}

func openingOf(s booking.Span) OpeningTime {
	at := func(m int) string { return fmt.Sprintf("%02d:%02d", m/60, m%60) }
	return OpeningTime{at(s.Opens), at(s.Closes)}
}

func hoursOf(h *booking.Hours) OpeningHours {
	out := OpeningHours{Weekly: []Opening{}}
	for _, o := range h.Weekly {
		out.Weekly = append(out.Weekly, Opening{strings.ToLower(o.Weekday.String()), openingOf(o.Span)})
	}
	for _, e := range h.Exceptions {
		x := HourException{Date: e.Date}
		for _, s := range e.Openings {
			x.Openings = append(x.Openings, openingOf(s))
		}
		out.Exceptions = append(out.Exceptions, x)
	}
	return out
}

// RoomCapacities are how many people a room holds, by layout.
type RoomCapacities struct {
	Rows     *int64 `json:"rows,omitempty" minimum:"1" maximum:"1000000" doc:"In rows of chairs."`
	Tables   *int64 `json:"tables,omitempty" minimum:"1" maximum:"1000000" doc:"At tables."`
	Standing *int64 `json:"standing,omitempty" minimum:"1" maximum:"1000000" doc:"Without seats."`
}

func (in *RoomCapacities) capacities() booking.Capacities {
	out := booking.Capacities{}
	for layout, n := range map[string]*int64{"rows": in.Rows, "tables": in.Tables, "standing": in.Standing} {
		if n != nil {
			out[layout] = *n
		}
	}
	return out
}

func capacitiesOf(c booking.Capacities) RoomCapacities {
	of := func(layout string) *int64 {
		if n, ok := c[layout]; ok {
			return &n
		}
		return nil
	}
	return RoomCapacities{of("rows"), of("tables"), of("standing")}
}
