package server

import (
	"context"
	"net/http"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/demand/warm"
	"github.com/holdfast-events/holdfast/internal/inventory"
)

// addWarming lists what asks h, which is the server itself, for what people will ask for
// first, shortly before many are expected.
func addWarming(b *background, l *lifecycle, h http.Handler) error {
	w, err := warm.New(warm.Config{
		Store: b.store, Now: func() inventory.Instant { return inventory.At(b.now()) }, Log: b.log, Observe: b.figures.warmed,
		Load: func(ctx context.Context, event string) error {
			return submitTo(b.sequencer)(ctx, event, inventory.Tick{})
		},
		Ask: asker(h, b.baseURL),
	})
	if err != nil {
		return err
	}
	l.addWork("warming", w.Run)
	return nil
}

// asker asks a handler as a stranger who sends no cookie, is bounded by no limit and is not
// counted as a visitor.
func asker(h http.Handler, base string) func(ctx context.Context, path string) int {
	return func(ctx context.Context, path string) int {
		r, err := http.NewRequestWithContext(access.Unlimited(ctx), http.MethodGet, base+path, nil)
		if err != nil {
			return http.StatusInternalServerError
		}
		r.RequestURI, r.RemoteAddr = path, "127.0.0.1:0"
		r.Header.Set("Sec-Purpose", "prefetch")
		w := &unread{header: http.Header{}}
		h.ServeHTTP(w, r)
		return w.status
	}
}

// unread is an answer that nobody reads.
type unread struct {
	header http.Header
	status int
}

// Header returns the header of the answer.
func (u *unread) Header() http.Header { return u.header }

// WriteHeader notes the status.
func (u *unread) WriteHeader(status int) {
	if u.status == 0 {
		u.status = status
	}
}

// Write forgets what is written.
func (u *unread) Write(b []byte) (int, error) {
	u.WriteHeader(http.StatusOK)
	return len(b), nil
}
