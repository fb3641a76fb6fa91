package discovery

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/holdfast-events/holdfast/internal/locale"
)

// cityNamesText has how cities are called in the languages of the app, where that is known
// and another name than the English one.
//
//go:embed citynames.tsv
var cityNamesText string

// citySpellings has, for each line of cities.tsv, the forms of its other names, which nobody
// is shown.
//
//go:embed cityspellings.zst
var citySpellings []byte

// maxSpellings bounds what they are unpacked to, in bytes.
const maxSpellings = 8 << 20

// others are the forms of names that are not main names, and the cities that are found by
// them.
type others struct {
	largest map[string]*City
	shared  map[string][]*City // those of which there are several, the largest first
}

// called are the cities that a form of another name finds, the largest first.
func (o *others) called(form string) []*City {
	if list := o.shared[form]; list != nil {
		return list
	}
	if c := o.largest[form]; c != nil {
		return []*City{c}
	}
	return nil
}

// readNames reads the names of cities by language, which find them behind the main names of
// others.
func (g *gazetteer) readNames(text string) error {
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, "\n"); strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(line, "\t")
		c := g.byID[f[0]]
		if c == nil || len(f) != 3 || !locale.Spoken(f[1]) || f[2] == "" {
			return fmt.Errorf("discovery: names of cities: %q", line)
		}
		if c.names == nil {
			c.names = map[string]string{}
		}
		c.names[f[1]] = f[2]
		g.isCalled(c, f[2])
	}
	return nil
}

// readSpellings reads the forms of other names.
func (g *gazetteer) readSpellings(packed []byte) error {
	reader, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxSpellings))
	if err != nil {
		return fmt.Errorf("discovery: names of cities: %w", err)
	}
	defer reader.Close()
	unpacked, err := reader.DecodeAll(packed, nil)
	if err != nil {
		return fmt.Errorf("discovery: names of cities: %w", err)
	}
	text := string(unpacked)
	lines := strings.Split(text, "\n")
	if len(lines) != len(g.cities) {
		return fmt.Errorf("discovery: names of %d cities, and there are %d", len(lines), len(g.cities))
	}
	g.largest, g.shared = make(map[string]*City, strings.Count(text, "|")+len(lines)), map[string][]*City{}
	for i, line := range lines {
		c := &g.cities[i]
		id, forms, _ := strings.Cut(line, "=")
		if id != c.ID {
			return fmt.Errorf("discovery: names of %q stand where those of %s belong", id, c.ID)
		}
		for form := range strings.SplitSeq(forms, "|") {
			if form == "" {
				continue
			}
			switch first := g.largest[form]; {
			case first == nil:
				g.largest[form] = c
			case g.shared[form] == nil:
				g.shared[form] = []*City{first, c}
			default:
				g.shared[form] = append(g.shared[form], c)
			}
		}
	}
	return nil
}
