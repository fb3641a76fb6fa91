package api_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/api"
)

// A call whose body was lost on its way is refused, by every route that has one, and
// changes nothing: what is replaced as a whole would be erased.
func TestBodiesAreRequired(t *testing.T) {
	t.Parallel()
	h := newTestServer(t)
	s := h.stage()
	brand := object{"name": "Moths", "colour": "#112233", "address": "1 Lane"}
	h.owner("PUT", "/v1/brand", brand).want(200)
	phone := s.event + "/people/ada/contact"
	h.owner("PUT", phone, object{"timezone": "Asia/Tokyo"}).want(200)
	before := h.owner("GET", "/v1/brand", nil).want(200).Raw + h.owner("GET", phone, nil).want(200).Raw + h.owner("GET", s.event, nil).want(200).Raw
	tried := 0
	for _, rt := range api.Routes() {
		if !rt.HasBody || rt.ID == "accept-resource-offer" || rt.ID == "accept-resource-place" || rt.ID == "accept-offer" { // which replace nothing
			continue
		}
		path := s.path(rt.Path)
		for _, empty := range []string{"", " \n"} {
			a := h.owner(rt.Method, path, empty)
			switch {
			case a.Status == http.StatusForbidden || a.Status == http.StatusNotFound: // not for an owner's key
				continue
			case strings.HasPrefix(rt.Path, "/v1/auth/") && a.Status == http.StatusUnauthorized:
				continue
			}
			a.problem(400, "malformed_json").names("body")
			tried++
		}
	}
	if tried < 80 {
		t.Errorf("%d calls were tried", tried)
	}
	if after := h.owner("GET", "/v1/brand", nil).want(200).Raw + h.owner("GET", phone, nil).want(200).Raw + h.owner("GET", s.event, nil).want(200).Raw; after != before {
		t.Errorf("something changed: %s\n%s", before, after)
	}
	h.owner("PUT", "/v1/brand", object{}).want(200)
	h.sound()
}
