package waitingrooms_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/holdfast-events/holdfast/internal/api/waitingrooms"
	"github.com/holdfast-events/holdfast/internal/httpapi"
)

// byHand is a place as it is written by hand; ok is false when that is left to encoding/json.
func byHand(p *waitingrooms.WaitingRoomPlace) (text string, ok bool) {
	b, ok := httpapi.AppendPlain(nil, p.WritePlain)
	return string(b), ok
}

// general is a place as encoding/json writes answers.
func general(t interface{ Fatal(...any) }, p *waitingrooms.WaitingRoomPlace) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(p); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestPlacesAsJSON: a place that is written by hand is what encoding/json makes of it.
func TestPlacesAsJSON(t *testing.T) {
	t.Parallel()
	plain := 0
	rapid.Check(t, func(t *rapid.T) {
		text := func(name string) string {
			return rapid.SampledFrom([]string{"", "a", "holdfast/receipt/v1\nevt_1\n411\n", "\n", "\n\n", "https://x.example/q/hq_1?a=b&c=<d>", "with \"quotes\"", "back\\slash", "ü", "\r\n", "\x7f", "\xff", "\u2028"}).Draw(t, name)
		}
		p := waitingrooms.WaitingRoomPlace{Index: rapid.Int64().Draw(t, "index"), Place: rapid.Int64().Draw(t, "place"), Receipt: text("receipt"), PageURL: text("page"), Mail: text("mail")}
		if rapid.Bool().Draw(t, "slot") {
			at := time.UnixMicro(rapid.Int64Range(0, 253_402_300_799_999_999).Draw(t, "at")).UTC()
			p.SlotAt = &at
		}
		got, ok := byHand(&p)
		if !ok {
			return
		}
		plain++
		if want := general(t, &p); got != want {
			t.Fatalf("%s\nwant\n%s", got, want)
		}
	})
	if plain == 0 {
		t.Error("nothing is plain")
	}
}

// TestReceiptsArePlain: what thousands a second are answered is written by hand.
func TestReceiptsArePlain(t *testing.T) {
	t.Parallel()
	p := waitingrooms.WaitingRoomPlace{Index: 411, Place: 412, Receipt: "holdfast/receipt/v1\nevt_3k9q0a7c1v5m\n411\n0\n" + strings.Repeat("ab", 32) + "\nAA_-\n", PageURL: "https://holdfast.example/q/hq_M2s5", Mail: "server"}
	if _, ok := byHand(&p); !ok {
		t.Error("it is not")
	}
}

// TestEveryFieldOfAPlaceIsWritten: a field that is new is written too.
func TestEveryFieldOfAPlaceIsWritten(t *testing.T) {
	t.Parallel()
	at := time.Date(2027, 5, 1, 18, 0, 0, 0, time.UTC)
	for i := range reflect.TypeFor[waitingrooms.WaitingRoomPlace]().NumField() {
		var p waitingrooms.WaitingRoomPlace
		field := reflect.ValueOf(&p).Elem().Field(i)
		name := reflect.TypeOf(p).Field(i).Name
		switch field.Interface().(type) {
		case string:
			field.SetString("x")
		case int64:
			field.SetInt(7)
		case *time.Time:
			field.Set(reflect.ValueOf(&at))
		default:
			t.Fatalf("%s is of a type that this test does not know", name)
		}
		if got, ok := byHand(&p); !ok || got != general(t, &p) {
			t.Errorf("with %s: %s\nwant %s", name, got, general(t, &p))
		}
	}
}
