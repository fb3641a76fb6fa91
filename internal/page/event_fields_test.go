package page_test

import (
	"maps"
	"reflect"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// notOnPage are the details of an event that people without a script do not read on its page, and why.
var notOnPage = map[string]string{
	"VenueRooms":        "the venue says what is read of them: TestPlaceOfAnEvent",
	"Coordinates":       "for maps and search engines",
	"MainLanguage":      "what texts are marked with",
	"OnlineURL":         "for whoever has a ticket: TestOnlineEvent",
	"BusinessOwesTaxIn": "for buyers",
	"CoverPicture":      "a picture",
	"Cover":             "a picture",
	"Reminders":         "for whoever has a place",
	"FeedbackAfter":     "for whoever was there",
}

// TestEventPageSaysEveryField finds a detail that somebody added to events and forgot on their page:
// a text is read there as it was written, and marked with its language, and anything else has words of
// its own.
func TestEventPageSaysEveryField(t *testing.T) {
	words := map[string]string{"Category": "Music", "Tags": "Open air", "Performers": "Nina Okoye", "Language": "Portuguese", "AgeMin": "From 16"}
	d := events.Details{Category: "music", Tags: []string{"Open air"}, Performers: []string{"Nina Okoye"}, Language: "pt", AgeMin: 16, MainLanguage: "fr"}
	v := reflect.ValueOf(&d).Elem()
	for i := range v.NumField() {
		if name := v.Type().Field(i).Name; v.Field(i).Kind() == reflect.String && words[name] == "" && notOnPage[name] == "" {
			v.Field(i).SetString("What it has as " + name)
			words[name] = ">" + v.Field(i).String() + "<"
		}
	}
	f := newFixture(t)
	e, err := f.store.Events.Event(t.Context(), f.event)
	f.must(err)
	f.submit(inventory.Configure{Who: staff, StartsAt: e.Event.StartsAt, EndsAt: e.Event.EndsAt, Zone: e.Event.Zone, Settings: e.Event.Settings}, d.All())
	page := in(t, f.has("/events/"+f.event, 200), "<main>", "</main>")
	left := maps.Clone(notOnPage)
	for i := range v.NumField() {
		switch name := v.Type().Field(i).Name; {
		case notOnPage[name] != "":
			delete(left, name)
		case words[name] == "":
			t.Errorf("%s: what does the page say of it?", name)
		case !strings.Contains(page, words[name]):
			t.Errorf("%s: no %q in %s", name, words[name], page)
		case words[name][0] == '>' && !strings.Contains(page, `lang="fr"`+words[name]):
			t.Errorf("%s is in French, and the page does not say so", name)
		}
	}
	if len(left) > 0 {
		t.Errorf("events have no %v", left)
	}
}
