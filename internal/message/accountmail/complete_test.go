package accountmail

import (
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/locale/localetest"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
)

// TestResourceMails checks that each language has each mail about places on the waitlists of
// resources, with the placeholders of the English one.
func TestResourceMails(t *testing.T) {
	t.Parallel()
	for _, d := range mailkit.Languages {
		for kind, w := range resourceWordings[mailkit.English] {
			localetest.Check{Tag: d.Tag, Blank: true}.Compare(t, w, resourceWordings[d][kind])
		}
		if len(resourceWordings[d]) != len(resourceWordings[mailkit.English]) {
			t.Errorf("%s has %d mails", d.Tag, len(resourceWordings[d]))
		}
	}
}

// TestFeesAreComplete checks that each language has the mails about fees of resources, and what is said
// of fees and prices.
func TestFeesAreComplete(t *testing.T) {
	t.Parallel()
	for _, d := range mailkit.Languages {
		for kind, w := range feeWordings[mailkit.English] {
			localetest.Check{Tag: d.Tag, Blank: true}.Compare(t, w, feeWordings[d][kind])
		}
		localetest.Check{Tag: d.Tag}.Compare(t, feesIn[mailkit.English], feesIn[d])
	}
}

// TestBookingMailsAreComplete checks that each language has each mail about bookings of rooms, and what is said
// in them.
func TestBookingMailsAreComplete(t *testing.T) {
	t.Parallel()
	for _, d := range mailkit.Languages {
		for kind, w := range bookingWordings[mailkit.English] {
			localetest.Check{Tag: d.Tag, Blank: true}.Compare(t, w, bookingWordings[d][kind])
		}
		for _, state := range booking.States {
			if bookingStates[d][state] == "" {
				t.Errorf("%s has no word for a booking that is %s", d.Tag, state)
			}
		}
		for _, texts := range []map[*mailkit.Language]string{bookingGivenBack, bookingDeposits, bookingFooters, bookingOthers} {
			if texts[d] == "" {
				t.Errorf("%s lacks what is said in mails about bookings: %q", d.Tag, texts[mailkit.English])
			}
		}
		if bookingCosts[d] == nil {
			t.Fatalf("%s does not say what bookings cost", d.Tag)
		}
		localetest.Check{Tag: d.Tag}.Compare(t, *bookingCosts[mailkit.English], *bookingCosts[d])
	}
}

// TestRaceAndCalendarMails checks that each language has the mails about what is offered to several
// at once, and about calendars that cannot be read, with why.
func TestRaceAndCalendarMails(t *testing.T) {
	t.Parallel()
	for _, d := range mailkit.Languages {
		check := localetest.Check{Tag: d.Tag, Blank: true}
		for kind, w := range raceWordings[mailkit.English] {
			check.Compare(t, w, raceWordings[d][kind])
		}
		check.Compare(t, calendarWordings[mailkit.English], calendarWordings[d])
		for _, texts := range []map[*mailkit.Language]string{raceRules, calendarReads, calendarNeverReads} {
			check.Compare(t, []string{texts[mailkit.English]}, []string{texts[d]})
		}
		check.Compare(t, calendarCauses[mailkit.English], calendarCauses[d])
	}
}

// TestMailsToOwnersAreComplete checks that each language has the mails about refunds that failed and
// messages that reached nobody, and that they say of how many, and of which events.
func TestMailsToOwnersAreComplete(t *testing.T) {
	t.Parallel()
	layouts := layoutsOf(t)
	for _, d := range mailkit.Languages {
		for kind, w := range ownerWordings[mailkit.English] {
			localetest.Check{Tag: d.Tag, Blank: true}.Compare(t, w, ownerWordings[d][kind])
		}
		localetest.Check{Tag: d.Tag, Blank: true}.Compare(t, decisionWordings[mailkit.English], decisionWordings[d])
		out, err := Render(layouts, Mail{
			Kind: UndeliveredMail, Locale: d.Tag.String(), URL: "https://tickets.example/sign-in", Name: "Riverside", Count: 12345,
			Events: []EventCount{{"Lanterns", "https://tickets.example/sign-in", 678}},
		})
		if err != nil || !strings.Contains(out.Subject, "12345") || !strings.Contains(out.Text, "Lanterns") || !strings.Contains(out.Text, "678") || !strings.Contains(out.Text, bookingFooters[d]) {
			t.Errorf("%s: %+v, %v", d.Tag, out, err)
		}
	}
}

// TestAccountWordsAreComplete checks that each language has each mail about accounts, with the placeholders of the
// English one.
func TestAccountWordsAreComplete(t *testing.T) {
	t.Parallel()
	for _, d := range mailkit.Languages {
		if accounts[d] == nil {
			t.Fatalf("%s has none", d.Tag)
		}
		localetest.Check{Tag: d.Tag, Blank: true}.Compare(t, *accounts[mailkit.English], *accounts[d])
	}
}

func layoutsOf(t testing.TB) *mailkit.Layouts {
	t.Helper()
	layouts, err := mailkit.NewLayouts()
	if err != nil {
		t.Fatal(err)
	}
	return layouts
}
