package events

import (
	"errors"
	"slices"
	"strconv"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/question"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// CopyQuestions is the body that has dates of a series ask what one of them asks.
type CopyQuestions struct {
	SeriesFrom
	EventID string `json:"event_id,omitempty" maxLength:"64" doc:"Id of the event of the date whose questions the others take. Default: that of from, which must be there then." example:"evt_3k9q0a7c1v5m"`
}

// copyFollowingQuestions has dates ask what one of them asks, in the place of what they asked. It
// is another version of their questions, unless they ask it already.
func (h *Handlers) copyFollowingQuestions(c *access.Call, in *CopyQuestions) (*SeriesChanged, error) {
	if in.EventID == "" {
		in.EventID = in.From
	}
	p, list, err := h.following(c, &in.SeriesFrom, nil)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(p.all, func(v *events.EventView) bool { return v.Event.ID == in.EventID })
	if at < 0 {
		return nil, httpapi.Invalid(httpapi.FieldError{Field: "event_id", Code: "unknown", Message: "must be the event of a date of the series"})
	}
	source := p.all[at]
	asks, err := access.Questions(c.Context(), h.Store, in.EventID)
	if err != nil {
		return nil, err
	}
	if asks == nil {
		asks = &question.List{}
	}
	return h.each(p, list, func(v *events.EventView) (int64, error) {
		if v.Event.ID == in.EventID {
			return v.Event.Seq, nil
		}
		list, err := asksInstead(asks, source, v)
		if err != nil {
			return 0, err
		}
		text, err := list.Encode()
		if err != nil {
			return 0, err
		}
		_, err = h.Store.Questions.SetQuestions(organizations.WithBy(c.Context(), c.By()), v.Event.ID, text, len(list.Questions), nil, question.MaxVersions, inventory.At(h.Now()))
		switch {
		case errors.Is(err, database.ErrLimit):
			err = wire.KindQuestionsTooOften.Problem()
		case errors.Is(err, events.ErrArchived):
			err = access.KindArchived.Problem()
		}
		return v.Event.Seq, err
	})
}

// asksInstead is what a date asks that asks what another does: of its tiers of the same names, and
// answers can be changed until as long before its start.
func asksInstead(asks *question.List, source, v *events.EventView) (*question.List, error) {
	list := &question.List{EditableUntil: asks.EditableUntil, Questions: slices.Clone(asks.Questions)}
	if list.EditableUntil != 0 {
		list.EditableUntil += int64(v.Event.StartsAt - source.Event.StartsAt)
	}
	for i := range list.Questions {
		q := &list.Questions[i]
		q.Tiers = slices.Clone(q.Tiers)
		for j, tier := range q.Tiers {
			of := source.Tier(tier)
			at := -1
			if of != nil {
				at = slices.IndexFunc(v.Tiers, func(t inventory.Tier) bool { return t.Name == of.Name })
			}
			if at < 0 {
				return nil, httpapi.Invalid(httpapi.FieldError{Field: "questions[" + strconv.Itoa(i) + "].tiers", Code: "unknown", Message: "names a tier that this event does not have"})
			}
			q.Tiers[j] = v.Tiers[at].ID
		}
	}
	return list, nil
}
