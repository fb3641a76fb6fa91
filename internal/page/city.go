package page

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
)

// Home reads the home page of a city, as the API answers; "": of all. The error is ErrBusy
// while it cannot be read, and ErrCity when there is no such city.
type Home func(ctx context.Context, city, language string) (*HomeListing, error)

// ErrCity says that no city is called so.
var ErrCity = errors.New("page: no such city")

// HomeListing is what the home page lists.
type HomeListing struct {
	Answer   any         // what the API answers, for the app to begin with
	City     *ListedCity // nil: events from everywhere
	Cities   []ListedCity
	Sections []HomeSection
}

// ListedCity is a city in which events are on.
type ListedCity struct {
	ID     string
	Name   string // in the reader's language
	Events int
}

// HomeSection is a shelf of events; Kind is the API's.
type HomeSection struct {
	Kind  string
	Cards []Card
}

// cityLink leads to the home page of a city.
type cityLink struct {
	Path, Name string
	Events     string // how many are on; "": of no city
	Chosen     bool
}

// section is a shelf of the home page in the reader's words.
type section struct {
	Heading string
	shelf
}

// cityPath is the address of the home page of a city, and allPath of the list of all that
// is on there.
func cityPath(id string) string { return "/?" + url.Values{"city": {id}}.Encode() }

func allPath(id string) string {
	query := url.Values{"when": {"upcoming"}}
	if id != "" {
		query.Set("city", id)
	}
	return "/?" + query.Encode()
}

// homeOf reads the home page of a city; nil: there is none to show now, and the list is
// shown as it is.
func (p *Pages) homeOf(ctx context.Context, city, language string) (*HomeListing, error) {
	if p.cfg.Home == nil {
		return nil, nil
	}
	found, err := p.cfg.Home(ctx, city, language)
	if errors.Is(err, ErrBusy) || errors.Is(err, ErrCity) {
		return nil, nil // the list answers, or says what is wrong
	}
	return found, err
}

// cityPage adds to the home page what is said of the city that is asked for, and shows it
// if that has more than one section.
func (p *Pages) cityPage(w http.ResponseWriter, r *http.Request, words *Words, asked url.Values, v *view) (shown bool, err error) {
	home, err := p.homeOf(r.Context(), asked.Get("city"), words.Tag.String())
	if err != nil || home == nil {
		return false, err
	}
	if home.City != nil {
		asked.Set("city", home.City.ID) // in one spelling from here on
	}
	v.sections(words, home)
	v.Embedded.Home = home.Answer
	if err := p.cityHead(v, words, home); err != nil {
		return false, err
	}
	if r.URL.Query().Has("cursor") {
		v.Sections = nil
	}
	if len(v.Sections) == 0 {
		return false, nil
	}
	v.Search = words.search(asked, &Listing{Cards: home.cards()})
	p.show(w, r, http.StatusOK, v)
	return true, nil
}

// sections puts what a home page lists into the reader's words. A single section is no
// better than the list.
func (v *view) sections(w *Words, found *HomeListing) {
	if len(found.Cities) > 0 {
		v.Cities = []cityLink{{Path: "/", Name: w.Everywhere, Chosen: found.City == nil}}
		for i := range found.Cities {
			c := &found.Cities[i]
			v.Cities = append(v.Cities, cityLink{cityPath(c.ID), c.Name, strconv.Itoa(c.Events), found.City != nil && found.City.ID == c.ID})
		}
	}
	v.All, v.AllText = allPath(""), w.AllUpcoming
	if c := found.City; c != nil {
		v.InCity = fill(w.EventsIn, "{city}", c.Name)
		v.All, v.AllText = allPath(c.ID), fill(w.AllIn, "{city}", c.Name)
	}
	if len(found.Sections) < 2 {
		return
	}
	for i := range found.Sections {
		s := section{Heading: w.Sections[found.Sections[i].Kind]}
		switch kind := found.Sections[i].Kind; {
		case found.City == nil:
		case kind == "top":
			s.Heading = fill(w.PopularIn, "{city}", found.City.Name)
		case kind == "nearby":
			s.Heading = fill(s.Heading, "{city}", found.City.Name)
		}
		for j := range found.Sections[i].Cards {
			s.Events = append(s.Events, w.card(&found.Sections[i].Cards[j], false))
		}
		v.Sections = append(v.Sections, s)
	}
}

// cityHead is what others read of the home page of a city.
func (p *Pages) cityHead(v *view, w *Words, found *HomeListing) (err error) {
	if found.City == nil {
		return nil
	}
	summary := v.InCity
	for i := range found.Sections {
		if cards := found.Sections[i].Cards; len(cards) > 0 {
			next := w.card(&cards[0], false)
			summary += ": " + next.Title + " · " + next.When
			break
		}
	}
	v.Head, err = head(headOf{Title: v.InCity, Summary: summary, URL: p.cfg.Origin + cityPath(found.City.ID), Organizer: w.Brand, Locale: w.Tag.String()})
	return err
}

// cards are the events of all sections.
func (l *HomeListing) cards() (list []Card) {
	for i := range l.Sections {
		list = append(list, l.Sections[i].Cards...)
	}
	return list
}
