package message

import (
	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message/drawmail"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// drawnOf returns the part in a ballot of a person who has an entry of it; nil: the entry is of none.
func (r *Renderer) drawnOf(ev *events.EventView, e *inv.Entry) (*drawmail.Drawn, error) {
	o := &ev.Event.Settings.Onsale
	if e == nil || e.Entrant == 0 || o.Mode != inv.OnsaleBallot {
		return nil, nil
	}
	return drawmail.DrawnOf(ev, e.Entrant-1, r.links.EventURL(ev.Event.ID))
}

// byBallot returns the words of a message about an entry that was drawn, and those of every other
// message as they are.
func (d *dictionary) byBallot(w mailkit.Wording, m *events.MessageView, a *about) mailkit.Wording {
	var own mailkit.Wording
	switch words := drawmail.Ballots[d.Language]; {
	case a.drawn == nil || a.drawn.Place == 0:
		return w
	case m.Message.Kind == inv.MsgWaitlisted:
		own = words.Waiting
	case m.Message.Kind == inv.MsgOffer && m.Offer.OpenedAt == m.Entry.JoinedAt:
		own = words.Offered
	default:
		return w
	}
	w.Subject, w.Heading, w.Body = own.Subject, own.Heading, own.Body
	return w
}
