package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	_ "net/http/pprof" // a child that is told so serves its profile on loopback
	"os"
	"time"
)

// Roles of a child process.
const (
	roleNoop     = "noop"
	roleTextbook = "textbook"
	roleRedis    = "redis"
	roleHoldfast = "holdfast"
	roleSink     = "sink" // a mail server
	roleSSE      = "sse"  // streams by net/http alone
)

// role is what a child is told, as JSON, in its second argument.
type role struct {
	Kind     string `json:"kind"`
	DB       string `json:"db,omitempty"`       // postgres://… or sqlite:PATH
	Dir      string `json:"dir,omitempty"`      // holdfast: where it keeps what is in no database
	Redis    string `json:"redis,omitempty"`    // socket
	Capacity int64  `json:"capacity,omitempty"` // of the event, for redis
	Peers    bool   `json:"peers,omitempty"`    // holdfast: servers hand on to the home of an event
	MakeKey  bool   `json:"make_key,omitempty"` // holdfast: make an organization and an API key
	Proxies  int    `json:"proxies,omitempty"`  // holdfast: how many it trusts
	SMTP     string `json:"smtp,omitempty"`     // URL of a mail server, for holdfast
	Stripe   string `json:"stripe,omitempty"`   // URL of a stand-in of Stripe, for holdfast
	Profile  bool   `json:"profile,omitempty"`
}

// hello is what a child says, as one line of JSON, once it answers.
type hello struct {
	URL     string `json:"url"`
	APIKey  string `json:"api_key,omitempty"`
	Profile string `json:"profile,omitempty"` // URL of net/http/pprof
	SMTP    string `json:"smtp,omitempty"`    // address of a sink
}

// RoleArgument is the first argument of a child process.
const RoleArgument = "role"

// Child runs the role that args (without the program's name) describe, until in
// ends. It is what main calls when its first argument is RoleArgument.
func Child(ctx context.Context, args []string, in io.Reader, out io.Writer) error {
	var r role
	if len(args) != 2 {
		return errors.New("bench: a role needs one argument")
	}
	if err := json.Unmarshal([]byte(args[1]), &r); err != nil {
		return fmt.Errorf("bench: role: %w", err)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		// The parent closes our standard input, or dies, which does the same.
		io.Copy(io.Discard, in) //nolint:errcheck // any end of it is the end
		cancel()
	}()
	var h hello
	if r.Profile {
		url, err := serveProfile()
		if err != nil {
			return err
		}
		h.Profile = url
	}
	ready := func(url, apiKey string) error {
		h.URL, h.APIKey = url, apiKey
		return json.NewEncoder(out).Encode(h)
	}
	if r.Kind == roleSink {
		return runSink(ctx, func(url, smtp string) error {
			h.SMTP = smtp
			return ready(url, "")
		})
	}
	if r.Kind == roleHoldfast {
		return runHoldfast(ctx, &r, ready)
	}
	return runBaseline(ctx, &r, ready)
}

func serveProfile() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("bench: profile: %w", err)
	}
	go http.Serve(l, nil) //nolint:errcheck,gosec // ends with the process; loopback only
	return "http://" + l.Addr().String() + "/debug/pprof/", nil
}

func runBaseline(ctx context.Context, r *role, ready func(url, apiKey string) error) (err error) {
	var reg registrar
	var serve http.Handler
	switch r.Kind {
	case roleSSE:
		serve = &broadcaster{readers: map[chan string]bool{}}
	case roleNoop:
		reg = &noop{}
	case roleTextbook:
		t, err := newTextbook(ctx, r.DB)
		if err != nil {
			return err
		}
		defer t.pool.Close()
		reg = t
	case roleRedis:
		c, err2 := newRedisCounter(context.WithoutCancel(ctx), r.DB, r.Redis, r.Capacity)
		if err2 != nil {
			return err2
		}
		defer func() { err = errors.Join(err, c.close()) }()
		reg = c
	default:
		return fmt.Errorf("bench: unknown role %q", r.Kind)
	}
	if reg != nil {
		serve = handler(reg)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("bench: %w", err)
	}
	srv := &http.Server{Handler: serve, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute}
	served := make(chan error, 1)
	go func() { served <- srv.Serve(l) }()
	if err := ready("http://"+l.Addr().String(), ""); err != nil {
		return err
	}
	select {
	case err = <-served:
	case <-ctx.Done():
		stop, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		err = srv.Shutdown(stop)
	}
	if errors.Is(err, http.ErrServerClosed) {
		err = nil
	}
	return err
}

// self is the path of this program, to run it again.
func self() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("bench: own path: %w", err)
	}
	return path, nil
}
