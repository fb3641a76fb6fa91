package api_test

import (
	"bufio"
	"fmt"
	"math"
	"net"
	"net/http"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/limit"
	"github.com/holdfast-events/holdfast/internal/socket"
)

// What an open stream may cost, in bytes: of a server, with stacks and buffers but without
// the kernel's, and the client's end of the connection, which is in the same process here.
// One of a person has a goroutine that writes, beside the one that reads.
const (
	maxStreamMemory    = 10 << 10
	maxOwnStreamMemory = 17 << 10
)

// crowd is n open streams of one event, over loopback.
type crowd struct {
	conns []net.Conn
	srv   *http.Server
}

// heldByHTTP keeps net/http's connections from being taken: what streams cost then is
// what they are measured against.
type heldByHTTP struct {
	http.ResponseWriter
	rc *http.ResponseController
}

func (w heldByHTTP) FlushError() error                  { return w.rc.Flush() }
func (w heldByHTTP) SetReadDeadline(t time.Time) error  { return w.rc.SetReadDeadline(t) }
func (w heldByHTTP) SetWriteDeadline(t time.Time) error { return w.rc.SetWriteDeadline(t) }

// openCrowd opens streams of an event with the headers of a browser, and returns when
// each has had its first frame.
func (h *testServer) openCrowd(path string, n int, handler http.Handler, headers ...string) *crowd {
	h.t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	h.must(err)
	gate := socket.NewGate(l.(*net.TCPListener), socket.Bounds{})
	c := &crowd{srv: &http.Server{Handler: handler, ConnContext: socket.Context, ReadTimeout: 30 * time.Second, WriteTimeout: time.Minute}}
	go func() { _ = c.srv.Serve(gate) }()
	h.t.Cleanup(func() { _ = c.srv.Close() })
	request := "GET " + path + " HTTP/1.1\r\nHost: holdfast.test\r\nAccept: text/event-stream\r\nAccept-Encoding: gzip, deflate, br, zstd\r\n" +
		"Accept-Language: de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7\r\nCache-Control: no-cache\r\nConnection: keep-alive\r\n" +
		"Referer: https://holdfast.test/events/summer\r\nSec-Fetch-Dest: empty\r\nSec-Fetch-Mode: cors\r\nSec-Fetch-Site: same-origin\r\n" +
		"User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36\r\n" +
		strings.Join(append(headers, ""), "\r\n") + "\r\n"
	for range n {
		conn, err := net.Dial("tcp", l.Addr().String())
		h.must(err)
		c.conns = append(c.conns, conn)
		_, err = conn.Write([]byte(request))
		h.must(err)
	}
	for i, conn := range c.conns {
		h.must(conn.SetReadDeadline(time.Now().Add(time.Minute)))
		lines := bufio.NewReaderSize(conn, 512)
		for text := ""; !strings.HasPrefix(text, "event: "); {
			text, err = lines.ReadString('\n')
			if err != nil {
				h.t.Fatalf("stream %d of %d had no frame, and last %q: %v", i, n, text, err)
			}
		}
	}
	return c
}

func (c *crowd) close() {
	for _, conn := range c.conns {
		_ = conn.Close()
	}
	_ = c.srv.Close()
}

// memory returns the bytes in use by heap and stacks, and what the process has of the
// machine's.
func memory() (used, resident int) {
	for range 3 { // each halves the stacks that have shrunk
		runtime.GC()
	}
	debug.FreeOSMemory()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	var pages int
	if text, err := os.ReadFile("/proc/self/statm"); err == nil {
		_, _ = fmt.Sscanf(string(text), "%d %d", new(int), &pages)
	}
	return int(m.HeapAlloc + m.StackInuse), pages * os.Getpagesize()
}

// streamMemory measures what a stream of an event costs, in bytes.
func (h *testServer) streamMemory(path string, n int, handler http.Handler, headers ...string) (used, resident int) {
	// Tests that run later stand by, with a goroutine each.
	before := runtime.NumGoroutine()
	h.openCrowd(path, 1, handler, headers...).close() // what is made once
	h.eventually("they have gone", func() bool { return runtime.NumGoroutine() < before+n })
	usedBefore, residentBefore := memory()
	c := h.openCrowd(path, n, handler, headers...)
	used, resident = memory()
	c.close()
	return (used - usedBefore) / n, (resident - residentBefore) / n
}

func held(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(heldByHTTP{w, http.NewResponseController(w)}, r)
	})
}

func manyStreams(c *api.Config) {
	c.StreamsPerNetwork = 100_000
	c.Limits = limits(map[limit.Kind]limit.Rate{limit.StreamAddress: {PerSecond: -1}, limit.StreamNetwork: {PerSecond: -1}})
}

// TestStreamMemory: an open stream keeps nothing that net/http keeps for a request, be it
// of an event or of a person, with or without credentials.
func TestStreamMemory(t *testing.T) { //nolint:paralleltest // others would be measured too
	if testing.Short() {
		t.Skip("the race detector's memory is measured too")
	}
	h := newTestServer(t, manyStreams)
	s := h.scene()
	cookie := "Cookie: " + string(h.signIn("dan@example.org"))
	for _, of := range []struct {
		what, path string
		most       int
		headers    []string
	}{
		{"an event, public", s.event + "/stream", maxStreamMemory, nil},
		{"an event, by a key", s.event + "/stream", maxStreamMemory, []string{"Authorization: Bearer " + h.keys[identity.Viewer]}},
		{"a person", "/v1/me/stream", maxOwnStreamMemory, []string{cookie}},
	} {
		// What else the process does at the time is measured too, and can only add: the least
		// of three counts.
		used := math.MaxInt
		for try := 0; try < 3 && used > of.most; try++ {
			n, _ := h.streamMemory(of.path, 300, h.handler, of.headers...)
			used = min(used, n)
		}
		if used > of.most {
			t.Errorf("a stream of %s costs %d bytes, more than %d", of.what, used, of.most)
		} else {
			t.Logf("a stream of %s costs %d bytes", of.what, used)
		}
	}
}

// BenchmarkStreamMemory opens thousands of streams in turns: as they are, and held by
// net/http, as a handler that writes until its reader leaves would be.
//
//	go test ./internal/api -run - -bench StreamMemory -benchtime 1x
func BenchmarkStreamMemory(b *testing.B) {
	const streams = 4000
	h := newTestServer(b, manyStreams)
	path := h.event(3) + "/stream"
	var own, ownResident, before, beforeResident int
	for b.Loop() {
		own, ownResident = h.streamMemory(path, streams, h.handler)
		before, beforeResident = h.streamMemory(path, streams, held(h.handler))
	}
	kb := func(n int, name string) { b.ReportMetric(float64(n)/1024, name) }
	kb(own, "KB/stream")
	kb(ownResident, "KB-resident/stream")
	kb(before, "KB/held")
	kb(beforeResident, "KB-resident/held")
	b.ReportMetric(float64(before)/float64(own), "times-less")
}
