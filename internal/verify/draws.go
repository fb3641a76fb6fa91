package verify

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"math/bits"
	"slices"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/holdfast-events/holdfast/internal/draw"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/waitingrooms"
)

// Invariant 17 says that a draw is what docs/decisions/0079 describes. Roots, seed and places
// are computed here by code of its own; only the signature of the beacon is checked by the
// package that the server uses, since it is a standard.

// drawRecord is what the rows say of the draw of a waiting room.
type drawRecord struct {
	steps   []drawRow
	struck  map[int64]bool
	strikes tree // of those who were struck out
	sealed  tree // of those who joined before the seal
	// entered and enteredAt are of the last row of a first value, drew is who drew.
	entered   string
	enteredAt inventory.Instant
	drew      string
}

// drawRow is an audit row of a draw.
type drawRow struct {
	reason inventory.Reason
	at     inventory.Instant
}

// stepRow is a step of a draw, and the reason of its row.
type stepRow struct {
	reason inventory.Reason
	step   inventory.DrawStep
}

// drawOrder are the steps of a draw in their order.
var drawOrder = []stepRow{
	{inventory.ReasonDrawOpened, inventory.DrawOpened},
	{inventory.ReasonDrawSealed, inventory.DrawSealed},
	{inventory.ReasonDrawDrawn, inventory.DrawDrawn},
	{inventory.ReasonDrawServed, inventory.DrawServed},
	{inventory.ReasonDrawPlaced, inventory.DrawPlaced},
	{inventory.ReasonDrawClosed, inventory.DrawClosed},
}

// stepOf returns which step a row with a reason is, -1: it is none.
func stepOf(r inventory.Reason) int {
	return slices.IndexFunc(drawOrder, func(s stepRow) bool { return s.reason == r })
}

// drawnRow notes a row of a draw.
func (c *check) drawnRow(r *inventory.AuditRow) {
	if stepOf(r.Reason) >= 0 {
		c.draw.steps = append(c.draw.steps, drawRow{r.Reason, r.At})
	}
	switch r.Reason {
	case inventory.ReasonDrawValueEntered:
		c.draw.entered, c.draw.enteredAt = r.Actor, r.At
	case inventory.ReasonDrawDrawn:
		c.draw.drew = r.Actor
	}
}

// checkDraw checks the draw of the event, after the entrants of its waiting room were read.
func (c *check) checkDraw() {
	o := &c.event.Event.Settings.Onsale
	if c.checkDrawRows(o); o.Draw.Seal.At == 0 {
		return
	}
	c.checkSeal(o)
	c.checkMembers(o)
	if o.Draw.Result != (inventory.DrawValue{}) {
		c.checkBeacon(o)
	}
}

// joinedDraw adds an entrant to those who take part, by the time of joining.
func (c *check) joinedDraw(e *waitingrooms.RoomEntrant, leaf string) {
	if e.Class != 0 { // which would be served after everybody else
		c.fail(17, c.event.Event.ID, "entrant %d has class %d, and nobody has one", e.Index, e.Class)
	}
	if o := &c.event.Event.Settings.Onsale; o.Draws() && e.JoinedAt < o.SealsAt {
		c.draw.sealed.add(leaf)
	}
}

// checkDrawRows checks that each step was made once, in order, and not before its time.
func (c *check) checkDrawRows(o *inventory.Onsale) {
	event := c.event.Event.ID
	last := -1
	for _, r := range c.draw.steps {
		i := stepOf(r.reason)
		// Whatever is over is closed, however far it had come.
		if i != last+1 && (drawOrder[i].step != inventory.DrawClosed || last == i) {
			c.fail(17, event, "the draw has a row %q after %d steps", r.reason, last+1)
		}
		last = i
		early := false
		switch drawOrder[i].step {
		case inventory.DrawOpened:
			early = r.at < o.OpensAt
		case inventory.DrawSealed:
			early = r.at < o.SealsAt
			if r.at != o.Draw.Seal.At {
				c.fail(17, event, "the draw was sealed at %d, and its row is of %d", o.Draw.Seal.At, r.at)
			}
		case inventory.DrawDrawn:
			early = r.at < max(o.Draw.Seal.RoundAt, o.Draw.Seal.At+inventory.Instant(inventory.Minute))
			if r.at != o.Draw.Result.At {
				c.fail(17, event, "the draw was drawn at %d, and its row is of %d", o.Draw.Result.At, r.at)
			}
		case inventory.DrawServed, inventory.DrawPlaced:
			early = r.at < o.ServesAt
		}
		if drawOrder[i].step == inventory.DrawPlaced && o.Mode != inventory.OnsaleBallot {
			c.fail(17, event, "the draw has a row %q, and is not a ballot", r.reason)
		}
		if early {
			c.fail(17, event, "the row %q of the draw is too early, at %d", r.reason, r.at)
		}
	}
	step := inventory.DrawAnnounced
	if last >= 0 {
		step = drawOrder[last].step
	}
	if o.Draw.Step != step {
		c.fail(17, event, "the draw is %q, and by its rows %q", o.Draw.Step, step)
	}
}

