package inventory

// Decide applies what is due and then each command in order, promotes the line
// wherever units came free, and says what must be written. st and w are changed
// in place; if the changes are not committed, both must be thrown away.
func Decide(st *State, w *Work, b Batch) Result { panic("being built") }

// HeadsWanted says how many entries from the head of each lane must be loaded
// so that the batch can promote: none while nothing can come free, and never
// more than MaxPromotions + PassReach. It is called when everything else is loaded.
func HeadsWanted(st *State, w *Work, b Batch) map[LaneKey]int { panic("being built") }

// SweepWanted says what must be loaded to go on closing down the line or the
// event; ok is false when there is nothing to close.
func SweepWanted(st *State, b Batch) (s Sweep, ok bool) { panic("being built") }

// ClaimWindow returns when the window of an offer opened at now starts and ends.
func ClaimWindow(e *Event, now Instant) (starts, ends Instant) { panic("being built") }
