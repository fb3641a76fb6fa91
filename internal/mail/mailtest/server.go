// Package mailtest is an SMTP server for tests, in this process: it keeps what
// it takes, and answers as it is told. The tests of mail, jobs and server share it.
package mailtest

import (
	"crypto/tls"
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// Received is a mail that the server has taken.
type Received struct {
	From, To string
	Data     string // headers and body as they came
}

// Header returns the first line of a header of the mail, without folding.
func (r Received) Header(name string) string {
	head, _, _ := strings.Cut(r.Data, "\r\n\r\n")
	for line := range strings.SplitSeq(strings.ReplaceAll(head, "\r\n ", " "), "\r\n") {
		if key, value, ok := strings.Cut(line, ": "); ok && strings.EqualFold(key, name) {
			return value
		}
	}
	return ""
}

// Server is an SMTP server on a port of this machine.
type Server struct {
	Addr string // host:port
	// Answer, when set, is asked at "MAIL", "RCPT" and "DATA" (after the text has
	// come) with the recipient as far as it is known; an error, best a
	// *smtp.SMTPError, is what the client hears. Set it before Start.
	Answer func(phase, recipient string) error
	// Took, when set, is given each mail that was taken, which is then not kept.
	// Set it before Start.
	Took func(Received)
	// User and Password, when set, are required. TLS, when set, offers STARTTLS.
	User, Password string
	TLS            *tls.Config

	mu       sync.Mutex
	received []Received // (guarded by mu)
	count    int        // taken so far (guarded by mu)
	conns    int        // opened so far (guarded by mu)
	server   *smtp.Server
	listener net.Listener
	done     chan struct{} // closed when the server has ended
}

// Start starts a server with those answers; it ends with the test.
func Start(t testing.TB, s *Server) *Server {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.Serve(l)
	t.Cleanup(func() { s.Close() }) //nolint:errcheck // a test may have closed it before
	return s
}

// Serve serves on l until Close. A server can serve again after Close.
func (s *Server) Serve(l net.Listener) {
	s.Addr = l.Addr().String()
	s.listener = l
	s.server = smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		s.mu.Lock()
		s.conns++
		s.mu.Unlock()
		return &session{server: s, conn: c}, nil
	}))
	s.server.Domain = "mx.test"
	s.server.AllowInsecureAuth = true
	s.server.TLSConfig = s.TLS
	s.server.ReadTimeout, s.server.WriteTimeout = time.Minute, time.Minute
	s.server.ErrorLog = quiet{}
	s.done = make(chan struct{})
	go func(server *smtp.Server, done chan struct{}) {
		defer close(done)
		server.Serve(l) //nolint:errcheck // it ends when Close closes l
	}(s.server, s.done)
}

// Close closes the port and every connection.
func (s *Server) Close() error {
	s.listener.Close() //nolint:errcheck // Serve may not have seen it yet, and then the server does not know it
	err := s.server.Close()
	<-s.done
	if errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}

// Received returns the mails taken so far.
func (s *Server) Received() []Received {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Received(nil), s.received...)
}

// Count is how many mails were taken so far.
func (s *Server) Count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.count
}

// Conns is how many connections were opened so far.
func (s *Server) Conns() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.conns
}

// WaitForCount polls until count has come to want, and fails the test when it
// has not moved for a generous while: what is slow but gets on is waited for.
func WaitForCount(t testing.TB, what string, want int, count func() int) {
	t.Helper()
	WaitWhileMoving(t, stuckFor, what, want, count)
}

// stuckFor is how long nothing may happen before a test is given up: no measure of
// speed, for a machine may be busy with much else.
const stuckFor = 3 * time.Minute

// WaitWhileMoving is WaitForCount for tests that know how long nothing may happen.
func WaitWhileMoving(t testing.TB, stuck time.Duration, what string, want int, count func() int) {
	t.Helper()
	last, moved := count(), time.Now()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for n := last; n != want; n = count() {
		if n != last {
			last, moved = n, time.Now()
		}
		if time.Since(moved) > stuck {
			t.Fatalf("%s: %d, want %d, and nothing has moved for %s", what, n, want, stuck)
		}
		<-tick.C
	}
}

// WaitFor polls until ok, or fails the test after a generous while.
func WaitFor(t testing.TB, what string, ok func() bool) {
	t.Helper()
	deadline := time.After(stuckFor)
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for !ok() {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

type session struct {
	server   *Server
	conn     *smtp.Conn
	from, to string
	known    bool
}

func (s *session) AuthMechanisms() []string {
	if s.server.User == "" {
		return nil
	}
	return []string{sasl.Plain}
}

func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if user != s.server.User || password != s.server.Password {
			return smtp.ErrAuthFailed
		}
		s.known = true
		return nil
	}), nil
}

func (s *session) Mail(from string, _ *smtp.MailOptions) error {
	if s.server.User != "" && !s.known {
		return smtp.ErrAuthRequired
	}
	s.from = from
	return s.answer("MAIL")
}

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.to = to
	return s.answer("RCPT")
}

func (s *session) Data(r io.Reader) error {
	data, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	if err := s.answer("DATA"); err != nil {
		return err
	}
	s.server.mu.Lock()
	defer s.server.mu.Unlock()
	s.server.count++
	got := Received{From: s.from, To: s.to, Data: string(data)}
	if s.server.Took != nil {
		s.server.Took(got)
		return nil
	}
	s.server.received = append(s.server.received, got)
	return nil
}

// ErrHangUp, as an answer, closes the connection without a word.
var ErrHangUp = errors.New("hang up")

func (s *session) answer(phase string) error {
	if s.server.Answer == nil {
		return nil
	}
	err := s.server.Answer(phase, s.to)
	if errors.Is(err, ErrHangUp) {
		s.conn.Conn().Close() //nolint:errcheck // it is to be closed
	}
	return err
}

func (s *session) Reset()      { s.from, s.to = "", "" }
func (*session) Logout() error { return nil }

type quiet struct{}

func (quiet) Printf(string, ...any) {}
func (quiet) Println(...any)        {}
