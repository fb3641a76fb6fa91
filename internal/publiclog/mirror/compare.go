package mirror

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/tlog"
)

// Compare compares all copies, byte for byte, with what the logs have, and calls wrong with what
// differs. A copy may be behind its log.
func (k *Keeper) Compare(ctx context.Context, wrong func(tlog.CopyFault)) error {
	var failed error
	one := func(name string) {
		if failed == nil {
			failed = k.compare(ctx, name, wrong)
		}
	}
	one(tlog.Installation)
	return errors.Join(k.each(ctx, one), failed)
}

func (k *Keeper) compare(ctx context.Context, name string, wrong func(tlog.CopyFault)) error {
	public, err := k.public(ctx, name)
	if err != nil {
		return err
	}
	if !public {
		if _, err := k.read(ctx, at(name, checkpoint)); !errors.Is(err, objectstore.ErrNotFound) {
			if err == nil {
				wrong(tlog.CopyFault{Log: name, Kind: tlog.CopyPrivate})
			}
			return err
		}
		return nil
	}
	p, err := k.published(ctx, name)
	if p == nil || err != nil {
		return err
	}
	have, _, err := k.have(ctx, p)
	if err == nil && have.Size > 0 && have.Size <= p.Head.Size {
		if err = k.cfg.Logs.Continues(ctx, p, have); err != nil {
			err = fmt.Errorf("%w: %w", ErrForeign, err)
		}
	}
	switch {
	case errors.Is(err, ErrForeign):
		wrong(tlog.CopyFault{Log: name, Kind: tlog.CopyForeign})
		return nil
	case err != nil:
		return err
	case have.Size > p.Head.Size:
		wrong(tlog.CopyFault{Log: name, Kind: tlog.CopyAhead, Copied: have.Size, Size: p.Head.Size})
		return nil
	}
	for _, part := range parts(0, have.Size) {
		want, err := k.cfg.Logs.Tile(ctx, p, part)
		if err != nil {
			return err
		}
		switch got, err := k.read(ctx, at(name, part.Path())); {
		case errors.Is(err, objectstore.ErrNotFound):
			wrong(tlog.CopyFault{Log: name, Kind: tlog.CopyLacks, Path: part.Path()})
		case err != nil:
			return err
		case !bytes.Equal(got, want):
			wrong(tlog.CopyFault{Log: name, Kind: tlog.CopyDiffers, Path: part.Path()})
		}
	}
	return nil
}