// checkSeal checks what was fixed before anybody could know the beacon.
func (c *check) checkSeal(o *inventory.Onsale) {
	event, s := c.event.Event.ID, &o.Draw.Seal
	if got := c.draw.sealed.size; got != s.Entrants {
		c.fail(17, event, "the seal has %d entrants, and %d joined before it", s.Entrants, got)
	}
	if got := c.draw.sealed.root(); got != s.Root {
		c.fail(17, event, "the seal has the root %s, and the entrants have %s", s.Root, got)
	}
	if got := c.draw.strikes.size; got != s.Struck {
		c.fail(17, event, "the seal has %d who were struck out, and there are %d", s.Struck, got)
	}
	if got := c.draw.strikes.root(); got != s.StruckRoot {
		c.fail(17, event, "the seal has the root %s of those who were struck out, and they have %s", s.StruckRoot, got)
	}
	if o.Beacon.Kind == inventory.BeaconCeremony {
		if s.Round != 0 || s.RoundAt != 0 {
			c.fail(17, event, "the seal of a ceremony has round %d", s.Round)
		}
		return
	}
	earliest := s.At + inventory.Instant(inventory.Minute)
	switch {
	case s.RoundAt != roundTime(s.Round):
		c.fail(17, event, "round %d of the seal is not of the time that the seal says", s.Round)
	case s.RoundAt < earliest:
		c.fail(17, event, "round %d is less than 20 rounds after the seal", s.Round)
	case s.Round != o.Beacon.Round && roundTime(o.Beacon.Round) >= earliest:
		c.fail(17, event, "the seal has round %d, and %d was announced", s.Round, o.Beacon.Round)
	case o.Beacon.At != roundTime(o.Beacon.Round):
		c.fail(17, event, "round %d that was announced is not of the time that was", o.Beacon.Round)
	}
}

// roundTime returns when a round of quicknet is signed: one every three seconds, the first
// on August 23, 2023.
func roundTime(round int64) inventory.Instant {
	return inventory.Instant(1_692_803_367+3*(round-1)) * inventory.Instant(inventory.Second)
}

// checkBeacon checks where the seed comes from.
func (c *check) checkBeacon(o *inventory.Onsale) {
	event, s, r := c.event.Event.ID, &o.Draw.Seal, &o.Draw.Result
	beacon, err := hex.DecodeString(r.Signature)
	secret, errSecret := hex.DecodeString(r.Secret)
	if errors.Join(err, errSecret) != nil || hex.EncodeToString(beacon) != r.Signature {
		c.fail(17, event, "the beacon of the draw is not in hex")
		return
	}
	switch o.Beacon.Kind {
	case inventory.BeaconQuicknet:
		if err := draw.VerifyRound(uint64(s.Round), beacon); err != nil { //nolint:gosec // a wrong one is refused
			c.fail(17, event, "the signature is not that of round %d of quicknet", s.Round)
		}
	case inventory.BeaconCeremony:
		if sum := sha256.Sum256(secret); hex.EncodeToString(sum[:]) != o.Beacon.Commitment {
			c.fail(17, event, "the secret of the ceremony is not the one that was committed to")
		}
		if string(beacon) != string(secret)+r.Value || r.Value == "" {
			c.fail(17, event, "the beacon of the ceremony is not its secret and its value")
		}
	}
	if seed := seedOf(event, s, beacon); seed != r.Seed {
		c.fail(17, event, "the seed is %s, and %s follows from the seal and the beacon", r.Seed, seed)
	}
}

