package broker

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"
)

// DefaultName is what the stream and the consumer are called where nobody says otherwise.
const DefaultName = "holdfast"

// Settings say which NATS is read.
type Settings struct {
	// URL is nats://host:4222 or tls://host:4222, several of one cluster with commas between;
	// empty: none.
	URL string
	// Credentials is a file with a JWT and the seed of its key, as nsc makes it; empty: none.
	Credentials string
	// Roots is a file with the certificates of the issuer of those of the servers; empty: those
	// that the system trusts.
	Roots string
	// Cert and Key are files with the certificate and the key that this client shows.
	Cert, Key string
	// Stream is the stream that is read, and Consumer the durable consumer of it that all servers
	// of the installation share; empty: DefaultName.
	Stream, Consumer string
}

// Errors of Check.
var (
	// ErrNoStream: NATS answers, and has no such stream.
	ErrNoStream = errors.New("broker: there is no such stream")
	// ErrConsumer: a consumer has the name, and is not one that can be used.
	ErrConsumer = errors.New("broker: the consumer is not a pull consumer with explicit acknowledgements")
)

// On reports whether a NATS is read.
func (s Settings) On() bool { return s.URL != "" }

// StreamAt is the stream that is read, with what is not given filled in.
func (s Settings) StreamAt() string { return cmp.Or(s.Stream, DefaultName) }

// names are the stream and the consumer.
func (s Settings) names() (stream, consumer string) {
	return s.StreamAt(), cmp.Or(s.Consumer, DefaultName)
}

// addresses are those of the servers. An error never has the text of one in it, for that may have a
// password.
func (s Settings) addresses() ([]*url.URL, error) {
	var list []*url.URL
	for text := range strings.SplitSeq(s.URL, ",") {
		u, err := url.Parse(strings.TrimSpace(text))
		if err != nil || u.Hostname() == "" || u.Scheme != "nats" && u.Scheme != "tls" || u.Path != "" && u.Path != "/" || u.RawQuery != "" {
			return nil, errors.New("broker: --nats is not an address of a NATS server, as nats://host:4222, or tls://host:4222 with TLS")
		}
		if len(list) > 0 && u.Scheme != list[0].Scheme {
			return nil, errors.New("broker: --nats has addresses with TLS and without")
		}
		list = append(list, u)
	}
	return list, nil
}

// options returns how to connect.
func (s Settings) options() ([]nats.Option, error) {
	list, err := s.addresses()
	if err != nil {
		return nil, err
	}
	stream, consumer := s.names()
	if !plainName(stream) || !plainName(consumer) {
		return nil, errors.New("broker: --nats-stream and --nats-consumer are 1 to 64 letters, digits, - and _")
	}
	o := []nats.Option{nats.Name("holdfast"), nats.Timeout(patience), nats.NoEcho()}
	secure, err := s.secure(list[0].Scheme == "tls")
	if err != nil {
		return nil, err
	}
	if secure != nil {
		o = append(o, nats.Secure(secure))
	}
	if s.Credentials != "" {
		text, err := os.ReadFile(s.Credentials)
		if err != nil {
			return nil, fmt.Errorf("broker: --nats-credentials: %w", err)
		}
		if _, err := nkeys.ParseDecoratedUserNKey(text); err != nil {
			return nil, errors.New("broker: --nats-credentials are not the credentials of a user, as nsc makes them")
		}
		o = append(o, nats.UserCredentials(s.Credentials)) // read anew for each connection
	}
	return o, nil
}

// secure is how TLS is spoken; nil: it is not.
func (s Settings) secure(on bool) (*tls.Config, error) {
	if !on {
		if s.Roots+s.Cert+s.Key != "" {
			return nil, errors.New("broker: --nats-ca, --nats-cert and --nats-key are for TLS: begin --nats with tls://")
		}
		return nil, nil //nolint:nilnil // there is none
	}
	if (s.Cert == "") != (s.Key == "") {
		return nil, errors.New("broker: --nats-cert and --nats-key belong together")
	}
	c := &tls.Config{MinVersion: tls.VersionTLS12}
	if s.Roots != "" {
		text, err := os.ReadFile(s.Roots)
		if err != nil {
			return nil, fmt.Errorf("broker: --nats-ca: %w", err)
		}
		if c.RootCAs = x509.NewCertPool(); !c.RootCAs.AppendCertsFromPEM(text) {
			return nil, errors.New("broker: --nats-ca has no certificate in PEM")
		}
	}
	if s.Cert != "" {
		pair, err := tls.LoadX509KeyPair(s.Cert, s.Key)
		if err != nil {
			return nil, fmt.Errorf("broker: --nats-cert and --nats-key: %w", err)
		}
		c.Certificates = []tls.Certificate{pair}
	}
	return c, nil
}

// plainName reports whether a stream or a consumer can be called so.
func plainName(name string) bool {
	for _, c := range name {
		if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '_') {
			return false
		}
	}
	return name != "" && len(name) <= 64
}

// Plain reports whether what is said goes over a network without TLS.
func (s Settings) Plain() bool {
	list, err := s.addresses()
	if err != nil {
		return false
	}
	for _, u := range list {
		if u.Scheme != "tls" && !local(u.Hostname()) {
			return true
		}
	}
	return false
}

// local reports whether a server is on this machine, by its address alone.
func local(host string) bool {
	a, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && a.Unmap().IsLoopback()
}

// Check connects once, and returns why messages cannot be taken: ErrNoStream, ErrConsumer, or
// that NATS does not answer. A consumer that is not there yet is made by a server.
func (s Settings) Check(ctx context.Context) error {
	o, err := s.options()
	if err != nil {
		return err
	}
	conn, err := nats.Connect(s.URL, append(o, nats.NoReconnect(), nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))...)
	if err != nil {
		return away(err)
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		return away(err)
	}
	within, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	name, consumer := s.names()
	stream, err := js.Stream(within, name)
	if err != nil {
		return away(err)
	}
	is, err := stream.Consumer(within, consumer)
	if errors.Is(err, jetstream.ErrConsumerNotFound) {
		return nil
	}
	if err != nil {
		return away(err)
	}
	return usable(is)
}

// usable returns ErrConsumer for a consumer with which messages could be lost.
func usable(c jetstream.Consumer) error {
	if cfg := c.CachedInfo().Config; cfg.AckPolicy != jetstream.AckExplicitPolicy || cfg.DeliverSubject != "" {
		return ErrConsumer
	}
	return nil
}

// away is an error of NATS in our words.
func away(err error) error {
	var late net.Error
	switch {
	case errors.Is(err, jetstream.ErrStreamNotFound):
		return ErrNoStream
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount), errors.Is(err, nats.ErrNoResponders):
		return fmt.Errorf("broker: NATS has no JetStream for us: %w", err)
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired), errors.Is(err, nats.ErrPermissionViolation):
		return fmt.Errorf("broker: NATS does not let us in: %w", err)
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &late) && late.Timeout():
		return errors.New("broker: NATS does not answer in time, or does not let us ask for the stream")
	}
	return fmt.Errorf("broker: NATS does not answer: %w", err)
}

// patience bounds a connection and a question.
const patience = 5 * time.Second

// reason is an error in one line for a log.
func reason(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }
