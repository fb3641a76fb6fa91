// Package viestest stands in for VIES in tests. It is strict: what VIES would not understand is a
// failure of the test.
package viestest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// Numbers to which the stand-in answers otherwise than that they are valid.
const (
	Invalid     = "IT00743110157" // there is no such business
	Unavailable = "PL8567346215"  // the register of the country is away
	Hanging     = "PT501964843"   // nothing is answered
	Busy        = "DK13585628"    // too many ask
	Broken      = "LU15027442"    // what is answered is no JSON
	Failing     = "FI20774740"    // the service fails
	Refused     = "EE100931558"   // an error in place of an answer
)

// Unknown is a number of a seller that is well formed, and that VIES does not know.
const Unknown = "DE118619592"

// Server stands in for VIES.
type Server struct {
	*httptest.Server
	t     testing.TB
	mu    sync.Mutex
	asked []string
	away  bool
}

// New starts a stand-in, which ends with the test.
func New(t testing.TB) *Server {
	s := &Server{t: t}
	s.Server = httptest.NewServer(http.HandlerFunc(s.answer))
	t.Cleanup(s.Close)
	return s
}

// Asked are the numbers that were asked for, the first first.
func (s *Server) Asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.asked...)
}

// Away makes every register unavailable, or not.
func (s *Server) Away(away bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.away = away
}

func (s *Server) answer(w http.ResponseWriter, r *http.Request) {
	parts := strings.Split(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if r.Method != http.MethodGet || len(parts) != 4 || parts[0] != "ms" || parts[2] != "vat" || len(parts[1]) != 2 || r.Header.Get("Accept") != "application/json" {
		s.t.Errorf("VIES was asked by %s %s, which it does not understand", r.Method, r.URL)
	}
	q := r.URL.Query()
	if q.Has("requesterNumber") != q.Has("requesterMemberStateCode") || len(q) > 2 {
		s.t.Errorf("VIES was asked with %q", r.URL.RawQuery)
	}
	number := parts[1] + parts[3]
	s.mu.Lock()
	s.asked = append(s.asked, number)
	away, n := s.away, len(s.asked)
	s.mu.Unlock()
	if number == Refused {
		fmt.Fprint(w, `{"actionSucceed":false,"errorWrappers":[{"error":"MS_MAX_CONCURRENT_REQ"}]}`)
		return
	}
	valid, said, identifier := true, "VALID", ""
	if q.Has("requesterNumber") {
		identifier = fmt.Sprintf("WAPIAAAA%08d", n)
	}
	switch {
	case q.Get("requesterMemberStateCode")+q.Get("requesterNumber") == Unknown:
		valid, said, identifier = false, "INVALID_REQUESTER_INFO", ""
	case away || number == Unavailable:
		valid, said, identifier = false, "MS_UNAVAILABLE", ""
	case number == Invalid:
		valid, said = false, "INVALID"
	case number == Busy:
		valid, said, identifier = false, "MS_MAX_CONCURRENT_REQ", ""
	case number == Hanging:
		<-r.Context().Done()
		return
	case number == Failing:
		w.WriteHeader(http.StatusInternalServerError)
		return
	case number == Broken:
		fmt.Fprint(w, "<html>")
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(map[string]any{
		"isValid": valid, "requestDate": "2027-05-01T09:00:00.000Z", "userError": said, "name": "---", "address": "---", "requestIdentifier": identifier,
		"vatNumber": parts[3], "originalVatNumber": parts[3],
	}); err != nil {
		s.t.Errorf("answer for VIES: %v", err)
	}
}
