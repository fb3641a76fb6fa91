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

// listPage is how many events a page lists: as many as the app asks for at once.
const listPage = 24

// list reads a page of the public list. The reader's cursor goes on in the list that it
// belongs to, which may be another one of the page.
func (p *Pages) list(r *http.Request, cursor string, query url.Values) (*Listing, error) {
	if p.cfg.Events == nil {
		return new(Listing), nil
	}
	query.Set("limit", strconv.Itoa(listPage))
	if at := r.URL.Query().Get(cursor); at != "" {
		query.Set("cursor", at)
	}
	return p.cfg.Events(r, query)
}

// cards are the events of a list, and the path of the next page of it.
func (v *view) cards(path, cursor string, l *Listing, past bool) (list []listed, more string) {
	for i := range l.Cards {
		list = append(list, v.card(&l.Cards[i], past))
	}
	if l.Next != "" {
		more = path + "?" + url.Values{cursor: {l.Next}}.Encode()
	}
	return list, more
}

// homePage lists what is on.
func (p *Pages) homePage(w http.ResponseWriter, r *http.Request) {
	found, err := p.list(r, "cursor", url.Values{})
	if err != nil {
		p.failList(w, r, err)
		return
	}
	v := &view{Words: wordsOf(r), Home: true, Public: true, Route: "/", State: "home.events", Embedded: embedded{Events: found.Answer}}
	v.Upcoming, v.More = v.cards("/", "cursor", found, false)
	if len(v.Upcoming) > 0 {
		v.Featured, v.Upcoming = &v.Upcoming[0], v.Upcoming[1:]
		v.Featured.Wide = true
	} else {
		v.State = "home.none"
	}
	v.Head, err = head(headOf{Title: v.Say("home.title"), Summary: v.Say("home.text"), URL: p.cfg.Origin + "/", Organizer: v.Brand, Locale: v.Tag.String()})
	if err != nil {
		p.fail(w, r, err)
		return
	}
	p.show(w, r, http.StatusOK, v)
}

// hostPage lists what an organization has on, and had.
func (p *Pages) hostPage(w http.ResponseWriter, r *http.Request) {
	if p.cfg.Host == nil {
		p.fail(w, r, store.ErrNotFound)
		return
	}
	id := r.PathValue("organization_id")
	host, answer, err := p.cfg.Host(r.Context(), id)
	if errors.Is(err, store.ErrNotFound) {
		p.show(w, r, http.StatusNotFound, &view{State: "missing", Route: "/hosts/[host]"})
		return
	}
	var upcoming, past *Listing
	if err == nil {
		upcoming, err = p.list(r, "cursor", url.Values{"organizer": {id}})
	}
	if err == nil {
		past, err = p.list(r, "past", url.Values{"organizer": {id}, "when": {"past"}})
	}
	if err != nil {
		p.failList(w, r, err)
		return
	}
	v := &view{
		Words: wordsOf(r), Title: host.Name, Hosted: host, Public: true, Route: "/hosts/[host]", Ground: ground(id),
		Embedded: embedded{Host: answer, Events: upcoming.Answer, Past: past.Answer},
	}
	path := HostURL("", id)
	v.Upcoming, v.More = v.cards(path, "cursor", upcoming, false)
	v.Past, v.MorePast = v.cards(path, "past", past, true)
	summary := v.Say("host.none")
	if len(v.Upcoming) > 0 {
		next := &v.Upcoming[0]
		summary = v.Say("home.on") + ": " + next.Title + " · " + next.When
	}
	v.Head, err = head(headOf{Title: host.Name, Summary: summary, URL: HostURL(p.cfg.Origin, id), Organizer: host.Name, Locale: v.Tag.String()})
	if err != nil {
		p.fail(w, r, err)
		return
	}
	p.show(w, r, http.StatusOK, v)
}

// ErrCursor says that the place in a list that was asked for is none, or of another list.
var ErrCursor = errors.New("page: no place in this list")

// failList answers for a list that was not read. Whoever asked for a place in it that is
// none sees its beginning.
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
