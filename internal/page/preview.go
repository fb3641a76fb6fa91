package page

import (
	"container/list"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/picture"
	"github.com/holdfast-events/holdfast/internal/preview"
	"github.com/holdfast-events/holdfast/internal/store/database"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/galleries"
	"github.com/holdfast-events/holdfast/internal/store/venues"
)

// Previews of links are drawn when somebody asks for one. Their address has the language and a
// hash of all that they say, so that whoever has one can keep it.

const (
	// previewPattern and venuePreviewPattern have their addresses. The file is the language and the
	// hash: en-0123456789abcdef.jpg.
	previewPattern      = picture.PathPrefix + "events/{event_id}/{file}"
	venuePreviewPattern = picture.PathPrefix + "venues/{venue_id}/{file}"
	// previewLook changes when previews of the same words look otherwise.
	previewLook = "1"
	// previewBytes bounds the previews that are kept in memory.
	previewBytes = 16 << 20
	// previewWait is how long a preview may wait until others are drawn, and be drawn.
	previewWait = 5 * time.Second
	// previewWidth is how wide the picture is that a preview is drawn on.
	previewWidth = preview.Width
)

// errPreviewBusy says that too many previews are asked for at once.
var errPreviewBusy = errors.New("page: too many previews are asked for")

// previewCard is what the preview of an event says, all but its picture.
func (w *Words) previewCard(e *events.EventView, host string) *preview.Card {
	e = w.of(e)
	c := &preview.Card{
		Event: e.Event.ID, Title: e.Details.Title, When: w.Moment(e.Event.StartsAt.Time(), e.Event.Zone), Where: e.Details.Location, Host: host,
		Tag: w.Tag.String(), X: e.Details.Cover.X, Y: e.Details.Cover.Y,
	}
	if e.Event.Status == inventory.Cancelled {
		c.When = w.Headings["cancelled"]
	}
	return c
}

// venueCard is previewCard for a venue that everybody may see. Its art is that of its own id.
func (w *Words) venueCard(venue *venues.VenueRooms, host string) *preview.Card {
	main := galleries.Main(venue.Pictures)
	return &preview.Card{
		Event: venue.ID, Title: venue.Name, Where: strings.Join(strings.Fields(venue.Address), " "), Host: host, Tag: w.Tag.String(), X: main.Cover.X, Y: main.Cover.Y,
	}
}

// previewPath is where the preview of an event is, as it stands.
func previewPath(e *events.EventView, host string, w *Words) string {
	return cardPath("events/", w.previewCard(e, host), e.Details.CoverPicture)
}

// venuePreviewPath is previewPath for a venue that everybody may see.
func venuePreviewPath(venue *venues.VenueRooms, host string, w *Words) string {
	return cardPath("venues/", w.venueCard(venue, host), galleries.Main(venue.Pictures).Picture)
}

func cardPath(kind string, c *preview.Card, shown string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %q %q %q %q %q %d %d", previewLook, c.Title, c.When, c.Where, c.Host, shown, c.X, c.Y))
	return picture.PathPrefix + kind + c.Event + "/" + c.Tag + "-" + hex.EncodeToString(sum[:8]) + ".jpg"
}

// preview answers with the preview of a public event or venue. An earlier one leads to the current one.
func (p *Pages) preview(w http.ResponseWriter, r *http.Request) {
	file, draw, err := p.previewOf(r)
	h := w.Header()
	switch {
	case errors.Is(err, database.ErrNotFound):
		h.Set("Cache-Control", "no-store") // a draft is published, and then there is one
		http.Error(w, http.StatusText(http.StatusNotFound), http.StatusNotFound)
		return
	case err != nil:
		p.fail(w, r, err)
		return
	case file != r.URL.Path:
		h.Set("Cache-Control", "public, max-age=300")
		http.Redirect(w, r, file, http.StatusFound)
		return
	}
	etag := strconv.Quote(file[strings.LastIndexByte(file, '/')+1:])
	h.Set("ETag", etag)
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	if r.Header.Get("If-None-Match") == etag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	body, err := p.previews.get(r.Context(), file, draw)
	if err != nil {
		h.Del("ETag")
		h.Set("Cache-Control", "no-store")
		if errors.Is(err, errPreviewBusy) {
			h.Set("Retry-After", "5")
			http.Error(w, http.StatusText(http.StatusServiceUnavailable), http.StatusServiceUnavailable)
			return
		}
		p.fail(w, r, err)
		return
	}
	h.Set("Content-Type", preview.MediaType)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.Write(body) // the client went away: there is nobody to tell
}

