package resources

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/store/engine"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// OfferSeen stores that the person of an offer has opened the page of it, the first time, while it
// is open.
func (s Resources) OfferSeen(ctx context.Context, resourceID, offer string, now inventory.Instant) error {
	err := s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := table.Exec(ctx, tx, "update resource_offers set seen_at = $1 where resource_id = $2 and id = $3 and seen_at = 0 and state = 'open'", int64(now), resourceID, offer)
		return err
	})
	if err != nil {
		return fmt.Errorf("store: an offer was opened: %w", s.db.Classify(err))
	}
	return nil
}

// OfferTold stores which channel took the message about an offer, the first that did.
func (s Resources) OfferTold(ctx context.Context, resourceID, offer, channel string, now inventory.Instant) error {
	err := s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := table.Exec(ctx, tx, "update resource_offers set told_by = $1, told_at = $2 where resource_id = $3 and id = $4 and told_at = 0", channel, int64(now), resourceID, offer)
		return err
	})
	if err != nil {
		return fmt.Errorf("store: somebody was told about an offer: %w", s.db.Classify(err))
	}
	return nil
}

// OfferEnds are how many offers ended in a state, and of how many of these the page was opened.
type OfferEnds struct {
	State       resource.OfferState
	Count, Seen int64
}

// OfferFailure is how many questions about accepted offers ended otherwise than well, or have
// failed, for a cause; those that people decided are of CauseStaff.
type OfferFailure struct {
	Cause resource.Cause
	Count int64
}

// OfferHistory is what became of the offers of a resource since a time.
type OfferHistory struct {
	Ends     []OfferEnds
	Failures []OfferFailure
	// Half and Most are within how long half, and nine of ten, of those that were accepted were
	// accepted after their units were released; 0: none was.
	Half, Most inventory.Micros
}

// OfferHistory returns what became of the offers of a resource since a time.
func (s Resources) OfferHistory(ctx context.Context, resourceID string, since inventory.Instant) (*OfferHistory, error) {
	h := &OfferHistory{}
	err := s.offerHistory(ctx, h, resourceID, since)
	if err != nil {
		return nil, fmt.Errorf("store: what became of offers: %w", s.db.Classify(err))
	}
	return h, nil
}

func (s Resources) offerHistory(ctx context.Context, h *OfferHistory, resourceID string, since inventory.Instant) (err error) {
	h.Ends, err = table.All(ctx, s.db.Read, func(r engine.Row, e *OfferEnds) error { return r.Scan((*string)(&e.State), &e.Count, &e.Seen) },
		`select state, count(*), cast(coalesce(sum(case when seen_at > 0 then 1 else 0 end), 0) as bigint) from resource_offers
		where resource_id = $1 and ended_at >= $2 and ended_at > 0 group by state order by state`, resourceID, int64(since))
	if err != nil {
		return err
	}
	h.Failures, err = table.All(ctx, s.db.Read, func(r engine.Row, f *OfferFailure) error {
		return r.Scan((*string)(&f.Cause), &f.Count)
	}, `select why, count(*) from (select case when staff = 1 then 'decided_by_staff' when outcome = 'taken' then 'taken' else cause end as why from resource_confirmations
		where resource_id = $1 and (state = 'failed' or state = 'ended' and ended_at >= $2 and (staff = 1 or outcome <> 'accepted'))) c group by why order by why`, resourceID, int64(since))
	if err != nil {
		return err
	}
	accepted := int64(0)
	for _, e := range h.Ends {
		if e.State == resource.OfferAccepted {
			accepted = e.Count
		}
	}
	for of, at := range map[*inventory.Micros]int64{&h.Half: (accepted - 1) / 2, &h.Most: (accepted*9 - 1) / 10} {
		if accepted == 0 {
			break
		}
		took, err := table.One(ctx, s.db.Read, table.ScanInt, `select o.ended_at - g.at from resource_offers o join resource_signals g on g.resource_id = o.resource_id and g.event_id = o.release_id
			where o.resource_id = $1 and o.ended_at >= $2 and o.ended_at > 0 and o.state = 'accepted' order by o.ended_at - g.at limit 1 offset $3`, resourceID, int64(since), at)
		if err != nil {
			return err
		}
		*of = inventory.Micros(took)
	}
	return nil
}
