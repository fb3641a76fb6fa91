package api_test

import (
	"slices"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestUnlisted: an unlisted event is in no list, search or home page, nor on the page of its
// series beside listed dates; whoever has its address sees it and takes part; and it comes back
// when it is public again.
func TestUnlisted(t *testing.T) {
	t.Parallel()
	testdb.Engines(t, func(t *testing.T, db string) {
		h, start := searched(t, db)
		in := func(days int, title string) func(object) { return h.in(time.Duration(days)*24*time.Hour, title) }
		hamburg := set("location", "Pier 2, Hamburg")
		h.event(5, in(3, "Open evening"), hamburg)
		secret := h.event(5, in(4, "Secret evening"), hamburg, set("visibility", "unlisted"))
		organizer := "organizer=" + h.owner("GET", "/v1/organization", nil).want(200).text("id")
		lists := func(when string, want ...string) {
			t.Helper()
			for _, query := range []string{"", organizer, "city=hamburg", "sort=trending"} {
				if _, got := h.listed(query); !slices.Equal(got, want) {
					t.Errorf("%s, %q: %q, want %q", when, query, got, want)
				}
			}
		}
		lists("before there is an index", "Open evening")
		h.register(secret, "ada") // is what trends
		start()
		h.finds("q=evening", "Open evening")
		h.homeOf("city=hamburg", "soon: Open evening")
		lists("unlisted", "Open evening")
		a := h.send("GET", secret, "", nil).want(200)
		a.sees(t, "by its address", object{"title": "Secret evening", "visibility": "unlisted", "status": "published"})
		h.send("POST", secret+"/registrations", "", object{"email": "eve@example.org", "name": "Eve"}).want(201)

		h.owner("PATCH", secret, object{"visibility": "secret"}).problem(422, "invalid_request").names("visibility")
		h.owner("PATCH", secret, object{"title": "Evening of secrets"}).want(200) // stays unlisted
		h.finds("q=secrets")
		h.owner("PATCH", secret, object{"visibility": "public"}).want(200)
		h.finds("q=secrets", "Evening of secrets")
		lists("public", "Open evening", "Evening of secrets")
		h.owner("PATCH", secret, object{"visibility": "unlisted"}).want(200)
		h.finds("q=secrets")
		lists("unlisted again", "Open evening")
		h.sound()
	})
}
