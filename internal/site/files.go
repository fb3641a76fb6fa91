package site

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
)

// immutable is where the build puts files whose names hold their content.
const immutable = "/_app/immutable/"

// file is one file of the app, with the forms in which it was compressed when
// it was built.
type file struct {
	media, etag  string
	plain        func() ([]byte, error)
	brotli, gzip []byte // nil: not made
	forever      bool
	policy       string // of a worker, or of the page that shows a mail; "": the server's own
	part         bool   // a part of a page, whose policies are the page's
	shared       bool   // a script that pages of any origin load
}

// workerPolicy is the content security policy of workers. They do not have that
// of the page that starts them: the scanner of the door compiles WebAssembly in
// one, so that no page need allow it, and the service worker fetches what it keeps.
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

// runsAlone reports whether a file is the script of a worker.
func runsAlone(name string) bool {
	return strings.HasPrefix(name, immutable+"workers/") && path.Ext(name) == ".js" || name == "/service-worker.js"
}

// isPart reports whether a file is what browsers only load into a page. Policies
// mean nothing there, and the first load of a page has fifty of them.
func isPart(name string) bool {
	switch path.Ext(name) {
	case ".js", ".css", ".woff2":
		return true
	}
	return false
}

// media types that the mime package may not know everywhere.
var mediaTypes = map[string]string{
	".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml", ".json": "application/json",
	".woff2": "font/woff2", ".webmanifest": "application/manifest+json", ".wasm": "application/wasm", ".png": "image/png",
	".html": "text/html; charset=utf-8", ".mp3": "audio/mpeg", ".webp": "image/webp",
}

func mediaType(name string) string {
	ext := path.Ext(name)
	if t, ok := mediaTypes[ext]; ok {
		return t
	}
	if t := mime.TypeByExtension(ext); t != "" {
		return t
	}
	return "application/octet-stream"
}

// readFiles reads all files of a build, by their address.
func readFiles(fsys fs.FS) (map[string]*file, error) {
	files := map[string]*file{}
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(path.Base(name), ".") {
			return err
		}
		b, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		base, form := name, ""
		for _, ext := range []string{".br", ".gz"} {
			if strings.HasSuffix(name, ext) {
				base, form = strings.TrimSuffix(name, ext), ext
			}
		}
		f := files["/"+base]
		if f == nil {
			f = &file{media: mediaType(base), forever: strings.HasPrefix("/"+base, immutable)}
			if runsAlone("/" + base) {
				f.policy = workerPolicy
			}
			f.part = f.forever && f.policy == "" && isPart(base)
			files["/"+base] = f
		}
		switch form {
		case ".br":
			f.brotli = b
			return nil
		case ".gz":
			f.gzip = b
			if f.plain != nil {
				return nil
			}
			f.plain = sync.OnceValues(func() ([]byte, error) { return unpack(b) })
		default:
			f.plain = func() ([]byte, error) { return b, nil }
		}
		sum := sha256.Sum256(b)
		f.etag = `"` + hex.EncodeToString(sum[:8]) + `"`
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("site: the built app: %w", err)
	}
	for name, f := range files {
		if f.plain == nil {
			return nil, fmt.Errorf("site: the built app has %s in no form that can be unpacked", name)
		}
	}
	if f := files[mailName]; f != nil {
		text, err := f.plain()
		if err != nil {
			return nil, fmt.Errorf("site: %s: %w", mailName, err)
		}
		f.policy = mailPolicy(inlineScripts(string(text)))
	}
	shareScripts(files)
	return files, nil
}

// What websites load to show an event (docs/EMBED.md): the script by its version, whose bytes
// stay as they are so that a page can name their hash, and by the name that is always the
// newest.
const (
	embedVersions = "/embed/"
	embedNewest   = "/embed/v1.js"
	embedName     = "/embed.js"
)

// forAnHour is how long browsers keep a script whose bytes may change: whoever has an older
// one sees the same page with it.
const forAnHour = "public, max-age=3600, stale-while-revalidate=86400"

// shareScripts lets pages of any origin load the scripts that are made for them.
func shareScripts(files map[string]*file) {
	for name, f := range files {
		if strings.HasPrefix(name, embedVersions) && path.Ext(name) == ".js" {
			f.shared, f.forever = true, true
		}
	}
	if f := files[embedNewest]; f != nil {
		newest := *f
		newest.forever = false
		files[embedName] = &newest
	}
}

// mailName is the page in which the app shows a mail, in a sandboxed frame.
const mailName = "/mail.html"

// mailPolicy is the content security policy of that page. Styles stand in the mail, and
// its pictures are data; nothing is loaded, and no script runs but the page's own.
func mailPolicy(scripts []string) string {
	return "default-src 'none'; script-src " + strings.Join(scripts, " ") + "; style-src 'unsafe-inline'; img-src data:" +
		"; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox allow-scripts"
}

// unpack undoes the compression of the build. The binary has most files only
// compressed: clients that take neither form are few, and can be waited for.
func unpack(b []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

func (f *file) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", f.media)
	h.Set("Vary", "Accept-Encoding")
	switch {
	case f.policy != "":
		h.Set("Content-Security-Policy", f.policy)
	case f.part:
		h.Del("Content-Security-Policy")
		h.Del("Referrer-Policy")
	}
	if f.shared {
		h.Set("Access-Control-Allow-Origin", "*") // a script whose hash a page names is fetched as CORS has it
		h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	}
	if f.forever {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		h.Set("Cache-Control", "no-cache")
		if f.shared {
			h.Set("Cache-Control", forAnHour)
		}
		h.Set("ETag", f.etag)
		if r.Header.Get("If-None-Match") == f.etag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	var body []byte
	switch {
	case f.brotli != nil && accepts(r, "br"):
		h.Set("Content-Encoding", "br")
		body = f.brotli
	case f.gzip != nil && accepts(r, "gzip"):
		h.Set("Content-Encoding", "gzip")
		body = f.gzip
	default:
		var err error
		if body, err = f.plain(); err != nil { // the build made it, and the binary has not changed since
			http.Error(w, http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError)
			return
		}
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method != http.MethodHead {
		w.Write(body) // the client went away: there is nobody to tell
	}
}

// accepts reports whether the client takes an encoding.
func accepts(r *http.Request, encoding string) bool {
	for _, value := range r.Header.Values("Accept-Encoding") {
		for part := range strings.SplitSeq(value, ",") {
			name, weight, _ := strings.Cut(strings.TrimSpace(part), ";")
			if !strings.EqualFold(strings.TrimSpace(name), encoding) {
				continue
			}
			q, found := strings.CutPrefix(strings.ReplaceAll(weight, " ", ""), "q=")
			n, err := strconv.ParseFloat(q, 64)
			return !found || err != nil || n > 0
		}
	}
	return false
}
