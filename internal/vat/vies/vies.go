// Package vies asks VIES, the register of the European Commission, whether a business has a VAT
// number for trade within the Union. It is outside of the installation: an answer takes seconds,
// and now and then there is none, which is an answer here too.
package vies

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/vat"
)

// Base is where VIES answers.
const Base = "https://ec.europa.eu/taxation_customs/vies/rest-api"

const (
	// Timeout bounds one consultation: a buyer waits for it.
	Timeout = 5 * time.Second
	maxBody = 64 << 10
)

// Client asks VIES.
type Client struct {
	base string
	http *http.Client
	now  func() time.Time
}

// New returns a client of the service at base.
func New(base string, now func() time.Time) (*Client, error) {
	u, err := url.Parse(base)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
		return nil, errors.New("vies: the address of the service must be one of http")
	}
	return &Client{
		base: strings.TrimRight(base, "/"), now: now,
		http: &http.Client{Timeout: Timeout, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
	}, nil
}

// said is what VIES answers: a number is valid, it is not, or an error says why nobody knows, in one
// of two ways.
type said struct {
	Valid      *bool  `json:"isValid"`
	Error      string `json:"userError"`
	Identifier string `json:"requestIdentifier"`
	Errors     []struct {
		Error string `json:"error"`
	} `json:"errorWrappers"`
}

// badRequester is what VIES says where it does not know the seller's number.
const badRequester = "INVALID_REQUESTER_INFO"

// reasons are what VIES says instead of an answer. The log has no other words of it.
var reasons = []string{
	badRequester, "SERVICE_UNAVAILABLE", "MS_UNAVAILABLE", "TIMEOUT", "SERVER_BUSY", "VAT_BLOCKED", "IP_BLOCKED",
	"GLOBAL_MAX_CONCURRENT_REQ", "GLOBAL_MAX_CONCURRENT_REQ_TIME", "MS_MAX_CONCURRENT_REQ", "MS_MAX_CONCURRENT_REQ_TIME",
}

// Check asks for a number that is well formed. requester is that of the seller, with which VIES gives
// the consultation a number of its own; "": none, and none where VIES does not know that number. The
// error says why the answer is vat.Unavailable, for the log; it has none of the numbers.
func (c *Client) Check(ctx context.Context, number, requester string) (vat.Consultation, error) {
	out := vat.Consultation{Answer: vat.Unavailable, At: inventory.At(c.now())}
	ctx, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	s, err := c.ask(ctx, number, requester)
	if err == nil && s.reason() == badRequester {
		s, err = c.ask(ctx, number, "")
	}
	switch {
	case err != nil:
		return out, err
	case s.Valid == nil && s.reason() == "":
		return out, errors.New("vies: the answer cannot be read")
	case s.Valid != nil && *s.Valid && (s.Error == "VALID" || s.Error == ""):
		out.Answer, out.ID = vat.Valid, s.Identifier
	case s.Valid != nil && !*s.Valid && (s.Error == "INVALID" || s.Error == "INVALID_INPUT"):
		out.Answer, out.ID = vat.Invalid, s.Identifier
	default:
		return out, fmt.Errorf("vies: nobody can say: %s", s.reason())
	}
	return out, nil
}

// reason is what VIES says instead of an answer; "": nothing that is known.
func (s *said) reason() string {
	given := s.Error
	if len(s.Errors) > 0 {
		given = s.Errors[0].Error
	}
	if slices.Contains(reasons, given) {
		return given
	}
	return ""
}

// ask asks once.
func (c *Client) ask(ctx context.Context, number, requester string) (*said, error) {
	address := c.base + "/ms/" + url.PathEscape(number[:2]) + "/vat/" + url.PathEscape(number[2:])
	if vat.CountryOf(requester) != "" {
		address += "?" + url.Values{"requesterMemberStateCode": {requester[:2]}, "requesterNumber": {requester[2:]}}.Encode()
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, errors.New("vies: the number cannot be asked for")
	}
	r.Header.Set("Accept", "application/json")
	answer, err := c.http.Do(r)
	if err != nil {
		var u *url.Error
		if errors.As(err, &u) {
			err = u.Err // without the address, which has the numbers
		}
		return nil, fmt.Errorf("vies: ask: %w", err)
	}
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxBody))
	if closeErr := answer.Body.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return nil, fmt.Errorf("vies: read: %w", err)
	}
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("vies: status %d", answer.StatusCode)
	}
	var s said
	if err := json.Unmarshal(body, &s); err != nil {
		return nil, errors.New("vies: the answer cannot be read")
	}
	return &s, nil
}
