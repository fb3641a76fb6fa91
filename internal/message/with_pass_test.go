package message

import (
	"strings"
	"testing"
	"time"

	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// seasonPass is what sells passes for the concert and for a date after it.
func seasonPass(t testing.TB) *events.EventView {
	second := concert(t)
	second.Event.ID, second.Event.Seq = "evt_2", 9
	second.Event.StartsAt, second.Event.EndsAt = at(t, "2026-10-30T18:00:00Z"), at(t, "2026-10-30T21:30:00Z")
	sells := concert(t)
	sells.Event.ID, sells.Details.Title, sells.Covers = "evt_9", "All <evenings>", []*events.EventView{concert(t), second}
	return sells
}

// TestPassMails: what somebody with a pass is told about a date names the pass and leads to it,
// speaks of money only where they may have paid, and no text of an organizer about tickets that
// ended takes its place.
func TestPassMails(t *testing.T) {
	t.Parallel()
	r, err := New(plainLinks{})
	if err != nil {
		t.Fatal(err)
	}
	style := (&Style{}).With(inv.MsgEventCancelled, "en", Words{Body: []string{"You get all your money back."}})
	say := func(kind inv.MessageKind, paid bool) mailkit.Rendered {
		t.Helper()
		m := told(t, EventChanged, "", "en")
		m.Message.Kind, m.Hold.State, m.Pass = kind, inv.HoldConfirmed, &events.WithPass{EventID: "evt_9", Sells: seasonPass(t)}
		if paid {
			m.Hold.Kind = inv.KindOrder
		}
		said, err := r.RenderWith(style, nil, concert(t), m, nil)
		if err != nil {
			t.Fatal(err)
		}
		return said
	}
	const money = "Nothing is refunded automatically"
	for kind, want := range map[inv.MessageKind]string{
		Reminder: "Your pass covers this date: All <evenings>.", EventChanged: "Your pass stays valid for it: All <evenings>.",
		EventPostponed: "You’ll hear from us", inv.MsgEventCancelled: "Your pass stays valid for its other dates",
	} {
		said := say(kind, false)
		if !strings.Contains(said.Text, want) || !strings.Contains(said.Text, "View pass:\nhttps://holdfast.example/r/ord_1") || !strings.Contains(said.Text, "tickets for All <evenings> were ordered") ||
			strings.Contains(said.Text, money) || strings.Contains(said.HTML, "<evenings>") || strings.ContainsAny(said.Text, "{}") {
			t.Errorf("%s: %s", kind, said.Text)
		}
	}
	if said := say(inv.MsgEventCancelled, true); !strings.Contains(said.Text, money) || strings.Contains(said.Text, "all your money") || said.Subject != "Cancelled: Night of <Strings> & Brass, 23 Oct, 19:00" {
		t.Errorf("%s: %s", said.Subject, said.Text)
	}
}

// TestPassCalendar: whoever gets a pass has each date in the calendar, as the entry that a message
// of the date changes later, and not the pass; whoever gives it up has none of them.
func TestPassCalendar(t *testing.T) {
	t.Parallel()
	config := CalendarConfig{Host: "holdfast.example", Organizer: "events@holdfast.example", Name: "Harbour", Now: time.Unix(0, 0)}
	sells := seasonPass(t)
	sells.Covers[1].Event.Status = inv.Postponed
	m := told(t, inv.MsgConfirmed, inv.ReasonRegistered, "en")
	m.EventID, m.Hold.State = "evt_9", inv.HoldConfirmed
	entry := CalendarOf(config, sells, m)
	text := strings.ReplaceAll(entry.Text, "\r\n ", "")
	if entry.Method != "PUBLISH" || strings.Count(text, "BEGIN:VEVENT") != 2 || !strings.Contains(text, "UID:evt_1@holdfast.example") || !strings.Contains(text, "UID:evt_2@holdfast.example") || strings.Contains(text, "UID:evt_9") ||
		strings.Count(text, "STATUS:CONFIRMED") != 1 || strings.Count(text, "STATUS:TENTATIVE") != 1 || !strings.Contains(text, "DTSTART:20261030T180000Z") {
		t.Error(text)
	}
	m.Message.Kind, m.Hold.State, m.Hold.Reason = inv.MsgOrderCancelled, inv.HoldReleased, inv.ReasonOrderCancelled
	if text = CalendarOf(config, sells, m).Text; strings.Count(text, "STATUS:CANCELLED") != 2 {
		t.Error(text)
	}
	offered := told(t, inv.MsgOffer, inv.ReasonOffered, "en")
	if text = CalendarOf(config, sells, offered).Text; strings.Count(text, "STATUS:TENTATIVE") != 2 || strings.Count(text, "TRANSP:TRANSPARENT") != 2 {
		t.Errorf("an offer of a pass keeps no evening busy: %s", text)
	}
	m = told(t, EventChanged, "", "en")
	m.Hold.State, m.Pass = inv.HoldConfirmed, &events.WithPass{EventID: "evt_9", Sells: sells}
	if entry = CalendarOf(config, concert(t), m); entry.Method != "REQUEST" || !strings.Contains(entry.Text, "UID:evt_1@holdfast.example") {
		t.Error(entry.Text)
	}
	m.Message.Kind = inv.MsgEventCancelled
	if entry = CalendarOf(config, concert(t), m); entry == nil || entry.Method != "CANCEL" {
		t.Error(entry)
	}
}
