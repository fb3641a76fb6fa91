package booking

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"
)

func TestShares(t *testing.T) {
	items := []Item{{1, 20000, 1900}, {3, 1000, 700}, {2, 500, 1900}, {1, 0, 0}}
	all := Shares(items)
	if want := []Share{{1900, 21000, 3193 + 2*80}, {700, 3000, 3 * 65}}; !reflect.DeepEqual(all, want) {
		t.Fatalf("the items come to %v, want %v", all, want)
	}
	part := PartOf(all, 8000)
	if want := []Share{{1900, 7000, 1118}, {700, 1000, 65}}; !reflect.DeepEqual(part, want) {
		t.Errorf("a third is %v, want %v", part, want)
	}
	if want := []Share{{1900, 14000, 2235}, {700, 2000, 130}}; !reflect.DeepEqual(Less(all, part), want) {
		t.Errorf("the rest is %v, want %v", Less(all, part), want)
	}
	if got := PartOf(all, 24000); !reflect.DeepEqual(got, all) {
		t.Errorf("all of it is %v, want %v", got, all)
	}
	if got := Less(all, all); len(got) != 0 {
		t.Errorf("nothing is left: %v", got)
	}
}

// TestPartsAddUp: a part and its rest come to the whole, and neither is below nothing.
func TestPartsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var items []Item
		for range rapid.IntRange(1, 5).Draw(t, "items") {
			items = append(items, Item{rapid.Int64Range(0, 20).Draw(t, "count"), rapid.Int64Range(0, 1_000_000).Draw(t, "unit"), rapid.SampledFrom([]int64{0, 500, 700, 1900, 2550}).Draw(t, "rate")})
		}
		all := Shares(items)
		gross, tax := Total(all)
		part := PartOf(all, rapid.Int64Range(0, gross).Draw(t, "part"))
		rest := Less(all, part)
		for _, s := range append(append([]Share{}, part...), rest...) {
			if s.Gross < 0 || s.Tax < 0 || s.Tax > s.Gross {
				t.Fatalf("%v of %v leaves %v", part, all, rest)
			}
		}
		g1, t1 := Total(part)
		g2, t2 := Total(rest)
		if g1+g2 != gross || t1+t2 != tax {
			t.Fatalf("%v and %v do not come to %v", part, rest, all)
		}
	})
}
