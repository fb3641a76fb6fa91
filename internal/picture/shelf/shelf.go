// Package shelf keeps the pictures of events and venues: their rows in the store, their bytes where files
// are kept. It adds what somebody uploads, opens what pages show, and deletes what none of
// these names any more. Package picture says what a picture is.
package shelf

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"io"
	"log/slog"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/picture"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// pruneLimit bounds the pictures that are deleted, or noted, in one go.
const pruneLimit = 100

// ErrGone says that the files of a picture are being deleted: it can be added in a moment.
var ErrGone = errors.New("shelf: the picture is being deleted")

// Shelf keeps pictures. All its fields but Copies are required.
type Shelf struct {
	Store *store.Store
	Files objectstore.Store
	Maker *picture.Maker
	Now   func() time.Time
	Log   *slog.Logger
	// Copies says that the rows are copies of those of another database, which deletes the files (0184).
	Copies bool
}

// Add makes a picture of a file and keeps it. The error is a *picture.Refusal when it is none,
// picture.ErrBusy or ErrGone when it is to be tried again, and database.ErrLimit when the
// organization has too many that nothing names. The same picture again is the same one.
func (s *Shelf) Add(ctx context.Context, org string, data []byte) (*events.Picture, error) {
	made, err := s.Maker.Make(ctx, org, data)
	if err != nil {
		return nil, err
	}
	largest := made.Largest()
	p := events.Picture{OrgID: org, ID: made.ID, Width: int64(largest.Width), Height: int64(largest.Height), CreatedAt: inventory.At(s.Now())}
	for _, f := range made.Files {
		p.Files = append(p.Files, events.PictureFile{
			Width: int64(f.Width), Height: int64(f.Height), Size: int64(len(f.Bytes)), SHA256: hex.EncodeToString(f.Hash[:]),
		})
	}
	// The row first: what has one is not deleted while its files are written.
	switch err := s.Store.Pictures.Keep(ctx, p); {
	case errors.Is(err, database.ErrConflict):
		return nil, ErrGone
	case err != nil:
		return nil, err
	}
	for _, f := range made.Files {
		if err := s.Files.Put(ctx, picture.FileName(p.ID, f.Width), bytes.NewReader(f.Bytes), int64(len(f.Bytes)), picture.MediaType); err != nil {
			return nil, err
		}
	}
	return &p, nil
}

// Open opens the file of a picture in a width and says how long it is; objectstore.ErrNotFound
// when there is none.
func (s *Shelf) Open(ctx context.Context, name string, width int) (io.ReadCloser, int64, error) {
	if !picture.Valid(name) {
		return nil, 0, objectstore.ErrNotFound
	}
	return s.Files.Get(ctx, picture.FileName(name, width))
}

// Load opens a picture to draw on it, in a width; database.ErrNotFound when its file is not there.
func (s *Shelf) Load(ctx context.Context, name string, width int) (image.Image, error) {
	file, _, err := s.Open(ctx, name, width)
	if errors.Is(err, objectstore.ErrNotFound) {
		return nil, database.ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(file, picture.MaxBytes))
	if err := errors.Join(err, file.Close()); err != nil {
		return nil, fmt.Errorf("shelf: read %s: %w", name, err)
	}
	return s.Maker.Load(ctx, data)
}

// Prune deletes pictures that nothing has named for a day, with their files. One that cannot be
// deleted is tried again the next time, and keeps none of the others.
func (s *Shelf) Prune(ctx context.Context) error {
	for n := pruneLimit; n == pruneLimit; {
		var err error
		if n, err = s.Store.Pictures.Note(ctx, inventory.At(s.Now()), pruneLimit); err != nil {
			return err
		}
	}
	gone, err := objectstore.Sweep(pruneLimit,
		func(limit int) ([]events.Picture, error) {
			return s.Store.Pictures.Unused(ctx, inventory.At(s.Now()), limit)
		},
		func(p *events.Picture) (bool, error) { return s.remove(ctx, p) })
	if gone > 0 {
		s.Log.InfoContext(ctx, "shelf: deleted pictures that nothing names", slog.Int("pictures", gone))
	}
	return err
}

// remove deletes a picture. It reports false when somebody wants it again.
func (s *Shelf) remove(ctx context.Context, p *events.Picture) (bool, error) {
	if goes, err := s.Store.Pictures.Go(ctx, p); err != nil || !goes {
		return false, err
	}
	for _, f := range p.Files {
		if s.Copies {
			break
		}
		if err := s.Files.Delete(ctx, picture.FileName(p.ID, int(f.Width))); err != nil {
			return false, err
		}
	}
	err := s.Store.Pictures.Forget(ctx, p)
	return err == nil, err
}

// Wrong names the first file of a picture that is not what was stored, and reports whether it is
// there at all; "": all are there, with every byte.
func Wrong(ctx context.Context, files objectstore.Store, p *events.Picture) (name string, there bool, err error) {
	for _, f := range p.Files {
		name := picture.FileName(p.ID, int(f.Width))
		differs, there, err := objectstore.Differs(ctx, files, name, f.Size, f.SHA256)
		if err != nil {
			return "", false, err
		}
		if differs {
			return name, there, nil
		}
	}
	return "", true, nil
}
