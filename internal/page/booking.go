package page

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/address"
	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/calendar"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/invoice"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/payment"
	"github.com/holdfast-events/holdfast/internal/store/bookings"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/dues"
	"github.com/holdfast-events/holdfast/internal/store/payments"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// maxBookingForm bounds the form in which somebody asks for rooms, in bytes.
const maxBookingForm = 32 << 10

// Bookers answers for people who book rooms without being members, as the API does. What they
// cannot have is a GuestRefusal.
type Bookers interface {
	// Ask stores what a reader asks for, and mails them the link that confirms their address.
	Ask(r *http.Request, venue *venues.VenueRooms, language string, f *AskedBooking) error
	// Token is the token of a booking.
	Token(booking string) string
	// Find reads a token, or says identity.ErrLinkInvalid.
	Find(ctx context.Context, token string) (*GuestBooking, error)
	// Confirm confirms the address, and books what was asked for, or is taken in its place. The others
	// change what was booked.
	Confirm(ctx context.Context, g *GuestBooking, in Instead) error
	Cancel(ctx context.Context, g *GuestBooking) error
	CancelDates(ctx context.Context, g *GuestBooking) error
	Move(ctx context.Context, g *GuestBooking, from, to inventory.Instant) error
	SetAddOns(ctx context.Context, g *GuestBooking, counts map[string]int64) error
	// WithAddOns is the booking as it would be, and cost, with other add-ons.
	WithAddOns(ctx context.Context, g *GuestBooking, counts map[string]int64) (*bookings.Booking, error)
	// Possible says why what a booking would become cannot be.
	Possible(ctx context.Context, b *bookings.Booking) error
	// Pay returns the address of a provider's page for a part of the price.
	Pay(ctx context.Context, g *GuestBooking, part booking.Part, provider string) (string, error)
	// PayDates returns the address of a page for a part of the price of all dates of which it is to be
	// paid now.
	PayDates(ctx context.Context, g *GuestBooking, part booking.Part, provider string) (string, error)
	// Erase makes the booking nobody's.
	Erase(ctx context.Context, g *GuestBooking) error
}

// AskedBooking is what somebody asks for.
type AskedBooking struct {
	Name, Email, Purpose string
	Rooms                []string
	StartsAt, EndsAt     inventory.Instant
	People               int64
	AddOns               map[string]int64
	RRule, OnConflict    string // as the API takes them
}

// GuestBooking is what a token of a guest leads to.
type GuestBooking struct {
	Guest   *bookings.BookingGuest
	Booking *bookings.Booking // nil: there is none
	Venue   *venues.VenueRooms
	// Series is what repeats, of which Dates are the bookings; nil: it does not.
	Series *bookings.BookingSeries
	Dates  []bookings.Booking
}

// GuestRefusal is the error of what somebody cannot have who is no member: the code of the API's problem and the
// field that is wrong, empty where there is none.
type GuestRefusal struct {
	Code, Field string
	Clash       *Clash // what is in the way of a time; nil: it is something else
}

func (e *GuestRefusal) Error() string { return "page: refused: " + e.Code }

// bookingForm is a form in which somebody asks for rooms or changes what they have.
type bookingForm struct {
	*Words
	URL, Wrong                                  string
	Rooms                                       []roomChoice
	AddOns                                      []addOnChoice
	Date, From, To, People, Purpose, Name, Mail string
	Repeats, Taken                              []formChoice
	Until                                       string
	// Priced: what is asked for may cost something, and Cost is what it does. Agreed is what whoever
	// sends the form agrees to; empty: nothing changes what it costs.
	Priced       bool
	Cost         []fact
	Note, Agreed string
	Clash        *clashView // what is in the way; nil: nothing
}

// refusedForm is a form that does not do what it asks for, by the end of its path, and why. With cost
// it is not refused: the reader has to agree to that first. bill is the form of that name, as it was sent.
type refusedForm struct {
	name, why string
	cost      *bookings.Booking
	clash     *Clash
	bill      *business
}

