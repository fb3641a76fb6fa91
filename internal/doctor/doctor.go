// Package doctor looks at an installation as its settings describe it, and says in plain
// words what is missing before people depend on it: database, keys, clock, files, the
// public address and its certificate, mail and what the DNS says of its sender.
//
// It changes nothing that lasts, needs no server that runs, and can run beside one.
package doctor

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/holdfast-events/holdfast/internal/server"
)

// Level says how much a finding matters.
type Level string

// The levels.
const (
	OK      Level = "ok"
	Warning Level = "warning" // it works, and somebody should know
	Fault   Level = "fault"   // it does not work
)

// Finding is what was found of one subject.
type Finding struct {
	Subject string `json:"subject"`
	Level   Level  `json:"level"`
	Says    string `json:"says"`
	// Do is what to do about it; empty when there is nothing to do.
	Do string `json:"do,omitempty"`
}

// Resolver asks the DNS. net.Resolver is one.
type Resolver interface {
	LookupTXT(ctx context.Context, name string) ([]string, error)
	LookupHost(ctx context.Context, name string) ([]string, error)
}

// Config says what to look at.
type Config struct {
	// Server are the settings that the server is started with.
	Server server.Config
	// DNS is asked about the sender of mails; nil: the system's resolver.
	DNS Resolver
	// HTTP asks the public address; nil: a client with the system's certificates.
	HTTP *http.Client
	// Now is the time; nil: time.Now.
	Now func() time.Time
}

// patience bounds each look.
const patience = 15 * time.Second

// examination is one look at an installation.
type examination struct {
	Config
	ctx   context.Context
	found []Finding
}

func (e *examination) ok(subject, says string, args ...any) {
	e.found = append(e.found, Finding{Subject: subject, Level: OK, Says: fmt.Sprintf(says, args...)})
}

func (e *examination) warn(subject, do, says string, args ...any) {
	e.found = append(e.found, Finding{subject, Warning, fmt.Sprintf(says, args...), do})
}

func (e *examination) fault(subject, do, says string, args ...any) {
	e.found = append(e.found, Finding{subject, Fault, fmt.Sprintf(says, args...), do})
}

// Look returns what it finds, in the order in which it should be mended.
func Look(ctx context.Context, c Config) []Finding {
	if c.DNS == nil {
		c.DNS = net.DefaultResolver
	}
	if c.HTTP == nil {
		c.HTTP = &http.Client{}
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	e := &examination{Config: c}
	for _, look := range []func(){e.database, e.disk, e.files, e.temporary, e.limits, e.replica, e.redis, e.nats, e.address, e.mail, e.payments, e.captcha, e.oidc} {
		func() {
			within, cancel := context.WithTimeout(ctx, patience)
			defer cancel()
			e.ctx = within
			look()
		}()
	}
	return e.found
}

// Sound reports whether nothing was found that does not work.
func Sound(found []Finding) bool {
	for _, f := range found {
		if f.Level == Fault {
			return false
		}
	}
	return true
}

// WriteText writes findings for people, what is to be done below each.
func WriteText(w io.Writer, found []Finding) error {
	count := map[Level]int{}
	for _, f := range found {
		count[f.Level]++
		mark := map[Level]string{OK: "ok", Warning: "warning", Fault: "FAULT"}[f.Level]
		if _, err := fmt.Fprintf(w, "%-8s %-10s %s\n", mark, f.Subject, f.Says); err != nil {
			return err
		}
		if f.Do != "" {
			if _, err := fmt.Fprintf(w, "%-19s → %s\n", "", f.Do); err != nil {
				return err
			}
		}
	}
	_, err := fmt.Fprintf(w, "\n%s, %s, %d in order.\n", of(count[Fault], "fault"), of(count[Warning], "warning"), count[OK])
	return err
}

func of(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprint(n, " ", what, "s")
}

// WriteJSON writes findings for machines.
func WriteJSON(w io.Writer, found []Finding) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	return out.Encode(map[string]any{"sound": Sound(found), "findings": found})
}

// short is an error in one line.
func short(err error) string {
	return strings.Join(strings.Fields(err.Error()), " ")
}
