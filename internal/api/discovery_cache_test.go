package api_test

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/testdb"
)

// remembered is what a cache between people and a server has of an address.
type remembered struct {
	answer *answer
	at     time.Time
}

// cached is a cache that any provider of networks could put between people and a server: it keeps
// what it may, shows it for as long as it may without asking (RFC 9111), and for as long as it may
// while it asks (RFC 5861), and asks with the ETag that it has.
type cached struct {
	of   *testServer
	kept map[string]remembered
	// asked counts the requests that came to the server, and same those that it answered 304.
	asked, same int
}

// seconds is how many seconds a directive of Cache-Control has; 0: it is not there.
func seconds(header http.Header, directive string) time.Duration {
	for part := range strings.SplitSeq(header.Get("Cache-Control"), ",") {
		if text, ok := strings.CutPrefix(strings.TrimSpace(part), directive+"="); ok {
			n, err := strconv.Atoi(text)
			if err == nil {
				return time.Duration(n) * time.Second
			}
		}
	}
	return 0
}

func (c *cached) get(path string) *answer {
	have, ok := c.kept[path]
	age := c.of.now().Sub(have.at)
	if ok && age < seconds(have.answer.Header, "max-age") {
		return have.answer
	}
	var header []string
	if ok {
		header = append(header, "If-None-Match: "+have.answer.Header.Get("ETag"))
	}
	c.asked++
	fresh := c.of.send("GET", path, "", nil, header...)
	if fresh.Status == http.StatusNotModified {
		c.same++
		fresh = have.answer
	} else {
		fresh.want(200)
	}
	if c.kept[path] = (remembered{fresh, c.of.now()}); ok && age < seconds(have.answer.Header, "max-age")+seconds(have.answer.Header, "stale-while-revalidate") {
		return have.answer
	}
	return fresh
}

// TestNearbyThroughCaches: what is changed on one server is found nearby on another as soon as that
// has it in its index, also by whoever asks through a cache that has the answer from before.
func TestNearbyThroughCaches(t *testing.T) {
	t.Parallel()
	testdb.Engines(t, func(t *testing.T, db string) {
		h, start := searched(t, db)
		start()
		twin, begin := searched(t, db)
		begin()
		const near = "/v1/public/events?near=53.55,10.0&radius_km=20&sort=distance"
		through := &cached{of: twin, kept: map[string]remembered{}}
		titles := func(a *answer) (list []string) {
			for i := range a.at("items").([]any) {
				list = append(list, a.text("items", i, "title"))
			}
			return list
		}
		// found waits until the other server has a change, which whoever asks through the cache then
		// reads at once.
		found := func(what string, want ...string) {
			t.Helper()
			since := time.Now()
			twin.eventually(what, func() bool {
				return slices.Equal(titles(twin.send("GET", near, "", nil).want(200)), want)
			})
			if got := titles(through.get(near)); !slices.Equal(got, want) {
				t.Errorf("%s: through the cache %q, want %q", what, got, want)
			}
			t.Logf("%s: found after %s", what, time.Since(since).Round(time.Millisecond))
		}
		found("nothing")
		event := h.event(5, h.in(48*time.Hour, "By the river"), set("coordinates", "53.54,9.99"))
		found("published", "By the river")
		asked := through.asked
		for range 5 {
			through.get(near)
		}
		if through.same < 5 || through.asked != asked+5 {
			t.Errorf("of %d more requests %d were answered that nothing changed", through.asked-asked, through.same)
		}
		h.owner("PATCH", event, object{"title": "By the lake"}).want(200)
		found("renamed", "By the lake")
		h.owner("PATCH", event, object{"coordinates": "48.14,11.58"}).want(200)
		found("moved away")
		h.owner("PATCH", event, object{"coordinates": "53.56,10.01"}).want(200)
		found("moved back", "By the lake")
		h.owner("POST", event+":cancel", nil).want(200)
		found("called off")
	})
}
