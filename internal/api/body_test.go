package api

import (
	"errors"
	"reflect"
	"testing"
)

// Whatever is sent, a body decodes or is refused with a problem that says why,
// and a lean body is never taken when the schema would have refused its form.
func FuzzDecode(f *testing.F) {

	doc := documented("", (&server{}).routes())
	event := doc.registry.Schema(reflect.TypeFor[NewEvent](), true, "")
	party := doc.registry.Schema(reflect.TypeFor[NewRegistration](), true, "")
	for _, s := range []string{
		"", "{}", "null", "[]", "7", `{"title":1}`, `{"user_id":"a","guests":[{"name":"b"}]}`, `{"guests":[null]}`, `{"guests":[{"name":1}]}`,
		`{"starts_at":"2027-01-01T00:00:00Z","registration_cutoff":null}`, `{"a":1}{}`, `{"capacity":1e400}`, `{"priority_class":9223372036854775808}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		check := func(err error) {
			var p *Problem
			if err != nil && (!errors.As(err, &p) || p.Status != 400 && p.Status != 422 || p.Code == kindInvalid.Code && len(p.Errors) == 0) {
				t.Errorf("%q: %v", body, err)
			}
		}
		check(decode(doc.registry, event, body, new(NewEvent), false))
		var lean, full NewRegistration
		leanErr, fullErr := decode(doc.registry, party, body, &lean, true), decode(doc.registry, party, body, &full, false)
		check(leanErr)
		check(fullErr)
		if fullErr == nil && (leanErr != nil || !reflect.DeepEqual(lean, full)) {
			t.Errorf("%q: lean %+v %v, else %+v", body, lean, leanErr, full)
		}
	})
}
