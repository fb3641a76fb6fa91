// Package smstest is a stand-in of Twilio's Messages API for tests, in this
// process: it keeps what it takes, answers as it is told, and checks what the
// real one checks (account, token, fields).
package smstest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// The account of every stand-in.
const (
	Account = "AC0123456789abcdef0123456789abcdef"
	Token   = "twilio-token-of-a-test"
	From    = "+15005550006"
)

// Received is a message that the stand-in has taken.
type Received struct{ SID, To, Body, Key, StatusURL string }

// Refusal is how the real one refuses.
type Refusal struct {
	Status  int    `json:"status"`
	Code    int    `json:"code"`
	Message string `json:"message"`
}

// Server is a stand-in on a port of this machine.
type Server struct {
	URL string
	// Answer, when set, is asked for each message; nil takes it. Set it before Start.
	Answer func(to string) *Refusal

	mu       sync.Mutex
	received []Received // (guarded by mu)
	asked    int        // (guarded by mu)
}

// Start starts a stand-in; it ends with the test.
func Start(t testing.TB, s *Server) *Server {
	t.Helper()
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	s.URL = server.URL
	return s
}

// ServeHTTP answers as the Messages resource does.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	user, password, _ := r.BasicAuth()
	switch {
	case r.Method != http.MethodPost || r.URL.Path != "/2010-04-01/Accounts/"+Account+"/Messages.json":
		refuse(w, &Refusal{404, 20404, "The requested resource was not found"})
		return
	case user != Account || password != Token:
		refuse(w, &Refusal{401, 20003, "Authenticate"})
		return
	}
	to, body := r.PostFormValue("To"), r.PostFormValue("Body")
	switch {
	case !strings.HasPrefix(to, "+"):
		refuse(w, &Refusal{400, 21211, "Invalid 'To' Phone Number: " + to})
		return
	case body == "":
		refuse(w, &Refusal{400, 21602, "Message body is required."})
		return
	}
	s.mu.Lock()
	s.asked++
	s.mu.Unlock()
	if s.Answer != nil {
		if no := s.Answer(to); no != nil {
			refuse(w, no)
			return
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	m := Received{
		SID: fmt.Sprintf("SM%032d", len(s.received)+1), To: to, Body: body,
		Key: r.Header.Get("I-Twilio-Idempotency-Token"), StatusURL: r.PostFormValue("StatusCallback"),
	}
	s.received = append(s.received, m)
	write(w, http.StatusCreated, map[string]any{"sid": m.SID, "status": "queued", "to": to})
}

func refuse(w http.ResponseWriter, no *Refusal) { write(w, no.Status, no) }

func write(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(v) //nolint:errcheck // the client has gone
}

// Received returns the messages taken so far.
func (s *Server) Received() []Received {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Received(nil), s.received...)
}

// Asked is how often it was asked to take a message.
func (s *Server) Asked() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked
}
