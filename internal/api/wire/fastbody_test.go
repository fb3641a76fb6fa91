package wire_test

import (
	"reflect"
	"testing"

	"github.com/holdfast-events/holdfast/internal/api/wire"
	"github.com/holdfast-events/holdfast/internal/httpapi"
)

// FuzzFastReadsAsTheGeneralWay: what is read fast is what the general way
// reads, and never a text that it refuses.
func FuzzFastReadsAsTheGeneralWay(f *testing.F) {
	for _, text := range []string{
		`{"user_id":"u1","email":"a@b.example","name":"Ada","guests":[],"join_waitlist":true}`,
		` { "name" : " spaces kept " , "join_waitlist" : false } `, `{"user_id":""}`, `{"locale":"de","tier_id":"tir_1"}`,
		`{}`, `{"name":"a","name":"b"}`, `{"name":"\u0041"}`, `{"Name":"x"}`, `{"name":null}`, `{"name":1}`, `{"guests":[{"name":"G"}]}`,
		`{"guests":null}`, `{"join_waitlist":"true"}`, `{"join_waitlist":trues}`, `{"name":"a"},`, `{"name":"a"} x`, `{"name":"a",}`,
		`{"unknown":"a"}`, `{"priority_class":1}`, "{\"name\":\"\xff\"}", "{\"name\":\"a\nb\"}", `{"name":"ü"}`, `{"name":"a`, `[`, ``, `{"name"`, `{"name":`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var fast, general wire.NewRegistration
		if !httpapi.ReadFast([]byte(text), &fast) {
			return
		}
		if err := httpapi.Strict([]byte(text), &general); err != nil {
			t.Fatalf("%q was read fast: %v", text, err)
		}
		if !reflect.DeepEqual(fast, general) {
			t.Fatalf("%q: fast %+v, general %+v", text, fast, general)
		}
	})
}

// TestWhatClientsSendIsFast: else the fast way would be there for nothing.
func TestWhatClientsSendIsFast(t *testing.T) {
	var in wire.NewRegistration
	if !httpapi.ReadFast([]byte(`{"user_id":"u1","email":"a@b.example","name":"Ada","guests":[],"join_waitlist":true}`), &in) {
		t.Error("a registration is not read fast")
	}
	if in.UserID != "u1" || in.Email != "a@b.example" || in.Name != "Ada" || !in.JoinWaitlist || in.Guests == nil {
		t.Errorf("%+v", in)
	}
}
