package push

import (
	"bytes"
	"context"
	"crypto/ecdh"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/netguard"
	"github.com/holdfast-events/holdfast/internal/netguard/netguardtest"
	"github.com/holdfast-events/holdfast/internal/provider"
)

func b64(t *testing.T, s string) []byte {
	t.Helper()
	b, err := base64.RawURLEncoding.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestExampleOfTheRFC is RFC 8291, section 5, byte by byte.
func TestExampleOfTheRFC(t *testing.T) {
	to := Subscription{
		P256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
		Auth:   "BTBZMqHH6r4Tts7J_aSIgg",
	}
	ours, err := ecdh.P256().NewPrivateKey(b64(t, "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := to.seal([]byte("When I grow up, I want to be a watermelon"), ours, b64(t, "DGv6ra1nlYgDCS1FRnbzlw"))
	if err != nil {
		t.Fatal(err)
	}
	want := b64(t, "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN")
	if !bytes.Equal(got, want) {
		t.Errorf("got  %x\nwant %x", got, want)
	}
}

func client(t *testing.T, private bool) *Client {
	t.Helper()
	c, err := New(Config{Key: bytes.Repeat([]byte{9}, 32), Subject: "mailto:ops@example.org", Guard: netguard.Guard{Private: private}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestAnswersOfPushServices(t *testing.T) {
	status := 201
	var auth, topic string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		auth, topic = r.Header.Get("Authorization"), r.Header.Get("Topic")
		w.WriteHeader(status)
	}))
	defer s.Close()
	to := Subscription{Endpoint: s.URL, P256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", Auth: "BTBZMqHH6r4Tts7J_aSIgg"}
	c := client(t, true)
	if err := c.Send(context.Background(), to, Message{Title: "Hello", Tag: "evt.1"}); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(auth, "vapid t=") || !strings.HasSuffix(auth, ", k="+c.PublicKey()) || len(topic) != 32 {
		t.Errorf("Authorization %q, Topic %q", auth, topic)
	}
	for code, want := range map[int]provider.Error{410: {Permanent: true, DeadAddress: true}, 404: {Permanent: true, DeadAddress: true}, 413: {Permanent: true}, 429: {}, 500: {}, 403: {}} {
		status = code
		err := c.Send(context.Background(), to, Message{Title: "Hello"})
		e, ok := errors.AsType[*provider.Error](err)
		if !ok || e.Permanent != want.Permanent || e.DeadAddress != want.DeadAddress {
			t.Errorf("%d: %+v", code, err)
		}
	}
	// The same address is refused where private ones are, whatever its name.
	for _, endpoint := range []string{s.URL, strings.Replace(s.URL, "http://127.0.0.1", "https://localhost", 1)} {
		to.Endpoint = endpoint
		if e, ok := errors.AsType[*provider.Error](client(t, false).Send(context.Background(), to, Message{})); !ok || !e.Permanent {
			t.Errorf("%s was called: %+v", endpoint, e)
		}
	}
}

func TestSubscriptionsAreChecked(t *testing.T) {
	good := Subscription{Endpoint: "https://push.example.net/x", P256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", Auth: "BTBZMqHH6r4Tts7J_aSIgg=="}
	if err := good.Check(); err != nil {
		t.Error(err)
	}
	for name, change := range map[string]func(*Subscription){
		"plain http":     func(s *Subscription) { s.Endpoint = "http://push.example.net/x" },
		"metadata":       func(s *Subscription) { s.Endpoint = "https://169.254.169.254/" },
		"no host":        func(s *Subscription) { s.Endpoint = "https:///x" },
		"no point":       func(s *Subscription) { s.P256dh = "AAAA" },
		"short secret":   func(s *Subscription) { s.Auth = "AAAA" },
		"with a user":    func(s *Subscription) { s.Endpoint = "https://a:b@push.example.net/" },
		"not in base64":  func(s *Subscription) { s.Auth = "!!!!" },
		"IPv6 loopback":  func(s *Subscription) { s.Endpoint = "https://[::1]/" },
		"mapped address": func(s *Subscription) { s.Endpoint = "https://[::ffff:10.0.0.1]/" },
		"NAT64":          func(s *Subscription) { s.Endpoint = "https://[64:ff9b::a00:1]/" },
		"6to4":           func(s *Subscription) { s.Endpoint = "https://[2002:a00:1::]/" },
		"this network":   func(s *Subscription) { s.Endpoint = "https://0.1.2.3/" },
		"benchmarks":     func(s *Subscription) { s.Endpoint = "https://198.18.0.1/" },
		"a number":       func(s *Subscription) { s.Endpoint = "https://2130706433/" },
		"localhost":      func(s *Subscription) { s.Endpoint = "https://localhost/" },
	} {
		bad := good
		change(&bad)
		if bad.Check() == nil {
			t.Errorf("%s was taken", name)
		}
	}
}

const validKey = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"

// TestNameThatChanges: a name that stood for a public address when the browser
// subscribed stands for this machine when it is called.
func TestNameThatChanges(t *testing.T) {
	called := 0
	server := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { called++ }))
	defer server.Close()
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	to := Subscription{Endpoint: strings.Replace(server.URL, "127.0.0.1", "example.com", 1), P256dh: validKey, Auth: "BTBZMqHH6r4Tts7J_aSIgg"}
	for _, private := range []bool{false, true} {
		guard := netguard.Guard{Private: private, Resolver: netguardtest.NewResolver(netguardtest.Addrs("93.184.215.14"), netguardtest.Addrs("127.0.0.1")).Net()}
		c, err := New(Config{Key: bytes.Repeat([]byte{9}, 32), Subject: "mailto:ops@example.org", Guard: guard, Roots: roots})
		if err != nil {
			t.Fatal(err)
		}
		if err := to.Check(); err != nil {
			t.Fatal(err)
		}
		if first, err := guard.Resolver.LookupHost(t.Context(), "example.com"); err != nil || first[0] != "93.184.215.14" {
			t.Fatalf("at first it is %v, %v", first, err)
		}
		err = c.Send(t.Context(), to, Message{Title: "Hello"})
		e, refused := errors.AsType[*provider.Error](err)
		if refused == private || private != (called == 1) || refused && (!e.Permanent || !e.DeadAddress) {
			t.Errorf("private networks allowed %t: %v, called %d times", private, err, called)
		}
	}
}

// TestRedirectsOfPushServices: a redirect is not followed, wherever it leads.
func TestRedirectsOfPushServices(t *testing.T) {
	called := false
	inside := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { called = true }))
	defer inside.Close()
	redirect := httptest.NewServer(http.RedirectHandler(inside.URL, http.StatusTemporaryRedirect))
	defer redirect.Close()
	err := client(t, true).Send(t.Context(), Subscription{Endpoint: redirect.URL, P256dh: validKey, Auth: "BTBZMqHH6r4Tts7J_aSIgg"}, Message{})
	if e, ok := errors.AsType[*provider.Error](err); !ok || e.Status != http.StatusTemporaryRedirect || called {
		t.Errorf("%v, called %t", err, called)
	}
}
