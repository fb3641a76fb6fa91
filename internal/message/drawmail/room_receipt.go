package drawmail

import (
	"fmt"
	htmltemplate "html/template"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
)

// RoomReceiptMail brings somebody who joined a waiting room the link to the place, with its QR
// code; somebody who takes part in a ballot, the receipt of that. It goes to an address and is in no inbox; RenderRoomReceipt renders it.
const RoomReceiptMail accountmail.Kind = "room_receipt"

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
	placed, drawing mailkit.Wording
	scan, alt       string // above the QR code, and instead of it
	// Labels of facts.
	number, entry, seals, serves string
}

// RenderRoomReceipt renders the mail with the receipt of somebody who joined the waiting room of
// an event, with the head of the event's public log in the footer; nil: without one. Kind,
// Locale, URL, Name and Zone are read of in.
func RenderRoomReceipt(layouts *mailkit.Layouts, in accountmail.Mail, event string, receipt *RoomReceipt, log *mailkit.LogHead) (mailkit.Rendered, error) {
	d := mailkit.For(in.Locale)
	words, ok := receiptWordings[d]
	if !ok {
		return mailkit.Rendered{}, fmt.Errorf("message: no words in %s for a letter %q", d.Tag, in.Kind)
	}
	w, label, number := words.placed, words.number, receipt.Place
	if receipt.Place == 0 {
		w, label, number = words.drawing, words.entry, receipt.Number
	}
	ballot := ballotReceiptWordings[d]
	if receipt.Ballot {
		w, label, number = ballot.receipt(d), words.entry, receipt.Number
	}
	fill := strings.NewReplacer("{name}", mailkit.Clean(in.Name, mailkit.MaxTitle), "{number}", strconv.FormatInt(number, 10)).Replace
	l := mailkit.Letter{
		Lang: d.Tag.String(), Dir: locale.Dir(d.Tag), Title: fill(w.Heading), Event: mailkit.Clean(in.Name, mailkit.MaxTitle), Greeting: d.HelloNobody, Heading: fill(w.Heading),
		Body: mailkit.Filled(w.Body, fill), Action: w.Action, URL: in.URL, After: mailkit.Filled(w.After, fill),
		Footer: d.Footer, FooterMore: d.Other, Colour: mailkit.DefaultColour, Log: log.Footer(d),
	}
	if log != nil {
		l.LogURL = log.URL
	}
	l.Ground, l.Tiles = mailkit.CoverOf(event)
	l.Facts = append(l.Facts, mailkit.Fact{Label: label, Value: strconv.FormatInt(number, 10)})
	if receipt.SealsAt != 0 {
		l.Facts = append(l.Facts, mailkit.Fact{Label: words.seals, Value: d.Moment(receipt.SealsAt, in.Zone)})
	}
	if receipt.ServesAt != 0 && !receipt.Ballot {
		l.Facts = append(l.Facts, mailkit.Fact{Label: words.serves, Value: d.Moment(receipt.ServesAt, in.Zone)})
	}
	if receipt.File != "" {
		l.Check, l.CheckURL = ballot.file, receipt.File
	}
	if receipt.Picture != "" {
		code, err := layouts.Codes([]mailkit.Code{{Label: words.scan, Alt: words.alt, Picture: htmltemplate.URL("cid:" + receipt.Picture)}})
		if err != nil {
			return mailkit.Rendered{}, fmt.Errorf("message: the code of a receipt: %w", err)
		}
		l.Tickets = code
	}
	html, text, err := layouts.Render(&l)
	if err != nil {
		return mailkit.Rendered{}, fmt.Errorf("message: a receipt: %w", err)
	}
	return mailkit.Rendered{Locale: l.Lang, Subject: mailkit.Plain(fill(w.Subject)), HTML: html, Text: text, URL: in.URL}, nil
}
