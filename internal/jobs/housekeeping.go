package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/riverqueue/river"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
)

// keepEnded is how long links and sessions are kept after their end.
const keepEnded = 24 * time.Hour

// keepUses is how long it is kept after the end of a challenge that it was answered: other
// servers may have clocks that are behind.
const keepUses = time.Hour

// keepOrigins is how long after the end of an event it is kept what came from the same
// network or address: long enough for an event that is put off at the last moment.
const keepOrigins = 30 * 24 * time.Hour

// alignAfter is how long whoever moves an event has for it after its bookings were moved.
const alignAfter = time.Minute

// housekeeping prunes old rows.
type housekeeping struct{}

// Kind names the job in the database.
func (housekeeping) Kind() string { return "housekeeping" }

type housekeeper struct {
	river.WorkerDefaults[housekeeping]
	jobs          *Jobs
	closeAccounts func(context.Context) (int, error)
	prunePictures func(context.Context) error
	pruneUploads  func(context.Context) error
}

// Work deletes stored replies that are older than KeepReplies, a few at a time.
func (h *housekeeper) Work(ctx context.Context, _ *river.Job[housekeeping]) error {
	j := h.jobs
	before := inventory.At(j.now().Add(-KeepReplies))
	var total int64
	for !j.stopped() && ctx.Err() == nil {
		n, err := j.store.Replies.PruneReplies(ctx, before, pruneLimit)
		if err != nil {
			return fmt.Errorf("prune stored replies: %w", err)
		}
		total += n
		if n < pruneLimit {
			break
		}
	}
	if total > 0 {
		j.log.InfoContext(ctx, "jobs: pruned stored replies", slog.Int64("rows", total))
	}
	// Links are kept for a day after their end, so that an expired one can be told from
	// one that never existed.
	if _, err := j.store.Accounts.PruneSignIns(ctx, inventory.At(j.now().Add(-keepEnded)), pruneLimit); err != nil {
		return fmt.Errorf("prune links and sessions: %w", err)
	}
	for n := int64(pruneLimit); n == pruneLimit && !j.stopped() && ctx.Err() == nil; {
		var err error
		if n, err = j.store.Organizations.PruneSecurityLog(ctx, inventory.At(j.now())-inventory.Instant(organizations.SecurityKeepFor), pruneLimit); err != nil {
			return fmt.Errorf("prune security logs: %w", err)
		}
	}
	for n := int64(pruneLimit); n == pruneLimit && !j.stopped() && ctx.Err() == nil; {
		var err error
		if n, err = j.store.Events.PruneOrigins(ctx, inventory.At(j.now().Add(-keepOrigins)), pruneLimit); err != nil {
			return fmt.Errorf("prune origins: %w", err)
		}
	}
	for n := int64(pruneLimit); n == pruneLimit && !j.stopped() && ctx.Err() == nil; {
		var err error
		if n, err = j.store.Challenges.PruneChallenges(ctx, inventory.At(j.now().Add(-keepUses)), pruneLimit); err != nil {
			return fmt.Errorf("prune uses of challenges: %w", err)
		}
	}
	if err := j.forgetReceipts(ctx); err != nil {
		return err
	}
	if err := j.pruneCampaigns(ctx); err != nil {
		return err
	}
	for n := pruneLimit; n == pruneLimit && !j.stopped() && ctx.Err() == nil; {
		var err error
		if n, err = j.store.Venues.EndBookings(ctx, inventory.At(j.now()), pruneLimit); err != nil {
			return fmt.Errorf("end bookings: %w", err)
		}
	}
	for n := int64(pruneLimit); n == pruneLimit && !j.stopped() && ctx.Err() == nil; {
		var err error
		if n, err = j.store.Venues.AlignBookings(ctx, inventory.At(j.now().Add(-alignAfter)), inventory.At(j.now()), pruneLimit); err != nil {
			return fmt.Errorf("align bookings with their events: %w", err)
		}
		if n > 0 {
			j.log.InfoContext(ctx, "jobs: brought bookings to where their events are", slog.Int64("bookings", n))
		}
	}
	// Where files are kept or payments are made may be out of reach: neither waits for the other.
	var failed error
	if h.prunePictures != nil {
		if err := h.prunePictures(ctx); err != nil {
			failed = fmt.Errorf("prune pictures: %w", err)
		}
	}
	if h.pruneUploads != nil {
		if err := h.pruneUploads(ctx); err != nil {
			failed = errors.Join(failed, fmt.Errorf("prune files of answers: %w", err))
		}
	}
	if h.closeAccounts == nil {
		return failed
	}
	n, err := h.closeAccounts(ctx)
	if err != nil {
		return errors.Join(failed, fmt.Errorf("close payment accounts: %w", err))
	}
	if n > 0 {
		j.log.InfoContext(ctx, "jobs: deleted the keys of removed payment accounts", slog.Int("accounts", n))
	}
	return failed
}

// stopped reports whether Stop was called.
func (j *Jobs) stopped() bool {
	select {
	case <-j.stopping:
		return true
	default:
		return false
	}
}
