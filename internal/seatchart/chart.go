package seatchart

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/inventory/seatmap"
	"github.com/holdfast-events/holdfast/internal/seating"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// Limits of the charts of a server.
const (
	// Fresh is how long a chart is shown without asking the database whether
	// something has changed.
	Fresh = 200 * time.Millisecond
	// stale is how old a chart may be to be shown while another reader asks the
	// database. One that nobody looked at for longer is waited for, though no longer
	// than patience: where the database does not answer, what there is has to do.
	stale    = 2 * time.Second
	patience = time.Second
	// maxCharts is how many are kept. A chart of 20,000 seats is about 2 MB.
	maxCharts = 256
	// history is how many versions back changes are told.
	history = 64
)

// Document is something encoded once: as it is, and compressed.
type Document struct {
	ETag        []string // one, as a header has it
	Plain, Gzip Body
}

// Body is a form of a document, and its length as a header has it.
type Body struct {
	Text   []byte
	Length []string
}

func bodyOf(text []byte) Body { return Body{text, []string{strconv.Itoa(len(text))}} }

// States of a seat as people see them, one letter each.
const (
	Available = 'a'
	Held      = 'h'
	Sold      = 's'
	Blocked   = 'b'
	Owed      = 'w' // free, and promised to the waitlist
)

// SeatStatus says where all seats stand.
type SeatStatus struct {
	EventID   string `json:"event_id"`
	LedgerSeq int64  `json:"ledger_seq" doc:"The ledger of the event as far as it was read. Changes after it are told by the changes call and the stream."`
	Seats     string `json:"seats" doc:"A letter for each seat, in the order of the plan: a available, h held, s sold, b blocked, w free and promised to the waitlist." example:"aahhsb"`
}

// SeatChange is a seat that is another's now.
type SeatChange struct {
	Seat  int    `json:"seat" doc:"Its place in the plan, from 1."`
	State string `json:"state" enum:"a,h,s,b,w"`
}

// SeatLayout says where the seats are. It never changes.
type SeatLayout struct {
	EventID string            `json:"event_id"`
	SeatID  string            `json:"seat_id_prefix" doc:"A seat's id is this and its place in the plan, from 1, in 16 digits." example:"sea_3k9q0a7c1v5m"`
	TierIDs map[string]string `json:"tier_ids" doc:"Names of the plan's tiers to ids of the event's. Hidden tiers are missing: their seats have a tier without a name."`
	seating.Document
}

// Config configures Charts. Store is required.
type Config struct {
	Store *store.Store
	Now   func() time.Time // nil: time.Now
}

// Charts are the charts of a server. They are safe for concurrent use.
type Charts struct {
	store *store.Store
	now   func() time.Time

	mu     sync.Mutex
	charts map[string]*chart // guarded by mu
}

