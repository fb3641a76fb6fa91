package api

import (
	"reflect"
	"testing"
)

// FuzzPlainReadsAsTheGeneralWay: what is read as plain is what the general way
// reads, and never a text that it refuses.
func FuzzPlainReadsAsTheGeneralWay(f *testing.F) {
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
		var plain, general NewRegistration
		if !readPlain([]byte(text), &plain) {
			return
		}
		if err := strict([]byte(text), &general); err != nil {
			t.Fatalf("%q was read as plain: %v", text, err)
		}
		if !reflect.DeepEqual(plain, general) {
			t.Fatalf("%q: plain %+v, general %+v", text, plain, general)
		}
	})
}

// TestWhatClientsSendIsPlain: else the fast way would be there for nothing.
func TestWhatClientsSendIsPlain(t *testing.T) {
	var in NewRegistration
	if !readPlain([]byte(`{"user_id":"u1","email":"a@b.example","name":"Ada","guests":[],"join_waitlist":true}`), &in) {
		t.Error("a registration is not plain")
	}
	if in.UserID != "u1" || in.Email != "a@b.example" || in.Name != "Ada" || !in.JoinWaitlist || in.Guests == nil {
		t.Errorf("%+v", in)
	}
}
