package delivery

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// An address for bounces fits into a mailbox's name, and another is not taken.
func TestBounceAddress(t *testing.T) {
	d := &Dispatcher{cfg: Config{Key: bytes.Repeat([]byte{1}, 32), BounceDomain: "bounce.example"}}
	for _, next := range []messages.Delivery{
		{EventID: "evt_3k9q0a7c1v5m", Seq: 1 << 50},
		{EventID: "evt_3k9q0a7c1v5m", Announcement: "r86400", PersonID: "per_3k9q0a7c1v5m06f2w8d4xk1n7p9s"},
	} {
		address := d.BounceAddress(&next)
		local, domain, _ := strings.Cut(address, "@")
		if len(local) > 64 || domain != "bounce.example" {
			t.Errorf("%s has %d bytes before the @", address, len(local))
		}
	}
	good := d.BounceAddress(&messages.Delivery{EventID: "evt_3k9q0a7c1v5m", Seq: 17})
	for _, bad := range []string{"", "@", "postmaster@bounce.example", "b-x-s1-@bounce.example", strings.Replace(good, "-sh-", "-si-", 1), good[1:], strings.Replace(good, "b-", "b-0", 1)} {
		if bad == good {
			t.Fatalf("%s is the good one", bad)
		}
		if _, err := d.Bounced(context.Background(), bad); !errors.Is(err, ErrNotOurs) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func TestScrub(t *testing.T) {
	for in, want := range map[string]string{
		"<ada@example.org> is\r\nunknown": "<(address)> is unknown",
		"call +49 30 1234567 now":         "call (address) now",
		"":                                "",
	} {
		if got := Scrub(in, 200); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
