package verify

import (
	"context"
	"crypto/ed25519"
	"errors"
	"slices"
	"strings"

	"github.com/holdfast-events/holdfast/internal/audit"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/store/archives"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
)

// Invariant 40: an event is whole in exactly one place. The rows of one that is archived are in
// its file, with every byte, up to the head and the checkpoint that the database has of it.

// loadArchives reads what is known of the files of events.
func (r *run) loadArchives() error {
	r.archives = map[string]archives.Archive{}
	return r.snapshot.Archives(func(a *archives.Archive) error {
		if r.wanted(a.EventID) {
			r.archives[strings.Clone(a.EventID)] = *a
		}
		return nil
	})
}

// away reports whether the event is whole in a file, and checks what is known of that. One that
// is sealed is whole in its tables.
func (r *run) away(ctx context.Context, e *events.EventRecord) (bool, error) {
	event := e.Event.ID
	if e.ArchivedAt == events.Elsewhere {
		return true, r.elsewhere(e)
	}
	a, known := r.archives[event]
	if (e.ArchivedAt != 0) != (known && a.State != archives.ArchiveRestored) {
		r.report.add(40, event, "", "its row says that it is archived: %t; its file's, that it is %q", e.ArchivedAt != 0, a.State)
		return false, nil
	}
	if e.ArchivedAt == 0 || a.State == archives.ArchiveSealed {
		return false, nil
	}
	r.report.Checked.Archives++
	r.goneAway = append(r.goneAway, strings.Clone(event))
	if a.OrgID != e.Event.OrgID || a.File == "" || len(a.Checksum) != 64 || a.Rows == 0 {
		r.report.add(40, event, a.File, "what is known of its file is not complete, or is of another organization")
		return true, nil
	}
	if a.State == archives.ArchiveArchived {
		left, err := snapshot.Leftover(r.snapshot, event)
		if err != nil {
			return true, err
		}
		for _, table := range left {
			r.report.add(40, event, a.File, "it is archived, and rows of it that have left are in %s", table)
		}
	}
	keys := r.options.AuditKeys
	if len(keys) > 0 && !slices.ContainsFunc(keys, func(k ed25519.PublicKey) bool {
		return audit.VerifyHead(k, event, e.Event.Seq, e.HeadHash, e.HeadSig)
	}) {
		r.report.add(13, event, event, "the head at ledger seq %d is not signed by this installation's audit key", e.Event.Seq)
	}
	if r.options.Archives == nil {
		return true, nil
	}
	log, err := r.snapshot.PublicLog(event)
	if errors.Is(err, database.ErrNotFound) {
		log, err = nil, nil
	}
	if err != nil {
		return true, err
	}
	wrong, err := r.options.Archives(ctx, &a, e, log)
	for _, what := range wrong {
		r.report.add(40, event, a.File, "its file: %s", what)
	}
	return true, err
}

// elsewhere checks invariant 52 in one database: of an event that lives in another cell nothing is
// here but what tells of it.
func (r *run) elsewhere(e *events.EventRecord) error {
	event := strings.Clone(e.Event.ID)
	r.report.Checked.Elsewhere++
	r.goneAway = append(r.goneAway, event)
	left, err := snapshot.LeftBehind(r.snapshot, event)
	for _, table := range left {
		r.report.add(52, event, event, "it lives in another cell, or is on its way there (move it again), and rows of it are in %s", table)
	}
	return err
}

// ofArchived takes out what chains and accounts say of things of archived events, which are
// compared when the event is back.
func (r *run) ofArchived() {
	for _, event := range r.goneAway {
		code := strings.TrimPrefix(event, id.Event)
		for _, o := range r.orgs {
			for subject := range o.stands {
				if _, tail, ok := strings.Cut(subject, "_"); ok && subject != event && strings.HasPrefix(tail, code) && len(tail) > len(code) {
					delete(o.stands, subject)
				}
			}
		}
		delete(r.replies, event)
		delete(r.jobs, event)
	}
	for payment, sum := range r.transfers {
		if event, ok := id.EventOf(sum.order, id.Order); ok && slices.Contains(r.goneAway, event) {
			delete(r.transfers, payment)
		}
	}
}
