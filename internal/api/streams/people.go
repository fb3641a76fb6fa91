package streams

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/stream"
)

// Pace of the streams of people.
const (
	// meEvents is how many events one stream follows: the next ones.
	meEvents = 50
	// meGap is the least time between two looks at what changed for a person.
	meGap = time.Second
	// Looks of all streams of people that nothing was said to are bounded together: in a
	// hot event the position of everybody who waits changes all the time.
	looksPerSecond = 200
	looksAtOnce    = 400
	// meMessages is how many messages one look tells of.
	meMessages = 50
	// meThings is how many orders of a person in an event one look tells of.
	meThings = 20
	// warnBefore is how long before the end of an offer or a reservation people
	// are warned; at most a quarter of its time.
	warnBefore = 5 * time.Minute
	// A payment that is under way changes without a row in the ledger. It is looked at
	// soon, and then less and less often for as long as nothing happens.
	soonest, latest = 2 * time.Second, 30 * time.Second
)

// NewLooks returns what bounds the looks of streams of people, see Handlers.
func NewLooks() *rate.Limiter { return rate.NewLimiter(looksPerSecond, looksAtOnce) }

// scope is how much of a person's a stream tells of: of one order, of one place on the
// waitlist with its offers and the order that came of it, or of everything.
type scope struct{ order, entry string }

// subject is a person of an event, as far as a caller may follow them.
type subject struct {
	event, person string
	scope         scope
}

// follower is one person of one event on a stream.
type follower struct {
	k     *access.EventSummary
	of    subject
	watch *stream.Watcher
	dirty bool      // there may be something to tell
	begun bool      // it was looked at before
	seq   int64     // of the last message told
	place LivePlace // as told last
	// things are the orders and the offer that were told about, by id.
	things map[string]*thing
	// again is when to look because a payment is under way; zero: none is. pause is how
	// long the last wait was.
	again time.Time
	pause time.Duration
}

// thing is an order or an offer on a stream.
type thing struct {
	told   uint64 // a hash of what was said of it last
	warned time.Time
	expiry LiveExpiry // that is to be warned of
	warnAt time.Time  // when; zero: nothing is to be warned of
}

// meStream is the stream of somebody over their events.
type meStream struct {
	s         *Handlers
	caller    identity.Caller
	recheck   access.Recheck
	w         *streamWriter
	followers []*follower
	wake      chan struct{}
	lookAt    time.Time // when to look at those that are dirty; zero: none is
	looked    time.Time // last
}

// streamMe follows what is in the name of a link's person, or of the signed-in account.
func (h *Handlers) streamMe(c *access.Call, _ *httpapi.None) (*eventStream, error) {
	people, err := h.followed(c)
	if err != nil {
		return nil, err
	}
	leave, err := h.enterStream(c)
	if err != nil {
		return nil, err
	}
	m := &meStream{s: h, caller: c.Caller, recheck: c.Recheck(""), wake: make(chan struct{}, 1)}
	if err := m.begin(c, people); err != nil {
		m.leave()
		leave()
		return nil, err
	}
	return &eventStream{
		hub: h.Streams, log: h.Log,
		run:   func(ctx context.Context, w *streamWriter) { m.w = w; m.run(ctx) },
		leave: func() { m.leave(); leave() },
	}, nil
}

// followed are the people that the caller is, as far as the link or the query goes: of
// a signed-in account those of events that are not over, the next ones first.
func (h *Handlers) followed(c *access.Call) ([]subject, error) {
	if ref := c.Query.Get("ref"); ref != "" {
		return h.one(c, ref)
	}
	if link := c.Caller.Link; link != nil {
		if link.Reach != identity.ReachFull {
			return h.one(c, link.ID)
		}
		k, err := h.Access.Event(c.Context(), link.Event())
		if err != nil {
			return nil, err
		}
		return []subject{{event: k.EventID, person: link.Person}}, c.Allowed(k, link.Person)
	}
	all, err := h.Reader.Book(c)
	if err != nil {
		return nil, err
	}
	var next []subject
	recent := inventory.At(h.Now()) - inventory.Instant(7*inventory.Day)
	for i := len(all) - 1; i >= 0 && len(next) < meEvents; i-- {
		if all[i].StartsAt >= recent {
			next = append(next, subject{event: all[i].EventID, person: all[i].PersonID})
		}
	}
	return next, nil
}

// one is the person of one order, place on the waitlist or offer, if the caller may read
// that: the stream tells no more than the reading of it would.
func (h *Handlers) one(c *access.Call, ref string) ([]subject, error) {
	switch {
	case strings.HasPrefix(ref, id.Order):
		k, v, err := c.Order(ref)
		if err != nil {
			return nil, err
		}
		return []subject{{k.EventID, v.Person.ID, scope{order: v.Hold.ID}}}, nil
	case strings.HasPrefix(ref, id.Entry):
		k, v, err := c.Entry(ref)
		if err != nil {
			return nil, err
		}
		return []subject{{k.EventID, v.Person.ID, scope{entry: v.Entry.ID}}}, nil
	case strings.HasPrefix(ref, id.Offer):
		k, err := c.EventOf(ref, id.Offer)
		if err != nil {
			return nil, err
		}
		v, err := h.Store.Registrations.OfferByID(c.Context(), ref)
		if err != nil {
			return nil, err
		}
		return []subject{{k.EventID, v.Person.ID, scope{entry: v.Offer.EntryID}}}, c.Allowed(k, v.Person.ID, ref, v.Offer.EntryID)
	}
	return nil, httpapi.Invalid(httpapi.FieldError{Field: "ref", Code: "bad_format", Message: "must be the id of an order, a place on the waitlist or an offer"})
}

