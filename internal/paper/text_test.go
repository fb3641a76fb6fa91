package paper

import (
	"testing"

	"github.com/go-fonts/dejavu/dejavusans"
)

// What stands on paper from left to right, as UAX #9 has it.
func TestVisual(t *testing.T) {
	for logical, want := range map[string]string{
		"Ada Lovelace":     "Ada Lovelace",
		"תל אביב":          "ביבא לת",
		"תל אביב (5)":      "(5) ביבא לת",
		"Hall תל אביב":     "Hall ביבא לת",
		"אולם 12 בית":      "תיב 12 םלוא",
		"שלום Ada":         "Ada םולש",
		"שָׁלוֹם":          "םולש",
		"Ada, שלום, Grace": "Ada, םולש, Grace",
		"":                 "",
	} {
		if got := visual(logical); got != want {
			t.Errorf("%q is set as %q, want %q", logical, got, want)
		}
	}
}

// What can be drawn is drawn as it is; each other character is a square, so that
// nothing is left out in silence.
func TestDrawable(t *testing.T) {
	f, err := newFace(dejavusans.TTF)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"Zoë Šťastná": "Zoë Šťastná", "Ελένη": "Ελένη", "Київ": "Київ", "Հայաստան": "Հայաստան", "საქართველო": "საქართველო",
		"Nguyễn Thị": "Nguyễn Thị", "e\u0301": "é", "שלום": "שלום", "5 € – “x”": "5 € – “x”",
		"山田 Taro": "□□ Taro", "محمد": "□□□□", "देव": "□□□", "🎉 x": "□ x", "a\tb\u00a0c": "a b c", "x\u200dy": "xy",
	} {
		got, whole := f.drawable(text)
		if got != want || whole != (f.squares(want) == f.squares(text)) {
			t.Errorf("%q is drawn as %q (whole: %v), want %q", text, got, whole, want)
		}
	}
	if _, err := newFace([]byte("no font")); err == nil {
		t.Error("a font of nothing")
	}
}

func (face) squares(text string) (n int) {
	for _, r := range text {
		if r == square {
			n++
		}
	}
	return n
}
