package streams

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store"
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
	// warnBefore is how long before the end of an offer or a reservation people
	// are warned; at most a quarter of its time.
	warnBefore = 5 * time.Minute
)

// LiveMessage is a message on the stream of a person: waitlist_offer,
// booking_confirmed, or message for every other kind.
type LiveMessage struct {
	EventID   string    `json:"event_id"`
	Kind      string    `json:"kind"`
	Ref       string    `json:"ref" doc:"The order, entry or offer that it is about."`
	At        time.Time `json:"at"`
	LedgerSeq int64     `json:"ledger_seq"`
}

// LivePlace is a place on the waitlist on the stream of a person: place_changed.
type LivePlace struct {
	EventID      string             `json:"event_id"`
	EntryID      string             `json:"entry_id"`
	Position     int64              `json:"position,omitempty"`
	PositionBand *wire.PositionBand `json:"position_band,omitempty"`
	Waiting      int64              `json:"waiting,omitempty"`
}

// LiveExpiry warns of the end of an offer or a reservation: reservation_expiring.
type LiveExpiry struct {
	EventID   string    `json:"event_id"`
	Ref       string    `json:"ref" doc:"The offer or the order."`
	ExpiresAt time.Time `json:"expires_at"`
}

// NewLooks returns what bounds the looks of streams of people, see Handlers.
func NewLooks() *rate.Limiter { return rate.NewLimiter(looksPerSecond, looksAtOnce) }