// bookedDate is one of several dates that were asked for at once. Path leads to it; empty: it is this
// page, or there is no booking. Due is what is to be paid for it now, which may be nothing.
type bookedDate struct{ When, Datetime, Status, Due, Path string }

// formChoice is one of several that a form offers.
type formChoice struct {
	Value, Label string
	Chosen       bool
}

type roomChoice struct {
	ID, Name string
	Chosen   bool
}

type addOnChoice struct{ ID, Name, Count string }

// bookingPages are the pages of bookings of guests.
type bookingPages struct{ *Pages }

func (p bookingPages) routes() []Route {
	const of = identity.BookingPath + "{token}"
	post := func(path string, do http.HandlerFunc) Route {
		return Route{http.MethodPost, path, p.guard.Handler(do)}
	}
	change := func(path string, do func(r *http.Request, g *GuestBooking) error) Route {
		return post(of+path, func(w http.ResponseWriter, r *http.Request) { p.change(w, r, do) })
	}
	return []Route{
		post(venuePath+"{venue_id}/book", p.ask),
		{http.MethodGet, of, http.HandlerFunc(p.shown)},
		post(of+"/reach", p.reach),
		change("/confirm", func(r *http.Request, g *GuestBooking) error {
			in, err := insteadOf(r)
			if err != nil {
				return err
			}
			return p.cfg.Bookers.Confirm(r.Context(), g, in)
		}),
		change("/cancel", func(r *http.Request, g *GuestBooking) error {
			return p.cfg.Bookers.Cancel(r.Context(), g)
		}),
		change("/cancel-dates", func(r *http.Request, g *GuestBooking) error {
			return p.cfg.Bookers.CancelDates(r.Context(), g)
		}),
		change("/erase", func(r *http.Request, g *GuestBooking) error {
			return p.cfg.Bookers.Erase(r.Context(), g)
		}),
		change("/move", func(r *http.Request, g *GuestBooking) error {
			from, to, err := timesOf(r, &g.Venue.Venue)
			if err == nil {
				err = p.agrees(r, g, from, to)
			}
			if err != nil {
				return err
			}
			return p.cfg.Bookers.Move(r.Context(), g, from, to)
		}),
		change("/add-ons", func(r *http.Request, g *GuestBooking) error {
			counts := countsOf(r)
			if err := p.agreesToAddOns(r, g, counts); err != nil {
				return err
			}
			return p.cfg.Bookers.SetAddOns(r.Context(), g, counts)
		}),
		post(of+"/pay/{part}/{provider}", func(w http.ResponseWriter, r *http.Request) { p.payPart(w, r, p.cfg.Bookers.Pay) }),
		post(of+"/pay-dates/{part}/{provider}", func(w http.ResponseWriter, r *http.Request) { p.payPart(w, r, p.cfg.Bookers.PayDates) }),
		post(of+"/billing", p.bill),
		{http.MethodGet, of + "/calendar.ics", http.HandlerFunc(p.entry)},
		{http.MethodGet, of + "/invoices/{invoice}/{file}", http.HandlerFunc(p.document)},
	}
}

