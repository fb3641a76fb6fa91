package replica

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/store/sqlite"
)

// partBytes are those of a part of a snapshot before it is compressed: whole pages.
const partBytes = 16 << 20

// partTries bounds how often a part is sent.
const partTries = 4

// copyOut takes the snapshot of an entry from the image of the database, which it closes, and
// then deletes what nobody needs any more.
func (k *Keeper) copyOut(ctx context.Context, of *entry, image *sqlite.Image) error {
	size, err := k.at.copyOut(ctx, of, image, k.cfg.Now())
	image.Close()
	k.mu.Lock()
	k.copied.under = false
	if err == nil {
		k.copied.at, k.copied.seq, k.copied.bytes = k.cfg.Now(), of.Seq, size
	}
	k.mu.Unlock()
	if err != nil {
		return err
	}
	k.cfg.Log.InfoContext(ctx, "replica: snapshot taken", slog.Uint64("entry", of.Seq), slog.Int64("bytes", size))
	if err := k.at.prune(ctx, k.cfg.Now().Add(-k.cfg.Keep)); err != nil {
		k.cfg.Log.WarnContext(ctx, "replica: old snapshots could not be deleted", slog.Any("error", err))
	}
	return nil
}

// copyOut keeps a snapshot and returns how many bytes it has there. Its manifest comes last:
// without one there is no snapshot.
func (t target) copyOut(ctx context.Context, of *entry, image *sqlite.Image, now time.Time) (size int64, err error) {
	s := &snapshot{Version: version, Seq: of.Seq, Entry: of.hash, At: now.UnixMicro(), Size: image.Size, Total: image.Total}
	try := strings.ToLower(rand.Text()) // what an earlier try has left is not of this one
	r, raw := image.Reader(), make([]byte, partBytes)
	for n := 0; ; n++ {
		read, err := io.ReadFull(r, raw)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
			return 0, fmt.Errorf("replica: snapshot: %w", err)
		}
		b := encoder.EncodeAll(raw[:read], nil)
		name := partName(of.Seq, try, n)
		if err := again(ctx, partTries, func() error { return t.put(ctx, name, b) }); err != nil {
			return 0, fmt.Errorf("replica: snapshot: %w", err)
		}
		s.Parts = append(s.Parts, part{Name: name, Bytes: read, Hash: hashOf(b)})
		size += int64(len(b))
	}
	text, err := json.Marshal(s)
	if err != nil {
		return 0, fmt.Errorf("replica: snapshot: %w", err)
	}
	text = append(text, "\n"+hashOf(text)...)
	bound, cancel := bounded(ctx, len(text))
	defer cancel()
	err = t.files.Create(bound, manifestName(of.Seq), text, jsonType)
	if errors.Is(err, objectstore.ErrExists) {
		err = nil // of an earlier try, which is as good
	}
	return size, err
}

// put keeps a part. Nobody else uses its name.
func (t target) put(ctx context.Context, name string, b []byte) error {
	ctx, cancel := bounded(ctx, len(b))
	defer cancel()
	err := t.files.Create(ctx, name, b, binaryType)
	if errors.Is(err, objectstore.ErrExists) {
		err = nil // of a try whose answer was lost
	}
	return err
}

// again tries a few times.
func again(ctx context.Context, tries int, do func() error) (err error) {
	pause := firstPause
	for range tries {
		if err = do(); err == nil || ctx.Err() != nil {
			return err
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return err
		}
		pause *= 4
	}
	return err
}

// prune deletes what is not needed to restore any state since a time: snapshots that have a
// newer one which is as old as that, and the entries before the oldest that stays. Entries with
// which a server began stay for good: they are what stops the server before it, however late
// that one wakes up.
func (t target) prune(ctx context.Context, since time.Time) error {
	snapshots, err := t.snapshots(ctx)
	if err != nil {
		return err
	}
	keep := -1
	for i, seq := range snapshots {
		s, err := t.manifest(ctx, seq)
		if err != nil {
			return err
		}
		if keep = i; time.UnixMicro(s.At).Before(since) {
			break
		}
	}
	if keep < 0 {
		return nil
	}
	oldest := snapshots[keep]
	for _, seq := range snapshots[keep+1:] {
		// The manifest goes first: what is left of the snapshot without it is none.
		if err := t.files.Delete(ctx, manifestName(seq)); err != nil {
			return err
		}
	}
	var names []string
	if err := t.files.List(ctx, snapshotsFolder, func(name string) error {
		if seq, ok := seqOf(name, snapshotsFolder); ok && seq < oldest {
			names = append(names, name)
		}
		return nil
	}); err != nil {
		return err
	}
	seqs, err := t.list(ctx)
	if err != nil {
		return err
	}
	for _, seq := range seqs {
		if seq >= oldest {
			break
		}
		e, err := t.entry(ctx, seq, false)
		if err != nil {
			return err
		}
		if e.Count > 0 {
			names = append(names, entryName(seq))
		}
	}
	for _, name := range names {
		if err := t.files.Delete(ctx, name); err != nil {
			return err
		}
	}
	return nil
}
