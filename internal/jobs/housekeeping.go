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
	now := j.instant()
	ago := func(d time.Duration) inventory.Instant { return now - inventory.Instant(d.Microseconds()) }
	total, err := inParts(ctx, j, "prune stored replies", func(limit int) (int64, error) { return j.store.Replies.PruneReplies(ctx, ago(KeepReplies), limit) })
	if err != nil {
		return err
	}
	if total > 0 {
		j.log.InfoContext(ctx, "jobs: pruned stored replies", slog.Int64("rows", total))
	}
	// Links are kept for a day after their end, so that an expired one can be told from
	// one that never existed.
	if _, err := j.store.Accounts.PruneSignIns(ctx, ago(keepEnded), pruneLimit); err != nil {
		return fmt.Errorf("prune links and sessions: %w", err)
	}
	for _, old := range []struct {
		what  string
		prune func(limit int) (int64, error)
	}{
		{"prune security logs", func(limit int) (int64, error) {
			return j.store.Organizations.PruneSecurityLog(ctx, now-inventory.Instant(organizations.SecurityKeepFor), limit)
		}},
		{"prune origins", func(limit int) (int64, error) { return j.store.Events.PruneOrigins(ctx, ago(keepOrigins), limit) }},
		{"forget networks of draws", func(limit int) (int64, error) { return j.store.WaitingRooms.PruneNetworks(ctx, limit) }},
		{"prune uses of challenges", func(limit int) (int64, error) { return j.store.Challenges.PruneChallenges(ctx, ago(keepUses), limit) }},
		{"prune homes of events", func(limit int) (int64, error) { return j.store.Homes.Prune(ctx, ago(keepEnded), limit) }},
	} {
		if _, err := inParts(ctx, j, old.what, old.prune); err != nil {
			return err
		}
	}
	if err := j.forgetReceipts(ctx); err != nil {
		return err
	}
	if err := j.pruneCampaigns(ctx); err != nil {
		return err
	}
	if _, err := inParts(ctx, j, "end bookings", func(limit int) (int, error) { return j.store.Bookings.EndBookings(ctx, j.instant(), limit) }); err != nil {
		return err
	}
	aligned, err := inParts(ctx, j, "align bookings with their events", func(limit int) (int64, error) {
		return j.store.Bookings.AlignBookings(ctx, ago(alignAfter), j.instant(), int64(limit))
	})
	if err != nil {
		return err
	}
	if aligned > 0 {
		j.log.InfoContext(ctx, "jobs: brought bookings to where their events are", slog.Int64("bookings", aligned))
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

// inParts does something with at most pruneLimit rows at a time until fewer are left, and returns
// with how many. Its error begins with what was to be done.
func inParts[N int | int64](ctx context.Context, j *Jobs, what string, part func(limit int) (N, error)) (total N, err error) {
	for n := N(pruneLimit); n == pruneLimit && !j.stopped() && ctx.Err() == nil; {
		if n, err = part(pruneLimit); err != nil {
			return total, fmt.Errorf("%s: %w", what, err)
		}
		total += n
	}
	return total, nil
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
