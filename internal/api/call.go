package api

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-chi/chi/v5"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
	"github.com/holdfast-events/holdfast/internal/store"
)

// Limits of lists and keys.
const (
	DefaultPage       = 50
	MaxPage           = 200
	MaxIdempotencyKey = 128
)

// call is one request on its way through a handler.
type call struct {
	s       *server
	r       *http.Request
	w       http.ResponseWriter
	route   *route
	caller  identity.Caller
	address netip.Addr
	body    []byte
	key     string // Idempotency-Key; empty: none
	query   url.Values
	status  int // of success, where it is not the route's
}

// handler serves a route: who calls, may they, what do they say, answer.
func (s *server) handler(rt *route, reg huma.Registry) http.Handler {
	var schema *huma.Schema
	if rt.hasBody() {
		schema = reg.Schema(rt.in, true, "")
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := &call{s: s, r: r, w: w, route: rt}
		answer, err := s.serve(c, reg, schema)
		if body, ok := answer.(*eventStream); ok && err == nil {
			c.answerStream(body)
			return
		}
		if body, ok := answer.(*download); ok && err == nil {
			c.answerDownload(body)
			return
		}
		chart, isChart := answer.(*encodedChart)
		switch body, isImage := answer.(*image); {
		case errors.Is(err, errNotModified):
			w.WriteHeader(http.StatusNotModified)
		case err == nil && isChart:
			chart.write(w, r)
		case err != nil:
			s.fail(w, r, err)
		case isImage:
			w.Header().Set("Content-Type", body.media)
			w.Header().Set("Content-Length", strconv.Itoa(len(body.body)))
			w.Write(body.body)
		default:
			status := rt.status()
			if c.status != 0 {
				status = c.status
			}
			s.writeJSON(w, status, answer)
		}
	})
}

// serve is call.serve while the call is counted among those that are answered.
func (s *server) serve(c *call, reg huma.Registry, schema *huma.Schema) (any, error) {
	if n := s.cfg.Answering; n != nil {
		n.Add(1)
		defer n.Add(-1)
	}
	return c.serve(reg, schema)
}

func (c *call) serve(reg huma.Registry, schema *huma.Schema) (any, error) {
	if err := c.identify(); err != nil {
		return nil, err
	}
	if err := c.readQuery(); err != nil {
		return nil, err
	}
	if c.route.changes() || schema != nil {
		var err error
		if c.body, err = readBody(c.w, c.r, cmp.Or(c.route.Body, MaxBody)); err != nil {
			return nil, err
		}
	}
	if schema != nil {
		if err := checkMediaType(c.r); err != nil {
			return nil, err
		}
	}
	if c.route.changes() {
		if err := c.readKey(); err != nil {
			return nil, err
		}
	}
	return c.route.serve(c.s, c, reg, schema)
}

// identify finds out who calls and whether that caller may take the route's
// action on anything at all.
func (c *call) identify() error {
	if c.route.Action == identity.Unauthenticated {
		return nil
	}
	if err := c.credentials(); err != nil {
		return err
	}
	if err := c.caller.May(c.route.Action); err != nil {
		return err
	}
	if c.caller.Login != nil {
		return c.loginActs()
	}
	if c.caller.Public() {
		return c.s.admit(c.address)
	}
	return nil
}

// credentials finds out who calls. A token counts before a cookie.
func (c *call) credentials() error {
	c.address = identity.ClientAddress(c.r, c.s.cfg.TrustedProxies)
	if h := c.r.Header.Get("Authorization"); h != "" {
		token, ok := bearer(h)
		if !ok {
			return problem(codeCredentials, kinds[codeCredentials].Help)
		}
		return c.present(token)
	}
	return c.cookie()
}

// present accepts a token as that of a key or of a link.
func (c *call) present(token string) error {
	if strings.HasPrefix(token, identity.LinkPrefix) {
		link, err := c.s.links.Parse(token)
		if err != nil {
			return err
		}
		c.caller.Link = &link
		return nil
	}
	key, err := c.s.keys.Authenticate(c.r.Context(), token)
	if err != nil {
		if errors.Is(err, identity.ErrKeyInvalid) {
			// Guessing is bounded like every call without credentials.
			if late := c.s.admit(c.address); late != nil {
				return late
			}
		}
		return err
	}
	c.caller.KeyID, c.caller.OrgID, c.caller.Role = key.ID, key.OrgID, identity.Role(key.Role)
	return nil
}

func bearer(header string) (token string, ok bool) {
	const scheme = "Bearer "
	if len(header) <= len(scheme) || !strings.EqualFold(header[:len(scheme)], scheme) {
		return "", false
	}
	return strings.TrimSpace(header[len(scheme):]), true
}

// admit counts a call of the public.
func (s *server) admit(a netip.Addr) error {
	if wait, ok := s.rate.Take(a, s.now()); !ok {
		p := problem(codeRateLimited, kinds[codeRateLimited].Help)
		p.retryAfter = wait
		return p
	}
	return nil
}

func (c *call) readQuery() error {
	raw := c.r.URL.RawQuery
	if raw == "" {
		return nil
	}
	if len(raw) > MaxQuery {
		return problem(codeURITooLong, kinds[codeURITooLong].Help)
	}
	q, err := url.ParseQuery(raw)
	if err != nil {
		return invalid(FieldError{Field: "query", Code: "bad_format", Message: "cannot be read"})
	}
	var check checks
	for name, values := range q {
		if !slices.Contains(c.route.Query, name) {
			check.add(clip(name), "unknown_field", "is not a parameter here")
		} else if len(values) > 1 {
			check.add(name, "too_many", "must be given once")
		}
	}
	c.query = q
	return check.err()
}

