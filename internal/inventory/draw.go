package inventory

import (
	"crypto/sha256"
	"encoding/hex"
)

// A BeaconKind is where the number comes from that nobody can know before a draw is sealed.
type BeaconKind string

const (
	// BeaconQuicknet is a round of drand's network of that name.
	BeaconQuicknet BeaconKind = "drand-quicknet"
	// BeaconCeremony is a secret that was committed to, and the value of a public source.
	BeaconCeremony BeaconKind = "ceremony"
)

// Bounds of a draw.
const (
	// BeaconAfterSeal is how long after the seal the beacon comes at the earliest: 20
	// rounds of quicknet.
	BeaconAfterSeal = Minute
	// SealWithin is how long the server has for writing the seal, before another round than
	// the one that was announced is taken.
	SealWithin = 30 * Second
	// MinJoinBeforeSeal is how long people can join before the seal.
	MinJoinBeforeSeal = 10 * Second
	// MaxBeaconSource and MaxBeaconValue bound the texts of a ceremony, in bytes.
	MaxBeaconSource = 500
	MaxBeaconValue  = 500
)

// OnsaleBeacon is what the order of a draw is to come from.
type OnsaleBeacon struct {
	Kind BeaconKind `json:"kind,omitempty"`
	// Round is that of quicknet, At when it is signed.
	Round int64   `json:"round,omitempty"`
	At    Instant `json:"at,omitempty"`
	// Commitment is the SHA-256 of the secret of a ceremony in hex, Source what its value
	// is taken from.
	Commitment string `json:"commitment,omitempty"`
	Source     string `json:"source,omitempty"`
	// Members is how many enter the value of a ceremony: 1, or 2, of whom the second makes it
	// count by entering the same. 0 of others.
	Members int64 `json:"members,omitempty"`
}

// A DrawStep is how far the draw of a waiting room has come.
type DrawStep string

// Steps of a draw, in their order. Each is an audit row.
const (
	DrawAnnounced DrawStep = ""
	DrawOpened    DrawStep = "opened"
	DrawSealed    DrawStep = "sealed"
	DrawDrawn     DrawStep = "drawn"
	DrawServed    DrawStep = "served"
	// DrawPlaced is that of a ballot: everybody who takes part is on the waitlist.
	DrawPlaced DrawStep = "placed"
	DrawClosed DrawStep = "closed"
)

// OnsaleDrawState is how far a draw has come, with what was fixed on the way.
type OnsaleDrawState struct {
	Step DrawStep `json:"step,omitempty"`
	Seal DrawSeal `json:"seal,omitzero"`
	// First is what the first of two members has entered.
	First  DrawFirst `json:"first,omitzero"`
	Result DrawValue `json:"result,omitzero"`
}

// DrawFirst is what a member has entered as the value of a ceremony that takes two. The draw
// is drawn once another member enters the same; another value begins anew.
type DrawFirst struct {
	At    Instant `json:"at,omitempty"`
	Actor string  `json:"actor,omitempty"` // see AuditRow.Actor
	Value string  `json:"value,omitempty"`
}

// By reports whether that somebody enters a value leaves it as it was.
func (f *DrawFirst) By(actor, value string) bool { return f.Actor == actor && f.Value == value }

// seconded reports whether a value that somebody enters makes the draw.
func (o *Onsale) seconded(actor, value string) bool {
	first := &o.Draw.First
	return o.Beacon.Members != 2 || first.Value == value && first.Actor != actor
}

// DrawSeal is what was fixed before anybody could know the beacon. Hashes are in hex.
type DrawSeal struct {
	At         Instant `json:"at,omitempty"`
	Entrants   int64   `json:"entrants,omitempty"` // those with an index below it
	Root       string  `json:"root,omitempty"`     // of the tree of them
	Struck     int64   `json:"struck,omitempty"`
	StruckRoot string  `json:"struck_root,omitempty"`
	// Round is that of the beacon, RoundAt when it is signed: as announced, or a later one
	// when the seal was late. Both are 0 for a ceremony.
	Round   int64   `json:"round,omitempty"`
	RoundAt Instant `json:"round_at,omitempty"`
}

