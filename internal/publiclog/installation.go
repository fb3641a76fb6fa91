package publiclog

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/logs"
	"github.com/holdfast-events/holdfast/internal/tlog"
	"github.com/holdfast-events/holdfast/internal/witness"
)

const (
	// includeEvery is how often the log of the installation takes in the newest checkpoints
	// of events. All that an event signs in between is one entry.
	includeEvery = 10 * time.Second
	// includeBy is how long that waits in a rush.
	includeBy = time.Minute
	// groupSize is how many checkpoints are taken in at once, in one transaction.
	groupSize = tlog.TileWidth
)

// rounds say how the log of the installation goes.
type rounds struct {
	behind time.Time // since when a round was due that was not done; zero: none is
}

// KeepInstallation takes the newest checkpoints of all events into the log of the
// installation, every ten seconds until ctx ends.
func (l *Logs) KeepInstallation(ctx context.Context) {
	if l.Signer == nil {
		return
	}
	round := time.NewTicker(includeEvery)
	defer round.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-round.C:
		}
		if l.rush() && !l.late() {
			continue
		}
		err := l.Include(ctx)
		if err != nil {
			l.failed(ctx, tlog.Installation, err)
		}
		if err == nil && l.Grown != nil {
			l.Grown(tlog.Installation)
		}
		l.mu.Lock()
		if err == nil {
			l.rounds.behind = time.Time{}
			delete(l.refused, tlog.Installation)
		} else if l.rounds.behind.IsZero() {
			l.rounds.behind = time.Now()
		}
		l.mu.Unlock()
	}
}

// late notes that a round is not done because people go first, and reports whether that has
// been so for includeBy.
func (l *Logs) late() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.rounds.behind.IsZero() {
		l.rounds.behind = time.Now()
	}
	return time.Since(l.rounds.behind) >= includeBy
}

// InstallationLag returns for how long this server has not taken the newest checkpoints
// into the log of the installation although it was time.
func (l *Logs) InstallationLag() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.rounds.behind.IsZero() {
		return 0
	}
	return time.Since(l.rounds.behind)
}

// Include takes the newest checkpoints of all events into the log of the installation,
// group by group in the order of their IDs, and signs each group. A database that is not
// what was signed gets nothing: ErrRewritten.
func (l *Logs) Include(ctx context.Context) error {
	for after, more := "", true; more; {
		var err error
		if after, more, err = l.includeGroup(ctx, after); err != nil {
			return err
		}
	}
	return nil
}

// includeGroup takes in the checkpoints of the next events after one of them.
func (l *Logs) includeGroup(ctx context.Context, after string) (last string, more bool, err error) {
	// Read before the log, which may grow and be signed meanwhile.
	_, signed, err := l.Signer.Last(tlog.Installation)
	if err != nil {
		return "", false, err
	}
	tree, err := l.Store.Logs.Installation(ctx)
	if err != nil {
		return "", false, err
	}
	if signed.Size > tree.Size {
		return "", false, fmt.Errorf("%w: it has %d leaves, and %d were signed (%s)", tlog.ErrRewritten, tree.Size, signed.Size, tlog.Installation)
	}
	head, err := headOf(&tree)
	if err != nil {
		return "", false, err
	}
	due, err := l.Store.Logs.Due(ctx, after, groupSize)
	if err != nil {
		return "", false, err
	}
	if len(due) > 0 {
		after = due[len(due)-1].EventID
	}
	if entries, texts := l.entriesOf(ctx, &tree, due); len(entries) > 0 {
		grown, err := l.include(ctx, &tree, &head, entries, texts)
		if err != nil || !grown {
			return "", !grown && err == nil, err // somebody else has: what is left is seen from the start
		}
	}
	more = len(due) == groupSize
	return after, more, l.publishInstallation(ctx, &tree, head, !more)
}

// publishInstallation publishes what the log of the installation, as it was read, has grown
// to, signed by us and, when nothing more is to be taken in, by its witnesses. What was
// published gets the signatures of witnesses that it lacks.
func (l *Logs) publishInstallation(ctx context.Context, tree *logs.SignedTree, head tlog.Head, last bool) error {
	prove := head.ProveGrowth(ctx, l.tiles(tlog.Installation))
	checkpoint := []byte(tree.Checkpoint)
	if head.Size > tree.Signed {
		err := l.Store.Settled(ctx) // as for the logs of events
		if err != nil {
			return err
		}
		if checkpoint, err = l.Signer.Sign(tlog.Installation, head, prove); err != nil {
			return err
		}
	}
	if last && head.Size > 0 {
		checkpoint = l.Witnesses.Cosign(ctx, &witness.Head{Checkpoint: checkpoint, Size: head.Size, Prove: prove, Grown: l.installationSize})
	}
	if string(checkpoint) == tree.Checkpoint {
		return nil
	}
	return l.Store.Logs.PublishInstallation(ctx, tree.Checkpoint, string(checkpoint), head.Size, l.now())
}

