package server

import (
	"context"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/public"
)

// drain is the first step of a stop: the server answers everything, and says that nobody
// should come back.
//
// A server that ends closes connections on which a request may just be on its way. So
// first /readyz says that the server stops, which load balancers need some seconds to see;
// meanwhile each answer ends its connection, and the client goes where it is sent, or
// opens another here. Then nobody new is taken, for as long as the handshakes that have
// begun may need; the listener is closed, and what had come to it is served.
type drain struct {
	lasts    time.Duration // how long /readyz says so before the listener is closed
	log      *slog.Logger
	stopping atomic.Bool
}

// ready reports, as an error, whether the server should be given requests, besides what else is asked.
func (d *drain) ready(ask func() error) func() error {
	return func() error {
		if d.stopping.Load() {
			return public.ErrStopping
		}
		return ask()
	}
}

// handler ends each connection with its answer, once the server stops.
func (d *drain) handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if d.stopping.Load() {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

// handshakes is how long connections that have begun may take to come: a few round trips
// around the world.
const handshakes = 500 * time.Millisecond

// before lets go of connected clients, and then stops. refuse has the system take no new
// connections.
func (d *drain) before(refuse func() error, stop func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) error {
		d.stopping.Store(true)
		if d.lasts > 0 {
			d.log.InfoContext(ctx, "server: not ready any more; still answering", slog.Duration("for", d.lasts))
			pause(ctx, d.lasts)
			if err := refuse(); err != nil {
				d.log.WarnContext(ctx, "server: whoever connects in the moment of the stop is cut off", slog.Any("error", err))
			} else {
				pause(ctx, min(handshakes, d.lasts))
			}
		}
		return stop(ctx)
	}
}

// pause waits for d, or until ctx ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
