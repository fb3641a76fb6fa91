package site

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"html/template"
	"io/fs"
	"log/slog"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/language"

	"github.com/holdfast-events/holdfast/internal/locale"
)

//go:embed asset
var assets embed.FS

// shellName is the page of the build that all addresses of the app share.
const shellName = "/shell.html"

// Marks in the shell that a page's own parts replace.
const (
	headMark = "<!--head-->"
	bodyMark = "<!--body-->"
	langMark = `<html lang="en">`
)

// Site serves one build of the app.
type Site struct {
	files       map[string]*file
	before      string // the shell up to the head's mark, from after its lang
	middle      string // from there to the body's mark
	after       string
	scripts     []string // hashes of the shell's inline scripts
	policy      string
	guests      string // the policy of pages that guests come to
	preloads    preloads
	placeholder []byte
	log         *slog.Logger
}

// Page is one page of the app, as far as the server fills it in.
type Page struct {
	Status int    // 0: 200
	Lang   string // of what follows; "" is English
	Title  string
	// Head goes into the head: meta data, JSON-LD.
	Head template.HTML
	// Body is what the page says. It stays until the app has content of its own
	// (web/src/lib/arrival.ts), and whoever has no script keeps it.
	Body template.HTML
	// NeedsScript: Body says only that a script is needed, for people who have none.
	NeedsScript bool
	// Embedded is what the app would ask for first; nil: nothing.
	Embedded any
	// Private pages are about one person: no search engine shall list them, and
	// they are not compressed, because they hold a secret beside what others wrote.
	Private bool
	// Framers are the origins whose pages may show this one in a frame; nil: none may.
	Framers []string
}

// New reads a build. An empty one is not an error: see Built.
func New(build fs.FS, log *slog.Logger) (*Site, error) {
	if log == nil {
		log = slog.Default()
	}
	s := &Site{log: log}
	var err error
	if s.files, err = readFiles(build); err != nil {
		return nil, err
	}
	if s.placeholder, err = assets.ReadFile("asset/placeholder.html"); err != nil {
		return nil, fmt.Errorf("site: %w", err)
	}
	if err := s.takePreloads(); err != nil {
		return nil, err
	}
	shell, ok := s.files[shellName]
	delete(s.files, shellName) // it is a part of pages, no page
	if !ok {
		s.Admit(nil)
		return s, nil
	}
	text, err := shell.plain()
	if err != nil {
		return nil, fmt.Errorf("site: shell: %w", err)
	}
	if err := s.cut(string(text)); err != nil {
		return nil, err
	}
	s.scripts = inlineScripts(string(text))
	s.Admit(nil)
	return s, nil
}

// Admit lets pages for guests load from other addresses, by directive of their policy. It
// is called before the first page is served.
func (s *Site) Admit(sources map[string][]string) {
	s.policy, s.guests = policy(s.scripts, nil), policy(s.scripts, sources)
}

func (s *Site) cut(shell string) error {
	_, shell, hasLang := strings.Cut(shell, langMark)
	before, rest, hasHead := strings.Cut(shell, headMark)
	middle, after, hasBody := strings.Cut(rest, bodyMark)
	if !hasLang || !hasHead || !hasBody {
		return errors.New("site: the shell of the built app lacks a mark: " + langMark + ", " + headMark + " or " + bodyMark)
	}
	s.before, s.middle, s.after = before, middle, after
	return nil
}

// Built reports whether the binary has the app in it.
func (s *Site) Built() bool { return s.after != "" }

var inlineScript = regexp.MustCompile(`(?s)<script>(.*?)</script>`)

