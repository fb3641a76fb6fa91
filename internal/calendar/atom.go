package calendar

import (
	"encoding/xml"
	"fmt"
	"time"
)

// MediaAtom is the type of a feed.
const MediaAtom = "application/atom+xml; charset=utf-8"

// Feed is what is new, for feed readers: one event at least.
type Feed struct {
	// Self is the address of the feed, URL that of the page that shows the same to people.
	Self, URL string
	Name      string
	Entries   []FeedEntry
}

// FeedEntry is an event in a feed.
type FeedEntry struct {
	Entry
	// When says when and where the event is, in words.
	When string
}

type atomLink struct {
	Rel  string `xml:"rel,attr"`
	Type string `xml:"type,attr,omitempty"`
	Href string `xml:"href,attr"`
}

type atomText struct {
	Type string `xml:"type,attr"`
	Text string `xml:",chardata"`
}

type atomCategory struct {
	Term string `xml:"term,attr"`
}

type atomEntry struct {
	ID         string         `xml:"id"`
	Title      atomText       `xml:"title"`
	Updated    string         `xml:"updated"`
	Published  string         `xml:"published"`
	Link       atomLink       `xml:"link"`
	Categories []atomCategory `xml:"category"`
	Summary    atomText       `xml:"summary"`
	Content    *atomText      `xml:"content"`
}

type atomFeed struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	ID      string      `xml:"id"`
	Title   atomText    `xml:"title"`
	Updated string      `xml:"updated"`
	Author  string      `xml:"author>name"`
	Links   []atomLink  `xml:"link"`
	Entries []atomEntry `xml:"entry"`
}

// Atom returns the feed as text. The ID of an entry is the address of the page of its event,
// which never changes; texts are plain, so that no reader takes what an organizer wrote for
// markup.
func (f *Feed) Atom() ([]byte, error) {
	out := atomFeed{
		ID: f.URL, Title: title(f.Name), Author: line(f.Name),
		Links: []atomLink{{"self", "application/atom+xml", f.Self}, {"alternate", "text/html", f.URL}},
	}
	var updated time.Time
	for i := range f.Entries {
		e := &f.Entries[i]
		if e.Changed.After(updated) {
			updated = e.Changed
		}
		a := atomEntry{
			ID: e.URL, Title: title(e.Title), Updated: moment(e.Changed), Published: moment(e.Published),
			Link: atomLink{"alternate", "text/html", e.URL}, Summary: title(e.When),
		}
		for _, name := range e.labels() {
			a.Categories = append(a.Categories, atomCategory{name})
		}
		if text := clean(e.Description, maxDescription); text != "" {
			a.Content = &atomText{"text", text}
		}
		out.Entries = append(out.Entries, a)
	}
	out.Updated = moment(updated)
	body, err := xml.Marshal(&out)
	if err != nil {
		return nil, fmt.Errorf("calendar: feed: %w", err)
	}
	return append([]byte(xml.Header), body...), nil
}

func title(text string) atomText { return atomText{"text", line(text)} }

func moment(at time.Time) string { return at.UTC().Format(time.RFC3339) }
