package webhook

import (
	"bytes"
	"context"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"time"

	webhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/holdfast-events/holdfast/internal/changefeed"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/netguard"
	"github.com/holdfast-events/holdfast/internal/provider"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

const (
	// sendTimeout is how long a receiver may take, from connecting to the end of its answer.
	sendTimeout = 15 * time.Second
	// maxAnswer bounds what is read of an answer, of which only the status counts.
	maxAnswer = 16 << 10
)

// Body is what is sent: the type, when it was sent first, and the change.
type Body struct {
	Type      string            `json:"type" doc:"That of the change."`
	Timestamp time.Time         `json:"timestamp" doc:"When it happened."`
	Data      changefeed.Change `json:"data"`
}

// Sender sends to receivers.
type Sender struct {
	secrets Secrets
	guard   netguard.Guard
	client  *http.Client
	now     func() time.Time
	agent   string
}

// NewSender returns a Sender that calls what the guard allows. roots are the
// certificate authorities; nil: those of the system.
func NewSender(secrets Secrets, guard netguard.Guard, roots *x509.CertPool, now func() time.Time, version string) *Sender {
	return &Sender{
		secrets: secrets, guard: guard, now: now, agent: "Holdfast/" + version,
		// A redirect is an answer like any other, and not one that takes the change.
		client: guard.Client(netguard.Options{Timeout: sendTimeout, Roots: roots, IdleConns: runners}),
	}
}

// Check checks the URL of an endpoint before it is stored: the error is
// netguard.ErrURL or netguard.ErrPrivate.
func (s *Sender) Check(url string) error { return s.guard.CheckURL(url) }

// Secret is what a receiver checks signatures with.
func (s *Sender) Secret(e *messages.WebhookEndpoint) string { return s.secrets.Text(e) }

// SecretOf is what a system that owns capacity signs with, and checks signatures with.
func (s *Sender) SecretOf(owner string, version int64) string {
	return s.secrets.TextOf(owner, version)
}

// Verify checks what such a system tells us; see Secrets.Verify.
func (s *Sender) Verify(owner string, version int64, rotated inventory.Instant, header http.Header, body []byte) error {
	return s.secrets.Verify(owner, version, rotated, s.now(), header, body)
}

// VerifyAt is Verify for what was kept for us since at: it had to be signed then, with a secret that
// was good then.
func (s *Sender) VerifyAt(owner string, version int64, rotated inventory.Instant, at time.Time, header http.Header, body []byte) error {
	return s.secrets.Verify(owner, version, rotated, at, header, body)
}

// Answer is how a receiver answered.
type Answer struct {
	Status int           // 0: not at all
	Error  string        // why it counts as not taken, in words for the organizer; empty: taken
	Wait   time.Duration // that the receiver asked for, provider.MaxRetryAfter at most; 0: none
}

// Taken reports whether the receiver has taken what was sent.
func (a Answer) Taken() bool { return a.Error == "" }

// Send sends one change. The error is ours (it could not be signed), never the
// receiver's.
func (s *Sender) Send(ctx context.Context, e *messages.WebhookEndpoint, c changefeed.Change) (Answer, error) {
	return s.Post(ctx, &Parcel{URL: e.URL, Owner: e.ID, SecretVersion: e.SecretVersion, RotatedAt: e.RotatedAt, ID: c.ID, Type: c.Type, At: c.At, Data: c})
}

// Parcel is something that is told to another system.
type Parcel struct {
	URL string
	// Owner is what the secret is of.
	Owner         string
	SecretVersion int64
	RotatedAt     inventory.Instant
	ID, Type      string
	At            time.Time
	Data          any
}

// ResourceOffer is what another system is told about capacity of its own.
type ResourceOffer struct {
	ResourceID     string    `json:"resource_id"`
	Resource       string    `json:"resource" doc:"Its key."`
	OfferID        string    `json:"offer_id"`
	EntryID        string    `json:"entry_id"`
	UserID         string    `json:"user_id" doc:"Whose place it is; empty when they were erased."`
	Name           string    `json:"name,omitempty" doc:"With accepted, of somebody who joined the waitlist by themselves; with email."`
	Email          string    `json:"email,omitempty"`
	ReleaseEventID string    `json:"release_event_id" doc:"The capacity-released that it is of."`
	Units          int64     `json:"units"`
	Status         string    `json:"status" enum:"open,accepted,declined,expired,withdrawn"`
	Reason         string    `json:"reason"`
	Seq            int64     `json:"seq" doc:"Grows with each change of the resource: of two notices the later one has the larger."`
	ExpiresAt      time.Time `json:"expires_at"`
}

// Post sends a parcel. The error is ours (it could not be signed), never the receiver's.
func (s *Sender) Post(ctx context.Context, p *Parcel) (Answer, error) {
	req, err := s.request(ctx, p)
	if errors.Is(err, errAddress) {
		return Answer{Error: "the address cannot be used"}, nil // which is told to the organizer
	}
	if err != nil {
		return Answer{}, err
	}
	res, err := s.send(req)
	if err != nil {
		return Answer{Status: res.status, Error: because(err)}, nil
	}
	return judge(res), nil
}

var errAddress = errors.New("webhook: the address cannot be used")

// request makes the signed request of a parcel.
func (s *Sender) request(ctx context.Context, p *Parcel) (*http.Request, error) {
	body, err := json.Marshal(struct {
		Type      string    `json:"type"`
		Timestamp time.Time `json:"timestamp"`
		Data      any       `json:"data"`
	}{p.Type, p.At, p.Data})
	if err != nil {
		return nil, fmt.Errorf("webhook: %w", err)
	}
	at := s.now()
	signature, err := s.secrets.sign(p.Owner, p.SecretVersion, p.RotatedAt, p.ID, at, body)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.URL, bytes.NewReader(body))
	if err != nil {
		return nil, errAddress // without the address, which may have a secret in it
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", s.agent)
	// As the specification writes them; the names are not canonical ones.
	req.Header[webhooks.HeaderWebhookID] = []string{p.ID}
	req.Header[webhooks.HeaderWebhookTimestamp] = []string{strconv.FormatInt(at.Unix(), 10)}
	req.Header[webhooks.HeaderWebhookSignature] = []string{signature}
	return req, nil
}

// received is what came back.
type received struct {
	status int // 0: nothing did
	header http.Header
	body   []byte // its beginning
}

// send sends a request and reads what comes back. When its body could not be read there is a
// status beside the error.
func (s *Sender) send(req *http.Request) (received, error) {
	res, err := s.client.Do(req)
	if err != nil {
		return received{}, err
	}
	defer res.Body.Close() //nolint:errcheck // only read
	// Read to the end, so that the connection can be used again.
	body, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	return received{res.StatusCode, res.Header, body}, err
}

func judge(res received) Answer {
	a := Answer{Status: res.status}
	switch {
	case a.Status >= 200 && a.Status < 300:
		return a
	case a.Status >= 300 && a.Status < 400:
		a.Error = "redirects are not followed"
	default:
		a.Error = "answered " + strconv.Itoa(a.Status)
	}
	a.Wait = provider.RetryAfter(res.header)
	return a
}

// because says in words for the organizer why nobody answered. The error itself
// is not shown: it may tell of our network.
func because(err error) string {
	var dns *net.DNSError
	var unknown x509.UnknownAuthorityError
	var host x509.HostnameError
	var invalid x509.CertificateInvalidError
	var timeout net.Error
	switch {
	case errors.Is(err, netguard.ErrPrivate):
		return "the name stands for an address inside a private network"
	case errors.As(err, &dns):
		return "the name was not found"
	case errors.As(err, &unknown), errors.As(err, &host), errors.As(err, &invalid):
		return "the certificate is not valid"
	case errors.As(err, &timeout) && timeout.Timeout():
		return "took too long"
	}
	return "could not be reached"
}
