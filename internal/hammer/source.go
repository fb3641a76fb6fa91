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
	a, err := address(cfg.Targets[0], cfg.AllowRemote)
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

func (s *HTTPSource) get(path string) (Found, error) {
	c := s.borrow()
	defer s.giveBack(c)
	enc := newEncoder(s.address, s.apiKey)
	var reply Reply
	if err := c.do([]byte("GET "+path+" HTTP/1.1\r\n"+enc.host+enc.auth+"\r\n"), &reply); err != nil {
		return Found{}, err
	}
	switch {
	case reply.Status == 404:
		return Found{}, ErrMissing
	case !reply.OK():
		return Found{}, fmt.Errorf("hammer: %s answered %d: %.200s", path, reply.Status, reply.Body)
	}
	return Found{State: Field(reply.Body, "status"), User: Field(reply.Body, "user_id")}, nil
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