// asking is the form on the page of a venue, with what was sent; nil: the venue takes no requests.
func (p bookingPages) asking(w *Words, venue *venues.VenueRooms, r *http.Request, wrong string) *bookingForm {
	if p.cfg.Bookers == nil || !venue.GuestBookings || venue.Inactive || len(venue.Rooms) == 0 {
		return nil
	}
	f := &bookingForm{
		Words: w, URL: venuePath + venue.ID + "/book", Wrong: wrong, Date: r.PostFormValue("date"), From: r.PostFormValue("from"), To: r.PostFormValue("to"), People: r.PostFormValue("people"),
		Purpose: r.PostFormValue("purpose"), Name: r.PostFormValue("name"), Mail: r.PostFormValue("email"),
	}
	for i := range venue.Rooms {
		room := &venue.Rooms[i]
		f.Rooms = append(f.Rooms, roomChoice{room.ID, room.Name, slices.Contains(r.PostForm["room"], room.ID) || len(venue.Rooms) == 1})
	}
	choice := func(field, value, label string) formChoice {
		return formChoice{value, label, r.PostFormValue(field) == value}
	}
	text := w.Booking
	f.Repeats = []formChoice{choice("repeats", "", text.Once), choice("repeats", "weekly", text.Weekly), choice("repeats", "biweekly", text.Biweekly), choice("repeats", "monthly", text.Monthly)}
	f.Taken = []formChoice{
		choice("taken", string(booking.Refuse), text.TakenNothing), choice("taken", string(booking.Skip), text.TakenSkip), choice("taken", string(booking.Wait), text.TakenWait),
	}
	f.Until, f.Priced = r.PostFormValue("until"), venue.Terms.Currency != ""
	f.AddOns = w.addOnChoices(venue, nil)
	for i := range f.AddOns {
		f.AddOns[i].Count = r.PostFormValue("addon." + f.AddOns[i].ID)
	}
	return f
}

// addOnChoices are the add-ons that can be chosen, with how many a booking has.
func (w *Words) addOnChoices(venue *venues.VenueRooms, b *bookings.Booking) []addOnChoice {
	var list []addOnChoice
	for i := range venue.AddOns {
		a := &venue.AddOns[i]
		count := ""
		if b != nil {
			if at := slices.IndexFunc(b.AddOns, func(has booking.AddOn) bool { return has.ID == a.ID }); at >= 0 {
				count = strconv.FormatInt(b.AddOns[at].Quantity, 10)
			}
		}
		if !a.Inactive || count != "" {
			list = append(list, addOnChoice{a.ID, w.addOnLine(a, venue.Terms.Currency), count})
		}
	}
	return list
}

// ask takes the form on the page of a venue.
func (p bookingPages) ask(w http.ResponseWriter, r *http.Request) {
	venue, err := p.cfg.Store.Venues.PublicVenue(r.Context(), r.PathValue("venue_id"))
	if errors.Is(err, database.ErrNotFound) {
		p.show(w, r, http.StatusNotFound, &view{State: "missing"})
		return
	}
	if err != nil {
		p.fail(w, r, err)
		return
	}
	words := WordsFor(r.Header.Get("Accept-Language"))
	r.Body = http.MaxBytesReader(w, r.Body, maxBookingForm)
	if err := r.ParseForm(); err != nil {
		p.showVenue(w, r, http.StatusBadRequest, &sentForm{wrong: words.Booking.WrongForm})
		return
	}
	// Without a number it is 0, which is not said.
	people, _ := strconv.ParseInt(r.PostFormValue("people"), 10, 64)
	f := &AskedBooking{
		Name: r.PostFormValue("name"), Email: r.PostFormValue("email"), Purpose: r.PostFormValue("purpose"), Rooms: r.PostForm["room"], People: max(0, people), AddOns: countsOf(r),
	}
	if f.StartsAt, f.EndsAt, err = timesOf(r, &venue.Venue); err == nil {
		f.RRule, f.OnConflict, err = repeatsOf(r)
	}
	if err == nil && r.PostFormValue("look") != "" {
		if len(f.Rooms) > 0 {
			p.showVenue(w, r, http.StatusOK, &sentForm{asked: f})
			return
		}
		err = &GuestRefusal{Field: "rooms"}
	}
	if err == nil {
		err = p.cfg.Bookers.Ask(r, venue, words.Tag.String(), f)
	}
	var refused *GuestRefusal
	switch {
	case errors.As(err, &refused):
		p.showVenue(w, r, http.StatusUnprocessableEntity, &sentForm{wrong: words.Booking.wrong(refused), asked: f, clash: refused.Clash, refused: true})
	case err != nil:
		p.fail(w, r, err)
	default:
		p.show(w, r, http.StatusOK, &view{State: "booking.sent", Good: true, Title: venue.Name, Back: venuePath + venue.ID})
	}
}

