package booking

import (
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// FreeTime is when a room is free and its venue open.
type FreeTime struct {
	Room     string
	From, To inventory.Instant
}

// FreeTimes returns when a room is free between two times while its venue is open, in order, as
// far as the calendar knows of bookings. Set-up and tear-down of bookings are not free; those of
// whoever books have to fit in as well.
func (c *Calendar) FreeTimes(id string, from, until inventory.Instant, h *Hours, zone *time.Location) []FreeTime {
	r := c.rooms[id]
	if r == nil || until <= from {
		return nil
	}
	var busy []period
	for _, part := range r.takes {
		for _, b := range part.busy {
			busy = append(busy, period{b.BusyFrom(), b.BusyTo()})
		}
		for _, of := range part.closed {
			busy = append(busy, period{of.From, of.To})
		}
	}
	slices.SortFunc(busy, func(a, b period) int { return int(a.opens - b.opens) })
	var list []FreeTime
	for _, open := range h.openings(from, until, zone) {
		at := max(open.opens, from)
		end := min(open.closes, until)
		for _, b := range busy {
			if b.closes <= at {
				continue
			}
			if b.opens >= end {
				break
			}
			if b.opens > at {
				list = append(list, FreeTime{id, at, b.opens})
			}
			at = b.closes
		}
		if at < end {
			list = append(list, FreeTime{id, at, end})
		}
	}
	return list
}

// openings are the times in which a venue is open between two times, those that follow one
// another at once as one.
func (h *Hours) openings(from, until inventory.Instant, zone *time.Location) []period {
	var list []period
	for d := dayOf(from, zone).on(-1); d.at(0, zone) < until; d = d.on(1) {
		for _, p := range h.periods(d, zone) {
			if p.closes <= from || p.opens >= until {
				continue
			}
			if n := len(list); n > 0 && p.opens <= list[n-1].closes {
				list[n-1].closes = max(list[n-1].closes, p.closes)
				continue
			}
			list = append(list, p)
		}
	}
	return list
}
