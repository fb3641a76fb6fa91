package message

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/draw"
	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message/mailtest"
)

// TestDrawnMessages renders the messages to those who were drawn in a ballot.
func TestDrawnMessages(t *testing.T) {
	r, ev := renderer(t), concert(t)
	ev.Event.Settings.Onsale.Mode = inv.OnsaleBallot
	ev.Event.Settings.Onsale.Draw = inv.OnsaleDrawState{
		Seal: inv.DrawSeal{At: 1, Entrants: 9800}, Result: inv.DrawValue{At: 2, Seed: draw.HexHash{}.String()},
	}
	for _, tag := range []string{"en", "de"} {
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
			mailtest.WellFormed(t, got)
			mailtest.Golden(t, tag+"_ballot_"+string(kind)+".txt", "Subject: "+got.Subject+"\n\n"+got.Text)
		}
	}
}
