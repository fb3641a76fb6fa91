package mail_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"testing"

	"github.com/holdfast-events/holdfast/internal/mail"
)

// script is a mail server that says what it is told to each command, and keeps
// what it heard.
type script struct {
	mu    sync.Mutex
	heard []string // guarded by mu
	says  map[string]string
}

// listen serves one conversation after the other until the test ends.
func (s *script) listen(t *testing.T) *mail.SMTP {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var talks sync.WaitGroup
	talks.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			talks.Go(func() { s.talk(c) })
		}
	})
	out, err := mail.NewSMTP(mail.Config{URL: "smtp://" + l.Addr().String(), Host: "holdfast.example"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := out.Close(); err != nil {
			t.Error(err)
		}
		l.Close() //nolint:errcheck // the test is over
		talks.Wait()
	})
	return out
}

func (s *script) talk(c net.Conn) {
	defer c.Close() //nolint:errcheck // nothing is left to say
	in := bufio.NewReader(c)
	fmt.Fprint(c, "220 hello\r\n")
	text := false
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		line = strings.TrimSuffix(line, "\r\n")
		verb, _, _ := strings.Cut(line, " ")
		if text && line != "." {
			continue
		}
		s.mu.Lock()
		s.heard = append(s.heard, verb)
		s.mu.Unlock()
		answer := s.says[verb]
		if answer == "" {
			answer = map[string]string{"DATA": "354 go on", "QUIT": "221 bye"}[verb]
		}
		if answer == "" {
			answer = "250 ok"
		}
		text = strings.HasPrefix(answer, "354")
		if _, err := io.WriteString(c, answer+"\r\n"); err != nil || verb == "QUIT" {
			return
		}
	}
}

// TestPipelining: a server that does not say that it takes several commands at
// once is asked one by one; one that does is sent the envelope as a whole. What it
// refuses is refused, whichever command it was, also when it asks for the text all
// the same; and the connection is fit for the next mail.
func TestPipelining(t *testing.T) {
	const piped = "250-hi\r\n250 PIPELINING"
	for name, c := range map[string]struct {
		says  map[string]string
		phase string
		code  int
		heard string
	}{
		"one by one":                  {map[string]string{}, "", 0, "EHLO MAIL RCPT DATA ."},
		"at once":                     {map[string]string{"EHLO": piped}, "", 0, "EHLO MAIL RCPT DATA ."},
		"refused, and no text wanted": {map[string]string{"EHLO": piped, "RCPT": "550 5.1.1 nobody", "DATA": "503 no recipient"}, "RCPT", 550, "EHLO MAIL RCPT DATA RSET"},
		"refused, and a text wanted":  {map[string]string{"EHLO": piped, "RCPT": "550 5.1.1 nobody", ".": "554 no recipient"}, "RCPT", 550, "EHLO MAIL RCPT DATA . RSET"},
		"the sender is refused":       {map[string]string{"EHLO": piped, "MAIL": "451 later", "RCPT": "503 no sender", "DATA": "503 no sender"}, "MAIL", 451, "EHLO MAIL RCPT DATA RSET"},
		"the text is refused":         {map[string]string{"EHLO": piped, ".": "554 spam"}, "DATA", 554, "EHLO MAIL RCPT DATA . RSET"},
	} {
		t.Run(name, func(t *testing.T) {
			s := &script{says: c.says}
			out := s.listen(t)
			for n := range 2 {
				err := out.Send(t.Context(), letter(n))
				if c.phase == "" {
					if err != nil {
						t.Fatal(err)
					}
					continue
				}
				if e := failureOf(t, err); e.Phase != c.phase || e.Code != c.code {
					t.Fatalf("%+v", e)
				}
			}
			s.mu.Lock()
			defer s.mu.Unlock()
			_, again, _ := strings.Cut(c.heard, " ")
			if got := strings.Join(s.heard, " "); got != c.heard+" "+again {
				t.Errorf("it heard %s", got)
			}
		})
	}
}
