package events

import (
	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// PoolChange is the body that changes a pool.
type PoolChange struct {
	Capacity wire.Bound `json:"capacity" doc:"null: without a bound. Below what is taken it is allowed, and recorded as an overcommit: nothing new is given until it is gone."`
}

// PoolChanged is a pool after a change.
type PoolChanged struct {
	wire.Pool
	LedgerSeq int64 `json:"ledger_seq"`
}

func (h *Handlers) pool(c *access.Call, k *access.EventSummary) (*wire.Pool, error) {
	v, err := h.Store.Events.Event(c.Context(), k.EventID)
	if err != nil {
		return nil, err
	}
	for i := range v.Pools {
		if v.Pools[i].ID == c.Param("pool_id") {
			p := wire.PoolOf(&v.Pools[i])
			return &p, nil
		}
	}
	return nil, database.ErrNotFound
}

func (h *Handlers) getPool(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*wire.Pool, error) {
	return h.pool(c, k)
}

func (h *Handlers) changePool(c *access.Call, k *access.EventSummary, in *PoolChange) (*PoolChanged, error) {
	if !k.Pools[c.Param("pool_id")] {
		return nil, database.ErrNotFound
	}
	if err := keepsForPasses(c.Context(), h.Store, k.EventID, c.Param("pool_id"), int64(in.Capacity)); err != nil {
		return nil, err
	}
	reply, err := c.Submit(k.EventID, inventory.SetCapacity{Who: c.Who(), Pool: c.Param("pool_id"), Capacity: int64(in.Capacity)}, nil)
	if err != nil {
		return nil, err
	}
	p, err := h.pool(c, k)
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

func createBlock(c *access.Call, k *access.EventSummary, in *NewBlock) (*Block, error) {
	tier := in.TierID
	if (in.Units > 0) == (len(in.SeatIDs) > 0) || len(in.SeatIDs) > 0 && tier != "" {
		return nil, httpapi.Invalid(httpapi.FieldError{Field: "units", Code: "required", Message: "give units, or seat_ids and nothing else"})
	}
	if tier == "" && len(in.SeatIDs) == 0 {
		tier = k.DefaultTier
	}
	if len(in.SeatIDs) == 0 && !k.HasTier(tier) {
		return nil, httpapi.Invalid(httpapi.FieldError{Field: "tier_id", Code: "unknown", Message: "is not a tier of this event"})
	}
	block := c.OwnIDIn(id.Block, k.EventID)
	reply, err := c.Submit(k.EventID, inventory.Block{Who: c.Who(), HoldID: block, Tier: tier, Units: in.Units, Seats: in.SeatIDs}, nil)
	if err != nil {
		return nil, err
	}
	return &Block{ID: block, EventID: k.EventID, Status: string(inventory.HoldHeld), TierID: tier, Units: reply.Units, SeatIDs: in.SeatIDs, LedgerSeq: reply.Seq}, nil
}

// BlockList are the blocks of an event.
type BlockList struct {
	httpapi.List[Block]
}

func (h *Handlers) listBlocks(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*BlockList, error) {
	list, err := httpapi.ReadList(&c.Request, "blocks "+k.EventID,
		func(after string, limit int) ([]inventory.Hold, error) {
			return h.Store.Registrations.Blocks(c.Context(), k.EventID, after, limit)
		},
		func(b *inventory.Hold) string { return b.ID },
		func(b *inventory.Hold) Block { return blockOf(k.EventID, b) })
	return &BlockList{list}, err
}

func blockOf(event string, h *inventory.Hold) Block {
	return Block{ID: h.ID, EventID: event, Status: string(h.State), TierID: h.Tier, Units: h.Units, SeatIDs: wire.SeatsOf(h), LedgerSeq: h.LastSeq}
}

// block is the block that the path names, and its event.
func block(c *access.Call) (k *access.EventSummary, block string, err error) {
	if k, err = c.Event(); err != nil {
		return nil, "", err
	}
	block = c.Param("block_id")
	if event, ok := id.EventOf(block, id.Block); !ok || event != k.EventID {
		return nil, "", database.ErrNotFound
	}
	return k, block, nil
}

// Unblocking is the body that gives back some of the seats of a block.
type Unblocking struct {
	SeatIDs []string `json:"seat_ids" minItems:"1" maxItems:"500" doc:"Which of its seats. One that it gave back before is left alone."`
}

func (h *Handlers) unblockSeats(c *access.Call, in *Unblocking) (*Block, error) {
	k, block, err := block(c)
	if err != nil {
		return nil, err
	}
	reply, err := c.Submit(k.EventID, inventory.Unblock{Who: c.Who(), HoldID: block, Seats: in.SeatIDs}, nil)
	if err != nil {
		return nil, err
	}
	v, err := h.Store.Registrations.Hold(c.Context(), block)
	if err != nil {
		return nil, err
	}
	b := blockOf(k.EventID, v.Hold)
	b.LedgerSeq = max(b.LedgerSeq, reply.Seq)
	return &b, nil
}

func (h *Handlers) deleteBlock(c *access.Call, _ *httpapi.None) (*wire.Ended, error) {
	k, block, err := block(c)
	if err != nil {
		return nil, err
	}
	if err := keepsBlock(c.Context(), h.Store, k.EventID, block); err != nil {
		return nil, err
	}
	reply, err := c.Submit(k.EventID, inventory.Unblock{Who: c.Who(), HoldID: block}, nil)
	if err != nil {
		return nil, err
	}
	return &wire.Ended{Status: string(inventory.HoldReleased), LedgerSeq: reply.Seq}, nil
}
