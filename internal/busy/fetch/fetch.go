// Package fetch asks the servers of calendars of others, through the guard for addresses that
// organizers write down, and has package busy read what they answer. It stores nothing.
package fetch

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/busy"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/netguard"
	"github.com/holdfast-events/holdfast/internal/store/roomcalendars"
)

const (
	// timeout is how long a server may take, from connecting to the end of its answer.
	timeout = 20 * time.Second
	// redirects is how many are followed: calendars of large companies have one.
	redirects = 3
	// Behind is how far back busy times are kept, Ahead how far ahead they are read.
	Behind = 1 * 24 * time.Hour
	Ahead  = 400 * 24 * time.Hour
	// Every is how often a calendar is fetched, and at most after failures.
	Every  = 15 * time.Minute
	mostly = 6 * time.Hour
	// rereadAfter is when all of a calendar is asked for, whether it has changed or not: what
	// repeats has other dates by then.
	rereadAfter = inventory.Instant(20 * inventory.Hour)
)

// Failures of fetching, beside the codes of package busy. The detail of status is what the server
// answered.
const (
	Unreachable = "unreachable"
	Private     = "private_address"
	Certificate = "certificate"
	Timeout     = "timeout"
	Status      = "status"
	TooLarge    = "too_large"
)

// Failures are all of them.
var Failures = []string{
	Unreachable, Private, Certificate, Timeout, Status, TooLarge,
	string(busy.NotACalendar), string(busy.UnknownZone), string(busy.UnknownRule), string(busy.BadTime), string(busy.TooMany),
}

// Fetcher fetches calendars of others.
type Fetcher struct {
	cfg    Config
	client *http.Client
}

// Config configures a Fetcher. Address is required.
type Config struct {
	// Guard says what may be called.
	Guard netguard.Guard
	// Roots are the certificate authorities; nil: those of the system.
	Roots   *x509.CertPool
	Version string // of the build
	// Host is the right side of the UIDs that this installation gives out.
	Host string
	// Address returns the address of a calendar, which is kept apart from it.
	Address func(ctx context.Context, c *roomcalendars.RoomCalendar) (string, error)
}

// New checks the configuration.
func New(c Config) (*Fetcher, error) {
	if c.Address == nil {
		return nil, errors.New("fetch: Config.Address is required")
	}
	return &Fetcher{c, c.Guard.Client(netguard.Options{Timeout: timeout, Roots: c.Roots, Redirects: redirects})}, nil
}

// Fetch asks for a calendar and reads it. Times without a zone are in the one of the venue. The error
// is that of Config.Address: nobody was asked.
func (f *Fetcher) Fetch(ctx context.Context, c *roomcalendars.RoomCalendar, zone *time.Location, now inventory.Instant) (*roomcalendars.Fetched, error) {
	address, err := f.cfg.Address(ctx, c)
	if err != nil {
		return nil, fmt.Errorf("fetch: address of calendar %s: %w", c.ID, err)
	}
	got := f.fetch(ctx, c, address, zone, now)
	every := Every
	if got.Failure != "" {
		every = min(Every<<min(c.Failures, 8), mostly)
	}
	got.NextAt = now + inventory.Instant(every/time.Microsecond)
	return got, nil
}

func (f *Fetcher) fetch(ctx context.Context, c *roomcalendars.RoomCalendar, address string, zone *time.Location, now inventory.Instant) *roomcalendars.Fetched {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return &roomcalendars.Fetched{Failure: Unreachable}
	}
	req.Header.Set("User-Agent", "Holdfast/"+f.cfg.Version)
	req.Header.Set("Accept", "text/calendar, text/plain;q=0.5, */*;q=0.1")
	asked := c.ReadAt > 0 && now-c.ReadAt < rereadAfter && c.ETag+c.Modified != ""
	if asked && c.ETag != "" {
		req.Header.Set("If-None-Match", c.ETag)
	} else if asked {
		req.Header.Set("If-Modified-Since", c.Modified)
	}
	res, err := f.client.Do(req)
	if err != nil {
		return &roomcalendars.Fetched{Failure: because(err)}
	}
	defer res.Body.Close() //nolint:errcheck // it is only read
	switch {
	case res.StatusCode == http.StatusNotModified && asked:
		return &roomcalendars.Fetched{Unchanged: true}
	case res.StatusCode != http.StatusOK:
		return &roomcalendars.Fetched{Failure: Status, Detail: strconv.Itoa(res.StatusCode)}
	}
	text, err := io.ReadAll(io.LimitReader(res.Body, busy.MaxText+1))
	switch {
	case err != nil:
		return &roomcalendars.Fetched{Failure: because(err)}
	case len(text) > busy.MaxText:
		return &roomcalendars.Fetched{Failure: TooLarge}
	}
	at := now.Time()
	periods, err := busy.Parse(string(text), busy.Request{
		From: at.Add(-Behind), Until: at.Add(Ahead), Zone: zone, Own: func(uid string) bool { return strings.HasSuffix(uid, "@"+f.cfg.Host) },
	})
	var wrong *busy.Error
	if errors.As(err, &wrong) {
		return &roomcalendars.Fetched{Failure: string(wrong.Code), Detail: wrong.Detail}
	}
	return &roomcalendars.Fetched{Periods: periods, ETag: header(res, "ETag"), Modified: header(res, "Last-Modified")}
}

// header is a header that is sent back later: none, where it is too long to be kept.
func header(res *http.Response, name string) string {
	if text := res.Header.Get(name); len(text) <= 200 {
		return text
	}
	return ""
}

// because says why nobody answered. The error itself is not kept: it may tell of our network.
func because(err error) string {
	var unknown x509.UnknownAuthorityError
	var host x509.HostnameError
	var invalid x509.CertificateInvalidError
	var slow net.Error
	switch {
	case errors.Is(err, netguard.ErrPrivate), errors.Is(err, netguard.ErrURL):
		return Private
	case errors.As(err, &unknown), errors.As(err, &host), errors.As(err, &invalid):
		return Certificate
	case errors.As(err, &slow) && slow.Timeout():
		return Timeout
	}
	return Unreachable
}
