package site

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"strings"
)

// preloadsName is the list of the build that says what each page is made of.
const preloadsName = "/preloads.json"

// preloads are what pages are made of beside the shell, as web/scripts/preloads.mjs
// lists it: without it a browser learns of each file from the one before.
type preloads struct {
	// Routes has addresses of scripts and stylesheets by route ("/events/[event]").
	Routes map[string][]string `json:"routes"`
	// Texts has them by language.
	Texts map[string][]string `json:"texts"`
}

// takePreloads reads the list of a build, which is not a file for browsers.
func (s *Site) takePreloads() error {
	f, ok := s.files[preloadsName]
	if !ok {
		return nil
	}
	delete(s.files, preloadsName)
	text, err := f.plain()
	if err == nil {
		err = json.Unmarshal(text, &s.preloads)
	}
	if err != nil {
		return fmt.Errorf("site: %s: %w", preloadsName, err)
	}
	return nil
}

// route returns the files of the page at a path: those of the route that has the most
// segments in common with it word for word; nil: there is none.
func (p *preloads) route(path string) []string {
	var found []string
	best := -1
	for pattern, files := range p.Routes {
		if n := common(pattern, path); n > best {
			best, found = n, files
		}
	}
	return found
}

// common counts the segments of a path that stand in a route word for word; -1: the path
// is not of the route.
func common(route, path string) int {
	of, at := strings.Split(route, "/"), strings.Split(path, "/")
	if len(of) != len(at) {
		return -1
	}
	n := 0
	for i := range of {
		switch {
		case of[i] == at[i]:
			n++
		case !strings.HasPrefix(of[i], "[") || strings.HasPrefix(of[i], "[...") || at[i] == "": // what takes every path is for what is missing
			return -1
		}
	}
	return n
}

// write names what the page at a path is made of: stylesheets in its head, since the
// first paint waits for them; scripts in its body, below those of the shell, which are
// needed first.
func (p *preloads) write(head, body *bytes.Buffer, path, lang string) {
	files := p.route(path)
	if files == nil {
		return
	}
	named := map[string]bool{}
	for _, list := range [][]string{files, p.Texts[lang]} {
		for _, f := range list {
			b, rel := body, "modulepreload"
			if strings.HasSuffix(f, ".css") {
				b, rel = head, "stylesheet"
			}
			if !named[f] {
				b.WriteString(`<link rel="` + rel + `" href="` + html.EscapeString(f) + `">`)
			}
			named[f] = true
		}
	}
}