// begin watches the events and finds out from where on to tell.
func (m *meStream) begin(c *access.Call, people []subject) error {
	ctx := c.Context()
	events := make([]string, len(people))
	for i := range people {
		events[i] = people[i].event
	}
	for i := range people {
		w, err := m.s.Streams.Watch(people[i].event, people[i].person, m.wake)
		if err != nil {
			return err
		}
		m.followers = append(m.followers, &follower{of: people[i], watch: w, dirty: true})
	}
	seqs, err := m.s.Store.Events.Seqs(ctx, events)
	if err != nil {
		return err
	}
	seen, err := seenEach(c)
	if err != nil {
		return err
	}
	for _, f := range m.followers {
		if f.k, err = m.s.Access.Event(ctx, f.of.event); err != nil {
			return err
		}
		f.seq = seqs[f.of.event]
		if n, ok := seen[f.of.event]; ok {
			f.seq = min(f.seq, n)
		}
	}
	return nil
}

func (m *meStream) leave() {
	for _, f := range m.followers {
		f.watch.Leave()
	}
}

// maxSeen bounds the Last-Event-ID of a person's stream, in bytes.
const maxSeen = 4 << 10

// seenEach reads how far a reader that comes back has seen each event: the code
// of the event and its seq, for each.
func seenEach(c *access.Call) (map[string]int64, error) {
	text := c.HTTP.Header.Get("Last-Event-ID")
	if text == "" {
		return nil, nil
	}
	wrong := httpapi.Invalid(httpapi.FieldError{Field: "Last-Event-ID", Code: "bad_format", Message: "must be the id of an event of this stream"})
	if len(text) > maxSeen {
		return nil, wrong
	}
	seen := map[string]int64{}
	for part := range strings.SplitSeq(text, "-") {
		code, seq, _ := strings.Cut(part, ".")
		n, err := strconv.ParseInt(seq, 10, 64)
		if err != nil || n < 0 || !id.Valid(id.Event+code, id.Event) {
			return nil, wrong
		}
		seen[id.Event+code] = n
	}
	return seen, nil
}

// position is the id of the frames: how far each event was told.
func (m *meStream) position() string {
	parts := make([]string, len(m.followers))
	for i, f := range m.followers {
		parts[i] = fmt.Sprintf("%s.%d", strings.TrimPrefix(f.of.event, id.Event), f.seq)
	}
	return strings.Join(parts, "-")
}

// run tells until the reader or the server leaves.
func (m *meStream) run(ctx context.Context) {
	beat := time.NewTicker(m.s.heartbeat())
	defer beat.Stop()
	for m.round(ctx) {
		next := time.NewTimer(m.next())
		select {
		case <-ctx.Done():
		case <-m.s.Streams.Done():
		case <-m.wake:
		case <-next.C:
		case <-beat.C:
			if !m.w.write(streamBeat) || m.recheck.Refuses(ctx) {
				next.Stop()
				return
			}
		}
		next.Stop()
		select {
		case <-ctx.Done():
			return
		case <-m.s.Streams.Done():
			m.w.write(elsewhere())
			return
		default:
		}
	}
}

// round finds out what has changed, looks at it when it is time to, and warns of what is
// due.
func (m *meStream) round(ctx context.Context) bool {
	m.plan()
	look := !m.lookAt.IsZero() && !time.Now().Before(m.lookAt)
	if look {
		m.lookAt, m.looked = time.Time{}, time.Now()
	}
	for _, f := range m.followers {
		if look && f.dirty {
			f.dirty = false
			if !m.look(ctx, f) {
				return false
			}
		}
		if !m.warn(f) {
			return false
		}
	}
	return true
}

// plan sets when to look. Whose person was told something looks at once, and no sooner
// than meGap after the last time; to whom only the event has changed, or a payment may
// have, it is the turn that Looks gives, which in a crowd is a while later.
func (m *meStream) plan() {
	var dirty int
	var named bool
	now := time.Now()
	for _, f := range m.followers {
		f.dirty = f.watch.Changed() || f.dirty
		named = f.watch.Named() || named
		if !f.again.IsZero() && !now.Before(f.again) {
			f.again, f.dirty = time.Time{}, true
		}
		if f.dirty {
			dirty++
		}
	}
	soon := m.looked.Add(meGap)
	switch {
	case dirty == 0:
	case named:
		m.lookAt = soon
	case m.lookAt.IsZero():
		m.lookAt = now.Add(m.s.Looks.ReserveN(now, dirty).DelayFrom(now))
		if m.lookAt.Before(soon) {
			m.lookAt = soon
		}
	}
}

// next is how long until there is something to do: a look, or a warning.
func (m *meStream) next() time.Duration {
	next := time.Hour
	if !m.lookAt.IsZero() {
		next = max(time.Until(m.lookAt), time.Millisecond)
	}
	for _, f := range m.followers {
		if !f.again.IsZero() {
			next = min(next, max(time.Until(f.again), time.Millisecond))
		}
		for _, t := range f.things {
			if !t.warnAt.IsZero() {
				next = min(next, max(t.warnAt.Sub(m.s.Now()), time.Millisecond))
			}
		}
	}
	return next
}

func (m *meStream) tell(name string, data any) bool {
	text, err := frame(m.position(), name, data)
	if err != nil {
		m.s.Log.Error("stream not encoded", "error", err)
		return false
	}
	return m.w.write(text)
}

// failed ends a stream that cannot be read on. The reader comes back with the id of what
// it was told last.
func (m *meStream) failed(ctx context.Context, err error) bool {
	if ctx.Err() == nil {
		m.s.Log.Warn("stream ended: cannot read the database", "error", err)
	}
	return false
}
