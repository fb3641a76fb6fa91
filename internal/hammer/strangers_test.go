package hammer

import (
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"
)

// TestStrangers: paths are read in turn, each time from another network and without the key; with
// it and from nowhere else, when nothing is said.
func TestStrangers(t *testing.T) {
	t.Parallel()
	const requests = 40
	for _, strangers := range []bool{true, false} {
		var mu sync.Mutex
		from, keys, paths := map[string]int{}, map[string]int{}, map[string]int{}
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			defer mu.Unlock()
			from[r.Header.Get("X-Forwarded-For")]++
			keys[r.Header.Get("Authorization")]++
			paths[r.URL.String()]++
			w.Write([]byte("{}")) // the client sees it
		}))
		res, err := Run(t.Context(), Config{
			Targets: []string{server.URL}, APIKey: "secret", Scenario: Fetch, Paths: []string{"/a?b=1", "/c"}, Strangers: strangers, Connections: 4, Requests: requests, Duration: time.Minute,
		})
		server.Close()
		if err != nil || res.Other != requests || len(paths) != 2 {
			t.Fatalf("%+v, %v: %v", res, err, paths)
		}
		if strangers && (len(from) != requests || from[""] != 0 || keys[""] != requests) || !strangers && (from[""] != requests || keys["Bearer secret"] != requests) {
			t.Errorf("strangers %t: from %v with %v", strangers, from, keys)
		}
	}
}
