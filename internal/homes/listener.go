package homes

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/holdfast-events/holdfast/internal/peer"
	"github.com/holdfast-events/holdfast/internal/sequencer"
)

// batchesPath is where batches are handed on: POST /batches/{event}, with the commands as
// CBOR (RFC 8949). 200 has an answer for each; anything else says that none was taken: 429,
// because too many wait.
const batchesPath = "/batches/"

const (
	headFor   = 5 * time.Second // to read a batch
	answerFor = time.Minute     // to decide it and answer
	idleFor   = 2 * time.Minute // between batches
)

// Submit decides commands of an event, in their order, on this server.
type Submit func(ctx context.Context, event string, reqs []sequencer.Request) ([]sequencer.Result, error)

// Listen takes batches at a listener, once it is started.
func (h *Homes) Listen(at net.Listener, submit Submit) *peer.Listener {
	mux := http.NewServeMux()
	mux.HandleFunc("POST "+batchesPath+"{event}", func(w http.ResponseWriter, r *http.Request) { take(w, r, submit) })
	return peer.NewListener(at, h.server, &http.Server{
		Handler: mux, ReadHeaderTimeout: headFor, ReadTimeout: headFor, WriteTimeout: answerFor, IdleTimeout: idleFor,
		ErrorLog: slog.NewLogLogger(h.cfg.Log.Handler(), slog.LevelWarn),
	})
}

// take decides a batch.
func take(w http.ResponseWriter, r *http.Request, submit Submit) {
	results, err := taken(w, r, submit)
	switch {
	case err == nil:
		w.Header().Set("Content-Type", mediaType)
		_, _ = w.Write(results) // who does not read it asks again
	case errors.Is(err, sequencer.ErrBusy):
		http.Error(w, err.Error(), http.StatusTooManyRequests)
	case errors.Is(err, sequencer.ErrClosed):
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
	default:
		http.Error(w, err.Error(), http.StatusBadRequest)
	}
}

func taken(w http.ResponseWriter, r *http.Request, submit Submit) ([]byte, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBatch))
	if err != nil {
		return nil, fmt.Errorf("homes: read a batch: %w", err)
	}
	event := r.PathValue("event")
	reqs, err := decodeRequests(event, body)
	if err != nil {
		return nil, err
	}
	// What has been queued is decided whether the other server still waits or not.
	results, err := submit(r.Context(), event, reqs)
	if err != nil {
		return nil, err
	}
	return encodeResults(results)
}
