package ledger

import (
	"cmp"
	"slices"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/store/audience"
	"github.com/holdfast-events/holdfast/internal/store/engine"
)

// answers writes what was answered with the commands of the batch.
func (wr *writer) answers(all []audience.Answered) {
	if len(all) == 0 {
		return
	}
	slices.SortFunc(all, func(a, b audience.Answered) int {
		return cmp.Or(cmp.Compare(a.ThingID, b.ThingID), cmp.Compare(a.Unit, b.Unit))
	})
	write(wr, audience.AnswersTable, audience.AnswersTable.Insert, len(all), func(i int) *audience.Answered { return &all[i] })
}

// uploads has the answers of the batch name the files that they have. One that does not wait for that
// any more undoes the batch: its commands are written one by one then, and that one is refused.
func (wr *writer) uploads(all []audience.UploadClaim) {
	for i := range all {
		text, args := all[i].Claim(wr.b.query.EventID)
		wr.claims = append(wr.claims, len(wr.steps))
		wr.steps = append(wr.steps, engine.Step{SQL: text, Args: args, Affected: &wr.claimed, Must: 1})
	}
}

// forgetAnswers deletes what was answered of a ticket that has gone to somebody else.
func (wr *writer) forgetAnswers(ticket string) {
	order, unit, ok := id.UnitOf(ticket)
	if !ok {
		return
	}
	event := wr.b.query.EventID
	for _, thing := range [...]string{"cast($2 as text)", "(select h.entry_id from holds h where h.event_id = $1 and h.id = $2)"} {
		wr.steps = append(wr.steps,
			engine.Step{SQL: "delete from answers where event_id = $1 and thing_id = " + thing + " and unit = $3", Args: []any{event, order, unit}},
			audience.Release(event, thing, order, unit))
	}
}
