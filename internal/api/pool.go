package api

import (
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
)

// PoolChange is the body that changes a pool.
type PoolChange struct {
	Capacity int64 `json:"capacity" minimum:"0" maximum:"10000000" doc:"Below what is taken it is allowed, and recorded as an overcommit: nothing new is given until it is gone."`
}

// PoolChanged is a pool after a change.
type PoolChanged struct {
	Pool
	LedgerSeq int64 `json:"ledger_seq"`
}

func (s *server) pool(c *Call, k *card) (*Pool, error) {
	v, err := s.store.Events.Event(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	for i := range v.Pools {
		if v.Pools[i].ID == c.Param("pool_id") {
			p := poolOf(&v.Pools[i])
			return &p, nil
		}
	}
	return nil, store.ErrNotFound
}

func (s *server) getPool(c *Call, k *card, _ *None) (*Pool, error) {
	return s.pool(c, k)
}

func (s *server) changePool(c *Call, k *card, in *PoolChange) (*PoolChanged, error) {
	if !k.Pools[c.Param("pool_id")] {
		return nil, store.ErrNotFound
	}
	reply, err := c.submit(k.EventID, inventory.SetCapacity{Who: c.who(), Pool: c.Param("pool_id"), Capacity: in.Capacity}, nil)
	if err != nil {
		return nil, err
	}
	p, err := s.pool(c, k)
	if err != nil {
		return nil, err
	}
	return &PoolChanged{Pool: *p, LedgerSeq: reply.Seq}, nil
}

// NewBlock is the body that takes units out of circulation.
type NewBlock struct {
	TierID string `json:"tier_id,omitempty" maxLength:"64" doc:"Which tier. Default: the event's first."`
	Units  int64  `json:"units,omitempty" minimum:"1" maximum:"10000000" doc:"How many. They must be free."`
	// SeatIDs name seats, instead of TierID and Units.
	SeatIDs []string `json:"seat_ids,omitempty" maxItems:"500" doc:"The seats to block, instead of tier_id and units, all or none. They must be free."`
}

// Block is a number of units out of circulation.
type Block struct {
	ID        string   `json:"id" example:"blk_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	EventID   string   `json:"event_id"`
	Status    string   `json:"status" enum:"held,released"`
	TierID    string   `json:"tier_id,omitempty"`
	Units     int64    `json:"units"`
	SeatIDs   []string `json:"seat_ids,omitempty" doc:"Of a block of seats: those that it has."`
	LedgerSeq int64    `json:"ledger_seq" doc:"The number of the audit row of its last change."`
}

func (s *server) createBlock(c *Call, k *card, in *NewBlock) (*Block, error) {
	tier := in.TierID
	if (in.Units > 0) == (len(in.SeatIDs) > 0) || len(in.SeatIDs) > 0 && tier != "" {
		return nil, invalid(FieldError{Field: "units", Code: "required", Message: "give units, or seat_ids and nothing else"})
	}
	if tier == "" && len(in.SeatIDs) == 0 {
		tier = k.DefaultTier
	}
	if len(in.SeatIDs) == 0 && !k.hasTier(tier) {
		return nil, invalid(FieldError{Field: "tier_id", Code: "unknown", Message: "is not a tier of this event"})
	}
	block := s.ids.In(id.Block, k.EventID)
	if c.Key != "" { // a repetition names the same block
		block = id.Named(id.Block, k.EventID, c.Caller.Actor()+"\n"+c.Key)
	}
	reply, err := c.submit(k.EventID, inventory.Block{Who: c.who(), HoldID: block, Tier: tier, Units: in.Units, Seats: in.SeatIDs}, nil)
	if err != nil {
		return nil, err
	}
	return &Block{ID: block, EventID: k.EventID, Status: string(inventory.HoldHeld), TierID: tier, Units: reply.Units, SeatIDs: in.SeatIDs, LedgerSeq: reply.Seq}, nil
}

// BlockList are the blocks of an event.
type BlockList struct {
	Items []Block `json:"items"`
}

func (s *server) listBlocks(c *Call, k *card, _ *None) (*BlockList, error) {
	holds, err := s.store.Registrations.Blocks(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	out := &BlockList{Items: make([]Block, 0, len(holds))}
	for i := range holds {
		out.Items = append(out.Items, blockOf(k.EventID, &holds[i]))
	}
	return out, nil
}

func blockOf(event string, h *inventory.Hold) Block {
	return Block{ID: h.ID, EventID: event, Status: string(h.State), TierID: h.Tier, Units: h.Units, SeatIDs: seatsOf(h), LedgerSeq: h.LastSeq}
}

// block is the block that the path names, and its event.
func (c *Call) block() (k *card, block string, err error) {
	if k, err = c.event(); err != nil {
		return nil, "", err
	}
	block = c.Param("block_id")
	if event, ok := id.EventOf(block, id.Block); !ok || event != k.EventID {
		return nil, "", store.ErrNotFound
	}
	return k, block, nil
}

// Unblocking is the body that gives back some of the seats of a block.
type Unblocking struct {
	SeatIDs []string `json:"seat_ids" minItems:"1" maxItems:"500" doc:"Which of its seats. One that it gave back before is left alone."`
}

func (s *server) unblockSeats(c *Call, in *Unblocking) (*Block, error) {
	k, block, err := c.block()
	if err != nil {
		return nil, err
	}
	reply, err := c.submit(k.EventID, inventory.Unblock{Who: c.who(), HoldID: block, Seats: in.SeatIDs}, nil)
	if err != nil {
		return nil, err
	}
	v, err := s.store.Registrations.Hold(c.Context(), block)
	if err != nil {
		return nil, err
	}
	b := blockOf(k.EventID, v.Hold)
	b.LedgerSeq = max(b.LedgerSeq, reply.Seq)
	return &b, nil
}

func (s *server) deleteBlock(c *Call, _ *None) (*Ended, error) {
	k, block, err := c.block()
	if err != nil {
		return nil, err
	}
	reply, err := c.submit(k.EventID, inventory.Unblock{Who: c.who(), HoldID: block}, nil)
	if err != nil {
		return nil, err
	}
	return &Ended{Status: string(inventory.HoldReleased), LedgerSeq: reply.Seq}, nil
}
