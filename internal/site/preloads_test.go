package site_test

import (
	"maps"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/holdfast-events/holdfast/internal/site"
)

// TestPreloads: a page names what it is made of, once each, with the texts of its
// language; an address that is not a page of the app names nothing.
func TestPreloads(t *testing.T) {
	with := maps.Clone(build)
	with["preloads.json"] = &fstest.MapFile{Data: []byte(`{"routes":{
		"/":["/a.css"],"/events/[event]":["/event.js","/a.css","/event.js"],"/events/new":["/new.js"],"/events/[event]/seats":["/seats.js"],"/[...path]":["/missing.js"]},
		"texts":{"de":["/de.js"],"en":["/en.js"]}}`)}
	s := newSite(t, with)
	if s.ServeFile(httptest.NewRecorder(), httptest.NewRequest("GET", "/preloads.json", nil)) {
		t.Error("the list is a file for browsers")
	}
	for path, want := range map[string]string{
		"/":                   `<link rel="stylesheet" href="/a.css">|<link rel="modulepreload" href="/de.js">`,
		"/events/evt_1":       `<link rel="stylesheet" href="/a.css">|<link rel="modulepreload" href="/event.js"><link rel="modulepreload" href="/de.js">`,
		"/events/new":         `|<link rel="modulepreload" href="/new.js"><link rel="modulepreload" href="/de.js">`,
		"/events/evt_1/seats": `|<link rel="modulepreload" href="/seats.js"><link rel="modulepreload" href="/de.js">`,
		"/events/":            "|",
		"/nowhere":            "|",
	} {
		w := httptest.NewRecorder()
		s.Show(w, httptest.NewRequest("GET", path, nil), site.Page{Lang: "de"})
		_, head, _ := strings.Cut(w.Body.String(), "<head>")
		head, body, _ := strings.Cut(head, `<script src="/theme.js"></script></head><body>`)
		body, _, _ = strings.Cut(body, "<script>")
		if got := head + "|" + body; got != want {
			t.Errorf("%s names %s, want %s", path, got, want)
		}
	}
	with["preloads.json"] = &fstest.MapFile{Data: []byte(`{"routes":`)}
	if _, err := site.New(with, nil); err == nil || !strings.Contains(err.Error(), "preloads.json") {
		t.Errorf("a broken list: %v", err)
	}
}
