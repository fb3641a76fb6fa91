package homes

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/sequencer"
)

// fill sets every field that v has to something else than zero. What a pointer leads to is
// zero where empty: it must not become nil on the way.
func fill(t *testing.T, v reflect.Value, empty bool) {
	t.Helper()
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && f.Tag.Get("json") != "-" {
				fill(t, v.Field(i), empty)
			}
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		if !empty {
			fill(t, v.Elem(), empty)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fill(t, v.Index(i), empty)
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(t, v.Index(i), empty)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(t, key, empty)
		fill(t, value, empty)
		v.SetMapIndex(key, value)
	case reflect.String:
		v.SetString("a “word”")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(-7)
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(7)
	default:
		t.Fatalf("%s: how is it sent?", v.Type())
	}
}

// unseen is what a Request has that is not sent: with it, it is not handed on.
var unseen = cmpopts.IgnoreUnexported(sequencer.Request{})

// TestRequestsArriveWhole: each command arrives with all its fields, and so does what comes
// with it.
func TestRequestsArriveWhole(t *testing.T) {
	for name, command := range portable {
		for _, empty := range []bool{false, true} {
			c := reflect.New(command)
			fill(t, c.Elem(), empty)
			sent := sequencer.Request{EventID: "evt_1", Command: c.Elem().Interface().(inventory.Command)}
			for _, f := range []any{&sent.Key, &sent.Answers, &sent.TrackingLink, &sent.Consents} {
				fill(t, reflect.ValueOf(f).Elem(), empty)
			}
			plain := sequencer.Request{EventID: "evt_1", Command: reflect.Zero(command).Interface().(inventory.Command)}
			data, err := encodeRequests([]sequencer.Request{sent, plain})
			if err != nil {
				t.Fatal(err)
			}
			got, err := decodeRequests("evt_1", data)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if diff := cmp.Diff([]sequencer.Request{sent, plain}, got, unseen); diff != "" {
				t.Errorf("%s, pointers to zero: %t\n%s", name, empty, diff)
			}
		}
	}
}

// TestWhatIsNotSentStaysHere: a request that has a field which is not sent is not handed on.
func TestWhatIsNotSentStaysHere(t *testing.T) {
	sent := map[string]bool{"EventID": true, "Command": true}
	wire := reflect.TypeFor[wireRequest]()
	for i := range wire.NumField() {
		sent[wire.Field(i).Name] = true
	}
	for i := range reflect.TypeFor[sequencer.Request]().NumField() {
		f := reflect.TypeFor[sequencer.Request]().Field(i)
		if sent[f.Name] || !f.IsExported() {
			continue
		}
		r := sequencer.Request{EventID: "evt_1", Command: inventory.Register{}}
		reflect.ValueOf(&r).Elem().Field(i).Set(reflect.New(f.Type.Elem()))
		if isPortable(&r) {
			t.Errorf("%s is not sent, and a request with it is handed on", f.Name)
		}
	}
	if isPortable(&sequencer.Request{Command: inventory.Configure{}}) {
		t.Error("what an organizer changes is handed on")
	}
}

// TestAnswersArriveWhole: each answer arrives with all its fields, and each error as itself.
func TestAnswersArriveWhole(t *testing.T) {
	for _, empty := range []bool{false, true} {
		var full sequencer.Result
		fill(t, reflect.ValueOf(&full.Reply).Elem(), empty)
		fill(t, reflect.ValueOf(&full.Reply.Placed).Elem(), empty)
		data, err := encodeResults([]sequencer.Result{full, {}})
		if err != nil {
			t.Fatal(err)
		}
		got, err := decodeResults(data, 2)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]sequencer.Result{full, {}}, got); diff != "" {
			t.Errorf("pointers to zero: %t\n%s", empty, diff)
		}
	}
	for name, known := range wireErrors {
		data, err := encodeResults([]sequencer.Result{{Err: known}})
		if err != nil {
			t.Fatal(err)
		}
		got, err := decodeResults(data, 1)
		if err != nil || !cmp.Equal(known, got[0].Err, cmpopts.EquateErrors()) {
			t.Errorf("%s arrives as %v, %v", name, got, err)
		}
	}
	data, err := encodeResults([]sequencer.Result{{}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := decodeResults(data, 2); err == nil {
		t.Error("one answer is taken for two")
	}
}

// TestOthersVersions: what a newer server sends and this one does not know is refused.
func TestOthersVersions(t *testing.T) {
	for name, change := range map[string]func(r *wireRequest){
		"command": func(r *wireRequest) { r.Name = "Teleport" },
		"field":   func(r *wireRequest) { r.Command = must(encoding.Marshal(map[string]string{"Aura": "blue"})) },
		"rubbish": func(r *wireRequest) { r.Command = []byte{0x01} },
	} {
		r := wireRequest{Name: "Leave", Command: must(encoding.Marshal(inventory.Leave{}))}
		change(&r)
		if got, err := decodeRequests("evt_1", must(encoding.Marshal([]wireRequest{r}))); err == nil {
			t.Errorf("an unknown %s is taken for %+v", name, got)
		}
	}
	more := must(encoding.Marshal([]map[string]string{{"Name": "Leave", "Urgency": "high"}}))
	if got, err := decodeRequests("evt_1", more); err == nil {
		t.Errorf("an unknown field is taken for %+v", got)
	}
}
