package mirror

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/publiclog"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/tlog"
)

// ErrForeign: the store has another history than the log. Nothing is written over it.
var ErrForeign = errors.New("mirror: the copy is not of this log")

const (
	// copyEvery is how often logs that have grown are copied.
	copyEvery = 10 * time.Second
	// sweepEvery is how often all logs are compared with their copies, for what another server
	// has grown, and what failed.
	sweepEvery = 10 * time.Minute
	// sweepPage is how many logs are looked for at once.
	sweepPage = 100
	// wait is how long one log may take at once.
	wait = 5 * time.Minute

	mediaTile, mediaText = "application/octet-stream", "text/plain; charset=utf-8"
)

// Config configures a Keeper. All of it but Marks is required.
type Config struct {
	Logs  *publiclog.Logs
	Store *store.Store
	To    objectstore.Store
	Log   *slog.Logger
	// Marks are the logs that have grown, as those who grow them say; nil: nobody does, and all
	// logs are found by sweeping.
	Marks *Marks
}

// Keeper copies logs. Its methods are safe for concurrent use, except Keep.
type Keeper struct {
	cfg Config

	mu sync.Mutex
	// failing are the logs whose last try failed.
	failing map[string]bool // guarded by mu
}

// New checks the configuration.
func New(c Config) (*Keeper, error) {
	if c.Logs == nil || c.Store == nil || c.To == nil || c.Log == nil {
		return nil, errors.New("mirror: Config is not complete")
	}
	if c.Marks == nil {
		c.Marks = NewMarks()
	}
	return &Keeper{cfg: c, failing: map[string]bool{}}, nil
}

// Failing returns how many logs could not be copied when it was tried last.
func (k *Keeper) Failing() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.failing)
}

// Keep copies logs that have grown, and compares all with their copies at first and now and
// then, until ctx ends.
func (k *Keeper) Keep(ctx context.Context) {
	round, all := time.NewTicker(copyEvery), time.NewTicker(sweepEvery)
	defer round.Stop()
	defer all.Stop()
	k.cfg.Marks.all()
	for {
		select {
		case <-ctx.Done():
			return
		case <-all.C:
			k.cfg.Marks.all()
		case <-round.C:
		}
		k.Round(ctx)
	}
}

// Round copies what has grown since the last one.
func (k *Keeper) Round(ctx context.Context) {
	names, sweep := k.cfg.Marks.take()
	for _, name := range names {
		k.try(ctx, name)
	}
	if !sweep {
		return
	}
	k.try(ctx, tlog.Installation)
	if err := k.each(ctx, func(event string) { k.try(ctx, event) }); err != nil && ctx.Err() == nil {
		k.cfg.Log.WarnContext(ctx, "mirror: logs were not compared with their copies; trying again later", slog.Any("error", err))
	}
}

// each goes through all events of whose logs something was signed.
func (k *Keeper) each(ctx context.Context, do func(event string)) error {
	for after := ""; ; {
		events, err := k.cfg.Store.Logs.Signed(ctx, after, sweepPage)
		if err != nil {
			return err
		}
		for _, event := range events {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			do(event)
		}
		if len(events) < sweepPage {
			return nil
		}
		after = events[len(events)-1]
	}
}

// try copies a log, and tells the operator once what is in the way.
func (k *Keeper) try(ctx context.Context, name string) {
	bounded, cancel := context.WithTimeout(ctx, wait)
	err := k.Copy(bounded, name)
	cancel()
	if ctx.Err() != nil {
		return
	}
	k.mu.Lock()
	told := k.failing[name]
	if err == nil {
		delete(k.failing, name)
	} else {
		k.failing[name] = true
	}
	k.mu.Unlock()
	switch {
	case err == nil:
		return
	case !errors.Is(err, ErrForeign):
		k.cfg.Marks.Grown(name)
	}
	if !told {
		k.cfg.Log.ErrorContext(ctx, "mirror: a public log is not copied; trying again", slog.String("log", name), slog.Any("error", err))
	}
}

// Copy brings the copy of a log up to what was signed last. The copy of a log that is not for
// everybody is removed.
func (k *Keeper) Copy(ctx context.Context, name string) error {
	public, err := k.public(ctx, name)
	if err != nil {
		return err
	}
	if !public {
		return k.remove(ctx, name)
	}
	p, err := k.published(ctx, name)
	if p == nil || err != nil {
		return err
	}
	have, signed, err := k.have(ctx, p)
	if err != nil || have.Size > p.Head.Size { // another server was faster
		return err
	}
	if have.Size > 0 {
		if err := k.cfg.Logs.Continues(ctx, p, have); err != nil {
			return fmt.Errorf("%w: %w", ErrForeign, err)
		}
	}
	if bytes.Equal(signed, p.Checkpoint) {
		return nil
	}
	for _, part := range parts(have.Size, p.Head.Size) {
		body, err := k.cfg.Logs.Tile(ctx, p, part)
		if err != nil {
			return err
		}
		if err := k.write(ctx, at(name, part.Path()), body); err != nil {
			return err
		}
	}
	if err := k.cfg.To.Put(ctx, at(name, checkpoint), bytes.NewReader(p.Checkpoint), int64(len(p.Checkpoint)), mediaText); err != nil {
		return err
	}
	if have.Size == p.Head.Size { // a witness has signed it since
		return nil
	}
	return k.tidy(ctx, name, have.Size, p.Head.Size)
}

