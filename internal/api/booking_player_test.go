package api_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/booking/bookingtest"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// httpPlayer does over HTTP what people do at a venue, in the histories that package bookingtest plays in a store: with keys
// of an owner and of a box office, and as guests by the links that they are mailed. What no request brings (the
// notice of a payment provider, what calendars of others say, a server that died) comes as it does there.
type httpPlayer struct {
	h      *testServer
	p      *bookingtest.Player
	m      *bookingtest.Model
	guests map[string]string // the tokens of guests, by the ids of their bookings
	known  map[string]bool   // the ids of bookings
}

func (x *httpPlayer) venue() string { return "/v1/venues/" + x.p.VenueID() }

func (x *httpPlayer) of(n int) string { return "/v1/bookings/" + x.p.Name(n) }

// asker is the role of whoever asks for something, and cannot confirm it; or of the venue.
func asker(ask bool) identity.Role {
	if ask {
		return identity.BoxOffice
	}
	return identity.Owner
}

// open makes the venue.
func (x *httpPlayer) open() {
	body := object{
		"name": "House", "timezone": x.m.Zone, "default_setup_minutes": int64(x.m.Setup / inventory.Minute), "public_page": true, "guest_bookings": true,
		"booking_terms": object{"currency": x.m.Currency}, // in which its add-ons cost something
	}
	x.p.Made(x.p.VenueID(), x.h.owner("POST", "/v1/venues", body).want(201).text("id"))
	for i, r := range x.m.Rooms {
		room := object{"name": r.Name, "capacities": r.Holds}
		if r.PartOf >= 0 {
			room["part_of"] = x.p.Room(r.PartOf)
		}
		if len(r.Holds) == 0 {
			delete(room, "capacities")
		}
		x.p.Made(x.p.Room(i), x.h.owner("POST", x.venue()+"/rooms", room).want(201).text("id"))
	}
	for i, e := range x.m.Extras {
		body := object{"name": e.Name, "unit": e.Unit, "price": e.Price, "tax_rate_bp": e.TaxRate, "pool": e.Pool}
		x.p.Made(x.p.Extra(i), x.h.owner("POST", x.venue()+"/add-ons", body).want(201).text("id"))
	}
	x.h.owner("PATCH", x.venue(), rulesIn(&x.m.Rules)).want(200)
	x.h.must(x.p.OpenCalendars(x.h.t.Context(), x.m.Now))
}

// rulesIn are those of a venue, as its API has them.
func rulesIn(r *bookingtest.Rules) object {
	clock := func(minute int) string { return fmt.Sprintf("%02d:%02d", minute/60, minute%60) }
	times := func(s booking.Span) object { return object{"opens": clock(s.Opens), "closes": clock(s.Closes)} }
	weekly, exceptions := []object{}, []object{}
	for _, o := range r.Hours.Weekly {
		weekly = append(weekly, besides(times(o.Span), object{"weekday": []string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}[o.Weekday]}))
	}
	for _, e := range r.Hours.Exceptions {
		openings := []object{}
		for _, s := range e.Openings {
			openings = append(openings, times(s))
		}
		exceptions = append(exceptions, object{"date": e.Date, "openings": openings})
	}
	terms := object{}
	if t := &r.Terms; t.Currency != "" {
		terms = object{
			"currency": t.Currency, "price_per_hour": t.PerHour, "price_per_booking": t.PerBooking, "tax_rate_bp": t.TaxRate, "deposit_percent": t.DepositPercent, "deposit_amount": t.DepositAmount,
			"pay_within_hours": int64(t.PayWithin / inventory.Hour), "balance_days_before": t.BalanceDays, "refunds": append([]booking.GiveBack{}, t.GiveBack...),
		}
	}
	return object{
		"buffer_rule": r.Buffer, "needs_approval": r.Approval, "active": !r.Inactive, "capacity": r.Capacity,
		"opening_hours": object{"weekly": weekly, "exceptions": exceptions}, "booking_terms": terms,
	}
}

