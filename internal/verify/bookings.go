package verify

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/audit"
	rooms "github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	storevenues "github.com/holdfast-events/holdfast/internal/store/venues"
)

// Invariant 21: no two live bookings have a room, or a room and a part of it, at one time.
// It is recomputed from the bookings and the rooms alone; the rows of booking_rooms, by
// which the engines refuse what the decision lets through, are compared with what comes out.

// ownID is a room, venue or booking of an organization.
type ownID struct{ org, id string }

// span is a booking in a room that it has.
type span struct {
	booking        string
	from, to       inventory.Instant // busy
	starts, ends   inventory.Instant
	met, different bool // a row of booking_rooms says so
}

type bookingsCheck struct {
	*run
	rules   map[ownID]rooms.Rule // of venues
	venues  map[ownID]*storevenues.Venue
	waiting []*bookings.Booking
	rooms   map[ownID]*storevenues.Room
	parts   map[ownID][]string // of a room, those directly below it
	// live are, by booking, the rooms that it has.
	live map[ownID]map[string]*span
	// taken are, by room, those who have it.
	taken map[ownID][]*span
	// dates are how many bookings there are of what repeats, by series.
	dates map[ownID]int64
	// places are, by event, the live booking by which it takes place.
	places map[ownID]string
	// paid are, by organization, the bookings that cost something.
	paid   map[string]paidBookings
	addOns map[ownID]*storevenues.AddOn
	// given are, by add-on, the live bookings that have it.
	given map[ownID][]*addOnSpan
	// made are all bookings, by organization.
	made map[string]map[string]bool
	// guests are the bookings that guests made.
	guests map[ownID]*guestBooked
	// elsewhere are, by room, the times in which it is taken elsewhere.
	elsewhere map[ownID][]rooms.Period
}

// checkBookings checks invariant 21, and compares bookings with the chains of organizations.
// Where only some events are checked, it is left out.
func (r *run) checkBookings() error {
	if len(r.options.Events) > 0 {
		return nil
	}
	c := &bookingsCheck{
		run: r, rules: map[ownID]rooms.Rule{}, venues: map[ownID]*storevenues.Venue{}, rooms: map[ownID]*storevenues.Room{}, parts: map[ownID][]string{},
		live: map[ownID]map[string]*span{}, taken: map[ownID][]*span{},
		dates: map[ownID]int64{}, places: map[ownID]string{}, paid: map[string]paidBookings{}, made: map[string]map[string]bool{}, addOns: map[ownID]*storevenues.AddOn{}, given: map[ownID][]*addOnSpan{}, guests: map[ownID]*guestBooked{}, elsewhere: map[ownID][]rooms.Period{},
	}
	if err := r.snapshot.AllVenues(func(v *storevenues.Venue) error {
		kept := *v
		c.rules[ownID{v.OrgID, v.ID}], c.venues[ownID{v.OrgID, v.ID}] = v.BufferRule, &kept
		return nil
	}); err != nil {
		return err
	}
	if err := r.snapshot.AllRooms(func(room *storevenues.Room) error {
		kept := *room
		c.rooms[ownID{room.OrgID, room.ID}] = &kept
		return nil
	}); err != nil {
		return err
	}
	if err := r.snapshot.AllAddOns(func(a *storevenues.AddOn) error {
		kept := *a
		c.addOns[ownID{a.OrgID, a.ID}] = &kept
		return nil
	}); err != nil {
		return err
	}
	c.checkParts()
	if err := r.snapshot.AllBookings(c.booked); err != nil {
		return err
	}
	if err := r.snapshot.BookedRooms(c.bookedRoom); err != nil {
		return err
	}
	c.endOfBookings()
	if err := r.snapshot.BookedAddOns(c.bookedAddOn); err != nil {
		return err
	}
	c.endOfAddOns()
	if err := c.checkElsewhere(); err != nil {
		return err
	}
	c.waitsForNothing()
	if err := c.checkBookers(); err != nil {
		return err
	}
	if err := c.checkDeposits(); err != nil {
		return err
	}
	return r.snapshot.AllBookingSeries(c.repeats)
}

