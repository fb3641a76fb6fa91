package messages

import (
	"errors"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// AutomaticAnnouncement is a reminder, or an announced change of the event.
type AutomaticAnnouncement struct {
	ID     string           `json:"id"`
	Kind   string           `json:"kind" enum:"reminder,event_changed,event_postponed,event_cancelled,new_event,feedback" doc:"feedback asks guests how the event was. new_event goes to the organization's followers. event_cancelled goes to people with a transferred ticket; others get a message about their own order or entry."`
	Offset int64            `json:"offset_seconds,omitempty" doc:"Of a reminder: how long before the start. Of a question how the event was: how long after the end."`
	DueAt  time.Time        `json:"due_at"`
	State  string           `json:"state" enum:"planned,sending,done,missed,void" doc:"missed: it was due before it was planned, or the event did not take place. void: a later change replaced it."`
	Made   int64            `json:"made" doc:"Number of deliveries made so far."`
	Counts map[string]int64 `json:"deliveries" doc:"Number of deliveries by state."`
}

// AutomaticAnnouncementList is the automatic announcements of an event.
type AutomaticAnnouncementList struct {
	Items []AutomaticAnnouncement `json:"items" doc:"In the order in which they are due."`
}

func (h *Handlers) listAutomatic(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*AutomaticAnnouncementList, error) {
	list, err := h.Store.Announcements.Automatic(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	out := &AutomaticAnnouncementList{Items: []AutomaticAnnouncement{}}
	for i := range list {
		n := AutomaticAnnouncement{ID: list[i].ID, Kind: list[i].Kind, Offset: list[i].Offset, DueAt: list[i].DueAt.Time(), State: list[i].State, Made: list[i].Made, Counts: map[string]int64{}}
		if n.ID == messages.CancellationID {
			n.Kind = string(inventory.MsgEventCancelled)
		}
		if n.Made > 0 {
			counts, err := h.Store.Deliveries.CountDeliveries(c.Context(), k.EventID, n.ID)
			if err != nil {
				return nil, err
			}
			for _, v := range counts {
				n.Counts[v.State] += v.Count
			}
		}
		out.Items = append(out.Items, n)
	}
	return out, nil
}

// DeliveryName names a delivery.
type DeliveryName struct {
	EventID string `json:"event_id" minLength:"1" maxLength:"40"`
	Message string `json:"message" minLength:"1" maxLength:"80"`
	Channel string `json:"channel" enum:"mail,sms,push"`
}

// DeadLetter is a delivery that failed or bounced.
type DeadLetter struct {
	DeliveryName
	PersonID string    `json:"person_id"`
	Kind     string    `json:"kind"`
	State    string    `json:"state" enum:"failed,bounced"`
	Reason   string    `json:"reason" doc:"The provider's answer, without addresses."`
	Attempts int64     `json:"attempts"`
	MadeAt   time.Time `json:"created_at"`
	EndedAt  time.Time `json:"ended_at"`
}

// DeadLetterList is a page of dead letters.
type DeadLetterList struct {
	httpapi.List[DeadLetter] `doc:"The latest first."`
}

func (h *Handlers) listDeadLetters(c *access.Call, _ *httpapi.None) (*DeadLetterList, error) {
	list, err := httpapi.ReadList(&c.Request, "dead letters "+c.Caller.OrgID,
		func(after messages.DeadCursor, limit int) ([]messages.Delivery, error) {
			return h.Store.Deliveries.DeadLetters(c.Context(), c.Caller.OrgID, after, limit)
		},
		func(r *messages.Delivery) messages.DeadCursor {
			return messages.DeadCursor{EndedAt: int64(r.EndedAt), EventID: r.EventID, Message: r.Message, Channel: r.Channel}
		}, deadLetterOf)
	return &DeadLetterList{list}, err
}

func deadLetterOf(d *messages.Delivery) DeadLetter {
	return DeadLetter{
		DeliveryName: DeliveryName{d.EventID, d.Message, d.Channel}, PersonID: d.PersonID, Kind: string(d.Kind), State: d.State,
		Reason: d.Answer, Attempts: d.Attempts, MadeAt: d.CreatedAt.Time(), EndedAt: d.EndedAt.Time(),
	}
}

// LetterReplayed answers a replay.
type LetterReplayed struct {
	DeliveryName
	State string `json:"state" enum:"queued"`
}

func (h *Handlers) replayDeadLetter(c *access.Call, in *DeliveryName) (*LetterReplayed, error) {
	if !id.Valid(in.EventID, id.Event) {
		return nil, database.ErrNotFound
	}
	_, err := h.Store.Deliveries.ReplayDelivery(c.Context(), c.Caller.OrgID, in.EventID, in.Message, in.Channel)
	if errors.Is(err, database.ErrStale) {
		return nil, kindNotDead.Problem()
	}
	if err != nil {
		return nil, err
	}
	return &LetterReplayed{*in, messages.DeliveryQueued}, nil
}
