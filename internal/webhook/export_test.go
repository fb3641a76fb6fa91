package webhook

import (
	"net/http"
	"time"
)

// SetTimeout sets how long a receiver may take.
func (s *Sender) SetTimeout(d time.Duration) {
	s.client.Timeout = d
	s.client.Transport.(*http.Transport).ResponseHeaderTimeout = d
}
