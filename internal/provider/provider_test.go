package provider_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/provider"
)

func TestText(t *testing.T) {
	for _, c := range []struct {
		err  provider.Error
		want string
	}{
		{provider.Error{Channel: "mail", Phase: "RCPT", Code: 550, Permanent: true, Reason: "no such user"}, "mail: permanent failure at RCPT: 550 no such user"},
		{provider.Error{Channel: "mail", Phase: "connect", Outage: true, Reason: "the server cannot be reached"}, "mail: temporary failure at connect: the server cannot be reached"},
		{provider.Error{Channel: "sms", Code: 21211, Status: 400, Permanent: true, Reason: "no number"}, "sms: permanent failure: 21211 no number"},
		{provider.Error{Channel: "push", Status: 410, Permanent: true, Reason: "the subscription has ended", Cause: io.EOF}, "push: permanent failure: the subscription has ended"},
	} {
		if got := c.err.Error(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestFrom(t *testing.T) {
	if provider.From("mail", nil) != nil {
		t.Error("nothing went wrong, and there is an error")
	}
	inner := &provider.Error{Channel: "sms", Permanent: true, Reason: "no number", Cause: io.ErrUnexpectedEOF}
	wrapped := fmt.Errorf("jobs: send: %w", inner)
	if got := provider.From("mail", wrapped); got != inner || !provider.IsPermanent(wrapped) || !errors.Is(wrapped, io.ErrUnexpectedEOF) {
		t.Errorf("%+v", got)
	}
	got := provider.From("mail", errors.New("ada@example.org is unknown"))
	if got.Permanent || got.Channel != "mail" || strings.Contains(got.Error(), "ada") || provider.IsPermanent(got) {
		t.Errorf("%v", got)
	}
}

func TestRetryAfter(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"": 0, "0": 0, "-5": 0, "30": 30 * time.Second, "99999999999999999999": 0, "9223372036854775807": time.Hour, "86400": time.Hour, "Wed, 21 Oct 2026 07:28:00 GMT": 0,
	} {
		if got := provider.RetryAfter(http.Header{"Retry-After": {text}}); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