// clip shortens a name that came from outside before it is repeated.
func clip(name string) string {
	if len(name) > 64 {
		name = name[:64] + "…"
	}
	return strings.ToValidUTF8(name, "?")
}

// readKey reads the Idempotency-Key.
func (c *call) readKey() error {
	values := c.r.Header.Values("Idempotency-Key")
	if len(values) == 0 {
		return nil
	}
	key := values[0]
	ok := len(values) == 1 && key != "" && len(key) <= MaxIdempotencyKey
	for i := 0; ok && i < len(key); i++ {
		ok = key[i] > 0x20 && key[i] < 0x7f
	}
	if !ok {
		return invalid(FieldError{Field: "Idempotency-Key", Code: "bad_format",
			Message: "must be 1 to 128 visible ASCII characters, given once"})
	}
	c.key = key
	return nil
}

// errNotModified says that the client has what it asks for.
var errNotModified = errors.New("api: not modified")

// version names what is about to be answered by its one ETag, and returns
// errNotModified when the client has just that.
func (c *call) version(etag []string) error {
	h := c.w.Header()
	h["Etag"], h["Cache-Control"] = etag, askAgain
	list := c.r.Header.Get("If-None-Match")
	if list == "" {
		return nil
	}
	for have := range strings.SplitSeq(list, ",") {
		if have = strings.TrimPrefix(strings.TrimSpace(have), "W/"); have == etag[0] || have == "*" {
			return errNotModified
		}
	}
	return nil
}

// param returns a part of the path.
func (c *call) param(name string) string {
	v := chi.URLParam(c.r, name)
	if c.r.URL.RawPath == "" {
		return v // nothing was escaped
	}
	if u, err := url.PathUnescape(v); err == nil {
		return u
	}
	return v
}

// limit is how many items the page may have.
func (c *call) limit() (int, error) {
	text := c.query.Get("limit")
	if text == "" {
		return DefaultPage, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > MaxPage {
		return 0, invalid(FieldError{Field: "limit", Code: "out_of_range", Message: "must be between 1 and " + strconv.Itoa(MaxPage)})
	}
	return n, nil
}

// page reads limit and cursor of a list into position.
func (c *call) page(list string, position any) (limit int, err error) {
	if limit, err = c.limit(); err != nil {
		return 0, err
	}
	return limit, c.s.cursors.decode(list, c.query.Get("cursor"), position)
}

// who is the caller as a command names them.
func (c *call) who() inventory.Who {
	return inventory.Who{Actor: c.caller.Actor(), Staff: c.caller.Staff()}
}

// taking is who for a command that takes places for a profile: whether its
// address is proven to be that of the caller counts then. It is for somebody who
// is signed in with that address.
func (c *call) taking(p *inventory.Profile) inventory.Who {
	who := c.who()
	l := c.caller.Login
	who.Proven = l != nil && l.Address != "" && l.Address == identity.FoldAddress(p.Email)
	return who
}

// name is the caller as an idempotency key belongs to them: a key, a person, or
// the address of the public.
func (c *call) name() string {
	if c.caller.Public() {
		return "public:" + c.address.String()
	}
	return c.caller.Actor()
}

// storeKey is the idempotency key of the request, nil when it has none.
func (c *call) storeKey(scope string) *store.Key {
	if c.key == "" {
		return nil
	}
	h := sha256.New()
	h.Write([]byte(c.r.Method + "\n" + c.r.URL.Path + "\n"))
	h.Write(c.body)
	k := &store.Key{Scope: scope, Caller: c.name(), Key: c.key}
	h.Sum(k.BodyHash[:0])
	return k
}

// submit hands a command to the event's sequencer. A refusal is returned as a
// problem.
func (c *call) submit(event string, cmd inventory.Command, details *store.DetailsChange) (sequencer.Reply, error) {
	return c.submitIn(event, event, cmd, details)
}

// submitIn is submit with another scope for the idempotency key.
func (c *call) submitIn(scope, event string, cmd inventory.Command, details *store.DetailsChange) (sequencer.Reply, error) {
	reply, err := c.s.seq.Submit(c.r.Context(), sequencer.Request{
		EventID: event, Command: cmd, Key: c.storeKey(scope), Details: details,
	})
	if err != nil {
		p := problemOf(err)
		if p.Status == http.StatusServiceUnavailable {
			p.retryAfter = c.s.seq.RetryAfter()
		}
		if p.Code == codeInternal {
			return reply, err // with its cause, for the log
		}
		return reply, p
	}
	return reply, c.replied(reply)
}

// answered returns the stored reply to the request, if it is a repetition.
func (c *call) answered(scope string) (reply sequencer.Reply, done bool, err error) {
	key := c.storeKey(scope)
	if key == nil {
		return reply, false, nil
	}
	reply, done, err = c.s.seq.Answered(c.r.Context(), key)
	if err == nil && done {
		err = c.replied(reply)
	}
	return reply, done, err
}

// replied marks a repetition as one, and returns a refusal as a problem.
func (c *call) replied(reply sequencer.Reply) error {
	if reply.Replayed {
		c.w.Header().Set("Idempotency-Replayed", "true")
	}
	switch {
	case reply.Code == inventory.OK:
		return nil
	case reply.Replayed:
		return replayed(reply.Outcome)
	}
	return refusal(reply.Outcome)
}
