package message

import (
	"strings"
	"testing"

	"github.com/holdfast-events/holdfast/internal/booking"
	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/locale/localetest"
)

// TestResourceMails checks that each language has each mail about places on the waitlists of
// resources, with the placeholders of the English one.
func TestResourceMails(t *testing.T) {
	t.Parallel()
	for _, d := range dictionaries {
		for kind, w := range resourceWordings[english] {
			localetest.Check{Tag: d.tag, Blank: true}.Compare(t, w, resourceWordings[d][kind])
		}
		if len(resourceWordings[d]) != len(resourceWordings[english]) {
			t.Errorf("%s has %d mails", d.tag, len(resourceWordings[d]))
		}
	}
}

// TestFeesAreComplete checks that each language has the mails about fees of resources, and what is said
// of fees and prices.
func TestFeesAreComplete(t *testing.T) {
	t.Parallel()
	for _, d := range dictionaries {
		for kind, w := range feeWordings[english] {
			localetest.Check{Tag: d.tag, Blank: true}.Compare(t, w, feeWordings[d][kind])
		}
		localetest.Check{Tag: d.tag}.Compare(t, feesIn[english], feesIn[d])
	}
}

// TestBookingMailsAreComplete checks that each language has each mail about bookings of rooms, and what is said
// in them.
func TestBookingMailsAreComplete(t *testing.T) {
	t.Parallel()
	for _, d := range dictionaries {
		for kind, w := range bookingWordings[english] {
			localetest.Check{Tag: d.tag, Blank: true}.Compare(t, w, bookingWordings[d][kind])
		}
		for _, state := range booking.States {
			if bookingStates[d][state] == "" {
				t.Errorf("%s has no word for a booking that is %s", d.tag, state)
			}
		}
		for _, texts := range []map[*dictionary]string{bookingGivenBack, bookingDeposits, bookingFooters, bookingOthers} {
			if texts[d] == "" {
				t.Errorf("%s lacks what is said in mails about bookings: %q", d.tag, texts[english])
			}
		}
		if bookingCosts[d] == nil {
			t.Fatalf("%s does not say what bookings cost", d.tag)
		}
		localetest.Check{Tag: d.tag}.Compare(t, *bookingCosts[english], *bookingCosts[d])
	}
}

// TestLanguagesAreComplete checks that each language of guests has each text, each plural
// form, and the placeholders of the English text.
func TestLanguagesAreComplete(t *testing.T) {
	t.Parallel()
	if len(dictionaries) != len(locale.Tags) {
		t.Fatalf("%d dictionaries for %d languages", len(dictionaries), len(locale.Tags))
	}
	for i, d := range dictionaries {
		if d.tag != locale.Tags[i] {
			t.Errorf("dictionary %d is %s, language %s", i, d.tag, locale.Tags[i])
		}
		localetest.Check{
			Tag: d.tag, Blank: true,
			Other: []string{"tag", "date", "shortDate", "euroFirst", "clockTail", "point", "thousands", "between"},
		}.Compare(t, *english, *d)
	}
}

// TestWaitingMails checks that each language has what people who wait are told.
func TestWaitingMails(t *testing.T) {
	t.Parallel()
	for _, d := range dictionaries {
		if waitingWordings[d] == nil {
			t.Fatalf("%s has none", d.tag)
		}
		localetest.Check{Tag: d.tag, Blank: true}.Compare(t, *waitingWordings[english], *waitingWordings[d])
	}
}

// TestPassMailsAreComplete checks that each language has what people with a pass are told.
func TestPassMailsAreComplete(t *testing.T) {
	t.Parallel()
	for _, d := range dictionaries {
		if passWordings[d] == nil {
			t.Fatalf("%s has none", d.tag)
		}
		localetest.Check{Tag: d.tag, Blank: true}.Compare(t, *passWordings[english], *passWordings[d])
	}
}

// TestRaceAndCalendarMails checks that each language has the mails about what is offered to several
// at once, and about calendars that cannot be read, with why.
func TestRaceAndCalendarMails(t *testing.T) {
	t.Parallel()
	for _, d := range dictionaries {
		check := localetest.Check{Tag: d.tag, Blank: true}
		for kind, w := range raceWordings[english] {
			check.Compare(t, w, raceWordings[d][kind])
		}
		check.Compare(t, calendarWordings[english], calendarWordings[d])
		for _, texts := range []map[*dictionary]string{raceRules, calendarReads, calendarNeverReads} {
			check.Compare(t, []string{texts[english]}, []string{texts[d]})
		}
		check.Compare(t, calendarCauses[english], calendarCauses[d])
	}
}

// TestMailsToOwnersAreComplete checks that each language has the mails about refunds that failed and
// messages that reached nobody, and that they say of how many, and of which events.
func TestMailsToOwnersAreComplete(t *testing.T) {
	t.Parallel()
	r := renderer(t)
	for _, d := range dictionaries {
		for kind, w := range ownerWordings[english] {
			localetest.Check{Tag: d.tag, Blank: true}.Compare(t, w, ownerWordings[d][kind])
		}
		localetest.Check{Tag: d.tag, Blank: true}.Compare(t, decisionWordings[english], decisionWordings[d])
		out, err := r.RenderAccountMail(AccountMail{
			Kind: UndeliveredMail, Locale: d.tag.String(), URL: "https://tickets.example/sign-in", Name: "Riverside", Count: 12345,
			Events: []EventCount{{"Lanterns", "https://tickets.example/sign-in", 678}},
		})
		if err != nil || !strings.Contains(out.Subject, "12345") || !strings.Contains(out.Text, "Lanterns") || !strings.Contains(out.Text, "678") || !strings.Contains(out.Text, bookingFooters[d]) {
			t.Errorf("%s: %+v, %v", d.tag, out, err)
		}
	}
}
