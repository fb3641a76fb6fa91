package page

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/holdfast-events/holdfast/internal/store"
)

// listPage is how many events a list of the pages has at once: as many as the app asks
// for.
const listPage = 24

// list reads a page of the public list, and makes its events cards in the reader's
// words. The parameter cursor of the address says where it begins; path and cursor make
// the address of the next page, which searches for the same.
func (p *Pages) list(r *http.Request, words *Words, path, cursor string, query url.Values) (found *Listing, s *shelf, err error) {
	s = new(shelf)
	if p.cfg.Events == nil {
		return &Listing{}, s, nil
	}
	query.Set("limit", strconv.Itoa(listPage))
	if at := r.URL.Query().Get(cursor); at != "" {
		query.Set("cursor", at)
	}
	found, err = p.cfg.Events(r, query)
	if err != nil {
		return nil, nil, err
	}
	past := query.Get("when") == "past"
	for i := range found.Cards {
		s.Events = append(s.Events, words.card(&found.Cards[i], past))
	}
	if found.Next != "" {
		s.MoreText = words.MoreEvents
		further := url.Values{cursor: {found.Next}}
		if q := query.Get("q"); q != "" {
			further.Set("q", q)
		}
		s.More = path + "?" + further.Encode()
	}
	return found, s, nil
}

// homePage lists what is on, or what of it is searched for, as far as that can be shown and
// found without a script.
func (p *Pages) homePage(w http.ResponseWriter, r *http.Request) {
	words := WordsFor(r.Header.Get("Accept-Language"))
	query, text := url.Values{}, strings.TrimSpace(r.URL.Query().Get("q"))
	if text != "" {
		query.Set("q", text)
	}
	found, upcoming, err := p.list(r, words, "/", "cursor", query)
	if err != nil {
		p.failList(w, r, err)
		return
	}
	// There is one address for each event, and none for each search: search engines are
	// kept from those.
	v := &view{State: "home.events", Public: text == "", Upcoming: upcoming, Embedded: embedded{Events: found.Answer}}
	if len(upcoming.Events) == 0 && text == "" {
		v.State, v.Upcoming = "home.none", nil
	} else {
		v.Search = words.search("/", text, found)
	}
	p.show(w, r, http.StatusOK, v)
}

// search is the form with what was searched for, and what of it was found.
func (w *Words) search(action, text string, found *Listing) *search {
	s := &search{Action: action, Text: text}
	if text == "" {
		return s
	}
	switch total := found.Total; {
	case len(found.Cards) == 0 && found.Next == "":
		s.Found = fill(w.NoneFound, "{q}", text)
	case total == nil: // what is here says nothing of how many there are
	case *total == 1:
		s.Found = w.OneFound
	case *total > MaxFound:
		s.Found = fill(w.MoreFound, "{n}", strconv.Itoa(MaxFound))
	default:
		s.Found = fill(w.ManyFound, "{n}", strconv.Itoa(*total))
	}
	if found.Instead != "" {
		s.NoSuch, s.Instead = fill(w.NoSuch, "{q}", text), found.Instead
		s.Path = action + "?" + url.Values{"q": {found.Instead}}.Encode()
	}
	return s
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
	var upcoming, past *Listing
	if err == nil {
		upcoming, v.Upcoming, err = p.list(r, words, path, "cursor", url.Values{"organizer": {id}})
	}
	if err == nil {
		past, v.Past, err = p.list(r, words, path, "past", url.Values{"organizer": {id}, "when": {"past"}})
	}
	if err != nil {
		p.failList(w, r, err)
		return
	}
	v.Embedded.Events, v.Embedded.Past = upcoming.Answer, past.Answer
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
