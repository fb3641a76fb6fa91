package ledger

import (
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
)

// passSteps read the passes that commands of a batch show, or with which holds were
// taken: each with its lock, so that nobody leaves with one while something is taken with it.
func (b *Batch) passSteps(steps []engine.Step, entrants []int64) []engine.Step {
	for _, entrant := range entrants {
		if _, asked := b.Work.Passes[entrant]; asked {
			continue
		}
		pass := new(inventory.Pass) // of nobody, when there is none
		b.Work.Passes[entrant] = pass
		steps = append(steps, waitingrooms.PassStep(b.query.EventID, entrant-1, b.s.Guards().LockRow, pass))
	}
	return steps
}