// wish is what is asked for, as the API has it.
func (x *httpPlayer) wish(w *bookingtest.Wish) object {
	return furnished(w.Layout, object{
		"rooms": x.rooms(w.Rooms), "starts_at": w.From.Time(), "ends_at": w.To.Time(), "setup_minutes": int64(w.Setup / inventory.Minute), "teardown_minutes": int64(w.Teardown / inventory.Minute),
		"people": w.People, "add_ons": x.addOns(w.Extras[:]), "purpose": "Tried",
	})
}

// furnished is a body with a layout; "": without one.
func furnished(layout string, body object) object {
	if layout != "" {
		body["layout"] = layout
	}
	return body
}

func (x *httpPlayer) rooms(list []int) []string {
	ids := make([]string, len(list))
	for i, n := range list {
		ids[i] = x.p.Room(n)
	}
	return ids
}

func (x *httpPlayer) addOns(chosen []int64) []object {
	list := []object{}
	for i, n := range chosen {
		if n > 0 {
			list = append(list, object{"add_on_id": x.p.Extra(i), "quantity": n})
		}
	}
	return list
}

// refused is what a problem says, in the words of the model: whose bookings, and which calendars of others, are in the
// way, of all dates or bookings together.
func (x *httpPlayer) refused(a *answer) (out bookingtest.Answer) {
	if out.Code = a.text("code"); out.Code == "invalid_request" {
		out.Code = a.text("errors", 0, "code")
	}
	if told := map[string]string{"booking_ended": "ended", "booking_paid": "paid_for", "rooms_booked": "booked"}[out.Code]; told != "" {
		out.Code = told
	}
	conflicts, _ := a.at("conflicts").([]any)
	for i := range conflicts {
		name := a.text("conflicts", i, "booking_id")
		for n := range x.m.Calendars {
			if a.text("conflicts", i, "calendar_id") == x.p.Calendar(n) {
				name = bookingtest.CalendarName(n)
			}
		}
		out.InTheWay = append(out.InTheWay, name)
	}
	slices.Sort(out.InTheWay)
	out.InTheWay = slices.Compact(out.InTheWay)
	return out
}

// adapt is a command as it can be sent: guests and events have rights of their own.
func (x *httpPlayer) adapt(c bookingtest.Command) bookingtest.Command {
	switch c := c.(type) {
	case bookingtest.Move:
		if b := x.m.Find(c.Of); b != nil && c.Layout == "" {
			c.Layout = b.Layout // which nobody takes back
		}
		c.Ask = c.Ask || x.byGuest(&c)
		return c
	case bookingtest.Choose:
		b := x.m.Find(c.Of)
		// Whoever cannot confirm bookings chooses nothing more once it has begun.
		c.Ask = b != nil && b.From >= x.m.Now && (c.Ask || x.guests[x.p.Name(c.Of)] != "")
		return c
	case bookingtest.Cancel:
		if !c.ByVenue && x.guests[x.p.Name(c.Of)] != "" {
			c.Reason = "no_longer_needed"
		}
		return c
	case bookingtest.Price:
		c.Deposit = min(c.Deposit, c.Price)
		return c
	case bookingtest.CreateEvent: // whoever changes events can confirm bookings
		c.Ask = false
		return c
	case bookingtest.Resettle:
		c.Ask = false
		return c
	case bookingtest.Shift:
		if e := x.m.FindEvent(c.Event); e != nil && !c.Died && e.From == c.From && e.To == c.To {
			return bookingtest.Rest{} // an event that is changed to what it is has nothing to do with rooms
		}
		c.Ask = false
		return c
	}
	return c
}

// byGuest: a guest moves their booking to another time.
func (x *httpPlayer) byGuest(c *bookingtest.Move) bool {
	b := x.m.Find(c.Of)
	return b != nil && x.guests[x.p.Name(c.Of)] != "" && slices.Equal(b.Rooms, c.Rooms) && b.Setup == c.Setup && b.Teardown == c.Teardown && b.Layout == c.Layout && b.People == c.People
}

