package api_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestSeriesOnce: the list has a series once, with its first date that fits, and how many more
// there are, in the database and in the index, on pages too; whoever follows a series is suggested
// its next date, and told in the list of whom they follow.
func TestSeriesOnce(t *testing.T) {
	t.Parallel()
	testdb.EnginesAtOnce(t, func(t *testing.T, db string) {
		h, start := searched(t, db)
		in := func(days int, title string) func(object) { return h.in(time.Duration(days)*24*time.Hour, title) }
		source := h.event(5, in(3, "Jazz"))
		h.event(5, in(5, "Talk"))
		h.event(5, in(40, "Fair"))
		alone := h.event(5, in(60, "Choir"))
		titles := func(query string, more ...int64) {
			t.Helper()
			a, got := h.listed(query)
			var counts []int64
			for i := range got {
				n, _ := a.at("items", i).(map[string]any)["more_dates"].(float64)
				counts = append(counts, int64(n))
			}
			if !slices.Equal(got, []string{"Jazz", "Talk", "Fair", "Choir"}) || !slices.Equal(counts, more) {
				t.Errorf("%q: %q with %v more", query, got, counts)
			}
		}
		check := func() {
			t.Helper()
			titles("", 5, 0, 0, 0)
			if _, got := h.listed("dates=all"); len(got) != 9 || got[2] != "Jazz" || got[3] != "Jazz" {
				t.Errorf("all dates: %q", got)
			}
			// Page by page, each of them once.
			var paged []string
			for next := ""; ; {
				a, got := h.listed("limit=1" + next)
				paged = append(paged, got...)
				if next = a.text("next_cursor"); next == "" {
					break
				}
				next = "&cursor=" + next
			}
			if !slices.Equal(paged, []string{"Jazz", "Talk", "Fair", "Choir"}) {
				t.Errorf("page by page: %q", paged)
			}
		}
		start()
		h.finds("q=jazz", "Jazz") // the index has it before it is a date of a series
		made := h.owner("POST", source+"/series", object{"rule": "FREQ=WEEKLY;COUNT=6", "title": "Jazz on Fridays"}).want(201)
		series := made.text("id")
		h.finds("q=jazz&dates=all", "Jazz", "Jazz", "Jazz", "Jazz", "Jazz", "Jazz")
		check()
		a := h.finds("q=jazz", "Jazz")
		if a.number("total") != 1 || a.number("items", 0, "more_dates") != 5 || a.text("items", 0, "series", "id") != series {
			t.Errorf("in the index: %s", a.Raw)
		}
		// Of the dates that fit, the first.
		dates := made.dates()
		from := h.owner("GET", dates[2], nil).want(200).text("starts_at")
		if a := h.finds("q=jazz&from="+from, "Jazz"); "/v1/events/"+a.text("items", 0, "id") != dates[2] {
			t.Errorf("from the third on: %s", a.Raw)
		}
		if a, _ := h.listed("limit=1&from=" + from); "/v1/events/"+a.text("items", 0, "id") != dates[2] {
			t.Errorf("from the third on, without words: %s", a.Raw)
		}
		h.send("GET", "/v1/public/events?dates=some", "", nil).problem(422, "invalid_request").names("dates")
		h.owner("POST", dates[0]+":cancel", nil).want(200)
		if a, _ := h.listed("limit=1"); a.text("items", 0, "title") != "Talk" {
			t.Errorf("after the first was cancelled: %s", a.Raw)
		}

		// A date that is postponed is not moved with the others.
		h.owner("POST", dates[5]+":postpone", nil).want(200)
		moved := h.owner("POST", "/v1/series/"+series+":change", object{"from": strings.TrimPrefix(dates[4], "/v1/events/"), "start_time": "21:15"}).want(200)
		if moved.number("changed", 0, "position") != 5 || moved.text("refused", 0, "code") != "event_postponed" {
			t.Errorf("dates that are moved: %s", moved.Raw)
		}

		// Following the series.
		ada := h.signIn("ada@example.org")
		path := "/v1/me/followed-series/" + series
		h.send("PUT", path, "", nil).problem(401, "credentials_required")
		h.visit(ada, "PUT", "/v1/me/followed-series/ser_000000000000", nil).problem(404, "not_found")
		h.visit(ada, "PUT", "/v1/me/followed-series/nobody", nil).problem(404, "not_found")
		one := h.visit(ada, "PUT", path, nil).want(200)
		if again := h.visit(ada, "PUT", path, nil).want(200); again.text("since") != one.text("since") || one.text("series", "title") != "Jazz on Fridays" || one.text("organization", "id") != h.org {
			t.Errorf("followed %s, and again %s", one.Raw, again.Raw)
		}
		if list := h.visit(ada, "GET", "/v1/me/follows", nil).want(200); len(list.at("items").([]any)) != 1 || list.text("items", 0, "series", "id") != series {
			t.Errorf("whom she follows: %s", list.Raw)
		}
		suggested := h.visit(ada, "GET", "/v1/me/suggestions", nil).want(200)
		if items := suggested.at("items").([]any); len(items) != 1 || "/v1/events/"+suggested.text("items", 0, "event", "id") != dates[1] || suggested.number("items", 0, "event", "more_dates") != 4 {
			t.Errorf("suggested: %s", suggested.Raw)
		}
		suggested.sees(t, "of a series", object{"kind": "followed_series", "name": "Jazz on Fridays"}, "items", 0, "reason")
		if strings.Contains(suggested.Raw, `"event":{"id":"`+alone[len("/v1/events/"):]) {
			t.Errorf("suggested what she does not follow: %s", suggested.Raw)
		}
		h.visit(ada, "PUT", "/v1/me/follows/"+h.org, nil).want(200)
		suggested = h.visit(ada, "GET", "/v1/me/suggestions", nil).want(200)
		if items := suggested.at("items").([]any); len(items) != 4 || suggested.text("items", 1, "reason", "kind") != "followed_organizer" {
			t.Errorf("of whom she follows too: %s", suggested.Raw)
		}
		for range 2 {
			h.visit(ada, "DELETE", path, nil).want(200)
		}
		if list := h.visit(ada, "GET", "/v1/me/follows", nil).want(200); len(list.at("items").([]any)) != 1 || list.at("items", 0).(map[string]any)["series"] != nil {
			t.Errorf("whom she follows still: %s", list.Raw)
		}
		h.visit(ada, "DELETE", "/v1/me/followed-series/nobody", nil).problem(404, "not_found")
		h.sound()
	})
}
