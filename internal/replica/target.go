package replica

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/objectstore"
)

const (
	// tryFor and tryPerMB bound one call of the target.
	tryFor   = 15 * time.Second
	tryPerMB = 2 * time.Second
	// maxObject bounds what is read of one object.
	maxObject = 512 << 20
	// binary is the media type of what is kept.
	binaryType = "application/octet-stream"
	jsonType   = "application/json"
)

// Errors of a replica.
var (
	// ErrTaken: another server has gone on with the replica.
	ErrTaken = errors.New("replica: another server has taken the replica over")
	// ErrDamaged: an object of the replica is missing or not what was kept.
	ErrDamaged = errors.New("replica: damaged")
	// ErrEmpty: there is nothing to restore.
	ErrEmpty = errors.New("replica: there is no database in it")
	// ErrBehind: the database is older than the replica.
	ErrBehind = errors.New("replica: the database is older than the replica")
	// ErrOther: the database is not the one that is replicated there.
	ErrOther = errors.New("replica: the database is not the one that is replicated there")
	// ErrNoCreate: the target does not say whether a name is taken.
	ErrNoCreate = errors.New("replica: this object store does not refuse to write over an object (If-None-Match), so that two servers would not notice each other")
)

// target is where a replica is kept.
type target struct{ files objectstore.Store }

// bounded bounds a call by what it moves.
func bounded(ctx context.Context, size int) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, tryFor+time.Duration(size>>20)*tryPerMB)
}

// get reads an object whole.
func (t target) get(ctx context.Context, name string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, tryFor+maxObject>>20*tryPerMB)
	defer cancel()
	r, size, err := t.files.Get(ctx, name)
	if err != nil {
		return nil, err
	}
	if size > maxObject {
		return nil, errors.Join(fmt.Errorf("%w: %s has %d bytes", ErrDamaged, name, size), r.Close())
	}
	b, err := io.ReadAll(io.LimitReader(r, maxObject))
	return b, errors.Join(err, r.Close())
}

// entry reads an entry and checks it.
func (t target) entry(ctx context.Context, seq uint64, withPages bool) (*entry, error) {
	b, err := t.get(ctx, entryName(seq))
	switch {
	case errors.Is(err, objectstore.ErrNotFound):
		return nil, fmt.Errorf("%w: %s is missing", ErrDamaged, entryName(seq))
	case err != nil:
		return nil, err
	}
	e, err := decode(b, withPages)
	if err == nil && e.Seq != seq {
		err = fmt.Errorf("it says that it is number %d", e.Seq)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrDamaged, entryName(seq), err)
	}
	return e, nil
}

// list returns the numbers of the entries, the oldest first.
func (t target) list(ctx context.Context) ([]uint64, error) {
	var seqs []uint64
	err := t.files.List(ctx, logFolder, func(name string) error {
		if seq, ok := seqOf(name, logFolder); ok {
			seqs = append(seqs, seq)
		}
		return nil
	})
	slices.SortFunc(seqs, byAge)
	return seqs, err
}

// newest reads the newest entry; nil: the replica is empty.
func (t target) newest(ctx context.Context) (*entry, error) {
	seqs, err := t.list(ctx)
	if err != nil || len(seqs) == 0 {
		return nil, err
	}
	return t.entry(ctx, seqs[len(seqs)-1], false)
}

// create keeps an entry under its number. It is ErrTaken when another server has kept one:
// that it is there is no mistake when it is this one, of a try whose answer was lost.
func (t target) create(ctx context.Context, e *entry, content []byte) error {
	ctx, cancel := bounded(ctx, len(content))
	defer cancel()
	err := t.files.Create(ctx, entryName(e.Seq), content, binaryType)
	if !errors.Is(err, objectstore.ErrExists) {
		return err
	}
	there, err := t.get(ctx, entryName(e.Seq))
	if err != nil || bytes.Equal(there, content) {
		return err
	}
	return takenBy(there)
}

// takenBy is ErrTaken with the server that the entry is of.
func takenBy(there []byte) error {
	e, err := decode(there, false)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrTaken, err)
	}
	return fmt.Errorf("%w: %s, at %s (entry %d)", ErrTaken, e.Host, e.time().UTC().Format(time.RFC3339), e.Seq)
}

// heldBack is ErrTaken when another server has kept an entry of that number.
func (t target) heldBack(ctx context.Context, seq uint64) error {
	ctx, cancel := bounded(ctx, 0)
	defer cancel()
	there, err := t.get(ctx, entryName(seq))
	switch {
	case errors.Is(err, objectstore.ErrNotFound):
		return nil
	case err != nil:
		return err
	}
	return takenBy(there)
}

// strict makes sure that the target refuses to write over an object.
func (t target) strict(ctx context.Context) error {
	ctx, cancel := bounded(ctx, 0)
	defer cancel()
	const name = "create-once"
	err := t.files.Create(ctx, name, []byte("1"), binaryType)
	if err == nil {
		err = t.files.Create(ctx, name, []byte("2"), binaryType)
	}
	switch {
	case errors.Is(err, objectstore.ErrExists):
		return nil
	case err == nil:
		return ErrNoCreate
	}
	return fmt.Errorf("replica: %w", err)
}

// snapshots returns those that are complete, the newest first.
func (t target) snapshots(ctx context.Context) ([]uint64, error) {
	var seqs []uint64
	err := t.files.List(ctx, snapshotsFolder, func(name string) error {
		if seq, ok := seqOf(name, snapshotsFolder); ok && strings.HasSuffix(name, "-all") {
			seqs = append(seqs, seq)
		}
		return nil
	})
	slices.SortFunc(seqs, byAge)
	slices.Reverse(seqs)
	return seqs, err
}

func manifestName(seq uint64) string { return fmt.Sprintf("%s/%016d-all", snapshotsFolder, seq) }

// manifest reads what a snapshot consists of.
func (t target) manifest(ctx context.Context, seq uint64) (*snapshot, error) {
	b, err := t.get(ctx, manifestName(seq))
	if err != nil {
		return nil, err
	}
	var sum string
	text, sum, ok := cutSum(b)
	s := &snapshot{}
	if !ok || hashOf(text) != sum || json.Unmarshal(text, s) != nil || s.Seq != seq || s.Version != version {
		return nil, fmt.Errorf("%w: %s is not what was kept", ErrDamaged, manifestName(seq))
	}
	return s, nil
}

// cutSum splits a text and the hash in its last line.
func cutSum(b []byte) (text []byte, sum string, ok bool) {
	at := bytes.LastIndexByte(b, '\n')
	if at < 0 {
		return nil, "", false
	}
	return b[:at], string(b[at+1:]), true
}