const checkpoint = "checkpoint"

// at is where something of a log is, in the store as on the server.
func at(name, path string) string { return "log/" + name + "/" + path }

// public reports whether everybody may read the log: as the server does.
func (k *Keeper) public(ctx context.Context, name string) (bool, error) {
	if name == tlog.Installation {
		return true, nil
	}
	v, err := k.cfg.Store.Events.Event(ctx, name)
	if errors.Is(err, database.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	s := &v.Event.Settings
	return s.LogAudience() == inventory.LogPublic && v.Event.Status != inventory.Draft && s.VisibleTo() != inventory.ByInvitation, nil
}

// published returns what was signed last of a log; nil: nothing is, or not any more, of which
// the operator is told elsewhere.
func (k *Keeper) published(ctx context.Context, name string) (p *publiclog.Published, err error) {
	if name == tlog.Installation {
		p, err = k.cfg.Logs.Installation(ctx)
	} else {
		p, err = k.cfg.Logs.Published(ctx, name)
	}
	if errors.Is(err, publiclog.ErrPending) || errors.Is(err, publiclog.ErrStopped) || errors.Is(err, tlog.ErrRewritten) {
		return nil, nil
	}
	return p, err
}

// have returns the tree that the copy has, and its checkpoint. One that we have not signed is none
// of ours.
func (k *Keeper) have(ctx context.Context, p *publiclog.Published) (head tlog.Head, signed []byte, err error) {
	signed, err = k.read(ctx, at(p.Name, checkpoint))
	if errors.Is(err, objectstore.ErrNotFound) {
		return tlog.Head{Root: tlog.EmptyRoot()}, nil, nil
	}
	if err != nil {
		return head, nil, err
	}
	if head, err = tlog.OpenCheckpoint(signed, p.VerifierKey); err != nil {
		return head, nil, fmt.Errorf("%w: %w", ErrForeign, err)
	}
	return head, signed, nil
}

// write stores a tile that is not there. One that is there has to be the same.
func (k *Keeper) write(ctx context.Context, name string, body []byte) error {
	err := k.cfg.To.Create(ctx, name, body, mediaTile)
	if !errors.Is(err, objectstore.ErrExists) {
		return err
	}
	there, err := k.read(ctx, name)
	if err == nil && !bytes.Equal(there, body) {
		err = fmt.Errorf("%w: %s has other bytes", ErrForeign, name)
	}
	return err
}

func (k *Keeper) read(ctx context.Context, name string) (body []byte, err error) {
	r, _, err := k.cfg.To.Get(ctx, name)
	if err != nil {
		return nil, err
	}
	body, err = io.ReadAll(r)
	return body, errors.Join(err, r.Close())
}

// tidy removes parts of tiles of which there are larger parts by now, or the whole.
func (k *Keeper) tidy(ctx context.Context, name string, was, size int64) error {
	keep := map[string]bool{}
	for _, part := range edge(size) {
		keep[at(name, part.Path())] = true
	}
	var old []string
	for _, part := range append(edge(was), edge(size)...) {
		path := at(name, part.Path())
		if err := k.cfg.To.List(ctx, path[:strings.LastIndexByte(path, '/')], func(file string) error {
			if !keep[file] {
				old = append(old, file)
			}
			return nil
		}); err != nil {
			return err
		}
	}
	for _, file := range old {
		if err := k.cfg.To.Delete(ctx, file); err != nil {
			return err
		}
	}
	return nil
}

// remove removes the copy of a log, the checkpoint last: until then it says what there is.
func (k *Keeper) remove(ctx context.Context, name string) error {
	signer := k.cfg.Logs.Signer
	if signer == nil {
		return nil
	}
	signed, err := k.read(ctx, at(name, checkpoint))
	if errors.Is(err, objectstore.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	key, err := signer.Key().VerifierKey(name)
	if err != nil {
		return err
	}
	head, err := tlog.OpenCheckpoint(signed, key)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrForeign, err)
	}
	for _, part := range parts(0, head.Size) {
		if err := k.cfg.To.Delete(ctx, at(name, part.Path())); err != nil {
			return err
		}
	}
	if err := k.tidy(ctx, name, head.Size, 0); err != nil {
		return err
	}
	return k.cfg.To.Delete(ctx, at(name, checkpoint))
}
