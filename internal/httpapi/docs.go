package httpapi

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html/template"
	"net/http"

	"github.com/go-chi/chi/v5"
)

// The documentation is part of the binary and loads nothing from elsewhere: a
// page, a stylesheet and a script that shows /openapi.json.
//
//go:embed asset
var docAssets embed.FS

const docsPolicy = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// docFile is one file of the documentation under a name that holds its content.
type docFile struct {
	url, contentType string
	body             []byte
}

func docAsset(name, ext, contentType string) docFile {
	body, err := docAssets.ReadFile("asset/" + name + ext)
	if err != nil { // it is embedded: only a mistake in the build
		panic(err)
	}
	sum := sha256.Sum256(body)
	return docFile{url: "/assets/" + name + "-" + hex.EncodeToString(sum[:6]) + ext, contentType: contentType, body: body}
}

// Documentation adds /openapi.json, /docs and /problems to the router. spec returns
// the OpenAPI document; it is asked each time.
func (a *API) Documentation(r chi.Router, spec func() ([]byte, error)) {
	css := docAsset("docs", ".css", "text/css; charset=utf-8")
	js := docAsset("docs", ".js", "text/javascript; charset=utf-8")
	pages := template.Must(template.ParseFS(docAssets, "asset/*.html"))
	for _, f := range []docFile{css, js} {
		r.Get(f.url, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", f.contentType)
			w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
			w.Write(f.body) // the client went away: there is nobody to tell
		})
	}
	r.Get("/openapi.json", func(w http.ResponseWriter, r *http.Request) {
		text, err := spec()
		if err != nil {
			a.Fail(w, r, err)
			return
		}
		AnyOrigin(w.Header())
		w.Header()["Content-Type"] = JsonType
		w.Header().Set("Cache-Control", "no-cache")
		w.Write(text) // the client went away: there is nobody to tell
	})
	show := func(name string, data func(*http.Request) (any, bool)) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			v, ok := data(r)
			if !ok {
				WriteProblem(w, KindNotFound.With("There is no such kind of problem."))
				return
			}
			var buf bytes.Buffer
			if err := pages.ExecuteTemplate(&buf, name, v); err != nil {
				a.Fail(w, r, fmt.Errorf("httpapi: documentation: %w", err))
				return
			}
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.Header().Set("Content-Security-Policy", docsPolicy)
			w.Header().Set("Cache-Control", "no-cache")
			w.Write(buf.Bytes()) // the client went away: there is nobody to tell
		}
	}
	type page struct {
		CSS, JS  string
		Problems []Kind
	}
	r.Get("/docs", show("docs.html", func(*http.Request) (any, bool) { return page{CSS: css.url, JS: js.url}, true }))
	r.Get("/problems", show("problems.html", func(*http.Request) (any, bool) {
		return page{CSS: css.url, Problems: a.Problems.Kinds()}, true
	}))
	r.Get(problemPath+"{code}", show("problems.html", func(r *http.Request) (any, bool) {
		code := chi.URLParam(r, "code")
		k, ok := a.Problems.Kind(code)
		return page{CSS: css.url, Problems: []Kind{k}}, ok
	}))
}