// checkParts sees that each room is part of one of its own venue, and not of itself.
func (c *bookingsCheck) checkParts() {
	for _, key := range sortedIDs(c.rooms) {
		room := c.rooms[key]
		if room.PartOf == "" {
			continue
		}
		whole := c.rooms[ownID{key.org, room.PartOf}]
		if whole == nil || whole.VenueID != room.VenueID {
			c.report.add(21, "", room.ID, "the room is part of %q, which its venue does not have", room.PartOf)
			continue
		}
		depth := 0
		for up := whole; up != nil && depth <= len(c.rooms); up = c.rooms[ownID{key.org, up.PartOf}] {
			depth++
		}
		if depth > len(c.rooms) {
			c.report.add(21, "", room.ID, "the room is part of itself, by way of others")
			continue
		}
		c.parts[ownID{key.org, room.PartOf}] = append(c.parts[ownID{key.org, room.PartOf}], room.ID)
	}
}

func sortedIDs[T any](m map[ownID]T) []ownID {
	return slices.SortedFunc(maps.Keys(m), func(a, b ownID) int { return cmp.Or(strings.Compare(a.org, b.org), strings.Compare(a.id, b.id)) })
}

// booked takes the next booking.
func (c *bookingsCheck) booked(b *bookings.Booking) error {
	c.report.Checked.Bookings++
	if c.made[b.OrgID] == nil {
		c.made[b.OrgID] = map[string]bool{}
	}
	c.made[b.OrgID][strings.Clone(b.ID)] = true
	c.madeByGuest(b)
	of := audit.Booking{
		ID: b.ID, Org: b.OrgID, Venue: b.VenueID, State: string(b.Status), Reason: b.Reason, Rooms: b.Rooms, StartsAt: b.StartsAt, EndsAt: b.EndsAt,
		Setup: b.Setup, Teardown: b.Teardown, Layout: b.Layout, People: b.People, Event: b.EventID, Follows: string(b.Follows), Series: b.SeriesID,
		Currency: b.Terms.Currency, Price: b.Price, Deposit: b.Deposit, PayUntil: b.PayUntil, BalanceDue: b.BalanceDue, DepositBy: b.DepositBy, BalanceBy: b.BalanceBy,
		Waived: b.Waiver != "", ByVenue: b.ByVenue,
	}
	for i := range b.AddOns {
		a := &b.AddOns[i]
		of.AddOns = append(of.AddOns, audit.BookedAddOn{ID: a.ID, Quantity: a.Quantity, Each: a.Each, TaxRate: a.TaxRate})
	}
	c.compare(b.OrgID, b.ID, of.Commitment(), "the booking's rooms, time, people or state")
	c.follows(b)
	c.hasAddOns(b)
	key := ownID{b.OrgID, b.ID}
	if b.SeriesID != "" {
		c.dates[ownID{b.OrgID, b.SeriesID}]++
	}
	if b.Price > 0 || b.Deposit > 0 || b.DepositBy != "" || b.BalanceBy != "" {
		kept := *b
		if c.paid[b.OrgID] == nil {
			c.paid[b.OrgID] = paidBookings{}
		}
		c.paid[b.OrgID][b.ID] = &kept
	}
	if b.Status == rooms.Waiting {
		kept := *b
		c.waiting = append(c.waiting, &kept)
	}
	if !b.Status.Live() {
		return nil
	}
	has := map[string]*span{}
	c.live[key] = has
	if _, there := c.rules[ownID{b.OrgID, b.VenueID}]; !there {
		c.report.add(21, "", b.ID, "the booking is %s, and its venue is not stored", b.Status)
		return nil
	}
	if len(b.Rooms) == 0 {
		c.report.add(21, "", b.ID, "the booking is %s, and has no room", b.Status)
	}
	for _, asked := range b.Rooms {
		room := c.rooms[ownID{b.OrgID, asked}]
		if room == nil || room.VenueID != b.VenueID {
			c.report.add(21, "", b.ID, "the booking has room %q, which its venue does not have", asked)
			continue
		}
		c.take(b, has, asked)
	}
	return nil
}

// alignedWithin is how long after the last change of either a booking may not be where its event
// is: jobs bring it there once an hour.
const alignedWithin = inventory.Instant(3 * inventory.Hour)

