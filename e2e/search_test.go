package e2e

import (
	"slices"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/pgserver"
	"github.com/holdfast-events/holdfast/internal/seed"
)

// TestSearchOfTwoServers: each of two servers finds what was published, renamed, sold out and called
// off on the other, within a second when the machine has nothing else to do. How long it took is
// logged; what is far beyond that fails, and under `make prove` what is more than a second.
func TestSearchOfTwoServers(t *testing.T) {
	t.Parallel()
	db := pgserver.ForTest(t)
	one := serve(t, db)
	two := serveAs(t, db, one.key)
	servers := []*process{one, two}
	most := 5 * time.Second
	if seed.Proving() {
		most = time.Second
	}
	// both waits until a search finds so many on both servers, and returns how long the later took.
	both := func(query string, want int) time.Duration {
		t.Helper()
		since := time.Now()
		for _, s := range servers {
			for {
				found := items[object](s.call("GET", "/v1/public/events?"+query, nil).want(200))
				if len(found) == want {
					break
				}
				if time.Since(since) > 30*time.Second {
					t.Fatalf("%s: %d are found, want %d", query, len(found), want)
				}
				time.Sleep(250 * time.Millisecond) // strangers may ask five times a second
			}
		}
		return time.Since(since)
	}
	both("q=harbour", 0) // both are ready
	var took []time.Duration
	// Words that nobody takes for each other.
	later := []string{"beekeeping", "calligraphy", "dominoes", "embroidery"}
	for i, title := range []string{"zeppelin", "marmalade", "gondola", "tapestry", "vineyard", "kayak", "origami", "falconry", "juggling", "quartet"} {
		on := servers[i%2]
		event := "/v1/events/" + on.newEvent(1, object{"title": title})
		took = append(took, both("q="+title, 1))
		switch i % 3 {
		case 0:
			on.call("PATCH", event, object{"title": later[i/3]}).want(200)
			took = append(took, both("q="+later[i/3], 1))
		case 1:
			on.call("POST", event+"/registrations", person("Ada")).want(201)
			took = append(took, both("available=true&q="+title, 0))
		case 2:
			on.call("POST", event+":cancel", nil).want(200)
			took = append(took, both("q="+title, 0))
		}
	}
	slices.Sort(took)
	t.Logf("%d changes were found on both servers after %s (median), %s at most", len(took), took[len(took)/2], took[len(took)-1])
	if took[len(took)/2] > most {
		t.Errorf("half of what was changed was found after more than %s", most)
	}
	for _, s := range servers {
		s.stop()
	}
	verified(t, db)
}
