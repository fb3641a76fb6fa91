package cells

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/holdfast-events/holdfast/internal/api/access"
	"github.com/holdfast-events/holdfast/internal/httpapi"
	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/peer"
	"github.com/holdfast-events/holdfast/internal/store/cells"
	"github.com/holdfast-events/holdfast/internal/ticket"
)

const (
	// clientHeader has the address that a request came from, between servers alone.
	clientHeader = "Holdfast-Client-Address"
	// dialFor bounds how long a server of another cell may take to answer the telephone, answerFor
	// how long to begin an answer.
	dialFor   = 5 * time.Second
	answerFor = 60 * time.Second
	pingAfter = 5 * time.Second
	pingFor   = 5 * time.Second
	headFor   = 10 * time.Second
	idleFor   = 2 * time.Minute
	maxHead   = 32 << 10
	// maxBody bounds a body that is looked into.
	maxBody = 1 << 20
	// movingFor is when a request for an event on its way is to be sent again.
	movingFor = 2 * time.Second
)

// FrontConfig says what stands before a server's own handler. All of it is required.
type FrontConfig struct {
	Directory *Directory
	Links     identity.Links
	Client    *tls.Config // how servers of other cells are spoken to
	// Proxies is how many trusted proxies are in front of this server.
	Proxies int
	Log     *slog.Logger
}

// Front hands on what is asked of events that live in other cells, and in a cell that is not the
// catalogue, what is asked of none.
type Front struct {
	FrontConfig
	proxy    *httputil.ReverseProxy
	outgoing *http.Transport
	others   *Others
	phones   phones
	figures  figures
}

type figures struct{ handedOn, moving, failed atomic.Uint64 }

// Figures are for metrics.
type Figures struct {
	// HandedOn are the requests that a server of another cell was asked, Failed those of them that
	// it did not answer, and Moving those about an event on its way, answered 503.
	HandedOn, Failed, Moving uint64
}

// Figures returns what has happened so far.
func (f *Front) Figures() Figures {
	return Figures{f.figures.handedOn.Load(), f.figures.failed.Load(), f.figures.moving.Load()}
}

type addressKey struct{}

// NewFront returns what stands before a server's own handler.
func NewFront(cfg FrontConfig) *Front {
	f := &Front{FrontConfig: cfg, outgoing: peer.NewTransport(cfg.Client, peer.Patience{Dial: dialFor, PingAfter: pingAfter, Ping: pingFor, Answer: answerFor})}
	f.others = newOthers(f)
	f.answerPhones()
	f.proxy = &httputil.ReverseProxy{
		Transport: f.outgoing, FlushInterval: -1, ErrorLog: slog.NewLogLogger(cfg.Log.Handler(), slog.LevelDebug),
		Rewrite: func(r *httputil.ProxyRequest) {
			address, _ := r.In.Context().Value(addressKey{}).(string)
			r.SetURL(&url.URL{Scheme: "https", Host: address})
			r.Out.Host = r.In.Host // of which pages and links make addresses
			r.Out.Header.Set(clientHeader, identity.ClientAddress(r.In, cfg.Proxies).String())
		},
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
			if errors.Is(r.Context().Err(), context.Canceled) {
				return // nobody is there to be told
			}
			f.figures.failed.Add(1)
			cfg.Log.WarnContext(r.Context(), "a server of another cell does not answer", slog.Any("error", err))
			p := httpapi.KindUnavailable.With("The cell of the event does not answer. Whether anything was changed is not known: repeat with the same Idempotency-Key after Retry-After.")
			p.RetryAfter = movingFor
			httpapi.WriteProblem(w, p)
		},
	}
	return f
}

// Others asks servers of the other cells.
func (f *Front) Others() *Others { return f.others }

// Close ends idle connections.
func (f *Front) Close() { f.outgoing.CloseIdleConnections() }

// Handler answers what is asked by anybody: local, or by handing it on.
func (f *Front) Handler(local http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch address, moving := f.elsewhere(r); {
		case moving:
			f.tellMoving(w)
		case address == "":
			local.ServeHTTP(w, r)
		default:
			f.figures.handedOn.Add(1)
			f.proxy.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), addressKey{}, address)))
		}
	})
}

// Listener takes what servers of other cells hand on to this one, once it is started.
func (f *Front) Listener(at net.Listener, secure *tls.Config, local http.Handler) *peer.Listener {
	return peer.NewListener(at, secure, &http.Server{
		Handler: f.FromServers(local), ReadHeaderTimeout: headFor, IdleTimeout: idleFor, MaxHeaderBytes: maxHead,
		ErrorLog: slog.NewLogLogger(f.Log.Handler(), slog.LevelWarn),
	})
}

