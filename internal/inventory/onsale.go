package inventory

// OnsaleMode says how an event is sold when many come at once.
type OnsaleMode string

const (
	// OnsaleOpen has no waiting room: whoever comes is served.
	OnsaleOpen OnsaleMode = ""
	// OnsaleQueue has one that is served in the order of arrival.
	OnsaleQueue OnsaleMode = "queue"
	// OnsaleDraw has one that is served in an order by chance, for those who joined before the
	// seal; whoever joins later stands behind them, in the order of arrival.
	OnsaleDraw OnsaleMode = "draw"
	// OnsaleBallot draws too, and lets nobody in: those who joined before the seal have said
	// what they want, and in the order by chance they are put on the waitlist, which is
	// offered what there is.
	OnsaleBallot OnsaleMode = "ballot"
)

// OnsaleIdentity says of whom a waiting room has one entrant.
type OnsaleIdentity string

const (
	// OnsaleAccount wants who joins to be signed in: one place for each address that is
	// known to reach them.
	OnsaleAccount OnsaleIdentity = "account"
	// OnsaleNobody asks nobody who they are.
	OnsaleNobody OnsaleIdentity = "none"
)

// OnsaleChallenge says when those of whom nothing is known are asked for a proof of work.
type OnsaleChallenge string

const (
	// ChallengeAuto asks people who join the waiting room while the server is busy.
	ChallengeAuto OnsaleChallenge = ""
	// ChallengeOff asks nobody.
	ChallengeOff OnsaleChallenge = "off"
	// ChallengeAlways asks whoever joins the waiting room, takes a place without a pass of it,
	// or waits for one.
	ChallengeAlways OnsaleChallenge = "always"
)

// Bounds of a waiting room.
const (
	MaxOnsaleInside    = 100_000
	MinOnsaleAdmission = Minute
	MaxOnsaleAdmission = 2 * Hour
	MaxOnsalePerMinute = 1_000_000
	MaxSlotMinutes     = 24 * 60
	MaxSlotPeople      = 1_000_000
	// MaxOnsaleWait is the longest time from opening a waiting room to serving it.
	MaxOnsaleWait = 14 * Day
)

// Onsale is the waiting room of an event. Its terms do not change once it has opened; what
// an organizer steers it with does. Its zero value has none.
type Onsale struct {
	Mode     OnsaleMode     `json:"mode,omitempty"`
	Identity OnsaleIdentity `json:"identity,omitempty"`
	// OpensAt is when people may join, ServesAt when the first are called.
	OpensAt  Instant `json:"opens_at,omitempty"`
	ServesAt Instant `json:"serves_at,omitempty"`
	// SealsAt is until when people join a draw, Beacon what its order comes from; both are
	// zero for a queue.
	SealsAt Instant      `json:"seals_at,omitempty"`
	Beacon  OnsaleBeacon `json:"beacon,omitzero"`
	// Inside is how many may be inside at once, Admission for how long a pass is good.
	Inside    int64  `json:"max_inside,omitempty"`
	Admission Micros `json:"admission,omitempty"`
	// Slots has people of a draw come in portions, by place.
	Slots OnsaleSlots `json:"slots,omitzero"`

	// Paused calls nobody, PerMinute bounds how many are called in a minute; 0: no bound.
	Paused    bool  `json:"paused,omitempty"`
	PerMinute int64 `json:"per_minute,omitempty"`
	// Challenge is also that of an event without a waiting room. No decision reads it.
	Challenge OnsaleChallenge `json:"challenge,omitempty"`
	// Closed ends the waiting room for good: from then on whoever comes is served.
	Closed bool `json:"closed,omitempty"`
	// ClosedAt is when it was closed: a decision notes it.
	ClosedAt Instant `json:"closed_at,omitempty"`

	// Draw is how far the draw has come. AdvanceDraw moves it, and nothing else does.
	Draw OnsaleDrawState `json:"draw,omitzero"`
}

// OnsaleSlots are the time slots of a draw: so many people at once, and as many more each time
// so many minutes have gone by. Its zero value has none.
type OnsaleSlots struct {
	Minutes int64 `json:"minutes"`
	People  int64 `json:"people"`
}

// Start returns when the slot of a place begins, counted from 1, in a waiting room that serves
// from a time on, which is that time without slots. Nobody comes in before that; afterwards a
// place stays good.
func (s OnsaleSlots) Start(serves Instant, place int64) Instant {
	if s.People < 1 || place < 1 {
		return serves
	}
	return serves + Instant((place-1)/s.People*s.Minutes)*Instant(Minute)
}

