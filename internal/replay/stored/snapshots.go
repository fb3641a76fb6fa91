package stored

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/holdfast-events/holdfast/internal/replay"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/logs"
	"github.com/holdfast-events/holdfast/internal/store/snapshot"
)

const (
	// SnapshotEvery is how many audit rows are between two stored snapshots of an event: so
	// many are folded for a question, in half a second or so, and those that no job has come
	// to yet.
	SnapshotEvery = 25_000
	// together is how many snapshots are made from one reading of those before them.
	together = 4
	// readTogether is how many snapshots are in memory at once, compressed.
	readTogether = 4
	// maxDelta bounds what a snapshot is unpacked to. One of 25,000 rows has 2 MB.
	maxDelta = 256 << 20
)

// errDoubt says that a stored snapshot is not to be trusted: it is not whole, of another
// version, or of an audit row that is another by now.
var errDoubt = errors.New("stored: a snapshot is in doubt")

// doubt says why, and which snapshot is the last before it.
type doubt struct {
	good int64
	sum  []byte
	why  string
}

func (d *doubt) Error() string { return errDoubt.Error() + ": " + d.why }
func (*doubt) Unwrap() error   { return errDoubt }

// sumOf is what ties a snapshot to those before it.
func sumOf(before []byte, r *logs.ReplaySnapshot) []byte {
	h := sha256.New()
	part := func(b []byte) {
		_, _ = h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(b)))) // a hash takes everything
		_, _ = h.Write(b)
	}
	part(before)
	part([]byte(r.EventID))
	part(binary.BigEndian.AppendUint64(nil, uint64(r.Seq)))    //nolint:gosec // only its bits matter
	part(binary.BigEndian.AppendUint64(nil, uint64(r.Format))) //nolint:gosec // only its bits matter
	part(r.RowHash)
	part(r.Delta)
	return h.Sum(nil)
}

// walk reads the stored snapshots of an event up to one of them, in order, unpacked. One
// that is in doubt ends it with a *doubt.
func walk(snap *snapshot.Snapshot, event string, to int64, fn func(r *logs.ReplaySnapshot, delta []byte) error) (sum []byte, err error) {
	var at int64
	for at < to {
		list, err := snap.Snapshots(event, at, to, readTogether)
		if err != nil {
			return nil, err
		}
		if len(list) == 0 {
			return nil, &doubt{at, sum, fmt.Sprintf("there is none after row %d", to)}
		}
		for i := range list {
			r := &list[i]
			hash, err := snap.RowHash(event, r.Seq)
			if err != nil {
				return nil, err
			}
			switch {
			case r.Format != replay.DeltaFormat:
				return nil, &doubt{at, sum, fmt.Sprintf("that after row %d is of another version", r.Seq)}
			case !bytes.Equal(sumOf(sum, r), r.Sum):
				return nil, &doubt{at, sum, fmt.Sprintf("that after row %d is not whole", r.Seq)}
			case !bytes.Equal(hash, r.RowHash):
				return nil, &doubt{at, sum, fmt.Sprintf("row %d is another than that of its snapshot", r.Seq)}
			}
			delta, err := unpack(r.Delta)
			if err != nil {
				return nil, &doubt{at, sum, fmt.Sprintf("that after row %d cannot be unpacked: %v", r.Seq, err)}
			}
			if err := fn(r, delta); err != nil {
				return nil, err
			}
			at, sum = r.Seq, r.Sum
		}
	}
	return sum, nil
}

// span are rows to be folded behind a stored snapshot.
type span struct {
	from, to int64
	// whole: all is kept of what was before, and not only what these rows are about and what
	// matters for how the event stands.
	whole bool
}

// restore returns an event after the stored snapshot that a span begins behind.
func restore(snap *snapshot.Snapshot, e *events.EventView, rows span) (s *replay.State, sum []byte, err error) {
	from := rows.from
	if s, err = begin(snap, e); err != nil || from == 0 {
		return s, nil, err
	}
	var named map[string]struct{}
	if !rows.whole {
		named = map[string]struct{}{}
		if err := snap.Mentioned(e.Event.ID, from, rows.to, func(id string) { named[id] = struct{}{} }); err != nil {
			return nil, nil, err
		}
	}
	sum, err = walk(snap, e.Event.ID, from, func(_ *logs.ReplaySnapshot, delta []byte) error { return s.Restore(delta, named) })
	if err == nil {
		err = s.Restored()
	}
	if err == nil && s.Seq() != from {
		err = fmt.Errorf("%w: it is of row %d, and was said to be of row %d", replay.ErrDamaged, s.Seq(), from)
	}
	return s, sum, err
}

