// Package provider has the error type of message providers: mail servers, SMS gateways
// and the push services of browsers.
//
// Error contains what package delivery needs to decide about a retry. The adapters
// (packages mail, sms and push) map their providers' codes to it. Payment providers are
// in package payment.
package provider

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// MaxRetryAfter bounds how long a provider may ask us to wait.
const MaxRetryAfter = time.Hour

// Error is why a provider did not take a message. Its text and its reason name no
// address, number or token, so that both may be logged and stored.
type Error struct {
	// Channel is the channel of the message: mail, sms, push.
	Channel string
	// Phase is the step that failed, where a protocol has several.
	Phase string
	// Code is the provider's own code (an SMTP reply, an error of Twilio), and Status the
	// status of its HTTP answer; 0: none.
	Code, Status int
	// Permanent means that a retry cannot help.
	Permanent bool
	// DeadAddress means that the recipient's address does not exist or no longer accepts
	// messages: nothing else should be sent to it.
	DeadAddress bool
	// Outage means that the failure concerns the provider, or our account there: the next
	// message would fail too.
	Outage bool
	// RetryAfter is how long the provider asks us to wait; 0: not given.
	RetryAfter time.Duration
	// Reason is the provider's answer, or what failed on the way, in words.
	Reason string
	// Cause is the underlying error, for errors.Is and errors.As; it may be nil. It may
	// contain addresses, so it is not part of the text.
	Cause error
}

// Error implements error.
func (e *Error) Error() string {
	var b strings.Builder
	kind := "temporary"
	if e.Permanent {
		kind = "permanent"
	}
	fmt.Fprintf(&b, "%s: %s failure", e.Channel, kind)
	if e.Phase != "" {
		b.WriteString(" at " + e.Phase)
	}
	b.WriteString(": ")
	if e.Code != 0 {
		b.WriteString(strconv.Itoa(e.Code) + " ")
	}
	b.WriteString(e.Reason)
	return b.String()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// From returns err as an *Error: the one that it wraps, or a temporary one of the channel
// whose reason is the type of err, since its text may contain an address. It returns nil
// for nil.
func From(channel string, err error) *Error {
	if err == nil {
		return nil
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	return &Error{Channel: channel, Reason: fmt.Sprintf("the message could not be sent (%T)", err), Cause: err}
}

// IsPermanent reports whether err is a failure that a retry cannot change.
func IsPermanent(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Permanent
}

// RetryAfter returns how long an HTTP answer asks us to wait, at most MaxRetryAfter; 0 if
// it does not say so in seconds.
func RetryAfter(h http.Header) time.Duration {
	n, err := strconv.Atoi(h.Get("Retry-After"))
	if err != nil || n <= 0 {
		return 0
	}
	return time.Duration(min(n, int(MaxRetryAfter/time.Second))) * time.Second
}