// inlineScripts returns the hashes of the shell's inline scripts, as a policy
// names them.
func inlineScripts(shell string) []string {
	var hashes []string
	for _, m := range inlineScript.FindAllStringSubmatch(shell, -1) {
		sum := sha256.Sum256([]byte(m[1]))
		hashes = append(hashes, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
	}
	return hashes
}

// policy is the content security policy of the app except for who may frame it: everything
// from here and what is admitted, no inline script but the bootstrap.
func policy(scripts []string, admitted map[string][]string) string {
	own := func(directive string, more ...string) string {
		return "; " + directive + " " + strings.Join(slices.Concat([]string{"'self'"}, more, admitted[directive]), " ")
	}
	return "default-src 'none'" + own("script-src", scripts...) + own("style-src") + own("img-src", "blob:", "data:") + own("media-src", "blob:") + own("font-src") +
		own("connect-src") + own("worker-src") + own("manifest-src") + own("frame-src") + "; form-action 'self'; base-uri 'none'"
}

// framedBy is the part of a policy that says whose pages may show the page in a frame. Our
// own may where any does: there an organizer sees what it looks like.
func framedBy(origins []string) string {
	if origins == nil {
		return "; frame-ancestors 'none'"
	}
	return "; frame-ancestors " + strings.Join(slices.Concat([]string{"'self'"}, origins), " ")
}

// forStaff reports whether a page is one that guests do not come to. Whoever works there is
// signed in, and is not asked whether they are a person.
func forStaff(path string) bool {
	return path == "/manage" || strings.HasPrefix(path, "/manage/") || path == "/door" || strings.HasPrefix(path, "/door/")
}

// Permissions is what pages may ask of a device: the camera, for the check-in, where it
// is, for events nearby, and passkeys, which a policy need not name.
const Permissions = "camera=(self), microphone=(), geolocation=(self), payment=(), usb=(), serial=(), bluetooth=(), hid=(), midi=(), " +
	"accelerometer=(), gyroscope=(), magnetometer=(), display-capture=(), browsing-topics=()"

// ServeFile serves a file of the app, or says that there is none.
func (s *Site) ServeFile(w http.ResponseWriter, r *http.Request) (found bool) {
	f, found := s.files[r.URL.Path]
	if found {
		f.serve(w, r)
	}
	return found
}

// Paths are the addresses of the files at the top of the build; all others are
// below /_app/.
func (s *Site) Paths() []string {
	var out []string
	for name := range s.files {
		if !strings.HasPrefix(name, "/_app/") {
			out = append(out, name)
		}
	}
	return out
}

// Show writes a page. Without the app it is the placeholder.
func (s *Site) Show(w http.ResponseWriter, r *http.Request, p Page) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-cache")
	h.Set("Content-Security-Policy", s.guests+framedBy(p.Framers))
	if forStaff(r.URL.Path) {
		h.Set("Content-Security-Policy", s.policy+framedBy(nil))
	}
	h.Set("Permissions-Policy", Permissions)
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	if p.Framers != nil {
		h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	}
	status := p.Status
	if status == 0 {
		status = http.StatusOK
	}
	if p.Private {
		h.Set("Cache-Control", "no-store")
		h.Set("X-Robots-Tag", "noindex, nofollow")
	}
	if !s.Built() {
		w.WriteHeader(http.StatusNotFound)
		w.Write(s.placeholder) // the client went away: there is nobody to tell
		return
	}
	body, err := s.fill(&p, r.URL.Path)
	if err != nil {
		s.log.Error("page of the app not rendered", "error", err)
		http.Error(w, http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError)
		return
	}
	h.Add("Vary", "Accept-Encoding")
	if !p.Private && accepts(r, "gzip") {
		var buf bytes.Buffer
		z := gzip.NewWriter(&buf)
		if _, err := z.Write(body); err == nil && z.Close() == nil {
			body = buf.Bytes()
			h.Set("Content-Encoding", "gzip")
		}
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		w.Write(body) // the client went away: there is nobody to tell
	}
}

// fill puts the page's own parts at a path into the shell.
func (s *Site) fill(p *Page, path string) ([]byte, error) {
	lang := p.Lang
	if lang == "" {
		lang = "en"
	}
	var b bytes.Buffer
	b.WriteString(`<!doctype html><html lang="` + html.EscapeString(lang) + `" dir="` + locale.Dir(language.Make(lang)) + `">`)
	b.WriteString(s.before)
	if p.Title != "" {
		b.WriteString("<title>" + html.EscapeString(p.Title) + "</title>")
	}
	b.WriteString(string(p.Head))
	var scripts bytes.Buffer
	s.preloads.write(&b, &scripts, path, lang)
	b.WriteString(s.middle)
	b.Write(scripts.Bytes())
	switch body := `<div id="boot">` + string(p.Body) + `</div>`; {
	case p.Body == "":
	case p.NeedsScript:
		b.WriteString("<noscript>" + body + "</noscript>")
	default:
		b.WriteString(body)
	}
	if p.Embedded != nil {
		data, err := json.Marshal(p.Embedded) // escapes <, > and &: it cannot end its element
		if err != nil {
			return nil, fmt.Errorf("site: embedded: %w", err)
		}
		b.WriteString(`<script type="application/json" id="embedded">`)
		b.Write(data)
		b.WriteString("</script>")
	}
	b.WriteString(s.after)
	return b.Bytes(), nil
}
