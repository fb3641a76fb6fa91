package message

import (
	"strings"
	"testing"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/message/mailtest"
)

// TestLogInFooter: each mail of an event with a public log says how the log stood, in
// both languages, and each reader of one sort of mail what it was then; without a log a
// mail says nothing of it.
func TestLogInFooter(t *testing.T) {
	r, err := New(tokenLinks{}) // with links as they are, so that mails for many share a form
	if err != nil {
		t.Fatal(err)
	}
	ev := concert(t)
	heads := []*mailkit.LogHead{
		{Size: 1234, Fingerprint: "21abada1c9aa5b58", URL: "https://holdfast.example/events/evt_1/log"},
		{Size: 1300, Fingerprint: "ff00000000000000", URL: "https://holdfast.example/events/evt_1/log"},
	}
	for locale, want := range map[string][]string{
		"en": {"public log had 1234 entries and the fingerprint 21abada1c9aa5b58.", "public log had 1300 entries and the fingerprint ff00000000000000."},
		"de": {"Protokoll der Veranstaltung 1234 Einträge und den Fingerabdruck 21abada1c9aa5b58.", "Protokoll der Veranstaltung 1300 Einträge und den Fingerabdruck ff00000000000000."},
	} {
		for _, kind := range []inv.MessageKind{Reminder, inv.MsgConfirmed, inv.MsgOffer} {
			for i, head := range heads {
				m := told(t, kind, inv.ReasonRegistered, locale)
				m.Hold.Units, m.Hold.Guests = 1, "" // the same mail for many
				got, err := r.RenderWith(nil, head, ev, m, nil)
				if err != nil {
					t.Fatal(err)
				}
				mailtest.WellFormed(t, got)
				for _, text := range []string{got.Text, got.HTML} {
					if !strings.Contains(text, want[i]) || !strings.Contains(text, head.URL) {
						t.Errorf("%s in %s: nothing of the log in\n%s", kind, locale, text)
					}
				}
			}
			got, err := r.RenderWith(nil, nil, ev, told(t, kind, inv.ReasonRegistered, locale), nil)
			if err != nil || strings.Contains(got.Text, "1300") || strings.Contains(got.HTML, "/log") {
				t.Errorf("%s in %s: %v, without a log:\n%s", kind, locale, err, got.Text)
			}
		}
	}
}