// follower is one person of one event on a stream.
type follower struct {
	k       *access.EventSummary
	person  string
	watch   *stream.Watcher
	dirty   bool       // there may be something to tell
	seq     int64      // of the last message told
	place   LivePlace  // as told last
	warned  LiveExpiry // what was warned of last: an end that was moved is another
	warnAt  time.Time  // when to warn; zero: nothing is to be warned of
	pending LiveExpiry
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

// messageEvents are the messages that have an event of their own.
var messageEvents = map[inventory.MessageKind]string{
	inventory.MsgOffer: "waitlist_offer", inventory.MsgConfirmed: "booking_confirmed",
}

// streamMe follows what is in the name of a link's person, or of who is signed in.
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

// followed are the people that the caller is in events that are not over, those
// of the next events first.
func (h *Handlers) followed(c *access.Call) ([]store.Mine, error) {
	if link := c.Caller.Link; link != nil {
		k, err := h.Access.Event(c.Context(), link.Event())
		if err != nil {
			return nil, err
		}
		return []store.Mine{{EventID: k.EventID, PersonID: link.Person}}, c.Allowed(k, link.Person)
	}
	all, err := h.Reader.Book(c)
	if err != nil {
		return nil, err
	}
	var next []store.Mine
	recent := inventory.At(h.Now()) - inventory.Instant(7*inventory.Day)
	for i := len(all) - 1; i >= 0 && len(next) < meEvents; i-- {
		if all[i].StartsAt >= recent {
			next = append(next, all[i])
		}
	}
	return next, nil
}

// begin watches the events and finds out from where on to tell.
func (m *meStream) begin(c *access.Call, people []store.Mine) error {
	ctx := c.Context()
	events := make([]string, len(people))
	for i := range people {
		events[i] = people[i].EventID
	}
	for i := range people {
		w, err := m.s.Streams.Watch(people[i].EventID, people[i].PersonID, m.wake)
		if err != nil {
			return err
		}
		m.followers = append(m.followers, &follower{person: people[i].PersonID, watch: w, dirty: true})
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
		if f.k, err = m.s.Access.Event(ctx, f.watch.Event); err != nil {
			return err
		}
		f.seq = seqs[f.watch.Event]
		if n, ok := seen[f.watch.Event]; ok {
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
		parts[i] = fmt.Sprintf("%s.%d", strings.TrimPrefix(f.watch.Event, id.Event), f.seq)
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
		if !f.warnAt.IsZero() && !m.s.Now().Before(f.warnAt) {
			f.warnAt = time.Time{}
			if f.warned == f.pending {
				continue
			}
			f.warned = f.pending
			if !m.tell("reservation_expiring", f.pending) {
				return false
			}
		}
	}
	return true
}

// plan sets when to look. Whose person was told something looks at once, and no sooner
// than meGap after the last time; to whom only the event has changed it is the turn that
// Looks gives, which in a crowd is a while later.
func (m *meStream) plan() {
	var dirty int
	var named bool
	for _, f := range m.followers {
		f.dirty = f.watch.Changed() || f.dirty
		named = f.watch.Named() || named
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
		now := time.Now()
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
		if !f.warnAt.IsZero() {
			next = min(next, max(f.warnAt.Sub(m.s.Now()), time.Millisecond))
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

// look tells what is new for a person: messages, the place on the waitlist, and when to
// warn next. When the database cannot be read the stream ends; the reader comes
// back with the id of what it was told last.
func (m *meStream) look(ctx context.Context, f *follower) bool {
	messages, err := m.s.Store.Messages.InboxAfter(ctx, f.watch.Event, f.person, f.seq, meMessages)
	if err != nil {
		return m.failed(ctx, err)
	}
	for i := range messages {
		msg := &messages[i].Message
		f.seq = msg.Seq
		name := messageEvents[msg.Kind]
		if name == "" {
			name = "message"
		}
		if !m.tell(name, LiveMessage{EventID: f.watch.Event, Kind: string(msg.Kind), Ref: msg.Ref, At: msg.At.Time(), LedgerSeq: msg.Seq}) {
			return false
		}
	}
	v, err := m.s.Store.Registrations.PersonByID(ctx, f.watch.Event, f.person)
	if err != nil {
		return m.failed(ctx, err)
	}
	f.plan(v)
	if v.Entry == nil || v.Entry.State != inventory.EntryWaiting || !wire.Shows(f.k, &m.caller) {
		f.place = LivePlace{}
		return true
	}
	place, of, err := m.s.Store.Waitlist.Place(ctx, f.watch.Event, v.Entry)
	if err != nil {
		return m.failed(ctx, err)
	}
	now := LivePlace{EventID: f.watch.Event, EntryID: v.Entry.ID}
	now.Position, now.PositionBand = wire.Position(f.k, &m.caller, place)
	if now.Position > 0 {
		now.Waiting = of
	}
	if now.same(f.place) {
		return true
	}
	f.place = now
	return m.tell("place_changed", now)
}

func (p LivePlace) same(q LivePlace) bool {
	if p.PositionBand != nil && q.PositionBand != nil && *p.PositionBand == *q.PositionBand {
		p.PositionBand, q.PositionBand = nil, nil
	}
	return p == q
}

// plan finds out when to warn: of the end of an open offer, or of a reservation.
func (f *follower) plan(v *store.RegistrationView) {
	f.warnAt = time.Time{}
	var ref string
	var begun, ends inventory.Instant
	switch {
	case v.Offer != nil:
		ref, begun, ends = v.Offer.ID, v.Offer.OpenedAt, v.Offer.ExpiresAt
	case v.Hold != nil && v.Hold.State == inventory.HoldHeld && v.Hold.ExpiresAt > 0:
		ref, begun, ends = v.Hold.ID, v.Hold.CreatedAt, v.Hold.ExpiresAt
	}
	f.pending = LiveExpiry{EventID: f.watch.Event, Ref: ref, ExpiresAt: ends.Time()}
	if ends == 0 || f.pending == f.warned {
		return
	}
	window := ends.Time().Sub(begun.Time())
	f.warnAt = ends.Time().Add(-min(warnBefore, window/4))
}

// failed ends a stream that cannot be read on.
func (m *meStream) failed(ctx context.Context, err error) bool {
	if ctx.Err() == nil {
		m.s.Log.Warn("stream ended: cannot read the database", "error", err)
	}
	return false
}
