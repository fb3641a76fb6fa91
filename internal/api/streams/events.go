package streams

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/seatchart"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/stream"
	"github.com/holdfast-events/holdfast/internal/waitroom"
)

// enterStream counts a stream of the caller's network, and waits for its turn to be opened.
func (h *Handlers) enterStream(c *access.Call) (leave func(), err error) {
	if h.Streams == nil {
		return nil, httpapi.KindUnavailable.With("This server has no streams.")
	}
	leave, ok := h.Gate.Enter(identity.Network(c.Address))
	if !ok {
		p := httpapi.KindRateLimited.With("Too many streams are open.")
		p.RetryAfter = h.heartbeat()
		return nil, p
	}
	if !h.Gate.Turn(c.Context()) {
		leave()
		p := httpapi.KindRateLimited.With("Too many streams are being opened.")
		p.RetryAfter = comeBackAfter
		return nil, p
	}
	return leave, nil
}

// lastSeen is the ledger seq that a reader of an event has seen: of the last
// frame when it comes back, or the one it names at first.
func lastSeen(c *access.Call) (int64, error) {
	field, text := "Last-Event-ID", c.HTTP.Header.Get("Last-Event-ID")
	if text == "" {
		field, text = "after_seq", c.Query.Get("after_seq")
	}
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return 0, httpapi.Invalid(httpapi.FieldError{Field: field, Code: "bad_format", Message: "must be a ledger_seq"})
	}
	return n, nil
}

// LiveAvailability is what the stream of an event says of its places.
type LiveAvailability struct {
	EventID      string            `json:"event_id"`
	Status       string            `json:"status" enum:"draft,published,postponed,cancelled"`
	Availability wire.Availability `json:"availability"`
	Tiers        []LiveTier        `json:"tiers"`
	LedgerSeq    int64             `json:"ledger_seq"`
}

// LiveTier is what is left of a tier.
type LiveTier struct {
	ID        string `json:"id"`
	Available int64  `json:"available"`
	Waiting   int64  `json:"waiting"`
	Price     int64  `json:"price" doc:"What a buyer pays for one, in minor units of currency; 0: free."`
	Currency  string `json:"currency,omitempty"`
	State     string `json:"state" enum:"available,few,sold_out" doc:"What the public can have: few is at most 30, sold_out nothing."`
}

// EventFrames reads how an event is now, for a reader who saw it at the ledger seq
// since: it is the source of the live hub.
func (fr *Frames) EventFrames(ctx context.Context, event string, since int64) (seq int64, frames []stream.Frame, err error) {
	v, err := fr.Store.Events.Event(ctx, event)
	if err != nil {
		return 0, nil, err
	}
	if v.Event.Seq <= since {
		return v.Event.Seq, nil, nil
	}
	seq = v.Event.Seq
	hidden := access.SummaryOf(v).Hidden
	for _, to := range audiences(hidden) {
		f, err := availability(v, to)
		if err != nil {
			return 0, nil, err
		}
		frames = append(frames, f)
	}
	if len(v.Seated) == 0 || since == 0 { // who comes anew reads the whole chart
		return seq, frames, nil
	}
	for _, to := range audiences(hidden) {
		seats, err := fr.seats(ctx, event, since, seq, to, hidden)
		if err != nil {
			return 0, nil, err
		}
		frames = append(frames, seats...)
	}
	return seq, frames, nil
}

// audiences are who must be told apart: nobody, where no tier is hidden.
func audiences(hidden []string) []stream.Audience {
	if len(hidden) == 0 {
		return []stream.Audience{stream.Everybody}
	}
	return []stream.Audience{stream.Public, stream.Staff}
}

// availability is the frame that tells an audience of the places of an event.
func availability(v *events.EventView, to stream.Audience) (stream.Frame, error) {
	show := wire.EventAt
	if to == stream.Public {
		show = wire.PublicEventOf
	}
	e := show(v, 0)
	out := LiveAvailability{EventID: e.ID, Status: e.Status, Availability: e.Availability, Tiers: []LiveTier{}, LedgerSeq: e.LedgerSeq}
	stock := waitroom.Stock{Settings: &v.Event.Settings, Pools: v.Pools, Tiers: v.Tiers, Waiting: v.TierWaiting, Seated: v.Seated}
	states := map[string]waitroom.Tier{}
	for _, t := range stock.All(0) { // a sale that ends by itself is not a change that is told
		states[t.ID] = t
	}
	for i := range e.Tiers {
		t := states[e.Tiers[i].ID]
		out.Tiers = append(out.Tiers, LiveTier{
			ID: t.ID, Available: e.Tiers[i].Available, Waiting: e.Tiers[i].Waiting, Price: t.Price, Currency: t.Currency, State: string(t.State),
		})
	}
	text, err := frame(strconv.FormatInt(e.LedgerSeq, 10), "availability_changed", out)
	return stream.Frame{Seq: e.LedgerSeq, Text: text, Topic: TopicAvailability, For: to}, err
}