// shown shows a booking, or what was asked for.
func (p bookingPages) shown(w http.ResponseWriter, r *http.Request) {
	token := r.PathValue("token")
	g, err := p.cfg.Bookers.Find(r.Context(), token)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	p.showBooking(w, r, http.StatusOK, token, g, &refusedForm{})
}

// change does what a form asks for, and shows the page again by a redirect.
func (p bookingPages) change(w http.ResponseWriter, r *http.Request, do func(*http.Request, *GuestBooking) error) {
	token := r.PathValue("token")
	g, err := p.cfg.Bookers.Find(r.Context(), token)
	if err == nil {
		r.Body = http.MaxBytesReader(w, r.Body, maxBookingForm)
		if err = r.ParseForm(); err == nil {
			err = do(r, g)
		}
	}
	var refused *GuestRefusal
	var cost *newCost
	what := r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:]
	if errors.As(err, &refused) && what == "confirm" { // which may have been of something else
		if again, failed := p.cfg.Bookers.Find(r.Context(), token); failed == nil {
			g = again
		}
	}
	switch {
	case errors.As(err, &cost):
		p.showBooking(w, r, http.StatusOK, token, g, &refusedForm{name: what, cost: cost.of})
	case errors.As(err, &refused) && refused.Code == "confirmation_expired":
		p.show(w, r, http.StatusGone, &view{State: "booking.late", Title: g.Venue.Name, Back: venuePath + g.Venue.ID})
	case errors.As(err, &refused):
		p.showBooking(w, r, http.StatusConflict, token, g, &refusedForm{name: what, why: WordsFor(r.Header.Get("Accept-Language")).Booking.wrong(refused), clash: refused.Clash})
	case err != nil:
		p.fail(w, r, err)
	default:
		if strings.HasSuffix(r.URL.Path, "/erase") {
			p.show(w, r, http.StatusOK, &view{State: "invalid"})
			return
		}
		http.Redirect(w, r, identity.BookingPath+token+"#", http.StatusSeeOther) // its top, and not the form that was sent
	}
}

