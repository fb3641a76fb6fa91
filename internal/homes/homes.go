package homes

import (
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/peer"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/homes"
)

const (
	// leaseFor is how long a server that stopped in the middle keeps its events: until then
	// the others write them in turn.
	leaseFor = inventory.Instant(10 * inventory.Second)
	// renewAt is what is left of a lease when it is renewed, or read again.
	renewAt = inventory.Instant(6 * inventory.Second)
	// askFor bounds a question to the database, and askAgain is how long the answer to one
	// about an event counts.
	askFor   = 5 * time.Second
	askAgain = inventory.Instant(inventory.Second)
	// busy is how many batches of an event a server has to see in a lease for it to be renewed.
	// An event with fewer is written in turn: a lease would cost it more than it saves.
	busy = 16
	// maxEvents bounds the leases that are known at a time. Events beyond it have no home.
	maxEvents = 4096
)

// Config configures Homes. All of it is required.
type Config struct {
	Store  *store.Store
	Secret []byte // that all servers of the installation have, and nobody else
	Server string // the name of this process
	// Address is where other servers reach this one: HOST:PORT.
	Address string
	Now     func() time.Time // of the database
	Log     *slog.Logger
}

// Homes knows which server is the home of an event, as far as this one had to know. It is
// safe for concurrent use.
type Homes struct {
	cfg    Config
	server *tls.Config // how batches are taken
	client *http.Client

	mu      sync.Mutex
	leases  map[string]*lease // guarded by mu
	closed  bool              // guarded by mu
	asking  sync.WaitGroup
	figures figures
}

// lease is what is known of the home of an event.
type lease struct {
	homes.Home
	asking  bool              // the database is being asked
	asked   inventory.Instant // when it was last
	batches int               // that this server has seen since the lease was renewed
	away    bool              // the home did not answer: until the lease ends the event is written here
}

type figures struct{ handedOn, keptHere, unknown atomic.Uint64 }

// Figures are for metrics.
type Figures struct {
	// HandedOn are the commands that a home has answered, KeptHere those that it could not be
	// asked about and that were written here, Unknown those of which nobody knew whether it had
	// written them.
	HandedOn, KeptHere, Unknown uint64
	// Home is how many events this server is the home of.
	Home int
}

// New returns the homes of events for a server.
func New(cfg Config) (*Homes, error) {
	if cfg.Store == nil || len(cfg.Secret) == 0 || cfg.Server == "" || cfg.Address == "" || cfg.Now == nil || cfg.Log == nil {
		return nil, errors.New("homes: Config is not complete")
	}
	server, client, err := peer.TLS(cfg.Secret)
	if err != nil {
		return nil, err
	}
	return &Homes{cfg: cfg, server: server, client: newClient(client), leases: map[string]*lease{}}, nil
}

// Shared is told that another server was found to write an event, which has a home from then
// on. It does not wait.
func (h *Homes) Shared(event string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	l := h.leases[event]
	if l == nil {
		if len(h.leases) >= maxEvents {
			h.forgetEnded()
		}
		if len(h.leases) >= maxEvents {
			return
		}
		l = &lease{}
		h.leases[event] = l
	}
	if l.Until <= h.now() {
		h.renew(event, l)
	}
}

// forgetEnded forgets the leases that have ended. The caller holds h.mu.
func (h *Homes) forgetEnded() {
	now := h.now()
	for event, l := range h.leases {
		if l.Until <= now && !l.asking {
			delete(h.leases, event)
		}
	}
}

// elsewhere returns the address of the server that is the home of an event; "": it is this
// one, or there is none that can be asked.
func (h *Homes) elsewhere(event string) (address string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	l := h.leases[event]
	if l == nil || l.Server == "" {
		return ""
	}
	now := h.now()
	left := l.Until - now
	switch l.batches++; {
	case left <= 0 && l.away: // and somebody else may be the home
		h.renew(event, l)
	case left <= 0:
		if !l.asking {
			delete(h.leases, event) // until two meet again
		}
	case left < renewAt && l.batches >= busy && !l.away && now-l.asked >= askAgain:
		h.renew(event, l)
	}
	if l.Server == h.cfg.Server || l.away || left <= 0 {
		return ""
	}
	return l.Address
}

// setAway notes that a home did not answer: nothing is handed on to it for the rest of its lease.
func (h *Homes) setAway(event, address string, cause error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if l := h.leases[event]; l != nil && l.Address == address && !l.away {
		l.away = true
		h.cfg.Log.Warn("the home of an event does not answer; writing the event here", slog.String("event", event), slog.String("home", address), slog.Any("error", cause))
	}
}

// renew leases an event, or learns who has it, in a goroutine. The caller holds h.mu.
func (h *Homes) renew(event string, l *lease) {
	if l.asking || h.closed {
		return
	}
	l.asking = true
	h.asking.Go(func() {
		ctx, cancel := context.WithTimeout(context.Background(), askFor)
		defer cancel()
		now := h.now()
		has, err := h.cfg.Store.Homes.Take(ctx, homes.Home{EventID: event, Server: h.cfg.Server, Address: h.cfg.Address, Until: now + leaseFor}, now)
		h.mu.Lock()
		defer h.mu.Unlock()
		l.asking, l.asked = false, now
		if err != nil {
			h.cfg.Log.Warn("cannot ask for the home of an event", slog.String("event", event), slog.Any("error", err))
			return
		}
		// A home that was away and has a new lease is back.
		l.away = l.away && l.Server == has.Server && l.Until == has.Until
		if l.Until != has.Until {
			l.batches = 0
		}
		l.Home = has
	})
}

func (h *Homes) now() inventory.Instant { return inventory.At(h.cfg.Now()) }

// Figures returns what has happened so far.
func (h *Homes) Figures() Figures {
	f := Figures{HandedOn: h.figures.handedOn.Load(), KeptHere: h.figures.keptHere.Load(), Unknown: h.figures.unknown.Load()}
	h.mu.Lock()
	defer h.mu.Unlock()
	now := h.now()
	for _, l := range h.leases {
		if l.Server == h.cfg.Server && l.Until > now {
			f.Home++
		}
	}
	return f
}

// Close ends the leases of this server, so that others need not wait for their end.
func (h *Homes) Close(ctx context.Context) error {
	h.mu.Lock()
	h.closed = true
	h.mu.Unlock()
	h.asking.Wait()
	h.client.CloseIdleConnections()
	return h.cfg.Store.Homes.Leave(ctx, h.cfg.Server)
}
