package httpapi

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"
)

// Limits of lists and keys.
const (
	DefaultPage       = 50
	MaxPage           = 200
	MaxIdempotencyKey = 128
)

// Request is one request on its way through a handler.
type Request struct {
	API    *API
	HTTP   *http.Request
	Writer http.ResponseWriter
	Route  *Route
	Body   []byte
	Key    string // Idempotency-Key; empty: none
	Query  url.Values
	Status int // of success, where it is not the route's
}

// Context returns the context of the request.
func (q *Request) Context() context.Context { return q.HTTP.Context() }

// RequestID is what the request is called in its answer and in the log.
func (q *Request) RequestID() string { return q.Writer.Header().Get(requestIDHeader) }

// Kept is what of a request shows who sent it, for an answer that goes on after its
// handler has returned: everything else of the request is net/http's and the router's
// again by then.
func (q *Request) Kept() Request {
	header := http.Header{}
	for _, name := range []string{"Authorization", "Cookie", "X-Forwarded-For"} {
		if values := q.HTTP.Header[name]; values != nil {
			header[name] = values
		}
	}
	r := &http.Request{Method: q.HTTP.Method, URL: &url.URL{Path: q.HTTP.URL.Path}, Header: header, RemoteAddr: q.HTTP.RemoteAddr}
	return Request{API: q.API, Route: q.Route, HTTP: r, Writer: answered{requestIDHeader: {q.RequestID()}}}
}

var errAnswered = errors.New("httpapi: the request was answered")

// answered stands for the answer to a request that was answered: it has only a header.
type answered http.Header

// Header returns the header.
func (a answered) Header() http.Header { return http.Header(a) }

// Write refuses what is written.
func (answered) Write([]byte) (int, error) { return 0, errAnswered }

// WriteHeader does nothing.
func (answered) WriteHeader(int) {}

// Read reads what the request says, all but the body's meaning: the query, the
// body, its type and the Idempotency-Key, as far as the route has them.
func (q *Request) Read() (err error) {
	if err := q.readQuery(); err != nil {
		return err
	}
	if len(q.Route.Raw) > 0 {
		if err := checkRawType(q.HTTP, q.Route.Raw); err != nil {
			return err
		}
	}
	if q.Route.reads() {
		if q.Body, err = readBody(q.Writer, q.HTTP, cmp.Or(q.Route.Body, MaxBody)); err != nil {
			return err
		}
	}
	if q.Route.schema != nil {
		if err := checkMediaType(q.HTTP); err != nil {
			return err
		}
	}
	if q.Route.Changes() {
		return q.readKey()
	}
	return nil
}

// Decode decodes the body into in, if the route has one.
func (q *Request) Decode(in any) error {
	if q.Route.schema == nil || q.Route.Bodiless && len(bytes.TrimSpace(q.Body)) == 0 {
		return nil
	}
	return decode(q.Route.registry, q.Route.schema, q.Body, in, q.Route.Lean)
}

func (q *Request) readQuery() error {
	raw := q.HTTP.URL.RawQuery
	if raw == "" {
		return nil
	}
	if len(raw) > MaxQuery {
		return kindURITooLong.Problem()
	}
	values, err := url.ParseQuery(raw)
	if err != nil {
		return Invalid(FieldError{Field: "query", Code: "bad_format", Message: "cannot be read"})
	}
	var check Checks
	for name, v := range values {
		if !slices.Contains(q.Route.Query, name) {
			check.Add(clip(name), "unknown_field", "is not a parameter here")
		} else if len(v) > 1 {
			check.Add(name, "too_many", "must be given once")
		}
	}
	q.Query = values
	return check.Err()
}

// clip shortens a name that came from outside before it is repeated.
func clip(name string) string {
	if len(name) > 64 {
		name = name[:64] + "…"
	}
	return strings.ToValidUTF8(name, "?")
}

// readKey reads the Idempotency-Key.
func (q *Request) readKey() error {
	values := q.HTTP.Header.Values("Idempotency-Key")
	if len(values) == 0 {
		return nil
	}
	key := values[0]
	ok := len(values) == 1 && key != "" && len(key) <= MaxIdempotencyKey
	for i := 0; ok && i < len(key); i++ {
		ok = key[i] > 0x20 && key[i] < 0x7f
	}
	if !ok {
		return Invalid(FieldError{Field: "Idempotency-Key", Code: "bad_format",
			Message: "must be 1 to 128 visible ASCII characters, given once"})
	}
	q.Key = key
	return nil
}

// BodyHash is the hash of what the request asks for: the method, the path and
// the body. An Idempotency-Key belongs to it.
func (q *Request) BodyHash() (sum [sha256.Size]byte) {
	h := sha256.New()
	h.Write([]byte(q.HTTP.Method + "\n" + q.HTTP.URL.Path + "\n"))
	h.Write(q.Body)
	h.Sum(sum[:0])
	return sum
}

// Replayed marks the answer as that of an earlier request with the same key.
func (q *Request) Replayed() { q.Writer.Header().Set("Idempotency-Replayed", "true") }

// Repeated answers for a thing that the request's Idempotency-Key has made
// before: the same request is marked as a repetition, another is refused.
func (q *Request) Repeated(same bool) error {
	if !same {
		return KindKeyReused.Problem(
			FieldError{Field: "Idempotency-Key", Code: KindKeyReused.Code, Message: "was used for another request"})
	}
	q.Replayed()
	return nil
}

// ETag is the name of an answer, by which Version knows it again: a hash of what it says.
func ETag(of []byte) []string {
	sum := sha256.Sum256(of)
	return []string{strconv.Quote(hex.EncodeToString(sum[:8]))}
}

// Has reports whether the client of a request has the answer of a name already.
func Has(r *http.Request, etag string) bool {
	is := strings.TrimPrefix(etag, "W/")
	for have := range strings.SplitSeq(r.Header.Get("If-None-Match"), ",") {
		if have = strings.TrimPrefix(strings.TrimSpace(have), "W/"); have == is || have == "*" {
			return true
		}
	}
	return false
}

// Version names what is about to be answered by its one ETag, which may be a weak one,
// and returns errNotModified when the client has just that.
func (q *Request) Version(etag []string) error {
	h := q.Writer.Header()
	h["Etag"], h["Cache-Control"] = etag, askAgain
	if Has(q.HTTP, etag[0]) {
		return errNotModified
	}
	return nil
}

// Param returns a part of the path.
func (q *Request) Param(name string) string {
	v := chi.URLParam(q.HTTP, name)
	if q.HTTP.URL.RawPath == "" {
		return v // nothing was escaped
	}
	if u, err := url.PathUnescape(v); err == nil {
		return u
	}
	return v
}

// Number is the whole number that a parameter of the query has, within the bounds of
// Route.Numbers.
func (q *Request) Number(name string) (int64, error) {
	bounds := q.Route.Numbers[name]
	text := q.Query.Get(name)
	if text == "" {
		return bounds.Default, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < bounds.Least || n > bounds.Most {
		return 0, Invalid(FieldError{Field: name, Code: "out_of_range", Message: "must be between " + strconv.FormatInt(bounds.Least, 10) + " and " + strconv.FormatInt(bounds.Most, 10)})
	}
	return n, nil
}

// Limit is how many items the page may have.
func (q *Request) Limit() (int, error) {
	text := q.Query.Get("limit")
	if text == "" {
		return DefaultPage, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > MaxPage {
		return 0, Invalid(FieldError{Field: "limit", Code: "out_of_range", Message: "must be between 1 and " + strconv.Itoa(MaxPage)})
	}
	return n, nil
}
