// Package calendar writes events for calendar programs (RFC 5545) and feed readers (RFC 4287).
package calendar

import (
	"math"
	"strings"
	"time"
	"unicode"

	ics "github.com/arran4/golang-ical"
)

// MediaICS is the type of a calendar.
const MediaICS = "text/calendar; charset=utf-8"

// refresh is how often calendar programs are asked to look again (RFC 7986, 5.7).
const refresh = "PT1H"

// Limits of texts, in characters: a feed of many events stays small enough for phones.
const (
	maxTitle       = 300
	maxDescription = 2000
)

// Entry is an event in a calendar or a feed.
type Entry struct {
	EventID string
	// Seq grows with every change of the event.
	Seq int64
	// Changed is when what an entry says last changed, Published when the event was published.
	Changed, Published time.Time
	Starts, Ends       time.Time
	Title, Description string
	Location           string
	// Latitude and Longitude are in degrees; "": not known.
	Latitude, Longitude string
	URL                 string
	Category            string
	Tags                []string
	Cancelled           bool
	Postponed           bool // its time is the old one, and another is not known yet
	Tentative           bool // it may still not take place then
	// Online is where it takes place online, for ticket holders; "": nowhere, or others read it.
	Online string
}

// Calendar is what one address serves.
type Calendar struct {
	// Host is the right side of the UIDs.
	Host string
	Name string
	// URL is the page that shows the same to people; "": there is none.
	URL     string
	Entries []Entry
}

// UID names the entry of an event in calendars: in mails, on pages (web/src/lib/event)
// and in feeds, so that whoever has it from two of them has it once. It names no person: an
// invitation to many has one UID too (RFC 5545, 3.8.4.7).
func UID(event, host string) string { return event + "@" + host }

// ICS returns the calendar as text. It depends on nothing but the calendar: DTSTAMP is when
// the entry last changed, as RFC 5545 (3.8.7.2) says of what has no METHOD.
//
// All times are in UTC, which every program shows in its reader's zone: no definition of a
// zone can be wrong, or differ from the program's own.
func (c *Calendar) ICS() []byte {
	cal := ics.NewCalendarFor("Holdfast")
	cal.SetName(line(c.Name), ics.WithValue("TEXT")) // programs that do not know the name take it for one text otherwise, with its escapes
	cal.SetRefreshInterval(refresh)
	cal.SetXPublishedTTL(refresh)
	if c.URL != "" {
		cal.SetUrl(c.URL)
	}
	for i := range c.Entries {
		c.Entries[i].write(cal, c.Host)
	}
	if len(c.Entries) == 0 { // something has to be in it (RFC 5545, 3.6)
		utc := cal.AddTimezone("Etc/UTC").AddStandard()
		utc.SetProperty(ics.ComponentPropertyDtStart, "19700101T000000")
		utc.SetProperty(ics.ComponentProperty(ics.PropertyTzoffsetfrom), "+0000")
		utc.SetProperty(ics.ComponentProperty(ics.PropertyTzoffsetto), "+0000")
	}
	return []byte(cal.Serialize(ics.WithNewLineWindows))
}

func (e *Entry) write(cal *ics.Calendar, host string) {
	v := cal.AddEvent(UID(e.EventID, host))
	v.SetDtStampTime(e.Changed.UTC())
	v.SetModifiedAt(e.Changed.UTC())
	v.SetSequence(int(min(e.Seq, math.MaxInt32))) // RFC 5545, 3.3.8
	v.SetStartAt(e.Starts.UTC())
	v.SetEndAt(e.Ends.UTC())
	v.SetSummary(line(e.Title))
	if text := clean(e.Description, maxDescription); text != "" {
		v.SetDescription(text)
	}
	if where := line(e.Location); where != "" {
		v.SetLocation(where)
	}
	if e.Latitude != "" && e.Longitude != "" {
		v.SetProperty(ics.ComponentPropertyGeo, e.Latitude+";"+e.Longitude)
	}
	for _, name := range e.labels() {
		v.AddCategory(name)
	}
	v.SetURL(e.URL)
	if e.Online != "" {
		Online(v, e.Online)
	}
	v.SetStatus(ics.ObjectStatusConfirmed)
	if e.Postponed || e.Tentative {
		v.SetStatus(ics.ObjectStatusTentative)
	}
	if e.Cancelled {
		v.SetStatus(ics.ObjectStatusCancelled)
	}
}

// Online says in an entry where the event takes place online: as CONFERENCE (RFC 7986, 5.11),
// and for the programs that do not know that as its location, or at the end of its text where
// it has one.
func Online(v *ics.VEvent, address string) {
	v.AddProperty("CONFERENCE", address, ics.WithValue("URI"), &ics.KeyValues{Key: "FEATURE", Value: []string{"VIDEO"}})
	if v.GetProperty(ics.ComponentPropertyLocation) == nil {
		v.SetLocation(address)
		return
	}
	text := address
	if had := v.GetProperty(ics.ComponentPropertyDescription); had != nil {
		text = had.Value + "\n\n" + address
	}
	v.SetDescription(text)
}

// labels are the category and the tags of an event.
func (e *Entry) labels() (list []string) {
	for _, text := range append([]string{e.Category}, e.Tags...) {
		if text = line(text); text != "" {
			list = append(list, text)
		}
	}
	return list
}

// line is clean of what has one line.
func line(text string) string {
	return strings.ReplaceAll(clean(text, maxTitle), "\n", " ")
}

// clean returns a text without characters that formats do not take or that show nothing, with
// the ends of lines as \n, at most so long.
func clean(text string, limit int) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.ToValidUTF8(text, ""))
	text = strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case r == '\t', r == '\u2028', r == '\u2029':
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r) && r != '\u200c' && r != '\u200d',
			unicode.Is(unicode.Co, r), unicode.Is(unicode.Noncharacter_Code_Point, r):
			return -1
		}
		return r
	}, text))
	if r := []rune(text); len(r) > limit {
		text = strings.TrimSpace(string(r[:limit])) + "…"
	}
	return text
}
