package accountmail

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/store/dues"
)

// Kind is a kind of mail about an account. Such a mail goes to an address and
// is in no inbox.
type Kind string

// The kinds of mails about accounts.
const (
	SignInMail     Kind = "sign_in"
	InvitationMail Kind = "invitation"
	// EndpointDisabledMail tells an owner that a webhook endpoint was disabled.
	EndpointDisabledMail Kind = "endpoint_disabled"
	// ConfirmAddressMail has a link to sign in, for an event that requires a confirmed
	// address.
	ConfirmAddressMail Kind = "confirm_address"
	// FreshLinkMail has a link with which a person can do everything in an event.
	FreshLinkMail Kind = "fresh_link"
	// RegisteredAlreadyMail, WaitingAlreadyMail and LimitReachedMail have the same link, for
	// somebody with whose address a place was asked for that the person has already, or
	// may have no more of.
	RegisteredAlreadyMail Kind = "registered_already"
	WaitingAlreadyMail    Kind = "waiting_already"
	LimitReachedMail      Kind = "limit_reached"
	// FoundMail has links to what an address has booked, and NothingFoundMail says that it
	// has booked nothing.
	FoundMail        Kind = "found"
	NothingFoundMail Kind = "nothing_found"
	// RefundAtProviderMail tells an owner that a refund was made in the payment
	// provider's dashboard, and that the tickets stand.
	RefundAtProviderMail Kind = "refund_at_provider"
	// ProviderDeniesMail tells an owner that a payment provider does not accept the key
	// that is configured, or does not allow something with it.
	ProviderDeniesMail Kind = "provider_denies"
	// RefundFailedMail tells whoever may retry it that a refund has failed for good.
	RefundFailedMail Kind = "refund_failed"
	// UndeliveredMail says once a day how many messages reached nobody, and OffersUndeliveredMail at
	// once that offers did not, whose claim windows run.
	UndeliveredMail       Kind = "undelivered"
	OffersUndeliveredMail Kind = "offers_undelivered"
	// UndecidedMail tells whoever may decide it that somebody has accepted what they were offered of a resource,
	// and its system gave no answer that decides.
	UndecidedMail Kind = "undecided"
	// The others are about a place on the waitlist of a resource: that somebody has it, what
	// was offered, and what became of that.
	ResourceWaitingMail   Kind = "resource_waiting"
	ResourceOfferMail     Kind = "resource_offer"
	ResourceAcceptedMail  Kind = "resource_accepted"
	ResourceExpiredMail   Kind = "resource_expired"
	ResourceDeclinedMail  Kind = "resource_declined"
	ResourceWithdrawnMail Kind = "resource_withdrawn"
	ResourceRemovedMail   Kind = "resource_removed"
	// ResourceRefusedMail: the other system did not give somebody what they accepted.
	ResourceRefusedMail Kind = "resource_refused"
	// ResourceAddressMail goes to somebody who joins by themselves and has not confirmed the
	// address, ResourceLeftMail to somebody who left.
	ResourceAddressMail Kind = "resource_address"
	ResourceLeftMail    Kind = "resource_left"
	// ResourceRaceMail offers what is offered to several at once, and ResourceFasterMail says that
	// somebody else of these accepted first.
	ResourceRaceMail   Kind = "resource_race"
	ResourceFasterMail Kind = "resource_faster"
	// ResourceFeeMail asks for the fee of a place, and ResourceUnpaidMail says that it was not paid in
	// time.
	ResourceFeeMail    Kind = "resource_fee"
	ResourceUnpaidMail Kind = "resource_unpaid"
	// CalendarFailsMail tells members that a calendar of others cannot be read that keeps rooms of
	// their venue.
	CalendarFailsMail Kind = "calendar_fails"
	// The last are about bookings of rooms: to the staff of the venue that one is requested, to
	// its booker that its deposit is to be paid, and to either what became of it.
	BookingRequestedMail Kind = "booking_requested"
	BookingDepositMail   Kind = "booking_deposit"
	BookingConfirmedMail Kind = "booking_confirmed"
	BookingDeclinedMail  Kind = "booking_declined"
	BookingCancelledMail Kind = "booking_cancelled"
	BookingLapsedMail    Kind = "booking_lapsed"
	BookingMovedMail     Kind = "booking_moved"   // it has another time, or other rooms
	BookingGrantedMail   Kind = "booking_granted" // one that waited has its time
	BookingBalanceMail   Kind = "booking_balance"
	BookingReminderMail  Kind = "booking_reminder" // its deposit is not there yet
	BookingAddressMail   Kind = "booking_address"  // to a guest, whose address is not confirmed
)

