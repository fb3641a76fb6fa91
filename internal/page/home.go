package page

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"strconv"

	"github.com/holdfast-events/holdfast/internal/store"
)

// listPage is how many events a list of the pages has at once: as many as the app asks
// for.
const listPage = 24

// list reads a page of the public list, and makes its events cards in the reader's
// words. The parameter cursor of the address says where it begins; path and cursor make
// the address of the next page.
func (p *Pages) list(r *http.Request, words *Words, path, cursor string, query url.Values) (answer any, s *shelf, err error) {
	s = new(shelf)
	if p.cfg.Events == nil {
		return nil, s, nil
	}
	query.Set("limit", strconv.Itoa(listPage))
	if at := r.URL.Query().Get(cursor); at != "" {
		query.Set("cursor", at)
	}
	found, err := p.cfg.Events(r, query)
	if err != nil {
		return nil, nil, err
	}
	past := query.Get("when") == "past"
	for i := range found.Cards {
		s.Events = append(s.Events, words.card(&found.Cards[i], past))
	}
	if found.Next != "" {
		s.MoreText = words.MoreEvents
		s.More = path + "?" + url.Values{cursor: {found.Next}}.Encode()
	}
	return found.Answer, s, nil
}

// homePage lists what is on, as far as that can be shown and found without a script.
func (p *Pages) homePage(w http.ResponseWriter, r *http.Request) {
	words := WordsFor(r.Header.Get("Accept-Language"))
	answer, upcoming, err := p.list(r, words, "/", "cursor", url.Values{})
	if err != nil {
		p.failList(w, r, err)
		return
	}
	v := &view{State: "home.events", Public: true, Upcoming: upcoming, Embedded: embedded{Events: answer}}
	if len(upcoming.Events) == 0 {
		v.State, v.Upcoming = "home.none", nil
	}
	p.show(w, r, http.StatusOK, v)
}

// hostPage lists what an organization has on, and had.
func (p *Pages) hostPage(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("organization_id")
	words, path := WordsFor(r.Header.Get("Accept-Language")), HostURL("", id)
	if p.cfg.Host == nil {
		p.show(w, r, http.StatusNotFound, &view{State: "missing"})
		return
	}
	host, answer, err := p.cfg.Host(r.Context(), id)
	if errors.Is(err, store.ErrNotFound) {
		p.show(w, r, http.StatusNotFound, &view{State: "missing"})
		return
	}
	v := &view{Public: true, Embedded: embedded{Host: answer}}
	if err == nil {
		v.Embedded.Events, v.Upcoming, err = p.list(r, words, path, "cursor", url.Values{"organizer": {id}})
	}
	if err == nil {
		v.Embedded.Past, v.Past, err = p.list(r, words, path, "past", url.Values{"organizer": {id}, "when": {"past"}})
	}
	if err != nil {
		p.failList(w, r, err)
		return
	}
	v.Title, v.Hosted = host.Name, host.Name
	summary := words.NothingHosted
	if len(v.Upcoming.Events) > 0 {
		next := &v.Upcoming.Events[0]
		summary = words.Headings["home.events"] + ": " + next.Title + " · " + next.When
	}
	v.Head, err = head(headOf{Title: host.Name, Summary: summary, URL: HostURL(p.cfg.Origin, id), Organizer: host.Name, Locale: words.Tag.String()})
	if err != nil {
		p.fail(w, r, err)
		return
	}
	p.show(w, r, http.StatusOK, v)
}

// failList answers for a list that was not read. Whoever came with a cursor that is not
// of this list sees the list from its beginning.
func (p *Pages) failList(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, ErrCursor) && r.URL.RawQuery != "" {
		http.Redirect(w, r, r.URL.EscapedPath(), http.StatusSeeOther)
		return
	}
	p.fail(w, r, err)
}

// headOf is what others read of a page: search engines, and whoever shows a link to it.
type headOf struct{ Title, Summary, URL, Organizer, Locale string }

var headTemplate = template.Must(template.New("head").Parse(`<meta name="description" content="{{.Summary}}">
<link rel="canonical" href="{{.URL}}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="{{.Organizer}}">
<meta property="og:title" content="{{.Title}}">
<meta property="og:description" content="{{.Summary}}">
<meta property="og:url" content="{{.URL}}">
<meta property="og:locale" content="{{.Locale}}">
<meta name="twitter:card" content="summary">
`))

func head(of headOf) (template.HTML, error) {
	var b bytes.Buffer
	if err := headTemplate.Execute(&b, of); err != nil {
		return "", fmt.Errorf("page: head: %w", err)
	}
	return template.HTML(b.String()), nil // of our own template
}