// do sends a command, and returns what its sender is told.
func (x *httpPlayer) do(c bookingtest.Command) bookingtest.Answer {
	switch c := c.(type) {
	case bookingtest.Book:
		if c.Event > 0 {
			if x.m.FindEvent(c.Event) == nil {
				return bookingtest.Answer{}
			}
			return x.book(c.N, &c.Wish, object{"event_id": x.p.Event(c.Event)})
		}
		return x.book(c.N, &c.Wish, nil)
	case bookingtest.Wait:
		return x.book(c.N, &c.Wish, object{"on_conflict": booking.Wait})
	case bookingtest.Repeat:
		return x.repeat(&c)
	case bookingtest.Move:
		return x.move(&c)
	case bookingtest.Choose:
		body := object{"add_ons": x.addOns(c.Extras[:])}
		if token := x.guests[x.p.Name(c.Of)]; token != "" && c.Ask {
			return x.done(x.h.send("POST", "/v1/guest-bookings/"+token+":set-add-ons", "", body))
		}
		return x.done(x.h.as(asker(c.Ask), "POST", x.of(c.Of)+":set-add-ons", body))
	case bookingtest.Confirm:
		return x.done(x.h.owner("POST", x.of(c.Of)+":confirm", nil))
	case bookingtest.Decline:
		return x.done(x.h.owner("POST", x.of(c.Of)+":decline", object{"reason": "not_available"}))
	case bookingtest.Cancel:
		if c.Reason != "" {
			return x.done(x.h.send("POST", "/v1/guest-bookings/"+x.guests[x.p.Name(c.Of)]+":cancel", "", nil))
		}
		return x.done(x.h.as(asker(!c.ByVenue), "POST", x.of(c.Of)+":cancel", object{"reason": "other", "by_venue": c.ByVenue}))
	case bookingtest.Waive:
		return x.done(x.h.owner("POST", x.of(c.Of)+":waive-deposit", object{"reason": "a friend"}))
	case bookingtest.Price:
		body := object{"price": c.Price}
		if c.Deposit >= 0 {
			body["deposit"] = c.Deposit
		}
		return x.done(x.h.owner("POST", x.of(c.Of)+":set-price", body))
	default:
		return x.doMore(c)
	}
}

func (x *httpPlayer) doMore(c bookingtest.Command) bookingtest.Answer {
	switch c := c.(type) {
	case bookingtest.CancelDates:
		a := x.h.as(asker(!c.ByVenue), "POST", "/v1/booking-series/"+x.p.Series(c.Of)+":cancel", object{"reason": "other", "by_venue": c.ByVenue})
		if a.Status == 404 { // of which there is none
			return bookingtest.Answer{}
		}
		return x.done(a)
	case bookingtest.Pay:
		return x.pay(&c)
	case bookingtest.CreateEvent:
		return x.createEvent(&c)
	case bookingtest.Resettle:
		return x.resettle(&c)
	case bookingtest.Shift:
		return x.shift(&c)
	case bookingtest.CallOff:
		if e := x.m.FindEvent(c.Event); e == nil || e.Cancelled || e.To <= x.m.Now {
			return bookingtest.Answer{}
		}
		return x.done(x.h.owner("POST", "/v1/events/"+x.p.Event(c.Event)+":cancel", nil))
	case bookingtest.Rule:
		return x.done(x.h.owner("PATCH", x.venue(), rulesIn(&c.Rules)))
	case bookingtest.Furnish:
		holds := c.Holds
		if holds == nil {
			holds = booking.Capacities{}
		}
		return x.done(x.h.owner("PATCH", "/v1/rooms/"+x.p.Room(c.Room), object{"capacities": holds}))
	case bookingtest.Rest:
		return bookingtest.Answer{}
	}
	return x.store(c)
}

// store does what comes by no request.
func (x *httpPlayer) store(c bookingtest.Command) bookingtest.Answer {
	a, err := x.p.Do(x.h.t.Context(), x.m.Now, c)
	x.h.must(err)
	return flat(a)
}

func (x *httpPlayer) done(a *answer) bookingtest.Answer {
	if a.Status >= 400 {
		return x.refused(a)
	}
	return bookingtest.Answer{}
}

