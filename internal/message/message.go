package message

import (
	"fmt"
	htmltemplate "html/template"
	"strconv"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/drawmail"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// Links makes the signed links of a mail. Each gives one person access to one thing,
// until some time after the event ends.
type Links interface {
	OfferURL(offerID, personID string, ends time.Time) string
	EntryURL(entryID, personID string, ends time.Time) string
	OrderURL(orderID, personID string, ends time.Time) string
	// PreferencesURL is the page with a person's contact preferences.
	PreferencesURL(personID string, ends time.Time) string
	TransferURL(transferID, personID string, ends time.Time) string
	// InvitationURL is the page on which a person answers an invitation that was sent then.
	InvitationURL(invitationID, personID string, sent, ends time.Time) string
	// FeedbackURL is the page on which a person says how the event was.
	FeedbackURL(personID string, ends time.Time) string
	// EventURL is the public page of an event.
	EventURL(eventID string) string
	// SeriesURL is the public page of a series.
	SeriesURL(seriesID string) string
	// FollowURL is the page on which a follower of an organization, who has this code,
	// stops following it.
	FollowURL(organization, code string) string
}

// Renderer renders messages. It is safe for concurrent use.
type Renderer struct {
	links Links
	// Layouts are those of other mails, too.
	Layouts *mailkit.Layouts
	forms   *forms
}

// New returns a Renderer of mails with these links.
func New(links Links) (*Renderer, error) {
	if links == nil {
		return nil, fmt.Errorf("message: no links")
	}
	layouts, err := mailkit.NewLayouts()
	if err != nil {
		return nil, err
	}
	return &Renderer{links: links, Layouts: layouts, forms: newForms()}, nil
}

// Render renders a message with the default texts and brand.
func (r *Renderer) Render(ev *events.EventView, m *events.MessageView) (mailkit.Rendered, error) {
	return r.RenderWith(nil, nil, ev, m, nil)
}

// RenderWith renders a message in the person's language, with an organizer's texts and
// brand if style has any, with the tickets that the person holds, and with the head of the
// event's public log in the footer; nil: without one. The HTML refers to
// the pictures of their QR codes by Content-ID (RFC 2392). It fails if the kind is unknown
// or the rows that the message is about are missing.
func (r *Renderer) RenderWith(style *Style, log *mailkit.LogHead, ev *events.EventView, m *events.MessageView, tickets []Ticket) (mailkit.Rendered, error) {
	d := dictionaryFor(m.Person.Profile.Locale)
	a, err := r.aboutOf(ev, m)
	if err != nil {
		return mailkit.Rendered{}, err
	}
	switch m.Message.Kind {
	case inv.MsgWaitlisted, inv.MsgOffer, inv.MsgConfirmed:
		if a.drawn, err = r.drawnOf(ev, m.Entry); err != nil {
			return mailkit.Rendered{}, err
		}
	}
	a.online = onlineFor(ev, m)
	to := reader{log: log, name: mailkit.CleanName(m.Person.Profile.Name), url: a.url}
	if m.Message.Kind == NewEvent { // who follows need be no person of the event
		to.preferences = r.links.FollowURL(ev.Event.OrgID, id.TailOf(m.Person.ID))
	} else {
		to.preferences = r.links.PreferencesURL(m.Person.ID, ev.Event.EndsAt.Time())
	}
	if to.tickets, to.ticketsText, err = r.tickets(d, tickets); err != nil {
		return mailkit.Rendered{}, err
	}
	if shared(m, &a) && to.inert() {
		return r.fromForm(d, style, ev, m, &a, &to)
	}
	return r.write(d, style, ev, m, &a, &to)
}

// reader is the part of a message that differs between its readers. The name is clean,
// the tickets are rendered.
type reader struct {
	name, url, preferences string
	tickets                htmltemplate.HTML
	ticketsText            string
	log                    *mailkit.LogHead // the same for all
}

// write renders a message.
func (r *Renderer) write(d *dictionary, style *Style, ev *events.EventView, m *events.MessageView, a *about, to *reader) (mailkit.Rendered, error) {
	ev = ev.In(d.Tag.String())
	c, err := contentOf(d, style, ev, m, a, to)
	if err != nil {
		return mailkit.Rendered{}, err
	}
	l := mailkit.Letter{
		Lang: d.Tag.String(), Dir: locale.Dir(d.Tag), Title: c.fill(c.wording.Heading), Greeting: greeting(d, to.name),
		Heading: c.fill(c.wording.Heading), Body: c.fillAll(c.wording.Body), Facts: c.facts,
		After: c.fillAll(c.wording.After), FooterMore: d.footerOther,
		Event: mailkit.Clean(ev.Details.Title, mailkit.MaxTitle), Tickets: to.tickets, TicketsText: to.ticketsText,
	}
	if to.log != nil {
		l.Log, l.LogURL = to.log.Footer(d.Language), to.log.URL
	}
	l.Ground, l.Tiles = mailkit.CoverOf(ev.Event.ID)
	if l.Bookings = r.covered(d, ev, m.Message.Kind); len(l.Bookings) > 0 {
		l.Facts = l.Facts[1:] // each date says when it is
	}
	if l.Bill = d.bill(ev, m); len(l.Bill) > 0 {
		l.BillTitle = d.order
	}
	why := groundOf(m.Message.Kind, a.reason)
	switch {
	case m.Pass != nil && m.Transfer != nil:
		why = groundReceived
	case a.ordered != "":
		why = groundKnown // it ordered no tickets
	}
	l.Footer = d.groundFor(why, a)
	if m.Pass != nil { // which is what the address has, or was given
		l.Footer = strings.ReplaceAll(l.Footer, "{title}", "{pass}")
	}
	l.Footer = c.fill(l.Footer)
	switch why {
	case groundOffered:
		l.FooterMore = d.footerOffered
	case groundInvited:
		l.FooterMore = ""
	case groundFollows:
		l.FooterMore = d.footerFollows
	}
	if a.drawn != nil && a.drawn.URL != "" {
		l.Check, l.CheckURL = drawmail.Ballots[d.Language].Check, a.drawn.URL
	}
	if l.How = howToPay(ev, m); len(l.How) > 0 {
		l.HowTitle = d.HowToPay
	}
	if c.wording.Action != "" && to.url != "" {
		l.Action, l.URL = c.fill(c.wording.Action), to.url
	}
	out := mailkit.Rendered{Locale: l.Lang, Subject: mailkit.Plain(c.fill(c.wording.Subject)), URL: l.URL, PreferencesURL: to.preferences}
	if len(l.Body) > 0 {
		out.Lead = mailkit.Plain(l.Body[0])
	}
	if Optional(m.Message.Kind) {
		out.Optional, l.Preferences, l.PreferencesText = true, out.PreferencesURL, d.preferences
		switch m.Message.Kind {
		case Announcement, Feedback:
			l.PreferencesText = d.noAnnouncements
		case NewEvent:
			l.PreferencesText = c.fill(d.unfollow)
		}
	}
	l.Brand, l.Address, l.Colour = style.brand()
	if out.HTML, out.Text, err = r.Layouts.Render(&l); err != nil {
		return mailkit.Rendered{}, fmt.Errorf("message: %s: %w", m.Message.Kind, err)
	}
	return out, nil
}

// greeting returns the greeting for a name that is clean and may be empty.
func greeting(d *dictionary, name string) string {
	if name == "" {
		return d.HelloNobody
	}
	return strings.NewReplacer("{name}", name).Replace(d.Hello)
}

// content is a wording with the values of its placeholders.
type content struct {
	wording mailkit.Wording
	fill    func(string) string
	facts   []mailkit.Fact
	answers []string // a line for each
}

func (c *content) fillAll(texts []string) []string {
	out := make([]string, 0, len(texts))
	for _, t := range texts {
		if strings.TrimSpace(t) == answersHole {
			out = append(out, c.answers...)
		} else {
			out = append(out, c.fill(t))
		}
	}
	return out
}

// contentOf returns the wording of a message with the values of its placeholders.
func contentOf(d *dictionary, style *Style, ev *events.EventView, m *events.MessageView, about *about, to *reader) (*content, error) {
	w, ok := d.wording(m.Message.Kind, about.reason)
	if !ok {
		return nil, fmt.Errorf("message: no words for kind %q", m.Message.Kind)
	}
	w = d.byBallot(w, m, about)
	if about.goods == "" && m.Pass == nil {
		about.ordered = orderedOf(d, ev, m)
	}
	w = d.forOrdered(d.forGoods(w, m, about), m, about)
	about.transferred = transferredOf(ev, m)
	w = d.forTransferred(w, m, about)
	w, waits := d.forWaiting(w, m.Message.Kind, about.reason)
	w, ended := d.forPass(w, m)
	if theirs, ok := style.words(m.Message.Kind, d.Tag.String()); ok && !waits && !ended && about.goods+about.ordered+about.transferred == "" {
		w = theirs.orDefault(w)
	}
	w, addOns, gifts := d.withAddOns(w, ev, m)
	z := zoneOf(ev)
	pairs := []string{
		"{title}", mailkit.Clean(ev.Details.Title, mailkit.MaxTitle),
		"{places}", d.Count(d.places, about.units),
		"{held}", d.Count(d.placesHeld, about.units),
		"{goods}", about.goods + about.ordered + about.transferred,
		"{add_ons}", addOns,
		"{gifts}", gifts,
		"{window}", d.Length(ev.Event.Settings.Waitlist.ClaimWindow),
		"{starts}", d.Moment(ev.Event.StartsAt, z), "{starts_short}", d.Short(ev.Event.StartsAt, z),
		"{location}", mailkit.Clean(ev.Details.Location, mailkit.MaxTitle),
		"{name}", to.name,
		"{organization}", style.organization(),
	}
	if ev.Series != nil {
		pairs = append(pairs, "{series}", mailkit.Clean(ev.Series.Title, mailkit.MaxTitle))
	}
	if sells := sellsPass(m); sells != nil {
		pairs = append(pairs, "{pass}", mailkit.Clean(sells.In(d.Tag.String()).Details.Title, mailkit.MaxTitle))
	}
	pairs = append(pairs, d.amounts(m)...)
	if about.drawn != nil {
		pairs = append(pairs, "{place}", strconv.FormatInt(about.drawn.Place, 10), "{of}", strconv.FormatInt(about.drawn.Of, 10))
	}
	switch {
	case m.Transfer != nil:
		pairs = append(pairs, "{other}", d.otherOf(m))
	case m.Message.Kind == inv.MsgGuestCancelled:
		pairs = append(pairs, "{other}", d.guestOf(m))
	}
	switch {
	case m.Message.Kind == inv.MsgOrderPending: // before the offer: its order may have more time since it was claimed
		pairs = append(pairs, "{reference}", m.Hold.PaymentReference(), "{deadline}", d.Moment(m.Hold.ExpiresAt, z), "{deadline_short}", d.ShortDeadline(m.Hold.ExpiresAt, z))
	case m.Offer != nil:
		pairs = append(pairs, "{deadline}", d.Moment(m.Offer.ExpiresAt, z), "{deadline_short}", d.ShortDeadline(m.Offer.ExpiresAt, z))
	}
	answers := answerLines(m)
	pairs = append(pairs, answersHole, strings.Join(answers, "; "))
	fill := strings.NewReplacer(pairs...).Replace
	return &content{wording: w, fill: func(s string) string { return fill(d.forms(s, about.units)) }, facts: d.facts(ev, m, *about, z), answers: answers}, nil
}

// otherOf returns the name of the other person of a transfer, or the email address that
// they gave for it.
func (d *dictionary) otherOf(m *events.MessageView) string {
	other := &m.Transfer.From
	if other.ID == m.Person.ID {
		other = &m.Transfer.To
	}
	if name := mailkit.CleanName(other.Profile.Name); name != "" {
		return name
	}
	if other.Profile.Email != "" {
		return mailkit.Clean(other.Profile.Email, mailkit.MaxTitle)
	}
	return d.somebody
}

// guestOf returns the name under which the ticket that a message names was registered,
// or its number if there is none.
func (d *dictionary) guestOf(m *events.MessageView) string {
	unit := m.TicketUnit()
	if name := unitName(m, unit); name != "" {
		return name
	}
	return d.shown(&Ticket{Unit: unit, Units: m.Hold.Numbers()}).Label
}

// unitName returns the name under which a unit of the hold of a message was registered; "": none.
func unitName(m *events.MessageView, unit int64) string {
	guests := guestsOf(m.Hold.Guests)
	switch {
	case unit == 1:
		return mailkit.CleanName(inv.NameFor(m.Hold.Name, &m.Person))
	case unit >= 2 && unit-2 < int64(len(guests)):
		return mailkit.CleanName(guests[unit-2].Name)
	}
	return ""
}

// howToPay returns the lines that say how to pay: the account to transfer to, and the
// organizer's instructions.
func howToPay(ev *events.EventView, m *events.MessageView) (lines []string) {
	if m.Message.Kind != inv.MsgOrderPending {
		return nil
	}
	if a := ev.Bank; a != nil {
		lines = mailkit.AccountLines(a)
	}
	text := strings.TrimSpace(ev.Event.Settings.Orders.Instructions)
	if text == "" {
		return lines
	}
	if len(lines) > 0 {
		lines = append(lines, "")
	}
	for _, line := range strings.Split(text, "\n") {
		lines = append(lines, mailkit.Clean(line, inv.MaxInstructions))
	}
	return lines
}

// amounts returns the placeholders of an order's total and of the refund that the message
// is about.
func (d *dictionary) amounts(m *events.MessageView) []string {
	if m.Hold == nil || m.Hold.Order == nil {
		return nil
	}
	o := m.Hold.Order
	pairs := []string{"{total}", d.Money(o.Total, o.Currency)}
	if m.Exchange != nil {
		return append(pairs, "{refund}", d.Money(m.Exchange.Refund, o.Currency))
	}
	for i := range o.Refunds {
		if r := &o.Refunds[i]; r.Seq == m.Message.Seq {
			pairs = append(pairs, "{refund}", d.Money(r.Amount, r.Currency))
		}
	}
	return pairs
}

// refundReason returns the reason of the refund that a message is about.
func refundReason(m *events.MessageView) inv.Reason {
	for i := range m.Hold.Order.Refunds {
		if r := &m.Hold.Order.Refunds[i]; r.Seq == m.Message.Seq {
			return r.Reason
		}
	}
	return ""
}

// facts returns the labelled lines of a message: always when and where, and for tickets
// that the reader has or can claim, which and until when.
func (d *dictionary) facts(ev *events.EventView, m *events.MessageView, a about, z *time.Location) []mailkit.Fact {
	facts := []mailkit.Fact{{Label: d.when, Value: d.Moments(ev.Event.StartsAt, ev.Event.EndsAt, z)}}
	if ev.Event.Status == inv.Postponed {
		facts[0].Value = d.openDate
	}
	if where := mailkit.Clean(ev.Details.Location, mailkit.MaxTitle); where != "" {
		facts = append(facts, mailkit.Fact{Label: d.where, Value: where})
	}
	if a.online != "" {
		facts = append(facts, mailkit.Fact{Label: d.online, Value: a.online, URL: a.online})
	}
	switch m.Message.Kind {
	case inv.MsgConfirmed, inv.MsgApplied, inv.MsgApproved, inv.MsgWaitlisted, inv.MsgOffer, inv.MsgOfferExtended, inv.MsgTicketReceived, Reminder, EventChanged, EventPostponed:
	case inv.MsgOrderPending:
		return append([]mailkit.Fact{
			{Label: d.Amount, Value: d.Money(m.Hold.Order.Total, m.Hold.Order.Currency)}, {Label: d.Reference, Value: m.Hold.PaymentReference()}, {Label: d.PayBefore, Value: d.Moment(m.Hold.ExpiresAt, z)},
		}, facts...)
	default:
		return facts
	}
	if a.drawn != nil {
		facts = append(facts, drawmail.Ballots[d.Language].Facts(a.drawn)...)
	}
	if len(ev.Tiers) > 1 && a.goods+a.transferred == "" {
		for _, t := range ev.Tiers {
			if t.ID == a.tier {
				facts = append(facts, mailkit.Fact{Label: d.what, Value: mailkit.Clean(t.Name, mailkit.MaxTitle)})
			}
		}
	}
	if a.units > 1 && a.goods+a.ordered == "" {
		facts = append(facts, mailkit.Fact{Label: d.with, Value: d.party(a)})
	}
	switch cutoff := ev.Event.Settings.CancellationCutoff; {
	case m.Message.Kind == inv.MsgOffer || m.Message.Kind == inv.MsgOfferExtended:
		if price := d.price(ev, m.Hold, a); price != "" {
			facts = append(facts, mailkit.Fact{Label: d.cost, Value: price})
		}
		facts = append(facts, mailkit.Fact{Label: d.until, Value: d.Moment(m.Offer.ExpiresAt, z)})
	case m.Message.Kind == inv.MsgConfirmed && cutoff != 0:
		facts = append(facts, mailkit.Fact{Label: d.cancelUntil, Value: d.Moment(cutoff, z)})
	}
	return facts
}

// party describes the party: "you and 2 guests (Ana and Bo)".
func (d *dictionary) party(a about) string {
	text := d.Count(d.guests, a.units-1)
	names := guestNames(a.guests)
	if len(names) == 0 {
		return text
	}
	if more := a.units - 1 - int64(len(names)); more > 0 {
		list := strings.NewReplacer("{names}", strings.Join(names, locale.Comma(d.Tag)), "{count}", strconv.FormatInt(more, 10))
		return text + " (" + list.Replace(d.moreGuests) + ")"
	}
	last := len(names) - 1
	if last == 0 {
		return text + " (" + names[0] + ")"
	}
	return text + " (" + strings.Join(names[:last], locale.Comma(d.Tag)) + d.and + names[last] + ")"
}
