package page

import (
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/language"

	"github.com/holdfast-events/holdfast/internal/feedback"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
)

// Words are everything that the pages say in one language, as words.json has it in all.
// Placeholders stand in braces; a test sees to it that no language leaves a text or a
// placeholder out.
type Words struct {
	Tag   language.Tag `json:"-"`
	Brand string       `json:"-"`

	// Online is where an event takes place that has an address online, which OnlineNote says
	// nobody is told without a ticket.
	Online, OnlineNote string
	OpenDate           string // in place of when an event is that is postponed

	When, Where, Party, Until, Place, Guests, History, Since string

	// What is shown on top of each page, by what it is about and its state.
	Headings map[string]string
	// What is said below it.
	Leads map[string]string

	NoReminders, Reminders       string // labels of buttons
	MyTickets, Subscribe, Feed   string // calendars and feeds
	Follow, Unfollow, SignIn     string // the same
	MailFresh                    string // the same
	Total, PayUntil, CancelOrder string // of orders that cost something
	// HeldUntil and ThenPayUntil are of orders whose payment has not begun.
	HeldUntil, ThenPayUntil    string
	PayNow, PayWith, ToPayment string // {name}
	HowToPay, Reference        string // of a payment by bank transfer or in cash
	ByTransfer, Amount         string // of a payment by bank transfer
	ScanTransfer, TransferAlt  string // of the code for banking apps

	// Of an event at which the organizer approves each, and of an application.
	Approval, ApprovesEach, Withdraw, AppliedSince string

	Accept, Decline, Leave, CancelIt, Really, Keep, ToRegistration, ToEntry, Return string

	PlaceExact, PlaceOf, PlaceBand, PlaceHidden string
	PlaceCount                                  locale.Counted // tickets of a party
	GuestName                                   string         // {name}
	QuietNote                                   string         // {time}

	Tickets, TicketsNote, OneTicket, PrintThem  string
	GoodsCodes, GoodsNote                       string // of an order that lets nobody in
	GoodsOrder                                  string // {goods}
	GoodsDecline                                string // of an offer
	AppleWallet, GoogleWallet                   string
	TakeTicket, LeaveTicket, TakeBack, From, To string
	GoodsTake                                   string // of a transfer
	TicketOf                                    string // {n} {of}
	SeatPlace                                   string // {section} {row} {number}
	CodeAlt                                     string // {ticket}

	Own   map[inventory.Reason]string // what happened to the entry itself
	Other map[inventory.Reason]string // what happened to another; {other}
	Moved string                      // {before} {after}: "from place 3 to place 2"
	Begin string                      // {after}: the place at which one begins

	// On the page of an event.
	Organizer, Places, Full, InLine, WaitlistOpen, NeedScript string // {name}; {n}
	Left                                                      locale.Counted
	Unbounded                                                 string // there is something left of what has no bound
	// Room is the waiting room before a sale; RoomOpens says when it opens, RoomOpen that it has.
	Room, RoomOpens, RoomOpen string // {time}
	// The same of a room whose order is drawn among those who join before {seals}; that the
	// draw is sealed, and that it is drawn.
	RoomDrawOpens, RoomDrawOpen, RoomSealed, RoomDrawn string // {time}, {seals}
	// Those of a ballot.
	Ballot, RoomBallotOpens, RoomBallotOpen, RoomBallotSealed string // {time}, {seals}

	// More is what is held back and when it comes, of a tier where there are several.
	More, MoreOf, MoreWhen string // {tier}; {n}, {time}

	// Of the public log of an event: LogCheck leads to its page.
	LogCheck, LogEntries, LogRoot, LogSigned, LogKey                   string
	LogProof                                                           string // leads to a proof
	LogKeep, LogWhole, LogOwn, LogHow, LogTool, LogGetTool, LogGetHead string
	// Of the log of the installation: the last three are links.
	LogInstallation, LogInstallationText                           string
	LogInstallationProof, LogInstallationTool, LogInstallationHead string
	LogWitnesses                                                   string

	// On the home page, and of signing in.
	HomeTitle, HomeText, SignInScript string
	// Of the form that mails somebody what they booked.
	FindEmail, FindSend, FindWrong string
	// EventsIn, AllIn and PopularIn are of a {city}, Sections the headings of sections by their kind.
	EventsIn, AllIn, PopularIn, AllUpcoming, Cities, Everywhere string
	Sections                                                    map[string]string

	// Of a series: InSeries leads to its page.
	InSeries, Dates, PastDates string // {title}
	SeriesPasses, PassSaves    string // {amount}

	// Of fees beside the prices that are shown.
	FeePerOrder, FeesIncluded, FeeKept string // {name}, {amount}

	// Of what people choose to pay for a ticket: PayHint says what may be chosen, PayWrong that
	// something else was.
	PayAny, PayFrom, PayLabel, PayHint, PayWrong string // {amount}, {currency}, {least}, {most}
	CodeLabel, CodeWrong                         string // of a promo code with which an offer is accepted

	// In lists of events.
	Free, FromPrice, Closed, PastEvents, NothingHosted, MoreEvents string // {amount}

	// Of a search in them.
	FindThem, SearchFor, OnlyAvailable, FromDay, UntilDay string
	MostPrice, AnyPrice, UpTo, BadPrice                   string // {amount}
	NoneFound, NoneFit, MoreFound                         string // {q}; {n}
	Found, MoreDates                                      locale.Counted
	NoSuch, Showing, Unfiltered, AllEvents                string // {q}
	TooLong, BadCharacter, BadFilter                      string // {n}; {name}, {value}
	Distance, Within, Away                                string // {n}
	Sort, SortBest, SortDate, SortNearest, SortCheapest   string
	SortTrending                                          string

	// Of what an event says of itself. With is of performers in a list of events.
	Performers, With, Category, AnyCategory, Spoken, AnyLanguage string // {names}
	Age, AnyAge, AgedFrom, Tagged                                string // {n}
	AgedYears                                                    locale.Counted
	Categories                                                   map[string]string
	AtVenue, Rooms, HouseRules                                   string
	Facilities                                                   map[string]string // of venue.Facilities
	BadDay, UntilEarlier                                         string

	// Of what a guest says of an event: the names of ratings, the worst first, and the form.
	Ratings                                                                    [feedback.MaxRating]string
	RateLegend, RateWords, RateNamed, RateSend, RateAgain, RateFirst, RateLong string // {n}

	// Of what people agree to for marketing and sponsors.
	Consents, ConsentSince, ConsentWithdraw         string // {time}
	ConsentSponsor, ConsentPrivacy, ConsentOptional string // {name}

	// Of the page of an invitation.
	InviteLeft                                                   string // {n}, {of}
	InviteMany, InviteWhich, InviteTake, InviteWait, InviteWrong string // {n}
	WhereOpen, ClaimConfirm                                      string

	// Resource are the words of places on the waitlists of resources.
	Resource *PlaceWords
	// Venue are the words of the pages of venues.
	Venue *VenueWords
	// Booking is what the pages of bookings of guests say.
	Booking *BookingWords
	// Beside are what the form of an offer says of what is taken with it.
	Beside   *BesideWords
	Business *BusinessWords
	Bill     *BillWords
	// Reach are the words of the form in which whoever follows says how and when they are told.
	Reach *ReachWords
	// RoomPlace are the words of places in waiting rooms.
	RoomPlace *RoomWords
	// Chance are the words of what these lead to.
	Chance *ChanceWords
	// Expected says about how long somebody waits.
	Expected *WaitWords

	NoHistory string
	Weekdays  [7]string
	Months    [12]string
	Date      string // {weekday} {day} {month} {year}
	Clock     string // a Go layout
	Range     string // {from} {to}
	Zone      string // {zone}

	// On a receipt.
	InvoicePDF, CreditPDF, ReceiptPDF, Receipt, ReceiptNote, Seller, Buyer, OrderNumber, Ordered, Discount, Net, Tax, Refunded, Paid string
}