// previewOf finds the event or the venue whose preview is asked for, and says where that is now and
// what it is drawn of.
func (p *Pages) previewOf(r *http.Request) (path string, draw func(context.Context) (*preview.Card, error), err error) {
	tag, version, ok := strings.Cut(r.PathValue("file"), "-")
	for ok && strings.Contains(version, "-") { // a language may have a region
		var more string
		more, version, _ = strings.Cut(version, "-")
		tag += "-" + more
	}
	words := WordsFor(tag)
	if !ok || words.Tag.String() != tag || !strings.HasSuffix(version, ".jpg") {
		return "", nil, database.ErrNotFound
	}
	if r.PathValue("venue_id") != "" {
		venue, host, err := p.publicVenue(r)
		if err != nil {
			return "", nil, err
		}
		main := galleries.Main(venue.Pictures)
		return venuePreviewPath(venue, host, words), p.drawn(words.venueCard(venue, host), main.Picture, &main.Cover), nil
	}
	event := r.PathValue("event_id")
	if !id.Valid(event, id.Event) {
		return "", nil, database.ErrNotFound
	}
	e, err := p.cfg.Store.Events.Event(r.Context(), event)
	if err != nil {
		return "", nil, err
	}
	if e.Event.Status == inventory.Draft || e.Event.Settings.VisibleTo() == inventory.ByInvitation {
		return "", nil, database.ErrNotFound
	}
	org, err := p.cfg.Store.Organizations.Profile(r.Context(), e.Event.OrgID)
	if err != nil {
		return "", nil, err
	}
	return previewPath(e, org.Name, words), p.drawn(words.previewCard(e, org.Name), e.Details.CoverPicture, &e.Details.Cover), nil
}

// drawn returns what gives a card its picture when it is drawn.
func (p *Pages) drawn(c *preview.Card, name string, cover *events.Cover) func(context.Context) (*preview.Card, error) {
	return func(ctx context.Context) (*preview.Card, error) {
		if name == "" || p.cfg.Picture == nil {
			return c, nil
		}
		m, err := p.cfg.Picture(ctx, name, previewSource(cover))
		if errors.Is(err, database.ErrNotFound) { // title and date are there all the same
			p.cfg.Log.ErrorContext(ctx, "page: the file of a picture is not there; `holdfast verify` says which are", "of", c.Event, "picture", name)
			return c, nil
		}
		c.Picture = m
		return c, err
	}
}

// previewSource is the width of the smallest file of a picture that is large enough to draw on.
func previewSource(c *events.Cover) int {
	width := 0
	for _, s := range picture.Sizes(picture.Size{Width: int(c.Width), Height: int(c.Height)}) {
		if width = s.Width; width >= previewWidth {
			break
		}
	}
	return width
}

// previews are those that were drawn lately, by path. One is drawn at a time, however many are
// asked for.
type previews struct {
	drawer *preview.Drawer
	slot   chan struct{}
	flying singleflight.Group

	mu    sync.Mutex
	bytes int                      // guarded by mu
	order *list.List               // guarded by mu: of *drawn, the latest first
	known map[string]*list.Element // guarded by mu
}

type drawn struct {
	path string
	body []byte
}

func newPreviews(d *preview.Drawer) *previews {
	return &previews{drawer: d, slot: make(chan struct{}, 1), order: list.New(), known: map[string]*list.Element{}}
}

// get returns a preview, and draws it if nobody has lately.
func (p *previews) get(ctx context.Context, path string, card func(context.Context) (*preview.Card, error)) ([]byte, error) {
	if body := p.lookup(path); body != nil {
		return body, nil
	}
	body, err, _ := p.flying.Do(path, func() (any, error) {
		// Whoever asked first may go: others wait for it too.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), previewWait)
		defer cancel()
		select {
		case p.slot <- struct{}{}:
			defer func() { <-p.slot }()
		case <-ctx.Done():
			return nil, errPreviewBusy
		}
		c, err := card(ctx)
		if errors.Is(err, picture.ErrBusy) {
			return nil, errPreviewBusy
		}
		if err != nil {
			return nil, err
		}
		body, err := p.drawer.Draw(c)
		if err == nil {
			p.keep(path, body)
		}
		return body, err
	})
	if err != nil {
		return nil, err
	}
	return body.([]byte), nil
}

func (p *previews) lookup(path string) []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	at, ok := p.known[path]
	if !ok {
		return nil
	}
	p.order.MoveToFront(at)
	return at.Value.(*drawn).body
}

func (p *previews) keep(path string, body []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.known[path] = p.order.PushFront(&drawn{path, body})
	for p.bytes += len(body); p.bytes > previewBytes; {
		last := p.order.Back()
		old := p.order.Remove(last).(*drawn)
		delete(p.known, old.path)
		p.bytes -= len(old.body)
	}
}
