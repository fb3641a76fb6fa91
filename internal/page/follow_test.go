package page_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/page"
	"github.com/holdfast-events/holdfast/internal/site"
)

// fans is a Follower that knows whose a cookie is, and follows nothing.
type fans struct{ err error }

func (f fans) Account(_ http.ResponseWriter, r *http.Request) (string, error) {
	return r.Header.Get("Cookie"), f.err
}

func (fans) Follow(context.Context, string, string) error { return page.ErrFollows }

func (fans) Unfollowed(context.Context, string, string) error { return nil }

// TestFollowForm: the page of an event has the form that follows its organizer, for people without
// scripts, and the address that it is sent to says what became of it.
func TestFollowForm(t *testing.T) {
	f := newFixture(t)
	event, err := f.store.Events.Event(t.Context(), f.event)
	f.must(err)
	host := page.HostURL("", event.Event.OrgID)
	if body := f.has("/events/"+f.event, 200); strings.Contains(body, "/follow") {
		t.Errorf("nobody follows here: %s", body)
	}
	app, err := site.New(shell, nil)
	f.must(err)
	serve := func(err error) {
		f.serve(func(c *page.Config) { c.Site, c.Follow = app, fans{err} })
	}
	serve(nil)
	f.has("/events/"+f.event, 200, `<noscript><form class="follow" method="post" action="`+host+`/follow">`)
	sends := func(way string, status int, text string, headers ...string) {
		t.Helper()
		w := f.send("POST", host+"/"+way, headers...)
		if w.Code != status || !strings.Contains(w.Body.String(), text) {
			t.Errorf("%s: %d %s", way, w.Code, w.Body)
		}
	}
	sends("follow", 401, `href="/sign-in"`)
	sends("follow", 403, "Please open the link again", "Cookie: acc_1", "Sec-Fetch-Site: cross-site")
	sends("follow", 409, "following too many", "Cookie: acc_1")
	sends("unfollow", 200, "You’re not following", "Cookie: acc_1")
	serve(errors.New("the database is gone"))
	sends("follow", 500, "Something went wrong", "Cookie: acc_1")
}

// TestSubscribe: the pages of an organization and its events name the calendar and the feed to
// programs, and offer them to people.
func TestSubscribe(t *testing.T) {
	f := newFixture(t)
	event, err := f.store.Events.Event(t.Context(), f.event)
	f.must(err)
	feed := page.FeedURL("", event.Event.OrgID)
	f.has("/events/"+f.event, 200, `<link rel="alternate" type="application/atom+xml"`, feed+`">`)
	app, err := site.New(shell, nil)
	f.must(err)
	f.serve(func(c *page.Config) {
		c.Site = app
		c.Host = func(context.Context, string) (*page.Host, any, error) {
			return &page.Host{ID: event.Event.OrgID, Name: "Old harbour"}, nil, nil
		}
	})
	f.has(page.HostURL("", event.Event.OrgID), 200, `<link rel="alternate" type="text/calendar" title="Old harbour" href="`, `href="webcal://`, page.HostCalendarURL("", event.Event.OrgID), `href="`+feed+`"`)
}
