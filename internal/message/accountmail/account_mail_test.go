package accountmail

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/holdfast-events/holdfast/internal/booking"
	inv "github.com/holdfast-events/holdfast/internal/inventory"
	"github.com/holdfast-events/holdfast/internal/locale"
	"github.com/holdfast-events/holdfast/internal/message/mailkit"
	"github.com/holdfast-events/holdfast/internal/message/mailtest"
	"github.com/holdfast-events/holdfast/internal/store/dues"
	"github.com/holdfast-events/holdfast/internal/store/events"
)

// Every language has every letter, each with its link, nothing left to fill in,
// and what comes from outside on one line and without markup.
func TestLetters(t *testing.T) {
	layouts := layoutsOf(t)
	open := regexp.MustCompile(`\{[a-z]+\}`)
	for _, tag := range []string{"en", "de-AT", "fr", ""} {
		for _, kind := range Kinds {
			const url = "https://tickets.example/sign-in#ho_secret"
			out, err := Render(layouts, Mail{Kind: kind, Locale: tag, URL: url, Name: "Lanterns <b>&</b>\r\nBcc: x", Role: "box_office", Minutes: 10, Amount: "10.00 EUR"})
			if err != nil {
				t.Fatalf("%s %s: %v", tag, kind, err)
			}
			if want := map[string]string{"de-AT": "de"}[tag]; want != "" && out.Locale != want {
				t.Errorf("%s %s: in %s", tag, kind, out.Locale)
			}
			for what, text := range map[string]string{"subject": out.Subject, "text": out.Text, "html": out.HTML} {
				if open.MatchString(text) && what != "html" { // the stylesheet has braces
					t.Errorf("%s %s: %s leaves %s", tag, kind, what, open.FindString(text))
				}
			}
			if strings.ContainsAny(out.Subject, "\r\n") || strings.Contains(out.HTML, "<b>") {
				t.Errorf("%s %s: not cleaned: %q", tag, kind, out.Subject)
			}
			if !strings.Contains(out.Text, url) || !strings.Contains(out.HTML, "#ho_secret") {
				t.Errorf("%s %s: no link in %s", tag, kind, out.Text)
			}
		}
	}
	if out, _ := Render(layouts, Mail{Kind: SignInMail, Locale: "de", Minutes: 24 * 60}); !strings.Contains(out.Text, "24 Stunden") {
		t.Errorf("24 hours: %s", out.Text)
	}
	if _, err := Render(layouts, Mail{Kind: "poem"}); err == nil {
		t.Error("a letter without words")
	}
	for _, role := range []string{"owner", "organizer", "box_office", "door", "viewer"} {
		for _, d := range mailkit.Languages {
			if accounts[d].roles[role] == "" {
				t.Errorf("%s has no word for %s", d.Tag, role)
			}
		}
	}
}

// TestMailsToGuestsOfRooms are the mails that whoever booked rooms without being a member gets, as
// they are read in each language, and as they look in one of either direction.
func TestMailsToGuestsOfRooms(t *testing.T) {
	t.Parallel()
	layouts := layoutsOf(t)
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	at := func(day, hour int) inv.Instant {
		return inv.At(time.Date(2027, time.September, day, hour, 0, 0, 0, zone))
	}
	for _, tag := range locale.Tags {
		for _, kind := range []Kind{
			BookingAddressMail, BookingDepositMail, BookingGrantedMail, BookingConfirmedMail, BookingDeclinedMail, BookingCancelledMail, BookingLapsedMail, BookingMovedMail, BookingBalanceMail, BookingReminderMail,
		} {
			in := Mail{
				Kind: kind, Locale: tag.String(), URL: "https://holdfast.example/b/hb_token", Name: "Old harbour", Words: "Choir rehearsal", Guest: true, Starts: at(20, 18), Zone: zone,
			}
			switch kind {
			case BookingAddressMail:
				in.Minutes = 120
			case BookingDepositMail, BookingGrantedMail, BookingBalanceMail, BookingReminderMail:
				in.Amount, in.Until = mailkit.Money(in.Locale, 6000, "EUR"), at(3, 12)
				if kind == BookingDepositMail || kind == BookingGrantedMail {
					in.Cost = &BookingCost{Price: mailkit.Money(in.Locale, 20000, "EUR"), Rest: mailkit.Money(in.Locale, 14000, "EUR"), RestDue: at(6, 18), Rule: []booking.GiveBack{{DaysBefore: 30, Percent: 100}, {DaysBefore: 1, Percent: 50}}, Ruled: true}
				}
				if kind == BookingDepositMail { // of three dates, of which one is paid and one was declined
					in.Amount, in.More = mailkit.Money(in.Locale, 12000, "EUR"), 1
					for i, status := range []booking.State{booking.PendingDeposit, booking.PendingDeposit, booking.Confirmed, booking.Declined} {
						d := BookedDate{ID: fmt.Sprintf("bkg_3k9q0a7c1v5%d", i), URL: fmt.Sprintf("https://holdfast.example/b/hb_date%d", i), Starts: at(20+i, 18), Ends: at(20+i, 20), Status: status}
						if status == booking.PendingDeposit {
							d.Amount = mailkit.Money(in.Locale, 6000, "EUR")
						}
						if i == 1 {
							d.Reference = "RF18W8D4XK1N7P9S0A7C5F3K"
						}
						in.Dates = append(in.Dates, d)
					}
				}
				if kind == BookingBalanceMail { // of a venue that takes transfers
					in.Transfer = &dues.Transfer{Account: &events.BankAccount{IBAN: "DE02120300000000202051", BIC: "BYLADEM1001", Holder: "Nordlicht e. V."}, Amount: 6000, Currency: "EUR", Reference: "RF18W8D4XK1N7P9S0A7C5F3K"}
				}
			case BookingMovedMail:
				in.Place = "Hall, Cellar"
			case BookingCancelledMail:
				in.Amount = mailkit.Money(in.Locale, 3000, "EUR")
			}
			out, err := Render(layouts, in)
			if err != nil {
				t.Fatal(err)
			}
			mailtest.WellFormed(t, out)
			name := tag.String() + "_" + string(kind) + "_guest"
			mailtest.Golden(t, name+".txt", "Subject: "+out.Subject+"\n\n"+out.Text)
			if base := tag.String(); base == "en" || base == "ar" {
				mailtest.Golden(t, name+".html", out.HTML)
			}
		}
	}
}
