package broker_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.uber.org/goleak"

	"github.com/holdfast-events/holdfast/internal/broker"
	"github.com/holdfast-events/holdfast/internal/certs/certstest"
	"github.com/holdfast-events/holdfast/internal/natsserver"
	"github.com/holdfast-events/holdfast/internal/poll"
)

const subject = broker.Prefix + ".org_1.harbour.capacity-released"

// taker takes messages, and knows which it has had.
type taker struct {
	t        *testing.T
	mu       sync.Mutex
	seen     map[string]int
	messages []*broker.Message
	// verdict decides about the nth time that a message comes; nil: it is taken.
	verdict func(m *broker.Message, n int) broker.Verdict
}

func newTaker(t *testing.T) *taker { return &taker{t: t, seen: map[string]int{}} }

func (t *taker) take(_ context.Context, m *broker.Message) broker.Verdict {
	t.mu.Lock()
	t.seen[string(m.Body)]++
	n := t.seen[string(m.Body)]
	t.messages = append(t.messages, m)
	t.mu.Unlock()
	switch {
	case t.verdict != nil:
		return t.verdict(m, n)
	case n > 1:
		return broker.Verdict{Became: broker.Repeated}
	}
	return broker.Verdict{Became: broker.Taken}
}

func (t *taker) times(body string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.seen[body]
}

// start starts a consumer, which stops with the test.
func (t *taker) start(s broker.Settings) *broker.Consumer {
	t.t.Helper()
	c, err := broker.New(broker.Config{Settings: s, Take: t.take, Reasons: []string{"invalid_request"}, Log: slog.New(slog.DiscardHandler)})
	if err == nil {
		err = c.Start(t.t.Context())
	}
	if err != nil {
		t.t.Fatal(err)
	}
	t.t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		if err := c.Stop(ctx); err != nil {
			t.t.Error(err)
		}
	})
	return c
}

func publish(t *testing.T, js jetstream.JetStream, subject, body string) {
	t.Helper()
	if _, err := js.Publish(t.Context(), subject, []byte(body)); err != nil {
		t.Fatal(err)
	}
}

// done waits until no message is left to anybody.
func done(t *testing.T, js jetstream.JetStream) {
	t.Helper()
	poll.Until(t, "no message is left", func() bool {
		c, err := js.Consumer(t.Context(), broker.DefaultName, broker.DefaultName)
		if err != nil {
			return false
		}
		info, err := c.Info(t.Context())
		return err == nil && info.NumPending == 0 && info.NumAckPending == 0
	})
}

