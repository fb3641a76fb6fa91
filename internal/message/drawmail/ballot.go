package message

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/waitroom"
)

// A BallotResult is how a ballot ended for somebody who is not on the waitlist by it.
type BallotResult string

// Results.
const (
	BallotFull      BallotResult = "full"      // the waitlist took nobody else
	BallotRefused   BallotResult = "refused"   // they could not be put on it, for another reason
	BallotStruck    BallotResult = "struck"    // the organizer struck them out
	BallotCancelled BallotResult = "cancelled" // the event was, before it was their turn
	BallotClosed    BallotResult = "closed"    // the room was, before it was their turn
)

// BallotMail tells somebody that a ballot gave them no place. It goes to an address and is in no
// inbox; RenderBallot renders it. Anyone who was put on the waitlist is told so by its messages.
const BallotMail AccountMailKind = "ballot_result"

// Drawn is the part of somebody in a ballot.
type Drawn struct {
	Number int64 // of the entry, in the order of arrival, from 1
	Place  int64 // that was drawn, from 1; 0: it was not drawn
	Of     int64 // how many took part
	// URL is the page on which the draw is checked.
	URL string
}

// ballotWords are what is said of ballots in one language. {place} of {of} was drawn; in the mails
// {name} is the event, in the messages {title} and what else those have.
type ballotWords struct {
	// offered and waiting take the place of the words of an offer, and of being put on the
	// waitlist. What they leave out is as there.
	offered, waiting wording
	mails            map[BallotResult]wording
	// entry and drawn are labels of facts, place is the value of drawn.
	entry, drawn, place string
	check               string // the link to the page on which the draw is checked
	footer              string // why the mail came
}

// drawnOf returns the part in a ballot of a person who has an entry of it; nil: the entry is of none.
func (r *Renderer) drawnOf(ev *events.EventView, e *inv.Entry) (*Drawn, error) {
	o := &ev.Event.Settings.Onsale
	if e == nil || e.Entrant == 0 || o.Mode != inv.OnsaleBallot {
		return nil, nil
	}
	return DrawnOf(ev, e.Entrant-1, r.links.EventURL(ev.Event.ID))
}

// DrawnOf returns the part of an entrant in the ballot of an event, whose page is at url.
func DrawnOf(ev *events.EventView, index int64, url string) (*Drawn, error) {
	o := &ev.Event.Settings.Onsale
	places, ok, err := waitroom.PlacesOf(o)
	if err != nil {
		return nil, fmt.Errorf("message: the place in a ballot: %w", err)
	}
	drawn := &Drawn{Number: index + 1}
	if ok && index < o.Draw.Seal.Entrants {
		drawn.Place, drawn.Of, drawn.URL = places.Of(index), o.Draw.Seal.Entrants, url+"/waiting-room"
	}
	return drawn, nil
}

// byBallot returns the words of a message about an entry that was drawn, and those of every other
// message as they are.
func (d *dictionary) byBallot(w wording, m *events.MessageView, a *about) wording {
	var own wording
	switch words := ballotWordings[d]; {
	case a.drawn == nil || a.drawn.Place == 0:
		return w
	case m.Message.Kind == inv.MsgWaitlisted:
		own = words.waiting
	case m.Message.Kind == inv.MsgOffer && m.Offer.OpenedAt == m.Entry.JoinedAt:
		own = words.offered
	default:
		return w
	}
	w.subject, w.heading, w.body = own.subject, own.heading, own.body
	return w
}

// facts are the labelled lines about a part in a ballot.
func (b *ballotWords) facts(drawn *Drawn) []fact {
	facts := []fact{{Label: b.entry, Value: strconv.FormatInt(drawn.Number, 10)}}
	if drawn.Place > 0 {
		facts = append(facts, fact{Label: b.drawn, Value: b.fill(drawn).Replace(b.place)})
	}
	return facts
}

func (*ballotWords) fill(drawn *Drawn) *strings.Replacer {
	return strings.NewReplacer("{place}", strconv.FormatInt(drawn.Place, 10), "{of}", strconv.FormatInt(drawn.Of, 10))
}

// RenderBallot renders the mail that tells somebody how a ballot ended, with the head of the
// event's public log in the footer; nil: without one. Kind, Locale, URL, Name and Zone are read
// of in.
func (r *Renderer) RenderBallot(in AccountMail, event string, result BallotResult, drawn *Drawn, log *LogHead) (Rendered, error) {
	d := dictionaryFor(in.Locale)
	words := ballotWordings[d]
	w, ok := words.mails[result]
	if !ok {
		return Rendered{}, fmt.Errorf("message: no words in %s for a ballot that ended as %q", d.tag, result)
	}
	if result == BallotFull && drawn.Place == 0 {
		w = words.mails[BallotRefused]
	}
	places := words.fill(drawn)
	c := content{wording: w, fill: func(s string) string {
		return strings.NewReplacer("{name}", clean(in.Name, maxTitle)).Replace(places.Replace(s))
	}}
	l := layoutData{
		Lang: d.tag.String(), Dir: locale.Dir(d.tag), Title: c.fill(w.heading), Event: clean(in.Name, maxTitle), Greeting: d.helloNobody, Heading: c.fill(w.heading),
		Body: c.fillAll(w.body), Action: w.action, URL: in.URL, Facts: words.facts(drawn),
		Footer: c.fill(words.footer), FooterMore: d.account.other, Colour: defaultColour, Log: log.footer(d),
	}
	if drawn.URL != "" {
		l.Check, l.CheckURL = words.check, drawn.URL
	}
	if log != nil {
		l.LogURL = log.URL
	}
	l.Ground, l.Tiles = coverOf(event)
	var html, text bytes.Buffer
	if err := r.html.ExecuteTemplate(&html, "layout.html", l); err != nil {
		return Rendered{}, fmt.Errorf("message: html of the result of a ballot: %w", err)
	}
	if err := r.text.ExecuteTemplate(&text, "layout.txt", l); err != nil {
		return Rendered{}, fmt.Errorf("message: text of the result of a ballot: %w", err)
	}
	return Rendered{Locale: l.Lang, Subject: plain(c.fill(w.subject)), HTML: html.String(), Text: text.String(), URL: in.URL}, nil
}
