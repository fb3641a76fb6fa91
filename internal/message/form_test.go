package message

import (
	"strings"
	"testing"
	"time"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/store/messages"
)

// tokenLinks are links as the real ones look.
type tokenLinks struct{ plainLinks }

func (tokenLinks) OrderURL(id, person string, _ time.Time) string {
	return "https://holdfast.example/r/" + id + "." + person + "-x~y"
}

func (tokenLinks) EntryURL(id, person string, _ time.Time) string {
	return "https://holdfast.example/w/" + id + "." + person
}

// TestFormsSayTheSame: what comes of a form is, to the byte, what is written for
// the one person alone; whatever their name, and whoever had the form before.
func TestFormsSayTheSame(t *testing.T) {
	r, err := New(tokenLinks{})
	if err != nil {
		t.Fatal(err)
	}
	ev := concert(t)
	own, err := NewStyle(messages.Brand{Name: "Harbour & Sons", Colour: "#204060", Address: "Quay 1"}, []messages.Wording{{
		Kind: string(Reminder), Locale: "en", Words: `{"subject":"{name}, {title} is near","heading":"See you, {name}","body":["{name}: {count|# place|# places}.","{name}{name}"],"action":"{name} + <you>"}`,
	}})
	if err != nil {
		t.Fatal(err)
	}
	announcement := (*Style)(nil).With(Announcement, "de", Words{Subject: "Für {name}", Heading: "Hallo", Body: []string{"Bis {starts}, {name}."}})
	names := []string{"Ana Novák", "", "Bo", "O'Brien & <b>Sons</b>", "ana.example.com", "me@evil.example https://evil.example", "أحمد", "A+B {title}", "\u202eevil", strings.Repeat("long ", 40)}
	forms := 0
	for _, style := range []*Style{nil, own, announcement} {
		var log *mailkit.LogHead
		if style == own {
			log = &mailkit.LogHead{Size: 1234, URL: "https://holdfast.example/events/evt_1/log"}
		}
		for _, kind := range []inv.MessageKind{Reminder, EventChanged, Announcement, inv.MsgConfirmed, inv.MsgWaitlisted, inv.MsgOffer, inv.MsgOrderConfirmed, inv.MsgCancelled} {
			if kind == Announcement && style != announcement {
				continue
			}
			for _, locale := range []string{"en", "de"} {
				if kind == Announcement && locale != "de" {
					continue
				}
				for _, guests := range []string{"", `[{"name":"Bo"},{"name":"Cy"}]`} {
					for _, units := range []int64{1, 3} {
						for i, name := range names {
							m := told(t, kind, inv.ReasonRegistered, locale)
							m.Person.ID, m.Person.Profile.Name = "per_"+string(rune('a'+i)), name
							if m.Hold != nil {
								m.Hold.Units, m.Hold.Guests, m.Hold.ID = units, guests, "ord_"+string(rune('a'+i))
							}
							if m.Entry != nil {
								m.Entry.Units, m.Entry.Guests = units, guests
							}
							var tickets []Ticket
							if kind == inv.MsgConfirmed && units > 1 {
								tickets = []Ticket{{Unit: 1, Units: units, Name: name, Short: "23456-789ab", ContentID: "ticket-1@holdfast.example"}}
							}
							got, err := r.RenderWith(style, log, ev, m, tickets)
							if err != nil {
								t.Fatal(err)
							}
							a, err := r.aboutOf(ev, m)
							if err != nil {
								t.Fatal(err)
							}
							to := reader{log: log, name: mailkit.CleanName(name), url: a.url, preferences: r.links.PreferencesURL(m.Person.ID, time.Time{})}
							if to.tickets, to.ticketsText, err = r.tickets(dictionaryFor(locale), tickets); err != nil {
								t.Fatal(err)
							}
							alone, err := r.write(dictionaryFor(locale), style, ev, m, &a, &to)
							if err != nil {
								t.Fatal(err)
							}
							if got != alone {
								t.Fatalf("%s in %s to %q:\n%+v\nalone:\n%+v", kind, locale, name, got, alone)
							}
							if shared(m, &a) && to.inert() {
								forms++
							}
						}
					}
				}
			}
		}
	}
	if forms < 100 || len(r.forms.list) == 0 || len(r.forms.list) > formsLimit {
		t.Errorf("%d letters came of %d forms", forms, len(r.forms.list))
	}
}

// TestFormsFollowTheEvent: a form is of one reading of the event, and not of what
// it was before.
func TestFormsFollowTheEvent(t *testing.T) {
	r, err := New(tokenLinks{})
	if err != nil {
		t.Fatal(err)
	}
	m := told(t, Reminder, "", "en")
	m.Hold.Units, m.Hold.Guests = 1, ""
	for n := range 3 * formsLimit {
		ev := concert(t)
		ev.Details.Title = strings.Repeat("x", 1+n%90)
		got, err := r.Render(ev, m)
		if err != nil || !strings.Contains(got.Text, " "+ev.Details.Title+" ") && !strings.Contains(got.Text, ev.Details.Title) {
			t.Fatalf("%v: %s", err, got.Text)
		}
		if len(r.forms.list) > formsLimit {
			t.Fatalf("%d forms are kept", len(r.forms.list))
		}
	}
}

func BenchmarkRender(b *testing.B) {
	for name, who := range map[string]string{"form": "Ana Novák", "alone": "O'Brien"} {
		b.Run(name, func(b *testing.B) {
			r, err := New(tokenLinks{})
			if err != nil {
				b.Fatal(err)
			}
			ev, m := concert(b), told(b, Reminder, "", "en")
			m.Hold.Units, m.Hold.Guests, m.Person.Profile.Name = 1, "", who
			for b.Loop() {
				if _, err := r.Render(ev, m); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
