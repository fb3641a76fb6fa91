package message

import (
	"strings"
	"testing"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/store/events"
	"github.com/holdfast-events/holdfast/internal/translation"
)

// TestTranslated: mails and their calendar entries say the event in the words of their reader, as
// far as there are any, also where many are written from one form.
func TestTranslated(t *testing.T) {
	t.Parallel()
	r, ev := renderer(t), concert(t)
	ev.Details = events.Details{Title: "Laternenumzug", Location: "Alter Hafen", MainLanguage: "de"}
	ev.Translations = translation.All{"fr": {
		translation.Title: {Text: "Marche aux lanternes"}, translation.Tier("tir_2", "name"): {Text: "Adultes"},
		translation.Instructions: {Text: "Par virement"},
	}}
	for _, c := range []struct {
		kind      inv.MessageKind
		locale    string
		has, lack []string
	}{
		{inv.MsgConfirmed, "fr-CA", []string{"Marche aux lanternes", "Alter Hafen"}, []string{"Laternenumzug"}},
		{inv.MsgConfirmed, "pl", []string{"Laternenumzug"}, []string{"lanternes"}},
		{inv.MsgConfirmed, "fr", []string{"Marche aux lanternes"}, []string{"Laternenumzug"}},
		{inv.MsgOrderPending, "fr", []string{"Marche aux lanternes", "Adultes", "Par virement"}, []string{"Balcony", "By bank transfer"}},
	} {
		m := told(t, c.kind, inv.ReasonRegistered, c.locale)
		said, err := r.Render(ev, m)
		if err != nil {
			t.Fatal(err)
		}
		all := said.Subject + said.HTML + said.Text
		if c.kind == inv.MsgConfirmed {
			m.Hold.State = inv.HoldConfirmed
			all += CalendarOf(CalendarConfig{Host: "holdfast.example", Organizer: "events@holdfast.example", Name: "Harbour"}, ev, m).Text
		}
		for _, text := range c.has {
			if !strings.Contains(all, text) {
				t.Errorf("%s to %s lacks %q:\n%s", c.kind, c.locale, text, all)
			}
		}
		for _, text := range c.lack {
			if strings.Contains(all, text) {
				t.Errorf("%s to %s says %q:\n%s", c.kind, c.locale, text, all)
			}
		}
	}
}
