package rehearsal

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/server"
	"github.com/holdfast-events/holdfast/internal/waitroom/draws"
)

// ceremony is what the order of a copy is drawn by: a secret that its terms commit to, followed by
// a number that is taken after the seal. Nobody knows the order before, as nobody knows a round of
// drand's, and whoever reads the copy can check it by the same programs.
type ceremony struct {
	secret [32]byte
	// seals and serves are the times of the copy by its terms.
	seals, serves inventory.Instant
	// slots are those of a draw; the zero value: none.
	slots inventory.OnsaleSlots
	// ahead is how far the time of the copy has been moved on.
	ahead time.Duration
}

func newCeremony() *ceremony {
	c := &ceremony{}
	rand.Read(c.secret[:]) // crypto/rand.Read never returns an error since Go 1.24
	return c
}

// terms are those that the copy announces.
func (c *ceremony) terms() inventory.OnsaleBeacon {
	commitment := sha256.Sum256(c.secret[:])
	return inventory.OnsaleBeacon{
		Kind: inventory.BeaconCeremony, Commitment: hex.EncodeToString(commitment[:]), Source: "a number that the rehearsal draws after the seal", Members: 1,
	}
}

// beacon is its value, which is taken now.
func (c *ceremony) beacon() *draws.Beacon {
	return &draws.Beacon{Secret: c.secret[:], Value: rand.Text()}
}

// stage is what moves a copy that draws on from one step to the next.
type stage struct {
	server *server.Server
	copied *copied
}

// until has the time of the copy be at least at.
func (s *stage) until(at inventory.Instant) error {
	d := at.Time().Sub(s.server.Now().Time())
	if d <= 0 {
		return nil
	}
	s.copied.draw.ahead += d
	return s.server.Advance(d)
}

// draw draws a copy that was sealed.
func (s *stage) draw(ctx context.Context) error {
	// The seal was written by now: a beacon counts so long after it.
	if err := s.until(s.server.Now() + inventory.Instant(inventory.BeaconAfterSeal)); err != nil {
		return err
	}
	if err := s.server.Draw(ctx, s.copied.event, staff, s.copied.draw.beacon()); err != nil {
		return fmt.Errorf("rehearsal: draw the copy: %w", err)
	}
	return nil
}

// settled reports whether everything of the copy is decided and told by its time: nothing is due,
// and no mail is on its way.
func (s *stage) settled(ctx context.Context) (bool, error) {
	v, err := s.server.Store.Events.Event(ctx, s.copied.event)
	if err != nil {
		return false, err
	}
	if due := v.Event.DueAt; due != 0 && due <= s.server.Now() {
		return false, nil
	}
	mails, err := s.server.Store.Deliveries.QueuedDeliveries(ctx, s.copied.event)
	return mails == 0, err
}

// unclaimed reports whether anybody has an offer, or units that are not paid.
func (s *stage) unclaimed(ctx context.Context) (bool, error) {
	v, err := s.server.Store.Events.Event(ctx, s.copied.event)
	if err != nil {
		return false, err
	}
	return v.Offered > 0 || v.Pools[0].Held > 0, nil
}
