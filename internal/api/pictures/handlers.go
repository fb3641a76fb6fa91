// Package pictures takes the pictures of events and venues and gives them out.
package pictures

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/objectstore"
	"github.com/holdfast-events/holdfast/internal/picture"
	"github.com/holdfast-events/holdfast/internal/picture/shelf"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// Handlers answer for pictures.
type Handlers struct {
	API   *httpapi.API
	Log   *slog.Logger
	Shelf *shelf.Shelf
}

var (
	kindNoPicture = httpapi.Kind{
		Code: "picture_unsupported", Status: http.StatusUnprocessableEntity, Title: "Not a picture that is taken", Field: "body",
		Help: "Send a JPEG, a PNG or a WebP that does not move. What counts is what the bytes are, and not how they are called.",
	}
	kindBroken = httpapi.Kind{
		Code: "picture_broken", Status: http.StatusUnprocessableEntity, Title: "The picture cannot be read", Field: "body",
		Help: "Part of it is missing or wrong. Save it again with a program that shows it.",
	}
	kindSize = httpapi.Kind{
		Code: "picture_dimensions", Status: http.StatusUnprocessableEntity, Title: "The picture has too few or too many pixels", Field: "body",
		Help: fmt.Sprintf("It must be from %d to %d pixels wide and high, and have %d megapixels at most.", picture.MinSide, picture.MaxSide, picture.MaxPixels/1_000_000),
	}
	kindUnused = httpapi.Kind{
		Code: "too_many_pictures", Status: http.StatusConflict, Title: "Too many pictures that are not used",
		Help: fmt.Sprintf("An organization has at most %d. They are deleted after a day.", events.MaxUnusedPictures),
	}
	refused = []httpapi.Kind{kindNoPicture, kindBroken, kindSize, kindUnused}
)

// Problems are those of pictures.
var Problems = httpapi.Problems{
	Kinds: refused,
}

// tryAgain is how long to wait when too many pictures are being read.
const tryAgain = 2 * time.Second

// Picture is a picture that was uploaded.
type Picture struct {
	ID        string             `json:"id" doc:"What an event names it by in cover, and a venue or a room in pictures. The same picture again has the same one." example:"pic_3k9q0a7c1v5m06f2w8d4xk1n7p9s"`
	Width     int64              `json:"width" doc:"Of its largest file, in pixels." example:"1600"`
	Height    int64              `json:"height" doc:"Of its largest file, in pixels." example:"900"`
	Sources   []wire.CoverSource `json:"sources" doc:"Its files, the smallest first."`
	CreatedAt time.Time          `json:"created_at"`
}

// Routes are the rows of the table of routes that the handlers answer.
func (h *Handlers) Routes() []access.Route {
	return []access.Route{
		access.On(identity.CreateEvent, httpapi.Route{
			Method: http.MethodPost, Path: "/v1/pictures", ID: "create-picture", Tag: access.TagEvents, Status: http.StatusCreated,
			Body: picture.MaxBytes, Raw: append(picture.Types(), "application/octet-stream"), Unkeyed: true,
			Summary: "Upload a picture",
			Description: "Send the file as the body: a JPEG, PNG, WebP or AVIF of at most 15 MiB and 25 megapixels, from 100 to 20,000 pixels wide and high. It is decoded and written anew as " +
				"JPEG, upright, up to 1,600 pixels wide; nothing else in the file is kept, such as where it was taken. Then name it in `cover` of an event, or in `pictures` of a venue or a room. A picture that none of them names is " +
				"deleted after a day. The same picture again is answered with the same id.",
			Problems: append(slices.Clone(refused), access.KindStorageFull),
			Answer: Picture{
				ID: "pic_3k9q0a7c1v5m06f2w8d4xk1n7p9s", Width: 1600, Height: 900, Sources: wire.CoverSources("pic_3k9q0a7c1v5m06f2w8d4xk1n7p9s", 1600, 900),
				CreatedAt: time.Date(2027, 4, 1, 9, 30, 0, 0, time.UTC),
			},
		}, h.create),
	}
}

