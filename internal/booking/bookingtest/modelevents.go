package bookingtest

import (
	"cmp"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// following are the live bookings that follow an event, by start and id.
func (m *Model) following(event int) []*Booked {
	var list []*Booked
	for _, b := range m.Bookings {
		if b.Event == event && b.Follows != booking.FollowsNothing && live(b.State) {
			list = append(list, b)
		}
	}
	slices.SortFunc(list, func(x, y *Booked) int {
		return cmp.Or(cmp.Compare(x.From, y.From), strings.Compare(m.Name(x.N), m.Name(y.N)))
	})
	return list
}

// createEvent makes an event that takes rooms, or none if these are taken.
func (m *Model) createEvent(c CreateEvent) Answer {
	e := &Event{N: c.N, From: c.From, To: c.To}
	m.Events = append(m.Events, e)
	if len(c.Rooms) == 0 {
		return Answer{}
	}
	if a := m.fits(&c.Wish); a.Code != "" {
		return a
	}
	a := m.follow(e, c.From, c.To, c.takes(), false, c.Place, c.Ask)
	if a.Code == "" {
		e.Takes = c.takes()
	}
	return a
}

// shift gives an event other times, with all that follows it, or not at all.
func (m *Model) shift(c Shift) Answer {
	e := m.FindEvent(c.Event)
	switch {
	case e == nil:
		return Answer{Code: notFound}
	case e.Cancelled || e.To <= m.Now:
		return Answer{Code: over}
	}
	if c.Died {
		e.From, e.To = c.From, c.To
		m.align(e)
		return Answer{}
	}
	takes := e.Takes
	if c.From < m.Now {
		takes = Takes{} // it has begun: no other rooms are booked for it
	}
	if a := m.follow(e, c.From, c.To, takes, true, c.Place, c.Ask); a.Code != "" {
		return a
	}
	e.From, e.To = c.From, c.To
	return Answer{}
}

// resettle gives an event other rooms.
func (m *Model) resettle(c Resettle) Answer {
	e := m.FindEvent(c.Event)
	switch {
	case e == nil:
		return Answer{Code: notFound}
	case e.Cancelled || e.From <= m.Now:
		return Answer{Code: over}
	}
	if len(c.Rooms) == 0 {
		for _, b := range m.following(e.N) {
			if b.Follows == booking.FollowsPlace {
				m.end(b, booking.Cancelled, "no_longer_needed")
			}
		}
		m.serve()
		e.Takes = Takes{}
		return Answer{}
	}
	if a := m.fits(&Wish{Rooms: c.Rooms, Layout: c.Layout, People: c.People}); a.Code != "" {
		return a
	}
	a := m.follow(e, e.From, e.To, c.Takes, false, c.Place, c.Ask)
	if a.Code == "" {
		e.Takes = c.Takes
	}
	return a
}

// follow gives what follows an event its times, and its place the rooms, which is booked where there
// is none: all of it, or nothing. keep: a place that there is keeps its rooms.
func (m *Model) follow(e *Event, from, to inventory.Instant, takes Takes, keep bool, n int, ask bool) Answer {
	was := make([]Booked, len(m.Bookings))
	for i, b := range m.Bookings {
		was[i] = *b
	}
	a := m.followAll(e, from, to, takes, keep, n, ask)
	if a.Code != "" {
		m.Bookings = m.Bookings[:len(was)]
		for i := range was {
			*m.Bookings[i] = was[i]
		}
		return a
	}
	m.serve()
	return a
}

func (m *Model) followAll(e *Event, from, to inventory.Instant, takes Takes, keep bool, n int, ask bool) Answer {
	list := m.following(e.N)
	rooms := takes.Rooms
	var place *Booked // that gets the rooms
	there := false
	for _, b := range list {
		switch {
		case b.Follows == booking.FollowsPlace:
			place, there = b, true
		case place == nil && slices.Equal(b.Rooms, rooms) && !m.wrong("adopt"):
			place = b
		}
	}
	if keep && there || len(rooms) == 0 {
		place = nil
	}
	var refused Answer
	refuse := func(b *Booked, a Answer) {
		refused.Code, a.About = "event_refused", m.Name(b.N)
		refused.Each = append(refused.Each, a)
	}
	for _, b := range list {
		next := *b
		if next.From, next.To = from, to; m.wrong("follow") {
			next.From, next.To = b.From, b.To
		}
		if b == place {
			next.Rooms, next.Setup, next.Teardown, next.Follows = rooms, m.Setup, 0, booking.FollowsPlace
			next.Layout, next.People = takes.Layout, takes.People
		}
		if same(next.Wish, b.Wish) && next.Follows == b.Follows {
			continue
		}
		if a := m.relocate(b, &next, ask && from > m.Now); a.Code != "" {
			refuse(b, a)
		}
	}
	if len(rooms) > 0 && place == nil && (!keep || !there) {
		b := m.make(n, Wish{Rooms: rooms, From: from, To: to, Setup: m.Setup, Layout: takes.Layout, People: takes.People})
		b.Event, b.Follows = e.N, booking.FollowsPlace
		if a := m.decide(b); a.Code != "" {
			refuse(b, a)
		} else {
			m.Bookings = append(m.Bookings, b)
		}
	}
	return refused
}

// align brings the bookings of an event, one after another, to where it stands. One whose rooms are taken
// then is given back.
func (m *Model) align(e *Event) {
	list := m.following(e.N)
	slices.SortFunc(list, func(x, y *Booked) int { return strings.Compare(m.Name(x.N), m.Name(y.N)) })
	for _, b := range list {
		switch {
		case !live(b.State):
			continue
		case e.Cancelled && m.wrong("event cancelled"):
			continue
		case e.Cancelled:
			m.end(b, booking.Cancelled, "event_cancelled")
		case b.From == e.From && b.To == e.To:
			continue
		default:
			next := *b
			next.From, next.To = e.From, e.To
			if a := m.relocate(b, &next, false); a.Code != "" && !m.wrong("event moved") {
				m.end(b, booking.Cancelled, "event_moved")
			}
		}
		m.serve()
	}
}

func (m *Model) callOff(c CallOff) {
	e := m.FindEvent(c.Event)
	if e == nil || e.Cancelled || e.To <= m.Now {
		return
	}
	e.Cancelled = true
	m.align(e)
}