// Step is one change of a place on the waitlist, as its owner may see it.
type Step struct {
	Goods         bool // it is goods that are waited for
	Own           bool
	Other         string // how the other person is called
	Reason        inventory.Reason
	From, To      string
	Before, After Place
}

// WordsFor returns the words in the language that suits an Accept-Language header, or a
// language tag, best; English when none does.
func WordsFor(accept string) *Words { return languages()[locale.Match(accept)] }

// Dir is how the language is written: "ltr" or "rtl".
func (w *Words) Dir() string { return locale.Dir(w.Tag) }

func fill(text string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(text) }

// Guest is how another person is called in a history.
func (w *Words) Guest(name string) string { return fill(w.GuestName, "{name}", name) }

// Count says how many places a party has.
func (w *Words) Count(n int64) string { return w.PlaceCount.In(w.Tag, n) }

// place says a place within a sentence: "place 3" or "places 11–50".
func (w *Words) place(p Place) string {
	if p.exact() {
		return fill(w.PlaceExact, "{n}", strconv.FormatInt(p.From, 10))
	}
	return fill(w.PlaceBand, "{from}", strconv.FormatInt(p.From, 10), "{to}", strconv.FormatInt(p.To, 10))
}

// Explain says in words what a step of the history was.
func (w *Words) Explain(s Step) string {
	of := w.Other
	if s.Own {
		of = w.Own
	}
	text := of[s.Reason]
	if ofGoods, ok := of["goods."+s.Reason]; ok && s.Goods {
		text = ofGoods
	}
	text = fill(text, "{other}", s.Other)
	switch {
	case s.Before.Shown() && s.After.Shown() && s.Before != s.After:
		text += " " + fill(w.Moved, "{before}", w.place(s.Before), "{after}", w.place(s.After))
	case s.Own && !s.Before.Shown() && s.After.Shown() && (s.Reason == inventory.ReasonJoined || s.Reason == inventory.ReasonApproved):
		text += " " + fill(w.Begin, "{after}", w.place(s.After))
	}
	return w.upperFirst(text)
}