// TestSharedConsumer: two servers share what comes, each message is taken by one, as it was sent.
func TestSharedConsumer(t *testing.T) {
	before := goleak.IgnoreCurrent()
	t.Cleanup(func() { goleak.VerifyNone(t, before) }) // after all else has ended
	n := natsserver.ForTest(t, nil)
	js := n.Stream(broker.DefaultName, broker.Prefix+".>")
	k := newTaker(t)
	one, two := k.start(broker.Settings{URL: n.URL()}), k.start(broker.Settings{URL: n.URL()})
	poll.Until(t, "both read", func() bool { return one.Figures().Up && two.Figures().Up })
	earliest := time.Now().Add(-time.Second)
	for i := range 200 {
		m := nats.NewMsg(subject)
		m.Data = []byte(strconv.Itoa(i))
		m.Header.Set("webhook-id", "msg_"+strconv.Itoa(i))
		if _, err := js.PublishMsg(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	done(t, js)
	// A message is counted after it was acknowledged.
	poll.Until(t, "all are counted", func() bool { return one.Figures().Taken+two.Figures().Taken >= 200 })
	if a, b := one.Figures(), two.Figures(); a.Taken+b.Taken != 200 || a.Repeated+b.Repeated != 0 {
		t.Errorf("%+v %+v", a, b)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, m := range k.messages {
		if m.Organization != "org_1" || m.Resource != "harbour" || m.Type != "capacity_released" || m.Header.Get("Webhook-Id") != "msg_"+string(m.Body) || m.At.Before(earliest) || m.At.After(time.Now().Add(time.Second)) {
			t.Fatalf("%+v", m)
		}
	}
}

// TestVerdicts: what is refused is ended and counted by its reason, and what cannot be taken now
// comes again.
func TestVerdicts(t *testing.T) {
	n := natsserver.ForTest(t, nil)
	js := n.Stream(broker.DefaultName, broker.Prefix+".>")
	k := newTaker(t)
	k.verdict = func(m *broker.Message, n int) broker.Verdict {
		switch body := string(m.Body); {
		case body == "bad":
			return broker.Verdict{Became: broker.Refused, Reason: "invalid_request", Told: "invalid_request"}
		case body == "odd":
			return broker.Verdict{Became: broker.Refused, Reason: "unheard_of"}
		case body == "later" && n == 1:
			return broker.Verdict{Became: broker.Later, Reason: "unavailable"}
		}
		return broker.Verdict{Became: broker.Taken}
	}
	ended, err := js.Conn().SubscribeSync("$JS.EVENT.ADVISORY.CONSUMER.MSG_TERMINATED.>")
	if err != nil {
		t.Fatal(err)
	}
	c := k.start(broker.Settings{URL: n.URL()})
	publish(t, js, subject, "bad")
	publish(t, js, subject, "odd")
	publish(t, js, subject, "later")
	publish(t, js, broker.Prefix+".org_1.harbour.capacity-lent", "no signal")
	publish(t, js, broker.Prefix+".org_1.harbour", "too short")
	publish(t, js, broker.Prefix+".org_1.har.bour.capacity-released", "too long")
	publish(t, js, subject, "good")
	poll.Until(t, "the late one is taken", func() bool { return k.times("later") == 2 })
	done(t, js)
	f := c.Figures()
	if f.Taken != 2 || f.Later != 1 || f.Refused["invalid_request"] != 1 || f.Refused["other"] != 1 || f.Refused[broker.ReasonSubject] != 3 {
		t.Errorf("%+v", f)
	}
	for _, body := range []string{"no signal", "too short", "too long"} {
		if k.times(body) != 0 {
			t.Errorf("%s was handed on", body)
		}
	}
	told := ""
	for range 5 {
		m, err := ended.NextMsg(10 * time.Second)
		if err != nil {
			t.Fatal(err)
		}
		told += string(m.Data)
	}
	if !strings.Contains(told, `"invalid_request"`) || strings.Contains(told, "unheard_of") {
		t.Errorf("NATS tells %s", told)
	}
	if broker.Pause(1) != time.Second || broker.Pause(4) != 8*time.Second || broker.Pause(0) != time.Second || broker.Pause(1000) != time.Minute {
		t.Error("pauses")
	}
}

// TestNATSComesAndGoes: a server starts without NATS, waits for its stream, and goes on after NATS was
// gone, after it has closed the connection, and after somebody has removed the consumer.
func TestNATSComesAndGoes(t *testing.T) {
	n := natsserver.ForTest(t, nil)
	n.Stop()
	k := newTaker(t)
	var said lockedText
	c, err := broker.New(broker.Config{Settings: broker.Settings{URL: "nats://ada:swordfish@" + n.Address()}, Take: k.take, Log: slog.New(slog.NewTextHandler(&said, nil))})
	if err == nil {
		err = c.Start(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	poll.Until(t, "it is said", func() bool { return strings.Contains(said.String(), "no messages are taken from NATS") })
	if c.Figures().Up {
		t.Error("up without NATS")
	}
	n.Start()
	js := n.Stream(broker.DefaultName, broker.Prefix+".>")
	// What is sent to a connection that is cut comes again when NATS gives it up.
	if _, err := js.CreateOrUpdateConsumer(t.Context(), broker.DefaultName, jetstream.ConsumerConfig{Durable: broker.DefaultName, FilterSubject: broker.Prefix + ".>", AckPolicy: jetstream.AckExplicitPolicy, AckWait: 2 * time.Second}); err != nil {
		t.Fatal(err)
	}
	publish(t, js, subject, "first")
	poll.Until(t, "the first is taken", func() bool { return k.times("first") == 1 && c.Figures().Up })
	n.Stop()
	poll.Until(t, "it is down", func() bool { return !c.Figures().Up })
	n.Start()
	poll.Until(t, "the client is back", js.Conn().IsConnected)
	publish(t, js, subject, "second")
	poll.Until(t, "the second is taken", func() bool { return k.times("second") == 1 })
	c.Cut()
	publish(t, js, subject, "third")
	poll.Until(t, "the third is taken", func() bool { return k.times("third") == 1 })
	done(t, js)
	if err := js.DeleteConsumer(t.Context(), broker.DefaultName, broker.DefaultName); err != nil {
		t.Fatal(err)
	}
	publish(t, js, subject, "fourth")
	poll.Until(t, "the fourth is taken, and the others come again", func() bool { return k.times("fourth") == 1 && k.times("first") == 2 })
	if f := c.Figures(); f.Repeated == 0 || f.Taken < 4 {
		t.Errorf("%+v", f)
	}
	if err := c.Stop(t.Context()); err != nil {
		t.Error(err)
	}
	if c.Figures().Up || strings.Contains(said.String(), "swordfish") {
		t.Error(said.String())
	}
}

// TestCutBeforeAcknowledging: whoever has stored an effect and is cut off before NATS knows gets the
// message again.
func TestCutBeforeAcknowledging(t *testing.T) {
	n := natsserver.ForTest(t, nil)
	js := n.Stream(broker.DefaultName, broker.Prefix+".>")
	if _, err := js.CreateConsumer(t.Context(), broker.DefaultName, jetstream.ConsumerConfig{Durable: broker.DefaultName, AckPolicy: jetstream.AckExplicitPolicy, AckWait: time.Second}); err != nil {
		t.Fatal(err)
	}
	k := newTaker(t)
	var c *broker.Consumer
	ready := make(chan struct{})
	k.verdict = func(_ *broker.Message, n int) broker.Verdict {
		if <-ready; n == 1 {
			c.Cut()
			return broker.Verdict{Became: broker.Taken}
		}
		return broker.Verdict{Became: broker.Repeated}
	}
	c = k.start(broker.Settings{URL: n.URL()})
	close(ready)
	publish(t, js, subject, "once")
	poll.Until(t, "it comes again", func() bool { return c.Figures().Repeated == 1 })
	done(t, js)
}

// TestStop: what is begun is ended and acknowledged, and what is not goes to another server at once.
func TestStop(t *testing.T) {
	n := natsserver.ForTest(t, nil)
	js := n.Stream(broker.DefaultName, broker.Prefix+".>")
	begun, release := make(chan struct{}, 100), make(chan struct{})
	slow := newTaker(t)
	slow.verdict = func(*broker.Message, int) broker.Verdict {
		begun <- struct{}{}
		<-release
		return broker.Verdict{Became: broker.Taken}
	}
	c := slow.start(broker.Settings{URL: n.URL()})
	for i := range 20 {
		publish(t, js, subject, strconv.Itoa(i))
	}
	for range 8 {
		<-begun
	}
	stopped := make(chan error)
	go func() { stopped <- c.Stop(context.Background()) }()
	other := newTaker(t)
	rest := other.start(broker.Settings{URL: n.URL()})
	began := time.Now()
	poll.Until(t, "the other takes what was not begun", func() bool { return rest.Figures().Taken == 12 })
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("after %s: NATS gave it up before we did", took)
	}
	close(release)
	if err := <-stopped; err != nil {
		t.Error(err)
	}
	done(t, js)
	if a, b := c.Figures(), rest.Figures(); a.Taken != 8 || b.Taken != 12 || b.Repeated != 0 {
		t.Errorf("%+v %+v", a, b)
	}
}

// TestSettings: what cannot work is refused at the start, and no secret is repeated.
func TestSettings(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	take := func(context.Context, *broker.Message) broker.Verdict { return broker.Verdict{} }
	for _, c := range []struct {
		broker.Settings
		says string
	}{
		{broker.Settings{URL: "swordfish"}, "not an address"},
		{broker.Settings{URL: "http://swordfish@nats.example"}, "not an address"},
		{broker.Settings{URL: "nats://ada:swordfish@"}, "not an address"},
		{broker.Settings{URL: "nats://ada:swordfish@nats.example:x"}, "not an address"},
		{broker.Settings{URL: "nats://a.example,tls://b.example"}, "with TLS and without"},
		{broker.Settings{URL: "nats://a.example", Roots: "ca.pem"}, "begin --nats with tls://"},
		{broker.Settings{URL: "tls://a.example", Roots: filepath.Join(dir, "none")}, "--nats-ca"},
		{broker.Settings{URL: "tls://a.example", Roots: file("ca", "swordfish")}, "no certificate"},
		{broker.Settings{URL: "tls://a.example", Cert: "cert.pem"}, "belong together"},
		{broker.Settings{URL: "tls://a.example", Cert: filepath.Join(dir, "none"), Key: filepath.Join(dir, "none")}, "--nats-cert and --nats-key"},
		{broker.Settings{URL: "nats://a.example", Credentials: filepath.Join(dir, "none")}, "--nats-credentials"},
		{broker.Settings{URL: "nats://a.example", Credentials: file("creds", "swordfish")}, "not the credentials of a user"},
		{broker.Settings{URL: "nats://a.example", Credentials: file("half", "-----BEGIN NATS USER JWT-----\nswordfish\n------END NATS USER JWT------\n")}, "not the credentials of a user"},
		{broker.Settings{URL: "nats://a.example", Stream: "a.b"}, "letters, digits"},
		{broker.Settings{URL: "nats://a.example", Consumer: strings.Repeat("a", 65)}, "letters, digits"},
	} {
		_, err := broker.New(broker.Config{Settings: c.Settings, Take: take, Log: slog.New(slog.DiscardHandler)})
		if err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "swordfish") {
			t.Errorf("%+v: %v", c.Settings, err)
		}
		if again := c.Check(t.Context()); fmt.Sprint(again) != fmt.Sprint(err) {
			t.Errorf("%+v: checked: %v", c.Settings, again)
		}
	}
	for url, plain := range map[string]bool{"nats://127.0.0.1": false, "nats://localhost:4222": false, "nats://[::1]": false, "tls://a.example": false, "nats://a.example": true, "nats://localhost,nats://a.example": true} {
		if s := (broker.Settings{URL: url}); s.Plain() != plain {
			t.Errorf("%s: plain %v", url, !plain)
		}
	}
}

// TestCheck: what is said of a NATS that has all, lacks something, lets nobody in or is gone; with a
// password and TLS.
func TestCheck(t *testing.T) {
	dir := t.TempDir()
	cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	certstest.Pair(t, cert, key, time.Hour, "localhost")
	pair, err := tls.LoadX509KeyPair(cert, key)
	if err != nil {
		t.Fatal(err)
	}
	n := natsserver.ForTest(t, func(o *server.Options) {
		o.Username, o.Password = "ada", "swordfish"
		o.TLSConfig = &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{pair}}
	})
	_, port, err := net.SplitHostPort(n.Address())
	if err != nil {
		t.Fatal(err)
	}
	good := broker.Settings{URL: "tls://ada:swordfish@localhost:" + port, Roots: cert}
	check := func(name string, s broker.Settings, want error, says string) {
		t.Helper()
		err := s.Check(t.Context())
		if want != nil && !errors.Is(err, want) || says == "" && want == nil && err != nil || says != "" && (err == nil || !strings.Contains(err.Error(), says)) || err != nil && strings.Contains(err.Error(), "swordfish") {
			t.Errorf("%s: %v", name, err)
		}
	}
	check("no stream", good, broker.ErrNoStream, "")
	roots, err := x509.SystemCertPool()
	if err != nil {
		roots = x509.NewCertPool()
	}
	text, err := os.ReadFile(cert)
	if err != nil || !roots.AppendCertsFromPEM(text) {
		t.Fatal(err)
	}
	conn, err := nats.Connect(good.URL, nats.Secure(&tls.Config{MinVersion: tls.VersionTLS12, RootCAs: roots}))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: broker.DefaultName, Subjects: []string{broker.Prefix + ".>"}}); err != nil {
		t.Fatal(err)
	}
	check("good", good, nil, "")
	k := newTaker(t)
	c := k.start(good)
	publish(t, js, subject, "secure")
	poll.Until(t, "it is taken", func() bool { return c.Figures().Taken == 1 })
	check("with a consumer", good, nil, "")
	if _, err := js.CreateConsumer(t.Context(), broker.DefaultName, jetstream.ConsumerConfig{Durable: "careless", AckPolicy: jetstream.AckNonePolicy}); err != nil {
		t.Fatal(err)
	}
	careless := good
	careless.Consumer = "careless"
	check("acknowledges nothing", careless, broker.ErrConsumer, "")
	if d := k.start(careless); d.Figures().Up {
		t.Error("a careless consumer is used")
	}
	wrong := good
	wrong.URL = "tls://ada:swordfish2@localhost:" + port
	check("wrong password", wrong, nil, "does not let us in")
	strange := good
	strange.Roots = ""
	check("unknown authority", strange, nil, "certificate")
	check("gone", broker.Settings{URL: "nats://127.0.0.1:1"}, nil, "does not answer")

	without := natsserver.ForTest(t, func(o *server.Options) { o.JetStream = false })
	check("no JetStream", broker.Settings{URL: without.URL()}, nil, "JetStream")
}