// DrawValue is what the order follows from, in hex where it is bytes.
type DrawValue struct {
	At        Instant `json:"at,omitempty"`
	Signature string  `json:"signature,omitempty"` // of the round, or secret and value
	Secret    string  `json:"secret,omitempty"`    // of a ceremony
	Value     string  `json:"value,omitempty"`     // of a ceremony
	Seed      string  `json:"seed,omitempty"`
}

// drawWrong names the first field of a draw that is out of range, "" when none is.
func (o *Onsale) drawWrong() string {
	b := &o.Beacon
	if !o.Draws() {
		switch {
		case o.SealsAt != 0:
			return "seals_at"
		case *b != OnsaleBeacon{}:
			return "beacon"
		}
		return ""
	}
	quicknet, ceremony := b.Kind == BeaconQuicknet, b.Kind == BeaconCeremony
	switch {
	case o.SealsAt-o.OpensAt < Instant(MinJoinBeforeSeal):
		return "seals_at"
	case o.ServesAt-o.SealsAt < Instant(BeaconAfterSeal+SealWithin):
		return "serves_at"
	case !quicknet && !ceremony:
		return "beacon.kind"
	case quicknet && (b.Round <= 0 || b.At-o.SealsAt < Instant(BeaconAfterSeal+SealWithin) || b.At > o.ServesAt), ceremony && (b.Round != 0 || b.At != 0):
		return "beacon.round"
	case quicknet && b.Commitment != "", ceremony && !isHash(b.Commitment):
		return "beacon.commitment"
	case quicknet && b.Members != 0, ceremony && b.Members != 1 && b.Members != 2:
		return "beacon.members"
	case quicknet && b.Source != "", ceremony && (b.Source == "" || len(b.Source) > MaxBeaconSource):
		return "beacon.source"
	}
	return ""
}

// isHash reports whether text is a SHA-256 in lower-case hex.
func isHash(text string) bool {
	b, err := hex.DecodeString(text)
	return err == nil && len(b) == sha256.Size && hex.EncodeToString(b) == text
}

// DrawDue returns the next step of the draw of the event, as it is seen at now, and from
// when on it can be made; ok is false when there is none. To be sealed, drawn and placed take
// more than the time.
func (e *Event) DrawDue(now Instant) (next DrawStep, at Instant, ok bool) {
	o := &e.Settings.Onsale
	ends := e.RegistrationEnds()
	switch {
	case !o.Draws() || o.Draw.Step == DrawClosed:
		return "", 0, false
	case e.Status == Postponed: // it rests
		return "", 0, false
	case o.Closed || e.Status == Cancelled:
		return DrawClosed, min(now, ends), true
	case now >= ends: // nothing is made up for any more
		return DrawClosed, ends, true
	}
	step, from := DrawClosed, ends
	switch o.Draw.Step {
	case DrawAnnounced:
		step, from = DrawOpened, o.OpensAt
	case DrawOpened:
		step, from = DrawSealed, o.SealsAt
	case DrawSealed:
		step, from = DrawDrawn, max(o.Draw.Seal.RoundAt, o.Draw.Seal.At+Instant(BeaconAfterSeal))
	case DrawDrawn:
		step, from = DrawServed, o.ServesAt
	case DrawServed:
		if o.Mode == OnsaleBallot {
			step, from = DrawPlaced, o.ServesAt
		}
	}
	if from < ends {
		return step, from, true
	}
	return DrawClosed, ends, true
}

// drawDueAt is Event.DrawDueAt.
func (e *Event) drawDueAt(now Instant) Instant {
	_, at, ok := e.DrawDue(now)
	if !ok {
		return 0
	}
	return at
}
