package translation

import (
	"reflect"
	"testing"
)

func TestStates(t *testing.T) {
	t.Parallel()
	texts := Texts{Title: {"Marche", Mark("Umzug")}}
	for field, want := range map[string][2]State{Title: {Current, Outdated}, Location: {Missing, Missing}} {
		if got := [2]State{texts.Of(field, "Umzug"), texts.Of(field, "Umzug!")}; got != want {
			t.Errorf("%s: %v, want %v", field, got, want)
		}
	}
	for main, want := range map[string]string{"Umzug": "Marche", "Umzug!": "Marche", "": ""} { // what the organizer took away is not read in French either
		if got, translated := texts.Or(Title, main); got != want || translated != (want != "") {
			t.Errorf("%q is read as %q, %t", main, got, translated)
		}
	}
}

func TestForCopy(t *testing.T) {
	t.Parallel()
	all := All{"fr": {Title: {"a", "1"}, Tier("t1", "name"): {"b", "2"}, Tier("gone", "name"): {"c", "3"}, Option("q", "x.y"): {"d", "4"}}}
	want := All{"fr": {Title: {"a", "1"}, Tier("t2", "name"): {"b", "2"}, Option("q", "x.y"): {"d", "4"}}}
	if got := all.ForCopy(map[string]string{"t1": "t2"}); !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
