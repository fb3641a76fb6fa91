package e2e

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// TestNobodyIsCutOff stops a server to which 24 clients talk without a pause, over
// connections that they keep, several times: /readyz turns while everything else is
// answered, each answer from then on ends its connection, and nobody meets a connection
// that is reset, or ended without an answer. Where the clients go they ask /readyz ten
// times a second, as a load balancer does for them.
func TestNobodyIsCutOff(t *testing.T) {
	const clients, drains = 24, 2 * time.Second
	db := sqlite(t)
	s := serve(t, db, "--drain", drains.String())
	stream := s.base + "/v1/events/" + s.newEvent(5, nil) + "/stream"
	for round := range count(t, "HOLDFAST_STOPS", 2) {
		if round > 0 {
			s.restart()
		}
		var stopping, elsewhere atomic.Bool
		var answered, after, closed atomic.Int64
		failed := make(chan error, clients)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		var running sync.WaitGroup
		for range clients {
			running.Go(func() {
				if err := talk(ctx, s.base, &stopping, &elsewhere, &answered, &after, &closed); err != nil {
					failed <- err
				}
			})
		}
		said, err := follow(ctx, stream)
		if err != nil {
			t.Fatal(err)
		}
		within(t, 10*time.Second, "everybody talks", func() bool { return answered.Load() > 10*clients })
		stopping.Store(true)
		began := time.Now()
		turned := make(chan time.Duration, 1)
		go func() {
			for ctx.Err() == nil {
				if res, err := http.Get(s.base + "/readyz"); err == nil {
					res.Body.Close() //nolint:errcheck // only the status counts
					if res.StatusCode == http.StatusServiceUnavailable {
						turned <- time.Since(began)
						elsewhere.Store(true)
						return
					}
				}
				time.Sleep(100 * time.Millisecond)
			}
		}()
		s.stop()
		took := time.Since(began)
		running.Wait()
		close(failed)
		for err := range failed {
			t.Errorf("round %d: %v", round, err)
		}
		select {
		case d := <-turned:
			t.Logf("round %d: not ready after %s, ended after %s, %d answers after the signal, %d of them the last of their connection", round, d, took, after.Load(), closed.Load())
		default:
			t.Errorf("round %d: /readyz never turned", round)
		}
		if took < drains || closed.Load() == 0 {
			t.Errorf("round %d: ended after %s, and %d answers ended their connection", round, took, closed.Load())
		}
		if told := <-said; strings.Count(told, "retry: ") != 2 || !strings.HasSuffix(told, "\n\n") {
			t.Errorf("round %d: the stream ended with %q", round, told)
		}
		cancel()
	}
	verified(t, db)
}

// TestNobodyIsReset stops a server to which clients come with a new connection for each
// request, until nobody listens any more: whoever was let in is answered.
func TestNobodyIsReset(t *testing.T) {
	const clients = 24
	s := serve(t, sqlite(t), "--drain", "500ms")
	for round := range count(t, "HOLDFAST_STOPS", 2) {
		if round > 0 {
			s.restart()
		}
		var answered, refused atomic.Int64
		failed := make(chan error, clients)
		var running sync.WaitGroup
		for range clients {
			running.Go(func() {
				for {
					err := visit(s.base)
					switch {
					case err == nil:
						answered.Add(1)
						continue
					case errors.Is(err, syscall.ECONNREFUSED):
						refused.Add(1)
					default:
						failed <- err
					}
					return
				}
			})
		}
		within(t, 10*time.Second, "everybody comes", func() bool { return answered.Load() > 10*clients })
		s.stop()
		running.Wait()
		close(failed)
		for err := range failed {
			t.Errorf("round %d: %v", round, err)
		}
		t.Logf("round %d: %d answered, then %d refused", round, answered.Load(), refused.Load())
	}
}

// visit asks once, over a connection of its own. A connection that nobody listens for is
// an error of connecting; so is one that is given up in the handshake.
func visit(url string) error {
	addr := strings.TrimPrefix(url, "http://")
	c, err := net.DialTimeout("tcp", addr, 20*time.Second)
	if err != nil {
		return fmt.Errorf("connecting: %w", err)
	}
	defer c.Close() //nolint:errcheck // it was answered, or is an error anyway
	if err := c.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
		return err
	}
	if _, err := io.WriteString(c, "GET /healthz HTTP/1.1\r\nHost: "+addr+"\r\nConnection: close\r\n\r\n"); err != nil {
		return fmt.Errorf("asking: %w", err)
	}
	res, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		return fmt.Errorf("answer: %w", err)
	}
	if _, err := io.Copy(io.Discard, res.Body); err != nil {
		return fmt.Errorf("answer: %w", err)
	}
	return res.Body.Close()
}

// talk asks without a pause, over one connection as long as it may, and opens another
// until it is sent elsewhere. It writes requests itself: a client that repeats what failed
// would hide it.
func talk(ctx context.Context, url string, stopping, elsewhere *atomic.Bool, answered, after, closed *atomic.Int64) error {
	addr := strings.TrimPrefix(url, "http://")
	for ctx.Err() == nil && !elsewhere.Load() {
		c, err := (&net.Dialer{Timeout: 10 * time.Second}).DialContext(ctx, "tcp", addr)
		if err != nil {
			return fmt.Errorf("connecting: %w", err)
		}
		for n, last := 0, false; !last; n++ {
			if err := c.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
				return err
			}
			if _, err := io.WriteString(c, "GET /healthz HTTP/1.1\r\nHost: "+addr+"\r\n\r\n"); err != nil {
				return fmt.Errorf("request %d of a connection: %w", n, err)
			}
			res, err := http.ReadResponse(bufio.NewReader(c), nil)
			if err != nil {
				return fmt.Errorf("answer %d of a connection: %w", n, err)
			}
			if _, err := io.Copy(io.Discard, res.Body); err != nil {
				return fmt.Errorf("answer %d of a connection: %w", n, err)
			}
			answered.Add(1)
			if stopping.Load() {
				after.Add(1)
			}
			if last = res.Close; last {
				closed.Add(1)
			}
			time.Sleep(time.Millisecond)
		}
		if err := c.Close(); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// follow opens a stream and returns, when it ends, all that it said.
func follow(ctx context.Context, stream string) (<-chan string, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, stream, nil)
	if err != nil {
		return nil, err
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	said := make(chan string, 1)
	go func() {
		text, err := io.ReadAll(res.Body)
		if err != nil {
			text = append(text, " and then "+err.Error()...)
		}
		res.Body.Close() //nolint:errcheck // it was read to its end
		said <- string(text)
	}()
	return said, nil
}
