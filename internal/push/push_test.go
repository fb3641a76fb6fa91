package push

import (
	"bytes"
	"context"
	"crypto/ecdh"
	"encoding/base64"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
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
	c, err := New(Config{Key: bytes.Repeat([]byte{9}, 32), Subject: "mailto:ops@example.org", AllowPrivate: private})
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
	for code, want := range map[int]Error{410: {Permanent: true, Address: true}, 404: {Permanent: true, Address: true}, 413: {Permanent: true}, 429: {}, 500: {}, 403: {}} {
		status = code
		err := c.Send(context.Background(), to, Message{Title: "Hello"})
		e, ok := errors.AsType[*Error](err)
		if !ok || e.Permanent != want.Permanent || e.Address != want.Address {
			t.Errorf("%d: %+v", code, err)
		}
	}
	// The same address is refused where private ones are, whatever its name.
	for _, endpoint := range []string{s.URL, strings.Replace(s.URL, "http://127.0.0.1", "https://localhost", 1)} {
		to.Endpoint = endpoint
		if e, ok := errors.AsType[*Error](client(t, false).Send(context.Background(), to, Message{})); !ok || !e.Permanent {
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
	} {
		bad := good
		change(&bad)
		if bad.Check() == nil {
			t.Errorf("%s was taken", name)
		}
	}
}
