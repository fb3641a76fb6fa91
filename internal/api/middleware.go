package api

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-chi/chi/v5"

	"github.com/holdfast-events/holdfast/internal/socket"
)

// Header values that many answers share, so that the hot path makes none.
var (
	jsonType    = []string{"application/json"}
	problemType = []string{"application/problem+json"}
	noSniff     = []string{"nosniff"}
	noReferrer  = []string{"no-referrer"}
	noStore     = []string{"no-store"}
	noContent   = []string{"default-src 'none'; frame-ancestors 'none'"}
	sameOrigin  = []string{"same-origin"}
	strictHTTPS = []string{"max-age=31536000"}
	askAgain    = []string{"private, no-cache"}
	byEncoding  = []string{"Accept-Encoding"}
	gzipped     = []string{"gzip"}
)

// requestIDs numbers requests: random for each start of the server, then counting.
type requestIDs struct {
	prefix string
	n      atomic.Uint64
}

func newRequestIDs() *requestIDs {
	var b [6]byte
	rand.Read(b[:]) // crypto/rand.Read never returns an error since Go 1.24
	return &requestIDs{prefix: hex.EncodeToString(b[:]) + "-"}
}

func (r *requestIDs) next() string { return r.prefix + strconv.FormatUint(r.n.Add(1), 36) }

// recorder remembers the status of an answer for the access log.
type recorder struct {
	http.ResponseWriter
	r      *http.Request
	status int
	id     [1]string // of the request, as a header has it
}

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(b []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	return socket.Write(r.r.Context(), r.ResponseWriter, b)
}

// Unwrap lets http.ResponseController reach the writer below.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// routeContexts are where chi leaves the pattern of the route that it found. They
// are made here, because one that chi makes is gone when the log is written.
var routeContexts = sync.Pool{New: func() any { return chi.NewRouteContext() }}

// outer wraps everything: security headers, request id, access log, and a
// problem document instead of a broken connection after a panic.
func (s *server) outer(next chi.Router) http.Handler {
	ids := newRequestIDs()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		request := ids.next()
		rec := &recorder{ResponseWriter: w, r: r, id: [1]string{request}}
		h := w.Header()
		h["X-Request-Id"] = rec.id[:]
		h["X-Content-Type-Options"] = noSniff
		h["Referrer-Policy"] = noReferrer
		h["Cache-Control"] = noStore
		h["Content-Security-Policy"] = noContent
		h["Cross-Origin-Resource-Policy"] = sameOrigin
		if s.secure {
			h["Strict-Transport-Security"] = strictHTTPS
		}
		// The pattern of the route is logged and not the address: addresses of
		// pages carry tokens, and paths carry names of people.
		rctx := routeContexts.Get().(*chi.Context)
		rctx.Reset()
		rctx.Routes = next
		r = r.WithContext(context.WithValue(r.Context(), chi.RouteCtxKey, rctx))
		defer func() {
			if p := recover(); p != nil {
				if p == http.ErrAbortHandler { //nolint:errorlint // the value itself, as net/http compares it
					panic(p)
				}
				s.log.Error("panic in a handler", "request_id", request, "route", rctx.RoutePattern(), "panic", p, "stack", string(debug.Stack()))
				if rec.status == 0 {
					s.writeProblem(rec, problem(codeInternal, kinds[codeInternal].Help))
				}
			}
			s.logAccess(r, rec.status, rctx, request, start)
			routeContexts.Put(rctx)
		}()
		next.ServeHTTP(rec, r)
	})
}

func (s *server) logAccess(r *http.Request, status int, route *chi.Context, request string, start time.Time) {
	level := s.cfg.AccessLevel
	if status >= 500 {
		level = slog.LevelWarn
	}
	if !s.log.Enabled(r.Context(), level) {
		return
	}
	s.log.LogAttrs(r.Context(), level, "request",
		slog.String("method", method(r.Method)), slog.String("route", route.RoutePattern()), slog.Int("status", status),
		slog.Duration("took", time.Since(start)), slog.String("request_id", request))
}

// method keeps a made-up method out of the log.
func method(m string) string {
	switch m {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
		return m
	}
	return "OTHER"
}

// fail answers with the problem that an error is, and logs what was our fault.
func (s *server) fail(w http.ResponseWriter, r *http.Request, err error) {
	p := problemOf(err)
	if p.Status == http.StatusServiceUnavailable && errors.Is(r.Context().Err(), context.Canceled) {
		p = problemOf(context.Canceled) // what somebody broke off who has gone
	}
	if p.Status == http.StatusInternalServerError {
		pattern := ""
		if rctx := chi.RouteContext(r.Context()); rctx != nil {
			pattern = rctx.RoutePattern()
		}
		s.log.Error("request failed", "request_id", w.Header().Get("X-Request-Id"), "route", pattern, "error", err)
	}
	s.writeProblem(w, p)
}

func (s *server) writeProblem(w http.ResponseWriter, p *Problem) {
	if p.retryAfter > 0 {
		seconds := int64((p.retryAfter + time.Second - 1) / time.Second)
		w.Header().Set("Retry-After", itoa(seconds))
	}
	if p.Status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", `Bearer realm="holdfast"`)
	}
	w.Header()["Content-Type"] = problemType
	s.write(w, p.Status, p)
}

func (s *server) writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header()["Content-Type"] = jsonType
	s.write(w, status, v)
}

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// maxPooled keeps one large page from pinning its memory for good.
const maxPooled = 64 << 10

func (s *server) write(w http.ResponseWriter, status int, v any) {
	buf := buffers.Get().(*bytes.Buffer)
	defer func() {
		if buf.Cap() <= maxPooled {
			buf.Reset()
			buffers.Put(buf)
		}
	}()
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		// All types of answers are ours and encode; the status is not sent yet.
		panic(err)
	}
	w.Header()["Content-Length"] = []string{strconv.Itoa(buf.Len())}
	w.WriteHeader(status)
	w.Write(buf.Bytes()) // the client went away: there is nobody to tell
}
