package site_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/holdfast-events/holdfast/internal/site"
)

const bootstrap = "\n\tstart()\n"

var build = fstest.MapFS{
	".gitkeep":                    {},
	"shell.html":                  {Data: []byte(`<!doctype html><html lang="en"><head><!--head--><script src="/theme.js"></script></head><body><!--body--><script>` + bootstrap + `</script></body></html>`)},
	"icon.svg":                    {Data: []byte("<svg/>")},
	"service-worker.js":           {Data: []byte("keep()")},
	"_app/immutable/workers/w.js": {Data: []byte("scan()")},
	"embed/v1.js":                 {Data: []byte("define()")},
	"_app/immutable/a.123.js":     {Data: []byte("plain")},
	"_app/immutable/a.123.js.br":  {Data: []byte("brotli")},
	"_app/immutable/a.123.js.gz":  {Data: []byte("gzip")},
}

func newSite(t *testing.T, fsys fstest.MapFS) *site.Site {
	t.Helper()
	s, err := site.New(fsys, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestFiles(t *testing.T) {
	s := newSite(t, build)
	for _, c := range []struct{ accept, encoding, body string }{
		{"", "", "plain"},
		{"gzip, deflate, br", "br", "brotli"},
		{"gzip;q=1.0, br;q=0", "gzip", "gzip"},
		{"identity", "", "plain"},
	} {
		r := httptest.NewRequest("GET", "/_app/immutable/a.123.js", nil)
		r.Header.Set("Accept-Encoding", c.accept)
		w := httptest.NewRecorder()
		if !s.ServeFile(w, r) {
			t.Fatal("not found")
		}
		if got := w.Header().Get("Content-Encoding"); got != c.encoding || w.Body.String() != c.body {
			t.Errorf("Accept-Encoding %q: %q, encoded as %q", c.accept, w.Body, got)
		}
		if got := w.Header().Get("Cache-Control"); got != "public, max-age=31536000, immutable" {
			t.Errorf("Cache-Control %q", got)
		}
	}

	r := httptest.NewRequest("GET", "/icon.svg", nil)
	w := httptest.NewRecorder()
	s.ServeFile(w, r)
	if w.Header().Get("Cache-Control") != "no-cache" || w.Header().Get("Content-Type") != "image/svg+xml" {
		t.Errorf("headers of the icon: %v", w.Header())
	}
	r.Header.Set("If-None-Match", w.Header().Get("ETag"))
	again := httptest.NewRecorder()
	s.ServeFile(again, r)
	if again.Code != 304 || again.Body.Len() != 0 {
		t.Errorf("the same again: %d, %d bytes", again.Code, again.Body.Len())
	}
	for _, path := range []string{"/shell.html", "/nothing.js", "/.gitkeep", "/_app/immutable/a.123.js.br"} {
		if s.ServeFile(httptest.NewRecorder(), httptest.NewRequest("GET", path, nil)) {
			t.Errorf("%s is served", path)
		}
	}
}

// A worker has its own policy: in one WebAssembly is compiled, which no page may.
func TestWorkers(t *testing.T) {
	s := newSite(t, build)
	for path, want := range map[string]bool{"/_app/immutable/workers/w.js": true, "/service-worker.js": true, "/_app/immutable/a.123.js": false} {
		w := httptest.NewRecorder()
		s.ServeFile(w, httptest.NewRequest("GET", path, nil))
		if got := w.Header().Get("Content-Security-Policy"); strings.Contains(got, "'wasm-unsafe-eval'") != want {
			t.Errorf("%s: policy %q", path, got)
		}
	}
	w := httptest.NewRecorder()
	s.Show(w, httptest.NewRequest("GET", "/door", nil), site.Page{})
	if got := w.Header().Get("Content-Security-Policy"); strings.Contains(got, "unsafe-eval") {
		t.Errorf("the policy of pages: %q", got)
	}
}

// TestAdmit: only pages for guests load from other hosts, only what is admitted, and nobody
// else may show them.
func TestAdmit(t *testing.T) {
	s := newSite(t, build)
	policy := func(path string) string {
		w := httptest.NewRecorder()
		s.Show(w, httptest.NewRequest("GET", path, nil), site.Page{})
		return w.Header().Get("Content-Security-Policy")
	}
	strict := policy("/events/evt_1")
	if strings.Contains(strict, "http") || strict != policy("/manage") {
		t.Errorf("nothing is admitted: %s", strict)
	}
	s.Admit(map[string][]string{"script-src": {"https://a.example"}, "frame-src": {"https://b.example", "https://c.example"}})
	for _, path := range []string{"/manage", "/manage/events/evt_1", "/door", "/door/evt_1"} {
		if got := policy(path); got != strict {
			t.Errorf("%s: %s", path, got)
		}
	}
	wider := strings.NewReplacer("; style-src", " https://a.example; style-src", "frame-src 'self'", "frame-src 'self' https://b.example https://c.example").Replace(strict)
	for _, path := range []string{"/", "/events/evt_1", "/events/evt_1/waiting-room", "/managed"} {
		if got := policy(path); got != wider {
			t.Errorf("%s: %s\nwant %s", path, got, wider)
		}
	}
}

// TestFramers: a page is framed by pages of the origins that it names and by our own, and by
// nobody where it names none; everything else of its policy is the same.
func TestFramers(t *testing.T) {
	s := newSite(t, build)
	headers := func(p site.Page) http.Header {
		w := httptest.NewRecorder()
		w.Header().Set("Cross-Origin-Resource-Policy", "same-origin")
		s.Show(w, httptest.NewRequest("GET", "/embed/events/evt_1", nil), p)
		return w.Header()
	}
	none := headers(site.Page{})
	rest, found := strings.CutSuffix(none.Get("Content-Security-Policy"), "; frame-ancestors 'none'")
	if !found || none.Get("Cross-Origin-Resource-Policy") != "same-origin" {
		t.Fatalf("of a page that names no origins: %v", none)
	}
	for want, origins := range map[string][]string{
		"'self'": {}, "'self' https://riverside.example http://localhost:5500": {"https://riverside.example", "http://localhost:5500"},
	} {
		got := headers(site.Page{Framers: origins})
		if policy := got.Get("Content-Security-Policy"); policy != rest+"; frame-ancestors "+want {
			t.Errorf("%v: %s", origins, policy)
		}
		if policy := got.Get("Cross-Origin-Resource-Policy"); policy != "cross-origin" {
			t.Errorf("%v: a page that isolates itself may load it as %q", origins, policy)
		}
	}
}

// TestSharedScripts: pages of any origin load the script that shows events on them, by its
// version for good, and by its name for an hour.
func TestSharedScripts(t *testing.T) {
	s := newSite(t, build)
	for path, caching := range map[string]string{"/embed/v1.js": "public, max-age=31536000, immutable", "/embed.js": "public, max-age=3600, stale-while-revalidate=86400"} {
		w := httptest.NewRecorder()
		w.Header().Set("Cross-Origin-Resource-Policy", "same-origin")
		if !s.ServeFile(w, httptest.NewRequest("GET", path, nil)) || w.Body.String() != "define()" {
			t.Fatalf("%s: %q", path, w.Body)
		}
		h := w.Header()
		if h.Get("Cache-Control") != caching || h.Get("Access-Control-Allow-Origin") != "*" || h.Get("Cross-Origin-Resource-Policy") != "cross-origin" {
			t.Errorf("%s: %v", path, h)
		}
	}
	if paths := s.Paths(); !slices.Contains(paths, "/embed.js") || !slices.Contains(paths, "/embed/v1.js") {
		t.Errorf("there are %v", paths)
	}
	w := httptest.NewRecorder()
	s.ServeFile(w, httptest.NewRequest("GET", "/icon.svg", nil))
	if got := w.Header().Get("Access-Control-Allow-Origin"); got != "" {
		t.Errorf("another file is for %q", got)
	}
}

// What is only a part of pages does without the headers that mean nothing there.
func TestParts(t *testing.T) {
	s := newSite(t, build)
	for path, want := range map[string]string{"/_app/immutable/a.123.js": "", "/icon.svg": "the server's", "/_app/immutable/workers/w.js": "a worker's"} {
		w := httptest.NewRecorder()
		w.Header().Set("Content-Security-Policy", "the server's")
		w.Header().Set("Referrer-Policy", "the server's")
		s.ServeFile(w, httptest.NewRequest("GET", path, nil))
		policy, referrer := w.Header().Get("Content-Security-Policy"), w.Header().Get("Referrer-Policy")
		if (policy == "") != (want == "") || (referrer == "") != (want == "") || (policy == "the server's") != (want == "the server's") {
			t.Errorf("%s: policy %q and %q, want %q", path, policy, referrer, want)
		}
	}
}

func TestShow(t *testing.T) {
	s := newSite(t, build)
	w := httptest.NewRecorder()
	s.Show(w, httptest.NewRequest("GET", "/x", nil), site.Page{
		Lang: "de", Title: "Tee & <b>", Head: `<meta name="x">`, Body: "<p>bis die App da ist</p>",
		Embedded: map[string]string{"title": "</script><script>alert(1)"},
	})
	body := w.Body.String()
	for _, want := range []string{
		`<html lang="de" dir="ltr">`, "<title>Tee &amp; &lt;b&gt;</title>", `<meta name="x">`, `<div id="boot"><p>bis die App da ist</p></div>`, `<script type="application/json" id="embedded">{"title":"\u003c/script\u003e`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("lacks %s in %s", want, body)
		}
	}
	alone := httptest.NewRecorder()
	s.Show(alone, httptest.NewRequest("GET", "/x", nil), site.Page{Body: "<p>needs a script</p>", NeedsScript: true})
	if body := alone.Body.String(); !strings.Contains(body, `<noscript><div id="boot"><p>needs a script</p></div></noscript>`) {
		t.Errorf("what only people without scripts are told: %s", body)
	}
	sum := sha256.Sum256([]byte(bootstrap))
	policy := w.Header().Get("Content-Security-Policy")
	if got := w.Header().Get("Permissions-Policy"); !strings.Contains(got, "camera=(self)") || !strings.Contains(got, "geolocation=(self)") {
		t.Errorf("what the page may ask of a device: %q", got)
	}
	if want := "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; !strings.Contains(policy, want) || strings.Contains(policy, "unsafe-inline") {
		t.Errorf("policy %s lacks %s", policy, want)
	}
	if got := w.Header().Get("Cache-Control"); got != "no-cache" {
		t.Errorf("Cache-Control %q", got)
	}
}