// made notes the id of a booking.
func (x *httpPlayer) made(n int, id string) {
	x.p.Made(x.p.Name(n), id)
	x.known[id] = true
}

// book books as a guest, if guests can ask for that, or with a key.
func (x *httpPlayer) book(n int, w *bookingtest.Wish, more object) bookingtest.Answer {
	if w.Setup == x.m.Setup && w.Teardown == 0 && more["event_id"] == nil {
		a := x.ask(n, w, more)
		if a.Status >= 400 {
			return x.refused(a)
		}
		x.made(n, a.text("booking", "id"))
		return bookingtest.Answer{}
	}
	a := x.h.as(asker(n%200 > 0), "POST", x.venue()+"/bookings", besides(x.wish(w), more))
	if a.Status >= 400 {
		return x.refused(a)
	}
	x.made(n, a.text("id"))
	return bookingtest.Answer{}
}

// ask books as a guest, who confirms their address at once, and returns what they are told.
func (x *httpPlayer) ask(n int, w *bookingtest.Wish, more object) *answer {
	body := besides(besides(x.wish(w), more), object{"name": "Grace", "email": fmt.Sprintf("grace%d@example.org", n)})
	delete(body, "setup_minutes")
	delete(body, "teardown_minutes")
	asked := x.h.send("POST", "/v1/public"+x.venue()[len("/v1"):]+"/bookings", "", body)
	if asked.Status >= 400 {
		return asked
	}
	token := x.h.guestToken()
	a := x.h.send("POST", "/v1/guest-bookings/"+token+":confirm", "", nil)
	if a.Status < 400 {
		x.guests[a.text("booking", "id")] = token
	}
	return a
}

// repeat books what repeats, and finds its dates by when they begin.
func (x *httpPlayer) repeat(c *bookingtest.Repeat) bookingtest.Answer {
	rule := fmt.Sprintf("FREQ=DAILY;INTERVAL=%d;COUNT=%d", c.Days, c.Count)
	more := object{"rrule": rule, "on_conflict": c.Others}
	var a *answer
	series := ""
	if c.Setup == x.m.Setup && c.Teardown == 0 {
		a = x.ask(c.N, &c.Wish, more)
		series = a.text("series", "id")
	} else {
		a = x.h.as(identity.BoxOffice, "POST", x.venue()+"/bookings", besides(x.wish(&c.Wish), more))
		series = a.text("booking_series_id")
	}
	if a.Status >= 400 {
		return x.refused(a)
	}
	x.p.Made(x.p.Series(c.N), series)
	for i := range a.guestDates() {
		x.guests[a.text("dates", i, "booking_id")] = a.text("dates", i, "booking_token")
	}
	starts := x.m.Dates(*c)
	for _, b := range x.h.owner("GET", "/v1/booking-series/"+series, nil).want(200).at("bookings").([]any) {
		from, err := time.Parse(time.RFC3339, b.(object)["starts_at"].(string))
		x.h.must(err)
		x.made(c.N+slices.Index(starts, inventory.At(from)), b.(object)["id"].(string))
	}
	return bookingtest.Answer{}
}

// guestDates are the dates that the page of a guest names.
func (a *answer) guestDates() []any {
	list, _ := a.at("dates").([]any)
	return list
}

func (x *httpPlayer) move(c *bookingtest.Move) bookingtest.Answer {
	if x.byGuest(c) && c.Ask {
		return x.done(x.h.send("POST", "/v1/guest-bookings/"+x.guests[x.p.Name(c.Of)]+":move", "", object{"starts_at": c.From.Time(), "ends_at": c.To.Time()}))
	}
	body := x.wish(&c.Wish)
	maps.DeleteFunc(body, func(name string, v any) bool { return name == "add_ons" || name == "purpose" })
	return x.done(x.h.as(asker(c.Ask), "POST", x.of(c.Of)+":move", body))
}

