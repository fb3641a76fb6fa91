package registrations

import (
	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/audience"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

func (h *Handlers) getEntry(c *access.Call, _ *httpapi.None) (*wire.Entry, error) {
	k, v, err := c.Entry(c.Param("entry_id"))
	if err != nil {
		return nil, err
	}
	return h.Reader.EntryOf(c, k, v)
}

func leaveWaitlist(c *access.Call, _ *httpapi.None) (*wire.Ended, error) {
	k, v, err := c.Entry(c.Param("entry_id"))
	if err != nil {
		return nil, err
	}
	reply, err := c.Submit(k.EventID, inventory.Leave{Who: c.Who(), EntryID: v.Entry.ID}, nil)
	if err != nil {
		return nil, err
	}
	return &wire.Ended{Status: wire.StateOr(reply.Status, string(inventory.EntryLeft)), LedgerSeq: reply.Seq}, nil
}

// WaitingEntry is an entry that waits, with what was answered to the questions of the event.
type WaitingEntry struct {
	*wire.Entry
	Answers *[]wire.Answer `json:"answers,omitempty" doc:"To the questions of the event. Absent to those who may not read answers."`
}

// EntryList is a page of the waitlist.
type EntryList struct {
	httpapi.List[WaitingEntry] `doc:"In the order of the waitlist."`
}

func (h *Handlers) listWaitlist(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*EntryList, error) {
	tier := c.Query.Get("tier_id")
	if tier == "" {
		tier = k.DefaultTier
	}
	if !k.HasTier(tier) {
		return nil, httpapi.Invalid(httpapi.FieldError{Field: "tier_id", Code: "unknown", Message: "is not a tier of this event"})
	}
	views, next, err := httpapi.Page(&c.Request, "waitlist "+k.EventID+" "+tier,
		func(after events.WaitlistCursor, limit int) ([]events.RegistrationView, error) {
			return h.Store.Waitlist.WaitlistPage(c.Context(), k.EventID, tier, after, limit)
		},
		func(v *events.RegistrationView) events.WaitlistCursor {
			return events.WaitlistCursor{Rank: v.Entry.Rank, JoinNo: v.Entry.JoinNo}
		})
	if err != nil {
		return nil, err
	}
	var answers [][]wire.Answer
	shown := c.Caller.Authorize(identity.ReadAllAnswers, k.Resource()) == nil
	if shown {
		if answers, err = h.answersOf(c, k, views); err != nil {
			return nil, err
		}
	}
	out := &EntryList{httpapi.NewList([]WaitingEntry{}, next)}
	entries := make([]*wire.Entry, len(views))
	var place int64
	for i := range views {
		if i == 0 {
			// The rest of the page follows the first; only one place is read.
			if place, _, err = h.Store.Waitlist.Place(c.Context(), k.EventID, views[0].Entry); err != nil {
				return nil, err
			}
		}
		e := wire.EntryWithoutPlace(k, &views[i])
		if place > 0 {
			e.Position = place + int64(i)
		}
		entries[i] = e
		item := WaitingEntry{Entry: e}
		if shown {
			item.Answers = &answers[i]
		}
		out.Items = append(out.Items, item)
	}
	return out, h.Reader.ShowSources(c, k.EventID, nil, entries)
}

// answersOf are what was answered with entries, in their order.
func (h *Handlers) answersOf(c *access.Call, k *access.EventSummary, views []events.RegistrationView) ([][]wire.Answer, error) {
	ids := make([]string, len(views))
	for i := range views {
		ids[i] = views[i].Entry.ID
	}
	found, err := h.Store.Questions.Answers(c.Context(), k.EventID, ids)
	if err != nil {
		return nil, err
	}
	var rows []audience.Answered
	for _, id := range ids {
		rows = append(rows, found[id]...)
	}
	lists, err := h.Reader.Lists(c, k.EventID, rows...)
	if err != nil {
		return nil, err
	}
	answers := make([][]wire.Answer, len(ids))
	for i, id := range ids {
		if answers[i], err = wire.AnswersOf(lists, found[id]); err != nil {
			return nil, err
		}
	}
	return answers, nil
}
