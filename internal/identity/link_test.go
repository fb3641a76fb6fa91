package identity_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/id"
	"github.com/holdfast-events/holdfast/internal/identity"
)

var (
	maker  id.Maker
	event  = maker.Top(id.Event)
	offer  = maker.In(id.Offer, event)
	person = maker.In(id.Person, event)
	order  = maker.In(id.Order, event)
	noon   = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
)

func links() identity.Links {
	return identity.Links{
		Key: bytes.Repeat([]byte{7}, 32), Base: "https://tickets.example/",
		Now: func() time.Time { return noon },
	}
}

func TestLinkRoundTrip(t *testing.T) {
	l := links()
	url := l.OfferURL(offer, person, noon)
	token, ok := strings.CutPrefix(url, "https://tickets.example/o/")
	if !ok {
		t.Fatalf("OfferURL = %s", url)
	}
	got, err := l.Parse(token)
	if err != nil {
		t.Fatal(err)
	}
	if got.Kind != identity.OfferLink || got.ID != offer || got.Person != person || got.Event() != event {
		t.Errorf("Parse = %+v", got)
	}
	if got.Reach != identity.ReachEntry || !got.Issued.Equal(noon) {
		t.Errorf("reaches %s, made %s", got.Reach, got.Issued)
	}
	// It works until some time after the event, and after the mail.
	for ends, until := range map[time.Time]time.Time{
		noon.Add(100 * 24 * time.Hour):  noon.Add(100*24*time.Hour + identity.LinkGrace),
		noon.Add(-100 * 24 * time.Hour): noon.Add(identity.LinkGrace),
	} {
		got, err := l.Parse(strings.TrimPrefix(l.OfferURL(offer, person, ends), "https://tickets.example/o/"))
		if err != nil || got.Expires.Before(until) || got.Expires.After(until.Add(24*time.Hour)) {
			t.Errorf("of an event that ends %s: %+v, %v", ends, got, err)
		}
	}
	if again := l.OfferURL(offer, person, noon); again != url {
		t.Errorf("the link of a second attempt differs: %s", again)
	}
}

// Every single change of a token must be noticed.
func TestLinkTampered(t *testing.T) {
	l := links()
	token := strings.TrimPrefix(l.OfferURL(offer, person, noon), "https://tickets.example/o/")
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	for i := range len(token) {
		for _, c := range []byte{letters[0], letters[17], letters[63]} {
			if token[i] == c {
				continue
			}
			b := []byte(token)
			b[i] = c
			if _, err := l.Parse(string(b)); !errors.Is(err, identity.ErrLinkInvalid) {
				t.Fatalf("changed at %d to %q: %v", i, c, err)
			}
		}
	}
	for _, bad := range []string{"", "hl_", token + "A", token[:len(token)-1], token + "=", token[3:], " " + token, token + "\n"} {
		if _, err := l.Parse(bad); !errors.Is(err, identity.ErrLinkInvalid) {
			t.Errorf("Parse(%q) = %v", bad, err)
		}
	}
	other := l
	other.Key = bytes.Repeat([]byte{8}, 32)
	if _, err := other.Parse(token); !errors.Is(err, identity.ErrLinkInvalid) {
		t.Errorf("another server's link: %v", err)
	}
}

func TestLinkExpires(t *testing.T) {
	l := links()
	token, err := l.Mint(identity.Link{Kind: identity.OfferLink, ID: offer, Person: person, Expires: noon.Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	l.Now = func() time.Time { return noon.Add(time.Hour - time.Second) }
	if _, err := l.Parse(token); err != nil {
		t.Errorf("a second before: %v", err)
	}
	l.Now = func() time.Time { return noon.Add(time.Hour) }
	if k, err := l.Parse(token); !errors.Is(err, identity.ErrLinkExpired) || k.ID != offer {
		t.Errorf("at the end: %+v, %v", k, err)
	}
}

func TestMintRefuses(t *testing.T) {
	l := links()
	stranger := maker.In(id.Person, maker.Top(id.Event))
	for name, k := range map[string]identity.Link{
		"other kind":                         {Kind: identity.EntryLink, ID: offer, Person: person, Expires: noon},
		"no kind":                            {ID: offer, Person: person, Expires: noon},
		"another event's":                    {Kind: identity.OfferLink, ID: offer, Person: stranger, Expires: noon},
		"no expiry":                          {Kind: identity.OfferLink, ID: offer, Person: person},
		"a reach of another kind":            {Kind: identity.OfferLink, Reach: identity.ReachOrder, ID: offer, Person: person, Expires: noon},
		"an unsubscribe link that does all":  {Kind: identity.PreferenceLink, Reach: identity.ReachFull, ID: person, Person: person, Expires: noon},
		"somebody's link for whoever has it": {Kind: identity.OrderLink, Reach: identity.ReachPay, ID: order, Person: person, Expires: noon},
		"nobody's link to an order":          {Kind: identity.OrderLink, Reach: identity.ReachOrder, ID: order, Person: identity.BearerOf(order), Expires: noon},
	} {
		if token, err := l.Mint(k); err == nil {
			t.Errorf("%s: minted %s", name, token)
		}
	}
	short := identity.Links{Key: []byte("short")}
	if _, err := short.Mint(identity.Link{Kind: identity.OfferLink, ID: offer, Person: person, Expires: noon}); err == nil {
		t.Error("a short key signs")
	}
}

func FuzzParseLink(f *testing.F) {
	l := links()
	f.Add(strings.TrimPrefix(l.OfferURL(offer, person, noon), "https://tickets.example/o/"))
	f.Add("hl_")
	f.Fuzz(func(t *testing.T, s string) {
		k, err := l.Parse(s)
		if err != nil {
			return
		}
		// What parses was signed, and signing what it says gives it back.
		if again, err := l.Mint(k); err != nil || again != s {
			t.Errorf("%q parses to %+v, which mints %q, %v", s, k, again, err)
		}
	})
}
