package streams

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/seatchart"
	"github.com/holdfast-events/holdfast/internal/store"
	"github.com/holdfast-events/holdfast/internal/stream"
)

// Pace of streams.
const (
	// DefaultHeartbeat keeps proxies from closing a stream on which nothing
	// happens, and finds out who has gone and who may read no more.
	DefaultHeartbeat = 15 * time.Second
	// writeWithin is how long a reader may take for what it is sent.
	writeWithin = 10 * time.Second
	// Browsers are told to wait from retryAfter until twice as long before they come
	// back, each another time: those of a server that was restarted do not all come at
	// one moment.
	retryAfter = 2 * time.Second
)

// eventStream is an answer that goes on.
type eventStream struct {
	run func(w *streamWriter)
	// leave ends what was begun for the stream, whether it ran or not.
	leave func()
}

// streamWriter writes the frames of one stream.
type streamWriter struct {
	w  http.ResponseWriter
	rc *http.ResponseController
}

// openStream prepares an answer that goes on: the server's time limits for
// requests do not hold for it, each write has one of its own instead.
func openStream(c *httpapi.Request) (*streamWriter, error) {
	s := &streamWriter{w: c.Writer, rc: http.NewResponseController(c.Writer)}
	// The limit for reading a request would end the stream with it: the server
	// goes on reading to notice that the client left.
	if err := s.rc.SetReadDeadline(time.Time{}); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return nil, err
	}
	h := c.Writer.Header()
	h.Set("Content-Type", httpapi.EventStream)
	h.Set("X-Accel-Buffering", "no") // proxies pass it on as it comes
	return s, nil
}

// write sends what is there, and reports whether the reader takes it.
func (s *streamWriter) write(text []byte) bool {
	if err := s.rc.SetWriteDeadline(time.Now().Add(writeWithin)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return false
	}
	if _, err := s.w.Write(text); err != nil {
		return false
	}
	return s.rc.Flush() == nil
}

// frame is an event of a stream as text/event-stream has it. Data is JSON and
// so has no line breaks.
func frame(id, name string, data any) ([]byte, error) {
	text, err := json.Marshal(data)
	if err != nil {
		return nil, err
	}
	return []byte("event: " + name + "\nid: " + id + "\ndata: " + string(text) + "\n\n"), nil
}

var streamBeat = []byte(":\n\n")

// streamBegin is how a stream begins: when to come back should it break.
func streamBegin() []byte { return comeBack(retryAfter + rand.N(retryAfter)) }

// elsewhere tells a reader, when the server stops, to come back at a moment of its own:
// thousands that came at once would meet in another server.
func elsewhere() []byte { return comeBack(rand.N(retryAfter)) }

func comeBack(after time.Duration) []byte {
	return []byte("retry: " + strconv.FormatInt(after.Milliseconds(), 10) + "\n\n")
}

// Reply runs a stream as the answer of its request.
func (body *eventStream) Reply(c *httpapi.Request) {
	defer body.leave()
	w, err := openStream(c)
	if err != nil {
		c.API.Fail(c.Writer, c.HTTP, err)
		return
	}
	c.Writer.WriteHeader(http.StatusOK)
	if c.HTTP.Method == http.MethodHead || !w.write(streamBegin()) {
		return
	}
	body.run(w)
}

// enter counts a stream of the caller's network.
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
	Status       string            `json:"status" enum:"draft,published,cancelled"`
	Availability wire.Availability `json:"availability"`
	Tiers        []LiveTier        `json:"tiers"`
	LedgerSeq    int64             `json:"ledger_seq"`
}

// LiveTier is what is left of a tier.
type LiveTier struct {
	ID        string `json:"id"`
	Available int64  `json:"available"`
	Waiting   int64  `json:"waiting"`
}

// EventFrames reads how an event is now, for who saw it at the ledger seq
// since: it is the source of the live hub.
func (r *Frames) EventFrames(ctx context.Context, event string, since int64) (seq int64, frames []stream.Frame, err error) {
	v, err := r.Store.Events.Event(ctx, event)
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
		seats, err := r.seats(ctx, event, since, seq, to, hidden)
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
func availability(v *store.EventView, to stream.Audience) (stream.Frame, error) {
	show := wire.EventOf
	if to == stream.Public {
		show = wire.PublicEventOf
	}
	e := show(v)
	out := LiveAvailability{EventID: e.ID, Status: e.Status, Availability: e.Availability, Tiers: []LiveTier{}, LedgerSeq: e.LedgerSeq}
	for i := range e.Tiers {
		out.Tiers = append(out.Tiers, LiveTier{ID: e.Tiers[i].ID, Available: e.Tiers[i].Available, Waiting: e.Tiers[i].Waiting})
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
// comes with: the chart may have been read a little later, and who comes back is
// then told a change twice, which says the same.
func (r *Frames) seats(ctx context.Context, event string, since, seq int64, to stream.Audience, hidden []string) ([]stream.Frame, error) {
	if to != stream.Public {
		hidden = nil
	}
	changes, upTo, complete, err := r.Charts.Changes(ctx, event, since, seq, hidden)
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
	return &eventStream{
		run:   func(w *streamWriter) { h.follow(c, w, reader, frames, only) },
		leave: func() { reader.Leave(); leave() },
	}, nil
}

// follow writes frames, of one topic or of all, until the reader or the server leaves,
// or the reader's key, session or link is good no more.
func (h *Handlers) follow(c *access.Call, w *streamWriter, reader *stream.Reader, frames []stream.Frame, only string) {
	other := stream.Staff // whom this reader is not
	if c.Caller.Staff() {
		other = stream.Public
	}
	var seen int64
	beat := time.NewTicker(h.heartbeat())
	defer beat.Stop()
	for {
		var text []byte
		for _, f := range frames {
			if f.Seq >= seen && f.For != other && (only == "" || only == f.Topic) {
				text = append(text, f.Text...)
			}
		}
		for _, f := range frames {
			seen = max(seen, f.Seq+1) // frames of one seq come together
		}
		if len(text) > 0 && !w.write(text) {
			return
		}
		select {
		case <-c.Context().Done():
			return
		case <-h.Streams.Done():
			w.write(elsewhere())
			return
		case <-reader.Dropped():
			return
		case frames = <-reader.Frames():
		case <-beat.C:
			frames = nil
			if !w.write(streamBeat) || c.Recheck(c.Param("event_id")) != nil {
				return
			}
		}
	}
}