// What the frames of an event tell of.
const (
	TopicAvailability = "availability"
	TopicSeats        = "seats"
)

// seats is what changed of the seats after since, if anything did. Its id is that of the frame it
// comes with: the chart may have been read a little later, and whoever comes back is
// then told a change twice, which says the same.
func (fr *Frames) seats(ctx context.Context, event string, since, seq int64, to stream.Audience, hidden []string) ([]stream.Frame, error) {
	if to != stream.Public {
		hidden = nil
	}
	changes, upTo, complete, err := fr.Charts.Changes(ctx, event, since, seq, hidden)
	if err != nil || complete && len(changes) == 0 {
		return nil, err
	}
	if changes == nil {
		changes = []seatchart.SeatChange{}
	}
	text, err := frame(strconv.FormatInt(seq, 10), "seat_status_changed", wire.SeatChanges{LedgerSeq: upTo, Complete: complete, Seats: changes})
	return []stream.Frame{{Seq: seq, Text: text, Topic: TopicSeats, For: to}}, err
}

// streamEvent follows an event.
func (h *Handlers) streamEvent(c *access.Call, k *access.EventSummary, _ *httpapi.None) (*eventStream, error) {
	since, err := lastSeen(c)
	if err != nil {
		return nil, err
	}
	only := c.Query.Get("only")
	if only != "" && only != TopicAvailability && only != TopicSeats {
		return nil, httpapi.Invalid(httpapi.FieldError{Field: "only", Code: "not_allowed", Message: "must be availability or seats"})
	}
	leave, err := h.enterStream(c)
	if err != nil {
		return nil, err
	}
	reader, frames, err := h.Streams.Join(c.Context(), k.EventID, since)
	if err != nil {
		leave()
		return nil, err
	}
	f := &eventFollower{
		hub: h.Streams, reader: reader, frames: frames, only: only, notFor: stream.Staff,
		heartbeat: h.heartbeat(), recheck: c.Recheck(k.EventID),
	}
	if c.Caller.Staff() {
		f.notFor = stream.Public
	}
	return &eventStream{hub: h.Streams, log: h.Log, run: f.run, follower: f, leave: func() { reader.Leave(); leave() }}, nil
}

// eventFollower is the stream of an event for one reader. It has nothing of the request
// that opened it, see eventStream.
type eventFollower struct {
	hub       *stream.Hub
	reader    *stream.Reader
	frames    []stream.Frame // to begin with
	only      string         // the one topic that it wants; "": all
	notFor    stream.Audience
	heartbeat time.Duration
	recheck   access.Recheck
}

// run writes frames, of one topic or of all, until the reader or the server leaves, or
// the reader's key, session or link is no longer good.
func (f *eventFollower) run(ctx context.Context, w *streamWriter) {
	frames := f.frames
	f.frames = nil
	var seen int64
	beat := time.NewTicker(f.heartbeat)
	defer beat.Stop()
	for {
		if text := f.wanted(frames, seen); len(text) > 0 && !w.write(text) {
			return
		}
		for i := range frames {
			seen = max(seen, frames[i].Seq+1) // frames of one seq come together
		}
		frames = nil // which are all others' too: a quiet stream keeps no old ones alive
		select {
		case <-ctx.Done():
			return
		case <-f.hub.Done():
			w.write(elsewhere())
			return
		case <-f.reader.Dropped():
			return
		case frames = <-f.reader.Frames():
		case <-beat.C:
			if !w.write(streamBeat) || f.recheck.Refuses(ctx) {
				return
			}
		}
	}
}

// wanted is the text of the frames that the reader has not seen and wants. The usual
// one frame is not copied: all readers share it.
func (f *eventFollower) wanted(frames []stream.Frame, seen int64) (text []byte) {
	for i := range frames {
		g := &frames[i]
		if g.Seq < seen || g.For == f.notFor || f.only != "" && f.only != g.Topic {
			continue
		}
		if text == nil {
			text = slices.Clip(g.Text)
		} else {
			text = append(text, g.Text...)
		}
	}
	return text
}