// Begun returns up to which place slots have begun: all of them without slots.
func (s OnsaleSlots) Begun(serves, now Instant) (place int64) {
	switch {
	case s.People < 1 || s.Minutes < 1:
		return 1<<63 - 1
	case now < serves:
		return 0
	}
	return (int64(now-serves)/(s.Minutes*int64(Minute)) + 1) * s.People
}

// slotsWrong names the first field of the slots that is out of range, "" when none is.
func (o *Onsale) slotsWrong() string {
	switch s := o.Slots; {
	case s == (OnsaleSlots{}):
		return ""
	case o.Mode != OnsaleDraw:
		return "slots"
	case s.Minutes < 1 || s.Minutes > MaxSlotMinutes:
		return "slots.minutes"
	case s.People < 1 || s.People > MaxSlotPeople:
		return "slots.people"
	}
	return ""
}

// Draws reports whether its order is by chance.
func (o *Onsale) Draws() bool { return o.Mode == OnsaleDraw || o.Mode == OnsaleBallot }

// Opened reports whether people could join by now: from then on its terms stand.
func (o *Onsale) Opened(now Instant) bool {
	// A draw that has begun stands, also when the clock was set back since.
	return o.Mode != OnsaleOpen && (now >= o.OpensAt || o.Draw.Step != DrawAnnounced)
}

// Guards reports whether nobody takes part without a pass.
func (o *Onsale) Guards(now Instant) bool { return o.Opened(now) && !o.Closed }

// terms is o without what an organizer steers it with, and what became of it.
func (o Onsale) terms() Onsale {
	o.Paused, o.PerMinute, o.Challenge, o.Closed, o.ClosedAt, o.Draw = false, 0, ChallengeAuto, false, 0, OnsaleDrawState{}
	return o
}

// wrong names the first field that is out of range, "" when none is.
func (o *Onsale) wrong(ends Instant) string {
	switch {
	case o.Challenge != ChallengeAuto && o.Challenge != ChallengeOff && o.Challenge != ChallengeAlways:
		return "challenge"
	case o.Mode == OnsaleOpen:
		if *o != (Onsale{Challenge: o.Challenge}) {
			return "mode"
		}
	case o.Mode != OnsaleQueue && !o.Draws():
		return "mode"
	case o.Identity != OnsaleAccount && o.Identity != OnsaleNobody, o.Mode == OnsaleBallot && o.Identity != OnsaleAccount:
		return "identity"
	case o.OpensAt <= 0 || o.OpensAt >= ends:
		return "opens_at"
	case o.ServesAt < o.OpensAt || o.ServesAt >= ends || o.ServesAt-o.OpensAt > Instant(MaxOnsaleWait):
		return "serves_at"
	case o.drawWrong() != "":
		return o.drawWrong()
	case o.slotsWrong() != "":
		return o.slotsWrong()
	case o.Mode == OnsaleBallot:
		return o.ballotWrong()
	case o.Inside < 1 || o.Inside > MaxOnsaleInside:
		return "max_inside"
	case o.Admission < MinOnsaleAdmission || o.Admission > MaxOnsaleAdmission:
		return "admission_seconds"
	case o.PerMinute < 0 || o.PerMinute > MaxOnsalePerMinute:
		return "per_minute"
	}
	return ""
}

// ballotWrong names the first field that a ballot does not have: nobody comes in.
func (o *Onsale) ballotWrong() string {
	switch {
	case o.Inside != 0:
		return "max_inside"
	case o.Admission != 0:
		return "admission_seconds"
	case o.PerMinute != 0:
		return "per_minute"
	}
	return ""
}

// moves refuses what may not become of a waiting room by now, and notes when it closes. A
// time that is over means now: nobody was asked for a pass before.
func (o *Onsale) moves(to *Onsale, now Instant) Outcome {
	switch {
	case !o.Opened(now):
		if to.Closed {
			return Outcome{Code: InvalidSettings, Field: "closed"}
		}
		if to.Mode != OnsaleOpen && to.OpensAt < now {
			to.OpensAt, to.ServesAt = now, max(to.ServesAt, now)
			if field := to.drawWrong(); field != "" {
				return Outcome{Code: InvalidSettings, Field: field}
			}
		}
	case o.terms() != to.terms() || o.Closed && !to.Closed:
		return Outcome{Code: OnsaleFrozen, Field: "mode"}
	}
	if to.ClosedAt = o.ClosedAt; to.Closed && !o.Closed {
		to.ClosedAt = now
	}
	return Outcome{}
}
