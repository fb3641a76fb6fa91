package socket

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"testing"
	"time"
)

// serve answers on a listener of this room until the test ends.
func serve(t *testing.T, h http.HandlerFunc) (address string) {
	t.Helper()
	l, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewUnstartedServer(h)
	s.Listener.Close() //nolint:errcheck // it is replaced
	s.Listener, s.Config.ConnContext = Listener{l}, Context
	s.Start()
	t.Cleanup(s.Close)
	return l.Addr().String()
}

// part writes n bytes of a body at most, and returns the others.
func part(w http.ResponseWriter, r *http.Request, body []byte, n int) []byte {
	n = min(n, len(body))
	Write(r.Context(), w, body[:n]) //nolint:errcheck // the client looks at what came
	return body[n:]
}

// TestAnswers: whatever way an answer is written, the client reads what was
// written, on one connection for all.
func TestAnswers(t *testing.T) {
	text := bytes.Repeat([]byte("0123456789abcdef"), 5000)
	for name, write := range map[string]func(w http.ResponseWriter, r *http.Request, body []byte){
		"whole": func(w http.ResponseWriter, r *http.Request, body []byte) {
			w.Header().Set("Content-Length", strconv.Itoa(len(body)))
			part(w, r, body, len(body))
		},
		"without a length": func(w http.ResponseWriter, r *http.Request, body []byte) { part(w, r, body, len(body)) },
		"after a beginning": func(w http.ResponseWriter, r *http.Request, body []byte) {
			part(w, r, part(w, r, body, 3000), len(body))
		},
		"in pieces": func(w http.ResponseWriter, r *http.Request, body []byte) {
			for len(body) > 0 {
				body = part(w, r, body, 5000)
			}
		},
		"flushed": func(w http.ResponseWriter, r *http.Request, body []byte) {
			body = part(w, r, body, 4500)
			http.NewResponseController(w).Flush() //nolint:errcheck // as above
			part(w, r, body, len(body))
		},
		"as a file": func(w http.ResponseWriter, r *http.Request, body []byte) {
			body = part(w, r, body, 4500)
			io.Copy(w, struct{ io.Reader }{bytes.NewReader(body)}) //nolint:errcheck // as above
		},
	} {
		t.Run(name, func(t *testing.T) {
			var size int
			clients := map[string]bool{}
			url := "http://" + serve(t, func(w http.ResponseWriter, r *http.Request) {
				clients[r.RemoteAddr] = true
				write(w, r, text[:size])
			})
			for _, size = range []int{0, 1, 2048, 3000, 3900, 4000, 4095, 4096, 4097, 7000, 8192, 9000, 40_000, len(text)} {
				for _, method := range []string{"GET", "HEAD"} {
					want := text[:size]
					if method == "HEAD" {
						want = nil
					}
					if got, err := ask(t, method, url); err != nil || !bytes.Equal(got, want) {
						t.Fatalf("%s of %d bytes: read %d, %v", method, size, len(got), err)
					}
				}
			}
			if len(clients) != 1 {
				t.Errorf("%d connections", len(clients))
			}
		})
	}
}

func ask(t *testing.T, method, url string) ([]byte, error) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	rep, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer rep.Body.Close() //nolint:errcheck // it is only read
	return io.ReadAll(rep.Body)
}

// TestBrokenOff: an answer that is not finished ends its connection at once.
func TestBrokenOff(t *testing.T) {
	for name, h := range map[string]http.HandlerFunc{
		"longer than said": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "10")
			part(w, r, make([]byte, 5000), 5000)
		},
		"shorter than said": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "10000")
			part(w, r, make([]byte, 5000), 5000)
		},
		"a panic": func(w http.ResponseWriter, r *http.Request) {
			part(w, r, make([]byte, 5000), 5000)
			panic(http.ErrAbortHandler)
		},
	} {
		t.Run(name, func(t *testing.T) {
			if body, err := ask(t, "GET", "http://"+serve(t, h)); err == nil {
				t.Errorf("read %d bytes and no error", len(body))
			}
		})
	}
}

// TestNothingToSend: where no body may be, nothing is waited for.
func TestNothingToSend(t *testing.T) {
	url := "http://" + serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusNotModified)
		if _, err := Write(r.Context(), w, make([]byte, 5000)); err == nil {
			t.Error("a body was written to an answer that has none")
		}
	})
	for range 2 {
		if body, err := ask(t, "GET", url); err != nil || len(body) > 0 {
			t.Error(len(body), err)
		}
	}
}

// TestKept: net/http cuts an answer where this room thinks. What it sends first is
// kept until the rest is sent, by the same call of the handler or after it.
func TestKept(t *testing.T) {
	var size int
	kept := make(chan int, 1)
	url := "http://" + serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", strconv.Itoa(size))
		part(w, r, make([]byte, size), size)
		n := 0
		if c := r.Context().Value(connKey{}).(*conn); c.kept != nil {
			n = len(*c.kept)
		}
		kept <- n
	})
	for _, c := range []struct{ size, kept int }{{2000, 0}, {Piece, 0}, {Piece + 1, Piece}, {7000, Piece}, {9000, 0}} {
		size = c.size
		body, err := ask(t, "GET", url)
		if n := <-kept; err != nil || len(body) != size || n != c.kept {
			t.Errorf("of %d bytes %d were kept, %d came, %v", size, n, len(body), err)
		}
	}
}

// TestWriteKept: what is kept is counted when it is sent and not before, and an
// error of the connection is told.
func TestWriteKept(t *testing.T) {
	l, err := net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close() //nolint:errcheck // the test is over
	var accepted net.Conn
	var accept sync.WaitGroup
	accept.Go(func() { accepted, err = Listener{l}.Accept() })
	far, dialed := net.Dial("tcp", l.Addr().String())
	accept.Wait()
	if err != nil || dialed != nil {
		t.Fatal(err, dialed)
	}
	defer far.Close() //nolint:errcheck // the test is over
	c := accepted.(*conn)
	c.expected = 8
	for _, piece := range []string{"kept", "sent"} {
		if n, err := c.Write([]byte(piece)); n != 4 || err != nil {
			t.Error(piece, n, err)
		}
	}
	got := make([]byte, 8)
	if _, err := io.ReadFull(far, got); err != nil || string(got) != "keptsent" {
		t.Errorf("%s, %v", got, err)
	}
	c.expected = 8
	if err := c.SetWriteDeadline(time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
	if n, err := c.Write([]byte("kept")); n != 4 || err != nil {
		t.Error(n, err)
	}
	if n, err := c.Write([]byte("sent")); n != 0 || err == nil {
		t.Error("what was not sent was counted", n, err)
	}
}