// Kinds are all kinds of mails about accounts.
var Kinds = []Kind{
	EndpointDisabledMail, RefundAtProviderMail, ProviderDeniesMail, SignInMail, InvitationMail, ConfirmAddressMail, FreshLinkMail, RegisteredAlreadyMail, WaitingAlreadyMail, LimitReachedMail, FoundMail, NothingFoundMail,
	ResourceWaitingMail, ResourceOfferMail, ResourceAcceptedMail, ResourceExpiredMail, ResourceDeclinedMail, ResourceWithdrawnMail, ResourceRemovedMail, ResourceRefusedMail, ResourceAddressMail, ResourceLeftMail, ResourceRaceMail, ResourceFasterMail, ResourceFeeMail, ResourceUnpaidMail,
	BookingRequestedMail, BookingDepositMail, BookingConfirmedMail, BookingDeclinedMail, BookingCancelledMail, BookingLapsedMail, BookingMovedMail, BookingGrantedMail, BookingBalanceMail, BookingReminderMail, BookingAddressMail, CalendarFailsMail,
	RefundFailedMail, UndeliveredMail, OffersUndeliveredMail, UndecidedMail,
}

// Mail is the content of a mail about an account.
type Mail struct {
	Kind   Kind
	Locale string
	URL    string
	// Name is the organization of an invitation, the event of a confirmation or a refund,
	// the host of an endpoint, a payment provider, or a resource.
	Name string
	// Amount is that of a refund, with its currency; of a resource that of the fee, or in an offer of a
	// unit's price. Back: the fee goes back.
	Amount string
	Back   bool
	// Role is the role of an invitation.
	Role string
	// Minutes is how long the link works, or each of the bookings.
	Minutes int64
	// Units are how many are waited for, Until is when an offer ends, in Zone: of a resource.
	Units int64
	Until inventory.Instant
	Zone  *time.Location
	// Starts is when a booking of rooms begins, and More how many others went the same way; Words
	// are what it is for. Of a resource, More is to how many the same is offered at once, if it is.
	Starts inventory.Instant
	More   int64
	// Guest: it goes to somebody who booked without being a member.
	Guest bool
	// Place is the venue whose rooms a calendar keeps, which was last read at Until; 0: never. Of a
	// booking that was moved it is the rooms that it has.
	Place string
	// Cause is why a resource was refused, or by which rule its fee goes back, and Words are those of its own system; or why a calendar
	// cannot be read, and Words of what.
	Cause, Words string
	// Booked go with the mail as entries for calendars; none: nothing does.
	Booked []mailkit.BookedTime
	// Dates are the bookings that it is about, if these are several.
	Dates []BookedDate
	// Cost is what bookings of rooms cost whose deposit is to be paid; nil: it is not said.
	Cost *BookingCost
	// Transfer is how what is to be paid for a booking of rooms is transferred; nil: it is not.
	Transfer *dues.Transfer
	// Bookings are those of a FoundMail, in their order.
	Bookings []Booking
	// Count is how many messages reached nobody, and Events at which events; or how many offers are undecided, and
	// of which resources.
	Count  int64
	Events []EventCount
}

// EventCount is how many of something an event has, with the link to them.
type EventCount struct {
	Title, URL string
	Count      int64
}

