package hammer

import (
	"context"
	"fmt"
	"sync"
)

// HTTPSource asks a running server.
type HTTPSource struct {
	address, apiKey string

	mu   sync.Mutex
	idle []*client // guarded by mu
}

// NewHTTPSource asks the server of cfg.Targets[0], under the same rules as Run.
func NewHTTPSource(cfg Config) (*HTTPSource, error) {
	if len(cfg.Targets) == 0 {
		return nil, fmt.Errorf("%w: no target", errConfig)
	}
	a, err := hostPort(cfg.Targets[0], cfg.AllowRemote)
	if err != nil {
		return nil, err
	}
	return &HTTPSource{address: a, apiKey: cfg.APIKey}, nil
}

// Close ends the connections that are kept.
func (s *HTTPSource) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.idle {
		c.close()
	}
	s.idle = nil
}

// Order reads an order.
func (s *HTTPSource) Order(_ context.Context, _, _, id string) (Found, error) {
	return s.get("/v1/orders/" + id)
}

// Entry reads an entry.
func (s *HTTPSource) Entry(_ context.Context, id string) (Found, error) {
	return s.get("/v1/waitlist/" + id)
}

func (s *HTTPSource) get(path string) (f Found, err error) {
	enc := newEncoder(s.address, s.apiKey)
	err = s.ask([]byte("GET "+path+" HTTP/1.1\r\n"+enc.host+enc.auth+"\r\n"), func(reply *Reply) error {
		switch {
		case reply.Status == 404:
			return ErrMissing
		case !reply.OK():
			return fmt.Errorf("hammer: %s answered %d: %.200s", path, reply.Status, reply.Body)
		}
		f = Found{State: Field(reply.Body, "status"), User: Field(reply.Body, "user_id")}
		return nil
	})
	return f, err
}

// ask sends a request and hands over its answer, which is valid meanwhile.
func (s *HTTPSource) ask(request []byte, answer func(*Reply) error) error {
	c := s.borrow()
	defer s.giveBack(c)
	var reply Reply
	if err := c.do(request, &reply); err != nil {
		return err
	}
	return answer(&reply)
}

// Place joins the waiting room once more as the same guest did, by the same key from the
// same network, who has to be answered with the same receipt.
func (s *HTTPSource) Place(_ context.Context, a *Ack) error {
	enc := newEncoder(s.address, "")
	text := "POST /v1/events/" + a.Event + "/waiting-room:join HTTP/1.1\r\n" + enc.host + "X-Forwarded-For: " + a.Room.Network + "\r\nIdempotency-Key: " + a.Key + "\r\nContent-Length: 0\r\n\r\n"
	return s.ask([]byte(text), func(reply *Reply) error {
		switch {
		case !reply.OK():
			return fmt.Errorf("hammer: to join again was answered %d: %.200s", reply.Status, reply.Body)
		case receiptOf(reply.Body) != a.Room.Receipt:
			return errOtherPlace
		}
		return nil
	})
}

func (s *HTTPSource) borrow() *client {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n := len(s.idle); n > 0 {
		c := s.idle[n-1]
		s.idle = s.idle[:n-1]
		return c
	}
	return newClient(s.address)
}

func (s *HTTPSource) giveBack(c *client) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.idle = append(s.idle, c)
}
