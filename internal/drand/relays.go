// Package drand asks relays of drand's network quicknet for the signature of a round, and
// believes none of them: what they answer is checked with the key of the network.
//
// It owns the HTTP of that. Which round is wanted, and what is made of it, it does not know.
package drand

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/holdfast-events/holdfast/internal/draw"
	"github.com/holdfast-events/holdfast/internal/netguard"
)

// PublicRelays are those of three operators' machines, which anybody may ask.
func PublicRelays() []string {
	return []string{"https://api.drand.sh", "https://drand.cloudflare.com", "https://api2.drand.sh"}
}

const (
	// MaxRelays bounds how many are asked.
	MaxRelays = 10
	// askFor is how long a relay has for its answer.
	askFor = 8 * time.Second
	// maxAnswer bounds an answer, in bytes. One is 200 bytes long.
	maxAnswer = 4 << 10
)

// ErrNone is returned while no relay has the signature of a round.
var ErrNone = errors.New("drand: no relay has a genuine signature of the round")

// Relays asks all of its relays at once. It is safe for concurrent use.
type Relays struct {
	urls   []string
	client *http.Client
}

// New returns relays at addresses that the guard allows.
func New(urls []string, guard netguard.Guard) (*Relays, error) {
	if len(urls) == 0 || len(urls) > MaxRelays {
		return nil, fmt.Errorf("drand: %d relays, of 1 to %d", len(urls), MaxRelays)
	}
	for _, u := range urls {
		if err := guard.CheckURL(u); err != nil {
			return nil, fmt.Errorf("drand: relay %q: %w", u, err)
		}
	}
	return &Relays{urls: urls, client: guard.Client(netguard.Options{Timeout: askFor})}, nil
}

// Signature returns the signature of a round, which is genuine: that of the first relay
// that has it. The error is ErrNone, with what each relay did instead.
func (r *Relays) Signature(ctx context.Context, round uint64) ([]byte, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type answer struct {
		signature []byte
		err       error
	}
	answers := make(chan answer, len(r.urls))
	for _, base := range r.urls {
		go func() {
			signature, err := r.ask(ctx, base, round)
			if err != nil {
				err = fmt.Errorf("%s: %w", base, err)
			}
			answers <- answer{signature, err}
		}()
	}
	errs := []error{fmt.Errorf("%w: round %d", ErrNone, round)}
	for range r.urls {
		a := <-answers
		if a.err == nil {
			return a.signature, nil
		}
		errs = append(errs, a.err)
	}
	return nil, errors.Join(errs...)
}

// ask asks one relay, in the version of drand's API that all of them know.
func (r *Relays) ask(ctx context.Context, base string, round uint64) ([]byte, error) {
	address, err := url.JoinPath(base, draw.QuicknetChain, "public", fmt.Sprint(round))
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "application/json")
	resp, err := r.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = resp.Body.Close() }() // what it says is read
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("status %d", resp.StatusCode)
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		return nil, err
	}
	var said struct {
		Round     uint64        `json:"round"`
		Signature draw.HexBytes `json:"signature"`
	}
	if err := json.Unmarshal(body, &said); err != nil {
		return nil, fmt.Errorf("not an answer: %w", err)
	}
	if said.Round != round {
		return nil, fmt.Errorf("it answered round %d", said.Round)
	}
	return said.Signature, draw.VerifyRound(round, said.Signature)
}
