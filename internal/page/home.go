package page

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"strconv"

	"github.com/holdfast-events/holdfast/internal/store/database"
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
	if query.Get("limit") == "" {
		query.Set("limit", strconv.Itoa(listPage))
	}
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
		for _, name := range filters {
			if value := query.Get(name); value != "" && (name != "when" || !past) {
				further.Set(name, value)
			}
		}
		s.More = path + "?" + further.Encode()
	}
	return found, s, nil
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
	if errors.Is(err, database.ErrNotFound) {
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
	v.FollowPath = p.followPath(id)
	v.subscribe(HostCalendarURL(p.cfg.Origin, id), FeedURL("", id))
	summary := words.NothingHosted
	if len(v.Upcoming.Events) > 0 {
		next := &v.Upcoming.Events[0]
		summary = words.Headings["home.events"] + ": " + next.Title + " · " + next.When
	}
	v.Head, err = head(headOf{Title: host.Name, Summary: summary, URL: HostURL(p.cfg.Origin, id), Organizer: host.Name, Locale: words.Tag.String(), Calendar: HostCalendarURL(p.cfg.Origin, id), Feed: FeedURL(p.cfg.Origin, id)})
	if err != nil {
		p.fail(w, r, err)
		return
	}
	p.show(w, r, http.StatusOK, v)
}

// failList answers for a list that was not read. Whoever came with a cursor that is not
// of this list sees the list from its beginning, and searches for the same.
func (p *Pages) failList(w http.ResponseWriter, r *http.Request, err error) {
	query := r.URL.Query()
	if errors.Is(err, ErrCursor) && (query.Has("cursor") || query.Has("past")) {
		query.Del("cursor")
		query.Del("past")
		http.Redirect(w, r, (&url.URL{Path: r.URL.Path, RawQuery: query.Encode()}).String(), http.StatusSeeOther)
		return
	}
	p.fail(w, r, err)
}

// headOf is what others read of a page: search engines, and whoever shows a link to it.
type headOf struct {
	Title, Summary, URL, Organizer, Locale string
	// Calendar and Feed are where calendar programs and feed readers find the same; "": nowhere.
	Calendar, Feed string
	// Image is where its preview is, and Shows what that says; "": it has none.
	Image, Shows string
	// Alternates are its addresses in each language; nil: it has one for all.
	Alternates []alternate
}

var headTemplate = template.Must(template.New("head").Parse(`<meta name="description" content="{{.Summary}}">
<link rel="canonical" href="{{.URL}}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="{{.Organizer}}">
<meta property="og:title" content="{{.Title}}">
<meta property="og:description" content="{{.Summary}}">
<meta property="og:url" content="{{.URL}}">
<meta property="og:locale" content="{{.Locale}}">
{{if .Image}}<meta property="og:image" content="{{.Image}}">
<meta property="og:image:type" content="image/jpeg">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="{{.Shows}}">
<meta name="twitter:card" content="summary_large_image">
<meta name="twitter:image" content="{{.Image}}">
{{else}}<meta name="twitter:card" content="summary">
{{end}}{{with .Calendar}}<link rel="alternate" type="text/calendar" title="{{$.Title}}" href="{{.}}">
{{end}}{{range .Alternates}}<link rel="alternate" hreflang="{{.Lang}}" href="{{.URL}}">
{{end}}{{with .Feed}}<link rel="alternate" type="application/atom+xml" title="{{$.Organizer}}" href="{{.}}">
{{end}}`))

func head(of headOf) (template.HTML, error) {
	var b bytes.Buffer
	if err := headTemplate.Execute(&b, of); err != nil {
		return "", fmt.Errorf("page: head: %w", err)
	}
	return template.HTML(b.String()), nil // of our own template
}
