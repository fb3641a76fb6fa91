package tracking_test

import (
	"testing"

	"github.com/holdfast-events/holdfast/internal/tracking"
)

func TestCode(t *testing.T) {
	for text, want := range map[string]string{
		"newsletter": "newsletter", "  Insta-2027_A ": "insta-2027_a", "": "", "zwei Wörter": "", "a b": "", "a/b": "", "ä": "",
		"1234567890123456789012345678901234567890": "1234567890123456789012345678901234567890", "12345678901234567890123456789012345678901": "",
	} {
		got, ok := tracking.Code(text)
		if got != want || ok != (want != "") {
			t.Errorf("Code(%q) is %q, %v", text, got, ok)
		}
	}
}

func TestPageCounts(t *testing.T) {
	const browser = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1"
	for name, c := range map[string]struct {
		page tracking.Page
		want bool
	}{
		"a phone from elsewhere":           {tracking.Page{UserAgent: browser, Site: "cross-site"}, true},
		"typed, or an old browser":         {tracking.Page{UserAgent: browser}, true},
		"a frame on a website":             {tracking.Page{UserAgent: browser, Site: "cross-site"}, true},
		"from one of our pages to another": {tracking.Page{UserAgent: browser, Site: "same-origin"}, false},
		"fetched before anybody wants it":  {tracking.Page{UserAgent: browser, Purpose: "prefetch;prerender"}, false},
		"a search engine":                  {tracking.Page{UserAgent: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"}, false},
		"the preview of a message":         {tracking.Page{UserAgent: "WhatsApp/2.23.20.0"}, false},
		"the preview of a network":         {tracking.Page{UserAgent: "facebookexternalhit/1.1"}, false},
		"a program":                        {tracking.Page{UserAgent: "curl/8.5.0"}, false},
		"who says nothing":                 {tracking.Page{}, false},
	} {
		if got := c.page.Counts(); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
