package ticketpdf

import (
	"strings"
	"testing"

	"golang.org/x/text/language"
)

// names are names of people and places, one for each script.
var names = map[string]string{
	"Hebrew": "שָׁלוֹם כהן", "Arabic": "محمد الفاتح", "Persian": "می\u200cخواهم", "Urdu": "نورجہاں", "Thaana": "މޯލްޑިވްސް",
	"Devanagari": "श्रीमती किर्ति", "Bengali": "রবীন্দ্রনাথ ঠাকুর", "Gurmukhi": "ਗੁਰਮੁਖੀ ਸਿੰਘ", "Gujarati": "મહાત્મા ગાંધી", "Oriya": "ଓଡ଼ିଶା",
	"Tamil": "தமிழ்நாடு", "Telugu": "తెలుగు శ్రీ", "Kannada": "ಕನ್ನಡ ಕ್ಷ", "Malayalam": "മലയാളം ക്ഷ", "Sinhala": "ශ්\u200dරී ලංකා",
	"Thai": "สมชาย ผู้ใหญ่", "Lao": "ສົມສີ ເຂັ້ມ", "Khmer": "ភ្នំពេញ", "Myanmar": "မြန်မာ ကျော်", "Tibetan": "བསྟན་འཛིན་རྒྱ་མཚོ", "Ethiopic": "ኃይለ ሥላሴ",
	"Mongolian": "ᠮᠣᠩᠭᠣᠯ", "Han": "山田太郎、習近平", "Kana": "はなこ・ハナコ ｶﾅ", "Hangul": "김연아 홍길동", "mixed": "Ada محمد 12 山田", "Latin in pieces": "q\u0323 w\u0301",
}

// Every letter of them is in a font, and shaping leaves none without a glyph.
func TestEveryScriptIsDrawn(t *testing.T) {
	p, err := New()
	if err != nil {
		t.Fatal(err)
	}
	for _, bold := range []bool{false, true} {
		w := newDrawing(p.letters)
		for script, name := range names {
			got, err := p.ready(name, bold)
			if err != nil {
				t.Fatal(err)
			}
			if got.plain || !got.whole {
				t.Errorf("%s: %q is readied as %+v", script, name, got)
				continue
			}
			lines, err := w.shape([]rune(got.text), "en", bold, 1000, 1)
			if err != nil || len(lines) != 1 {
				t.Fatalf("%s: %d lines, %v", script, len(lines), err)
			}
			for _, run := range lines[0] {
				for _, g := range run.Glyphs {
					if g.GlyphID == 0 {
						t.Errorf("%s: %q has no glyph for %q", script, name, string([]rune(got.text)[g.TextIndex()]))
					}
				}
			}
		}
	}
}

// glyphs are the glyphs of a text from left to right, and what they would be if
// each letter stood for itself.
func glyphs(t *testing.T, w *drawing, text string) (shaped, single []uint32) {
	t.Helper()
	lines, err := w.shape([]rune(text), "en", false, 1000, 1)
	if err != nil || len(lines) != 1 || len(lines[0]) != 1 {
		t.Fatalf("%q: %d lines, %v", text, len(lines), err)
	}
	run := lines[0][0]
	for _, g := range run.Glyphs {
		shaped = append(shaped, uint32(g.GlyphID))
	}
	for _, r := range text {
		g, _ := run.Face.NominalGlyph(r)
		single = append(single, uint32(g))
	}
	return shaped, single
}

