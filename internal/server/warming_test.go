package server

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/store/organizations"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// TestAsker: the server asks itself as a stranger with nothing, who is nobody's visit, and
// learns what was answered however it was said.
func TestAsker(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	answers := map[string]struct {
		answer http.HandlerFunc
		want   int
	}{
		"/said": {func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(503)
			w.WriteHeader(200)
			fmt.Fprint(w, "no")
		}, 503},
		"/written": {func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, strings.Repeat("x", 1<<20)) }, 200},
		"/header":  {func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("ETag", `"1"`); w.WriteHeader(304) }, 304},
		"/ended": {func(w http.ResponseWriter, r *http.Request) {
			cancel()
			if r.Context().Err() == nil {
				t.Error("it goes on after the server stops")
			}
			w.WriteHeader(499)
		}, 499},
	}
	var asked []string
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.RequestURI)
		if r.Method != http.MethodGet || r.Host != "tickets.example" || r.URL.Path != r.RequestURI || r.RemoteAddr != "127.0.0.1:0" || !strings.Contains(r.Header.Get("Sec-Purpose"), "prefetch") || len(r.Header) != 1 {
			t.Errorf("asked with %+v", r)
		}
		answers[r.URL.Path].answer(w, r)
	})
	ask := asker(h, "https://tickets.example")
	want := []string{"/said", "/written", "/header", "/ended"}
	for _, path := range want {
		if got := ask(ctx, path); got != answers[path].want {
			t.Errorf("%s: %d, want %d", path, got, answers[path].want)
		}
	}
	if !slices.Equal(asked, want) {
		t.Errorf("asked for %v", asked)
	}
	if got := ask(ctx, "/%zz"); got != http.StatusInternalServerError || len(asked) != len(want) {
		t.Errorf("no address: %d", got)
	}
}

// TestServerWarmsItself: before an opening of which many are expected, the pages and documents
// of the event are asked for although nobody has.
func TestServerWarmsItself(t *testing.T) {
	n := startNode(t, testdb.SQLite(t), 0)
	org := "org_warm"
	if err := n.Store.Organizations.CreateOrganization(t.Context(), organizations.Organization{ID: org, Name: "Test", CreatedAt: 1}); err != nil {
		t.Fatal(err)
	}
	var err error
	if n.key, err = identity.Issue(t.Context(), n.Store, n.IDs, org, "test", identity.Owner, time.Now(), time.Time{}); err != nil {
		t.Fatal(err)
	}
	starts := time.Now().Add(30 * 24 * time.Hour)
	n.call("POST", "/v1/events", map[string]any{
		"title": "Reunion", "starts_at": starts, "ends_at": starts.Add(time.Hour), "timezone": "UTC", "capacity": 10, "publish": true, "demand": "high",
		"tiers": []map[string]any{{"name": "General", "sale_starts_at": time.Now().Add(90 * time.Second)}},
	}).want(201)
	asked := func(route string) *regexp.Regexp {
		return regexp.MustCompile(`(?m)^holdfast_http_requests_total\{method="GET",route="` + regexp.QuoteMeta(route) + `",status="2xx"\} [1-9]`)
	}
	want := []*regexp.Regexp{asked("/events/{event_id}"), asked("/v1/events/{event_id}"), regexp.MustCompile(`(?m)^holdfast_warmings_total\{outcome="done"\} [1-9]`)}
	told := ""
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); {
		res, err := http.Get(n.base + "/metrics") //nolint:noctx // a test
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(res.Body)
		if err != nil || res.Body.Close() != nil {
			t.Fatal(err)
		}
		told = string(text)
		if !slices.ContainsFunc(want, func(r *regexp.Regexp) bool { return !r.MatchString(told) }) {
			return
		}
	}
	for _, r := range want {
		if !r.MatchString(told) {
			t.Errorf("nothing tells %s in\n%s", r, strings.Join(regexp.MustCompile(`(?m)^holdfast_(http_requests|warmings)_total.*$`).FindAllString(told, -1), "\n"))
		}
	}
}
