package ticketpdf

import (
	"strings"
	"testing"
	"time"

	"golang.org/x/text/language"

	"github.com/holdfast-events/holdfast/internal/ticket"
)

// TestTheLongestTicketFits: whatever is printed of a ticket ends above the foot of its page.
func TestTheLongestTicketFits(t *testing.T) {
	p, err := New()
	if err != nil {
		t.Fatal(err)
	}
	code, err := ticket.NewCode(strings.Repeat("A", 120))
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"Lantern ", "提灯散歩", "مهرجان "} {
		long := strings.Repeat(word, 60)
		d := p.document(language.English, time.Time{}, "x")
		d.sheet(&Sheet{Code: code, Event: "evt_1", Title: long, When: long, Where: long, Name: long, Tier: long, Seat: long, Label: "Ticket 1 of 2", Number: "tkt_1", Short: "PFQ3F-5224D"})
		if _, err := d.bytes(); err != nil || d.bottom > footer {
			t.Errorf("%s: it ends at %.1f mm, the foot begins at %d (%v)", word, d.bottom, footer, err)
		}
	}
}

// TestBandIsOfTheEvent: pages of one event look alike, and those of others do not.
func TestBandIsOfTheEvent(t *testing.T) {
	p, err := New()
	if err != nil {
		t.Fatal(err)
	}
	drawn := func(event string) string {
		d := p.document(language.English, time.Time{}, "x")
		d.SetCompression(false)
		d.AddPage()
		d.y = top
		d.band(event)
		text, err := d.bytes()
		if err != nil {
			t.Fatal(err)
		}
		_, page, _ := strings.Cut(string(text), "stream")
		page, _, _ = strings.Cut(page, "endstream")
		return page
	}
	first := drawn("evt_1")
	if again := drawn("evt_1"); again != first || drawn("evt_2") == first {
		t.Error("the band does not follow from the event")
	}
	if n := strings.Count(first, " rg"); n < bandTiles {
		t.Errorf("%d colours", n)
	}
}
