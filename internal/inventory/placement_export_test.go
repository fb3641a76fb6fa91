package inventory

// ReasonMoved is what a row says with which the tests move an entry.
const ReasonMoved Reason = "moved"

// Allowed for the tests alone: no command of this version moves anybody.
var _ = func() bool {
	legalEntries[step{"waiting", "waiting", ReasonMoved}] = true
	return true
}()

// Move is a command of the tests: it moves a waiting entry to the end of the lane of a
// class, as if it had joined By earlier than now.
type Move struct {
	Who
	EntryID string
	Class   int
	By      Micros
}

func (c Move) needs(n *RequiredRows) { n.EntryIDs = append(n.EntryIDs, c.EntryID) }

func (c Move) forecast(f *forecast) { f.entry(f.w.Entries[c.EntryID]) }

func (c Move) decide(d *decider) Outcome {
	e := d.w.Entries[c.EntryID]
	if e == nil || e.State != EntryWaiting {
		return Outcome{Code: NotFound}
	}
	d.moveTo(e, d.queueOf(d.tiers[e.Tier], c.Class), int64(d.now)-int64(c.By), c.Actor, ReasonMoved)
	return Outcome{Status: string(e.State), EntryID: e.ID, Units: e.Units}
}
