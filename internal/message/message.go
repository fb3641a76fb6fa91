package message

import (
	"bytes"
	"embed"
	"fmt"
	htmltemplate "html/template"
	"strconv"
	"strings"
	texttemplate "text/template"
	"time"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// Links makes the signed links that let a person act from a mail. Each opens
// one thing for one person.
type Links interface {
	OfferURL(offerID, personID string) string
	EntryURL(entryID, personID string) string
	OrderURL(orderID, personID string) string
	// PreferencesURL leads to the page on which a person says how to be reached.
	PreferencesURL(personID string) string
	TransferURL(transferID, personID string) string
}

// Rendered is a message in words.
type Rendered struct {
	Locale  string // language of the text, "en" or "de"
	Subject string // one line
	Text    string // plain text, lines end in \n
	HTML    string // a whole document
	// Lead is the first sentence of the body, and URL where the letter leads, for
	// channels that carry no more than that.
	Lead, URL string
	// Optional is set for what a person may do without; PreferencesURL says where.
	Optional       bool
	PreferencesURL string
}

//go:embed layout.html layout.txt
var layouts embed.FS

// Renderer turns messages into words. It is safe for concurrent use.
type Renderer struct {
	links Links
	html  *htmltemplate.Template
	text  *texttemplate.Template
	forms *forms
}

// New returns a Renderer whose mails carry the links that links makes.
func New(links Links) (*Renderer, error) {
	if links == nil {
		return nil, fmt.Errorf("message: no links")
	}
	html, err := htmltemplate.ParseFS(layouts, "layout.html")
	if err != nil {
		return nil, fmt.Errorf("message: html layout: %w", err)
	}
	text, err := texttemplate.ParseFS(layouts, "layout.txt")
	if err != nil {
		return nil, fmt.Errorf("message: text layout: %w", err)
	}
	return &Renderer{links: links, html: html, text: text, forms: newForms()}, nil
}

// letter is what the layouts show.
type letter struct {
	Lang, Title        string
	Greeting, Heading  string
	Body               []string
	HowTitle           string
	How                []string // lines: what to do, as the organizer wrote it
	Facts              []fact
	Action, URL        string
	After              []string
	Footer, FooterMore string
	// Brand and Address are the organizer's; Colour is that of the button.
	Brand, Address  string
	Colour          htmltemplate.CSS
	Preferences     string // address of the page for who wants no more of this; "" for what must be told
	PreferencesText string
}

// fact is a labelled line: When, Where, With.
type fact struct{ Label, Value string }

// Render says a message in our own words and look.
func (r *Renderer) Render(ev *store.EventView, m *store.MessageView) (Rendered, error) {
	return r.RenderIn(nil, ev, m)
}

// RenderIn says a message in the person's language, and in an organizer's words
// and look where they have any. It fails for a message whose kind is unknown, or
// that does not come with what it tells of.
func (r *Renderer) RenderIn(style *Style, ev *store.EventView, m *store.MessageView) (Rendered, error) {
	d := dictionaryFor(m.Person.Profile.Locale)
	a, err := r.aboutOf(ev, m)
	if err != nil {
		return Rendered{}, err
	}
	to := reader{name: cleanName(m.Person.Profile.Name), url: a.url, preferences: r.links.PreferencesURL(m.Person.ID)}
	if shared(m, &a) && to.inert() {
		return r.fromForm(d, style, ev, m, &a, &to)
	}
	return r.write(d, style, ev, m, &a, &to)
}

// reader is what a letter has of the one person who reads it. The name is clean.
type reader struct{ name, url, preferences string }

// write puts a message into words.
func (r *Renderer) write(d *dictionary, style *Style, ev *store.EventView, m *store.MessageView, a *about, to *reader) (Rendered, error) {
	c, err := contentOf(d, style, ev, m, a, to)
	if err != nil {
		return Rendered{}, err
	}
	l := letter{
		Lang: d.tag.String(), Title: c.fill(c.wording.heading), Greeting: greeting(d, to.name),
		Heading: c.fill(c.wording.heading), Body: c.fillAll(c.wording.body), Facts: c.facts,
		After: c.fillAll(c.wording.after), FooterMore: d.footerOther,
	}
	why := groundOf(m.Message.Kind, a.reason)
	if l.Footer = c.fill(d.grounds[why]); why == groundOffered {
		l.FooterMore = d.footerOffered
	}
	if l.How = howToPay(ev, m); len(l.How) > 0 {
		l.HowTitle = d.howToPay
	}
	if c.wording.action != "" && to.url != "" {
		l.Action, l.URL = c.fill(c.wording.action), to.url
	}
	out := Rendered{Locale: l.Lang, Subject: plain(c.fill(c.wording.subject)), URL: l.URL, PreferencesURL: to.preferences}
	if len(l.Body) > 0 {
		out.Lead = plain(l.Body[0])
	}
	if Optional(m.Message.Kind) {
		out.Optional, l.Preferences, l.PreferencesText = true, out.PreferencesURL, d.preferences
		if m.Message.Kind == Bulletin {
			l.PreferencesText = d.noBulletins
		}
	}
	l.Brand, l.Address, l.Colour = style.brand()
	var html, text bytes.Buffer
	if err := r.html.ExecuteTemplate(&html, "layout.html", l); err != nil {
		return Rendered{}, fmt.Errorf("message: html of %s: %w", m.Message.Kind, err)
	}
	if err := r.text.ExecuteTemplate(&text, "layout.txt", l); err != nil {
		return Rendered{}, fmt.Errorf("message: text of %s: %w", m.Message.Kind, err)
	}
	out.HTML, out.Text = html.String(), text.String()
	return out, nil
}

// greeting speaks to a person by a name that is clean; "" to nobody in particular.
func greeting(d *dictionary, name string) string {
	if name == "" {
		return d.helloNobody
	}
	return strings.NewReplacer("{name}", name).Replace(d.hello)
}

// content is a wording with what fills it.
type content struct {
	wording wording
	fill    func(string) string
	facts   []fact
}

func (c *content) fillAll(texts []string) []string {
	out := make([]string, 0, len(texts))
	for _, t := range texts {
		out = append(out, c.fill(t))
	}
	return out
}

// contentOf finds the wording for a message and what belongs into it.
func contentOf(d *dictionary, style *Style, ev *store.EventView, m *store.MessageView, about *about, to *reader) (*content, error) {
	w, ok := d.letter(m.Message.Kind, about.reason)
	if !ok {
		return nil, fmt.Errorf("message: no words for kind %q", m.Message.Kind)
	}
	if theirs, ok := style.words(m.Message.Kind, d.tag.String()); ok {
		w = theirs.over(w)
	}
	z := zone{loc: ev.Event.Zone, name: ev.Timezone}
	if z.loc == nil {
		z = zone{loc: time.UTC, name: "UTC"}
	}
	pairs := []string{
		"{title}", clean(ev.Details.Title, maxTitle),
		"{places}", d.count(d.places, about.units),
		"{held}", d.count(d.placesHeld, about.units),
		"{window}", d.length(ev.Event.Settings.Waitlist.ClaimWindow),
		"{starts}", d.moment(ev.Event.StartsAt, z), "{starts_short}", d.short(ev.Event.StartsAt, z),
		"{location}", clean(ev.Details.Location, maxTitle),
		"{name}", to.name,
		"{organization}", style.organization(),
	}
	pairs = append(pairs, money(m)...)
	if m.Transfer != nil {
		pairs = append(pairs, "{other}", d.otherOf(m))
	}
	switch {
	case m.Message.Kind == inv.MsgOrderPending: // the order of an offer that was claimed may have more time since
		pairs = append(pairs, "{reference}", m.Hold.PaymentReference(), "{deadline}", d.moment(m.Hold.ExpiresAt, z), "{deadline_short}", d.short(m.Hold.ExpiresAt, z))
	case m.Offer != nil:
		pairs = append(pairs, "{deadline}", d.moment(m.Offer.ExpiresAt, z), "{deadline_short}", d.short(m.Offer.ExpiresAt, z))
	}
	fill := strings.NewReplacer(pairs...).Replace
	return &content{wording: w, fill: func(s string) string { return fill(d.forms(s, about.units)) }, facts: d.facts(ev, m, *about, z)}, nil
}

// otherOf is how the other person of a transfer is called: by name, or if there
// is none by address, which that person gave for this.
func (d *dictionary) otherOf(m *store.MessageView) string {
	other := &m.Transfer.From
	if other.ID == m.Person.ID {
		other = &m.Transfer.To
	}
	if name := cleanName(other.Profile.Name); name != "" {
		return name
	}
	if other.Profile.Email != "" {
		return clean(other.Profile.Email, maxTitle)
	}
	return d.somebody
}

// howToPay are the lines in which the organizer says how to pay by bank transfer
// or in cash.
func howToPay(ev *store.EventView, m *store.MessageView) (lines []string) {
	if m.Message.Kind != inv.MsgOrderPending {
		return nil
	}
	for _, line := range strings.Split(strings.TrimSpace(ev.Event.Settings.Orders.Instructions), "\n") {
		lines = append(lines, clean(line, inv.MaxInstructions))
	}
	if len(lines) == 1 && lines[0] == "" {
		return nil
	}
	return lines
}

// money is what an order costs, and what the row that a message tells of makes
// due back.
func money(m *store.MessageView) []string {
	if m.Hold == nil || m.Hold.Order == nil {
		return nil
	}
	o := m.Hold.Order
	pairs := []string{"{total}", inv.Money(o.Total, o.Currency)}
	if m.Exchange != nil {
		return append(pairs, "{refund}", inv.Money(m.Exchange.Refund, o.Currency))
	}
	for i := range o.Refunds {
		if r := &o.Refunds[i]; r.Seq == m.Message.Seq {
			pairs = append(pairs, "{refund}", inv.Money(r.Amount, r.Currency))
		}
	}
	return pairs
}

// refundReason is why the row that a message tells of makes money due back.
func refundReason(m *store.MessageView) inv.Reason {
	for i := range m.Hold.Order.Refunds {
		if r := &m.Hold.Order.Refunds[i]; r.Seq == m.Message.Seq {
			return r.Reason
		}
	}
	return ""
}

// about is what a message tells of.
type about struct {
	units  int64
	guests string
	tier   string
	reason inv.Reason // where it chooses the wording
	url    string
}

// OfTransfer says whether a message of a kind tells of a ticket that one person gives
// to another, or gave: it names the other one, and leads to the page of the transfer.
func OfTransfer(kind inv.MessageKind) bool {
	switch kind {
	case inv.MsgTransferOffered, inv.MsgTransferAccepted, inv.MsgTicketReceived, inv.MsgTransferDeclined, inv.MsgTransferCancelled, inv.MsgTicketVoided:
		return true
	}
	return false
}

// aboutOf reads what a message tells of from the rows that came with it.
func (r *Renderer) aboutOf(ev *store.EventView, m *store.MessageView) (about, error) {
	var a about
	if m.Hold != nil {
		a = about{units: m.Hold.Units, guests: m.Hold.Guests, tier: m.Hold.Tier}
	}
	if m.Entry != nil && (m.Hold == nil || a.guests == "") {
		a = about{units: m.Entry.Units, guests: m.Entry.Guests, tier: m.Entry.Tier}
	}
	person := m.Person.ID
	missing := func(what string) (about, error) {
		return about{}, fmt.Errorf("message: %s of %s has no %s", m.Message.Kind, m.EventID, what)
	}
	if OfTransfer(m.Message.Kind) {
		if m.Transfer == nil {
			return missing("transfer")
		}
		a.units, a.tier, a.url = 1, m.Transfer.Ticket.TierID, r.links.TransferURL(m.Transfer.Transfer.ID, person)
		return a, nil
	}
	switch m.Message.Kind {
	case inv.MsgConfirmed, inv.MsgCancelled, Reminder, EventChanged:
		if m.Transfer != nil {
			return r.aboutReceived(m), nil
		}
		if m.Hold == nil {
			return missing("order")
		}
		a.reason, a.url = m.Hold.Reason, r.links.OrderURL(m.Hold.ID, person)
	case inv.MsgOrderPending, inv.MsgOrderConfirmed, inv.MsgOrderExpired, inv.MsgOrderCancelled, inv.MsgOrderRefunded:
		if m.Hold == nil || m.Hold.Order == nil {
			return missing("order")
		}
		a.url = r.links.OrderURL(m.Hold.ID, person)
		if m.Message.Kind == inv.MsgOrderRefunded {
			a.reason = refundReason(m)
		}
	case inv.MsgOffer, inv.MsgOfferExtended:
		if m.Offer == nil {
			return missing("offer")
		}
		a.url = r.links.OfferURL(m.Offer.ID, person)
	case inv.MsgWaitlisted, inv.MsgOfferExpired, inv.MsgEntryRemoved, inv.MsgWaitlistClosed:
		if m.Entry == nil {
			return missing("entry")
		}
		a.reason, a.url = m.Entry.Reason, r.links.EntryURL(m.Entry.ID, person)
		if m.Message.Kind == inv.MsgWaitlisted {
			a.reason = ""
			if ev.Event.Settings.Waitlist.Promotion == inv.PromoteConfirm {
				a.reason = inv.ReasonPromoted
			}
		}
	case Bulletin:
		switch {
		case m.Hold != nil:
			a.url = r.links.OrderURL(m.Hold.ID, person)
		case m.Entry != nil:
			a.url = r.links.EntryURL(m.Entry.ID, person)
		}
	case inv.MsgTicketReissued:
		if m.Hold == nil {
			return missing("ticket")
		}
		a.units, a.guests, a.url = 1, "", r.links.OrderURL(m.Hold.ID, person)
		if m.Transfer != nil { // it was somebody else's before
			a.url = r.links.TransferURL(m.Transfer.Transfer.ID, person)
		}
	case inv.MsgExchanged, inv.MsgExchangeClosed:
		if m.Exchange == nil || m.Hold == nil {
			return missing("exchange")
		}
		a.units, a.tier, a.url = 1, m.Exchange.Tier, r.links.OrderURL(m.Hold.ID, person)
		if m.Exchange.Refund == 0 && m.Message.Kind == inv.MsgExchanged {
			a.reason = inv.ReasonItemsCancelled // all that was paid has gone back before
		}
	case inv.MsgEventCancelled:
		if m.Transfer != nil {
			return r.aboutReceived(m), nil
		}
		if m.Hold == nil && m.Entry == nil {
			return missing("order or entry")
		}
	}
	return a, nil
}

// aboutReceived is of a ticket that the reader has from somebody else, in the words
// for that.
func (r *Renderer) aboutReceived(m *store.MessageView) about {
	t := m.Transfer
	return about{units: 1, tier: t.Ticket.TierID, reason: inv.ReasonTicketReceived, url: r.links.TransferURL(t.Transfer.ID, m.Person.ID)}
}

// facts are the labelled lines of a letter: always when and where, and for a
// place that one has or may claim, what it is and until when.
func (d *dictionary) facts(ev *store.EventView, m *store.MessageView, a about, z zone) []fact {
	facts := []fact{{d.when, d.moments(ev.Event.StartsAt, ev.Event.EndsAt, z)}}
	if where := clean(ev.Details.Location, maxTitle); where != "" {
		facts = append(facts, fact{d.where, where})
	}
	switch m.Message.Kind {
	case inv.MsgConfirmed, inv.MsgWaitlisted, inv.MsgOffer, inv.MsgOfferExtended, inv.MsgTicketReceived, Reminder, EventChanged:
	case inv.MsgOrderPending:
		return append([]fact{
			{d.amount, inv.Money(m.Hold.Order.Total, m.Hold.Order.Currency)}, {d.reference, m.Hold.PaymentReference()}, {d.payBefore, d.moment(m.Hold.ExpiresAt, z)},
		}, facts...)
	default:
		return facts
	}
	if len(ev.Tiers) > 1 {
		for _, t := range ev.Tiers {
			if t.ID == a.tier {
				facts = append(facts, fact{d.what, clean(t.Name, maxTitle)})
			}
		}
	}
	if a.units > 1 {
		facts = append(facts, fact{d.with, d.party(a)})
	}
	switch cutoff := ev.Event.Settings.CancellationCutoff; {
	case m.Message.Kind == inv.MsgOffer || m.Message.Kind == inv.MsgOfferExtended:
		facts = append(facts, fact{d.until, d.moment(m.Offer.ExpiresAt, z)})
	case m.Message.Kind == inv.MsgConfirmed && cutoff != 0:
		facts = append(facts, fact{d.cancelUntil, d.moment(cutoff, z)})
	}
	return facts
}

// party names who comes along: "you and 2 guests (Ana and Bo)".
func (d *dictionary) party(a about) string {
	text := d.count(d.guests, a.units-1)
	names := guestNames(a.guests)
	if len(names) == 0 {
		return text
	}
	if more := a.units - 1 - int64(len(names)); more > 0 {
		list := strings.NewReplacer("{names}", strings.Join(names, ", "), "{count}", strconv.FormatInt(more, 10))
		return text + " (" + list.Replace(d.moreGuests) + ")"
	}
	last := len(names) - 1
	if last == 0 {
		return text + " (" + names[0] + ")"
	}
	return text + " (" + strings.Join(names[:last], ", ") + " " + d.and + " " + names[last] + ")"
}
