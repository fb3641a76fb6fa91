package peers

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/logging"
	"github.com/redis/go-redis/v9/maintnotifications"
)

// Settings say which Redis or Valkey is used.
type Settings struct {
	// URL is redis://user:password@host:port/db, rediss://… with TLS, or
	// unix://user:password@/path; empty: none.
	URL string
	// Roots is a file with the certificates of the issuer of that of the server; empty: those
	// that the system trusts.
	Roots string
	// Cert and Key are files with the certificate and the key that this client shows.
	Cert, Key string
}

// On reports whether a Redis is used.
func (s Settings) On() bool { return s.URL != "" }

// ErrOpen is the error of a Redis that answers whoever reaches it.
var ErrOpen = errors.New("peers: this Redis answers anybody without a password or a client certificate, and is not on this machine. " +
	"Set a password (requirepass, or a user of its ACL) or let it ask for client certificates")

// quietly turns the log of the client off: what matters of it is an error that is returned.
var quietly = sync.OnceFunc(logging.Disable)

// options returns how to connect. What it returns as an error never has the URL in it, for
// that has a password.
func (s Settings) options() (*redis.Options, error) {
	quietly()
	o, err := redis.ParseURL(s.URL)
	if err != nil {
		return nil, errors.New("peers: --redis is not an address of a Redis server, as redis://user:password@host:6379 or rediss://… with TLS")
	}
	if s.Roots+s.Cert+s.Key != "" && o.TLSConfig == nil {
		return nil, errors.New("peers: --redis-ca, --redis-cert and --redis-key are for TLS: begin --redis with rediss://")
	}
	if (s.Cert == "") != (s.Key == "") {
		return nil, errors.New("peers: --redis-cert and --redis-key belong together")
	}
	if s.Roots != "" {
		text, err := os.ReadFile(s.Roots)
		if err != nil {
			return nil, fmt.Errorf("peers: --redis-ca: %w", err)
		}
		if o.TLSConfig.RootCAs = x509.NewCertPool(); !o.TLSConfig.RootCAs.AppendCertsFromPEM(text) {
			return nil, errors.New("peers: --redis-ca has no certificate in PEM")
		}
	}
	if s.Cert != "" {
		pair, err := tls.LoadX509KeyPair(s.Cert, s.Key)
		if err != nil {
			return nil, fmt.Errorf("peers: --redis-cert and --redis-key: %w", err)
		}
		o.TLSConfig.Certificates = []tls.Certificate{pair}
	}
	if !s.showsItself(o) && !local(o) {
		return nil, ErrOpen
	}
	// One connection for each use, no second try behind our back, and deadlines of the
	// context: the work is bounded here.
	o.Protocol, o.PoolSize, o.PipelinePoolSize, o.MinIdleConns, o.MaxRetries, o.DialerRetries = 2, 1, -1, 0, -1, 1
	o.DialTimeout, o.ReadTimeout, o.WriteTimeout, o.ContextTimeoutEnabled = patience, patience, patience, true
	o.DisableIdentity = true
	o.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
	return o, nil
}

// showsItself reports whether we have something that a server can know us by.
func (s Settings) showsItself(o *redis.Options) bool { return o.Password != "" || s.Cert != "" }

// local reports whether a server is on this machine, by its address alone: what a name leads
// to can change.
func local(o *redis.Options) bool {
	if o.Network == "unix" {
		return true
	}
	host, _, err := net.SplitHostPort(o.Addr)
	if err != nil {
		return false
	}
	if host == "localhost" {
		return true
	}
	a, err := netip.ParseAddr(host)
	return err == nil && a.Unmap().IsLoopback()
}

// Plain reports whether the password goes over a network without TLS.
func (s Settings) Plain() bool {
	o, err := s.options()
	return err == nil && o.TLSConfig == nil && !local(o)
}

// Check connects, and returns why the server cannot be used: ErrOpen when it answers anybody.
func (s Settings) Check(ctx context.Context) error {
	o, err := s.options()
	if err != nil {
		return err
	}
	client := redis.NewClient(o)
	defer client.Close() //nolint:errcheck // nothing is under way
	if err := answers(ctx, client, o); err != nil {
		return err
	}
	if err := decideScript.Load(ctx, client).Err(); err != nil {
		return fmt.Errorf("peers: Redis does not let us: %w", err)
	}
	return nil
}

// answers returns why a server cannot be used, and ErrOpen when it answers anybody.
func answers(ctx context.Context, client *redis.Client, o *redis.Options) error {
	err := client.Ping(ctx).Err()
	var said redis.Error
	if err != nil && !errors.As(err, &said) {
		return fmt.Errorf("peers: Redis does not answer: %w", err)
	}
	if open := guarded(ctx, o); open != nil {
		return open
	}
	if err != nil {
		return fmt.Errorf("peers: Redis does not let us: %w", err)
	}
	return nil
}

// guarded returns ErrOpen for a server that has just answered us, and answers others too. A
// server that wants no password may take any, so it has to be asked without one.
func guarded(ctx context.Context, o *redis.Options) error {
	if local(o) {
		return nil
	}
	bare := *o
	bare.Username, bare.Password = "", ""
	if o.TLSConfig != nil {
		bare.TLSConfig = o.TLSConfig.Clone()
		bare.TLSConfig.Certificates = nil
	}
	client := redis.NewClient(&bare)
	defer client.Close() //nolint:errcheck // nothing is under way
	err := client.Ping(ctx).Err()
	if err == nil {
		return ErrOpen
	}
	for _, refusal := range []string{"NOAUTH", "NOPERM", "DENIED", "WRONGPASS"} {
		if redis.HasErrorPrefix(err, refusal) {
			return nil
		}
	}
	var said redis.Error
	var late net.Error
	slow := errors.Is(err, context.DeadlineExceeded) || errors.As(err, &late) && late.Timeout()
	if o.TLSConfig != nil && len(o.TLSConfig.Certificates) > 0 && !errors.As(err, &said) && !slow {
		return nil // it ended the connection, because it wants a certificate
	}
	return fmt.Errorf("peers: Redis does not say whether it answers anybody: %w", err)
}

// patience bounds what nobody waits for.
const patience = time.Second

// reason is an error in one line for a log.
func reason(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }
