// Package captchatest stands in for Turnstile and hCaptcha in tests: an HTTP server that is
// as strict as their documentation, with a widget that a test can answer.
package captchatest

import (
	"crypto/rand"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/holdfast-events/holdfast/internal/captcha"
)

// widget is what stands in for the script of a provider: it has the interface of both.
//
//go:embed api.js frame.html
var widget embed.FS

// Keys that a stand-in knows.
const (
	SiteKey = "0x4AAAAAAAholdfast"
	Secret  = "0x4AAAAAAAholdfast-secret"
)

// Trouble is how a stand-in misbehaves.
type Trouble string

// The troubles.
const (
	None    Trouble = ""
	Slow    Trouble = "slow"    // it answers when the caller has given up
	Broken  Trouble = "broken"  // 503
	Garbage Trouble = "garbage" // 200 with a page
	Limited Trouble = "limited" // 429
	Inner   Trouble = "inner"   // internal-error
	Moved   Trouble = "moved"   // a redirect, which would carry the secret away
)

// Troubles are all but None.
var Troubles = []Trouble{Slow, Broken, Garbage, Limited, Inner, Moved}

// token is one that was given out.
type token struct {
	host, action, data, siteKey string
	solved                      time.Time
	usedBy                      string // the idempotency key, or a text that no other has
}

// Server is a stand-in. It is safe for concurrent use.
type Server struct {
	kind captcha.Kind
	now  func() time.Time

	mu         sync.Mutex
	trouble    Trouble           // guarded by mu
	tokens     map[string]*token // guarded by mu
	seen       []url.Values      // guarded by mu: the forms of calls
	redirected bool              // guarded by mu
}

// New returns a stand-in for a provider.
func New(kind captcha.Kind, now func() time.Time) *Server {
	return &Server{kind: kind, now: now, tokens: map[string]*token{}}
}

// Behave says how it misbehaves from now on.
func (s *Server) Behave(t Trouble) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.trouble = t
}

// Calls are the forms that siteverify was sent, in order.
func (s *Server) Calls() []url.Values {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]url.Values(nil), s.seen...)
}

// Redirected reports whether somebody followed a redirect with the secret.
func (s *Server) Redirected() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.redirected
}

// Give is what the widget does once a person has answered it on a page: a token.
func (s *Server) Give(siteKey, host, action, data string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	name := "P1_" + rand.Text()
	s.tokens[name] = &token{host: host, action: action, data: data, siteKey: siteKey, solved: s.now()}
	return name
}

// ServeHTTP answers at /siteverify, and has the script of the widget at /api.js, its frame,
// and what that asks at /answer once a person has ticked its box.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	trouble := s.trouble
	s.mu.Unlock()
	switch r.URL.Path {
	case "/siteverify":
		s.verify(w, r, trouble)
	case "/api.js", "/frame":
		if trouble != None {
			http.Error(w, "away", http.StatusServiceUnavailable)
			return
		}
		name := "api.js"
		if r.URL.Path == "/frame" {
			name = "frame.html"
		}
		http.ServeFileFS(w, r, widget, name)
	case "/answer":
		q := r.URL.Query()
		fmt.Fprint(w, s.Give(q.Get("sitekey"), q.Get("host"), q.Get("action"), q.Get("cdata")))
	case "/elsewhere":
		s.mu.Lock()
		s.redirected = true
		s.mu.Unlock()
	default:
		http.NotFound(w, r)
	}
}

func (s *Server) verify(w http.ResponseWriter, r *http.Request, trouble Trouble) {
	body, err := io.ReadAll(io.LimitReader(r.Body, 1<<16))
	if err != nil {
		return
	}
	switch trouble {
	case Slow:
		<-r.Context().Done()
		return
	case Broken:
		http.Error(w, "away", http.StatusServiceUnavailable)
		return
	case Limited:
		http.Error(w, "too many", http.StatusTooManyRequests)
		return
	case Garbage:
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<html>a proxy says hello</html>")
		return
	case Moved:
		http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
		return
	case Inner:
		answer(w, map[string]any{"success": false, "error-codes": []string{"internal-error"}})
		return
	case None:
	}
	media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	form, wrong := url.ParseQuery(string(body))
	if r.Method != http.MethodPost || err != nil || media != "application/x-www-form-urlencoded" || wrong != nil || r.URL.RawQuery != "" {
		answer(w, refusal("bad-request"))
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen = append(s.seen, form)
	answer(w, s.judge(form))
}

func refusal(code string) map[string]any {
	return map[string]any{"success": false, "error-codes": []string{code}}
}

func answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(v) //nolint:errcheck // the client went away
}

// lives are how long tokens are good.
var lives = map[captcha.Kind]time.Duration{captcha.Turnstile: 300 * time.Second, captcha.HCaptcha: 120 * time.Second}

// judge says what a provider says of a form.
func (s *Server) judge(form url.Values) map[string]any {
	hcaptcha := s.kind == captcha.HCaptcha
	t := s.tokens[form.Get("response")]
	switch {
	case form.Get("secret") == "":
		return refusal("missing-input-secret")
	case form.Get("secret") != Secret:
		return refusal("invalid-input-secret")
	case form.Get("response") == "":
		return refusal("missing-input-response")
	case hcaptcha && form.Get("sitekey") != "" && form.Get("sitekey") != SiteKey:
		return refusal("sitekey-secret-mismatch")
	case t == nil, t.siteKey != SiteKey:
		return refusal("invalid-input-response")
	}
	key := form.Get("idempotency_key")
	again := t.usedBy != "" && !hcaptcha && key != "" && t.usedBy == key
	switch late := s.now().Sub(t.solved) > lives[s.kind]; {
	case hcaptcha && late:
		return refusal("expired-input-response")
	case hcaptcha && t.usedBy != "":
		return refusal("already-seen-response")
	case !again && (late || t.usedBy != ""):
		return refusal("timeout-or-duplicate")
	}
	if t.usedBy = key; t.usedBy == "" {
		t.usedBy = "once"
	}
	good := map[string]any{"success": true, "challenge_ts": t.solved.UTC().Format(time.RFC3339Nano), "hostname": t.host}
	if !hcaptcha {
		good["error-codes"], good["action"], good["cdata"] = []string{}, t.action, t.data
	}
	return good
}