// installationSize returns how many entries the log of the installation has now.
func (l *Logs) installationSize(ctx context.Context) (int64, error) {
	tree, err := l.Store.Logs.Installation(ctx)
	return tree.Size, err
}

// entriesOf returns the entries of checkpoints. One that this installation has not signed
// is none, and the operator is told.
func (l *Logs) entriesOf(ctx context.Context, tree *logs.SignedTree, due []logs.DueCheckpoint) (entries []logs.InstallationEntry, texts [][]byte) {
	for i := range due {
		d := &due[i]
		if err := l.signedBySelf(d); err != nil {
			l.failed(ctx, d.EventID, err)
			continue
		}
		e := logs.InstallationEntry{N: tree.Size + int64(len(entries)), EventID: d.EventID, Size: d.Signed, Checkpoint: d.Checkpoint, Sealed: !d.Open}
		entries = append(entries, e)
		texts = append(texts, tlog.EventKey(d.Key).CheckpointEntry(e.Checkpoint, e.Size, e.Sealed))
	}
	return entries, texts
}

func (l *Logs) signedBySelf(d *logs.DueCheckpoint) error {
	key, err := l.Signer.Key().VerifierKey(d.EventID)
	if err != nil {
		return err
	}
	head, err := tlog.OpenCheckpoint([]byte(d.Checkpoint), key)
	if err == nil && head.Size != d.Signed {
		err = tlog.ErrCheckpoint
	}
	if err != nil {
		return fmt.Errorf("%w: %w", tlog.ErrRewritten, err)
	}
	return nil
}

// include adds entries to the tree, and moves the head.
func (l *Logs) include(ctx context.Context, tree *logs.SignedTree, head *tlog.Head, entries []logs.InstallationEntry, texts [][]byte) (bool, error) {
	grown, more, err := head.Grow(ctx, l.tiles(tlog.Installation), texts)
	if err != nil {
		return false, err
	}
	stored := make([]logs.InstallationTile, len(more))
	for i, t := range more {
		stored[i] = logs.InstallationTile{Level: int64(t.Level), N: t.N, Hashes: t.Data}
	}
	done, err := l.Store.Logs.Include(ctx, tree, grown.Root[:], entries, stored)
	if err != nil || !done {
		return false, err
	}
	*head = grown
	return true, nil
}

// Installation returns the log of the installation as it was signed last. ErrPending:
// nothing of it is signed yet. tlog.ErrRewritten: more was signed than the database has.
func (l *Logs) Installation(ctx context.Context) (*Published, error) {
	if l.Signer == nil {
		return nil, ErrStopped
	}
	// Read before the log, which may grow and be signed meanwhile.
	_, last, err := l.Signer.Last(tlog.Installation)
	if err != nil {
		return nil, err
	}
	tree, err := l.Store.Logs.Installation(ctx)
	if err != nil {
		return nil, err
	}
	return l.published(tlog.Installation, last, &tree)
}

// installationBundle returns entries of the log of the installation.
func (l *Logs) installationBundle(ctx context.Context, part tlog.TilePart) (bundle []byte, err error) {
	first := part.N * tlog.TileWidth
	entries, err := l.Store.Logs.InstallationEntries(ctx, first, part.Width)
	if err != nil {
		return nil, err
	}
	if len(entries) < part.Width {
		return nil, fmt.Errorf("%w: of the checkpoints from %d some are missing", tlog.ErrTiles, first)
	}
	for i := range entries {
		if bundle, err = tlog.AppendEntry(bundle, textOf(&entries[i])); err != nil {
			return nil, err
		}
	}
	return bundle, nil
}

func textOf(e *logs.KeyedEntry) []byte {
	return tlog.EventKey(e.Key).CheckpointEntry(e.Checkpoint, e.Size, e.Sealed)
}

// Inclusion goes with a proof that a checkpoint is in the log of the installation.
type Inclusion struct {
	Checkpoint string `json:"checkpoint"` // of the event
	// Salt, in hex, opens an entry that is sealed: SHA-256 of salt and checkpoint is its
	// second line.
	Salt string `json:"salt,omitempty"`
}

// Included returns a tlog-proof that the newest checkpoint of an event that the log of the
// installation has is in it; its extra data is an Inclusion as JSON. ErrPending: it has
// none yet.
func (l *Logs) Included(ctx context.Context, event string) ([]byte, error) {
	p, err := l.Installation(ctx)
	if err != nil {
		return nil, err
	}
	e, err := l.Store.Logs.IncludedLast(ctx, event, p.Head.Size)
	if errors.Is(err, database.ErrNotFound) {
		return nil, ErrPending
	}
	if err != nil {
		return nil, err
	}
	of := Inclusion{Checkpoint: e.Checkpoint}
	if e.Sealed {
		salt := tlog.EventKey(e.Key).CheckpointSalt(e.Size)
		of.Salt = hex.EncodeToString(salt[:])
	}
	extra, err := json.Marshal(of)
	if err != nil {
		return nil, fmt.Errorf("publiclog: %w", err)
	}
	return p.Head.ProveEntry(ctx, l.tiles(tlog.Installation), e.N, p.Checkpoint, extra)
}
