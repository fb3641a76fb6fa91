package wire_test

import (
	"errors"
	"net/http"
	"reflect"
	"testing"

	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
)

// Whatever is sent, a body decodes or is refused with a problem that says why,
// and a lean body is never taken when the schema would have refused its form.
func FuzzDecode(f *testing.F) {
	doc := httpapi.NewDocument(httpapi.DocumentConfig{})
	row := func(id string, in reflect.Type, lean bool) *httpapi.Route {
		rt := &httpapi.Route{Method: http.MethodPost, Path: "/" + id, ID: id, Lean: lean, In: in, Out: reflect.TypeFor[httpapi.None]()}
		doc.Add(rt)
		if err := doc.Prepare(rt); err != nil {
			f.Fatal(err)
		}
		return rt
	}
	event := row("event", reflect.TypeFor[wire.NewEvent](), false)
	party := row("party", reflect.TypeFor[wire.NewRegistration](), false)
	leanParty := row("lean", reflect.TypeFor[wire.NewRegistration](), true)
	decode := func(rt *httpapi.Route, body []byte, in any) error {
		q := httpapi.Request{Route: rt, Body: body}
		return q.Decode(in)
	}
	for _, s := range []string{
		"", "{}", "null", "[]", "7", `{"title":1}`, `{"user_id":"a","guests":[{"name":"b"}]}`, `{"guests":[null]}`, `{"guests":[{"name":1}]}`,
		`{"starts_at":"2027-01-01T00:00:00Z","registration_cutoff":null}`, `{"a":1}{}`, `{"capacity":1e400}`, `{"priority_class":9223372036854775808}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		check := func(err error) {
			var p *httpapi.Problem
			if err != nil && (!errors.As(err, &p) || p.Status != 400 && p.Status != 422 || p.Code == httpapi.KindInvalid.Code && len(p.Errors) == 0) {
				t.Errorf("%q: %v", body, err)
			}
		}
		check(decode(event, body, new(wire.NewEvent)))
		var lean, full wire.NewRegistration
		leanErr, fullErr := decode(leanParty, body, &lean), decode(party, body, &full)
		check(leanErr)
		check(fullErr)
		if fullErr == nil && (leanErr != nil || !reflect.DeepEqual(lean, full)) {
			t.Errorf("%q: lean %+v %v, else %+v", body, lean, leanErr, full)
		}
	})
}