func (h *Handlers) create(c *access.Call, _ *httpapi.None) (*Picture, error) {
	p, err := h.Shelf.Add(c.Context(), c.Caller.OrgID, c.Body)
	if err != nil {
		return nil, problemOf(err)
	}
	return &Picture{ID: p.ID, Width: p.Width, Height: p.Height, Sources: wire.CoverSources(p.ID, p.Width, p.Height), CreatedAt: p.CreatedAt.Time()}, nil
}

// problemOf says in words why a picture is not taken.
func problemOf(err error) error {
	var r *picture.Refusal
	switch {
	case errors.Is(err, picture.ErrBusy), errors.Is(err, shelf.ErrGone):
		p := httpapi.KindUnavailable.With("Too many pictures are being read. Nothing was changed: repeat after Retry-After.")
		p.RetryAfter = tryAgain
		return p
	case errors.Is(err, database.ErrLimit):
		return kindUnused.Problem()
	case !errors.As(err, &r):
		return err
	}
	wrong := func(k httpapi.Kind, code, detail string) error {
		return k.With(detail, httpapi.FieldError{Field: "body", Code: code, Message: "is not a picture that is taken"})
	}
	switch r.Code {
	case picture.Unsupported:
		what := "These bytes are not a picture that is known."
		if r.Kind != "" {
			what = "It is " + article(r.Kind) + " " + r.Kind + " file."
		}
		return wrong(kindNoPicture, "not_allowed", what+" Send a JPEG, a PNG or a WebP.")
	case picture.Moving:
		return wrong(kindNoPicture, "not_allowed", "It is a WebP that moves. Send a picture that does not.")
	case picture.OutOfBounds:
		return wrong(kindSize, "out_of_range", fmt.Sprintf("It has %d × %d pixels. %s", r.Size.Width, r.Size.Height, kindSize.Help))
	case picture.TooSlow:
		return wrong(kindBroken, "bad_format", "It takes too long to read. Save it again with a program that shows it.")
	}
	return wrong(kindBroken, "bad_format", kindBroken.Help)
}

func article(kind string) string {
	if strings.ContainsAny(kind[:1], "AEIOH") && kind != "HEIC" || kind == "SVG" {
		return "an"
	}
	return "a"
}

// File gives out a picture in a width. Its address says what is in it, for good.
func (h *Handlers) File(w http.ResponseWriter, r *http.Request) {
	name := chi.URLParam(r, "picture_id")
	width, ok := picture.ParseFile(chi.URLParam(r, "file"))
	tag := `"` + name + "-" + strconv.Itoa(width) + `"`
	header := w.Header()
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	if !ok || !picture.Valid(name) {
		httpapi.WriteProblem(w, httpapi.KindNotFound.With("There is nothing at this address."))
		return
	}
	// Mails and other websites show pictures too.
	header.Set("Cross-Origin-Resource-Policy", "cross-origin")
	header.Set("ETag", tag)
	if httpapi.Has(r, tag) {
		header.Set("Cache-Control", immutable)
		w.WriteHeader(http.StatusNotModified)
		return
	}
	file, size, err := h.Shelf.Open(r.Context(), name, width)
	if err != nil {
		header.Del("ETag")
		header.Set("Cache-Control", "no-store")
		if errors.Is(err, objectstore.ErrNotFound) {
			err = httpapi.KindNotFound.With("There is nothing at this address.")
		}
		httpapi.WriteProblem(w, h.API.Problems.Of(err))
		return
	}
	defer file.Close() //nolint:errcheck // only read
	header.Set("Cache-Control", immutable)
	header.Set("Content-Type", picture.MediaType)
	header.Set("Content-Length", strconv.FormatInt(size, 10))
	h.send(r.Context(), w, file)
}

// immutable lets whoever has a picture keep it for a year, without asking again.
const immutable = "public, max-age=31536000, immutable"

func (h *Handlers) send(ctx context.Context, w io.Writer, file io.Reader) {
	if _, err := io.Copy(w, file); err != nil {
		h.Log.DebugContext(ctx, "pictures: sending", slog.Any("error", err))
	}
}
