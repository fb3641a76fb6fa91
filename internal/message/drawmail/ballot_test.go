package message

import (
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/draw"
	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale/localetest"
)

// TestBallotWords checks that each language has each text about ballots and draws, with the placeholders
// of the English one.
func TestBallotWords(t *testing.T) {
	t.Parallel()
	for _, d := range dictionaries {
		localetest.Check{Tag: d.tag, Blank: true}.Compare(t, *ballotWordings[english], *ballotWordings[d])
		localetest.Check{Tag: d.tag, Blank: true}.Compare(t, *drawWordings[english], *drawWordings[d])
		localetest.Check{Tag: d.tag, Blank: true}.Compare(t, *ballotReceiptWordings[english], *ballotReceiptWordings[d])
	}
}

// TestBallotMails renders each mail about a ballot in two languages, and the messages to those who were
// drawn.
func TestBallotMails(t *testing.T) {
	r := renderer(t)
	ev := concert(t)
	ev.Event.Settings.Onsale.Mode = inv.OnsaleBallot
	ev.Event.Settings.Onsale.Draw = inv.OnsaleDrawState{
		Seal: inv.DrawSeal{At: 1, Entrants: 9800}, Result: inv.DrawValue{At: 2, Seed: draw.HexHash{}.String()},
	}
	drawn, err := DrawnOf(ev, 411, plainLinks{}.EventURL(ev.Event.ID))
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
			got, err := r.RenderBallot(AccountMail{Locale: tag, URL: "https://holdfast.example/events/1/waiting-room", Name: "Concert <&> more", Zone: time.UTC}, ev.Event.ID, result, part, nil)
			if err != nil {
				t.Fatal(err)
			}
			wellFormed(t, got)
			golden(t, tag+"_ballot_"+string(result)+".txt", "Subject: "+got.Subject+"\n\n"+got.Text)
			golden(t, tag+"_ballot_"+string(result)+".html", got.HTML)
		}
		for _, kind := range []inv.MessageKind{inv.MsgOffer, inv.MsgWaitlisted, inv.MsgConfirmed} {
			m := told(t, kind, "", tag)
			m.Entry = told(t, inv.MsgOffer, "", tag).Entry
			m.Entry.Entrant = 412
			if m.Offer != nil {
				m.Entry.JoinedAt = m.Offer.OpenedAt
			}
			got, err := r.Render(ev, m)
			if err != nil {
				t.Fatal(err)
			}
			wellFormed(t, got)
			golden(t, tag+"_ballot_"+string(kind)+".txt", "Subject: "+got.Subject+"\n\n"+got.Text)
		}
	}
	if _, err := r.RenderBallot(AccountMail{}, ev.Event.ID, "won", drawn, nil); err == nil {
		t.Error("a result that there are no words for was rendered")
	}
}

// TestBallotReceipts renders the mail that acknowledges an application for a ballot in all languages.
func TestBallotReceipts(t *testing.T) {
	r := renderer(t)
	at := func(hour int) inv.Instant { return inv.At(time.Date(2026, 11, 30, hour, 0, 0, 0, time.UTC)) }
	for _, d := range dictionaries {
		tag := d.tag.String()
		got, err := r.RenderRoomReceipt(AccountMail{Kind: RoomReceiptMail, Locale: tag, URL: "https://holdfast.example/q/hq_1", Name: "Concert <&> more", Zone: time.UTC}, "evt_1",
			&RoomReceipt{Number: 412, SealsAt: at(18), ServesAt: at(20), Ballot: true, File: "https://holdfast.example/q/hq_1/receipt.txt"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		wellFormed(t, got)
		golden(t, tag+"_ballot_receipt.txt", "Subject: "+got.Subject+"\n\n"+got.Text)
		if tag == "en" || tag == "ar" {
			golden(t, tag+"_ballot_receipt.html", got.HTML)
		}
	}
}

// TestDrawMails renders each mail about a draw in two languages, and the one to those who were
// drawn in all.
func TestDrawMails(t *testing.T) {
	r := renderer(t)
	ev := concert(t)
	check := plainLinks{}.EventURL(ev.Event.ID) + "/waiting-room"
	serves := inv.At(time.Date(2026, 11, 30, 18, 0, 0, 0, time.UTC))
	part := Drawn{Number: 412, Place: 7, Of: 9800, URL: check}
	for _, d := range dictionaries {
		tag := d.tag.String()
		for _, out := range []DrawOutcome{
			{Result: DrawDrawn, Part: part, ServesAt: serves, Slot: true},
			{Result: DrawLate, Part: Drawn{Number: 9801, Place: 9801}, ServesAt: serves},
			{Result: DrawStruck, Part: Drawn{Number: 412, Of: 9800, URL: check}},
			{Result: DrawCancelled, Part: Drawn{Number: 412}},
			{Result: DrawClosed, Part: Drawn{Number: 412}},
		} {
			got, err := r.RenderDraw(AccountMail{Locale: tag, URL: "https://holdfast.example/w/1", Name: "Concert <&> more", Zone: time.UTC}, ev.Event.ID, &out, &LogHead{Size: 7, Fingerprint: "abcdef0123456789", URL: "https://holdfast.example/log"})
			if err != nil {
				t.Fatal(err)
			}
			wellFormed(t, got)
			if tag == "en" || tag == "de" {
				golden(t, tag+"_draw_"+string(out.Result)+".html", got.HTML)
			}
			if tag == "en" || tag == "de" || out.Result == DrawDrawn {
				golden(t, tag+"_draw_"+string(out.Result)+".txt", "Subject: "+got.Subject+"\n\n"+got.Text)
			}
		}
	}
	if _, err := r.RenderDraw(AccountMail{}, ev.Event.ID, &DrawOutcome{Result: "won"}, nil); err == nil {
		t.Error("a result that there are no words for was rendered")
	}
}
