package api_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/api"
	"github.com/holdfast-events/holdfast/internal/identity"
	"github.com/holdfast-events/holdfast/internal/poll"
	"github.com/holdfast-events/holdfast/internal/sample"
	"github.com/holdfast-events/holdfast/internal/testdb"
)

// listedEvents is how many events are published to be found.
const listedEvents = 2000

// BenchmarkPublicList asks for pages of the public list over HTTP, beside an answer that nothing is
// read for. It reports the time of the processors that a request takes, client and all.
func BenchmarkPublicList(b *testing.B) {
	for name, open := range map[string]func(testing.TB) string{"sqlite": testdb.SQLite, "postgres": testdb.Postgres} {
		b.Run(name, func(b *testing.B) {
			h, start := searched(b, open(b), func(c *api.Config) { c.AccessLevel = slog.LevelDebug })
			first := h.now().Truncate(24*time.Hour).AddDate(0, 0, 1)
			for i := range listedEvents {
				e := sample.Of(2, i)
				h.send("POST", "/v1/events", h.keys[identity.Organizer], e.Body(first)).want(201)
			}
			start()
			poll.Within(b, time.Minute, "all events are found", func() bool {
				a, _ := h.listed("available=true")
				return strings.Contains(a.Raw, `"total":1001`)
			})
			srv := httptest.NewServer(h.handler)
			b.Cleanup(srv.Close)
			e := sample.Of(2, 7)
			for _, c := range []struct {
				name, path string
				// cold: every event has changed since the last request.
				cold bool
			}{
				{"nothing is read", "/healthz", false},
				{"what is on", "/v1/public/events", false},
				{"places left", "/v1/public/events?available=true", false},
				{"words", "/v1/public/events?q=" + url.QueryEscape(e.Place), false},
				{"places left, all changed", "/v1/public/events?available=true", true},
				{"home", "/v1/public/home", false},
			} {
				b.Run(c.name, func(b *testing.B) {
					var took time.Duration
					for b.Loop() {
						if c.cold {
							_, err := h.store.JobsDB().ExecContext(b.Context(), "update events set version = version + 1")
							h.must(err)
						}
						before := processorTime()
						rep, err := http.Get(srv.URL + c.path)
						h.must(err)
						if _, err = io.Copy(io.Discard, rep.Body); err != nil || rep.StatusCode != http.StatusOK {
							b.Fatal(rep.Status, err)
						}
						h.must(rep.Body.Close())
						took += processorTime() - before
					}
					b.ReportMetric(float64(took.Microseconds())/float64(b.N), "cpu-µs/op")
				})
			}
		})
	}
}

// BenchmarkEventForStrangers asks for one event over HTTP as strangers do: when it has changed since and all is
// read, as before any answer was kept, when it has not, and when they have the answer. It reports the time of the
// processors that a request takes, client and all, and what part that is of the first.
func BenchmarkEventForStrangers(b *testing.B) {
	for name, open := range map[string]func(testing.TB) string{"sqlite": testdb.SQLite, "postgres": testdb.Postgres} {
		b.Run(name, func(b *testing.B) {
			h := newTestServerAt(b, open(b), func(c *api.Config) { c.AccessLevel = slog.LevelDebug })
			event := h.event(100, set("description", strings.Repeat("All that is to be known. ", 40)))
			srv := httptest.NewServer(h.handler)
			b.Cleanup(srv.Close)
			var took [3]time.Duration
			etag := ""
			for b.Loop() {
				for i := range took {
					req, err := http.NewRequestWithContext(b.Context(), http.MethodGet, srv.URL+event, http.NoBody)
					h.must(err)
					want := http.StatusOK
					switch i {
					case 0:
						_, err := h.store.JobsDB().ExecContext(b.Context(), "update events set version = version + 1")
						h.must(err)
					case 2:
						req.Header.Set("If-None-Match", etag)
						want = http.StatusNotModified
					}
					before := processorTime()
					rep, err := http.DefaultClient.Do(req)
					h.must(err)
					if _, err = io.Copy(io.Discard, rep.Body); err != nil || rep.StatusCode != want {
						b.Fatal(rep.Status, err)
					}
					h.must(rep.Body.Close())
					took[i] += processorTime() - before
					etag = rep.Header.Get("ETag")
				}
			}
			for i, what := range []string{"anew", "kept", "had"} {
				b.ReportMetric(float64(took[i].Microseconds())/float64(b.N), what+"-cpu-µs/op")
			}
			b.ReportMetric(float64(took[1])/float64(took[0]), "kept/anew")
			b.ReportMetric(float64(took[2])/float64(took[0]), "had/anew")
		})
	}
}

// processorTime is how long the processors have worked for this program.
func processorTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
