package signals

import (
	"crypto/sha256"
	"errors"
	"net/netip"
	"sync"

	"github.com/holdfast-events/holdfast/internal/challenge"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/limit"
)

// remembered is how many networks, and how many openings of pages, are remembered at least:
// those that were seen last. There are never more than twice as many.
const remembered = 50_000

// Signals are what was seen of networks at events. It is safe for concurrent use.
type Signals struct {
	key    []byte
	now    func() inventory.Instant
	shared limit.Shared

	mu       sync.Mutex
	networks recent[of, Network]           // guarded by mu
	uses     recent[[nonceBytes]byte, int] // guarded by mu
}

// of is a network at an event.
type of struct {
	event string
	host  netip.Prefix
}

// Network is what was seen of a network at an event.
type Network struct {
	Host        netip.Prefix
	Tries       int64 // to take part or to wait
	Quick       int64 // of these, sooner after the page was opened than anybody can be, or without a page
	Reused      int64 // of these, with an opening of the page that was used often before
	Refusals    int   // in a row, up to the last
	First, Last inventory.Instant
	score       Score
}

// New returns signals of a server. key signs openings of pages. shared is where all servers count
// points together; nil: this one counts alone.
func New(key []byte, now func() inventory.Instant, shared limit.Shared) (*Signals, error) {
	if len(key) < sha256.Size || now == nil {
		return nil, errors.New("signals: a key of 32 bytes and a clock are required")
	}
	return &Signals{key: key, now: now, shared: shared}, nil
}

// A Try is somebody's who is not known, and wants to take part in an event or to wait for it.
type Try struct {
	Event string
	Host  netip.Prefix // where it came from: an IPv4 address or IPv6 /64
	Visit string       // as it was sent; empty: there is none
	At    inventory.Instant
}

// Tried counts a try that has ended, refused or not. What points it is worth all servers count.
func (s *Signals) Tried(t *Try, refused bool) {
	if points := s.tried(t, refused); points > 0 {
		s.count(t, points)
	}
}

// count adds points to the score of a network, as all servers know it: a server learns what the
// others have counted with the first point that it counts itself. Where the shared store does not
// answer, it goes on from what it knows.
func (s *Signals) count(t *Try, points int) {
	network := of{t.Event, t.Host}
	s.mu.Lock()
	known := s.networks.at(network).score
	s.mu.Unlock()
	score := known.Add(points, t.At)
	if s.shared != nil {
		rule := limit.Rule{Every: int64(points) * int64(point), Full: mostPoints * int64(point)}
		names := []string{"signals " + t.Event + " " + t.Host.String()}
		wait, _, after, err := s.shared.Take(int64(t.At), names, []limit.State{{Rule: rule, At: int64(known)}})
		switch {
		case err != nil:
		case wait > 0: // as many points as there can be
			score = Score(0).Add(mostPoints, t.At)
		default:
			score = max(score, Score(after[0].At))
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	n := s.networks.at(network)
	n.score = max(n.score, score)
}

// tried counts a try on this server, and returns the points that it is worth.
func (s *Signals) tried(t *Try, refused bool) (points int) {
	v, opened := s.read(t.Event, t.Visit)
	seen := Seen{Quick: !opened || t.At < v.at+inventory.Instant(Quick)}
	s.mu.Lock()
	defer s.mu.Unlock()
	if opened {
		uses := s.uses.at(v.nonce)
		*uses++
		seen.Uses = *uses
	}
	n := s.networks.at(of{t.Event, t.Host})
	if n.Tries == 0 {
		n.Host, n.First = t.Host, t.At
	}
	n.Tries++
	n.Last = t.At
	if refused {
		n.Refusals++
	} else {
		n.Refusals = 0
	}
	seen.Refusals = n.Refusals
	if seen.Quick {
		n.Quick++
	}
	if seen.Uses > freeUses {
		n.Reused++
	}
	return seen.Points()
}

// Level is how expensive a challenge for an event is at least to somebody of a network.
func (s *Signals) Level(event string, host netip.Prefix) challenge.Level {
	now := s.now()
	s.mu.Lock()
	defer s.mu.Unlock()
	if n := s.networks.find(of{event, host}); n != nil {
		return n.score.Level(now)
	}
	return challenge.Idle
}

// Level is how expensive a challenge is at least to somebody of the network, now.
func (n *Network) Level(now inventory.Instant) challenge.Level { return n.score.Level(now) }

// Of returns what was seen of networks at an event.
func (s *Signals) Of(event string) (list []Network) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.networks.each(func(k of, n *Network) {
		if k.event == event {
			list = append(list, *n)
		}
	})
	return list
}

// With is what two networks come to together, of which n may be the zero value.
func (n Network) With(other *Network) Network {
	if n.Tries == 0 {
		return *other
	}
	n.Tries += other.Tries
	n.Quick += other.Quick
	n.Reused += other.Reused
	n.Refusals = max(n.Refusals, other.Refusals)
	n.First, n.Last = min(n.First, other.First), max(n.Last, other.Last)
	n.score = max(n.score, other.score)
	return n
}

// recent remembers what was seen last: in two maps, of which the older one is dropped when the
// newer one is full. Its zero value is ready.
type recent[K comparable, V any] struct{ newer, older map[K]*V }

// find returns what is remembered; nil: nothing.
func (r *recent[K, V]) find(k K) *V {
	if v := r.newer[k]; v != nil {
		return v
	}
	return r.older[k]
}

// at returns what is remembered, and remembers it from now on.
func (r *recent[K, V]) at(k K) *V {
	if v := r.newer[k]; v != nil {
		return v
	}
	v := r.older[k]
	if v == nil {
		v = new(V)
	}
	if len(r.newer) >= remembered {
		r.newer, r.older = nil, r.newer
	}
	if r.newer == nil {
		r.newer = map[K]*V{}
	}
	delete(r.older, k)
	r.newer[k] = v
	return v
}

// each goes through what is remembered.
func (r *recent[K, V]) each(do func(K, *V)) {
	for _, m := range []map[K]*V{r.older, r.newer} {
		for k, v := range m {
			do(k, v)
		}
	}
}
