package httpapi

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
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
	JsonType    = []string{"application/json"}
	problemType = []string{"application/problem+json"}
	noSniff     = []string{"nosniff"}
	noReferrer  = []string{"no-referrer"}
	noStore     = []string{"no-store"}
	noContent   = []string{"default-src 'none'; frame-ancestors 'none'"}
	sameOrigin  = []string{"same-origin"}
	strictHTTPS = []string{"max-age=31536000"}
	askAgain    = []string{"private, no-cache"}
	ByEncoding  = []string{"Accept-Encoding"}
	Gzipped     = []string{"gzip"}
)

// requestIDHeader names a request. It is always made here: what a client sends would
// let it write into the log.
const requestIDHeader = "X-Request-Id"

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

// spareRoutes are the routing contexts of requests that are over, as chi keeps those that it makes.
var spareRoutes = sync.Pool{New: func() any { return chi.NewRouteContext() }}

// Outer wraps everything: security headers, request id, access log, and a
// problem document instead of a broken connection after a panic.
func (a *API) Outer(next chi.Router) http.Handler {
	ids := newRequestIDs()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		request := ids.next()
		rec := &recorder{ResponseWriter: w, r: r, id: [1]string{request}}
		h := w.Header()
		h[requestIDHeader] = rec.id[:]
		h["X-Content-Type-Options"] = noSniff
		h["Referrer-Policy"] = noReferrer
		h["Cache-Control"] = noStore
		h["Content-Security-Policy"] = noContent
		h["Cross-Origin-Resource-Policy"] = sameOrigin
		if a.Secure {
			h["Strict-Transport-Security"] = strictHTTPS
		}
		// The pattern of the route is logged and not the address: addresses of
		// pages carry tokens, and paths carry names of people. chi leaves the
		// pattern in this context; one that it makes is gone when the log is written.
		rctx := spareRoutes.Get().(*chi.Context)
		rctx.Reset()
		rctx.Routes = next
		r = r.WithContext(context.WithValue(r.Context(), chi.RouteCtxKey, rctx))
		defer func() {
			if p := recover(); p != nil {
				if p == http.ErrAbortHandler { //nolint:errorlint // the value itself, as net/http compares it
					panic(p)
				}
				a.Log.Error("panic in a handler", "request_id", request, "route", rctx.RoutePattern(), "panic", p, "stack", string(debug.Stack()))
				if rec.status == 0 {
					WriteProblem(rec, KindInternal.Problem())
				}
			}
			if a.Observe != nil {
				a.Observe(method(r.Method), rctx.RoutePattern(), cmp.Or(rec.status, http.StatusOK), time.Since(start))
			}
			a.logAccess(r, rec.status, rctx, request, start)
			spareRoutes.Put(rctx)
		}()
		next.ServeHTTP(rec, r)
	})
}

func (a *API) logAccess(r *http.Request, status int, route *chi.Context, request string, start time.Time) {
	level := a.AccessLevel
	if status >= 500 {
		level = slog.LevelWarn
	}
	if !a.Log.Enabled(r.Context(), level) {
		return
	}
	a.Log.LogAttrs(r.Context(), level, "request",
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