// TestLeastRights: the rights that the documentation names are enough for a server, and for looking.
func TestLeastRights(t *testing.T) {
	text, err := os.ReadFile("../../docs/OPERATIONS.md")
	if err != nil {
		t.Fatal(err)
	}
	rights := func(what string) *server.SubjectPermission {
		_, rest, found := strings.Cut(string(text), "\n    "+what+":")
		line, _, _ := strings.Cut(rest, "\n")
		if !found {
			t.Fatal("the documentation names no rights to ", what)
		}
		var list []string
		for subject := range strings.SplitSeq(line, ",") {
			list = append(list, strings.TrimSpace(subject))
		}
		return &server.SubjectPermission{Allow: list}
	}
	n := natsserver.ForTest(t, func(o *server.Options) {
		o.Users = []*server.User{{Username: "admin", Password: "perch"}, {Username: "holdfast", Password: "swordfish", Permissions: &server.Permissions{Publish: rights("publish"), Subscribe: rights("subscribe")}}}
	})
	js := n.JetStream(nats.UserInfo("admin", "perch"))
	if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: broker.DefaultName, Subjects: []string{broker.Prefix + ".>"}}); err != nil {
		t.Fatal(err)
	}
	s := broker.Settings{URL: "nats://holdfast:swordfish@" + n.Address()}
	k := newTaker(t)
	k.verdict = func(m *broker.Message, n int) broker.Verdict {
		if string(m.Body) == "later" && n == 1 {
			return broker.Verdict{Became: broker.Later}
		}
		return broker.Verdict{Became: broker.Taken}
	}
	k.start(s)
	publish(t, js, subject, "now")
	publish(t, js, subject, "later")
	poll.Until(t, "both are taken", func() bool { return k.times("now") == 1 && k.times("later") == 2 })
	done(t, js)
	if err := s.Check(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestCredentials: with a JWT of a user, which a file has, messages are taken; with that of another
// account there is no stream.
func TestCredentials(t *testing.T) {
	operated := natsserver.NewOperator(t)
	n := natsserver.ForTest(t, operated.Set)
	ours, theirs := operated.User(t, "ours"), operated.User(t, "theirs")
	js := n.JetStream(nats.UserCredentials(ours))
	if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "signals", Subjects: []string{broker.Prefix + ".>"}}); err != nil {
		t.Fatal(err)
	}
	s := broker.Settings{URL: n.URL(), Credentials: ours, Stream: "signals", Consumer: "tickets"}
	if err := s.Check(t.Context()); err != nil {
		t.Error(err)
	}
	k := newTaker(t)
	c := k.start(s)
	publish(t, js, subject, "ours")
	poll.Until(t, "it is taken", func() bool { return c.Figures().Taken == 1 })
	s.Credentials = theirs
	if err := s.Check(t.Context()); !errors.Is(err, broker.ErrNoStream) {
		t.Error(err)
	}
	s.Credentials = ""
	if err := s.Check(t.Context()); err == nil || !strings.Contains(err.Error(), "does not let us in") {
		t.Error(err)
	}
}

// lockedText is what was logged.
type lockedText struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lockedText) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lockedText) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