// Letters join, stack and change their order as their scripts have it: what is
// drawn are not the letters one by one.
func TestLettersAreShaped(t *testing.T) {
	p, err := New()
	if err != nil {
		t.Fatal(err)
	}
	w := newDrawing(p.letters)
	for _, word := range []string{"محمد", "लक्ष्मी", "ភ្នំ", "မြန်", "ශ්\u200dරී"} {
		shaped, single := glyphs(t, w, word)
		same := len(shaped) == len(single)
		for i := 0; same && i < len(shaped); i++ {
			same = shaped[i] == single[i]
		}
		if same {
			t.Errorf("%q is drawn letter by letter: %v", word, shaped)
		}
	}
	// The vowel of कि is written after its consonant and stands before it.
	if shaped, single := glyphs(t, w, "कि"); len(shaped) != 2 || shaped[1] != single[0] {
		t.Errorf("कि is drawn as %v, its letters are %v", shaped, single)
	}
	// From right to left; numbers in it the other way.
	if shaped, single := glyphs(t, w, "אבג"); len(shaped) != 3 || shaped[0] != single[2] || shaped[2] != single[0] {
		t.Errorf("אבג is drawn as %v, its letters are %v", shaped, single)
	}
	for text, want := range map[string]string{
		"אולם 12 בית": "בית|12|אולם", "Ada, שלום, Grace": "Ada,|שלום|, Grace", "Ada محمد 12 Grace": "Ada|12|محمد|Grace",
		"محمد Ada 5 كريم": "كريم|Ada 5|محمد", "Saal 5 تونس": "Saal 5|تونس",
	} {
		lines, err := w.shape([]rune(text), "en", false, 1000, 1)
		if err != nil || len(lines) != 1 {
			t.Fatalf("%q: %d lines, %v", text, len(lines), err)
		}
		var stands []string
		for _, run := range lines[0] {
			stands = append(stands, strings.TrimSpace(string([]rune(text)[run.Runes.Offset:run.Runes.Offset+run.Runes.Count])))
		}
		if got := strings.Join(stands, "|"); got != want {
			t.Errorf("%q stands as %q, want %q", text, got, want)
		}
	}
}

// What is too long ends in an ellipsis, and no line is wider than the page.
func TestDrawnLinesAreCut(t *testing.T) {
	p, err := New()
	if err != nil {
		t.Fatal(err)
	}
	w := newDrawing(p.letters)
	for script, name := range names {
		text := []rune(strings.Repeat(name+" ", 40))
		lines, err := w.shape(text, "en", false, 20, 2)
		if err != nil || len(lines) != 2 {
			t.Fatalf("%s: %d lines, %v", script, len(lines), err)
		}
		for i, line := range lines {
			wide := 0.0
			for _, run := range line {
				wide += float64(run.Advance) / 64 / em
			}
			if wide > 20 {
				t.Errorf("%s: line %d is %.1f ems wide", script, i+1, wide)
			}
		}
	}
}

// What can be written as text is; the rest is drawn; what no font has is a
// square, so that nothing is left out in silence.
func TestReady(t *testing.T) {
	p, err := New()
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]readied{
		"Zoë Šťastná": {"Zoë Šťastná", true, true}, "Ελένη": {"Ελένη", true, true}, "Київ": {"Київ", true, true}, "Հայաստան": {"Հայաստան", true, true},
		"საქართველო": {"საქართველო", true, true}, "Nguyễn Thị": {"Nguyễn Thị", true, true}, "e\u0301": {"é", true, true}, "5 € – “x”": {"5 € – “x”", true, true},
		"山田 Taro": {"山田 Taro", false, true}, "محمد": {"محمد", false, true}, "देव": {"देव", false, true}, "שלום": {"שלום", false, true}, "q\u0323": {"q\u0323", false, true},
		"🎉 x": {"□ x", true, false}, "🎉 देव": {"□ देव", false, false}, "a\tb\u00a0c": {"a b c", true, true}, "x\u200dy": {"xy", true, true},
		"می\u200cخواهم": {"می\u200cخواهم", false, true}, "a\u202eb\ufe0f": {"ab", true, true}, "a\x00b": {"a□b", true, false}, "": {"", true, true},
	} {
		if got, err := p.ready(text, false); err != nil || got != want {
			t.Errorf("%q is readied as %+v (%v), want %+v", text, got, err, want)
		}
	}
	if _, err := newFace([]byte("no font")); err == nil {
		t.Error("a font of nothing")
	}
	if _, err := newTypeface(func() ([]byte, error) { return []byte("no font"), nil }).load(); err == nil {
		t.Error("a font of nothing")
	}
}

// Each font is there, and has letters of each block that it is for.
func TestFonts(t *testing.T) {
	l := newLetters()
	for i, face := range l.others {
		f, err := face.load()
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range face.blocks {
			has := 0
			for r := b[0]; r <= b[1]; r++ {
				if _, ok := f.NominalGlyph(r); ok {
					has++
				}
			}
			if has == 0 {
				t.Errorf("font %d has nothing of %04X to %04X", i, b[0], b[1])
			}
		}
	}
	if w := wordsIn(language.MustParse("fa")); w.tag != language.English {
		t.Errorf("words for Persian are %s", w.tag)
	}
}