// placed is of an event what a booking that follows it has to agree with.
type placed struct {
	org              string
	status           inventory.EventStatus
	startsAt, endsAt inventory.Instant
	updatedAt        inventory.Instant
}

// follows sees that a live booking that follows its event is where that is. Of one whose own
// end has come nobody has to know yet.
func (c *bookingsCheck) follows(b *bookings.Booking) {
	if b.Follows == rooms.FollowsNothing {
		return
	}
	if b.EventID == "" {
		c.report.add(21, "", b.ID, "the booking follows an event, and is for none")
		return
	}
	if !b.Status.Live() {
		return
	}
	key := ownID{b.OrgID, b.EventID}
	if b.Follows == rooms.FollowsPlace {
		if c.places[key] != "" {
			c.report.add(21, "", b.ID, "the event %s takes place by booking %s already", b.EventID, c.places[key])
		}
		c.places[key] = b.ID
	}
	e, there := c.placed[b.EventID]
	if !there || e.org != b.OrgID {
		return // which the references say
	}
	due := b.UpdatedAt
	if e.status == inventory.Cancelled {
		due = max(due, e.updatedAt)
	}
	if c.options.Now != 0 && (due+alignedWithin > c.options.Now || b.EndsAt <= c.options.Now) {
		return
	}
	switch {
	case e.status == inventory.Cancelled:
		c.report.add(21, "", b.ID, "the booking is %s, and its event %s is cancelled", b.Status, b.EventID)
	case e.status == inventory.Draft && b.Follows == rooms.FollowsPlace:
		c.report.add(21, "", b.ID, "the booking is %s as the place of %s, which is not published", b.Status, b.EventID)
	case b.StartsAt != e.startsAt || b.EndsAt != e.endsAt:
		c.report.add(21, "", b.ID, "the booking has other times than its event %s", b.EventID)
	}
}

// take gives a booking a room with all its parts.
func (c *bookingsCheck) take(b *bookings.Booking, has map[string]*span, room string) {
	if has[room] != nil {
		c.report.add(21, "", b.ID, "the booking asks for room %q twice", room)
		return
	}
	s := &span{booking: b.ID, from: b.StartsAt - inventory.Instant(b.Setup), to: b.EndsAt + inventory.Instant(b.Teardown), starts: b.StartsAt, ends: b.EndsAt}
	has[room] = s
	key := ownID{b.OrgID, room}
	c.taken[key] = append(c.taken[key], s)
	for _, part := range c.parts[key] {
		c.take(b, has, part)
	}
}

// bookedRoom compares a row of booking_rooms with what its booking has.
func (c *bookingsCheck) bookedRoom(r *bookings.BookedRoom) error {
	key := ownID{r.OrgID, r.BookingID}
	has, live := c.live[key]
	if !live {
		if r.Live {
			c.report.add(21, "", r.BookingID, "room %s is kept for a booking that has ended, or is not stored", r.RoomID)
		}
		return nil
	}
	s := has[r.RoomID]
	if s == nil {
		c.report.add(21, "", r.BookingID, "room %s is kept for a booking that does not have it", r.RoomID)
		return nil
	}
	s.met = true
	coreFrom, coreTo := s.from, s.to
	if room := c.rooms[ownID{r.OrgID, r.RoomID}]; room != nil && c.rules[ownID{r.OrgID, room.VenueID}] == rooms.Larger {
		coreFrom, coreTo = s.starts, s.ends
	}
	s.different = !r.Live || r.BusyFrom != s.from || r.BusyTo != s.to || r.CoreFrom != coreFrom || r.CoreTo != coreTo
	return nil
}

// endOfBookings compares what is left, and looks for bookings of one room at one time.
func (c *bookingsCheck) endOfBookings() {
	for _, key := range sortedIDs(c.live) {
		for _, room := range slices.Sorted(maps.Keys(c.live[key])) {
			switch s := c.live[key][room]; {
			case !s.met:
				c.report.add(21, "", key.id, "no row keeps room %s for the booking", room)
			case s.different:
				c.report.add(21, "", key.id, "the row that keeps room %s for the booking has other times", room)
			}
		}
	}
	for _, key := range sortedIDs(c.taken) {
		list, rule := c.taken[key], c.rules[ownID{key.org, c.rooms[key].VenueID}]
		if rule == rooms.Larger {
			// Set-up and tear-down may go on at once, but neither while the other lasts.
			c.overlaps(key.id, list, func(s *span) (from, to inventory.Instant) { return s.from, s.ends })
			c.overlaps(key.id, list, func(s *span) (from, to inventory.Instant) { return s.starts, s.to })
		} else {
			c.overlaps(key.id, list, func(s *span) (from, to inventory.Instant) { return s.from, s.to })
		}
	}
}

