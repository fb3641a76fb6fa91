package socket_test

import (
	"errors"
	"net"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/socket"
)

// Connections that have begun when a gate is closed are accepted, and served.
func TestCloseKeepsWhatHasBegun(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	gate := socket.NewGate(l.(*net.TCPListener), socket.Bounds{})
	var clients []net.Conn
	for range 5 {
		c, err := net.Dial("tcp", gate.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close() //nolint:errcheck // the test is over
		clients = append(clients, c)
	}
	if err := gate.Close(); err != nil {
		t.Fatal(err)
	}
	for range clients {
		c, err := gate.Accept()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Write([]byte("x")); err != nil {
			t.Error(err)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := gate.Accept(); !errors.Is(err, net.ErrClosed) {
		t.Errorf("after the last: %v", err)
	}
	for _, c := range clients {
		if n, err := c.Read(make([]byte, 1)); n != 1 || err != nil {
			t.Errorf("a client reads %d, %v", n, err)
		}
	}
	if err := gate.Close(); !errors.Is(err, net.ErrClosed) {
		t.Errorf("closed again: %v", err)
	}
}

// From RefuseNew on nobody new is taken, while those who had come are.
func TestRefuseNew(t *testing.T) {
	l, err := socket.Listen(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	gate := socket.NewGate(l, socket.Bounds{})
	defer gate.Close() //nolint:errcheck // the test is over
	early, err := net.Dial("tcp", gate.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer early.Close() //nolint:errcheck // the test is over
	if err := gate.RefuseNew(); err != nil {
		t.Fatal(err)
	}
	var timeout net.Error
	if c, err := net.DialTimeout("tcp", gate.Addr().String(), 200*time.Millisecond); !errors.As(err, &timeout) || !timeout.Timeout() {
		t.Errorf("a new connection: %v, %v", c, err)
	}
	c, err := gate.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close() //nolint:errcheck // the test is over
	if _, err := early.Write([]byte("x")); err != nil {
		t.Fatal(err)
	}
	if n, err := c.Read(make([]byte, 1)); n != 1 || err != nil {
		t.Errorf("who had come says %d bytes, %v", n, err)
	}
}
