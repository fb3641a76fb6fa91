package page

import (
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/locale/localetest"
	"github.com/holdfast-events/holdfast/internal/resource"
)

// No language leaves out a text, a key, or a placeholder.
func TestLanguagesAreComplete(t *testing.T) {
	if len(languages()) != len(locale.Tags) {
		t.Fatalf("%d dictionaries for %d languages", len(languages()), len(locale.Tags))
	}
	for i, w := range languages() {
		if w.Tag != locale.Tags[i] {
			t.Errorf("dictionary %d is %s, language %s", i, w.Tag, locale.Tags[i])
		}
		localetest.Check{Tag: w.Tag, Other: []string{"Tag", "Resource", "RoomPlace", "Chance", "Expected", "Beside"}}.Compare(t, *languages()[0], *w)
		localetest.Check{Tag: w.Tag}.Compare(t, *languages()[0].Beside, *w.Beside)
		localetest.Check{Tag: w.Tag}.Compare(t, *languages()[0].Resource, *w.Resource)
		localetest.Check{Tag: w.Tag}.Compare(t, *languages()[0].RoomPlace, *w.RoomPlace)
		localetest.Check{Tag: w.Tag}.Compare(t, *languages()[0].Chance, *w.Chance)
		localetest.Check{Tag: w.Tag}.Compare(t, *languages()[0].Expected, *w.Expected)
	}
}

// The history of a place has words for whatever can happen to an entry, and to
// another that is ahead of it.
func TestEveryReasonHasWords(t *testing.T) {
	for _, w := range languages() {
		for _, r := range inventory.ReasonsBySubject()["wle"] {
			if w.Own[r] == "" {
				t.Errorf("%s: nothing is said when an entry is %s", w.Tag, r)
			}
			if w.Other[r] == "" {
				t.Errorf("%s: nothing is said when another is %s", w.Tag, r)
			}
			if (w.Own["goods."+r] == "") != (w.Other["goods."+r] == "") {
				t.Errorf("%s: of goods only one of two is said when one is %s", w.Tag, r)
			}
		}
	}
}

// Every state that a page can be in has a heading and a lead.
func TestEveryStateHasWords(t *testing.T) {
	w := languages()[0]
	// Words for goods are of a state that there is: where they lack it is said what is said of places.
	for list, texts := range map[string]map[string]string{"headings": w.Headings, "leads": w.Leads} {
		for key := range texts {
			if state, goods := strings.CutPrefix(key, "goods."); goods && (w.Headings[state] == "" || w.Leads[state] == "") {
				t.Errorf("%s: %s is of no state", list, key)
			}
		}
	}
	var states []string
	for _, s := range []inventory.OfferState{inventory.OfferOpen, inventory.OfferAccepted, inventory.OfferDeclined, inventory.OfferExpired, inventory.OfferRevoked} {
		states = append(states, "offer."+string(s))
	}
	for _, s := range []inventory.EntryState{inventory.EntryWaiting, inventory.EntryOffered, inventory.EntryAccepted, inventory.EntryDeclined,
		inventory.EntryExpired, inventory.EntryLeft, inventory.EntryRemoved, inventory.EntryClosed, inventory.EntryApplied, inventory.EntryRejected, "withdrawn", "unanswered"} {
		states = append(states, "entry."+string(s))
	}
	for _, s := range []inventory.HoldState{inventory.HoldHeld, inventory.HoldConfirmed, inventory.HoldReleased} {
		states = append(states, "order."+string(s))
	}
	for _, s := range []resource.EntryState{resource.Waiting, resource.Offered, resource.Accepting, resource.Accepted, "refused", resource.Declined, resource.Expired, resource.Left, resource.Removed} {
		states = append(states, "place."+string(s))
	}
	for _, s := range append(states, "cancelled", "over", "invalid", "expired", "unknown", "busy", "refused", "foreign", "error") {
		if w.Headings[s] == "" || w.Leads[s] == "" {
			t.Errorf("%s has no words", s)
		}
	}
}

func TestExplain(t *testing.T) {
	en, de := languages()[0], languages()[1]
	for _, c := range []struct {
		step   Step
		en, de string
	}{
		{Step{Own: true, Reason: inventory.ReasonJoined, After: Place{5, 5}}, "You joined the waitlist. You started at #5.", "Du hast dich auf die Warteliste gesetzt. Du hast auf Nr. 5 begonnen."},
		{Step{Other: "guest 4f2a", Reason: inventory.ReasonLeft, Before: Place{3, 3}, After: Place{2, 2}}, "Guest 4f2a left the waitlist. You moved from #3 to #2.", "Guest 4f2a hat die Warteliste verlassen. Du bist von Nr. 3 auf Nr. 2 gerückt."},
		{Step{Other: "x", Reason: inventory.ReasonLeft, Before: Place{11, 50}, After: Place{1, 10}}, "X left the waitlist. You moved from #11–#50 to #1–#10.", "X hat die Warteliste verlassen. Du bist von Nr. 11–50 auf Nr. 1–10 gerückt."},
		{Step{Own: true, Reason: inventory.ReasonOffered, Before: Place{1, 1}}, "A ticket became available and was offered to you.", "Ein Platz wurde frei und dir angeboten."},
		{Step{Goods: true, Own: true, Reason: inventory.ReasonOffered, Before: Place{1, 1}}, "It became available and was offered to you.", "Es wurde wieder verfügbar und dir angeboten."},
		{Step{Goods: true, Other: "guest 4f2a", Reason: inventory.ReasonDeclined, Before: Place{2, 2}, After: Place{1, 1}}, "Guest 4f2a declined an offer. You moved from #2 to #1.", "Guest 4f2a hat ein Angebot abgelehnt. Du bist von Nr. 2 auf Nr. 1 gerückt."},
		{Step{Goods: true, Own: true, Reason: inventory.ReasonLeft}, "You left the waitlist.", "Du hast die Warteliste verlassen."},
	} {
		if got := en.Explain(c.step); got != c.en {
			t.Errorf("%q, want %q", got, c.en)
		}
		if got := de.Explain(c.step); got != c.de {
			t.Errorf("%q, want %q", got, c.de)
		}
	}
}

func TestBand(t *testing.T) {
	for place, want := range map[int64]Place{
		0: {}, 1: {1, 10}, 10: {1, 10}, 11: {11, 50}, 50: {11, 50}, 51: {51, 100}, 100: {51, 100}, 101: {101, 500}, 500: {101, 500},
		501: {501, 1000}, 1000: {501, 1000}, 1001: {1001, 5000}, 5001: {5001, 10000}, 40_000: {10001, 50000}, 1_000_000: {500001, 1000000},
	} {
		if from, to := Band(place); from != want.From || to != want.To {
			t.Errorf("Band(%d) = %d–%d, want %d–%d", place, from, to, want.From, want.To)
		}
	}
}

func TestSpan(t *testing.T) {
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	from := time.Date(2027, 11, 11, 16, 0, 0, 0, time.UTC)
	if got := languages()[0].Span(from, from.Add(3*time.Hour), zone); got != "Thursday, 11 November 2027, 17:00 to 20:00" {
		t.Error(got)
	}
	if got := languages()[1].Span(from, from.Add(24*time.Hour), zone); got != "Donnerstag, 11. November 2027, 17:00 Uhr bis Freitag, 12. November 2027, 17:00 Uhr" {
		t.Error(got)
	}
}
