package page

import (
	"context"
	"encoding/json"
	"html/template"
	"net/http"
	"strconv"
	"time"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// view is what the template shows.
type view struct {
	*Words
	CSS   string
	State string // key of Headings and Leads
	Goods string // what it is about in place of places, "2 × T-shirt"; "": places
	Good  bool   // something to be glad of
	Title string // of the event; empty: none is shown
	Email string // that the lead names
	Facts []fact
	// Line is the place on the waitlist, large; LineNote stands below it, and LineLabel above it; "":
	// what places on waitlists have there.
	Line, LineNote, LineLabel string
	// LeadText is said below the heading, where that is more than the state says; "": it is not.
	LeadText string
	// Rule says by which rule what is waited for is offered; "": one after another.
	Rule string
	// Refresh is how the page is loaded again without a script; nil: it is not.
	Refresh *refresh
	// WithoutScript is said to people without scripts.
	WithoutScript string
	Claim         *claim
	// Codes are the QR codes of the order's tickets.
	Codes []code
	// PDF is the path of the tickets to print; empty: none.
	PDF string
	// ReceiptPath is the path of the receipt of what was paid; empty: there is none for this reader.
	ReceiptPath string
	// Invoices are the documents of the order, the first first.
	Invoices []invoiceLink
	// Proof is the path of what proves it from the public log; empty: nothing does.
	Proof string
	// Ending is the form that gives something up, behind a second question.
	Ending *ending
	// Turn is the form that turns something on or off, which can be taken back.
	Turn *ending
	// Reach is the form in which whoever follows, waits or has booked says how and when they are told; nil: there is none.
	Reach *reachForm
	// Rating is the form in which a guest says how the event was; nil: there is none.
	Rating *ratingForm
	// Asking is the form in which somebody asks for rooms; nil: there is none.
	Asking *bookingForm
	// Joining is the form with which somebody joins a waitlist of a resource; nil: there is none.
	Joining *joinForm
	// Clash is what is in the way of what somebody wants to book; nil: nothing.
	Clash *clashView
	// Moving and Adding are the forms that change a booking; nil: there is none.
	Moving, Adding *bookingForm
	// Gallery are the pictures of a venue behind its main one, which is Picture.
	Gallery []*shownPicture
	// Pictured are the rooms of a venue, or of a booking, that have pictures.
	Pictured []picturedRoom
	// Booked are the dates of a booking that repeats.
	Booked []bookedDate
	// EndingAll is the form that gives all of them up, behind a second question.
	EndingAll *ending
	// CalendarPath is the path of its calendar entry; empty: none.
	CalendarPath string
	// Erasing is the form that deletes who the reader is, behind a second question; nil: there is none.
	Erasing *ending
	// Finding is the form that mails somebody what they booked; nil: there is none.
	Finding *findForm
	// Invite is the form in which somebody takes the places of an invitation; nil: there is none.
	Invite *inviteForm
	// Consents are what the reader has agreed to, each with the form that withdraws it.
	Consents []consentRow
	// ConsentsURL is where they are; empty: the page does not lead there.
	ConsentsURL string
	// Transfer is the code that banking apps fill in a transfer from; "": there is none.
	Transfer template.HTML
	// Business is where the buyer of an order that is to be paid says who they are; nil: that changes nothing.
	Business *business
	// Ways are the forms that lead to a page on which an order is paid.
	Ways []ending
	// Lesser are further such forms, for a part of what the first are for.
	Lesser []ending
	Steps  []step
	// HasHistory says that Steps belong on the page, even when there are none.
	HasHistory bool
	Back       string // path of the page that leads back; empty: none
	Further    string // address of a page that leads on; FurtherText names it
	FurtherText,
	ZoneNote string

	// Upcoming and Past are the events of the home page and of a host's; nil: the page
	// lists none. Hosted is the name of the host; "": it is the home page.
	Upcoming, Past *shelf
	Hosted         string
	Greets         bool    // the home page, for people who search for nothing
	Search         *search // of the home page; nil: there is nothing to search
	// Of the home page: InCity says which city it is of, Cities lead to those of others,
	// and All to the list of all events, which is instead of the list when there are Sections.
	InCity       string
	Cities       []cityLink
	Sections     []section
	All, AllText string

	// Organized says who hosts the event whose public page it is; "" is a page
	// about a person.
	Organized  string
	InSeries   *seriesLink    // of the event, to the page of its series; nil: it is of none
	Series     *seriesView    // of the page of a series; nil: it is another page
	Called     string         // of the page of a venue: its name
	Venue      *venueView     // when the rooms of that are free; nil: it is another page
	HostPath   string         // of the page of that host
	Calendar   template.URL   // webcal: of the calendar of the same
	FeedPath   string         // of the feed of the same
	FollowPath string         // of the form that follows it; "": there is none
	LogPath    string         // of the page of its public log; "": it keeps none
	Log        *logView       // of the page of a public log; nil: it is another page
	Details    events.Details // of the event whose public page it is
	shown      *events.EventView
	Paragraphs []string      // of its description
	Tags       []tagLink     // of it
	Ground     string        // the colour behind its cover, which the app draws
	Picture    *shownPicture // of the event or the venue; nil: there is none
	Head       template.HTML // what others read of the page: Open Graph, JSON-LD
	Public     bool          // may be listed by search engines
	Embedded   embedded      // what the app begins with
	InApp      bool          // the app will take its place
	// Websites are the origins whose pages may show the event in a frame; Whole is the
	// address of its page, for people who see it in one.
	Websites []string
	Whole    string
}

// Heading is the large text on top; the page of an event has its title there.
func (v *view) Heading() string {
	if v.Called != "" {
		return v.Called
	}
	return v.said(v.Headings)
}

// Name is what the browser's tab says.
func (v *view) Name() string {
	switch h := v.Heading(); {
	case v.InCity != "":
		return v.InCity
	case v.Organized != "" || h == "":
		return v.Title
	case v.Title == "":
		return h
	default:
		return h + " · " + v.Title
	}
}

// Lead is the sentence below it.
func (v *view) Lead() string {
	if v.LeadText != "" {
		return v.LeadText
	}
	return fill(v.said(v.Leads), "{email}", v.Email)
}

type fact struct {
	Label, Text string
	// LabelLang and Lang are their languages, where these are others than that of the page.
	LabelLang, Lang string
	Datetime        string // machine-readable, empty: none
	Strong          bool
	Lines           bool   // breaks of lines are kept
	Path            string // of what it leads to; empty: nothing
}

// claim are the two forms that answer an offer.
type claim struct {
	AcceptURL, DeclineURL, Accept, Decline string
	Price                                  *priceField // nil: there is nothing to choose
	Code                                   *codeField  // nil: there is nothing to pay
	Beside                                 *besideForm // nil: nothing is taken with it
}

type ending struct{ Label, URL string }

type step struct{ When, Datetime, Text string }

// viewOf is a page about an event: what it is called, when and where it is.
func (w *Words) viewOf(e *events.EventView, strong bool) *view {
	starts, zone := e.Event.StartsAt.Time(), e.Event.Zone
	v := &view{Words: w, Title: e.Details.Title, ZoneNote: fill(w.Zone, "{zone}", mailkit.ZoneName(starts, zone))}
	v.Facts = []fact{{Label: w.When, Text: w.Span(starts, e.Event.EndsAt.Time(), zone), Datetime: starts.Format(time.RFC3339), Strong: strong}}
	if where := e.Details.Location; where != "" {
		v.Facts = append(v.Facts, fact{Label: w.Where, Text: where})
	}
	return v
}

// view builds the page of a subject.
func (p *Pages) view(r *http.Request, s *subject) (*view, error) {
	w := WordsFor(r.Header.Get("Accept-Language"))
	s.event = w.of(s.event)
	v := w.viewOf(s.event, false)
	dates, err := passDates(r.Context(), p.cfg.Store, w, s.event)
	if err != nil {
		return nil, err
	}
	if len(dates) > 0 { // each says when it is
		v.Facts = append(dates, v.Facts[1:]...)
	}
	now := inventory.At(p.cfg.Now())
	dead := ""
	switch {
	case s.event.Event.Status == inventory.Cancelled:
		dead = "cancelled"
	case now >= s.event.Event.Ends():
		dead = "over"
	}
	base := "/" + string(s.link.Kind) + "/" + r.PathValue("token")
	if !s.link.Bears() {
		org := s.event.Event.OrgID
		agreed, err := p.cfg.Store.Consents.StandingOf(r.Context(), org, p.cfg.Links.ConsentCode(org, s.v.Person.UserID))
		if err != nil {
			return nil, err
		}
		if len(agreed) > 0 {
			v.ConsentsURL = p.cfg.Links.Onward(s.link, identity.PreferenceLink, s.link.Person)
		}
	}
	if p.proves(s) {
		v.Proof = base + "/proof"
	}
	switch s.link.Kind {
	case identity.OfferLink:
		p.offerView(v, s, base, now)
	case identity.EntryLink:
		err = p.entryView(r, v, s, base, now)
	default:
		if err := p.orderView(r, v, s, base, now); err != nil {
			return nil, err
		}
		if dead == "" && s.v.Hold.State == inventory.HoldConfirmed {
			err = p.codes(r.Context(), v, s, base)
		}
	}
	if s.event.Event.Status == inventory.Postponed { // what one has stays as it is
		v.postponed(0)
	}
	if dead != "" {
		v.State, v.Good, v.Claim, v.Ending, v.Ways, v.Business, v.Line, v.LineNote = dead, false, nil, nil, nil, nil, "", ""
	}
	return v, err
}

// postponed says that the event has no date for now, in place of when it is, which is the fact
// of that number.
func (v *view) postponed(when int) {
	v.Facts[when] = fact{Label: v.When, Text: v.OpenDate, Strong: v.Facts[when].Strong}
	v.LeadText = v.Headings["postponed"] + ". " + v.Leads["postponed"]
}

func (p *Pages) offerView(v *view, s *subject, base string, now inventory.Instant) {
	o := s.v.Offer
	v.State = "offer." + string(o.State)
	v.Good = o.State == inventory.OfferAccepted || o.State == inventory.OfferOpen
	v.wanted(s)
	switch o.State {
	case inventory.OfferOpen:
		openOffer(v, s, base, now)
	case inventory.OfferAccepted:
		switch h := s.v.Hold; {
		case h != nil && h.Order != nil:
			moneyView(v, s, h, now)
		case h != nil && h.State == inventory.HoldReleased: // claimed, and given back since
			v.State, v.Good = "order.released", false
		}
		v.Further, v.FurtherText = p.cfg.Links.Onward(s.link, identity.OrderLink, o.OrderID), v.ToRegistration
	default:
		v.Further, v.FurtherText = p.cfg.Links.Onward(s.link, identity.EntryLink, o.EntryID), v.ToEntry
	}
}

// openOffer adds the deadline and the forms of an open offer. One whose time is
// over but which no batch has ended yet is shown as what it is about to be.
func openOffer(v *view, s *subject, base string, now inventory.Instant) {
	o := s.v.Offer
	if o.ExpiresAt <= now {
		v.State, v.Good = "offer.expired", false
		return
	}
	zone := s.event.Event.Zone
	ends := o.ExpiresAt.Time()
	v.Facts = append(v.Facts, fact{Label: v.Until, Text: v.Deadline(ends, zone), Datetime: ends.Format(time.RFC3339), Strong: true})
	t, h := offeredTier(s), s.v.Hold
	pays := h != nil && h.Order != nil && h.Order.Total > 0
	if t == nil && pays { // as it was offered, whatever its tier costs by now
		v.Facts = append(v.Facts, fact{Label: v.Total, Text: v.money(h.Order.Total, h.Order.Currency)})
	}
	if o.WindowStartsAt > o.OpenedAt {
		v.LineNote = fill(v.QuietNote, "{time}", v.Deadline(o.WindowStartsAt.Time(), zone))
	}
	v.Claim = &claim{AcceptURL: base + "/accept", DeclineURL: base + "/decline", Accept: v.Accept, Decline: v.Decline}
	if v.Goods != "" {
		v.Claim.Accept, v.Claim.Decline = fill(v.GoodsOrder, "{goods}", v.Goods), v.GoodsDecline
	}
	v.Claim.Beside = v.beside(s, now)
	if t != nil || pays || v.Claim.Beside != nil {
		v.Claim.Code = &codeField{Label: v.CodeLabel}
	}
	if t != nil {
		v.Claim.Price = v.chooses(t, s.event.Event.Settings.Orders.Currency, "", false)
	}
}

func (p *Pages) entryView(r *http.Request, v *view, s *subject, base string, now inventory.Instant) error {
	e := s.v.Entry
	v.State = "entry." + string(e.State)
	v.Good = e.State == inventory.EntryAccepted || e.State == inventory.EntryOffered
	v.wanted(s)
	display := s.event.Event.Settings.Waitlist.PositionDisplay
	since := v.Since
	if !e.Placed() {
		since = v.AppliedSince
	}
	switch e.State {
	case inventory.EntryApplied:
		v.Ending = &ending{Label: v.Withdraw, URL: base + "/leave"}
	case inventory.EntryLeft:
		if !e.Placed() {
			v.State = "entry.withdrawn"
		}
	case inventory.EntryClosed:
		if !e.Placed() {
			v.State = "entry.unanswered"
		}
	case inventory.EntryWaiting:
		place, of, err := p.cfg.Store.Waitlist.Place(r.Context(), s.event.Event.ID, e)
		if err != nil {
			return err
		}
		v.place(display, place, of)
		if err := p.expected(r.Context(), v, s, Shown(display, place)); err != nil {
			return err
		}
		v.Ending = &ending{Label: v.Leave, URL: base + "/leave"}
	case inventory.EntryOffered:
		if s.v.Offer != nil {
			openOffer(v, s, base, now)
		}
	case inventory.EntryAccepted:
		offer, err := p.offerOf(r, e)
		if err != nil {
			return err
		}
		if offer != nil && offer.Hold.Order != nil {
			moneyView(v, s, offer.Hold, now)
			v.Further, v.FurtherText = p.cfg.Links.Onward(s.link, identity.OrderLink, offer.Hold.ID), v.ToRegistration
		} else if h := s.v.Hold; offer == nil && h != nil { // given at once, as an order
			v.Further, v.FurtherText = p.cfg.Links.Onward(s.link, identity.OrderLink, h.ID), v.ToRegistration
		} else if order := s.v.Person.HoldID; order != "" && s.goods() == nil {
			v.Further, v.FurtherText = p.cfg.Links.Onward(s.link, identity.OrderLink, order), v.ToRegistration
		} else { // it came to a registration that was given back since
			v.State, v.Good = "order.released", false
		}
	}
	joined := e.JoinedAt.Time()
	v.Facts = append(v.Facts, fact{Label: since, Text: v.Moment(joined, s.event.Event.Zone), Datetime: joined.Format(time.RFC3339)})
	return p.history(r, v, s, display)
}

// expected adds about how long somebody waits whose position is shown, and what that was taken
// from.
func (p *Pages) expected(ctx context.Context, v *view, s *subject, shown Place) error {
	if p.cfg.Returns == nil || !shown.Shown() {
		return nil
	}
	e, err := p.cfg.Returns.Of(ctx, s.event.Event.ID, s.v.Entry.Tier, shown.To-1, s.v.Entry.Units)
	if e == nil || err != nil {
		return err
	}
	since := fill(v.Expected.Backed.In(v.Tag, e.Units), "{time}", v.Moment(e.Since.Time(), s.event.Event.Zone))
	v.Facts = append(v.Facts, fact{Label: v.Expected.Label, Text: v.Expected.Waits[e.Wait] + "\n" + since, Lines: true})
	return nil
}

// offerOf reads the offer that an entry was served by, with its hold; nil when it
// was given the place at once.
func (p *Pages) offerOf(r *http.Request, e *inventory.Entry) (*events.RegistrationView, error) {
	if e.OfferID == "" {
		return nil, nil
	}
	return p.cfg.Store.Registrations.OfferByID(r.Context(), e.OfferID)
}

// place shows the place on the waitlist as the event wants it shown.
func (v *view) place(display inventory.PositionDisplay, place, of int64) {
	switch display {
	case inventory.PositionExact:
		v.Line = strconv.FormatInt(place, 10)
		v.LineNote = fill(v.PlaceOf, "{n}", v.Line, "{of}", strconv.FormatInt(of, 10))
	case inventory.PositionBand:
		from, to := Band(place)
		v.Line = strconv.FormatInt(from, 10) + "–" + strconv.FormatInt(to, 10)
	default:
		v.LineNote = v.PlaceHidden
	}
}

// Shown is a place as the event lets people see it.
func Shown(display inventory.PositionDisplay, place int64) Place {
	switch {
	case place <= 0 || display == inventory.PositionHidden:
		return Place{}
	case display == inventory.PositionBand:
		from, to := Band(place)
		return Place{from, to}
	}
	return Place{place, place}
}

func (p *Pages) history(r *http.Request, v *view, s *subject, display inventory.PositionDisplay) error {
	steps, _, err := p.cfg.Store.Waitlist.EntryHistory(r.Context(), s.event.Event.ID, s.v.Entry, events.PlaceCursor{}, historyShown)
	if err != nil {
		return err
	}
	v.HasHistory = true
	for i := range steps {
		st := &steps[i]
		shown := Step{
			Goods: s.goods() != nil, Own: st.Own, Reason: st.Row.Reason, From: st.Row.From, To: st.Row.To,
			Before: Shown(display, st.Before), After: Shown(display, st.After),
		}
		if !st.Own {
			if display == inventory.PositionHidden || shown.Before == shown.After {
				continue // would give away what the event does not show
			}
			shown.Other = v.Guest(p.cfg.Pseudonym(s.v.Entry.ID, st.OtherPerson))
		}
		at := st.Row.At.Time()
		v.Steps = append(v.Steps, step{When: v.Moment(at, s.event.Event.Zone), Datetime: at.Format(time.RFC3339), Text: v.Explain(shown)})
	}
	return nil
}

func (p *Pages) orderView(r *http.Request, v *view, s *subject, base string, now inventory.Instant) error {
	h, ctx := s.v.Hold, r.Context()
	v.State = "order." + string(h.State)
	v.Good = h.State == inventory.HoldConfirmed
	if goods := goodsOf(s.event, h); goods != "" {
		v.aboutGoods(v.GoodsCodes, goods)
	} else {
		v.party(s.event.PlacesOf(h), h.GuestsLeft())
	}
	if h.Order != nil {
		moneyView(v, s, h, now)
		if h.Order.Paid > 0 && s.v.Person.ID == s.link.Person {
			v.ReceiptPath = base + "/receipt.pdf"
			if err := p.invoiceLinks(ctx, v, s.event.Event.ID, h.ID, base); err != nil {
				return err
			}
		}
		if v.State == "order.pending" && h.Order.Total > 0 {
			providers, err := p.providers(ctx, s)
			if err != nil {
				return err
			}
			v.Ways = ways(v.Words, base, providers)
			if v.Business, err = (businessPages{p}).form(r, s, v.Words, base); err != nil {
				return err
			}
		}
		if mayEnd(&s.event.Event, h, now) {
			v.Ending = &ending{Label: v.CancelOrder, URL: base + "/cancel"}
		}
		return nil
	}
	cutoff := s.event.Event.Settings.CancellationCutoff
	if cutoff == 0 {
		cutoff = s.event.Event.EndsAt
	}
	if h.State == inventory.HoldConfirmed && now < cutoff {
		v.Ending = &ending{Label: v.CancelIt, URL: base + "/cancel"}
	}
	return nil
}

// wanted adds what an entry is for: so many goods, or a party.
func (v *view) wanted(s *subject) {
	e := s.v.Entry
	if t := s.goods(); t != nil {
		v.aboutGoods(v.Words.Venue.AddOns, soMany(e.Units, t.Name))
		return
	}
	v.party(e.Units, e.Guests)
}

// goods are what an entry waits for instead of places; nil: it waits for places.
func (s *subject) goods() *inventory.Tier {
	if t := s.event.Tier(s.v.Entry.Tier); t != nil && !t.Admits() {
		return t
	}
	return nil
}

// party adds how many places, and for whom.
func (v *view) party(units int64, guests string) {
	v.Facts = append(v.Facts, fact{Label: v.Party, Text: v.Count(units)})
	var list []struct {
		Name string `json:"name"`
	}
	if err := json.Unmarshal([]byte(guests), &list); err != nil || len(list) == 0 {
		return // erased, or came alone
	}
	names := ""
	for i, g := range list {
		if i > 0 {
			names += ", "
		}
		names += g.Name
	}
	v.Facts = append(v.Facts, fact{Label: v.Guests, Text: names})
}