// upperFirst makes a sentence of what may begin with a name in lower case.
func (w *Words) upperFirst(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	if size == 0 {
		return s
	}
	upper := unicode.ToUpper(first)
	if w.Tag == language.Turkish {
		upper = unicode.TurkishCase.ToUpper(first) // of i it is İ
	}
	return string(upper) + s[size:]
}

// Moment says a moment in a zone: "Thursday, 11 November 2027, 17:00".
func (w *Words) Moment(t time.Time, zone *time.Location) string {
	t = t.In(zone)
	return fill(w.Date, "{weekday}", w.Weekdays[t.Weekday()], "{day}", strconv.Itoa(t.Day()),
		"{month}", w.Months[t.Month()-1], "{year}", strconv.Itoa(t.Year())) + locale.Comma(w.Tag) + t.Format(w.Clock)
}

// Deadline says a moment in a zone that it names: "Thursday, 11 November 2027, 17:00
// (Europe/Berlin, UTC+1)".
func (w *Words) Deadline(t time.Time, zone *time.Location) string {
	return w.Moment(t, zone) + " (" + mailkit.ZoneName(t, zone) + ")"
}

// Span says from when until when, with the day once when it is the same.
func (w *Words) Span(from, to time.Time, zone *time.Location) string {
	from, to = from.In(zone), to.In(zone)
	end := w.Moment(to, zone)
	if from.Year() == to.Year() && from.YearDay() == to.YearDay() {
		end = to.Format(w.Clock)
	}
	return fill(w.Range, "{from}", w.Moment(from, zone), "{to}", end)
}