// Booking is what somebody has at an event, with the link to it.
type Booking struct {
	Title, URL string
	StartsAt   inventory.Instant
	Zone       *time.Location // of the event
}

// accountWords are the mails about accounts in one language. {name}, {role}, {life} and
// {amount} are filled in; in those about resources {times}, {until} and {until_short} too.
type accountWords struct {
	wordings       map[Kind]mailkit.Wording
	minutes, hours locale.Counted // {life}: how long a link works
	roles          map[string]string
	owners         string // the footer of mails to owners
}

// wordsOf returns the wording of a mail about an account.
func wordsOf(d *mailkit.Language, kind Kind) (w mailkit.Wording, ok bool) {
	switch kind {
	case ResourceRefusedMail:
		w, ok = refusedWordings[d]
		return w, ok
	case CalendarFailsMail:
		w, ok = calendarWordings[d]
		return w, ok
	}
	for _, list := range []map[Kind]mailkit.Wording{accounts[d].wordings, resourceWordings[d], joinWordings[d], raceWordings[d], feeWordings[d], bookingWordings[d], ownerWordings[d], decisionWordings[d]} {
		if w, ok = list[kind]; ok {
			return w, true
		}
	}
	return w, false
}

// Render renders a mail about an account.
func Render(layouts *mailkit.Layouts, in Mail) (mailkit.Rendered, error) {
	d := mailkit.For(in.Locale)
	booked := strings.HasPrefix(string(in.Kind), "booking_")
	tag, words := d.Tag.String(), accounts[d]
	w, ok := wordsOf(d, in.Kind)
	if !ok {
		return mailkit.Rendered{}, fmt.Errorf("message: no words for a letter %q", in.Kind)
	}
	life := words.minutes.In(d.Tag, in.Minutes)
	if in.Minutes >= 60 && in.Minutes%60 == 0 {
		life = words.hours.In(d.Tag, in.Minutes/60)
	}
	until, short, times := "", "", ""
	if in.Until != 0 {
		until, short = d.Moment(in.Until, in.Zone), d.Short(in.Until, in.Zone)
	}
	if in.Units > 1 {
		times = " × " + strconv.FormatInt(in.Units, 10)
	}
	what := ""
	if in.Starts != 0 {
		what = d.Moment(in.Starts, in.Zone)
		if of := mailkit.Clean(in.Words, mailkit.MaxTitle); of != "" {
			what = of + ", " + what
		}
		if in.More > 0 {
			what = strings.NewReplacer("{what}", what, "{n}", strconv.FormatInt(in.More, 10)).Replace(bookingOthers[d])
		}
	}
	fill := strings.NewReplacer("{name}", mailkit.Clean(in.Name, mailkit.MaxTitle), "{role}", words.roles[in.Role], "{life}", life, "{amount}", mailkit.Clean(in.Amount, mailkit.MaxTitle),
		"{until}", until, "{until_short}", short, "{what}", what, "{times}", times, "{place}", mailkit.Clean(in.Place, mailkit.MaxTitle), "{people}", strconv.FormatInt(in.More, 10), "{n}", strconv.FormatInt(in.Count, 10)).Replace
	l := mailkit.Letter{
		Lang: tag, Dir: locale.Dir(d.Tag), Title: fill(w.Heading), Greeting: d.HelloNobody, Heading: fill(w.Heading),
		Body: mailkit.Filled(w.Body, fill), Action: w.Action, URL: in.URL, After: mailkit.Filled(w.After, fill),
		Footer: d.Footer, FooterMore: d.Other, Colour: mailkit.DefaultColour,
	}
	if in.Kind == ResourceRefusedMail {
		if why := resourceCauses[d][in.Cause]; why != "" {
			l.Body = append(l.Body, why)
		}
		if said := mailkit.Clean(in.Words, mailkit.MaxTitle); said != "" {
			l.Body = append(l.Body, strings.Replace(resourceSays[d], "{words}", said, 1))
		}
	}
	l.Body = append(l.Body, in.ofFees()...)
	if in.Kind == CalendarFailsMail {
		since := calendarNeverReads[d]
		if in.Until != 0 {
			since = fill(calendarReads[d])
		}
		l.Body = append(l.Body, strings.ReplaceAll(calendarCauses[d][in.Cause], "{detail}", mailkit.Clean(in.Words, mailkit.MaxTitle)), since)
		l.Footer, l.FooterMore = bookingFooters[d], ""
	}
	switch {
	case in.Kind == ResourceWaitingMail && in.More > 1:
		l.Body = append(l.Body, fill(raceRules[d]))
	case (in.Kind == BookingCancelledMail || in.Kind == BookingDeclinedMail) && in.Amount != "":
		l.Body = append(l.Body, fill(bookingGivenBack[d]))
	case in.Kind == BookingGrantedMail && in.Amount != "":
		l.Body = append(l.Body, fill(bookingDeposits[d]))
	}
	if t := in.Transfer; t != nil {
		l.HowTitle, l.How = d.HowToPay, mailkit.AccountLines(t.Account)
		l.Facts = []mailkit.Fact{{Label: d.Amount, Value: mailkit.Clean(in.Amount, mailkit.MaxTitle)}, {Label: d.Reference, Value: inventory.InFours(t.Reference)}, {Label: d.PayBefore, Value: until}}
	}
	if in.Cost != nil {
		facts, rule := in.Cost.says(d, in.Zone)
		if l.Facts = append(facts, l.Facts...); rule != "" {
			l.After = append(l.After, rule)
		}
	}
	for i := range in.Dates {
		l.Bookings = append(l.Bookings, bookedDate(d, &in.Dates[i], in.Zone))
	}
	for _, b := range in.Bookings {
		l.Bookings = append(l.Bookings, mailkit.Row{Title: mailkit.Clean(b.Title, mailkit.MaxTitle), When: d.Moment(b.StartsAt, b.Zone), URL: b.URL})
	}
	for _, e := range in.Events {
		l.Bookings = append(l.Bookings, mailkit.Row{Title: mailkit.Clean(e.Title, mailkit.MaxTitle), When: strconv.FormatInt(e.Count, 10), URL: e.URL})
	}
	if _, ok := ownerWordings[d][in.Kind]; ok || in.Kind == UndecidedMail {
		l.Footer, l.FooterMore = bookingFooters[d], ""
	}
	if in.Kind == EndpointDisabledMail || in.Kind == RefundAtProviderMail || in.Kind == ProviderDeniesMail {
		l.Footer, l.FooterMore = words.owners, ""
	}
	switch {
	case booked && !in.Guest:
		l.Footer, l.FooterMore = bookingFooters[d], ""
	case booked && in.Kind != BookingAddressMail: // who confirmed the address knows of it
		l.FooterMore = ""
	}
	html, text, err := layouts.Render(&l)
	if err != nil {
		return mailkit.Rendered{}, fmt.Errorf("message: a letter %s: %w", in.Kind, err)
	}
	lead := mailkit.Plain(strings.Join(l.Body[:min(1, len(l.Body))], ""))
	return mailkit.Rendered{Locale: tag, Subject: mailkit.Plain(fill(w.Subject)), HTML: html, Text: text, Lead: lead, URL: in.URL}, nil
}

// accounts are the words of mails about accounts, by language.
var accounts = map[*mailkit.Language]*accountWords{
	mailkit.English:    english,
	mailkit.German:     german,
	mailkit.French:     french,
	mailkit.Spanish:    spanish,
	mailkit.Italian:    italian,
	mailkit.Dutch:      dutch,
	mailkit.Portuguese: portuguese,
	mailkit.Polish:     polish,
	mailkit.Czech:      czech,
	mailkit.Swedish:    swedish,
	mailkit.Turkish:    turkish,
	mailkit.Arabic:     arabic,
}