// showBooking shows a booking with its forms, of which one may have been refused.
func (p bookingPages) showBooking(w http.ResponseWriter, r *http.Request, status int, token string, g *GuestBooking, refused *refusedForm) {
	words, now, base := WordsFor(r.Header.Get("Accept-Language")), inventory.At(p.cfg.Now()), identity.BookingPath+token
	zone, err := time.LoadLocation(g.Venue.Timezone)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	asked := g.Guest.Booking()
	b := &asked
	v := &view{State: "booking.address", Title: g.Venue.Name, Erasing: &ending{words.Booking.Erase, base + "/erase"}}
	if g.Booking != nil {
		b = g.Booking
		v.State = "booking." + string(b.At(now))
		v.Good = b.At(now) == booking.Confirmed
	}
	starts := b.StartsAt.Time()
	v.ZoneNote = fill(words.Zone, "{zone}", mailkit.ZoneName(starts, zone))
	v.Facts = append(v.Facts, fact{Label: words.When, Text: words.Span(starts, b.EndsAt.Time(), zone), Datetime: starts.Format(time.RFC3339), Strong: true})
	var rooms []string
	for i := range g.Venue.Rooms {
		if slices.Contains(b.Rooms, g.Venue.Rooms[i].ID) {
			rooms = append(rooms, g.Venue.Rooms[i].Name)
			v.Pictured = append(v.Pictured, words.picturedRooms(g.Venue.Rooms[i:i+1])...)
		}
	}
	v.Facts = append(v.Facts, fact{Label: words.Rooms, Text: strings.Join(rooms, "\n"), Lines: true})
	var extras []string
	for i := range b.AddOns {
		extras = append(extras, b.AddOns[i].Name+" × "+strconv.FormatInt(b.AddOns[i].Quantity, 10))
	}
	if len(extras) > 0 {
		v.Facts = append(v.Facts, fact{Label: words.Venue.AddOns, Text: strings.Join(extras, "\n"), Lines: true})
	}
	if g.Venue.Address != "" {
		v.Facts = append(v.Facts, fact{Label: words.Venue.Address, Text: g.Venue.Address, Lines: true})
	}
	p.dates(words, v, g, zone, now)
	switch {
	case g.Booking != nil:
		err = p.bookingFacts(r.Context(), words, v, g, base, zone)
	case g.Guest.ConfirmedAt == 0 && g.Guest.ExpiresAt <= now:
		v.State, v.Back = "booking.late", venuePath+g.Venue.ID
	default:
		v.Ways = []ending{{words.Booking.Confirm, base + "/confirm"}}
		bookings.Quote(&g.Venue.Venue, b, now)
		v.Facts = append(v.Facts, costOf(words, b, g.Guest.Asked.Dates > 1, zone, now)...)
	}
	if err != nil {
		p.fail(w, r, err)
		return
	}
	if g.Booking != nil && (b.At(now).Live() || b.At(now) == booking.Waiting) {
		if v.Reach, err = toldBy(p.Pages, r, words, base, g.Guest.OrgID, address.PublicID(g.Guest.Email)); err != nil {
			p.fail(w, r, err)
			return
		}
	}
	p.refuseForm(r, words, v, g, refused, base, zone)
	p.show(w, r, status, v)
}

// reach takes by which channel somebody wants to be told about what they booked.
func (p bookingPages) reach(w http.ResponseWriter, r *http.Request) {
	token := r.PathValue("token")
	g, err := p.cfg.Bookers.Find(r.Context(), token)
	if err == nil && g.Booking == nil { // nobody has confirmed the address
		err = database.ErrNotFound
	}
	if err != nil {
		p.fail(w, r, err)
		return
	}
	takeToldBy(p.Pages, w, r, identity.BookingPath+token, g.Guest.OrgID, address.PublicID(g.Guest.Email))
}

// dates adds the other dates that were asked for at once.
func (p bookingPages) dates(words *Words, v *view, g *GuestBooking, zone *time.Location, now inventory.Instant) {
	text, more := words.Booking, false
	if n := g.Guest.Asked.Dates; g.Booking == nil && n > 1 {
		v.Facts = append(v.Facts, fact{Label: words.Dates, Text: strconv.FormatInt(n, 10)})
	}
	if g.Series == nil {
		return
	}
	for i := range g.Dates {
		d := &g.Dates[i]
		of := bookedDate{When: words.Span(d.StartsAt.Time(), d.EndsAt.Time(), zone), Datetime: d.StartsAt.Time().Format(time.RFC3339), Status: text.States[string(d.At(now))]}
		if _, due, _ := d.Asks(now); due > 0 {
			of.Due = words.money(due, d.Terms.Currency)
		}
		if d.ID != g.Booking.ID {
			of.Path = identity.BookingPath + p.cfg.Bookers.Token(d.ID)
			more = more || d.At(now).Live() || d.At(now) == booking.Waiting
		}
		v.Booked = append(v.Booked, of)
	}
	for _, d := range g.Series.Skipped {
		v.Booked = append(v.Booked, bookedDate{When: words.Span(d.StartsAt.Time(), d.EndsAt.Time(), zone), Datetime: d.StartsAt.Time().Format(time.RFC3339), Status: text.States["skipped"]})
	}
	slices.SortStableFunc(v.Booked, func(a, b bookedDate) int { return strings.Compare(a.Datetime, b.Datetime) })
	if more {
		v.EndingAll = &ending{text.CancelAll, identity.BookingPath + p.cfg.Bookers.Token(g.Booking.ID) + "/cancel-dates"}
	}
}

