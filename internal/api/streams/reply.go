package streams

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/socket"
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
	// comeBackAfter is when to ask again for a stream that many open at the moment.
	comeBackAfter = 5 * time.Second
)

// eventStream is an answer that goes on.
//
// Its head is net/http's, and then the connection is taken from it: what net/http keeps
// for a request (two buffers, the headers, the contexts, and a goroutine whose stack has
// grown through the whole of the API) would be kept for hours by thousands of streams on
// which something is written now and then. So run and leave must hold nothing of the
// request either.
type eventStream struct {
	hub *stream.Hub
	log *slog.Logger
	// run writes until the reader leaves, which ends the context, or the hub is closed.
	run func(ctx context.Context, w *streamWriter)
	// follower is the event that it follows, where that is all: then it may be written to
	// without a goroutine of its own; nil: run it is.
	follower *eventFollower
	// leave ends what was begun for the stream, whether it ran or not.
	leave func()
}

// Reply begins a stream as the answer of its request.
func (s *eventStream) Reply(c *httpapi.Request) {
	w, err := begin(c)
	if w == nil {
		s.leave()
		if err != nil {
			c.API.Fail(c.Writer, c.HTTP, err)
		}
		return
	}
	conn, _, err := http.NewResponseController(c.Writer).Hijack()
	if err != nil { // not a connection that can be taken, as of HTTP/2: then in here
		defer s.leave()
		s.run(c.Context(), w)
		return
	}
	if !s.hub.Go(func() { s.serve(conn) }) { // the server stops: whoever has just come is told, too
		(&streamWriter{to: connWriter{conn}}).write(elsewhere())
		s.end(conn)
	}
}

// begin answers with the head of a stream and its first line; without a writer the
// stream does not go on.
func begin(c *httpapi.Request) (*streamWriter, error) {
	w := &responseWriter{ResponseWriter: c.Writer, rc: http.NewResponseController(c.Writer)}
	// The limit for reading a request would end the stream with it: the server
	// goes on reading to notice that the client left.
	if err := w.rc.SetReadDeadline(time.Time{}); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return nil, err
	}
	h := c.Writer.Header()
	h.Set("Content-Type", httpapi.EventStream)
	h.Set("X-Accel-Buffering", "no") // proxies pass it on as it comes
	if c.HTTP.ProtoMajor == 1 {
		h.Set("Transfer-Encoding", "identity") // no chunks: it lasts as long as the connection
	}
	c.Writer.WriteHeader(http.StatusOK)
	to := &streamWriter{to: w}
	if c.HTTP.Method == http.MethodHead || !to.write(streamBegin()) {
		return nil, nil
	}
	return to, nil
}

// serve writes the stream to a connection that is its own.
func (s *eventStream) serve(conn net.Conn) {
	defer s.end(conn)
	defer func() {
		if p := recover(); p != nil {
			s.log.Error("panic in a stream", "panic", p, "stack", string(debug.Stack()))
		}
	}()
	if s.follower != nil {
		if raw, ok := socket.Plain(conn); ok {
			(&direct{f: s.follower, conn: conn, raw: raw}).run()
			return
		}
	}
	ctx, gone := context.WithCancel(context.Background())
	defer gone()
	go func() {
		defer gone()
		for b := make([]byte, 16); ; { // a reader has nothing to say: it is there until reading fails
			if _, err := conn.Read(b); err != nil {
				return
			}
		}
	}()
	s.run(ctx, &streamWriter{to: connWriter{conn}})
}

func (s *eventStream) end(conn net.Conn) {
	_ = conn.Close() // the reader has gone, or is to come back: there is nobody to tell
	s.leave()
}

// streamWriter writes the frames of one stream. Each write has a time limit of its own,
// in the place of the server's for requests.
type streamWriter struct {
	to interface {
		Write(b []byte) (int, error)
		SetWriteDeadline(t time.Time) error
		Flush() error
	}
}

// write sends what is there, and reports whether the reader takes it.
func (s *streamWriter) write(text []byte) bool {
	if err := s.to.SetWriteDeadline(time.Now().Add(writeWithin)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return false
	}
	if _, err := s.to.Write(text); err != nil {
		return false
	}
	return s.to.Flush() == nil
}

// responseWriter writes through net/http.
type responseWriter struct {
	http.ResponseWriter
	rc *http.ResponseController
}

func (w *responseWriter) SetWriteDeadline(t time.Time) error { return w.rc.SetWriteDeadline(t) }
func (w *responseWriter) Flush() error                       { return w.rc.Flush() }

// connWriter writes to a connection, which keeps nothing back.
type connWriter struct{ net.Conn }

// Flush does nothing.
func (connWriter) Flush() error { return nil }

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