// checkMembers checks that a ceremony which takes two members had them: the first entered the
// value, and another one the same.
func (c *check) checkMembers(o *inventory.Onsale) {
	event, first := c.event.Event.ID, &o.Draw.First
	if first.Actor != c.draw.entered || first.At != c.draw.enteredAt {
		c.fail(17, event, "the first value of the ceremony is of %s at %d, and by its row of %s at %d", first.Actor, first.At, c.draw.entered, c.draw.enteredAt)
	}
	if o.Beacon.Members != 2 || o.Draw.Result.At == 0 {
		return
	}
	switch {
	case first.Actor == "":
		c.fail(17, event, "the ceremony takes two members, and one entered its value")
	case first.Actor == c.draw.drew:
		c.fail(17, event, "the ceremony takes two members, and both values are of %s", first.Actor)
	case first.Value != o.Draw.Result.Value:
		c.fail(17, event, "the members of the ceremony entered %q and %q", first.Value, o.Draw.Result.Value)
	}
}

// seedOf computes a seed.
func seedOf(event string, s *inventory.DrawSeal, beacon []byte) string {
	var text []byte
	long := func(n int64) { text = binary.BigEndian.AppendUint64(text, uint64(n)) } //nolint:gosec // never negative
	part := func(b []byte) {
		text = binary.BigEndian.AppendUint32(text, uint32(len(b))) //nolint:gosec // short
		text = append(text, b...)
	}
	root := func(h string) {
		b, _ := hex.DecodeString(h) // what is not a root was found by checkSeal
		text = append(text, b...)
	}
	part([]byte("holdfast/draw/v1"))
	part([]byte(event))
	long(s.Entrants)
	root(s.Root)
	root(s.StruckRoot)
	long(s.Round)
	part(beacon)
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// placeOf returns the place of an entrant, counted from 1; 0: it is not drawn.
func placeOf(o *inventory.Onsale, index int64) int64 {
	n := o.Draw.Seal.Entrants
	switch {
	case index < 0:
		return 0
	case !o.Draws(), o.Draw.Result.Seed != "" && (index >= n || n == 1):
		return index + 1
	}
	seed, err := hex.DecodeString(o.Draw.Result.Seed)
	if err != nil || len(seed) == 0 {
		return 0
	}
	digits := max(2, bits.Len64(uint64(n-1))) //nolint:gosec // at least 1
	half := (digits + 1) / 2
	at := uint64(index) //nolint:gosec // never negative
	for {
		left, right := at>>half, at%(1<<half)
		for r := range byte(10) {
			mac := hmac.New(sha256.New, seed)
			_, _ = mac.Write(binary.BigEndian.AppendUint64([]byte{r}, right)) // never fails
			left, right = right, left^binary.BigEndian.Uint64(mac.Sum(nil))%(1<<half)
		}
		if at = left<<half | right; at < uint64(n) { //nolint:gosec // at least 2
			return int64(at) + 1 //nolint:gosec // below n
		}
	}
}

// loadStrikes reads who was struck out of the draw.
func (c *check) loadStrikes() error {
	event, o := c.event.Event.ID, &c.event.Event.Settings.Onsale
	c.draw.struck = map[int64]bool{}
	return c.run.snapshot.RoomStrikes(event, func(s *waitingrooms.RoomStrike) error {
		leaf := draw.Strike{Index: s.Index, Reason: draw.Reason(s.Reason)}
		c.draw.struck[s.Index] = true
		c.draw.strikes.add(leaf.Text())
		if !o.Draws() || s.At >= o.SealsAt {
			c.fail(17, event, "entrant %d was struck out after the seal", s.Index)
		}
		return nil
	})
}

// tree is a Merkle tree of which the roots of the full subtrees are kept, the largest first.
type tree struct {
	size int64
	full []subtree
}

type subtree struct {
	height int
	hash   tlog.Hash
}

func (t *tree) add(text string) {
	t.size++
	s := subtree{0, sha256.Sum256(append([]byte{0}, text...))}
	for n := len(t.full); n > 0 && t.full[n-1].height == s.height; n-- {
		s = subtree{s.height + 1, inner(t.full[n-1].hash, s.hash)}
		t.full = t.full[:n-1]
	}
	t.full = append(t.full, s)
}

func inner(left, right tlog.Hash) tlog.Hash {
	return sha256.Sum256(slices.Concat([]byte{1}, left[:], right[:]))
}

// root returns the root in hex, as RFC 9162 has it.
func (t *tree) root() string {
	h := tlog.Hash(sha256.Sum256(nil))
	for i, s := range slices.Backward(t.full) {
		if h = inner(s.hash, h); i == len(t.full)-1 {
			h = s.hash
		}
	}
	return hex.EncodeToString(h[:])
}
