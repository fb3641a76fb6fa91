package page_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/feedback"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// asks makes the event ask its guests how it was, an hour after its end.
func (f *fixture) asks() {
	f.t.Helper()
	ev, err := f.store.Events.Event(context.Background(), f.event)
	f.must(err)
	e, after := &ev.Event, int64(3600)
	f.submit(inventory.Configure{Who: staff, StartsAt: e.StartsAt, EndsAt: e.EndsAt, Zone: e.Zone, Settings: e.Settings}, &events.DetailsChange{FeedbackAfter: &after})
}

// says posts the form, and returns the answer.
func (f *fixture) says(path string, form url.Values) *httptest.ResponseRecorder {
	f.t.Helper()
	r := httptest.NewRequest("POST", "http://holdfast.test"+path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	w := httptest.NewRecorder()
	f.mux.ServeHTTP(w, r)
	return w
}

// TestFeedback: whoever had a ticket says how the event was after its end, for 30 days, without
// a script, and changes it; what cannot be taken says why and keeps what was typed.
func TestFeedback(t *testing.T) {
	f := newFixture(t)
	_, person := f.enter("ada")
	_, waiting := f.enter("bob") // has no ticket
	ends := f.starts.Add(3 * time.Hour)
	path := pathOf(f.links.FeedbackURL(person, ends))
	f.shows(path, 410, "Feedback is closed") // the event does not ask
	f.asks()
	f.later(ends.Sub(f.now()) - time.Minute)
	f.shows(path, 410, "Feedback is closed") // it has not ended
	if w := f.says(path, url.Values{"rating": {"5"}}); w.Code != 410 {
		t.Errorf("too early: %d", w.Code)
	}
	f.later(2 * time.Minute)
	if body := f.shows(path, 200, "How was it?", "Lantern &lt;walk&gt;", `value="5" required>`); strings.Contains(body, "checked") {
		t.Errorf("something is chosen: %s", body)
	}
	none := func() {
		t.Helper()
		if _, err := f.store.Feedback.Of(t.Context(), f.event, person); err == nil {
			t.Error("something was stored")
		}
	}
	for _, bad := range []struct {
		form url.Values
		says string
	}{
		{url.Values{"words": {"Nice <walk>"}}, "Please choose a rating."},
		{url.Values{"rating": {"6"}, "words": {"Nice <walk>"}}, "Please choose a rating."},
		{url.Values{"rating": {"0"}, "words": {"Nice <walk>"}}, "Please choose a rating."},
		{url.Values{"rating": {"5x"}, "words": {"Nice <walk>"}}, "Please choose a rating."},
		{url.Values{"rating": {"4"}, "words": {strings.Repeat("ü", feedback.MaxWords) + "Nice <walk>"}}, "Please use at most 2000 characters."},
	} {
		w := f.says(path, bad.form)
		if w.Code != 400 || !strings.Contains(w.Body.String(), bad.says) || !strings.Contains(w.Body.String(), "Nice &lt;walk&gt;") {
			t.Errorf("%v: %d %s", bad.form, w.Code, w.Body)
		}
		none()
	}
	if w := f.says(path, url.Values{"rating": {"4"}, "words": {strings.Repeat("x", 200_000)}}); w.Code != 400 || !strings.Contains(w.Body.String(), "at most 2000") {
		t.Errorf("far too much: %d", w.Code)
	}
	none()
	if w := f.send("POST", path, "Sec-Fetch-Site: cross-site"); w.Code != 403 {
		t.Errorf("from another site: %d", w.Code)
	}
	none()

	say := func(form url.Values, want messages.Feedback) {
		t.Helper()
		w := f.says(path, form)
		if w.Code != http.StatusSeeOther || w.Header().Get("Location") != path {
			t.Fatalf("%d %s %s", w.Code, w.Header().Get("Location"), w.Body)
		}
		got, err := f.store.Feedback.Of(t.Context(), f.event, person)
		f.must(err)
		want.EventID, want.PersonID, want.CreatedAt, want.UpdatedAt = f.event, person, got.CreatedAt, got.UpdatedAt
		if *got != want {
			t.Errorf("stored %+v, want %+v", *got, want)
		}
	}
	say(url.Values{"rating": {"4"}, "words": {" Warm soup.\r\n\u202EMore\x00 lanterns! "}, "named": {"yes"}}, messages.Feedback{Rating: 4, Words: "Warm soup.\nMore lanterns!", Named: true})
	f.shows(path, 200, "Thank you!", `value="4" required checked`, "Warm soup.", `value="yes" checked`, "Save changes")
	say(url.Values{"rating": {"2"}}, messages.Feedback{Rating: 2})
	f.shows(path, 200, "Thank you!", `value="2" required checked`)

	other := pathOf(f.links.FeedbackURL(waiting, ends))
	f.shows(other, 410, "Only guests are asked")
	if w := f.says(other, url.Values{"rating": {"1"}}); w.Code != 410 {
		t.Errorf("without a ticket: %d", w.Code)
	}
	// Links of other mails do not lead here, nor this one elsewhere.
	for _, wrong := range []string{
		strings.Replace(pathOf(f.links.PreferencesURL(person, ends)), "/u/", "/h/", 1), strings.Replace(path, "/h/", "/u/", 1), strings.Replace(path, "/h/", "/r/", 1), path + "x",
	} {
		f.shows(wrong, 404, "This link doesn’t work")
	}
	if kind, ok := identity.KindOf(person); kind != identity.PreferenceLink || !ok {
		t.Errorf("a fresh link to a person is of kind %q", kind)
	}
	f.later(31 * 24 * time.Hour)
	f.shows(path, 410, "Feedback is closed")
	if w := f.says(path, url.Values{"rating": {"5"}}); w.Code != 410 {
		t.Errorf("too late: %d", w.Code)
	}
}

// TestFeedbackOfCancelledEvent: nobody is asked how it was.
func TestFeedbackOfCancelledEvent(t *testing.T) {
	f := newFixture(t)
	_, person := f.enter("ada")
	f.asks()
	f.submit(inventory.CancelEvent{Who: staff}, nil)
	f.later(f.starts.Add(4 * time.Hour).Sub(f.now()))
	f.shows(pathOf(f.links.FeedbackURL(person, f.now())), 410, "Feedback is closed")
}
