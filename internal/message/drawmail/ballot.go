package drawmail

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
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
const BallotMail accountmail.Kind = "ballot_result"

// Drawn is the part of somebody in a ballot.
type Drawn struct {
	Number int64 // of the entry, in the order of arrival, from 1
	Place  int64 // that was drawn, from 1; 0: it was not drawn
	Of     int64 // how many took part
	// URL is the page on which the draw is checked.
	URL string
}

// BallotWords are what is said of ballots in one language. {place} of {of} was drawn; in the mails
// {name} is the event, in the messages {title} and what else those have.
type BallotWords struct {
	// offered and waiting take the place of the words of an offer, and of being put on the
	// waitlist. What they leave out is as there.
	Offered, Waiting mailkit.Wording
	mails            map[BallotResult]mailkit.Wording
	// entry and drawn are labels of facts, place is the value of drawn.
	entry, drawn, place string
	Check               string // the link to the page on which the draw is checked
	footer              string // why the mail came
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

// Facts are the labelled lines about a part in a ballot.
func (b *BallotWords) Facts(drawn *Drawn) []mailkit.Fact {
	facts := []mailkit.Fact{{Label: b.entry, Value: strconv.FormatInt(drawn.Number, 10)}}
	if drawn.Place > 0 {
		facts = append(facts, mailkit.Fact{Label: b.drawn, Value: b.Fill(drawn).Replace(b.place)})
	}
	return facts
}

// Fill writes a part in a ballot into words.
func (*BallotWords) Fill(drawn *Drawn) *strings.Replacer {
	return strings.NewReplacer("{place}", strconv.FormatInt(drawn.Place, 10), "{of}", strconv.FormatInt(drawn.Of, 10))
}

// RenderBallot renders the mail that tells somebody how a ballot ended, with the head of the
// event's public log in the footer; nil: without one. Kind, Locale, URL, Name and Zone are read
// of in.
func RenderBallot(layouts *mailkit.Layouts, in accountmail.Mail, event string, result BallotResult, drawn *Drawn, log *mailkit.LogHead) (mailkit.Rendered, error) {
	d := mailkit.For(in.Locale)
	words := Ballots[d]
	w, ok := words.mails[result]
	if !ok {
		return mailkit.Rendered{}, fmt.Errorf("message: no words in %s for a ballot that ended as %q", d.Tag, result)
	}
	if result == BallotFull && drawn.Place == 0 {
		w = words.mails[BallotRefused]
	}
	places := words.Fill(drawn)
	fill := func(s string) string {
		return strings.NewReplacer("{name}", mailkit.Clean(in.Name, mailkit.MaxTitle)).Replace(places.Replace(s))
	}
	l := mailkit.Letter{
		Lang: d.Tag.String(), Dir: locale.Dir(d.Tag), Title: fill(w.Heading), Event: mailkit.Clean(in.Name, mailkit.MaxTitle), Greeting: d.HelloNobody, Heading: fill(w.Heading),
		Body: mailkit.Filled(w.Body, fill), Action: w.Action, URL: in.URL, Facts: words.Facts(drawn),
		Footer: fill(words.footer), FooterMore: d.Other, Colour: mailkit.DefaultColour, Log: log.Footer(d),
	}
	if drawn.URL != "" {
		l.Check, l.CheckURL = words.Check, drawn.URL
	}
	if log != nil {
		l.LogURL = log.URL
	}
	l.Ground, l.Tiles = mailkit.CoverOf(event)
	html, text, err := layouts.Render(&l)
	if err != nil {
		return mailkit.Rendered{}, fmt.Errorf("message: the result of a ballot: %w", err)
	}
	return mailkit.Rendered{Locale: l.Lang, Subject: mailkit.Plain(fill(w.Subject)), HTML: html, Text: text, URL: in.URL}, nil
}