// New returns the charts of a server.
func New(c Config) (*Charts, error) {
	if c.Store == nil {
		return nil, errors.New("seatchart: Config.Store is required")
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	return &Charts{store: c.Store, now: c.Now, charts: map[string]*chart{}}, nil
}

// chart is the chart of one event.
type chart struct {
	event string

	reading chan struct{} // has room for the one who asks the database

	// mu guards what follows. Whoever holds reading may look at seats and waits without
	// it: only that one changes them.
	mu      sync.Mutex
	at      time.Time // when the database was asked last
	seats   *seatmap.Map
	waits   []seatmap.Wish
	seq     int64 // of the ledger, as far as it was read
	shown   []byte
	status  *Document
	layout  *Document
	plan    *seatmap.Layout         // what layout was made from
	masked  map[string]*maskedChart // by what is hidden
	past    []version               // oldest first
	encodes int64
	rows    []placeRow // where the seats are, once somebody asked
}

// version is what changed from one status to the next.
type version struct {
	from    int64 // the ledger seq that the one before was of
	changes []SeatChange
}

func (c *Charts) of(event string) *chart {
	c.mu.Lock()
	defer c.mu.Unlock()
	h := c.charts[event]
	if h == nil {
		if len(c.charts) >= maxCharts {
			for other := range c.charts { // any: one that is looked at comes back
				delete(c.charts, other)
				break
			}
		}
		h = &chart{event: event, reading: make(chan struct{}, 1)}
		c.charts[event] = h
	}
	return h
}

// Status returns where the seats of an event stand, at least as of a ledger seq;
// database.ErrNotFound when it has none. Seats of the tiers that are hidden from the
// reader, by id, are blocked for it.
func (c *Charts) Status(ctx context.Context, event string, atLeast int64, hidden []string) (*Document, error) {
	h, err := c.current(ctx, event, atLeast)
	if err != nil {
		return nil, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if m := h.mask(hidden); m != nil {
		return m.statusOf(h)
	}
	return h.status, nil
}

// Layout returns where the seats of an event are; database.ErrNotFound when it has
// none. Of the tiers that are hidden from the reader it has no name.
func (c *Charts) Layout(ctx context.Context, event string, hidden []string) (*Document, error) {
	h, err := c.current(ctx, event, 0)
	if err != nil {
		return nil, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if m := h.mask(hidden); m != nil {
		return m.layoutOf(h)
	}
	return h.layout, nil
}

// Changes returns what changed after a ledger seq, and the seq up to which that
// is all; ok is false when it is too long ago to tell: then the whole status must
// be read. Each seat is told once, unless its tier is hidden from the reader. The
// seq is no lower than atLeast.
func (c *Charts) Changes(ctx context.Context, event string, since, atLeast int64, hidden []string) (changes []SeatChange, seq int64, ok bool, err error) {
	h, err := c.current(ctx, event, max(since, atLeast))
	if err != nil {
		return nil, 0, false, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if since >= h.seq {
		return nil, h.seq, true, nil
	}
	mask := h.mask(hidden)
	latest := map[int]string{}
	for i := len(h.past) - 1; i >= 0; i-- {
		for _, change := range h.past[i].changes {
			if _, known := latest[change.Seat]; !known {
				latest[change.Seat] = change.State
			}
		}
		if h.past[i].from <= since {
			for seat, state := range latest {
				if mask != nil && mask.hides(h, seat-1) {
					continue
				}
				changes = append(changes, SeatChange{seat, state})
			}
			slices.SortFunc(changes, func(a, b SeatChange) int { return a.Seat - b.Seat })
			return changes, h.seq, true, nil
		}
	}
	return nil, h.seq, false, nil
}

// Encodes is how often the status of an event was encoded.
func (c *Charts) Encodes(event string) int64 {
	h := c.of(event)
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.encodes
}

// current returns the chart of an event, read again when it is old. While one
// reader does so, the others are shown what there is, unless that is stale.
func (c *Charts) current(ctx context.Context, event string, atLeast int64) (*chart, error) {
	h := c.of(event)
	look := func() (ok bool, age time.Duration) { // -1: there is none yet
		h.mu.Lock()
		defer h.mu.Unlock()
		if h.status == nil {
			return false, -1
		}
		age = c.now().Sub(h.at)
		return h.seq >= atLeast && age < Fresh, age
	}
	ok, age := look()
	if ok {
		return h, nil
	}
	has := age >= 0 && atLeast == 0
	select {
	case h.reading <- struct{}{}:
	default:
		if has && age < stale {
			return h, nil
		}
		var enough <-chan time.Time // never, where what there is does not do
		if has {
			enough = time.After(patience)
		}
		select {
		case h.reading <- struct{}{}:
		case <-enough:
			return h, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if ok, _ := look(); ok {
			<-h.reading
			return h, nil
		}
	}
	defer func() { <-h.reading }()
	return h, c.read(ctx, h)
}

// read brings a chart up to date. Only the holder of reading calls it, so what
// it reads of the chart nobody else changes meanwhile.
func (c *Charts) read(ctx context.Context, h *chart) error {
	at := c.now()
	if h.seats == nil {
		return c.readAll(ctx, h, at)
	}
	since, err := c.store.Events.SeatsSince(ctx, h.event, h.seats.Layout, h.seq)
	if errors.Is(err, events.ErrTooMuch) {
		return c.readAll(ctx, h, at)
	}
	if err != nil {
		return err
	}
	if since.Seq == h.seq {
		h.mu.Lock()
		h.at = at
		h.mu.Unlock()
		return nil
	}
	if err := h.change(since); err != nil {
		return err
	}
	return h.show(since.Seq, at)
}

// change puts seats where they stand by now.
func (h *chart) change(since *events.SeatsSince) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, s := range since.Seats {
		h.seats.Set([]int32{s.Seat}, s.To)
	}
	if !since.Waits {
		return nil
	}
	for i := range h.waits {
		h.seats.Wait(&h.waits[i], -1)
	}
	h.waits = nil
	var err error
	h.waits, err = waitsOn(h.seats, since.Wishes)
	return err
}

func (c *Charts) readAll(ctx context.Context, h *chart, at time.Time) error {
	v, err := c.store.Events.Seats(ctx, h.event)
	if err != nil {
		return err
	}
	if h.layout == nil {
		if err := h.encodeLayout(v); err != nil {
			return err
		}
	}
	seats := seatmap.New(v.Layout, false)
	for _, s := range v.Seats {
		seats.Set([]int32{s.Seat}, s.To)
	}
	waits, err := waitsOn(seats, v.Wishes)
	if err != nil {
		return err
	}
	h.mu.Lock()
	h.seats, h.waits = seats, waits
	h.mu.Unlock()
	return h.show(v.Seq, at)
}

// waitsOn counts who waits for which seats of a map.
func waitsOn(m *seatmap.Map, entries []inventory.Entry) ([]seatmap.Wish, error) {
	waits := make([]seatmap.Wish, 0, len(entries))
	for i := range entries {
		w, err := inventory.WishOf(m, &entries[i])
		if err != nil {
			return waits, fmt.Errorf("seatchart: %w", err)
		}
		m.Wait(&w, 1)
		waits = append(waits, w)
	}
	return waits, nil
}

// letter is a seat as people see it.
func (h *chart) letter(seat int32) byte {
	switch h.seats.State(seat) {
	case seatmap.Held:
		return Held
	case seatmap.Sold:
		return Sold
	case seatmap.Blocked:
		return Blocked
	}
	if h.seats.Owed(seat) {
		return Owed
	}
	return Available
}

// show encodes the status when it is another than the one that is shown.
func (h *chart) show(seq int64, at time.Time) error {
	shown := make([]byte, len(h.seats.Seats))
	var changes []SeatChange
	for i := range shown {
		shown[i] = h.letter(int32(i))
		if h.shown != nil && shown[i] != h.shown[i] {
			changes = append(changes, SeatChange{i + 1, string(shown[i])})
		}
	}
	if h.shown != nil && len(changes) == 0 {
		h.mu.Lock()
		h.seq, h.at = seq, at
		h.mu.Unlock()
		return nil
	}
	doc, err := encode(SeatStatus{EventID: h.event, LedgerSeq: seq, Seats: string(shown)}, strconv.FormatInt(seq, 10))
	if err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.shown != nil {
		h.past = append(h.past, version{h.seq, changes})
		if len(h.past) > history {
			h.past = slices.Delete(h.past, 0, len(h.past)-history)
		}
	}
	h.seq, h.at, h.shown, h.status = seq, at, shown, doc
	h.encodes++
	return nil
}

func (h *chart) encodeLayout(v *events.SeatsView) error {
	out := SeatLayout{EventID: h.event, SeatID: id.SeatPrefix(h.event), TierIDs: v.Seating.Tiers}
	if err := json.Unmarshal([]byte(v.Seating.Document), &out.Document); err != nil {
		return fmt.Errorf("seatchart: plan of %s: %w", h.event, err)
	}
	doc, err := encode(out, "layout")
	if err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.layout, h.plan = doc, v.Layout
	return nil
}

func encode(v any, name string) (*Document, error) {
	plain, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("seatchart: encode: %w", err)
	}
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	if _, err := w.Write(plain); err != nil {
		return nil, fmt.Errorf("seatchart: compress: %w", err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("seatchart: compress: %w", err)
	}
	return &Document{ETag: []string{`"` + name + `"`}, Plain: bodyOf(plain), Gzip: bodyOf(z.Bytes())}, nil
}