// waitsForNothing fails each booking that waits though its venue takes bookings and is open, and
// all of its rooms are free: it should have had its time when that came free. Of one whose own time
// has come nobody has to know yet. One that asks for a room twice can never have it.
func (c *bookingsCheck) waitsForNothing() {
	for _, b := range c.waiting {
		v := c.venues[ownID{b.OrgID, b.VenueID}]
		if c.asksTwice(b) {
			c.report.add(21, "", b.ID, "the booking waits, and asks for a room twice")
			continue
		}
		if v == nil || v.Inactive || c.options.Now != 0 && b.StartsAt <= c.options.Now {
			continue
		}
		if zone, err := time.LoadLocation(v.Timezone); err != nil || !v.Hours.Open(b.StartsAt, b.EndsAt, zone) {
			continue
		}
		if !c.met(b, v.BufferRule) && !c.scarce(b) && !c.takenElsewhere(b) {
			c.report.add(21, "", b.ID, "the booking waits, and nothing is in its way")
		}
	}
}

// asksTwice reports whether a booking asks for a room twice, or for a room and a part of it.
func (c *bookingsCheck) asksTwice(b *bookings.Booking) bool {
	seen, ids := map[string]bool{}, slices.Clone(b.Rooms)
	for len(ids) > 0 {
		if seen[ids[0]] {
			return true
		}
		seen[ids[0]] = true
		ids = append(ids[1:], c.parts[ownID{b.OrgID, ids[0]}]...)
	}
	return false
}

// repeats sees that each date of what repeats has a booking, or is among those left out.
func (c *bookingsCheck) repeats(s *bookings.BookingSeries) error {
	if n, skipped := c.dates[ownID{s.OrgID, s.ID}], int64(len(s.Skipped)); n+skipped != s.Dates {
		c.report.add(21, "", s.ID, "the series came to %d dates, and has %d bookings and %d dates left out", s.Dates, n, skipped)
	}
	return nil
}

// met reports whether a live booking has a room of b, or a part of one, at its time.
func (c *bookingsCheck) met(b *bookings.Booking, rule rooms.Rule) bool {
	own := &span{from: b.StartsAt - inventory.Instant(b.Setup), to: b.EndsAt + inventory.Instant(b.Teardown), starts: b.StartsAt, ends: b.EndsAt}
	clears := func(first, then *span) bool {
		if rule == rooms.Larger {
			return first.to <= then.starts && first.ends <= then.from
		}
		return first.to <= then.from
	}
	ids := slices.Clone(b.Rooms)
	for len(ids) > 0 {
		key := ownID{b.OrgID, ids[0]}
		ids = append(ids[1:], c.parts[key]...)
		if slices.ContainsFunc(c.taken[key], func(s *span) bool { return !clears(s, own) && !clears(own, s) }) {
			return true
		}
	}
	return false
}

// overlaps fails each booking of a room whose time begins while that of another lasts.
func (c *bookingsCheck) overlaps(room string, list []*span, times func(*span) (from, to inventory.Instant)) {
	slices.SortFunc(list, func(a, b *span) int {
		af, at := times(a)
		bf, bt := times(b)
		return cmp.Or(cmp.Compare(af, bf), cmp.Compare(at, bt), strings.Compare(a.booking, b.booking))
	})
	var last *span // of those before, the one that is over last
	for _, s := range list {
		from, to := times(s)
		if last != nil {
			if _, until := times(last); from < until {
				c.report.add(21, "", s.booking, "room %s is %s's at the same time", room, last.booking)
			}
		}
		if last == nil {
			last = s
		} else if _, until := times(last); to > until {
			last = s
		}
	}
}
