package cover

import (
	"encoding/json"
	"os"
	"slices"
	"testing"
)

// Pages and mails agree on the colours of an event: web/src/lib/ui/art.test.ts reads the
// same file.
func TestPalettesAreThoseOfThePages(t *testing.T) {
	raw, err := os.ReadFile("testdata/palettes.json")
	if err != nil {
		t.Fatal(err)
	}
	var grounds map[string]string
	if err := json.Unmarshal(raw, &grounds); err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for event, ground := range grounds {
		p, _ := Of(event, 0)
		if p[0] != ground {
			t.Errorf("the ground of %s is %s, in the pages %s", event, p[0], ground)
		}
		used[ground] = true
	}
	if len(used) != len(palettes) {
		t.Errorf("%d palettes of %d are compared", len(used), len(palettes))
	}
}

// The pattern is the same each time, in the colours of the palette, and not the same for
// every event.
func TestPattern(t *testing.T) {
	p, tiles := Of("evt_3k9q0a7c1v5m", 200)
	_, again := Of("evt_3k9q0a7c1v5m", 200)
	_, other := Of("evt_3k9q0a7c1v5n", 200)
	if !slices.Equal(tiles, again) || slices.Equal(tiles, other) {
		t.Error("the pattern does not follow from the event")
	}
	seen := map[Shape]int{}
	for _, tile := range tiles {
		if !slices.Contains(p[1:], tile.Fill) {
			t.Errorf("%s is not a colour of %v", tile.Fill, p)
		}
		seen[tile.Shape]++
	}
	if seen[Leaf] < 40 || seen[TurnedLeaf] < 40 || seen[Disc] < 10 {
		t.Errorf("shapes: %v", seen)
	}
}
