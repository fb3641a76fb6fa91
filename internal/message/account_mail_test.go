package message

import (
	"regexp"
	"strings"
	"testing"
	"time"
)

// Every language has every letter, each with its link, nothing left to fill in,
// and what comes from outside on one line and without markup.
func TestLetters(t *testing.T) {
	r, err := New(noLinks{})
	if err != nil {
		t.Fatal(err)
	}
	open := regexp.MustCompile(`\{[a-z]+\}`)
	for _, locale := range []string{"en", "de-AT", "fr", ""} {
		for _, kind := range AccountMailKinds {
			const url = "https://tickets.example/sign-in#ho_secret"
			out, err := r.RenderAccountMail(AccountMail{Kind: kind, Locale: locale, URL: url, Name: "Lanterns <b>&</b>\r\nBcc: x", Role: "box_office", Minutes: 10, Amount: "10.00 EUR"})
			if err != nil {
				t.Fatalf("%s %s: %v", locale, kind, err)
			}
			if want := map[string]string{"de-AT": "de"}[locale]; want != "" && out.Locale != want {
				t.Errorf("%s %s: in %s", locale, kind, out.Locale)
			}
			for what, text := range map[string]string{"subject": out.Subject, "text": out.Text, "html": out.HTML} {
				if open.MatchString(text) && what != "html" { // the stylesheet has braces
					t.Errorf("%s %s: %s leaves %s", locale, kind, what, open.FindString(text))
				}
			}
			if strings.ContainsAny(out.Subject, "\r\n") || strings.Contains(out.HTML, "<b>") {
				t.Errorf("%s %s: not cleaned: %q", locale, kind, out.Subject)
			}
			if !strings.Contains(out.Text, url) || !strings.Contains(out.HTML, "#ho_secret") {
				t.Errorf("%s %s: no link in %s", locale, kind, out.Text)
			}
		}
	}
	if out, _ := r.RenderAccountMail(AccountMail{Kind: SignInMail, Locale: "de", Minutes: 24 * 60}); !strings.Contains(out.Text, "24 Stunden") {
		t.Errorf("24 hours: %s", out.Text)
	}
	if _, err := r.RenderAccountMail(AccountMail{Kind: "poem"}); err == nil {
		t.Error("a letter without words")
	}
	for _, role := range []string{"owner", "organizer", "box_office", "door", "viewer"} {
		for _, d := range dictionaries {
			if d.account.roles[role] == "" {
				t.Errorf("%s has no word for %s", d.tag, role)
			}
		}
	}
}

type noLinks struct{}

func (noLinks) OfferURL(string, string, time.Time) string    { return "" }
func (noLinks) EntryURL(string, string, time.Time) string    { return "" }
func (noLinks) TransferURL(string, string, time.Time) string { return "" }

func (noLinks) OrderURL(string, string, time.Time) string { return "" }
func (noLinks) EventURL(string) string                    { return "" }
func (noLinks) SeriesURL(string) string                   { return "" }
func (noLinks) FollowURL(string, string) string           { return "" }
func (noLinks) InvitationURL(string, string, time.Time, time.Time) string {
	panic("a link to an invitation")
}
func (noLinks) FeedbackURL(string, time.Time) string    { panic("a link to feedback") }
func (noLinks) PreferencesURL(string, time.Time) string { return "" }
