package streams

import (
	"bytes"
	"context"
	"io"
	"net"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/socket"
	"github.com/holdfast-events/holdfast/internal/stream"
)

// onConnection is an event's stream on a connection over loopback, with the reader's end.
func onConnection(t *testing.T, heartbeat time.Duration) (d *direct, client *net.TCPConn, hub *stream.Hub, ended <-chan struct{}) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close() //nolint:errcheck // both ends are there, or the test has failed
	far, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = far.Close() })
	near, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	raw, ok := socket.Plain(near)
	if !ok {
		t.Fatal("a connection of TCP is not plain")
	}
	hub, err = stream.New(stream.Config{
		Poll: -1,
		Source: func(context.Context, string, int64) (int64, []stream.Frame, error) {
			return 1, []stream.Frame{{Seq: 1, Text: []byte("first\n")}}, nil
		},
		Seqs: func(context.Context, []string) (map[string]int64, error) { return map[string]int64{"a": 1}, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(hub.Close)
	reader, frames, err := hub.Join(t.Context(), "a", 0)
	if err != nil {
		t.Fatal(err)
	}
	d = &direct{f: &eventFollower{hub: hub, reader: reader, frames: frames, notFor: stream.Staff, heartbeat: heartbeat}, conn: near, raw: raw}
	done := make(chan struct{})
	if !hub.Go(func() { d.run(); reader.Leave(); close(done) }) {
		t.Fatal("the hub is closed")
	}
	return d, far.(*net.TCPConn), hub, done
}

// within fails the test when something does not happen in a while.
func within(t *testing.T, what string, done <-chan struct{}) {
	t.Helper()
	select {
	case <-done:
	case <-time.After(30 * time.Second):
		t.Fatal("never: " + what)
	}
}

func read(t *testing.T, from io.Reader, want string) {
	t.Helper()
	got := make([]byte, len(want))
	if _, err := io.ReadFull(from, got); err != nil || string(got) != want {
		t.Fatalf("read %q, %v, want %q", got, err, want)
	}
}

// A reader is told each frame once, sees that the stream goes on, and is told to come back
// when the server stops.
func TestDirectStream(t *testing.T) {
	t.Parallel()
	d, client, hub, ended := onConnection(t, 20*time.Millisecond)
	read(t, client, "first\n:\n\n")
	d.Tell([]stream.Frame{{Seq: 1, Text: []byte("seen\n")}, {Seq: 2, Text: []byte("not for them\n"), For: stream.Staff}})
	d.Tell([]stream.Frame{{Seq: 3, Text: []byte("third\n")}})
	hub.Close()
	rest, err := io.ReadAll(client)
	text := strings.ReplaceAll(string(rest), ":\n\n", "")
	if err != nil || !strings.HasPrefix(text, "third\nretry: ") {
		t.Errorf("read %q, %v", rest, err)
	}
	within(t, "the stream has ended", ended)
}

// A reader that leaves ends its stream.
func TestDirectStreamEndsWithItsReader(t *testing.T) {
	t.Parallel()
	_, client, _, ended := onConnection(t, time.Hour)
	read(t, client, "first\n")
	if err := client.Close(); err != nil {
		t.Fatal(err)
	}
	within(t, "the stream has ended", ended)
}

// A reader that takes nothing keeps nobody waiting. What it is sent meanwhile is bounded,
// and then it is dropped; one that takes it after all has missed nothing.
func TestDirectStreamOfASlowReader(t *testing.T) {
	t.Parallel()
	big := func(seq int64) []stream.Frame {
		return []stream.Frame{{Seq: seq, Text: append(bytes.Repeat([]byte{byte('a' + seq%20)}, 8<<20), '\n')}}
	}
	isBehind := func(d *direct) bool {
		d.mu.Lock()
		defer d.mu.Unlock()
		return d.behind
	}
	t.Run("that takes it after all", func(t *testing.T) {
		t.Parallel()
		d, client, _, _ := onConnection(t, time.Hour)
		read(t, client, "first\n")
		for seq := int64(2); seq < 6; seq++ {
			d.Tell(big(seq))
		}
		if !isBehind(d) {
			t.Error("32 MB were taken by nobody")
		}
		for seq := int64(2); seq < 6; seq++ {
			read(t, client, string(big(seq)[0].Text))
		}
		for isBehind(d) {
			runtime.Gosched()
		}
		d.Tell([]stream.Frame{{Seq: 6, Text: []byte("last\n")}})
		read(t, client, "last\n")
	})
	t.Run("that does not", func(t *testing.T) {
		t.Parallel()
		d, client, _, ended := onConnection(t, time.Hour)
		read(t, client, "first\n")
		small := func(seq int64) []stream.Frame { return []stream.Frame{{Seq: seq, Text: []byte("x")}} }
		d.Tell(big(2))
		for seq := int64(3); seq < 3+backlog; seq++ {
			d.Tell(small(seq))
		}
		select {
		case <-ended:
			t.Error("dropped too soon")
		default:
		}
		d.Tell(small(99))
		within(t, "the reader is dropped", ended)
	})
}
