package homes

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"slices"
	"sync/atomic"
	"time"

	"github.com/holdfast-events/holdfast/internal/peer"
	"github.com/holdfast-events/holdfast/internal/sequencer"
)

const (
	// dialFor bounds how long a home may take to answer the telephone; pingAfter is after how
	// long without a word it is asked whether it is there, and pingFor how long it may take to
	// say so.
	dialFor   = time.Second
	pingAfter = time.Second
	pingFor   = 2 * time.Second
	// maxBatch bounds the bytes of a batch, and of its answers.
	maxBatch = 16 << 20
	// mediaType is what is sent and answered.
	mediaType = "application/cbor"
)

func newClient(secure *tls.Config) *http.Client {
	return &http.Client{
		Transport:     peer.NewTransport(secure, peer.Patience{Dial: dialFor, PingAfter: pingAfter, Ping: pingFor}),
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// HandOn lets the home of an event decide the first of some requests, in their order, and
// returns its answers to these. None: they are to be written here, and nothing was changed.
func (h *Homes) HandOn(ctx context.Context, event string, reqs []sequencer.Request) []sequencer.Result {
	address := h.elsewhere(event)
	if address == "" {
		return nil
	}
	if end := slices.IndexFunc(reqs, func(r sequencer.Request) bool { return !isPortable(&r) }); end >= 0 {
		reqs = reqs[:end]
	}
	if len(reqs) == 0 {
		return nil
	}
	n := uint64(len(reqs)) //nolint:gosec // a length
	results, err := h.send(ctx, event, address, reqs)
	switch {
	case err == nil:
		h.figures.handedOn.Add(n)
		return results
	case errors.Is(err, sequencer.ErrBusy):
		return sequencer.FailAll(len(reqs), err)
	case errors.Is(err, errNotTaken):
		h.setAway(event, address, err)
		h.figures.keptHere.Add(n)
		return nil
	default:
		h.setAway(event, address, err)
		h.figures.unknown.Add(n)
		return sequencer.FailAll(len(reqs), fmt.Errorf("%w: the home of the event: %w", sequencer.ErrUnknown, err))
	}
}

// errNotTaken: the home has taken none of the commands, and never will.
var errNotTaken = errors.New("homes: the home has not taken the commands")

// send asks the home to decide requests. Its error is errNotTaken where nothing was sent, or
// the home has refused all of it, and sequencer.ErrBusy where too many wait there.
func (h *Homes) send(ctx context.Context, event, address string, reqs []sequencer.Request) ([]sequencer.Result, error) {
	body, err := encodeRequests(reqs)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errNotTaken, err)
	}
	var sent atomic.Bool
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteHeaders: func() { sent.Store(true) }})
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://"+address+batchesPath+event, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errNotTaken, err)
	}
	req.Header.Set("Content-Type", mediaType)
	response, err := h.client.Do(req)
	if err != nil && !sent.Load() {
		return nil, fmt.Errorf("%w: %w", errNotTaken, err)
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }() // it is read
	answer, err := io.ReadAll(io.LimitReader(response.Body, maxBatch))
	switch {
	case response.StatusCode == http.StatusTooManyRequests:
		return nil, sequencer.ErrBusy
	case response.StatusCode != http.StatusOK: // of which the head alone is enough
		return nil, fmt.Errorf("%w: %s: %s", errNotTaken, response.Status, answer[:min(len(answer), 200)])
	case err != nil:
		return nil, err
	}
	return decodeResults(answer, len(reqs))
}
