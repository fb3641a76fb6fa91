// Package natsserver runs private NATS servers with JetStream in tests.
//
// A server listens on a free port of 127.0.0.1, keeps its streams in a folder of the test, and
// ends with it. It is the real server, in the process of the test, and in no binary.
package natsserver

import (
	"errors"
	"net"
	"strconv"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// startTimeout bounds the wait for a server to answer.
const startTimeout = 20 * time.Second

// Server is a server of a test.
type Server struct {
	t       testing.TB
	options server.Options
	running *server.Server
}

// ForTest starts a server that ends with the test. set changes how it runs; nil: anybody may use it.
func ForTest(t testing.TB, set func(*server.Options)) *Server {
	t.Helper()
	s := &Server{t: t, options: server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true}}
	if set != nil {
		set(&s.options)
	}
	s.Start()
	t.Cleanup(s.Stop)
	return s
}

// Start starts it, after a Stop at the same port and with the streams that it had.
func (s *Server) Start() {
	s.t.Helper()
	options := s.options
	running, err := server.NewServer(&options)
	if err != nil {
		s.t.Fatal(err)
	}
	go running.Start()
	if !running.ReadyForConnections(startTimeout) {
		s.t.Fatal(errors.New("natsserver: the server does not answer"))
	}
	s.running, s.options.Port = running, running.Addr().(*net.TCPAddr).Port
}

// Stop ends it. Its streams stay.
func (s *Server) Stop() {
	if s.running != nil {
		s.running.Shutdown()
		s.running.WaitForShutdown()
		s.running = nil
	}
}

// Address is its port, as 127.0.0.1:4711.
func (s *Server) Address() string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(s.options.Port)) }

// URL is how clients name it.
func (s *Server) URL() string { return "nats://" + s.Address() }

// JetStream returns a client, which ends with the test.
func (s *Server) JetStream(options ...nats.Option) jetstream.JetStream {
	s.t.Helper()
	conn, err := nats.Connect(s.URL(), append([]nats.Option{nats.MaxReconnects(-1), nats.ReconnectWait(20 * time.Millisecond)}, options...)...)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(conn.Close)
	js, err := jetstream.New(conn)
	if err != nil {
		s.t.Fatal(err)
	}
	return js
}

// Stream makes a stream of subjects, and returns a client that publishes to it.
func (s *Server) Stream(name string, subjects ...string) jetstream.JetStream {
	s.t.Helper()
	js := s.JetStream()
	if _, err := js.CreateStream(s.t.Context(), jetstream.StreamConfig{Name: name, Subjects: subjects, Storage: jetstream.FileStorage}); err != nil {
		s.t.Fatal(err)
	}
	return js
}
