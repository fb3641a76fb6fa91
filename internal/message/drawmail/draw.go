package message

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
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
const DrawMail AccountMailKind = "draw_result"

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
	mails  map[DrawResult]wording
	slot   string // label of a fact
	footer string // why the mail came
}

// RenderDraw renders the mail that tells somebody how a draw ended, with the head of the event's
// public log in the footer; nil: without one. Kind, Locale, URL, Name and Zone are read of in.
func (r *Renderer) RenderDraw(in AccountMail, event string, out *DrawOutcome, log *LogHead) (Rendered, error) {
	d := dictionaryFor(in.Locale)
	words, ballot, receipt := drawWordings[d], ballotWordings[d], receiptWordings[d]
	w, ok := words.mails[out.Result]
	if !ok {
		return Rendered{}, fmt.Errorf("message: no words in %s for a draw that ended as %q", d.tag, out.Result)
	}
	if out.Result == DrawDrawn || out.Result == DrawLate { // what a receipt says of its link
		w.action, w.after = receipt.drawing.action, receipt.drawing.after
	}
	places := ballot.fill(&out.Part)
	c := content{wording: w, fill: func(s string) string {
		return strings.NewReplacer("{name}", clean(in.Name, maxTitle)).Replace(places.Replace(s))
	}}
	l := layoutData{
		Lang: d.tag.String(), Dir: locale.Dir(d.tag), Title: c.fill(w.heading), Event: clean(in.Name, maxTitle), Greeting: d.helloNobody, Heading: c.fill(w.heading),
		Body: c.fillAll(w.body), Action: w.action, URL: in.URL, Facts: ballot.facts(&out.Part), After: c.fillAll(w.after),
		Footer: c.fill(words.footer), FooterMore: d.account.other, Colour: defaultColour, Log: log.footer(d),
	}
	if out.Result == DrawLate { // the place is in the text: it was not drawn
		l.Facts = l.Facts[:1]
	}
	if out.ServesAt != 0 {
		label := receipt.serves
		if out.Slot {
			label = words.slot
		}
		l.Facts = append(l.Facts, fact{Label: label, Value: d.moment(out.ServesAt, zone{in.Zone})})
	}
	if out.Part.URL != "" {
		l.Check, l.CheckURL = ballot.check, out.Part.URL
	}
	if log != nil {
		l.LogURL = log.URL
	}
	l.Ground, l.Tiles = coverOf(event)
	var html, text bytes.Buffer
	if err := r.html.ExecuteTemplate(&html, "layout.html", l); err != nil {
		return Rendered{}, fmt.Errorf("message: html of the result of a draw: %w", err)
	}
	if err := r.text.ExecuteTemplate(&text, "layout.txt", l); err != nil {
		return Rendered{}, fmt.Errorf("message: text of the result of a draw: %w", err)
	}
	return Rendered{Locale: l.Lang, Subject: plain(c.fill(w.subject)), HTML: html.String(), Text: text.String(), URL: in.URL}, nil
}
