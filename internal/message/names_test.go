package message

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/message/mailtest"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

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
			plainText := mailkit.Plain(got.Text)
			if !strings.ContainsAny(s, "{}") { // what people type may look like a placeholder
				mailtest.WellFormed(t, got)
			}
			if strings.ContainsFunc(got.Subject, unicode.IsControl) || !utf8.ValidString(got.Text) || !utf8.ValidString(got.HTML) {
				t.Errorf("subject %q or text is not fit for a mail", got.Subject)
			}
			// What was typed adds no line: the text has as many as with a plain name.
			calm, err := r.Render(concertNamed(t, "x"), toldNamed(t, kind, locale, "x"))
			if err != nil {
				t.Fatal(err)
			}
			if mailkit.Clean(s, mailkit.MaxName) != "" && strings.Count(plainText, "\n") != strings.Count(calm.Text, "\n") {
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
