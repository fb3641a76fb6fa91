package message

import (
	"bytes"
	"fmt"
	htmltemplate "html/template"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
)

// RoomReceiptMail brings somebody who joined a waiting room the link to the place, with its QR
// code; somebody who takes part in a ballot, the receipt of that. It goes to an address and is in no inbox; RenderRoomReceipt renders it.
const RoomReceiptMail AccountMailKind = "room_receipt"

// RoomReceipt is a place in a waiting room, for its mail.
type RoomReceipt struct {
	Number int64 // in the order of arrival, from 1
	Place  int64 // counted from 1; 0: it is to be drawn
	// SealsAt is until when people join the draw, of a place that is to be drawn; ServesAt is
	// from when people are let in.
	SealsAt, ServesAt inventory.Instant
	// Picture names the picture of the QR code of the link in the mail, without brackets; "": there
	// is none.
	Picture string
	// Ballot: it is an application for a ballot, in which nobody is let in.
	Ballot bool
	// File is the address of the receipt as a file; "": it is not named.
	File string
}

// receiptWords are the mail with a receipt in one language: {number} and {name} are filled in.
type receiptWords struct {
	// placed is for people who know their place, drawing for entrants of a draw.
	placed, drawing wording
	scan, alt       string // above the QR code, and instead of it
	// Labels of facts.
	number, entry, seals, serves string
}

// RenderRoomReceipt renders the mail with the receipt of somebody who joined the waiting room of
// an event, with the head of the event's public log in the footer; nil: without one. Kind,
// Locale, URL, Name and Zone are read of in.
func (r *Renderer) RenderRoomReceipt(in AccountMail, event string, receipt *RoomReceipt, log *LogHead) (Rendered, error) {
	d := dictionaryFor(in.Locale)
	words, ok := receiptWordings[d]
	if !ok {
		return Rendered{}, fmt.Errorf("message: no words in %s for a letter %q", d.tag, in.Kind)
	}
	w, label, number := words.placed, words.number, receipt.Place
	if receipt.Place == 0 {
		w, label, number = words.drawing, words.entry, receipt.Number
	}
	ballot := ballotReceiptWordings[d]
	if receipt.Ballot {
		w, label, number = ballot.receipt(d), words.entry, receipt.Number
	}
	fill := strings.NewReplacer("{name}", clean(in.Name, maxTitle), "{number}", strconv.FormatInt(number, 10)).Replace
	c := content{wording: w, fill: fill}
	l := layoutData{
		Lang: d.tag.String(), Dir: locale.Dir(d.tag), Title: fill(w.heading), Event: clean(in.Name, maxTitle), Greeting: d.helloNobody, Heading: fill(w.heading),
		Body: c.fillAll(w.body), Action: w.action, URL: in.URL, After: c.fillAll(w.after),
		Footer: d.account.footer, FooterMore: d.account.other, Colour: defaultColour, Log: log.footer(d),
	}
	if log != nil {
		l.LogURL = log.URL
	}
	l.Ground, l.Tiles = coverOf(event)
	l.Facts = append(l.Facts, fact{Label: label, Value: strconv.FormatInt(number, 10)})
	if receipt.SealsAt != 0 {
		l.Facts = append(l.Facts, fact{Label: words.seals, Value: d.moment(receipt.SealsAt, zone{in.Zone})})
	}
	if receipt.ServesAt != 0 && !receipt.Ballot {
		l.Facts = append(l.Facts, fact{Label: words.serves, Value: d.moment(receipt.ServesAt, zone{in.Zone})})
	}
	if receipt.File != "" {
		l.Check, l.CheckURL = ballot.file, receipt.File
	}
	var html, text bytes.Buffer
	if receipt.Picture != "" {
		if err := r.html.ExecuteTemplate(&html, "tickets.html", []shownTicket{{
			Label: words.scan, Alt: words.alt, Picture: htmltemplate.URL("cid:" + receipt.Picture),
		}}); err != nil {
			return Rendered{}, fmt.Errorf("message: the code of a receipt: %w", err)
		}
		l.Tickets = htmltemplate.HTML(html.String())
		html.Reset()
	}
	if err := r.html.ExecuteTemplate(&html, "layout.html", l); err != nil {
		return Rendered{}, fmt.Errorf("message: html of a receipt: %w", err)
	}
	if err := r.text.ExecuteTemplate(&text, "layout.txt", l); err != nil {
		return Rendered{}, fmt.Errorf("message: text of a receipt: %w", err)
	}
	return Rendered{Locale: l.Lang, Subject: plain(fill(w.subject)), HTML: html.String(), Text: text.String(), URL: in.URL}, nil
}
