package events

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/peer"
	storeevents "github.com/holdfast-events/holdfast/internal/store/events"
)

// Elsewhere is the servers of other cells, where events of the same organizations may live.
type Elsewhere interface {
	// Answer has a question of theirs answered.
	Answer(question string, answer func(r *http.Request, asked []byte) (any, error))
	// AskOf asks a server of each cell in which some of the events live of these. Who does not answer
	// soon is left out.
	AskOf(ctx context.Context, events []string, question string, take func(answer []byte) error)
}

// askShown is what servers ask each other of events: how they are shown, by id.
const askShown = "events/shown"

// AnswerOthers has questions of servers of other cells answered. They have found out who asks.
func AnswerOthers(h *Handlers) {
	h.Elsewhere.Answer(askShown, func(r *http.Request, asked []byte) (any, error) {
		var ids []string
		if err := json.Unmarshal(asked, &ids); err != nil {
			return nil, err
		}
		found, err := h.Store.Events.EventsByID(r.Context(), ids)
		if err != nil {
			return nil, err
		}
		shown := map[string]*wire.Event{}
		for event, v := range found {
			if v.ArchivedAt != storeevents.Elsewhere {
				shown[event] = wire.EventAt(v, inventory.At(h.Now()))
			}
		}
		return shown, nil
	})
}

// shownElsewhere shows events of a list that live in other cells as these show them: what stands
// here of them has no figures. Those of a cell that does not answer stay without.
func shownElsewhere(ctx context.Context, h *Handlers, views []storeevents.EventView, items []*wire.Event) {
	if h.Elsewhere == nil {
		return
	}
	at, away := map[string]int{}, []string{}
	for i := range views {
		if views[i].ArchivedAt == storeevents.Elsewhere {
			at[views[i].Event.ID], away = i, append(away, views[i].Event.ID)
		}
	}
	if len(away) == 0 {
		return
	}
	h.Elsewhere.AskOf(ctx, away, askShown, peer.Each(func(shown map[string]*wire.Event) {
		for event, e := range shown {
			if i, asked := at[event]; asked && e != nil {
				items[i] = e
			}
		}
	}))
}
