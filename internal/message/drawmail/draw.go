package drawmail

import (
	"fmt"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
)

// A DrawResult is how the draw of a waiting room ended for somebody who takes part in it.
type DrawResult string

// Results.
const (
	DrawDrawn     DrawResult = "drawn"     // they have a place
	DrawLate      DrawResult = "late"      // they have one behind the drawn: they came after the seal
	DrawStruck    DrawResult = "struck"    // the organizer struck them out
	DrawCancelled DrawResult = "cancelled" // the event was
	DrawClosed    DrawResult = "closed"    // the waiting room was
)

// DrawMail tells somebody how a draw ended. It goes to an address and is in no inbox; RenderDraw
// renders it. Of a ballot it is BallotMail.
const DrawMail accountmail.Kind = "draw_result"

// DrawOutcome is what somebody is told about a draw.
type DrawOutcome struct {
	Result DrawResult
	// Part is their part in it, with a Place also where it was not drawn.
	Part Drawn
	// ServesAt is from when they are let in; Slot: that is the slot of their place.
	ServesAt inventory.Instant
	Slot     bool
}

// drawWords are what is said of draws in one language: {place} of {of} was drawn, {name} is the
// event. Labels of facts are those of ballots and receipts.
type drawWords struct {
	mails  map[DrawResult]mailkit.Wording
	slot   string // label of a fact
	footer string // why the mail came
}

// RenderDraw renders the mail that tells somebody how a draw ended, with the head of the event's
// public log in the footer; nil: without one. Kind, Locale, URL, Name and Zone are read of in.
func RenderDraw(layouts *mailkit.Layouts, in accountmail.Mail, event string, out *DrawOutcome, log *mailkit.LogHead) (mailkit.Rendered, error) {
	d := mailkit.For(in.Locale)
	words, ballot, receipt := drawWordings[d], Ballots[d], receiptWordings[d]
	w, ok := words.mails[out.Result]
	if !ok {
		return mailkit.Rendered{}, fmt.Errorf("message: no words in %s for a draw that ended as %q", d.Tag, out.Result)
	}
	if out.Result == DrawDrawn || out.Result == DrawLate { // what a receipt says of its link
		w.Action, w.After = receipt.drawing.Action, receipt.drawing.After
	}
	places := ballot.Fill(&out.Part)
	fill := func(s string) string {
		return strings.NewReplacer("{name}", mailkit.Clean(in.Name, mailkit.MaxTitle)).Replace(places.Replace(s))
	}
	l := mailkit.Letter{
		Lang: d.Tag.String(), Dir: locale.Dir(d.Tag), Title: fill(w.Heading), Event: mailkit.Clean(in.Name, mailkit.MaxTitle), Greeting: d.HelloNobody, Heading: fill(w.Heading),
		Body: mailkit.Filled(w.Body, fill), Action: w.Action, URL: in.URL, Facts: ballot.Facts(&out.Part), After: mailkit.Filled(w.After, fill),
		Footer: fill(words.footer), FooterMore: d.Other, Colour: mailkit.DefaultColour, Log: log.Footer(d),
	}
	if out.Result == DrawLate { // the place is in the text: it was not drawn
		l.Facts = l.Facts[:1]
	}
	if out.ServesAt != 0 {
		label := receipt.serves
		if out.Slot {
			label = words.slot
		}
		l.Facts = append(l.Facts, mailkit.Fact{Label: label, Value: d.Moment(out.ServesAt, in.Zone)})
	}
	if out.Part.URL != "" {
		l.Check, l.CheckURL = ballot.Check, out.Part.URL
	}
	if log != nil {
		l.LogURL = log.URL
	}
	l.Ground, l.Tiles = mailkit.CoverOf(event)
	html, text, err := layouts.Render(&l)
	if err != nil {
		return mailkit.Rendered{}, fmt.Errorf("message: the result of a draw: %w", err)
	}
	return mailkit.Rendered{Locale: l.Lang, Subject: mailkit.Plain(fill(w.Subject)), HTML: html, Text: text, URL: in.URL}, nil
}
