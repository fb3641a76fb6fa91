package message

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

func TestClean(t *testing.T) {
	for in, want := range map[string]string{
		"  Ana \t\r\n Novák ":            "Ana Novák",
		"Ana\r\nBcc: x@example.org":      "Ana Bcc: x@example.org",
		"Ana\u202egnp.exe":               "Anagnp.exe",
		"A\u2028B\u2029C\u0085D\x00\x1b": "A B C D",
		"<script>alert(1)</script>":      "<script>alert(1)</script>",
		"\xff\xfe":                       "",
		"نسرین":                          isolate + "نسرین" + isolateEnd,
		"می\u200cخواهم":                  isolate + "می\u200cخواهم" + isolateEnd,
		strings.Repeat("x", 200):         strings.Repeat("x", maxTitle) + "…",
	} {
		if got := clean(in, maxTitle); got != want {
			t.Errorf("clean(%q) = %q, want %q", in, got, want)
		}
	}
}

// A name cannot become a link: anybody can register a stranger's address.
func TestCleanNameBreaksLinks(t *testing.T) {
	for _, name := range []string{"https://evil.example/x", "www.evil.example", "evil.example", "you@evil.example", "a.bb.cc.dd"} {
		got := cleanName(name)
		for _, bad := range []string{"://", "l.e", "w.e", "@e", "a.b", "b.c", "c.d"} {
			if strings.Contains(got, bad) {
				t.Errorf("cleanName(%q) = %q still has %q", name, got, bad)
			}
		}
		if plain(got) != name {
			t.Errorf("cleanName(%q) changed what is seen: %q", name, plain(got))
		}
	}
	if got := cleanName("J. R. Smith jr."); got != "J. R. Smith jr." {
		t.Errorf("an ordinary name was changed: %q", got)
	}
}

func FuzzNames(f *testing.F) {
	for _, s := range []string{
		"Ana", "Ana\r\nBcc: x@example.org", "</p><script>alert(1)</script>", "\" onmouseover=\"x", "{places}", "{{.URL}}",
		"\u202eevil", "javascript:alert(1)", "https://evil.example", "\xff", "نسرین", strings.Repeat("👩‍👩‍👧", 90), "-- \n", "&lt;b&gt;",
	} {
		f.Add(s, "en")
		f.Add(s, "de")
	}
	r := renderer(f)
	f.Fuzz(func(t *testing.T, s, locale string) {
		for _, kind := range []inv.MessageKind{inv.MsgConfirmed, inv.MsgOffer} {
			got, err := r.Render(concertNamed(t, s), toldNamed(t, kind, locale, s))
			if err != nil {
				t.Fatal(err)
			}
			plainText := plain(got.Text)
			if !strings.ContainsAny(s, "{}") { // what people type may look like a placeholder
				wellFormed(t, got)
			}
			if strings.ContainsFunc(got.Subject, unicode.IsControl) || !utf8.ValidString(got.Text) || !utf8.ValidString(got.HTML) {
				t.Errorf("subject %q or text is not fit for a mail", got.Subject)
			}
			// What was typed adds no line: the text has as many as with a plain name.
			calm, err := r.Render(concertNamed(t, "x"), toldNamed(t, kind, locale, "x"))
			if err != nil {
				t.Fatal(err)
			}
			if clean(s, maxName) != "" && strings.Count(plainText, "\n") != strings.Count(calm.Text, "\n") {
				t.Errorf("%q changed the number of lines:\n%s", s, got.Text)
			}
		}
	})
}

func concertNamed(t testing.TB, s string) *events.EventView {
	ev := concert(t)
	ev.Details.Title, ev.Details.Location, ev.Tiers[1].Name = s, s, s
	return ev
}

func toldNamed(t testing.TB, kind inv.MessageKind, locale, s string) *events.MessageView {
	m := told(t, kind, "", locale)
	m.Person.Profile.Name = s
	list, err := json.Marshal([]map[string]string{{"name": s}})
	if err != nil {
		t.Fatal(err)
	}
	m.Hold.Guests = string(list)
	return m
}
