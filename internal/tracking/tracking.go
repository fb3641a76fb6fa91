// Package tracking counts what comes through the links that organizers give out: which codes
// links have, what of the visits of a page counts, and the count of them, which is written
// now and then and never on the way of a page. Nothing of a visitor is kept.
package tracking

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/cache"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/audience"
	"github.com/holdfast-events/holdfast/internal/store/database"
)

// MaxCode is how many characters the code of a link has at most.
const MaxCode = 40

// Parameter is the parameter of addresses that has the code of a link.
const Parameter = "via"

// Code returns a text as the code of a link: letters, digits, - and _, of which capitals do
// not matter. It reports whether the text is one.
func Code(text string) (code string, ok bool) {
	code = strings.ToLower(strings.TrimSpace(text))
	if code == "" || len(code) > MaxCode {
		return "", false
	}
	for i := range len(code) {
		switch c := code[i]; {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9', c == '-', c == '_':
		default:
			return "", false
		}
	}
	return code, true
}

// Page is what a request for a page says of itself.
type Page struct {
	UserAgent string // User-Agent
	Purpose   string // Sec-Purpose
	Site      string // Sec-Fetch-Site
}

// Counts reports whether somebody came to a page from outside with the request: it is not a
// program that says so, a page that a browser fetches before anybody wants it, or one
// of our own pages that led to another.
func (p Page) Counts() bool {
	return !Bot(p.UserAgent) && !strings.Contains(p.Purpose, "prefetch") && p.Site != "same-origin"
}

// bots are words in the names by which programs say what they are, in small letters.
var bots = []string{"bot", "crawl", "spider", "slurp", "preview", "facebookexternalhit", "whatsapp", "monitor", "uptime", "curl/", "wget/", "python", "go-http-client", "java/", "headless", "lighthouse"}

// Bot reports whether a program says that it is one. A client that says nothing is not one of the
// browsers that people have.
func Bot(userAgent string) bool {
	name := strings.ReplaceAll(strings.ToLower(userAgent), "cubot", "phone") // who makes phones
	for _, word := range bots {
		if strings.Contains(name, word) {
			return true
		}
	}
	return name == ""
}

// How long links are remembered, and how many. What an organizer changes at this server is
// seen at once.
const (
	linkFresh = 2 * time.Second
	linkStale = 10 * time.Second
	linkLimit = 20_000
)

// mostCounted is how many links are counted between two writes. Further ones are not.
const mostCounted = 20_000

// writeEvery is how often visits are written.
const writeEvery = 10 * time.Second

// Links finds the links of events and counts their visits. It is safe for concurrent use.
type Links struct {
	store *store.Store
	now   func() time.Time
	log   *slog.Logger
	found *cache.Cache[named, *audience.TrackingLink]

	mu     sync.Mutex
	visits map[audience.Visit]int64 // since they were written last (guarded by mu)
}

type named struct{ event, code string }

// New returns the links of all events.
func New(s *store.Store, now func() time.Time, log *slog.Logger) (*Links, error) {
	l := &Links{store: s, now: now, log: log, visits: map[audience.Visit]int64{}}
	var err error
	l.found, err = cache.New(cache.Config[named, *audience.TrackingLink]{
		Fresh: linkFresh, Stale: linkStale, Limit: linkLimit, Now: now,
		Load: func(ctx context.Context, k named) (*audience.TrackingLink, error) {
			link, err := s.Tracking.LinkByCode(ctx, k.event, k.code)
			if errors.Is(err, database.ErrNotFound) {
				return nil, nil // which is remembered too
			}
			return link, err
		},
	})
	return l, err
}

// Find returns the link of an event that a text is the code of, while it counts; nil: there
// is none.
func (l *Links) Find(ctx context.Context, event, text string) (*audience.TrackingLink, error) {
	code, ok := Code(text)
	if !ok {
		return nil, nil
	}
	link, err := l.found.Get(ctx, named{event, code})
	if err != nil || link == nil || !link.Counts(inventory.At(l.now())) {
		return nil, err
	}
	return link, nil
}

// Forget makes the next Find of a link read it anew.
func (l *Links) Forget(event, code string) { l.found.Forget(named{event, code}) }

// Saw counts that somebody came to a page of an event by the code of a link. A link that
// cannot be read is not counted.
func (l *Links) Saw(ctx context.Context, event, text string, p Page) {
	if text == "" || !p.Counts() {
		return
	}
	link, err := l.Find(ctx, event, text)
	if err != nil || link == nil {
		return
	}
	v := audience.Visit{EventID: event, LinkID: link.ID}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.count(v, 1)
}

// count adds visits of a link. The caller holds mu.
func (l *Links) count(v audience.Visit, n int64) {
	if _, known := l.visits[v]; known || len(l.visits) < mostCounted {
		l.visits[v] += n
	}
}

// Write writes the visits that were counted since the last time. What cannot be written is
// counted on.
func (l *Links) Write(ctx context.Context) error {
	l.mu.Lock()
	counted := l.visits
	l.visits = map[audience.Visit]int64{}
	l.mu.Unlock()
	if len(counted) == 0 {
		return nil
	}
	err := l.store.Tracking.AddVisits(ctx, counted)
	if err != nil && !errors.Is(err, database.ErrCommitUnknown) { // or some would count twice
		l.mu.Lock()
		defer l.mu.Unlock()
		for v, n := range counted {
			l.count(v, n)
		}
	}
	return err
}

// Run writes visits now and then, until ctx ends, and then the last of them.
func (l *Links) Run(ctx context.Context) {
	tick := time.NewTicker(writeEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), writeEvery)
			defer cancel()
			l.write(last)
			return
		case <-tick.C:
			l.write(ctx)
		}
	}
}

func (l *Links) write(ctx context.Context) {
	if err := l.Write(ctx); err != nil && ctx.Err() == nil {
		l.log.WarnContext(ctx, "tracking: visits not written yet", slog.Any("error", err))
	}
}
