package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-chi/chi/v5"
)

// APIConfig configures what the routes of a server share.
type APIConfig struct {
	Problems  *Registry // required
	CursorKey []byte    // signs cursors; required
	Log       *slog.Logger
	// AccessLevel is the level at which requests that succeed are logged;
	// errors of ours are always logged as such.
	AccessLevel slog.Level
	// Secure servers are reached by https.
	Secure bool
	// Answering, when not nil, counts the calls that are being answered, without
	// the time that streams stay open.
	Answering *atomic.Int64
	// Observe, when not nil, is told about each answer: the method, the pattern of the route
	// ("": there is none), the status, and how long it took.
	Observe func(method, route string, status int, took time.Duration)
}

// API is what the routes of a server share.
type API struct {
	APIConfig
	cursors cursors
}

// NewAPI checks the configuration.
func NewAPI(cfg APIConfig) (*API, error) {
	if cfg.Problems == nil || len(cfg.CursorKey) == 0 || cfg.Log == nil {
		return nil, errors.New("httpapi: Problems, CursorKey and Log are required")
	}
	return &API{APIConfig: cfg, cursors: cursors{key: cfg.CursorKey}}, nil
}

// errNotModified says that the client has what it asks for.
var errNotModified = errors.New("httpapi: not modified")

// Reply is an answer that is not one JSON document: it writes itself.
type Reply interface {
	Reply(q *Request)
}

// Encoded is an answer that may have been written already, as for its name.
type Encoded interface {
	// JSON is the answer as it is sent; nil: it was not written.
	JSON() []byte
}

// JSON writes a value as answers are written.
func JSON(v any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), err
}

// Answer answers a request with what its handler returned.
func (q *Request) Answer(answer any, err error) {
	if err != nil {
		if errors.Is(err, errNotModified) {
			q.Writer.WriteHeader(http.StatusNotModified)
			return
		}
		q.API.Fail(q.Writer, q.HTTP, err)
		return
	}
	if r, ok := answer.(Reply); ok {
		r.Reply(q)
		return
	}
	status := q.Route.status()
	if q.Status != 0 {
		status = q.Status
	}
	if e, ok := answer.(Encoded); ok {
		if text := e.JSON(); text != nil {
			q.Writer.Header()["Content-Type"] = JsonType
			send(q.Writer, status, bytes.NewBuffer(text))
			return
		}
	}
	writeJSON(q.Writer, status, answer)
}

// Image is an answer that is one file in memory.
type Image struct {
	Media string
	Body  []byte
}

// Reply writes the file.
func (i *Image) Reply(q *Request) {
	h := q.Writer.Header()
	h.Set("Content-Type", i.Media)
	h.Set("Content-Length", strconv.Itoa(len(i.Body)))
	q.Writer.Write(i.Body)
}

// Fail answers with the problem that an error is, and logs what was our fault.
func (a *API) Fail(w http.ResponseWriter, r *http.Request, err error) {
	p := a.Problems.Of(err)
	if p.Status == http.StatusServiceUnavailable && errors.Is(r.Context().Err(), context.Canceled) {
		p = a.Problems.Of(context.Canceled) // what somebody broke off who has gone
	}
	if p.Status == http.StatusInternalServerError || p.Status == http.StatusInsufficientStorage {
		pattern := ""
		if rctx := chi.RouteContext(r.Context()); rctx != nil {
			pattern = rctx.RoutePattern()
		}
		a.Log.Error("request failed", "request_id", w.Header().Get("X-Request-Id"), "route", pattern, "error", err)
	}
	WriteProblem(w, p)
}

// WriteProblem answers with a problem.
func WriteProblem(w http.ResponseWriter, p *Problem) {
	if p.RetryAfter > 0 {
		seconds := int64((p.RetryAfter + time.Second - 1) / time.Second)
		w.Header().Set("Retry-After", Itoa(seconds))
	}
	if p.Status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", `Bearer realm="holdfast"`)
	}
	w.Header()["Content-Type"] = problemType
	named := *p // which several requests may share
	named.RequestID = w.Header().Get(requestIDHeader)
	if !sendPlain(w, p.Status, named.writePlain) {
		writeBody(w, p.Status, &named)
	}
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header()["Content-Type"] = JsonType
	if p, ok := v.(PlainAnswer); ok && sendPlain(w, status, p.WritePlain) {
		return
	}
	writeBody(w, status, v)
}

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// EventStream is the media type of streams of server-sent events.
const EventStream = "text/event-stream"

// maxPooled keeps one large page from pinning its memory for good.
const maxPooled = 64 << 10

// giveBack keeps a buffer for another answer.
func giveBack(buf *bytes.Buffer) {
	if buf.Cap() <= maxPooled {
		buf.Reset()
		buffers.Put(buf)
	}
}

func writeBody(w http.ResponseWriter, status int, v any) {
	buf := buffers.Get().(*bytes.Buffer)
	defer giveBack(buf)
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		// All types of answers are ours and encode; the status is not sent yet.
		panic(err)
	}
	send(w, status, buf)
}

// send sends an answer.
func send(w http.ResponseWriter, status int, body *bytes.Buffer) {
	w.Header()["Content-Length"] = []string{strconv.Itoa(body.Len())}
	w.WriteHeader(status)
	w.Write(body.Bytes()) // the client went away: there is nobody to tell
}
