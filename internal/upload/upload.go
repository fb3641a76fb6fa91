// Package upload keeps the files that people answer questions of events with: it says what a file
// is and makes pictures anew, adds what somebody sends, gives it out, and deletes what no answer
// names.
//
// A file is named after an upload that the store knows: the row is written before the file, and
// goes after it. So no crash leaves a file that nobody knows of. Who may send and who may read is
// decided by package internal/api/questions.
package upload

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"log/slog"
	"path"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/sync/semaphore"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/picture"
	"github.com/holdfast-events/holdfast/internal/question"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/audience"
)

// Folder has the files of all uploads.
const Folder = "uploads"

// MaxName is how many characters the name of a file has at most, with its extension.
const MaxName = 120

// pruneLimit bounds the uploads that are read to be deleted in one go.
const pruneLimit = 100

// decoding is how many files are looked at once: a few less than a picture.Maker has room for, so
// that people who answer questions do not keep organizers from uploading pictures. waitFor is how
// long one waits for its turn.
const (
	decoding = 6
	waitFor  = 20 * time.Second
)

// Config configures a Shelf. All its fields are required.
type Config struct {
	Store *store.Store
	Files objectstore.Store
	Maker *picture.Maker
	IDs   *id.Maker
	Now   func() time.Time
	Log   *slog.Logger
}

// Shelf keeps uploads. It is safe for concurrent use.
type Shelf struct {
	Config
	turns *semaphore.Weighted
}

// NewShelf returns a shelf.
func NewShelf(c Config) *Shelf { return &Shelf{c, semaphore.NewWeighted(decoding)} } //nolint:gocritic // built once

// fileName is the name of the file of an upload, where files are kept.
func fileName(u *audience.Upload) string { return Folder + "/" + u.ID }

// Add keeps a file that was sent to answer a question of an event. The error is a *Refusal or a
// *picture.Refusal when the file is not taken, picture.ErrBusy when it is to be tried again, and
// database.ErrLimit when the event has too many.
func (s *Shelf) Add(ctx context.Context, event string, q *question.Question, name string, data []byte) (*audience.Upload, error) {
	media, kept, err := s.make(ctx, q, data)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(kept)
	u := audience.Upload{
		EventID: event, ID: s.IDs.Unguessable(id.Upload, event), Question: q.ID, Name: cleanName(name, media), Media: string(media),
		Size: int64(len(kept)), Sent: int64(len(data)), SHA256: hex.EncodeToString(sum[:]), CreatedAt: inventory.At(s.Now()),
	}
	if err := s.Store.Uploads.Keep(ctx, u); err != nil {
		return nil, err
	}
	u.UnusedSince = u.CreatedAt
	if err := s.Files.Put(ctx, fileName(&u), bytes.NewReader(kept), u.Size, MediaType(u.Media)); err != nil {
		// Nobody knows its id, so no answer will name it. Where this fails too, it goes after a day.
		if _, err := s.remove(context.WithoutCancel(ctx), &u); err != nil {
			s.Log.WarnContext(ctx, "upload: not deleted after it could not be written", slog.String("upload", u.ID), slog.Any("error", err))
		}
		return nil, err
	}
	return &u, nil
}

// make says what a file is, and returns what is kept of it.
func (s *Shelf) make(ctx context.Context, q *question.Question, data []byte) (question.Media, []byte, error) {
	media := question.Image
	if bytes.HasPrefix(data, []byte(pdfHeader)) {
		media = question.PDF
	}
	switch {
	case !q.Accepts(media):
		return "", nil, &Refusal{NotAccepted}
	case int64(len(data)) > q.Limit():
		return "", nil, &Refusal{TooLarge}
	case media == question.PDF:
		kept, err := checkPDF(data)
		return media, kept, err
	}
	wait, cancel := context.WithTimeoutCause(ctx, waitFor, picture.ErrBusy)
	defer cancel()
	if err := s.turns.Acquire(wait, 1); err != nil {
		return "", nil, context.Cause(wait)
	}
	defer s.turns.Release(1)
	made, err := s.Maker.Rewrite(ctx, data)
	if err != nil {
		return "", nil, err
	}
	return media, made.Bytes, nil
}

// MediaType is the type of the files of a medium, as they are kept.
func MediaType(media string) string {
	if question.Media(media) == question.PDF {
		return "application/pdf"
	}
	return picture.MediaType
}

// cleanName is the name of a file as it is shown and given to whoever downloads it: one line without
// folders and without what turns text around, with the extension of what the file is.
func cleanName(name string, media question.Media) string {
	extension := ".jpg"
	if media == question.PDF {
		extension = ".pdf"
	}
	name = path.Base(strings.ReplaceAll(strings.ToValidUTF8(name, ""), `\`, "/"))
	name = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || strings.ContainsRune(`/:*?"<>|`, r) {
			return -1
		}
		return r
	}, name)
	name = strings.TrimLeft(strings.TrimSuffix(name, path.Ext(name)), ". ")
	for utf8.RuneCountInString(name) > MaxName-len(extension) {
		_, n := utf8.DecodeLastRuneInString(name)
		name = name[:len(name)-n]
	}
	if name = strings.TrimSpace(name); name == "" {
		name = "file"
	}
	return name + extension
}

// Open opens the file of an upload that an answer names and says how long it is; objectstore.ErrNotFound
// when there is none.
func (s *Shelf) Open(ctx context.Context, u *audience.Upload) (io.ReadCloser, int64, error) {
	return s.Files.Get(ctx, fileName(u))
}

// Prune deletes uploads that no answer has named for a day, with their files. One that cannot be
// deleted is tried again the next time, and keeps none of the others.
func (s *Shelf) Prune(ctx context.Context) error {
	return s.prune(ctx, inventory.At(s.Now())-inventory.Instant(audience.WaitsFor))
}

// Erase deletes the files of answers that are gone: of whoever was erased, took an answer back, or gave
// the ticket away.
func (s *Shelf) Erase(ctx context.Context) error { return s.prune(ctx, 0) }

func (s *Shelf) prune(ctx context.Context, before inventory.Instant) error {
	gone, err := objectstore.Sweep(pruneLimit,
		func(limit int) ([]audience.Upload, error) { return s.Store.Uploads.Unused(ctx, before, limit) },
		func(u *audience.Upload) (bool, error) { return s.remove(ctx, u) })
	if gone > 0 {
		s.Log.InfoContext(ctx, "upload: deleted files that no answer names", slog.Int("files", gone))
	}
	return err
}

// remove deletes an upload. It reports false when an answer names it by now.
func (s *Shelf) remove(ctx context.Context, u *audience.Upload) (bool, error) {
	if goes, err := s.Store.Uploads.Go(ctx, u); err != nil || !goes {
		return false, err
	}
	if err := s.Files.Delete(ctx, fileName(u)); err != nil {
		return false, err
	}
	err := s.Store.Uploads.Forget(ctx, u)
	return err == nil, err
}

// Wrong reports whether the file of an upload is not what was stored, and whether it is there at all.
func Wrong(ctx context.Context, files objectstore.Store, u *audience.Upload) (wrong, there bool, err error) {
	return objectstore.Differs(ctx, files, fileName(u), u.Size, u.SHA256)
}