// FromServers answers what servers of other cells hand on. It is not handed on once more: two
// servers that know different things of an event say that it moves.
func (f *Front) FromServers(local http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, between) {
			f.others.ServeHTTP(w, r)
			return
		}
		client, err := netip.ParseAddr(r.Header.Get(clientHeader))
		if err != nil {
			httpapi.WriteProblem(w, httpapi.KindInvalid.With("A server of another cell says whom it asks for."))
			return
		}
		r.Header.Del(clientHeader)
		r.RemoteAddr = netip.AddrPortFrom(client, 1).String()
		if r.Header.Del("X-Forwarded-For"); f.Proxies > 0 {
			r.Header.Set("X-Forwarded-For", strings.TrimSuffix(strings.Repeat(client.String()+", ", f.Proxies), ", "))
		}
		if p, known, err := f.event(r, false); err != nil || known && (!lives(&p) || p.Cell != f.Directory.own) {
			f.tellMoving(w)
			return
		}
		local.ServeHTTP(w, r)
	})
}

func (f *Front) tellMoving(w http.ResponseWriter) {
	f.figures.moving.Add(1)
	p := access.KindElsewhere.Problem()
	p.RetryAfter = movingFor
	httpapi.WriteProblem(w, p)
}

// elsewhere returns where a request is to be handed on to; "": it is answered here. moving: its
// event is on its way.
func (f *Front) elsewhere(r *http.Request) (address string, moving bool) {
	d := f.Directory
	if d.isHome() && !d.moved() || isOwn(r.URL.Path) {
		return "", false
	}
	p, known, err := f.event(r, true)
	switch {
	case err != nil || known && !lives(&p):
		return "", true
	case known && p.Cell == d.own:
		return "", false
	case known:
		return d.address(p.Cell), false
	case d.isHome():
		return "", false
	}
	return d.address(""), false
}

// isOwn reports whether a path is about the server that is asked: the mails that it did not send
// are its database's.
func isOwn(path string) bool {
	return path == "/healthz" || path == "/readyz" || path == "/metrics" || path == "/mailbox" || strings.HasPrefix(path, "/mailbox/")
}

// lives reports whether an event can be asked where it is.
func lives(p *cells.Place) bool { return p.State != cells.Leaving }

// event returns where the event lives that a request is about, if it was ever moved: the ids of
// things and what people are given have the event in them.
//
// What the phones of a door show does not: where nothing else says it they are asked about, in other
// cells too with all.
func (f *Front) event(r *http.Request, all bool) (p cells.Place, known bool, err error) {
	named := false
	try := func(text string) bool {
		if event := f.eventIn(text); event != "" {
			named = true
			p, known = f.Directory.where(event)
		}
		return known
	}
	for part := range strings.FieldsFuncSeq(r.URL.Path, func(c rune) bool { return c == '/' || c == ':' || c == '.' }) {
		if try(part) {
			return p, true, nil
		}
	}
	token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if strings.HasPrefix(token, identity.LinkPrefix) && try(token) {
		return p, true, nil
	}
	if r.URL.RawQuery != "" {
		for _, values := range r.URL.Query() {
			for _, v := range values {
				if try(v) {
					return p, true, nil
				}
			}
		}
	}
	if r.Method == http.MethodPost && inBodies(r.URL.Path) {
		for _, text := range textsOf(r) {
			if strings.HasPrefix(text, identity.PassCodePrefix) {
				token = text
			}
			if try(text) {
				return p, true, nil
			}
		}
	}
	if named {
		return p, false, nil
	}
	event, err := f.eventOfPhone(r.Context(), token, all)
	if err == nil && event != "" {
		try(event)
	}
	return p, known, err
}

// inBodies reports whether what a request is about may be in its body alone.
func inBodies(path string) bool {
	return strings.HasPrefix(path, "/v1/checkin") || strings.HasPrefix(path, "/v1/links:") || strings.HasPrefix(path, "/v1/webhook-endpoints/")
}

// eventIn returns the event that an id, a link or a ticket is of; "": it is of none.
func (f *Front) eventIn(text string) string {
	const prefix = len(id.Event)
	switch n := len(text); {
	case strings.HasPrefix(text, identity.LinkPrefix):
		l, err := f.Links.Parse(text)
		if err != nil && !errors.Is(err, identity.ErrLinkExpired) {
			return ""
		}
		return l.Event()
	case strings.HasPrefix(text, identity.RoomPrefix):
		event, _, err := f.Links.Room(text)
		if err != nil {
			return ""
		}
		return event
	case n == ticket.TokenChars:
		return ticket.EventOf(text)
	case n == prefix+id.CodeLen && strings.HasPrefix(text, id.Event):
		return text
	case n >= prefix+id.CodeLen+id.TailLen && n <= prefix+id.CodeLen+id.TailLen+2 && text[prefix-1] == '_':
		return id.Event + text[prefix:prefix+id.CodeLen]
	}
	return ""
}

// textsOf returns the texts in a body of JSON, which can be read once more; of one that names an
// event, this alone: the ticket that is shown at its door may be for another.
func textsOf(r *http.Request) (texts []string) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	rest := r.Body
	r.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(body), rest), rest}
	if err != nil || len(body) > maxBody {
		return nil // whoever reads it says what is wrong
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	for named := false; ; {
		switch token, err := dec.Token(); t := token.(type) {
		case string:
			if named {
				return []string{t}
			}
			named = t == "event_id"
			texts = append(texts, t)
		default:
			if err != nil {
				return texts
			}
		}
	}
}