// bookingFacts adds what a booking costs, and what can be done with it.
func (p bookingPages) bookingFacts(ctx context.Context, words *Words, v *view, g *GuestBooking, base string, zone *time.Location) error {
	b, now, text := g.Booking, inventory.At(p.cfg.Now()), words.Booking
	at, currency := b.At(now), b.Terms.Currency
	moment := func(label string, of inventory.Instant) {
		v.Facts = append(v.Facts, fact{Label: label, Text: words.Moment(of.Time(), zone), Datetime: of.Time().Format(time.RFC3339)})
	}
	if b.Price > 0 {
		v.Facts = append(v.Facts, fact{Label: text.Price, Text: words.money(b.Price, currency)})
		var names []string
		if p.cfg.Pay.Providers != nil {
			var err error
			if names, err = p.cfg.Pay.Providers(ctx, b.OrgID); err != nil {
				return err
			}
		}
		pays := func(label string, amount int64, path string) (list []ending) {
			for _, name := range names {
				way := ending{fill(label, "{amount}", words.money(amount, currency)), base + path + name}
				if len(names) > 1 {
					way.Label += " · " + fill(words.PayWith, "{name}", payment.Title(name))
				}
				list = append(list, way)
			}
			return list
		}
		deposit, rest, alone := text.PayDeposit, text.PayRest, &v.Ways
		if t := dues.AskedTogether(g.Dates, now); t != nil && t.Currency == currency {
			label := text.PayDeposits
			if t.Part == booking.BalancePart {
				label = text.PayRests
			}
			v.Ways = pays(strings.ReplaceAll(label, "{n}", strconv.Itoa(len(t.Dates))), t.Amount, "/pay-dates/"+string(t.Part)+"/")
			deposit, rest, alone = text.PayDepositAlone, text.PayRestAlone, &v.Lesser
		}
		switch {
		case at == booking.PendingDeposit:
			moment(text.DepositDue, b.PayUntil)
			*alone = pays(deposit, b.Deposit, "/pay/"+string(booking.DepositPart)+"/")
		case (at == booking.Confirmed || at == booking.Completed) && b.BalanceBy == "" && b.Balance() > 0:
			if b.BalanceDue > 0 {
				moment(text.RestDue, b.BalanceDue)
			}
			*alone = pays(rest, b.Balance(), "/pay/"+string(booking.BalancePart)+"/")
		}
		if at.Live() || at == booking.Waiting {
			v.Facts = append(v.Facts, fact{Label: text.Rule, Text: givenBack(words, &b.Terms), Lines: true})
		}
		if err := p.transfer(ctx, words, v, g, now); err != nil {
			return err
		}
	}
	if at == booking.Waiting {
		v.Ending = &ending{text.Cancel, base + "/cancel"}
	}
	if at.Live() {
		v.CalendarPath = base + "/calendar.ics"
		v.Ending = &ending{text.Cancel, base + "/cancel"}
		if back := b.GivenBack(now); back > 0 {
			v.LineNote = fill(text.GivenBack, "{amount}", words.money(back, currency))
		}
		from, to := b.StartsAt.Time().In(zone), b.EndsAt.Time().In(zone)
		v.Moving = &bookingForm{Words: words, URL: base + "/move", Date: from.Format(time.DateOnly), From: from.Format("15:04"), To: to.Format("15:04")}
		if list := words.addOnChoices(g.Venue, b); len(list) > 0 && b.BalanceBy == "" {
			v.Adding = &bookingForm{Words: words, URL: base + "/add-ons", AddOns: list}
		}
	}
	list, err := p.cfg.Store.Dues.OfBooking(ctx, b.OrgID, b.ID, mostInvoices)
	if err != nil {
		return err
	}
	to, err := invoicedTo(words, list)
	if err != nil {
		return err
	}
	v.Facts = append(v.Facts, to...)
	for i := range list {
		label, path := words.InvoicePDF, base+"/invoices/"+list[i].ID
		if list[i].Kind == invoice.CreditNote {
			label = words.CreditPDF
		}
		v.Invoices = append(v.Invoices, invoiceLink{Label: fill(label, "{number}", list[i].Number), PDF: path + "/document.pdf", XML: path + "/document.xml"})
	}
	v.Business, err = p.billing(ctx, words, base, g, list)
	return err
}