// A page about one person is neither kept, listed nor compressed; a public one
// is compressed where the browser can read it.
func TestPrivate(t *testing.T) {
	s := newSite(t, build)
	r := httptest.NewRequest("GET", "/x", nil)
	r.Header.Set("Accept-Encoding", "gzip")
	private := httptest.NewRecorder()
	s.Show(private, r, site.Page{Private: true, Status: 410})
	h := private.Header()
	if private.Code != 410 || h.Get("Cache-Control") != "no-store" || h.Get("X-Robots-Tag") != "noindex, nofollow" || h.Get("Content-Encoding") != "" {
		t.Errorf("private: %d %v", private.Code, h)
	}
	public := httptest.NewRecorder()
	s.Show(public, r, site.Page{})
	z, err := gzip.NewReader(public.Body)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := io.ReadAll(z); err != nil || !strings.Contains(string(b), bootstrap) {
		t.Errorf("public: %q, %v", b, err)
	}
}

func TestWithoutTheApp(t *testing.T) {
	s := newSite(t, fstest.MapFS{".gitkeep": {}})
	if s.Built() {
		t.Error("it says that it was built")
	}
	w := httptest.NewRecorder()
	s.Show(w, httptest.NewRequest("GET", "/", nil), site.Page{})
	if w.Code != 404 || !strings.Contains(w.Body.String(), "built without the web app") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// TestPackedFile serves a file of which the build left only the compressed form.
func TestPackedFile(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write([]byte("plain")); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	s := newSite(t, fstest.MapFS{"shell.html": build["shell.html"], "service-worker.js.gz": {Data: packed.Bytes()}})
	for accept, body := range map[string]string{"gzip": packed.String(), "": "plain", "br": "plain"} {
		r := httptest.NewRequest("GET", "/service-worker.js", nil)
		r.Header.Set("Accept-Encoding", accept)
		w := httptest.NewRecorder()
		if !s.ServeFile(w, r) || w.Body.String() != body || w.Header().Get("ETag") == "" || w.Header().Get("Content-Length") != strconv.Itoa(len(body)) {
			t.Errorf("Accept-Encoding %q: %q with %v", accept, w.Body, w.Header())
		}
	}
}

// A build that the server could not fill in is found at the start.
func TestBadBuild(t *testing.T) {
	for name, fsys := range map[string]fstest.MapFS{
		"no mark":         {"shell.html": {Data: []byte("<!doctype html><html><body></body></html>")}},
		"compressed only": {"x.js.br": {Data: []byte("x")}},
	} {
		if _, err := site.New(fsys, nil); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// The page that shows mails lets nothing of a mail run or load, and the app may frame it.
func TestMailFrame(t *testing.T) {
	const script = "show()"
	s := newSite(t, fstest.MapFS{"shell.html": build["shell.html"], "mail.html": {Data: []byte("<script>" + script + "</script>")}})
	w := httptest.NewRecorder()
	if !s.ServeFile(w, httptest.NewRequest("GET", "/mail.html", nil)) {
		t.Fatal("no page shows mails")
	}
	sum := sha256.Sum256([]byte(script))
	got := w.Header().Get("Content-Security-Policy")
	for _, want := range []string{"default-src 'none'", "script-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "';", "img-src data:", "frame-ancestors 'self'", "sandbox allow-scripts"} {
		if !strings.Contains(got, want) {
			t.Errorf("the policy lacks %s: %s", want, got)
		}
	}
	w = httptest.NewRecorder()
	s.Show(w, httptest.NewRequest("GET", "/", nil), site.Page{})
	if app := w.Header().Get("Content-Security-Policy"); !strings.Contains(app, "frame-src 'self'") {
		t.Errorf("the app may frame nothing: %s", app)
	}
}
