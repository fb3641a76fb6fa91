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

// said is what VIES answers: a number is valid, it is not, or an error says why nobody knows.
type said struct {
	Valid      *bool  `json:"isValid"`
	Error      string `json:"userError"`
	Identifier string `json:"requestIdentifier"`
}

// Check asks for a number that is well formed. requester is that of the seller, with which VIES gives
// the consultation a number of its own; "": none. The error says why the answer is
// vat.Unavailable, for the log; it has none of the numbers.
func (c *Client) Check(ctx context.Context, number, requester string) (vat.Consultation, error) {
	out := vat.Consultation{Answer: vat.Unavailable, At: inventory.At(c.now())}
	address := c.base + "/ms/" + url.PathEscape(number[:2]) + "/vat/" + url.PathEscape(number[2:])
	if vat.CountryOf(requester) != "" {
		address += "?" + url.Values{"requesterMemberStateCode": {requester[:2]}, "requesterNumber": {requester[2:]}}.Encode()
	}
	ctx, cancel := context.WithTimeout(ctx, Timeout)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return out, errors.New("vies: the number cannot be asked for")
	}
	r.Header.Set("Accept", "application/json")
	answer, err := c.http.Do(r)
	if err != nil {
		var u *url.Error
		if errors.As(err, &u) {
			err = u.Err // without the address, which has the numbers
		}
		return out, fmt.Errorf("vies: ask: %w", err)
	}
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxBody))
	if closeErr := answer.Body.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return out, fmt.Errorf("vies: read: %w", err)
	}
	var s said
	if answer.StatusCode != http.StatusOK {
		return out, fmt.Errorf("vies: status %d", answer.StatusCode)
	}
	if err := json.Unmarshal(body, &s); err != nil || s.Valid == nil {
		return out, errors.New("vies: the answer cannot be read")
	}
	switch {
	case *s.Valid && (s.Error == "VALID" || s.Error == ""):
		out.Answer, out.ID = vat.Valid, s.Identifier
	case !*s.Valid && (s.Error == "INVALID" || s.Error == "INVALID_INPUT"):
		out.Answer, out.ID = vat.Invalid, s.Identifier
	default: // MS_UNAVAILABLE, TIMEOUT, MS_MAX_CONCURRENT_REQ, GLOBAL_MAX_CONCURRENT_REQ, SERVICE_UNAVAILABLE
		return out, errors.New("vies: the register of the country cannot be asked")
	}
	return out, nil
}
