// Package push hands messages to the push services of browsers: encrypted for
// the browser (RFC 8291), signed by this server (VAPID, RFC 8292), over HTTP
// (RFC 8030).
//
// It owns the encryption, the signature and the classes of refusals. Endpoints
// are given by browsers, that is by anybody: package netguard decides which of
// them are called.
// Package delivery calls it.
package push

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/netguard"
	"github.com/holdfast-events/holdfast/internal/provider"
)

// channel is the name of web push in errors.
const channel = "push"

// Limits of a Client.
const (
	DefaultTimeout = 15 * time.Second
	// MaxPayload is what every push service takes, in bytes before encryption.
	MaxPayload   = 3000
	tokenLife    = 12 * time.Hour
	defaultAlive = 4 * time.Hour
	idleConns    = 8 // per push service
)

// Subscription is the push subscription of a browser, as its PushManager returns it.
type Subscription struct{ Endpoint, P256dh, Auth string }

// Check returns an error unless a subscription is valid: a public https address, a point
// on the curve and 16 bytes of secret.
func (s *Subscription) Check() error { return s.check(netguard.Guard{}) }

func (s *Subscription) check(guard netguard.Guard) error {
	switch err := guard.CheckURL(s.Endpoint); {
	case errors.Is(err, netguard.ErrPrivate):
		return errors.New("push: the endpoint must be a public address")
	case err != nil:
		return errors.New("push: the endpoint must be an https address")
	}
	_, _, err := s.keys()
	return err
}

// Config configures a Client.
type Config struct {
	// Key is the secret from which the VAPID key pair is derived, at least 32 bytes.
	Key []byte
	// Subject is the operator's contact for push services: mailto: or https:.
	Subject string
	Timeout time.Duration // zero: DefaultTimeout
	// Guard decides which endpoints may be called. The zero value is right except in
	// tests.
	Guard netguard.Guard
	// Roots are the certificate authorities; nil: those of the system.
	Roots *x509.CertPool
}

// Client sends to push services.
type Client struct {
	key     *ecdsa.PrivateKey
	public  string
	subject string
	guard   netguard.Guard
	http    *http.Client
}

// New checks the configuration.
func New(c Config) (*Client, error) {
	if len(c.Key) < 32 {
		return nil, errors.New("push: a key of at least 32 bytes is needed")
	}
	if !strings.HasPrefix(c.Subject, "mailto:") && !strings.HasPrefix(c.Subject, "https:") {
		return nil, errors.New("push: the subject must be an address that begins with mailto: or https: for push services")
	}
	key := derive(c.Key)
	ecdh, err := key.PublicKey.ECDH()
	if err != nil {
		return nil, fmt.Errorf("push: %w", err)
	}
	if c.Timeout == 0 {
		c.Timeout = DefaultTimeout
	}
	return &Client{
		key: key, public: base64.RawURLEncoding.EncodeToString(ecdh.Bytes()), subject: c.Subject, guard: c.Guard,
		http: c.Guard.Client(netguard.Options{Timeout: c.Timeout, Roots: c.Roots, IdleConns: idleConns}),
	}, nil
}

// derive returns the private key of a secret. It is the same for the life of the
// installation, because subscriptions are bound to it.
func derive(secret []byte) *ecdsa.PrivateKey {
	curve := elliptic.P256()
	for i := 0; ; i++ {
		sum := sha256.Sum256(append([]byte("holdfast vapid "+strconv.Itoa(i)+"\n"), secret...))
		if d := new(big.Int).SetBytes(sum[:]); d.Sign() > 0 && d.Cmp(curve.Params().N) < 0 {
			if key, err := ecdsa.ParseRawPrivateKey(curve, sum[:]); err == nil {
				return key
			}
		}
	}
}

// PublicKey returns the key that a browser subscribes with (applicationServerKey).
func (c *Client) PublicKey() string { return c.public }

// Message is what the page's service worker shows.
type Message struct {
	Title string `json:"title"`
	Body  string `json:"body"`
	URL   string `json:"url"`
	// Tag is the stable key: a repetition replaces the message on the screen.
	Tag string `json:"tag"`
}

// Send sends a message.
func (c *Client) Send(ctx context.Context, to Subscription, m Message) error {
	text, err := json.Marshal(m)
	if err == nil && len(text) > MaxPayload {
		m.Body = ""
		text, err = json.Marshal(m)
	}
	if err != nil || len(text) > MaxPayload {
		return &provider.Error{Channel: channel, Permanent: true, Reason: "the message is too long", Cause: err}
	}
	if err := to.check(c.guard); err != nil {
		return &provider.Error{Channel: channel, Permanent: true, DeadAddress: true, Reason: "the subscription is not valid", Cause: err}
	}
	body, err := to.encrypt(text, rand.Reader)
	if err != nil {
		return &provider.Error{Channel: channel, Permanent: true, DeadAddress: true, Reason: "the subscription's keys are not valid", Cause: err}
	}
	token, err := c.token(to.Endpoint, time.Now())
	if err != nil {
		return &provider.Error{Channel: channel, Outage: true, Reason: "the request cannot be signed", Cause: err}
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, to.Endpoint, bytes.NewReader(body))
	if err != nil {
		return &provider.Error{Channel: channel, Permanent: true, DeadAddress: true, Reason: "the subscription's address is not valid", Cause: err}
	}
	req.Header.Set("Content-Encoding", "aes128gcm")
	req.Header.Set("Content-Type", "application/octet-stream")
	req.Header.Set("TTL", strconv.Itoa(int(defaultAlive/time.Second)))
	req.Header.Set("Urgency", "high")
	req.Header.Set("Topic", topic(m.Tag))
	req.Header.Set("Authorization", "vapid t="+token+", k="+c.public)
	resp, err := c.http.Do(req)
	if errors.Is(err, netguard.ErrPrivate) {
		return &provider.Error{Channel: channel, Permanent: true, DeadAddress: true, Reason: "the subscription's address is not a public one"}
	}
	if err != nil {
		return &provider.Error{Channel: channel, Reason: "the push service cannot be reached", Cause: err}
	}
	defer resp.Body.Close()                                //nolint:errcheck // it was read as far as it is wanted
	io.Copy(io.Discard, io.LimitReader(resp.Body, 16<<10)) //nolint:errcheck // so that the connection can be used again
	return answer(resp)
}

// topic returns a name of at most 32 characters for a message: a push service keeps only
// the latest message of each topic.
func topic(tag string) string {
	sum := sha256.Sum256([]byte(tag))
	return base64.RawURLEncoding.EncodeToString(sum[:24])
}

func answer(resp *http.Response) error {
	status := resp.StatusCode
	e := &provider.Error{Channel: channel, Status: status, RetryAfter: provider.RetryAfter(resp.Header), Reason: fmt.Sprintf("the push service answered %d", status)}
	switch {
	case status >= 200 && status < 300:
		return nil
	case status == http.StatusNotFound, status == http.StatusGone:
		e.Permanent, e.DeadAddress, e.Reason = true, true, "the subscription has ended"
	case status == http.StatusTooManyRequests, status >= 500, status == http.StatusUnauthorized, status == http.StatusForbidden:
	default:
		e.Permanent = true
	}
	return e
}