// payPart shows the way to the page of a provider, as pay does for orders: for a part of the price of one
// booking, or of several.
func (p bookingPages) payPart(w http.ResponseWriter, r *http.Request, pay func(context.Context, *GuestBooking, booking.Part, string) (string, error)) {
	token := r.PathValue("token")
	g, err := p.cfg.Bookers.Find(r.Context(), token)
	part := booking.Part(r.PathValue("part"))
	if err == nil && part != booking.DepositPart && part != booking.BalancePart {
		err = database.ErrNotFound
	}
	var address string
	if err == nil {
		address, err = pay(r.Context(), g, part, r.PathValue("provider"))
	}
	var refused *GuestRefusal
	switch {
	case errors.As(err, &refused):
		p.showBooking(w, r, http.StatusConflict, token, g, &refusedForm{name: "pay", why: WordsFor(r.Header.Get("Accept-Language")).Booking.wrong(refused)})
	case err != nil:
		p.fail(w, r, err)
	default:
		words := WordsFor(r.Header.Get("Accept-Language"))
		p.show(w, r, http.StatusOK, &view{State: "booking.pending_deposit", Good: true, Title: g.Venue.Name, Further: address, FurtherText: words.ToPayment, Back: identity.BookingPath + token})
	}
}

// entry sends the calendar entry of a booking.
func (p bookingPages) entry(w http.ResponseWriter, r *http.Request) {
	g, err := p.cfg.Bookers.Find(r.Context(), r.PathValue("token"))
	if err == nil && g.Booking == nil {
		err = database.ErrNotFound
	}
	if err != nil {
		p.fail(w, r, err)
		return
	}
	b := g.Booking
	at := b.At(inventory.At(p.cfg.Now()))
	where := strings.Join(strings.Fields(g.Venue.Address), " ")
	latitude, longitude, _ := strings.Cut(g.Venue.Coordinates, ",")
	origin, err := url.Parse(p.cfg.Origin)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	c := calendar.Calendar{Host: origin.Hostname(), Name: g.Venue.Name, Entries: []calendar.Entry{{
		EventID: b.ID, Seq: b.Sequence(), Changed: b.UpdatedAt.Time(), Published: b.CreatedAt.Time(), Starts: b.StartsAt.Time(), Ends: b.EndsAt.Time(),
		Title: g.Venue.Name, Location: where, Latitude: latitude, Longitude: longitude, Cancelled: at == booking.Cancelled || at == booking.Declined || at == booking.Lapsed, Tentative: at == booking.Waiting || at == booking.Requested || at == booking.PendingDeposit,
	}}}
	sendFile(w, "text/calendar; charset=utf-8", `attachment; filename="booking.ics"`, c.ICS())
}

// document sends an invoice or a credit note of a booking.
func (p bookingPages) document(w http.ResponseWriter, r *http.Request) {
	g, err := p.cfg.Bookers.Find(r.Context(), r.PathValue("token"))
	var row *payments.InvoiceRow
	if err == nil {
		row, err = p.cfg.Store.Invoices.Invoice(r.Context(), g.Guest.OrgID, r.PathValue("invoice"))
	}
	if err == nil && row.BookingID() != g.Guest.BookingID {
		err = database.ErrNotFound
	}
	if err != nil {
		p.fail(w, r, err)
		return
	}
	sendInvoice(p.Pages, w, r, row)
}
