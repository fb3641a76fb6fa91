package drawmail

import (
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/draw"
	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale/localetest"
	"github.com/holdfast-events/holdfast/internal/message/accountmail"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/message/mailtest"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

const (
	eventID  = "evt_1"
	eventURL = "https://holdfast.example/events/" + eventID
)

// TestBallotWords checks that each language has each text about ballots and draws, with the placeholders
// of the English one.
func TestBallotWords(t *testing.T) {
	t.Parallel()
	for _, d := range mailkit.Languages {
		localetest.Check{Tag: d.Tag, Blank: true}.Compare(t, *Ballots[mailkit.English], *Ballots[d])
		localetest.Check{Tag: d.Tag, Blank: true}.Compare(t, *drawWordings[mailkit.English], *drawWordings[d])
		localetest.Check{Tag: d.Tag, Blank: true}.Compare(t, *ballotReceiptWordings[mailkit.English], *ballotReceiptWordings[d])
	}
}

// TestBallotMails renders each mail about a ballot in two languages, and the messages to those who were
// drawn.
func TestBallotMails(t *testing.T) {
	layouts, err := mailkit.NewLayouts()
	if err != nil {
		t.Fatal(err)
	}
	ev := &events.EventView{Event: inv.Event{ID: eventID}}
	ev.Event.Settings.Onsale.Mode = inv.OnsaleBallot
	ev.Event.Settings.Onsale.Draw = inv.OnsaleDrawState{
		Seal: inv.DrawSeal{At: 1, Entrants: 9800}, Result: inv.DrawValue{At: 2, Seed: draw.HexHash{}.String()},
	}
	drawn, err := DrawnOf(ev, 411, eventURL)
	if err != nil || drawn.Place < 1 || drawn.Place > 9800 {
		t.Fatal(drawn, err)
	}
	late, err := DrawnOf(ev, 9800, "")
	if err != nil || late.Place != 0 || late.URL != "" {
		t.Error("who came after the seal was drawn:", late, err)
	}
	for _, tag := range []string{"en", "de"} {
		for _, result := range []BallotResult{BallotFull, BallotRefused, BallotStruck, BallotCancelled, BallotClosed} {
			part := drawn
			if result == BallotCancelled {
				part = late
			}
			got, err := RenderBallot(layouts, accountmail.Mail{Locale: tag, URL: "https://holdfast.example/events/1/waiting-room", Name: "Concert <&> more", Zone: time.UTC}, eventID, result, part, nil)
			if err != nil {
				t.Fatal(err)
			}
			mailtest.WellFormed(t, got)
			mailtest.Golden(t, tag+"_ballot_"+string(result)+".txt", "Subject: "+got.Subject+"\n\n"+got.Text)
			mailtest.Golden(t, tag+"_ballot_"+string(result)+".html", got.HTML)
		}
	}
	if _, err := RenderBallot(layouts, accountmail.Mail{}, eventID, "won", drawn, nil); err == nil {
		t.Error("a result that there are no words for was rendered")
	}
}

// TestBallotReceipts renders the mail that acknowledges an application for a ballot in all languages.
func TestBallotReceipts(t *testing.T) {
	layouts, err := mailkit.NewLayouts()
	if err != nil {
		t.Fatal(err)
	}
	at := func(hour int) inv.Instant { return inv.At(time.Date(2026, 11, 30, hour, 0, 0, 0, time.UTC)) }
	for _, d := range mailkit.Languages {
		tag := d.Tag.String()
		got, err := RenderRoomReceipt(layouts, accountmail.Mail{Kind: RoomReceiptMail, Locale: tag, URL: "https://holdfast.example/q/hq_1", Name: "Concert <&> more", Zone: time.UTC}, "evt_1",
			&RoomReceipt{Number: 412, SealsAt: at(18), ServesAt: at(20), Ballot: true, File: "https://holdfast.example/q/hq_1/receipt.txt"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		mailtest.WellFormed(t, got)
		mailtest.Golden(t, tag+"_ballot_receipt.txt", "Subject: "+got.Subject+"\n\n"+got.Text)
		if tag == "en" || tag == "ar" {
			mailtest.Golden(t, tag+"_ballot_receipt.html", got.HTML)
		}
	}
}

// TestDrawMails renders each mail about a draw in two languages, and the one to those who were
// drawn in all.
func TestDrawMails(t *testing.T) {
	layouts, err := mailkit.NewLayouts()
	if err != nil {
		t.Fatal(err)
	}
	const check = eventURL + "/waiting-room"
	serves := inv.At(time.Date(2026, 11, 30, 18, 0, 0, 0, time.UTC))
	part := Drawn{Number: 412, Place: 7, Of: 9800, URL: check}
	for _, d := range mailkit.Languages {
		tag := d.Tag.String()
		for _, out := range []DrawOutcome{
			{Result: DrawDrawn, Part: part, ServesAt: serves, Slot: true},
			{Result: DrawLate, Part: Drawn{Number: 9801, Place: 9801}, ServesAt: serves},
			{Result: DrawStruck, Part: Drawn{Number: 412, Of: 9800, URL: check}},
			{Result: DrawCancelled, Part: Drawn{Number: 412}},
			{Result: DrawClosed, Part: Drawn{Number: 412}},
		} {
			got, err := RenderDraw(layouts, accountmail.Mail{Locale: tag, URL: "https://holdfast.example/w/1", Name: "Concert <&> more", Zone: time.UTC}, eventID, &out, &mailkit.LogHead{Size: 7, Fingerprint: "abcdef0123456789", URL: "https://holdfast.example/log"})
			if err != nil {
				t.Fatal(err)
			}
			mailtest.WellFormed(t, got)
			if tag == "en" || tag == "de" {
				mailtest.Golden(t, tag+"_draw_"+string(out.Result)+".html", got.HTML)
			}
			if tag == "en" || tag == "de" || out.Result == DrawDrawn {
				mailtest.Golden(t, tag+"_draw_"+string(out.Result)+".txt", "Subject: "+got.Subject+"\n\n"+got.Text)
			}
		}
	}
	if _, err := RenderDraw(layouts, accountmail.Mail{}, eventID, &DrawOutcome{Result: "won"}, nil); err == nil {
		t.Error("a result that there are no words for was rendered")
	}
}
