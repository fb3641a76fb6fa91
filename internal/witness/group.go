package witness

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"time"

	"filippo.io/torchwood"
	"golang.org/x/mod/sumdb/note"
)

const (
	// askFor is how long all witnesses together may take to sign a head.
	askFor = 5 * time.Second
	// firstPause and lastPause are the shortest and the longest time before a witness that
	// did not sign is asked again.
	firstPause, lastPause = 10 * time.Second, 10 * time.Minute
	// conflicts is how often a witness may say, for one head, that it has seen another last:
	// each time, another server has been faster.
	conflicts = 8
)

// Standing is how it went with a witness the last time.
type Standing string

// The standings. A witness that was not asked yet has none.
const (
	Signs       Standing = "signs"
	Contradicts Standing = "contradicts"
	Refuses     Standing = "refuses"
	Away        Standing = "away"
)

// Standings are all of them.
var Standings = []Standing{Signs, Contradicts, Refuses, Away}

// A Group are the witnesses of one log. The zero value has none. It is safe for concurrent
// use.
type Group struct {
	list   []*Witness
	client *http.Client
	log    *slog.Logger

	mu     sync.Mutex
	states []state // of each of list (guarded by mu)
}

// state is what is known of a witness.
type state struct {
	signed   int64 // the size of the newest head that it signed, as far as this process knows
	standing Standing
	pause    time.Duration // after which it is asked again, the last time that it did not sign
	next     time.Time     // when it is asked again; zero: at once
}

// NewGroup returns the group of witnesses. It tells the log when one changes its standing.
func NewGroup(list []*Witness, transport http.RoundTripper, log *slog.Logger) *Group {
	return &Group{
		list: list, log: log, states: make([]state, len(list)),
		client: &http.Client{Transport: transport, Timeout: askFor, CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse // the list says where a witness is
		}},
	}
}

// List returns the witnesses.
func (g *Group) List() []*Witness {
	if g == nil {
		return nil
	}
	return g.list
}

// Standings counts the witnesses by their standing.
func (g *Group) Standings() map[Standing]int {
	counts := map[Standing]int{}
	if g == nil {
		return counts
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, s := range g.states {
		counts[s.standing]++
	}
	return counts
}

// Signed returns when each witness signed a checkpoint, by its name; those that have not are
// not in it.
func (g *Group) Signed(checkpoint []byte) map[string]time.Time {
	at := map[string]time.Time{}
	for _, w := range g.List() {
		n, err := note.Open(checkpoint, note.VerifierList(w.verifier))
		if err != nil {
			continue
		}
		if seconds, err := torchwood.CosignatureTimestamp(n.Sigs[0]); err == nil {
			at[w.Name] = time.Unix(seconds, 0).UTC()
		}
	}
	return at
}

// Cosign asks all witnesses that have not signed a head to do so, and returns its checkpoint
// with their signatures: those that come within five seconds. One that does not sign is asked
// again by a later call, after a pause.
func (g *Group) Cosign(ctx context.Context, h *Head) []byte {
	if len(g.List()) == 0 {
		return h.Checkpoint
	}
	ctx, cancel := context.WithTimeout(ctx, askFor)
	defer cancel()
	done := g.Signed(h.Checkpoint)
	lines := make([][]byte, len(g.list))
	var wg sync.WaitGroup
	for i, w := range g.list {
		if _, signed := done[w.Name]; signed || !g.due(i) {
			continue
		}
		wg.Go(func() {
			var err error
			lines[i], err = g.cosign(ctx, i, h)
			g.record(ctx, i, h.Size, err)
		})
	}
	wg.Wait()
	return slices.Concat(append([][]byte{h.Checkpoint}, lines...)...)
}

// due reports whether a witness is asked now.
func (g *Group) due(i int) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return !time.Now().Before(g.states[i].next)
}

// cosign asks one witness. When it has seen another head last than this process knows of, it
// says which, and is asked again from there.
func (g *Group) cosign(ctx context.Context, i int, h *Head) ([]byte, error) {
	g.mu.Lock()
	old := g.states[i].signed
	g.mu.Unlock()
	var other conflict
	for range conflicts {
		old = min(old, h.Size)
		signed, err := g.list[i].ask(ctx, g.client, h, old)
		if !errors.As(err, &other) {
			return signed, err
		}
		if int64(other) == old {
			break // it was told so
		}
		if old = int64(other); old > h.Size {
			return nil, overtaken(ctx, h, old)
		}
	}
	return nil, fmt.Errorf("%w: it says again and again that it has seen another head", ErrAway)
}

// errOvertaken says that another server asks the same witness, and was faster.
var errOvertaken = errors.New("witness: it has seen a newer head of this log")

// overtaken returns what it means that a witness has signed a longer head.
func overtaken(ctx context.Context, h *Head, signed int64) error {
	size, err := h.Grown(ctx)
	switch {
	case err != nil:
		return err
	case size < signed:
		return fmt.Errorf("%w: one of %d entries, and the log has %d", ErrContradicts, signed, size)
	}
	return errOvertaken
}

// record notes how it went with a witness, and tells the log when that is new.
func (g *Group) record(ctx context.Context, i int, size int64, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	s, now := &g.states[i], Away
	switch {
	case err == nil:
		now = Signs
		s.signed, s.pause, s.next = size, 0, time.Time{}
	case errors.Is(err, errOvertaken), errors.Is(err, context.Canceled): // the server ends
		return
	case errors.Is(err, ErrContradicts):
		now = Contradicts
	case errors.Is(err, ErrRefused):
		now = Refuses
	}
	if err != nil {
		s.pause = min(max(2*s.pause, firstPause), lastPause)
		s.next = time.Now().Add(s.pause/2 + rand.N(s.pause/2))
	}
	if now == s.standing {
		return
	}
	s.standing = now
	about := []any{slog.String("witness", g.list[i].Name), slog.Any("error", err)}
	switch now {
	case Signs:
		g.log.InfoContext(ctx, "witness: signs the log of the installation", about[0])
	case Contradicts:
		g.log.ErrorContext(ctx, "witness: says that this log of the installation is not the one that it signed: the database, or all of the machine, is an older backup, or two installations have one key", about...)
	default:
		g.log.WarnContext(ctx, "witness: does not sign the log of the installation; trying again", about...)
	}
}
