package inventory

// Tick asks for nothing: it gives what is due the chance to happen.
type Tick struct{}

func (Tick) needs(*RequiredRows) {}

func (Tick) forecast(*forecast) {}

func (Tick) eventless() {}

func (Tick) decide(*decider) Outcome { return Outcome{} }