// pay records money by hand where a booking asks for it. All else is a notice of a provider.
func (x *httpPlayer) pay(c *bookingtest.Pay) bookingtest.Answer {
	b := x.m.Find(c.Of)
	deposit := b != nil && c.Part == booking.DepositPart && b.State == booking.PendingDeposit && c.Amount == b.Deposit
	balance := b != nil && c.Part == booking.BalancePart && b.State == booking.Confirmed && b.BalanceDue > 0 && c.Amount == b.Rest()
	if !deposit && !balance {
		return x.store(*c)
	}
	a := x.h.owner("POST", x.of(c.Of)+":mark-paid", object{"part": c.Part, "reference": fmt.Sprintf("Receipt %d", c.N)})
	if a.Status != http.StatusOK {
		return x.done(a)
	}
	x.p.Made(x.p.Payment(c.N), a.text("id"))
	return bookingtest.Answer{}
}

// takes is the rooms of an event, as its API has them.
func (x *httpPlayer) takes(t *bookingtest.Takes) object {
	if len(t.Rooms) == 0 {
		return object{"venue_rooms": object{"venue_id": ""}}
	}
	return object{"venue_rooms": furnished(t.Layout, object{"venue_id": x.p.VenueID(), "rooms": x.rooms(t.Rooms), "people": t.People})}
}

// change changes an event, and notes the booking that was made for it.
func (x *httpPlayer) change(event, place int, body object) bookingtest.Answer {
	path := "/v1/events/" + x.p.Event(event)
	if a := x.h.owner("PATCH", path, body); a.Status >= 400 {
		return x.refused(a)
	}
	for _, b := range x.h.owner("GET", path+"/bookings", nil).want(200).at("items").([]any) {
		if id := b.(object)["id"].(string); !x.known[id] {
			x.made(place, id)
		}
	}
	return bookingtest.Answer{}
}

func (x *httpPlayer) createEvent(c *bookingtest.CreateEvent) bookingtest.Answer {
	body := object{"title": "Tried", "starts_at": c.From.Time(), "ends_at": c.To.Time(), "timezone": "UTC", "capacity": 10, "publish": true}
	x.p.Made(x.p.Event(c.N), x.h.owner("POST", "/v1/events", body).want(201).text("id"))
	x.p.Takes(c.N, bookingtest.Takes{})
	if len(c.Rooms) == 0 {
		return bookingtest.Answer{}
	}
	t := bookingtest.Takes{Rooms: c.Rooms, Layout: c.Layout, People: c.People}
	a := x.change(c.N, c.Place, x.takes(&t))
	if a.Code == "" {
		x.p.Takes(c.N, t)
	}
	return a
}

func (x *httpPlayer) resettle(c *bookingtest.Resettle) bookingtest.Answer {
	switch e := x.m.FindEvent(c.Event); {
	case e == nil:
		return bookingtest.Answer{Code: "not_found"}
	case e.Cancelled || e.From <= x.m.Now:
		return bookingtest.Answer{Code: "over"}
	}
	a := x.change(c.Event, c.Place, x.takes(&c.Takes))
	if a.Code == "" {
		x.p.Takes(c.Event, c.Takes)
	}
	return a
}

func (x *httpPlayer) shift(c *bookingtest.Shift) bookingtest.Answer {
	switch e := x.m.FindEvent(c.Event); {
	case e == nil:
		return bookingtest.Answer{Code: "not_found"}
	case e.Cancelled || e.To <= x.m.Now:
		return bookingtest.Answer{Code: "over"}
	case c.Died:
		return x.store(*c)
	}
	return x.change(c.Event, c.Place, object{"starts_at": c.From.Time(), "ends_at": c.To.Time()})
}

// flat is an answer as problems have it: the code of the first that cannot be, and what is in the way of any.
func flat(a bookingtest.Answer) bookingtest.Answer {
	out := bookingtest.Answer{Code: a.Code, InTheWay: slices.Clone(a.InTheWay)}
	for i, of := range a.Each {
		if i == 0 {
			out.Code = of.Code
		}
		out.InTheWay = append(out.InTheWay, of.InTheWay...)
	}
	slices.Sort(out.InTheWay)
	out.InTheWay = slices.Compact(out.InTheWay)
	return out
}
