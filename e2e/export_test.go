package e2e

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestExport: a file is made in the background, across a kill -9, and fetched
// by its address.
func TestExport(t *testing.T) {
	engines(t, func(t *testing.T, db string) {
		s := serve(t, db)
		event := s.newEvent(10, nil)
		s.call("POST", "/v1/events/"+event+"/registrations", person("Ada")).want(201)
		asked := s.call("POST", "/v1/events/"+event+"/exports", object{"kind": "guests", "format": "csv"}).want(202).at("id")
		var address string
		within(t, 30*time.Second, "the file", func() bool {
			got := s.call("GET", "/v1/exports/"+asked, nil).want(200)
			if got.at("state") != "done" {
				return false
			}
			address = got.at("url")
			return true
		})
		s.kill()
		s.restart()
		res, err := http.Get(address) //nolint:gosec // the server of this test
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close() //nolint:errcheck // only read
		body, err := io.ReadAll(res.Body)
		if err != nil || res.StatusCode != http.StatusOK || !strings.Contains(string(body), "ada@example.org") {
			t.Errorf("%d %s %v", res.StatusCode, body, err)
		}
		s.stop()
		verified(t, db)
	})
}