// nearest is restore for the newest stored snapshot that can be trusted and is not after a
// row, limit, from where rows.to is folded to: unless that would leave more than so many rows to
// fold (0: any number).
func nearest(snap *snapshot.Snapshot, e *events.EventView, limit int64, rows span, most int64) (*replay.State, error) {
	for {
		from, err := snap.NewestSnapshot(e.Event.ID, limit)
		if err != nil {
			return nil, err
		}
		if most > 0 && rows.to-from > most {
			return nil, fmt.Errorf("%w: %d, of at most %d", ErrTooMany, rows.to-from, most)
		}
		s, _, err := restore(snap, e, span{from, rows.to, rows.whole})
		var d *doubt
		switch {
		case errors.As(err, &d):
			limit = d.good
		case errors.Is(err, replay.ErrDamaged):
			limit = 0
		default:
			return s, err
		}
	}
}

// next makes the snapshots of the rows that follow a stored one, at the rows that are
// given, in their order, and returns their deltas as they are before they are packed.
func next(snap *snapshot.Snapshot, e *events.EventView, from int64, at []int64) (list []logs.ReplaySnapshot, deltas [][]byte, err error) {
	s, sum, err := restore(snap, e, span{from: from, to: at[len(at)-1]})
	if err != nil {
		return nil, nil, err
	}
	s.Follow()
	for _, seq := range at {
		if err := forward(snap, s, e.Event.ID, seq); err != nil {
			return nil, nil, err
		}
		r := logs.ReplaySnapshot{EventID: e.Event.ID, Seq: seq, Format: replay.DeltaFormat}
		if r.RowHash, err = snap.RowHash(e.Event.ID, seq); err != nil {
			return nil, nil, err
		}
		delta := s.Delta()
		if r.Delta, err = pack(delta); err != nil {
			return nil, nil, err
		}
		r.Sum = sumOf(sum, &r)
		sum = r.Sum
		list, deltas = append(list, r), append(deltas, delta)
	}
	return list, deltas, nil
}

// Damage is a stored snapshot that is not what the audit rows add up to.
type Damage struct {
	Seq int64 // the audit row that it is said to be of
	Why string

	rows error // why the rows up to it cannot be folded; nil: they can
}

// Compare makes each stored snapshot of an event again from the audit rows, and compares.
// It returns the first that differs; nil: none does. Those after it are built on it.
// Snapshots of another version of the program are not compared: they are not used either.
// Each row up to the newest of them is folded once.
func Compare(snap *snapshot.Snapshot, event string) (*Damage, error) {
	e, err := snap.Event(event)
	if err != nil {
		return nil, err
	}
	_, damage, err := compare(snap, e)
	return damage, err
}

// compare is Compare, which also returns the event as the rows have it that were folded.
func compare(snap *snapshot.Snapshot, e *events.EventView) (*replay.State, *Damage, error) {
	event := e.Event.ID
	s, err := begin(snap, e)
	if err != nil {
		return nil, nil, err
	}
	last, err := snap.NewestSnapshot(event, e.Event.Seq)
	if err != nil {
		return nil, nil, err
	}
	if beyond, err := snap.NewestSnapshot(event, 1<<62); err != nil || beyond > last {
		return s, &Damage{Seq: beyond, Why: "the event has no such row"}, err
	}
	s.Follow()
	var found *Damage
	_, err = walk(snap, event, last, func(r *logs.ReplaySnapshot, delta []byte) error {
		switch err := forward(snap, s, event, r.Seq); {
		case cannotFold(err):
			found = &Damage{Seq: r.Seq, Why: err.Error(), rows: err}
		case err != nil:
			return err
		case !bytes.Equal(s.Delta(), delta):
			found = &Damage{Seq: r.Seq, Why: "it is not what the rows up to it add up to"}
		default:
			return nil
		}
		return errDoubt
	})
	var d *doubt
	switch {
	case found != nil:
		return s, found, nil
	case errors.As(err, &d):
		found, err = ofDoubt(snap, event, d)
	}
	return s, found, err
}

// ofDoubt is the Damage that a doubt is; nil: the snapshot is of another version.
func ofDoubt(snap *snapshot.Snapshot, event string, d *doubt) (*Damage, error) {
	list, err := snap.Snapshots(event, d.good, 1<<62, 1)
	if err != nil || len(list) == 0 || list[0].Format != replay.DeltaFormat {
		return nil, err
	}
	return &Damage{Seq: list[0].Seq, Why: d.why}, nil
}

// cannotFold reports whether an error says that audit rows do not follow from each other,
// or not from a stored snapshot.
func cannotFold(err error) bool {
	return errors.Is(err, replay.ErrUnknown) || errors.Is(err, replay.ErrBroken) || errors.Is(err, replay.ErrMissing) || errors.Is(err, replay.ErrDamaged)
}

func pack(delta []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestSpeed)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(delta); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func unpack(packed []byte) ([]byte, error) {
	delta, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), maxDelta+1))
	if err == nil && len(delta) > maxDelta {
		err = replay.ErrDamaged
	}
	return delta, err
}
