package e2e

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/objectstore/s3test"
	"github.com/holdfast-events/holdfast/internal/seed"
)

// TestExport: a file is made in the background, across a kill -9, and fetched
// by its address, from a folder and from a bucket.
func TestExport(t *testing.T) {
	seed.InTurn(t, 1)
	for place, flags := range map[string]func(*testing.T) []string{
		"folder": func(*testing.T) []string { return nil },
		"bucket": func(t *testing.T) []string {
			return []string{"--files", s3test.New(t, nil).At("holdfast"), "--s3-access-key", s3test.Keys.AccessKey, "--s3-secret-key", s3test.Keys.SecretKey}
		},
	} {
		t.Run(place, func(t *testing.T) { exported(t, flags) })
	}
}

// exportGuests makes a file with the guests of an event, and returns its address.
func (p *process) exportGuests(t *testing.T, event string) (address string) {
	t.Helper()
	asked := p.call("POST", "/v1/events/"+event+"/exports", object{"kind": "guests", "format": "csv"}).want(202).at("id")
	within(t, 30*time.Second, "the file", func() bool {
		got := p.call("GET", "/v1/exports/"+asked, nil).want(200)
		if got.at("state") != "done" {
			return false
		}
		address = got.at("url")
		return true
	})
	return address
}

func exported(t *testing.T, flags func(*testing.T) []string) {
	together(t, func(t *testing.T, db string) {
		s := serve(t, db, flags(t)...)
		event := s.newEvent(10, nil)
		s.call("POST", "/v1/events/"+event+"/registrations", person("Ada")).want(201)
		address := s.exportGuests(t, event)
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
