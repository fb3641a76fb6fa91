package calendar

import (
	"encoding/json"
	"encoding/xml"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/holdfast-events/holdfast/internal/pythontest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// read is what other programs read in a calendar.
type read struct {
	Name    string
	Entries []readEntry
}

type readEntry struct {
	UID, Starts, Ends, Stamp, Modified string
	Sequence                           int64
	Summary, Description, Location     string
	URL, Status                        string
	Categories                         []string
	Geo                                string
}

// season is a calendar with everything that is hard to write: what has to be escaped or folded,
// scripts of several bytes, times on both sides of a change of clocks.
func season() *Calendar {
	berlin := time.FixedZone("CET", 3600)
	day := func(month time.Month, d, hour int) time.Time {
		return time.Date(2027, month, d, hour, 30, 0, 0, time.UTC)
	}
	return &Calendar{
		Host: "holdfast.example", Name: `Harbour, Hall; "Nord" \ Süd`, URL: "https://holdfast.example/hosts/org_3k9q0a7c1v5m",
		Entries: []Entry{
			{
				EventID: "evt_3k9q0a7c1v5m", Seq: 2_147_483_647, Changed: day(9, 1, 8), Starts: day(10, 30, 17), Ends: day(10, 31, 2),
				Title:       `Night of Strings, Brass; and \n "more"` + "\r\nBEGIN:VALARM\x00\u202e",
				Description: strings.Repeat("Füße naß · 🎻🎺 · שָׁלוֹם — ", 20) + "\n\nDoors at 19:00; bring\ta friend, or two.\\",
				Location:    "Alter Hafen, Halle 2; Tor B", Latitude: "53.5436", Longitude: "9.9889",
				URL: "https://holdfast.example/events/evt_3k9q0a7c1v5m", Category: "music", Tags: []string{"open air, late", "a;b"},
			},
			{
				EventID: "evt_3k9q0a7c1v5n", Seq: 7, Changed: day(9, 2, 8), Starts: day(11, 6, 18).In(berlin), Ends: day(11, 6, 20),
				Title: "漢字の長い題名" + strings.Repeat("長", 60), URL: "https://holdfast.example/events/evt_3k9q0a7c1v5n", Cancelled: true,
			},
		},
	}
}

func (c *Calendar) expected() read {
	out := read{Name: line(c.Name)}
	stamp := func(at time.Time) string { return at.UTC().Format("20060102T150405Z") }
	for i := range c.Entries {
		e := &c.Entries[i]
		r := readEntry{
			UID: e.EventID + "@" + c.Host, Starts: stamp(e.Starts), Ends: stamp(e.Ends), Stamp: stamp(e.Changed), Modified: stamp(e.Changed), Sequence: e.Seq,
			Summary: line(e.Title), Description: clean(e.Description, maxDescription), Location: line(e.Location), URL: e.URL,
			Status: "CONFIRMED", Categories: e.labels(),
		}
		if e.Cancelled {
			r.Status = "CANCELLED"
		}
		if e.Latitude != "" {
			r.Geo = e.Latitude + ";" + e.Longitude
		}
		out.Entries = append(out.Entries, r)
	}
	return out
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (make it with go test ./internal/calendar -update)", err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

// TestICS writes what the web app reads with ical.js (web/src/lib/event/calendar.test.ts).
func TestICS(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]*Calendar{"season": season(), "empty": {Host: "holdfast.example", Name: "Nothing yet"}} {
		text := string(c.ICS())
		golden(t, name+".ics", text)
		want, err := json.MarshalIndent(c.expected(), "", "\t")
		if err != nil {
			t.Fatal(err)
		}
		golden(t, name+".json", string(want)+"\n")
		for line := range strings.SplitSeq(strings.TrimSuffix(text, "\r\n"), "\r\n") {
			if len(line) > 75 || !utf8.ValidString(line) || strings.ContainsAny(line, "\r\n\x00") {
				t.Errorf("%s: a line of %d bytes: %q", name, len(line), line)
			}
		}
		if again := string(c.ICS()); again != text {
			t.Errorf("%s differs the second time", name)
		}
	}
	if text := string(season().ICS()); strings.Contains(text, "\r\nBEGIN:VALARM") || strings.Contains(text, "METHOD") {
		t.Errorf("what an organizer wrote became more than a text: %s", text)
	}
}

// TestOthersReadCalendars: what is written is what icalendar for Python reads.
func TestOthersReadCalendars(t *testing.T) {
	t.Parallel()
	python := pythontest.Find(t, "internal/calendar/testdata/requirements.txt")
	for name, c := range map[string]*Calendar{"season": season(), "empty": {Host: "holdfast.example", Name: "Nothing yet"}} {
		cmd := exec.CommandContext(t.Context(), python, "testdata/read.py")
		cmd.Stdin, cmd.Stderr = strings.NewReader(string(c.ICS())), os.Stderr
		said, err := cmd.Output()
		if err != nil {
			t.Fatal(name, err)
		}
		var got read
		if err := json.Unmarshal(said, &got); err != nil {
			t.Fatal(name, err)
		}
		if diff := cmp.Diff(c.expected(), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestAtom(t *testing.T) {
	t.Parallel()
	f := &Feed{Self: "https://holdfast.example/v1/public/organizers/org_3k9q0a7c1v5m/events.atom", URL: "https://holdfast.example/hosts/org_3k9q0a7c1v5m", Name: "Harbour & <Hall>"}
	for _, e := range season().Entries {
		e.Published = e.Changed.Add(-time.Hour)
		f.Entries = append(f.Entries, FeedEntry{e, "2027-10-30 19:30–04:30 (Europe/Berlin)"})
	}
	body, err := f.Atom()
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "season.atom", string(body)+"\n")
	var got struct {
		XMLName xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
		ID      string   `xml:"id"`
		Updated string   `xml:"updated"`
		Entries []struct {
			ID, Title, Updated, Published string
			Content                       string `xml:"content"`
			Link                          struct {
				Href string `xml:"href,attr"`
			} `xml:"link"`
			Categories []struct {
				Term string `xml:"term,attr"`
			} `xml:"category"`
		} `xml:"entry"`
	}
	if err := xml.Unmarshal(body, &got); err != nil {
		t.Fatal(err)
	}
	if got.ID != f.URL || got.Updated != "2027-09-02T08:30:00Z" || len(got.Entries) != 2 {
		t.Fatalf("%+v", got)
	}
	if first := got.Entries[0]; first.Link.Href != f.Entries[0].URL || first.Categories[1].Term != "open air, late" || first.Content != clean(f.Entries[0].Description, maxDescription) {
		t.Errorf("%+v", first)
	}
}

func TestClean(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		" a\r\nb\rc\x00\u202e\ufeff ": "a\nb\nc", "a\tb\u2028c": "a b c", "a\u200db\xff": "a\u200db", "": "", "abcdefghijk": "abcdefghij…",
	} {
		if got := clean(text, 10); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}
