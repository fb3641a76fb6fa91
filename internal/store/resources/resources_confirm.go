package resources

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/resource"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/table"
)

// The questions to other systems about what was accepted. That one begins and ends is decided
// under the lock of its resource (see Decide); how often it was asked is not.

// Confirmation returns the question about an offer, or ErrNotFound.
func (s Resources) Confirmation(ctx context.Context, resourceID, offer string) (*ResourceConfirmation, error) {
	a, err := oneConfirmation(ctx, s.db.Read, resourceID, offer)
	if err != nil {
		return nil, fmt.Errorf("store: confirmation of an offer: %w", s.db.Classify(err))
	}
	return &a, nil
}

func oneConfirmation(ctx context.Context, q table.Querier, resourceID, offer string) (ResourceConfirmation, error) {
	return table.One(ctx, q, ResourceConfirmationTable.Scan, ResourceConfirmationTable.From()+" where resource_id = $1 and offer_id = $2", resourceID, offer)
}

// EntryConfirmations returns the questions about the offers that an entry had, by offer, at most
// limit: the first.
func (s Resources) EntryConfirmations(ctx context.Context, resourceID, entry string, limit int) (map[string]ResourceConfirmation, error) {
	return s.confirmations(ctx, "select o.id from resource_offers o where o.resource_id = $1 and o.entry_id = $2", limit, resourceID, entry)
}

// ConfirmationsBetween returns the questions about the offers that were made by these changes
// and those between them, by offer, at most limit: the first.
func (s Resources) ConfirmationsBetween(ctx context.Context, resourceID string, first, last int64, limit int) (map[string]ResourceConfirmation, error) {
	return s.confirmations(ctx, "select o.id from resource_offers o where o.resource_id = $1 and o.made_seq between $2 and $3", limit, resourceID, first, last)
}

// BeingAccepted reports whether units of a release are being accepted.
func (s Resources) BeingAccepted(ctx context.Context, resourceID, release string) (bool, error) {
	n, err := table.One(ctx, s.db.Read, table.ScanInt, "select count(*) from resource_offers where resource_id = $1 and state = 'accepting' and release_id = $2", resourceID, release)
	if err != nil {
		return false, fmt.Errorf("store: offers that are being accepted: %w", s.db.Classify(err))
	}
	return n > 0, nil
}

func (s Resources) confirmations(ctx context.Context, offers string, limit int, args ...any) (map[string]ResourceConfirmation, error) {
	list, err := table.All(ctx, s.db.Read, ResourceConfirmationTable.Scan, ResourceConfirmationTable.From()+" where resource_id = $1 and offer_id in ("+offers+") order by offer_id limit $"+strconv.Itoa(len(args)+1), append(args, limit)...)
	if err != nil {
		return nil, fmt.Errorf("store: confirmations of offers: %w", s.db.Classify(err))
	}
	by := make(map[string]ResourceConfirmation, len(list))
	for i := range list {
		by[list[i].OfferID] = list[i]
	}
	return by, nil
}

// LeaseConfirmation gives the caller the question about an offer until a time, and counts an
// attempt, if it is to be asked now and nobody else asks. got is false otherwise: the row says
// why. ErrNotFound: there is none.
func (s Resources) LeaseConfirmation(ctx context.Context, resourceID, offer string, now, until inventory.Instant) (a *ResourceConfirmation, got bool, err error) {
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		n, err := table.Exec(ctx, tx, `update resource_confirmations set leased_until = $1, attempts = attempts + 1
			where resource_id = $2 and offer_id = $3 and state = 'asking' and due_at <= $4 and leased_until <= $4`, int64(until), resourceID, offer, int64(now))
		if err != nil {
			return err
		}
		row, err := oneConfirmation(ctx, tx, resourceID, offer)
		a, got = &row, n == 1
		return err
	})
	if err != nil {
		return nil, false, fmt.Errorf("store: lease a confirmation: %w", s.db.Classify(err))
	}
	return a, got, nil
}

// PostponeConfirmation notes why an attempt did not decide, and when the next is due. Whoever
// has lost the lease meanwhile changes nothing.
func (s Resources) PostponeConfirmation(ctx context.Context, a *ResourceConfirmation) error {
	err := s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := table.Exec(ctx, tx, `update resource_confirmations set due_at = $1, leased_until = 0, last_cause = $2, last_status = $3
			where resource_id = $4 and offer_id = $5 and state = 'asking' and attempts = $6`,
			int64(a.DueAt), string(a.LastCause), a.LastStatus, a.ResourceID, a.OfferID, a.Attempts)
		return err
	})
	if err != nil {
		return fmt.Errorf("store: put a confirmation off: %w", s.db.Classify(err))
	}
	return nil
}

// TakeAbandoned inserts the jobs that ask the questions which were due before a time and nobody asks, at
// most limit, and returns how many. Of two who do so at once, one does of each.
func (s Resources) TakeAbandoned(ctx context.Context, before, now inventory.Instant, limit int, job func(resourceID, offer string) (database.Job, error)) (taken int, err error) {
	list, err := table.All(ctx, s.db.Read, ResourceConfirmationTable.Scan, ResourceConfirmationTable.From()+` where state <> 'ended' and state = 'asking'
		and since <= $1 and due_at <= $1 and leased_until <= $1 order by resource_id, offer_id limit $2`, int64(before), limit)
	if err != nil {
		return 0, fmt.Errorf("store: confirmations that nobody asks: %w", s.db.Classify(err))
	}
	for i := range list {
		a := &list[i]
		var n int64
		err := s.db.WithTx(ctx, func(tx *sql.Tx) (err error) {
			n, err = table.Exec(ctx, tx, "update resource_confirmations set due_at = $1 where resource_id = $2 and offer_id = $3 and state = 'asking' and due_at = $4 and attempts = $5",
				int64(now), a.ResourceID, a.OfferID, int64(a.DueAt), a.Attempts)
			if err != nil || n == 0 {
				return err
			}
			asks, err := job(a.ResourceID, a.OfferID)
			if err != nil {
				return err
			}
			return s.db.InsertJobs(ctx, tx, asks)
		})
		if err != nil {
			return taken, fmt.Errorf("store: confirmations that nobody asks: %w", err)
		}
		taken += int(n)
	}
	return taken, nil
}

// writeConfirmation stores a question as it was decided. It is asked at once, and by whoever
// comes first; what was handed on is forgotten when it has ended.
func writeConfirmation(ctx context.Context, tx *sql.Tx, resourceID string, st *resource.State, ch *resource.Change, c *ResourceCall) error {
	row := &ResourceConfirmation{ResourceID: resourceID, Confirmation: *ch.Confirmation}
	if st.Confirmations[row.OfferID] == nil {
		row.PaymentMethod = c.PaymentMethod
		return ResourceConfirmationTable.InsertRow(ctx, tx, row)
	}
	if row.State != resource.Ended {
		before, err := oneConfirmation(ctx, tx, resourceID, row.OfferID)
		if err != nil {
			return err
		}
		row.PaymentMethod = before.PaymentMethod
	}
	return ResourceConfirmationTable.UpdateRow(ctx, tx, row, 1)
}
