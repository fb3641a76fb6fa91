package venues_test

import (
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/api/venues"
	"github.com/holdfast-events/holdfast/internal/httpapi"
)

// general is the body of a booking that is only read the general way.
type general venues.NewBooking

// FuzzFastReadsAsTheGeneralWay: a booking is read as the general way reads it, and refused as
// that refuses it, with the same words.
func FuzzFastReadsAsTheGeneralWay(f *testing.F) {
	doc := httpapi.NewDocument(httpapi.DocumentConfig{})
	rt := &httpapi.Route{Method: http.MethodPost, Path: "/bookings", ID: "bookings", In: reflect.TypeFor[venues.NewBooking](), Out: reflect.TypeFor[httpapi.None]()}
	doc.Add(rt)
	if err := doc.Prepare(rt); err != nil {
		f.Fatal(err)
	}
	const times = `"starts_at":"2027-09-01T17:00:00Z","ends_at":"2027-09-01T20:00:00+02:00"`
	for _, text := range []string{
		`{"rooms":["roo_1"],` + times + `,"people":20,"purpose":"Choir"}`, `{"rooms":["a","b"],` + times + `,"setup_minutes":30,"teardown_minutes":0}`,
		`{"rooms":[],` + times + `}`, `{"rooms":null,` + times + `}`, `{"rooms":[1],` + times + `}`, `{"rooms":["a",],` + times + `}`, `{"rooms":["a"` + times + `}`,
		`{"rooms":["` + strings.Repeat(`a","`, 50) + `a"],` + times + `}`, `{` + times + `}`, `{"rooms":["a"]}`, `{"rooms":["a"],"starts_at":"2027-09-01T17:00:00Z"}`,
		`{"rooms":["a"],"starts_at":"2027-09-01","ends_at":"2027-09-01T20:00:00Z"}`, `{"rooms":["a"],"starts_at":"0001-01-01T00:00:00Z","ends_at":"2027-09-01T20:00:00Z"}`,
		`{"rooms":["a"],"starts_at":"2027-09-01T7:00:00Z","ends_at":"2027-09-01T20:00:00,5Z"}`, `{"rooms":["a"],"starts_at":null,"ends_at":7}`,
		`{"rooms":["a"],` + times + `,"people":-1}`, `{"rooms":["a"],` + times + `,"people":01}`, `{"rooms":["a"],` + times + `,"people":1.0}`, `{"rooms":["a"],` + times + `,"people":1e3}`,
		`{"rooms":["a"],` + times + `,"people":1000000}`, `{"rooms":["a"],` + times + `,"people":1000001}`, `{"rooms":["a"],` + times + `,"people":99999999999}`, `{"rooms":["a"],` + times + `,"people":}`,
		`{"rooms":["a"],` + times + `,"setup_minutes":10081}`, `{"rooms":["a"],` + times + `,"setup_minutes":null}`, `{"rooms":["a"],` + times + `,"teardown_minutes":10080}`,
		`{"rooms":["a"],` + times + `,"purpose":"` + strings.Repeat("ü", 1000) + `"}`, `{"rooms":["a"],` + times + `,"purpose":"` + strings.Repeat("u", 1001) + `"}`, `{"rooms":["a"],` + times + `,"layout":""}`,
		`{"rooms":["a"],` + times + `,"layout":"rows","add_ons":[{"add_on_id":"x"}],"event_id":"e","rrule":"FREQ=DAILY","on_conflict":"skip"}`,
		`{"rooms":["a"],` + times + `,"rooms":["b"]}`, `{"rooms":["a"],` + times + `,"Purpose":"x"}`, `{"rooms":["a"],` + times + `,"booking_id":"x"}`, `{"rooms":["a"],` + times + `} x`, `{}`, ``, `null`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		q := httpapi.Request{Route: rt, Body: []byte(text)}
		var fast venues.NewBooking
		var slow general
		fastErr, slowErr := q.Decode(&fast), q.Decode(&slow)
		if !reflect.DeepEqual(fastErr, slowErr) { //nolint:govet // all that the two problems say is compared
			t.Fatalf("%q: %+v, by the general way %+v", text, fastErr, slowErr)
		}
		if fastErr == nil && !reflect.DeepEqual(fast, venues.NewBooking(slow)) {
			t.Fatalf("%q: %+v, by the general way %+v", text, fast, slow)
		}
	})
}

// TestWhatClientsSendIsFast: else the fast way would be there for nothing.
func TestWhatClientsSendIsFast(t *testing.T) {
	t.Parallel()
	var in venues.NewBooking
	text := `{"ends_at": "2027-09-01T20:00:00Z", "people":20, "purpose":"Rehearsal 7", "rooms":["roo_3k9q0a7c1v5m"], "starts_at":"2027-09-01T17:00:00Z", "setup_minutes":30}`
	if !httpapi.ReadFast([]byte(text), &in) || !in.Plain() {
		t.Error("a booking is not read fast")
	}
	if len(in.Rooms) != 1 || in.People != 20 || *in.SetupMinutes != 30 || in.TeardownMinutes != nil || in.EndsAt.Sub(in.StartsAt).Hours() != 3 {
		t.Errorf("%+v", in)
	}
}
