package httpapi

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestProblemsAsJSON: a problem that is written by hand is what encoding/json makes of it.
func TestProblemsAsJSON(t *testing.T) {
	t.Parallel()
	plain := 0
	rapid.Check(t, func(t *rapid.T) {
		text := func(name string) string {
			if rapid.IntRange(0, 39).Draw(t, "odd") == 0 {
				return rapid.SampledFrom([]string{"with \"quotes\"", "back\\slash", "ü", "a\nb", "\x7f", "\xff", "\u2028"}).Draw(t, name)
			}
			return rapid.SampledFrom([]string{"", "a", "roo_1", "All of it is taken; see conflicts.", "<b> & 'c'"}).Draw(t, name)
		}
		moment := func() time.Time {
			at := time.UnixMicro(rapid.Int64Range(0, 253_402_300_799_999_999).Draw(t, "at")).UTC()
			if rapid.Bool().Draw(t, "round") {
				at = at.Truncate(time.Hour)
			}
			if rapid.IntRange(0, 29).Draw(t, "elsewhere") == 0 {
				at = at.In(time.FixedZone("", 7200))
			}
			return at
		}
		p := Problem{Type: text("type"), Title: text("title"), Status: rapid.IntRange(0, 599).Draw(t, "status"), Code: text("code"), Detail: text("detail"), RequestID: text("request")}
		for range rapid.IntRange(0, 3).Draw(t, "conflicts") {
			p.Conflicts = append(p.Conflicts, TimeConflict{
				BookingID: text("booking"), CalendarID: text("calendar"), AddOnID: text("add-on"), Quantity: rapid.Int64Range(-1, 3).Draw(t, "quantity"), RoomID: text("room"), BookedRoomID: text("booked"),
				StartsAt: moment(), EndsAt: moment(), BusyFrom: moment(), BusyTo: moment(),
			})
		}
		if rapid.Bool().Draw(t, "free") {
			p.FreeTimes = &FreeTimes{}
			if rapid.Bool().Draw(t, "before") {
				at := moment()
				p.FreeTimes.Before = &at
			}
			if rapid.Bool().Draw(t, "after") {
				at := moment()
				p.FreeTimes.After = &at
			}
		}
		switch rapid.IntRange(0, 20).Draw(t, "more") {
		case 0:
			p.Errors = []FieldError{{Field: "a"}}
		case 1:
			p.Role = "owner"
		case 2:
			p.Limit = "key"
		case 3:
			p.Odds = &Odds{Ahead: 1}
		}
		got, ok := AppendPlain([]byte("before"), p.writePlain)
		if !ok {
			return
		}
		plain++
		var want bytes.Buffer
		enc := json.NewEncoder(&want)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(&p); err != nil {
			t.Fatal(err)
		}
		if string(got) != "before"+want.String() {
			t.Fatalf("%s\nwant\n%s", got, want.String())
		}
	})
	if plain == 0 {
		t.Error("nothing is plain")
	}
	t.Logf("%d problems were plain", plain)
}

// TestTakenIsPlain: what the losers of a race are told is written by hand.
func TestTakenIsPlain(t *testing.T) {
	t.Parallel()
	k := Kind{Code: "room_taken", Status: 409, Title: "The rooms are taken", Help: "conflicts lists every booking that is in the way."}
	p := k.Problem()
	p.Conflicts, p.FreeTimes = []TimeConflict{{BookingID: "bkg_1", RoomID: "roo_1", BookedRoomID: "roo_1"}}, &FreeTimes{}
	if _, plain := AppendPlain(nil, p.writePlain); !plain {
		t.Error("it is not")
	}
}

// TestEveryFieldIsWritten: a field that is new is written too, or leaves the problem to
// encoding/json.
func TestEveryFieldIsWritten(t *testing.T) {
	t.Parallel()
	someTime := time.Date(2027, 5, 1, 18, 0, 0, 0, time.UTC)
	check := func(p *Problem, of any) {
		t.Helper()
		is := reflect.ValueOf(of).Elem()
		for i := range is.NumField() {
			field, name := is.Field(i), is.Type().Name()+"."+is.Type().Field(i).Name
			was := reflect.New(field.Type()).Elem()
			was.Set(field)
			switch field.Interface().(type) {
			case string:
				field.SetString("x")
			case int, int64, time.Duration:
				field.SetInt(7)
			case time.Time:
				field.Set(reflect.ValueOf(someTime))
			case *time.Time:
				field.Set(reflect.ValueOf(&someTime))
			default:
				switch field.Kind() {
				case reflect.Slice:
					field.Set(reflect.MakeSlice(field.Type(), 1, 1))
				case reflect.Pointer:
					field.Set(reflect.New(field.Type().Elem()))
				default:
					t.Fatalf("%s is of a kind that this test does not know", name)
				}
			}
			var want bytes.Buffer
			enc := json.NewEncoder(&want)
			enc.SetEscapeHTML(false)
			if err := enc.Encode(p); err != nil {
				t.Fatal(err)
			}
			if got, ok := AppendPlain(nil, p.writePlain); ok && string(got) != want.String() {
				t.Errorf("with %s: %s\nwant %s", name, got, want.String())
			}
			field.Set(was)
		}
	}
	p := &Problem{FreeTimes: &FreeTimes{}, Conflicts: []TimeConflict{{}}}
	check(p, p)
	check(p, &p.Conflicts[0])
	check(p, p.FreeTimes)
}
