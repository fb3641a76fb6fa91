package waitroom

import (
	"encoding/hex"
	"fmt"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/holdfast-events/holdfast/internal/draw"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/merkle"
)

// TermsOf returns the terms of the waiting room of an event; ok is false when it has none.
func TermsOf(o *inventory.Onsale) (t Terms, ok bool) {
	if o.Mode == inventory.OnsaleOpen {
		return Terms{}, false
	}
	return Terms{Mode: Mode(o.Mode), OpensAt: o.OpensAt, SealsAt: o.SealsAt, ServesAt: o.ServesAt, Inside: int(o.Inside), Admission: o.Admission, Slots: o.Slots}, true
}

// PhaseAt returns the phase of the waiting room of an event, "" where it has none. It
// follows from the terms and the time, and for a draw from whether its beacon is known: so
// all servers agree on it.
func PhaseAt(e *inventory.Event, now inventory.Instant) Phase {
	t, ok := TermsOf(&e.Settings.Onsale)
	if !ok {
		return ""
	}
	over := ClosedBecause(e, now) != ""
	known := e.Settings.Onsale.Draw.Result.Seed != ""
	p := Announced
	for next := t.Next(p, now, known, over); next != p; next = t.Next(p, now, known, over) {
		p = next
	}
	return p
}

// A ClosedReason says why a waiting room is closed.
type ClosedReason string

// Reasons.
const (
	ByCancellation ClosedReason = "cancelled" // of the event
	ByOrganizer    ClosedReason = "organizer" // who lets everybody take part as usual
	ByPostponement ClosedReason = "postponed" // of the event; it opens again by its times with a new date
	ByTime         ClosedReason = "over"      // nobody registers any more
)

// ClosedBecause returns why the waiting room of an event is closed by now; "": it is not.
func ClosedBecause(e *inventory.Event, now inventory.Instant) ClosedReason {
	switch {
	case e.Status == inventory.Cancelled:
		return ByCancellation
	case e.Status == inventory.Postponed:
		return ByPostponement
	case now >= e.RegistrationEnds():
		return ByTime
	case e.Settings.Onsale.Closed:
		return ByOrganizer
	}
	return ""
}

// BeaconLate reports whether the beacon of a draw is later than was declared, so that people
// are told. Its value is the same however late it comes.
func BeaconLate(e *inventory.Event, now inventory.Instant) bool {
	o := &e.Settings.Onsale
	if PhaseAt(e, now) != Sealed {
		return false
	}
	known := max(o.SealsAt+inventory.Instant(BeaconAfterSeal), o.Beacon.At, o.Draw.Seal.RoundAt)
	return now > known+inventory.Instant(MaxBeaconLateness)
}

// Places are the places of a waiting room, from the index of each entrant. In a queue they
// are those of arrival; in a draw those that were drawn, and after them those of arrival.
// Anyone who was struck out keeps a place, and is passed over. It is not safe for use by several
// goroutines.
type Places struct {
	drawn int64 // how many take part in the draw
	order *draw.Order
}

// PlacesOf returns the places of the waiting room of an event; ok is false while they are
// not drawn. The error is that of a seed that is none.
func PlacesOf(o *inventory.Onsale) (p Places, ok bool, err error) {
	if o.Mode == inventory.OnsaleQueue {
		return Places{}, true, nil
	}
	if o.Draw.Result.Seed == "" {
		return Places{}, false, nil
	}
	var seed draw.HexHash
	if err := seed.UnmarshalText([]byte(o.Draw.Result.Seed)); err != nil {
		return Places{}, false, fmt.Errorf("waitroom: the seed of a draw: %w", err)
	}
	n := o.Draw.Seal.Entrants
	return Places{drawn: n, order: draw.NewOrder(draw.Hash(seed), n)}, true, nil
}

// Of returns the place of an entrant, counted from 1.
func (p *Places) Of(index int64) int64 {
	if index < p.drawn {
		return p.order.Place(index)
	}
	return index + 1
}

// At returns the entrant who has a place that was drawn; -1: nobody has it.
func (p *Places) At(place int64) int64 {
	if p.order == nil {
		return -1
	}
	return p.order.At(place)
}

// BeaconOf returns what is known of the beacon of a draw: what was announced, and once it
// is drawn its value.
func BeaconOf(o *inventory.Onsale) (b draw.Beacon, err error) {
	b = draw.Beacon{Kind: draw.BeaconKind(o.Beacon.Kind), Source: o.Beacon.Source, Value: o.Draw.Result.Value}
	if b.Signature, err = hex.DecodeString(o.Draw.Result.Signature); err != nil {
		return b, fmt.Errorf("waitroom: the beacon of a draw: %w", err)
	}
	if b.Secret, err = hex.DecodeString(o.Draw.Result.Secret); err != nil {
		return b, fmt.Errorf("waitroom: the secret of a draw: %w", err)
	}
	if o.Beacon.Commitment != "" {
		b.Commitment = new(draw.HexHash)
		if err := b.Commitment.UnmarshalText([]byte(o.Beacon.Commitment)); err != nil {
			return b, fmt.Errorf("waitroom: the commitment of a draw: %w", err)
		}
	}
	if b.Kind == draw.Quicknet && len(b.Signature) > 0 {
		b.Randomness = draw.RandomnessOf(b.Signature)
	}
	return b, nil
}

// RoundAfter returns the first round of quicknet that is not signed before a time, and when
// it is.
func RoundAfter(t inventory.Instant) (round int64, at inventory.Instant) {
	n := draw.RoundAt(t.Time())
	if inventory.At(draw.RoundTime(max(n, 1))) < t {
		n++
	}
	n = max(n, 1)
	return int64(n), inventory.At(draw.RoundTime(n)) //nolint:gosec // within the age of the universe
}

// TreeOf returns the tree of those who joined, of which size and nodes were stored.
func TreeOf(size int64, nodes []byte) (*merkle.Frontier, error) {
	full := make([]draw.Hash, len(nodes)/tlog.HashSize)
	for i := range full {
		copy(full[i][:], nodes[i*tlog.HashSize:])
	}
	tree, err := merkle.NewFrontier(size, full)
	if err != nil {
		return nil, fmt.Errorf("waitroom: the tree of those who joined: %w", err)
	}
	return tree, nil
}

// PublicationOf returns the public document of a draw that is sealed, as far as it is known:
// without a seed while it is not drawn.
func PublicationOf(event string, o *inventory.Onsale) (*draw.Publication, error) {
	s := &o.Draw.Seal
	p := &draw.Publication{
		Algorithm: draw.Algorithm, EventID: event, Entrants: s.Entrants, Struck: s.Struck, SealedAt: s.At.Time(), Round: uint64(s.Round), //nolint:gosec // never negative
	}
	var err error
	if p.Beacon, err = BeaconOf(o); err != nil {
		return nil, err
	}
	for _, h := range []struct {
		to   *draw.HexHash
		text string
	}{{&p.Root, s.Root}, {&p.StruckRoot, s.StruckRoot}, {&p.Seed, o.Draw.Result.Seed}} {
		if h.text == "" {
			continue
		}
		if err := h.to.UnmarshalText([]byte(h.text)); err != nil {
			return nil, fmt.Errorf("waitroom: the seal of %s: %w", event, err)
		}
	}
	return p, nil
}
