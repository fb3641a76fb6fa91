package inventorytest

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"

	"github.com/holdfast-events/holdfast/internal/inventory"
)

// Of quicknet, in seconds.
const (
	quicknetGenesis = 1_692_803_367
	quicknetPeriod  = 3
)

// drawSecret is that of all ceremonies that are made.
const drawSecret = "what was in the envelope"

// draw makes a waiting room one whose order is drawn, or a ballot.
func (g *Generator) draw(o *inventory.Onsale) {
	if g.Intn(3) == 0 {
		defer func() {
			o.Mode, o.Identity, o.Inside, o.Admission = inventory.OnsaleBallot, inventory.OnsaleAccount, 0, 0
		}()
	}
	minutes := func(least, more int) inventory.Instant {
		return inventory.Instant(least+g.Intn(more)) * inventory.Instant(inventory.Minute)
	}
	o.Mode, o.SealsAt = inventory.OnsaleDraw, o.OpensAt+minutes(1, 60)
	o.ServesAt = o.SealsAt + minutes(4, 30)
	if g.Intn(4) == 0 {
		const period = inventory.Instant(quicknetPeriod * inventory.Second)
		genesis := inventory.Instant(quicknetGenesis * inventory.Second)
		o.Beacon = inventory.OnsaleBeacon{Kind: inventory.BeaconQuicknet, Round: int64((o.SealsAt-genesis)/period) + 40}
		o.Beacon.At = genesis + inventory.Instant(o.Beacon.Round-1)*period
		return
	}
	commitment := sha256.Sum256([]byte(drawSecret))
	o.Beacon = inventory.OnsaleBeacon{Kind: inventory.BeaconCeremony, Commitment: hex.EncodeToString(commitment[:]), Source: "the lottery of that evening", Members: int64(2 - g.Intn(2))}
}

// drawMoves reports whether a draw comes a step further next: only where there is one, so
// that events without one have the history that they would have anyway.
func (g *Generator) drawMoves(k Known) bool {
	o := &k.Event.Settings.Onsale
	if !o.Draws() || o.Draw.Step == inventory.DrawClosed {
		return false
	}
	before := g.Intn
	defer func() { g.Intn = before }()
	g.use("draw moves")
	return g.Intn(8) == 0
}

// advanceDraw makes mostly the step that comes next. Nobody has joined, and nobody can sign
// a round of quicknet.
func (g *Generator) advanceDraw(k Known) inventory.AdvanceDraw {
	before := g.Intn
	defer func() { g.Intn = before }()
	g.use("advance-draw")
	steps := [...]inventory.DrawStep{inventory.DrawOpened, inventory.DrawSealed, inventory.DrawDrawn, inventory.DrawServed, inventory.DrawPlaced, inventory.DrawClosed}
	next, _, ok := k.Event.DrawDue(k.Event.Clock)
	if !ok || g.Intn(5) == 0 {
		next = steps[g.Intn(len(steps))]
	}
	c := inventory.AdvanceDraw{Who: inventory.Who{Actor: "system"}, To: next}
	value := "4 8 15"
	if next == inventory.DrawDrawn && k.Event.Settings.Onsale.Beacon.Members == 2 {
		c.Actor = [...]string{"mem_ada", "mem_ben", "mem_cyn"}[g.Intn(3)]
		if g.Intn(4) == 0 {
			value = "4 8 16"
		}
	}
	o := &k.Event.Settings.Onsale
	empty := sha256.Sum256(nil)
	switch root := hex.EncodeToString(empty[:]); next {
	case inventory.DrawSealed:
		c.Seal = inventory.DrawSeal{Root: root, StruckRoot: root, Round: o.Beacon.Round, RoundAt: o.Beacon.At}
	case inventory.DrawDrawn:
		beacon := append([]byte(drawSecret), value...)
		if o.Beacon.Kind == inventory.BeaconQuicknet {
			beacon = nil
		}
		seed := drawSeed(k.Event.ID, empty[:], beacon)
		c.Result = inventory.DrawValue{
			Signature: hex.EncodeToString(beacon), Secret: hex.EncodeToString([]byte(drawSecret)), Value: value, Seed: hex.EncodeToString(seed[:]),
		}
	}
	return c
}

// drawSeed is the seed of a draw of a ceremony in which nobody took part.
func drawSeed(event string, root, beacon []byte) [sha256.Size]byte {
	var text []byte
	prefixed := func(part []byte) {
		text = binary.BigEndian.AppendUint32(text, uint32(len(part))) //nolint:gosec // short
		text = append(text, part...)
	}
	prefixed([]byte("holdfast/draw/v1"))
	prefixed([]byte(event))
	text = binary.BigEndian.AppendUint64(text, 0)
	text = append(append(text, root...), root...)
	text = binary.BigEndian.AppendUint64(text, 0)
	prefixed(beacon)
	return sha256.Sum256(text)
}

// advanceDraw: one step after the other, each from its own time on.
func (m *Model) advanceDraw(c inventory.AdvanceDraw) inventory.Outcome {
	o := &m.event.Settings.Onsale
	minute := inventory.Instant(inventory.Minute)
	over := o.Closed || m.event.Status == inventory.Cancelled || m.now >= m.event.RegistrationEnds()
	quicknet := o.Beacon.Kind == inventory.BeaconQuicknet
	may := false
	if m.event.Status == inventory.Postponed {
		return inventory.Outcome{Code: inventory.DrawNotDue}
	}
	switch was := o.Draw.Step; c.To {
	case inventory.DrawOpened:
		may = was == "" && m.now >= o.OpensAt
	case inventory.DrawSealed:
		c.Seal.At = m.now
		may = was == "opened" && m.now >= o.SealsAt && (!quicknet || c.Seal.RoundAt-m.now >= minute)
	case inventory.DrawDrawn:
		c.Result.At = m.now
		may = was == "sealed" && !quicknet && m.now-o.Draw.Seal.At >= minute
	case inventory.DrawServed:
		may = was == "drawn" && m.now >= o.ServesAt
	case inventory.DrawPlaced:
		may = was == "served" && o.Mode == "ballot"
	case inventory.DrawClosed:
		may, over = over && was != "closed", false
	}
	if o.Mode != "draw" && o.Mode != "ballot" || over || !may {
		return refuse(inventory.DrawNotDue)
	}
	if c.To == inventory.DrawDrawn && o.Beacon.Members == 2 {
		// Two members have to say the same, one after the other.
		before := o.Draw.First
		o.Draw.First = inventory.DrawFirst{At: m.now, Actor: c.Actor, Value: c.Result.Value}
		if before.Actor == "" || before.Actor == c.Actor || before.Value != c.Result.Value {
			return inventory.Outcome{Status: "sealed"}
		}
		o.Draw.First = before
	}
	o.Draw.Step = c.To
	switch c.To {
	case inventory.DrawSealed:
		o.Draw.Seal = c.Seal
	case inventory.DrawDrawn:
		o.Draw.Result = c.Result
	case inventory.DrawClosed:
		if !o.Closed {
			o.Closed, o.ClosedAt = true, m.now
		}
	}
	return inventory.Outcome{Status: string(c.To)}
}
